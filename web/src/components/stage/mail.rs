//! What may be done to a message in flight.

use catalog::{Action, Choice, MessageView, Moment, Possible};

/// What a click on a message does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tool {
    #[default]
    Deliver,
    /// Keeps a message from being delivered by the player, or lets it go again.
    Hold,
    Lose,
    Double,
}

impl Tool {
    pub const ALL: [Tool; 4] = [Tool::Deliver, Tool::Hold, Tool::Lose, Tool::Double];

    pub fn name(self) -> &'static str {
        match self {
            Tool::Deliver => "deliver",
            Tool::Hold => "hold back",
            Tool::Lose => "lose",
            Tool::Double => "double",
        }
    }

    fn does(self, action: Action) -> bool {
        match self {
            Tool::Deliver | Tool::Hold => matches!(action, Action::Deliver(_)),
            Tool::Lose => matches!(action, Action::Lose(_)),
            Tool::Double => matches!(action, Action::Duplicate(_)),
        }
    }

    /// Whether there is anything it could be used on.
    pub fn is_of_use(self, moment: &Moment) -> bool {
        matches!(self, Tool::Deliver | Tool::Hold)
            || moment.next.iter().any(|it| it.possible == Possible::Now && self.does(it.action))
    }

    /// What it would do to the message of that index.
    pub fn on(self, moment: &Moment, index: usize) -> Option<&Choice> {
        let message = &moment.view.messages[index];
        // of equal messages without order, one choice stands for all
        moment.next.iter().find(|it| {
            self.does(it.action)
                && it.possible == Possible::Now
                && it.message.is_some_and(|at| same(&moment.view.messages[at], message))
        })
    }
}

fn same(a: &MessageView, b: &MessageView) -> bool {
    (a.from, a.to, &a.text) == (b.from, b.to, &b.text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::Scenario;

    fn after(link: &str, run: &str) -> Moment {
        let scenario = Scenario::parse(link).unwrap().scenario;
        let run = run.split(' ').map(|it| it.parse().unwrap()).collect();
        scenario.with_run(run).moment()
    }

    #[test]
    fn only_the_first_of_a_channel_in_order_can_be_delivered() {
        // 1 has asked, and then permits what 0 has asked
        let moment = after("ricart-agrawala?processes=2", "s0 s1 d01a");
        let queued = moment.view.messages.len() - 1;
        assert!(Tool::Deliver.on(&moment, 0).is_some());
        assert_eq!(Tool::Deliver.on(&moment, queued), None);
        assert!(!Tool::Lose.is_of_use(&moment));
    }

    #[test]
    fn faults_are_tools_as_long_as_there_are_any_left() {
        let link = "ricart-agrawala?faults=loss";
        let moment = after(link, "s0");
        assert!(Tool::Lose.is_of_use(&moment) && !Tool::Double.is_of_use(&moment));
        let lose = Tool::Lose.on(&moment, 0).unwrap().action;
        assert!(!Tool::Lose.is_of_use(&after(link, &format!("s0 {lose}"))));
    }
}
