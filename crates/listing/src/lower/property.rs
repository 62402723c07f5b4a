//! Properties, as queries over states.

mod given;
mod leads;
mod measure;
mod premise;

use super::domain::{and, binary, not, or, slot};
use super::{Env, Here, Lower, Meaning, Mode, Result, Val};
use crate::diagnostic::{Found, Kind};
use crate::limits::AWAITED_MAX;
use crate::token::Span;
use crate::tree::{
    Claim as TreeClaim, Expr as Tree, ExprKind, Name, Progress, Property, PropertyKind,
};
use model::{Kind as Sort, intern};
use program::ir::{self, Claim, End, Expr, Instruction, Memory, Place, Query, Stage};

impl<'t> Lower<'t> {
    pub fn begin_query(&mut self) -> usize {
        self.here = Here { is_asked: true, ..Here::new(None, Mode::Atomic) };
        self.query_code = self.start();
        self.query_code
    }

    pub fn end_query(&mut self, code: usize, value: Expr) -> Query {
        let result = self.temp();
        self.emit(Instruction::Set(result, value));
        self.end(End::Done);
        Query { code, result }
    }

    pub fn query(&mut self, expr: &'t Tree, env: &Env<'t>) -> Result<Query> {
        let code = self.begin_query();
        let value = self.bool(expr, env)?;
        Ok(self.end_query(code, value))
    }

    fn query_of(&mut self, value: Expr) -> Query {
        let code = self.begin_query();
        self.end_query(code, value)
    }

    pub fn add(&mut self, property: &Property, kind: Sort, claim: Claim, span: Span) {
        let line = self.line_of(span);
        let words = self.text[span.start as usize..].lines().next().unwrap_or("");
        // its name stands before it
        let words = words.split('#').next().unwrap_or("");
        let words = words.split_once(": ").map_or(words, |it| it.1).trim();
        let kind_in_text = match property.kind {
            PropertyKind::Never(_) => "never ",
            PropertyKind::AtEnd(_) => "at end ",
            PropertyKind::Reachable(_) => "reachable ",
            PropertyKind::Eventually { .. } => "eventually ",
            PropertyKind::EventuallyAlways(_) => "eventually always ",
            _ => "",
        };
        self.program.properties.push(ir::Property {
            name: intern(&property.claimed()),
            words: intern(&format!("{kind_in_text}{words}")),
            kind,
            claim,
            line,
            given: "",
            premise_of: None,
            is_tacit: false,
        });
    }

    fn always(&mut self, property: &Property, holds: Expr, span: Span) {
        // what the claim needs was computed since the query began
        let query = self.end_query(self.query_code, holds);
        self.add(property, Sort::Always, Claim::State(query), span);
    }

    pub fn property(&mut self, property: &'t Property, span: Span) -> Result<()> {
        let memories = self.program.memories.len();
        self.begin_query();
        self.outside.clear();
        match &property.kind {
            PropertyKind::Always(claim) => {
                let holds = self.claim(claim, property)?;
                self.always(property, holds, span);
            }
            PropertyKind::Never(claim) => {
                let holds = self.claim(claim, property)?;
                self.always(property, not(holds), span);
            }
            PropertyKind::Reachable(claim) => {
                let holds = self.claim(claim, property)?;
                let query = self.end_query(self.query_code, holds);
                self.add(property, Sort::Sometimes, Claim::State(query), span);
            }
            PropertyKind::AtEnd(expr) => {
                let query = self.query(expr, &None)?;
                self.add(property, Sort::Always, Claim::End(query), span);
            }
            PropertyKind::Eventually { each, from, to } => {
                let waiting = match from {
                    Some(from) if !each.is_empty() => self.each_leads_to(each, from, to, span)?,
                    _ => self.leads_to(from.as_ref(), to)?,
                };
                self.add(property, Sort::Eventually, Claim::Waiting(waiting), span);
                self.note_sections(from.as_ref(), to);
            }
            PropertyKind::EventuallyAlways(expr) => {
                let code = self.begin_query();
                let holds = self.bool(expr, &None)?;
                let is_false = self.end_query(code, not(holds));
                let claim = Claim::Waiting(vec![is_false]);
                self.add(property, Sort::EventuallyAlways, claim, span);
            }
            PropertyKind::Outcomes(all) => self.outcomes(property, all, span)?,
            PropertyKind::Serializable(all) => self.serializable(property, all, span)?,
            PropertyKind::Most(measure) => self.measure(property, measure, true, span)?,
            PropertyKind::Least(measure) => self.measure(property, measure, false, span)?,
            PropertyKind::Progress(progress, from, to) => {
                let kind = match progress {
                    Progress::WaitFree => Sort::WaitFree,
                    Progress::LockFree => Sort::LockFree,
                    Progress::ObstructionFree => Sort::ObstructionFree,
                };
                let (sections, passes) = self.operation(from, to)?;
                let claim = Claim::Operation { sections: sections.clone(), passes, cost: None };
                self.add(property, kind, claim, span);
                self.note_operation(&from.text, &to.text, &sections);
                self.note_passes();
            }
        }
        let remembers = |it: &Memory| !matches!(it, Memory::Ahead(_));
        if self.program.memories[memories..].iter().any(remembers) {
            self.remembering.push(property.title.text.clone());
        }
        self.note_sections_of_all();
        self.note_numbers_outside();
        let count = self.program.properties.iter().filter(|it| it.kind.is_awaited()).count();
        if count > AWAITED_MAX {
            let message = format!("A text has at most {AWAITED_MAX} `eventually`.");
            return self.error(Kind::TooManyOutcomes, span, message);
        }
        Ok(())
    }

