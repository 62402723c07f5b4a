//! `linearizable` and `sequentially consistent`: what is claimed of the order of operations, and the table that decides it.

use super::domain::{and, binary};
use super::like::Like;
use super::property::load;
use super::{Lower, Result};
use crate::diagnostic::{Found, Kind};
use crate::token::Span;
use crate::tree::{ItemKind, Property, PropertyKind};
use crate::words::SEQUENTIALLY_CONSISTENT;
use model::{Kind as Sort, intern};
use program::ir::{Binary, Claim, Expr, Instruction, Monitor, NO_ORDER};
use program::{Compiled, Criteria, NotMonitored};

/// What a text claims of the order of its operations.
#[derive(Clone, Copy)]
pub struct Ordered {
    /// The first claim, and how it is written.
    pub span: Span,
    pub word: &'static str,
    criteria: Criteria,
    /// The setting that says what is right.
    like: Option<Like>,
}

impl Lower<'_> {
    pub fn ordered(&mut self) -> Result<Option<Ordered>> {
        let mut ordered: Option<Ordered> = None;
        let listing = self.listing;
        for item in &listing.items {
            let ItemKind::Property(property) = &item.kind else { continue };
            let of = Criteria::default();
            let (word, of, like) = match &property.kind {
                PropertyKind::Linearizable(like) => {
                    ("linearizable", Criteria { linearizable: true, ..of }, like)
                }
                PropertyKind::SequentiallyConsistent(like) => {
                    (SEQUENTIALLY_CONSISTENT, Criteria { sequential: true, ..of }, like)
                }
                _ => continue,
            };
            if !self.is_part(&item.with) {
                continue;
            }
            let like = like.as_ref().map(|like| self.like(like)).transpose()?;
            let first = Ordered { span: item.span, word, criteria: of, like };
            let known = ordered.get_or_insert(first);
            if known.like.map(Like::setting) != like.map(Like::setting) {
                let message = "Both claims are about one object, and so is what is right.";
                let help = "Write the same `like OPTION = VALUE` behind both.";
                return self.fail(Found::new(Kind::OutOfPlace, item.span, message).help(help));
            }
            known.criteria.linearizable |= of.linearizable;
            known.criteria.sequential |= of.sequential;
        }
        Ok(ordered)
    }

    /// How the claim is written.
    pub fn order_word(&self) -> &'static str {
        self.order_asked.map_or("linearizable", |ordered| ordered.word)
    }

    /// `linearizable` or `sequentially consistent`; which states of the monitor are against it, its table says.
    pub fn order_claim(&mut self, property: &Property, words: &'static str, span: Span) {
        let Some(monitor) = &self.program.monitor else { return };
        let holds = binary(Binary::NotEqual, load(monitor.slot), Expr::Const(NO_ORDER.into()));
        let block = self.current;
        let query = self.end_query(self.query_code, holds);
        if matches!(property.kind, PropertyKind::Linearizable(_)) {
            self.in_time = Some(block);
        }
        self.add(property, Sort::Always, Claim::State(query), span);
        let like = self.order_asked.and_then(|ordered| ordered.like);
        let words = match like {
            Some(like) => intern(&format!("{words}, as with {}", like.span.of(self.text))),
            None => words,
        };
        if let Some(claimed) = self.program.properties.last_mut() {
            claimed.words = words;
        }
        self.remembering.push(property.title.text.clone());
    }

    /// Computes the table of the monitor.
    pub fn fill_monitor(&mut self) -> Result<()> {
        let monitor = self.program.monitor.clone();
        let Some((monitor, asked)) = monitor.zip(self.order_asked) else { return Ok(()) };
        let compiled = Compiled::new(self.program.clone());
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
        self.program.monitor = Some(Monitor { next: table.next, like, ..monitor });
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
        self.fail(Found::new(Kind::ProgramTooLarge, span, message).help(help))
    }
}
