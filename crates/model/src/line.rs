//! A numbered line of a listing: its label, words and behaviour in one expression.

use crate::{Plain, Row, RowId, Zone};

/// The most lines a program has.
pub(crate) const LINES_MAX: usize = 32;

/// A line of the program `P`, with its label and what it does.
pub struct Line<P, At, Run> {
    pub(crate) at: At,
    /// Where a process is while it stands here.
    pub(crate) zone: Zone,
    text: &'static str,
    worded: Option<fn(&P) -> String>,
    purpose: &'static str,
    pub(crate) is_part: fn(&P) -> bool,
    pub(crate) is_fault: bool,
    pub(crate) run: Run,
}

impl<P, At, Run> Line<P, At, Run> {
    pub(crate) const fn new(zone: Zone, at: At, text: &'static str, run: Run) -> Self {
        Line { at, zone, text, worded: None, purpose: "", is_part: |_| true, is_fault: false, run }
    }

    /// Words that follow the knobs, where one of them makes the line behave otherwise.
    pub const fn worded(mut self, words: fn(&P) -> String) -> Self {
        self.worded = Some(words);
        self
    }

    /// The end of the sentence "process 1 reads number[0] = 2 …".
    pub const fn to(mut self, purpose: &'static str) -> Self {
        self.purpose = purpose;
        self
    }

    /// Elsewhere the line is left out: who would go there goes on to the next line.
    pub const fn only_if(mut self, holds: fn(&P) -> bool) -> Self {
        self.is_part = holds;
        self
    }
}

impl<P, At: Plain + std::fmt::Debug, Run> Line<P, At, Run> {
    pub(crate) fn row(&self, program: &P) -> Row {
        Row {
            label: format!("{:?}", self.at),
            text: self.worded.map_or_else(|| self.text.into(), |words| words(program)),
            purpose: self.purpose,
            zone: Some(self.zone),
            left_out: !(self.is_part)(program),
            fault: self.is_fault,
        }
    }

    /// Where a jump to each line ends: past the lines that the knobs have taken out.
    ///
    /// # Panics
    /// If the lines are not in the order of their labels, which is a slip of the author.
    pub(crate) fn lands(lines: &[Self], program: &P) -> [RowId; LINES_MAX] {
        assert!(lines.len() <= LINES_MAX);
        let mut lands = [0; LINES_MAX];
        let mut land = 0;
        for (row, line) in lines.iter().enumerate().rev() {
            assert_eq!(usize::from(index(line.at)), row, "{:?} is out of order", line.at);
            if (line.is_part)(program) {
                land = row as RowId;
            }
            lands[row] = land;
        }
        lands
    }
}

/// A label's number: it is one byte, the enum's discriminant.
pub(crate) fn index(label: impl Plain) -> RowId {
    label.as_bytes()[0]
}