    pub fn memory_slot(&mut self) -> usize {
        self.program.slots.push(slot(Vec::new(), 0, 1));
        self.program.slots.len() - 1
    }

    fn claim(&mut self, claim: &'t TreeClaim, property: &Property) -> Result<Expr> {
        match claim {
            TreeClaim::Holds(expr) => self.claim_expr(expr, &property.kind),
            TreeClaim::AtMost { count, section, and: also } => {
                let count = self.number_constant(count, &None)?;
                let set = self.section_named(section)?;
                let size = super::domain::unary(ir::Unary::Size, set.parts[0].clone());
                let mut holds = binary(ir::Binary::LessEqual, size, Expr::Const(count));
                if let Some(also) = also {
                    holds = and(holds, self.bool(also, &None)?);
                }
                Ok(holds)
            }
            TreeClaim::Before(first, second) => self.before(first, second),
            TreeClaim::NotBefore(first, second) => self.before(first, second).map(not),
            TreeClaim::DecisionsEqual => {
                let all = self.decided(property.title.span)?;
                let mut holds = Expr::Const(1);
                for (at, (decided, value)) in all.iter().enumerate() {
                    for (other, another) in &all[..at] {
                        let same = self.equal(value, another, property.title.span)?;
                        let both = and(decided.clone(), other.clone());
                        holds = and(holds, or(not(both), same));
                    }
                }
                Ok(holds)
            }
            TreeClaim::DecisionsAreInputs => {
                let all = self.decided(property.title.span)?;
                let inputs = self.inputs(property.title.span)?;
                let mut holds = Expr::Const(1);
                for (decided, value) in all {
                    let mut is_input = Expr::Const(0);
                    for (is_there, input) in &inputs {
                        let same = self.equal(&value, input, property.title.span)?;
                        is_input = or(is_input, and(is_there.clone(), same));
                    }
                    holds = and(holds, or(not(decided), is_input));
                }
                Ok(holds)
            }
        }
    }

    /// `P ⇒ always Q` remembers P.
    fn claim_expr(&mut self, expr: &'t Tree, kind: &PropertyKind) -> Result<Expr> {
        if let ExprKind::Implies { from: premise, to, always: true } = &expr.kind {
            self.remembers = true;
            let holds = self.claim_ever_after(premise, to);
            self.remembers = false;
            return holds;
        }
        self.primes = Some(0);
        let holds = self.bool(expr, &None);
        match (holds?, self.primes.take()) {
            (holds, Some(1..)) => self.claim_of_steps(holds, kind, expr.span),
            (holds, _) => Ok(holds),
        }
    }

