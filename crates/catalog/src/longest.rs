//! For each operation of a run without an order the longest order that contains it.

use crate::intervals::Intervals;
use crate::operations::order_claimed;
use crate::{Operation, Scenario};
use history::{Longest, all_but, in_none};
use serde::Serialize;

/// Each operation that returned is in one of the orders, or in none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LongestOrders {
    pub orders: Vec<LongestOrder>,
    pub in_none: Vec<String>,
}

/// An order of all that returned but some: no longer one contains what is not in those before it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LongestOrder {
    pub order: Vec<String>,
    pub without: Vec<String>,
}

impl LongestOrders {
    /// "All but pop → 0 of process 1 have an order: push(1) of process 0 · pop → 1 of process 2."
    pub fn sentences(&self) -> Vec<String> {
        let orders = self.orders.iter().map(|longest| all_but(&longest.without, &longest.order));
        orders.chain(self.in_none.iter().map(|operation| in_none(operation))).collect()
    }
}

impl Scenario {
    /// None where an order is not claimed or not violated in this step, or these are not found within bounds.
    pub fn longest_orders(&self) -> Option<LongestOrders> {
        let trace = self.trace();
        let broken = &trace.steps.get(self.at.checked_sub(1)?)?.breaks;
        let claim = broken.iter().find(|claim| order_claimed(claim).is_some())?;
        let (system, all) = self.asked(&trace, claim)?;
        let intervals = Intervals::of(&system, &all, self.at)?;
        let (orders, in_none) = intervals.asked(order_claimed(claim)?).few()?.longest()?;
        let name = |operation: &Operation| {
            let process = self.moment().view.name(operation.process.into());
            format!("{} of {process}", operation.words())
        };
        let names = |places: &[usize]| places.iter().map(|&at| name(all[at])).collect();
        let orders = orders.into_iter().map(|Longest { order, without }| LongestOrder {
            order: names(&order),
            without: names(&without),
        });
        Some(LongestOrders { orders: orders.collect(), in_none: names(&in_none) })
    }
}
