//! The words of the rules, and what the page shows of a node.

use super::{BakeryByMessages, Node, Phase};
use crate::shared::set::members;
use model::ProcessView;

impl BakeryByMessages {
    pub(super) fn words_of_asking(&self, what: char) -> String {
        match self.asks_one_by_one {
            true => format!("ask for {what}, one by one"),
            false => format!("ask all for {what}"),
        }
    }

    pub(super) fn show_node(&self, my: &Node, view: &mut ProcessView) {
        let name = my.phase.name();
        view.awaits = members(my.to_answer).collect();
        view.owes = members(my.keeps_c | my.keeps_n).collect();
        view.hand = my.c != 0;
        view.token = match (my.phase, my.n) {
            (Phase::Picking, 0) => Some("?".into()),
            (_, 0) => None,
            (_, number) => Some(number.to_string()),
        };
        let open = (my.to_answer | my.to_ask).count_ones();
        view.status = match my.phase {
            Phase::Resting if my.entered == self.entries => "done".into(),
            Phase::Critical => "in the critical section".into(),
            Phase::Picking | Phase::Looking | Phase::Comparing if open > 0 => {
                format!("{name}, answers to come: {open}")
            }
            _ => name.into(),
        };
        view.locals = vec![("state", name.into())];
        if my.phase != Phase::Dead {
            if self.has_c {
                view.locals.push(("C", my.c.to_string()));
            }
            view.locals.push(("N", my.n.to_string()));
        }
    }
}

impl Phase {
    fn name(self) -> &'static str {
        match self {
            Phase::Resting => "resting",
            Phase::Picking => "picking",
            Phase::Picked => "picked",
            Phase::Looking => "looking",
            Phase::Comparing => "comparing",
            Phase::Critical => "critical",
            Phase::Dead => "dead",
        }
    }
}