    fn claim_ever_after(&mut self, premise: &'t Tree, to: &'t Tree) -> Result<Expr> {
        let from = self.query(premise, &None)?;
        let slot = self.memory_slot();
        self.program.memories.push(Memory::Latch { slot, when: from });
        self.begin_query();
        // where P cannot be computed, neither can the claim
        let computed = self.bool(premise, &None)?;
        if computed.can_fail() {
            self.simple(computed);
        }
        let to = self.bool(to, &None)?;
        Ok(or(not(load(slot)), to))
    }

    /// Whether each process has decided, and what.
    fn decided(&mut self, span: Span) -> Result<Vec<(Expr, Val)>> {
        let Some(ty) = self.decision.clone() else {
            let message = "No process decides anything.";
            let help = "A process decides with a line like `decide x`.";
            return self.fail(Found::new(Kind::UnknownName, span, message).help(help));
        };
        let mut all = Vec::new();
        for process in 0..self.process_count() {
            let is_decided = self.is_in_section(process, "decided");
            if let (true, Some(value)) = (self.decides(process), self.decision_of(process, &ty)) {
                all.push((is_decided, value));
            }
        }
        Ok(all)
    }

    fn decides(&self, process: usize) -> bool {
        process < self.decision_slots.len()
    }

    /// What processes propose, and whether they have: what `propose` says, or else the definition
    /// `input`.
    fn inputs(&mut self, span: Span) -> Result<Vec<(Expr, Val)>> {
        if let Some(ty) = self.proposal.clone() {
            let width = ty.width(&self.records);
            return Ok(self
                .proposal_slots
                .iter()
                .map(|&slot| {
                    let parts = (slot..slot + width).map(load).collect();
                    (load(slot - 1), Val { ty: ty.clone(), parts, items: Vec::new() })
                })
                .collect());
        }
        let Some(define) = self.find_define("input") else {
            let message = "What the inputs are is said nowhere.";
            let help = "Say `propose x` in the process, or `define input: …`.";
            return self.fail(Found::new(Kind::UnknownName, span, message).help(help));
        };
        let Some(body) = define.value() else {
            return self.error(Kind::NotAnExpression, span, "`input` is no value.");
        };
        let mut all = Vec::new();
        for process in 0..self.process_count() {
            let role = self.role_of(process);
            let env = self.number_binding(role, process - self.roles[role].base);
            self.here.process = Some(process);
            let value = self.eval(body, &env);
            self.here.process = None;
            all.push((Expr::Const(1), value?));
        }
        Ok(all)
    }

    /// The processes in a section that a property names.
    pub fn section_named(&mut self, name: &Name) -> Result<Val> {
        match self.section_set(&name.text) {
            Some(set) => Ok(set),
            None => self.no_section(name),
        }
    }

    fn no_section<T>(&mut self, name: &Name) -> Result<T> {
        let message = format!("No process has a section `{}`.", name.text);
        let found = Found::new(Kind::PropertyWithoutSection, name.span, message);
        let known = self.sections.iter().flatten().map(String::as_str);
        let help = "A section is a line such as `waiting:` in a process.";
        self.fail(found.near(&name.text, known, help))
    }

    fn before(&mut self, first: &Name, second: &Name) -> Result<Expr> {
        for name in [first, second] {
            self.section_named(name)?;
        }
        let follows = |names: &Vec<String>| {
            let at = |name: &Name| names.iter().position(|it| *it == name.text);
            at(first).zip(at(second)).is_some_and(|(one, other)| other == one + 1)
        };
        if self.sections.iter().any(follows) {
            let message = format!("Nothing lies between `{}` and `{}`.", first.text, second.text);
            let help = "Name the section before: who leaves it first is the first to wait.";
            let span = first.span.to(second.span);
            let found = Found::new(Kind::PropertyWithoutSection, span, message);
            return self.fail(found.help(help));
        }
        let slot_at = self.program.slots.len();
        let count = self.process_count();
        let mut stages = Vec::new();
        for process in 0..count {
            self.program.slots.push(slot(Vec::new(), 0, (1 << count) - 1));
            let names = self.sections[self.role_of(process)].clone();
            let at = |name: &Name| names.iter().position(|it| *it == name.text);
            let (one, other) = (at(first), at(second));
            let mut row = vec![Stage::Outside; names.len()];
            if let (Some(one), Some(other)) = (one, other) {
                let between = if one < other { one + 1..other } else { one + 1..names.len() - 3 };
                between.for_each(|it| row[it] = Stage::Between);
                // a rule that leads into the first section is its first step
                let is_rules = !self.has_code(self.role_of(process));
                row[if is_rules { 0..=one } else { one..=one }].fill(Stage::First);
                row[other] = Stage::Second;
            }
            stages.push(row);
        }
        self.program.memories.push(Memory::Ahead(ir::Ahead { slot: slot_at, stages }));
        let mut holds = Expr::Const(1);
        for process in 0..count {
            let inside = self.is_in_section(process, &second.text);
            let others =
                binary(ir::Binary::Without, load(slot_at + process), Expr::Const(1 << process));
            let is_first = binary(ir::Binary::Equal, others, Expr::Const(0));
            holds = and(holds, or(not(inside), is_first));
        }
        Ok(holds)
    }

