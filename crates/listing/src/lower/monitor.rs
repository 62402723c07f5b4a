//! `linearizable` and `sequentially consistent`: the events that a monitor takes, and its table.

use super::domain::{Ty, add, and, binary, select};
use super::property::load;
use super::{Lower, Result, Val};
use crate::diagnostic::{Found, Kind};
use crate::token::Span;
use crate::tree::{
    Cause, Define, ItemKind, Operation, PartKind, Property, PropertyKind, Statement, StatementKind,
    statements,
};
use crate::words::SEQUENTIALLY_CONSISTENT;
use model::{Kind as Sort, intern};
use program::ir::{Binary, Called, Claim, Expr, Instruction, Memory, Monitor, NO_ORDER};
use program::{Compiled, Criteria, MONITOR_MAX, NotMonitored};

/// What a text claims of the order of its operations.
#[derive(Clone, Copy)]
pub struct Ordered {
    /// The first claim, and how it is written.
    span: Span,
    word: &'static str,
    criteria: Criteria,
}

/// The most values of all arguments of an operation, and of its result.
const VALUES_MAX: usize = 64;
/// The most different calls and returns.
const EVENTS_MAX: usize = 1 << 11;

impl<'t> Lower<'t> {
    /// Where the text claims that its operations have an order, numbers their calls and returns.
    pub fn begin_monitor(&mut self) -> Result<()> {
        self.order_asked = self.ordered();
        let Some(Ordered { span, word, .. }) = self.order_asked else { return Ok(()) };
        let mut monitor = Monitor { slot: 0, events: 0, next: Vec::new(), operations: Vec::new() };
        for process in 0..self.process_count() {
            let role = self.role_of(process);
            for define in self.defines.clone() {
                if let Some(operation) = &define.operation
                    && self.calls(role, &define.name.text)
                {
                    self.returns_before_it_calls(role, span)?;
                    let called = self.called(process, define, operation, monitor.events)?;
                    monitor.events += called.events();
                    monitor.operations.push(called);
                }
            }
        }
        if self.vars.iter().any(|var| var.any) {
            let message = format!("`{word}` compares with runs from one initial state.");
            let help = "Begin each variable with one value: without `= any`.";
            return self.fail(Found::new(Kind::NotYetSupported, span, message).help(help));
        }
        if monitor.operations.is_empty() {
            let message = "Nobody calls an operation, so there is nothing to put in an order.";
            let help = "Write `operation NAME:` with its lines, and `call NAME` in a section.";
            return self.fail(Found::new(Kind::OutOfPlace, span, message).help(help));
        }
        if monitor.events > EVENTS_MAX {
            let message =
                format!("The operations have {} different calls and returns.", monitor.events);
            let help =
                format!("Give arguments and results smaller domains: {EVENTS_MAX} is the most.");
            return self.fail(Found::new(Kind::DomainTooLarge, span, message).help(help));
        }
        monitor.slot = self.memory_slot();
        self.program.slots[monitor.slot].high = MONITOR_MAX as i64 - 1;
        self.program.memories.push(Memory::Monitored { slot: monitor.slot });
        self.program.monitor = Some(monitor);
        Ok(())
    }

    fn ordered(&mut self) -> Option<Ordered> {
        let mut ordered: Option<Ordered> = None;
        let listing = self.listing;
        for item in &listing.items {
            let ItemKind::Property(property) = &item.kind else { continue };
            let of = Criteria::default();
            let (word, of) = match property.kind {
                PropertyKind::Linearizable => {
                    ("linearizable", Criteria { linearizable: true, ..of })
                }
                PropertyKind::SequentiallyConsistent => {
                    (SEQUENTIALLY_CONSISTENT, Criteria { sequential: true, ..of })
                }
                _ => continue,
            };
            if !self.is_part(&item.with) {
                continue;
            }
            let first = Ordered { span: item.span, word, criteria: of };
            let criteria = &mut ordered.get_or_insert(first).criteria;
            criteria.linearizable |= of.linearizable;
            criteria.sequential |= of.sequential;
        }
        ordered
    }

    fn calls(&self, role: usize, operation: &str) -> bool {
        let parts = self.roles[role].tree.parts.iter();
        // what the role has for its calls stands nowhere in the text
        let mut implied = parts.filter(|part| part.span.is_empty());
        implied.any(
            |part| matches!(&part.kind, PartKind::Sections(names) if names[0].text == operation),
        )
    }

