//! The claim that operations have an order, and the table that decides it.

use crate::claims::Claims;
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::ordered::Ordered;
use crate::instantiate::terms::{and, binary, load};
use crate::token::Span;
use crate::tree::{Property, PropertyKind};
use crate::words::SEQUENTIALLY_CONSISTENT;
use model::{ClaimKind, intern};
use program::ir::{Binary, Claim, Expr, Instruction, NO_ORDER, OrderMonitor};
use program::{Compiled, NotMonitored};

impl Claims<'_> {
    /// `linearizable` or `sequentially consistent`; which states of the monitor are against it, its table says.
    pub fn order_claim(&mut self, property: &Property, words: &'static str, span: Span) {
        let Some(monitor) = &self.program.order_monitor else { return };
        let holds = binary(Binary::NotEqual, load(monitor.slot), Expr::Const(NO_ORDER.into()));
        let block = self.current;
        let query = self.end_claim(holds);
        if matches!(property.kind, PropertyKind::Linearizable(_)) {
            self.in_time = Some(block);
        }
        self.add(property, ClaimKind::Always, Claim::State(query), span);
        let like = self.claimed.order_asked.and_then(|ordered| ordered.like);
        let words = match like {
            Some(like) => intern(&format!("{words}, as with {}", like.span.of(self.source.text))),
            None => words,
        };
        if let Some(claimed) = self.program.properties.last_mut() {
            claimed.words = words;
        }
        self.remembering.push(property.title.text.clone());
    }

    /// Computes the table of the monitor.
    pub fn fill_monitor(&mut self) -> Result<()> {
        let monitor = self.program.order_monitor.clone();
        let Some((monitor, asked)) = monitor.zip(self.claimed.order_asked) else { return Ok(()) };
        let compiled = Compiled::new(self.steps.program());
        if compiled.cannot_begin().is_some() {
            return Ok(());
        }
        let right = match asked.like {
            Some(like) => self.specification_like(&compiled, &monitor, like)?,
            None => compiled.specification(&monitor),
        };
        let table = right.as_ref().map_err(|why| *why);
        let table = match table.and_then(|right| right.table(&monitor, asked.criteria)) {
            Ok(table) => table,
            Err(why) => return self.not_monitored(why, asked),
        };
        self.program.slots[monitor.slot].high = table.count as i64 - 1;
        // what is out of time alone is against `linearizable`
        if let Some(block) = self.in_time.filter(|_| table.out_of_time < table.count)
            && let Some(Instruction::Set(_, holds)) =
                self.program.blocks[block].instructions.last_mut()
        {
            let late = Expr::Const(table.out_of_time as i64);
            let in_time = binary(Binary::Less, load(monitor.slot), late);
            *holds = and(holds.clone(), in_time);
        }
        let like = right.ok().filter(|_| asked.like.is_some());
        self.program.order_monitor = Some(OrderMonitor { next: table.next, like, ..monitor });
        Ok(())
    }

    fn not_monitored(&mut self, why: NotMonitored, asked: Ordered) -> Result<()> {
        let Ordered { span, word, criteria, .. } = asked;
        let (message, help) = match why {
            NotMonitored::TooManyStates => (
                format!("One operation at a time, the object has too many states for `{word}`."),
                "Choose fewer processes or calls, or give the object fewer values.",
            ),
            NotMonitored::TooManySets if criteria.sequential => (
                format!(
                    "The operations can overlap in too many ways for `{SEQUENTIALLY_CONSISTENT}`."
                ),
                "It remembers all that was called: choose fewer processes or fewer calls, and none `for ever`.",
            ),
            NotMonitored::TooManySets => (
                format!("The operations can overlap in too many ways for `{word}`."),
                "Choose fewer processes or fewer calls.",
            ),
        };
        self.fail(DiagnosticDraft::new(ErrorCode::ProgramTooLarge, span, message).help(help))
    }
}
