//! What was found, in sentences.

use crate::check::Failure;
use crate::operation::Operation;

impl Failure {
    /// Up to where there is no order.
    pub fn sentence(&self) -> String {
        let bad =
            format!("Not linearizable: what was logged up to line {} has no order", self.line);
        match self.is_first {
            true if self.line > 1 => format!("{bad}, and up to line {} it has one.", self.line - 1),
            _ => format!("{bad}. Whether less has one was not decided within the bounds."),
        }
    }

    /// Whether only the order in time is violated.
    pub fn consistency(&self) -> &'static str {
        match self.is_sequentially_consistent {
            Some(true) => "Sequentially consistent: only the order in time is violated.",
            Some(false) => "Not sequentially consistent either.",
            None => "Whether it is sequentially consistent was not decided within the bounds.",
        }
    }
}

impl Operation {
    /// `lines 74–75`
    pub fn lines(&self) -> String {
        match self.ended() {
            Some(end) => format!("lines {}–{end}", self.called),
            None => format!("line {}–", self.called),
        }
    }
}
