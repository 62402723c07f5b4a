//! What was found, in sentences.

use crate::check::Failure;
use crate::logged::LongestOrders;
use crate::object::{Object, shown};
use crate::operation::{History, Operation};

/// The most operations of an order that is told one by one.
const ORDER_MAX: usize = 20;

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
            Some(true) => "Sequentially consistent, but not linearizable.",
            Some(false) => "Not sequentially consistent either.",
            None => "Whether it is sequentially consistent was not decided within the bounds.",
        }
    }
}

impl LongestOrders {
    /// A sentence for each.
    pub fn sentences(&self, history: &History, object: &dyn Object) -> Vec<String> {
        let label = |&nth: &usize| history.operations[nth].label(object);
        let full = |nth: &usize| {
            format!("{} of process {}", label(nth), shown(&history.operations[*nth].process))
        };
        let all_but = |(order, without): &(Vec<usize>, Vec<usize>)| {
            let without: Vec<String> = without.iter().map(full).collect();
            all_but(&without, &order.iter().map(label).collect::<Vec<_>>())
        };
        let in_none = self.in_none.iter().map(|nth| in_none(&full(nth)));
        self.orders.iter().map(all_but).chain(in_none).collect()
    }
}

/// "All but pop → 0 of process 1 have an order: push(1) · pop → 1."
pub fn all_but(without: &[String], order: &[String]) -> String {
    let without = without.join(" and ");
    match order.len() > ORDER_MAX {
        true => format!("All but {without} have an order."),
        false => format!("All but {without} have an order: {}.", order.join(" · ")),
    }
}

pub fn in_none(operation: &str) -> String {
    format!("{operation} is in no order.")
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
