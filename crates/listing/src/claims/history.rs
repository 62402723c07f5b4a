//! `history n: stamp, counts after past`: which variables say what has happened.

use crate::claims::Claims;
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::Ty;
use crate::instantiate::info::{MessageInfo, Var};
use crate::tree::{History, Name, PartKind};
use program::ir::{self, Lane};
use std::ops::Range;

const COUNT: &str = "a number of the process: `own happened: 0..3`";
const STAMP: &str = "a number, or an array of numbers, for each event: `ghost stamp[0..2]: 0..9`";
const CAUSES: &str = "for each event a number for each process: `ghost past[0..2]: copy of known`, with \
                      `ghost known[process]: 0..3`";

impl<'t> Claims<'t> {
    pub fn histories(&mut self) -> Result<()> {
        for role in 0..self.roles.len() {
            for part in &self.roles[role].tree.parts {
                let PartKind::History(history) = &part.kind else { continue };
                if !self.is_part(&part.with) {
                    continue;
                }
                if self.program.history.is_some() {
                    let message = "The text says already what has happened.";
                    let found = DiagnosticDraft::new(ErrorCode::DeclaredTwice, part.span, message);
                    return self.fail(found.help("Leave one line `history` out."));
                }
                self.history(role, history)?;
            }
        }
        Ok(())
    }

    fn history(&mut self, role: usize, history: &'t History) -> Result<()> {
        let is_count =
            |var: &Var| var.role.is_some() && var.dims.is_empty() && var.element.is_number();
        let count = self.history_variable(role, &history.count, COUNT, &|_, it| is_count(it))?;
        let is_stamp = |_: &Self, it: &Var| is_for_each_event(it) && has_numbers(&it.element);
        let stamps = history.stamps.iter();
        let stamps = stamps.map(|name| self.history_variable(role, name, STAMP, &is_stamp));
        let stamps = stamps.collect::<Result<Vec<usize>>>()?;
        let is_past = |_: &Self, it: &Var| is_for_each_event(it) && counts(&it.element).is_some();
        let causes = self.history_variable(role, &history.causes, CAUSES, &is_past)?;
        let past = self.vars[causes].element.clone();
        let events = stamps.iter().chain([&causes]).map(|&stamp| self.vars[stamp].dims[0].count());
        let lane = |nth: usize| Lane {
            process: self.roles[role].base + nth,
            count: self.vars[count].bases[nth],
            stamps: stamps
                .iter()
                .map(|&stamp| (self.vars[stamp].bases[nth], self.words_of_each(stamp)))
                .collect(),
            causes: self.vars[causes].bases[nth],
        };
        self.program.history = Some(ir::History {
            events_max: events.min().unwrap_or(0),
            lanes: (0..self.roles[role].count).map(lane).collect(),
            processes: counts(&past).unwrap_or_default(),
        });
        self.past = Some((history.causes.text.clone(), past));
        Ok(())
    }

    /// The variable of that name which a role sees, if it fits.
    fn history_variable(
        &mut self,
        role: usize,
        name: &Name,
        what: &str,
        fits: &dyn Fn(&Self, &Var) -> bool,
    ) -> Result<usize> {
        let found = self.var_of_role(&name.text, role);
        if let Some(var) = found.filter(|&found| fits(self, &self.vars[found])) {
            return Ok(var);
        }
        let message = format!("`{}` is not what a history needs here.", name.text);
        let found = DiagnosticDraft::new(ErrorCode::WrongDomain, name.span, message);
        self.fail(found.help(format!("Here stands {what}.")))
    }

    fn words_of_each(&self, var: usize) -> program::Words {
        self.vars[var].element.words(self)
    }

    /// The field of a message that says what led to its receipt: it is called like the variable.
    pub fn past_field(&self, message: &MessageInfo) -> Option<usize> {
        message.fields.iter().position(|it| Some(it) == self.past.as_ref())
    }
}

/// Whether a variable of a process has an element for each event, counted from zero.
fn is_for_each_event(it: &Var) -> bool {
    it.role.is_some() && matches!(&it.dims[..], [events] if events.is_plain() && events.low == 0)
}

/// The processes for which an array has a number each.
fn counts(ty: &Ty) -> Option<Range<usize>> {
    let Ty::Array(dims, element) = ty else { return None };
    let [processes] = &dims[..] else { return None };
    let first = processes.first_process().filter(|_| element.is_number())?;
    let first = first + processes.low as usize;
    Some(first..first + processes.count())
}

/// One number, or several.
fn has_numbers(ty: &Ty) -> bool {
    match ty {
        Ty::Scalar(domain) => domain.is_plain() && domain.symbols.is_empty(),
        Ty::Array(_, element) => has_numbers(element),
        _ => false,
    }
}