    /// Those that wait for `to` since `from`: for each process if both are sections.
    fn leads_to(&mut self, from: Option<&'t Tree>, to: &'t Tree) -> Result<Vec<Query>> {
        if let Some(from) = from
            && let (Some(here), Some(there)) = (self.section_names(from), self.section_names(to))
        {
            return Ok(self.sections_lead(&here, &there));
        }
        // one of the two is misspelt
        if let Some(from) = from {
            for (one, other) in [(from, to), (to, from)] {
                if let (Some(_), ExprKind::Name(name)) = (self.section_names(one), &other.kind)
                    && !matches!(
                        self.meaning(name, &None),
                        Meaning::Section | Meaning::Variable(_) | Meaning::Define(_)
                    )
                {
                    return self.no_section(&Name { text: name.clone(), span: other.span });
                }
            }
        }
        let to = self.query(to, &None)?;
        let from = match from {
            Some(from) => Some(self.query(from, &None)?),
            None => None,
        };
        let slot = self.memory_slot();
        if from.is_none() {
            // it is waited for from the beginning
            self.starts_pending.push(slot);
        }
        self.program.memories.push(Memory::Pending { slot, from, to });
        let waits = self.query_of(load(slot));
        Ok(vec![waits])
    }

    /// The sections that an expression such as `committed or aborted` names.
    pub(super) fn section_names(&self, expr: &Tree) -> Option<Vec<String>> {
        match &expr.kind {
            ExprKind::Name(name) => match self.meaning(name, &None) {
                Meaning::Section => Some(vec![name.clone()]),
                _ => None,
            },
            ExprKind::Binary(crate::tree::Binary::Or, left, right) => {
                let mut all = self.section_names(left)?;
                all.extend(self.section_names(right)?);
                Some(all)
            }
            _ => None,
        }
    }

    fn sections_lead(&mut self, here: &[String], there: &[String]) -> Vec<Query> {
        let mut waits = Vec::new();
        for process in 0..self.process_count() {
            let inside = |lower: &Self, names: &[String]| {
                names
                    .iter()
                    .fold(Expr::Const(0), |any, name| or(any, lower.is_in_section(process, name)))
            };
            let is_here = inside(self, here);
            // who leaves for another section waits on, and only a memory knows it
            let waiting = if self.leads_only(process, here, there) {
                is_here
            } else {
                let over = inside(self, &["end".into(), "crashed".into()]);
                let arrived = or(inside(self, there), over);
                let slot = self.memory_slot();
                let (from, to) = (self.query_of(is_here), self.query_of(arrived));
                self.program.memories.push(Memory::Pending { slot, from: Some(from), to });
                load(slot)
            };
            waits.push(self.query_of(waiting));
        }
        waits
    }

    /// Whether a process goes from some sections to nothing but others.
    fn leads_only(&self, process: usize, here: &[String], there: &[String]) -> bool {
        let names = &self.sections[self.role_of(process)];
        let is_in = |section: usize, all: &[String]| all.contains(&names[section]);
        let over = ["end", "crashed"];
        self.section_steps(process).into_iter().all(|(from, to)| {
            !is_in(from, here)
                || is_in(to, here)
                || is_in(to, there)
                || over.contains(&names[to].as_str())
        })
    }
}

pub fn load(slot: usize) -> Expr {
    Expr::Load(Place { slot, index: None })
}