    /// Whoever is led out of an operation would call once more while that one is pending; and what a rule brings
    /// could decide what is called, which is no part of the object.
    fn returns_before_it_calls(&mut self, role: usize, span: Span) -> Result<()> {
        let crashes = self.reserved("crashes") > 0;
        let leads_out = |statement: &&Statement| {
            matches!(
                statement.kind,
                StatementKind::Restart | StatementKind::Become(_) | StatementKind::Invoke(_)
            )
        };
        let tree = self.roles[role].tree;
        let is_refused = tree.parts.iter().any(|part| match &part.kind {
            PartKind::Rule(rule) if self.is_part(&part.with) => {
                let of_crashed = matches!(rule.cause, Cause::Crash) || rule.is_for_crashed();
                !of_crashed || crashes && statements(&rule.body).iter().any(leads_out)
            }
            _ => false,
        });
        if !is_refused {
            return Ok(());
        }
        let word = self.order_word();
        let message =
            format!("For `{word}`, whoever calls has no rules, but for what ends with a crash.");
        let help =
            "Wait in a line of the operation: `await reply from j`; and let the crashed stay down.";
        self.fail(Found::new(Kind::NotYetSupported, span, message).help(help))
    }

    fn order_word(&self) -> &'static str {
        self.order_asked.map_or("linearizable", |ordered| ordered.word)
    }

    /// What callers do beside their calls could decide what they call, which is no part of the object.
    pub fn refuse_beside_calls(&mut self) {
        let (Some(process), None) = (self.here.process, &self.call) else { return };
        let mut calls = self.program.monitor.iter().flat_map(|monitor| &monitor.operations);
        if !calls.any(|called| called.process == process)
            || self.here.section + 3 >= self.section_count(process)
        {
            return;
        }
        let word = self.order_word();
        let message = format!(
            "For `{word}`, whoever calls accesses nothing shared and takes no message outside of operations."
        );
        let help = "Make it an operation, or give it to a role that calls nothing.";
        let found = Found::new(Kind::NotYetSupported, self.here.line, message).help(help);
        // noted, and the line is looked at all the same
        let _: Result<()> = self.fail(found);
    }

    fn section_count(&self, process: usize) -> usize {
        self.sections[self.role_of(process)].len()
    }

    fn called(
        &mut self,
        process: usize,
        define: &'t Define,
        operation: &'t Operation,
        first: usize,
    ) -> Result<Called> {
        let mut arguments = vec![String::new()];
        for domain in operation.domains() {
            let ty = self.ty(domain, &None)?;
            let values = self.words_of_all(&ty, domain.span)?;
            let join = |before: &String, value: &String| match before.as_str() {
                "" => value.clone(),
                before => format!("{before}, {value}"),
            };
            arguments = arguments
                .iter()
                .flat_map(|before| values.iter().map(|value| join(before, value)))
                .collect();
            self.check_values(arguments.len(), domain.span)?;
        }
        let results = match &operation.result {
            Some(domain) => {
                let ty = self.ty(domain, &None)?;
                self.words_of_all(&ty, domain.span)?
            }
            None => vec![String::new()],
        };
        Ok(Called { process, name: intern(&define.name.text), arguments, results, first })
    }

    fn words_of_all(&mut self, ty: &Ty, span: Span) -> Result<Vec<String>> {
        let Some(members) = ty.members(&self.records) else {
            let word = self.order_word();
            let message = format!(
                "`{word}` tells each result from the others, which it does not for lists and arrays."
            );
            let help = "Let the operation take and return a number, a symbol, a truth value, a small set, or a record of these.";
            return self.fail(Found::new(Kind::NotYetSupported, span, message).help(help));
        };
        self.check_values(members.len(), span)?;
        let words = ty.words(self);
        Ok(members.into_iter().map(|one| words.say(&self.symbols, &mut one.into_iter())).collect())
    }

    fn check_values(&mut self, count: usize, span: Span) -> Result<()> {
        if (1..=VALUES_MAX).contains(&count) {
            return Ok(());
        }
        let word = self.order_word();
        let message = format!(
            "`{word}` tells each call and each result from the others, and these are too many."
        );
        let help =
            format!("Give arguments and results domains of at most {VALUES_MAX} values together.");
        self.fail(Found::new(Kind::DomainTooLarge, span, message).help(help))
    }

    /// The monitor takes a call.
    pub fn observe_call(&mut self, name: &str, arguments: &[Val]) {
        let Some(called) = self.called_by_process(name) else { return };
        let event = add(self.nth_arguments(arguments), called.call(0) as i64);
        self.emit(Instruction::Observe(event));
    }

    /// The monitor takes a return.
    pub fn observe_return(&mut self, name: &str, arguments: &[Val], result: Option<&Val>) {
        let Some(called) = self.called_by_process(name) else { return };
        let nth = times(self.nth_arguments(arguments), called.results.len());
        let which = result.map_or(Expr::Const(0), |result| self.nth_value(result));
        let event = add(binary(Binary::Add, nth, which), called.return_of(0, 0) as i64);
        self.emit(Instruction::Observe(event));
    }

    /// What the process in hand calls by that name, if a monitor observes it.
    fn called_by_process(&self, name: &str) -> Option<Called> {
        let process = self.here.process.unwrap_or_default();
        let mut all = self.program.monitor.iter().flat_map(|monitor| &monitor.operations);
        all.find(|called| called.process == process && called.name == name).cloned()
    }

    /// Which of all combinations of arguments these are, counted from zero.
    fn nth_arguments(&self, arguments: &[Val]) -> Expr {
        arguments.iter().fold(Expr::Const(0), |nth, argument| {
            let count = argument.ty.members(&self.records).map_or(1, |members| members.len());
            binary(Binary::Add, times(nth, count), self.nth_value(argument))
        })
    }

    /// Which of the values of its domain a value is, counted from zero.
    fn nth_value(&self, value: &Val) -> Expr {
        let members = value.ty.members(&self.records).unwrap_or_default();
        let is_it = |member: &Vec<i64>| {
            let same = value.parts.iter().zip(member);
            same.map(|(part, &value)| binary(Binary::Equal, part.clone(), Expr::Const(value)))
                .fold(Expr::Const(1), and)
        };
        let last = Expr::Const(members.len().saturating_sub(1) as i64);
        let others = members.iter().enumerate().rev().skip(1);
        others
            .fold(last, |rest, (nth, member)| select(is_it(member), Expr::Const(nth as i64), rest))
    }

    /// `linearizable` or `sequentially consistent`; which states of the monitor are against it, its table says.
    pub fn order_claim(&mut self, property: &Property, words: &'static str, span: Span) {
        let Some(monitor) = &self.program.monitor else { return };
        let holds = binary(Binary::NotEqual, load(monitor.slot), Expr::Const(NO_ORDER.into()));
        let block = self.current;
        let query = self.end_query(self.query_code, holds);
        if matches!(property.kind, PropertyKind::Linearizable) {
            self.in_time = Some(block);
        }
        self.add(property, Sort::Always, Claim::State(query), span);
        if let Some(claimed) = self.program.properties.last_mut() {
            claimed.words = words;
        }
        self.remembering.push(property.title.text.clone());
    }

    /// Computes the table of the monitor.
    pub fn fill_monitor(&mut self) -> Result<()> {
        let (Some(monitor), Some(Ordered { span, word, criteria })) =
            (self.program.monitor.clone(), self.order_asked)
        else {
            return Ok(());
        };
        let compiled = Compiled::new(self.program.clone());
        if compiled.cannot_begin().is_some() {
            return Ok(());
        }
        let table = match compiled.monitor_table(&monitor, criteria) {
            Ok(table) => table,
            Err(NotMonitored::TooManyStates) => {
                let message = format!(
                    "One operation at a time, the object has too many states for `{word}`."
                );
                let help = "Choose fewer processes or calls, or give the object fewer values.";
                return self.fail(Found::new(Kind::ProgramTooLarge, span, message).help(help));
            }
            Err(NotMonitored::TooManySets) => {
                let word = if criteria.sequential { SEQUENTIALLY_CONSISTENT } else { word };
                let message = format!("The operations can overlap in too many ways for `{word}`.");
                let help = match criteria.sequential {
                    true => {
                        "It remembers all that was called: choose fewer processes or fewer calls, and none `for ever`."
                    }
                    false => "Choose fewer processes or fewer calls.",
                };
                return self.fail(Found::new(Kind::ProgramTooLarge, span, message).help(help));
            }
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
        self.program.monitor = Some(Monitor { next: table.next, ..monitor });
        Ok(())
    }
}

fn times(value: Expr, factor: usize) -> Expr {
    binary(Binary::Multiply, value, Expr::Const(factor as i64))
}
