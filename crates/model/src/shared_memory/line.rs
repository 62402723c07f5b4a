//! A line of a listing: its label, words and behaviour in one expression.

use super::{Program, Turn};
use crate::{Row, Zone};

/// Where a process goes after a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Then<At> {
    /// It has more to do on the same line.
    Stay,
    Goto(At),
    /// The guard is not satisfied: the process stays, and nothing that it wrote happened.
    Await,
    /// The process has come to its end.
    Done,
    /// The model stops here, to stay finite.
    Beyond,
}

/// What a line does with the shared memory and with the process's own variables.
pub type Run<P> =
    fn(&P, &mut Turn<'_, '_, P>, &mut <P as Program>::Local) -> Then<<P as Program>::At>;

pub struct Line<P: Program> {
    pub(super) at: P::At,
    /// Where a process is while it stands here.
    pub(super) zone: Zone,
    text: &'static str,
    worded: Option<fn(&P) -> String>,
    purpose: &'static str,
    pub(super) is_part: fn(&P) -> bool,
    is_fault: bool,
    pub(super) run: Run<P>,
}

impl<P: Program> Line<P> {
    pub const fn at(zone: Zone, at: P::At, text: &'static str, run: Run<P>) -> Line<P> {
        Line { at, zone, text, worded: None, purpose: "", is_part: |_| true, is_fault: false, run }
    }

    /// What the environment does to a process.
    pub const fn fault(zone: Zone, at: P::At, text: &'static str, run: Run<P>) -> Line<P> {
        Line { is_fault: true, ..Line::at(zone, at, text, run) }
    }

    /// Words that follow the knobs, where one of them makes the line behave otherwise.
    pub const fn worded(mut self, words: fn(&P) -> String) -> Line<P> {
        self.worded = Some(words);
        self
    }

    /// The end of the sentence "process 1 reads number[0] = 2 …".
    pub const fn to(mut self, purpose: &'static str) -> Line<P> {
        self.purpose = purpose;
        self
    }

    /// Elsewhere the line is left out: who would go there goes on to the next line.
    pub const fn only_if(mut self, holds: fn(&P) -> bool) -> Line<P> {
        self.is_part = holds;
        self
    }

    pub(super) fn row(&self, program: &P) -> Row {
        Row {
            label: format!("{:?}", self.at),
            text: self.worded.map_or_else(|| self.text.into(), |words| words(program)),
            purpose: self.purpose,
            zone: Some(self.zone),
            left_out: !(self.is_part)(program),
            fault: self.is_fault,
        }
    }
}
