//! What can be done to the things on a picture: the picture is the scheduler.

use crate::scene::Thing;
use catalog::{Action, Choice, Enabledness, MessageView, Moment};

/// What a click, a key or an entry of a menu does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    Take(Action),
    /// Holds a message back, or lets it go again: only the reader delivers it then.
    Hold(Action),
}

/// An entry of a menu.
#[derive(Clone, PartialEq, Debug)]
pub struct Hand {
    pub act: Act,
    pub label: String,
    pub key: Option<char>,
    /// Something that the environment does.
    pub is_fault: bool,
}

/// More do not fit beside a thing.
const MENU_MAX: usize = 6;

/// All that can be done to a thing now, its usual steps first.
pub fn hands(moment: &Moment, held: &[Action], thing: Thing) -> Vec<Hand> {
    let mut hands = match thing {
        Thing::Process(process) => of_process(moment, process),
        Thing::Message(message) => of_message(moment, held, message),
        Thing::Pending { process, place } => {
            let arrives = arrives(moment, process, place).into_iter();
            let label = || "Let it reach memory".to_owned();
            let hand = |action| Hand {
                act: Act::Take(action),
                label: label(),
                key: None,
                is_fault: false,
            };
            arrives.map(hand).collect()
        }
        Thing::Cell(_) | Thing::Column { .. } => Vec::new(),
    };
    hands.truncate(MENU_MAX);
    hands
}

/// The step that a click on a thing takes, if there is only one.
pub fn step_of(moment: &Moment, thing: Thing) -> Option<Action> {
    match thing {
        Thing::Process(process) => match &steps(moment, process)[..] {
            [step] => Some(step.action),
            _ => None,
        },
        Thing::Message(message) => {
            let deliver = on_message(moment, message, |action| action.delivered().is_some());
            deliver.map(|deliver| deliver.action)
        }
        Thing::Pending { process, place } => arrives(moment, process, place),
        Thing::Cell(_) | Thing::Column { .. } => None,
    }
}

/// The steps that a process can take by itself.
pub(crate) fn steps(moment: &Moment, process: usize) -> Vec<&Choice> {
    let is_own = |choice: &&Choice| {
        matches!(choice.action, Action::Step { .. } | Action::Timeout(_) | Action::TimeoutAs(..))
            && choice.process.map(usize::from) == Some(process)
            && choice.possible == Enabledness::Now
            && !choice.fault
    };
    moment.next.iter().filter(is_own).collect()
}

/// The step with which a pending write reaches memory, if it may come next.
fn arrives(moment: &Moment, process: usize, place: usize) -> Option<Action> {
    let is_arrival = crate::draw::arrival(&moment.view, process, place)?;
    let next = moment.next.iter().filter(|choice| choice.possible == Enabledness::Now);
    let mut actions = next.map(|next| next.action);
    actions.find(|action| is_arrival(*action))
}

fn of_process(moment: &Moment, process: usize) -> Vec<Hand> {
    let steps = steps(moment, process);
    let labels: Vec<&str> = steps.iter().map(|step| &*step.label).collect();
    let common = common_words(&labels);
    let step = |choice: &&Choice| {
        let rest = choice.label[common.len()..].trim_start();
        let label = if rest.is_empty() { &*choice.label } else { rest };
        Hand { act: Act::Take(choice.action), label: label.into(), key: None, is_fault: false }
    };
    let faults = moment.next.iter().filter(|choice| {
        choice.fault
            && choice.possible == Enabledness::Now
            && !matches!(choice.action, Action::Lose(_) | Action::Duplicate(_))
            && choice.process.map(usize::from) == Some(process)
    });
    let fault = |choice: &Choice| Hand {
        act: Act::Take(choice.action),
        label: choice.label.clone(),
        key: None,
        is_fault: true,
    };
    steps.iter().map(step).chain(faults.map(fault)).collect()
}

/// The words that several labels begin with; none of one label.
pub(crate) fn common_words<'a>(labels: &[&'a str]) -> &'a str {
    let [first, others @ ..] = labels else { return "" };
    let ends = first.match_indices(' ').map(|(at, _)| at);
    let is_common = |end: &usize| {
        let start = &first[..=*end];
        !others.is_empty() && others.iter().all(|text| text.starts_with(start))
    };
    let end = ends.take_while(is_common).last();
    end.map_or("", |end| &first[..end])
}

fn of_message(moment: &Moment, held: &[Action], message: usize) -> Vec<Hand> {
    let mut hands = Vec::new();
    let mut add = |act, label: &str, key, is_fault| {
        hands.push(Hand { act, label: label.into(), key, is_fault });
    };
    if let Some(it) = on_message(moment, message, |action| action.delivered().is_some()) {
        add(Act::Take(it.action), "Deliver", None, false);
        let is_held = held.contains(&it.action);
        add(Act::Hold(it.action), if is_held { "Let go" } else { "Hold back" }, Some('H'), false);
    }
    if let Some(it) = on_message(moment, message, |action| matches!(action, Action::Lose(_))) {
        add(Act::Take(it.action), "Lose", Some('L'), true);
    }
    if let Some(it) = on_message(moment, message, |action| matches!(action, Action::Duplicate(_))) {
        add(Act::Take(it.action), "Double", Some('D'), true);
    }
    hands
}

fn on_message(moment: &Moment, message: usize, does: fn(Action) -> bool) -> Option<&Choice> {
    let message = moment.view.messages.get(message)?;
    // of equal messages without order, one choice stands for all
    moment.next.iter().find(|choice| {
        does(choice.action)
            && choice.possible == Enabledness::Now
            && choice.message.is_some_and(|at| same(&moment.view.messages[at], message))
    })
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
        let run = run.split_whitespace().map(|text| text.parse().unwrap()).collect();
        scenario.with_run(run).moment()
    }

    #[test]
    fn only_the_first_of_a_channel_in_order_can_be_delivered() {
        // 1 has asked, and then permits what 0 has asked
        let moment = after("ricart-agrawala?processes=2", "s0 s1 d01a");
        let queued = moment.view.messages.len() - 1;
        assert!(step_of(&moment, Thing::Message(0)).is_some());
        assert_eq!(step_of(&moment, Thing::Message(queued)), None);
    }

    #[test]
    fn faults_are_offered_as_long_as_there_are_any_left() {
        let labels = |moment: &Moment| {
            let hands = hands(moment, &[], Thing::Message(0));
            hands.into_iter().map(|hand| hand.label).collect::<Vec<_>>()
        };
        let moment = after("ricart-agrawala?faults=loss", "s0");
        assert_eq!(labels(&moment), ["Deliver", "Hold back", "Lose"]);
        let hands = hands(&moment, &[], Thing::Message(0));
        let Act::Take(lose) = hands[2].act else { panic!("{hands:?}") };
        let moment = after("ricart-agrawala?faults=loss", &format!("s0 {lose}"));
        assert_eq!(labels(&moment), ["Deliver", "Hold back"]);
    }

    #[test]
    fn several_steps_are_told_by_what_differs() {
        let moment = after("register-consensus", "");
        let hands = hands(&moment, &[], Thing::Process(0));
        assert_eq!(step_of(&moment, Thing::Process(0)), None);
        let labels: Vec<&str> = hands.iter().map(|hand| &*hand.label).collect();
        assert_eq!(labels, ["A", "B", "crash 0"]);
    }
}
