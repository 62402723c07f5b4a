//! The scheduler's buttons: how the next steps are grouped, and which digit takes which.

use catalog::{Action, Choice, Enabledness, Moment};

/// A step on offer, and the digit that takes it.
#[derive(Clone, PartialEq)]
pub struct Offer {
    pub choice: Choice,
    pub digit: Option<usize>,
}

/// Everything that is on offer at a moment.
#[derive(Clone, PartialEq, Default)]
pub struct Offers {
    /// A process's own steps and the messages to it, process by process, and then what happens
    /// elsewhere: what lands at a replica.
    pub steps: Vec<Offer>,
    pub faults: Vec<Choice>,
}

/// A process's own step always has the digit one above its number, so that fingers can learn it;
/// what comes and goes (messages, open outcomes) shares the rest.
pub fn offers(moment: &Moment) -> Offers {
    let processes = moment.view.processes.len();
    let (faults, mut steps): (Vec<Choice>, Vec<Choice>) =
        moment.next.iter().cloned().partition(|choice| choice.fault);
    // stable; what has no process comes last
    steps.sort_by_key(|step| (step.process.is_none(), step.process));
    let mut own = vec![false; processes];
    let mut free = processes + 1..=9;
    let mut digit = |choice: &Choice| match choice.action {
        Action::Step { process, .. } if !own[usize::from(process)] => {
            own[usize::from(process)] = true;
            Some(usize::from(process) + 1)
        }
        _ if choice.possible == Enabledness::Now => free.next(),
        _ => None,
    };
    let steps = steps.into_iter().map(|choice| Offer { digit: digit(&choice), choice }).collect();
    Offers { steps, faults }
}

/// The step that a digit takes now.
pub fn by_digit(moment: &Moment, digit: usize) -> Option<Action> {
    let offers = offers(moment);
    let offer = offers.steps.into_iter().find(|step| step.digit == Some(digit))?;
    (offer.choice.possible == Enabledness::Now).then_some(offer.choice.action)
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::Scenario;

    #[test]
    fn every_step_is_offered_every_digit_given_once_and_own_steps_keep_theirs() {
        for entry in catalog::entries() {
            let mut scenario = Scenario::new(entry);
            for step in 0..200 {
                let moment = scenario.moment();
                let offers = offers(&moment);
                let steps = moment.next.iter().filter(|choice| !choice.fault).count();
                assert_eq!(offers.steps.len(), steps, "{scenario}");
                let mut digits: Vec<_> =
                    offers.steps.iter().filter_map(|step| step.digit).collect();
                digits.sort_unstable();
                let all = digits.len();
                digits.dedup();
                assert_eq!(digits.len(), all, "{scenario}");
                for offer in &offers.steps {
                    if let (Action::Step { process, .. }, Some(digit)) =
                        (offer.choice.action, offer.digit)
                        && digit <= moment.view.processes.len()
                    {
                        assert_eq!(digit, usize::from(process) + 1, "{scenario}");
                    }
                }
                let moves: Vec<_> = moment.steps().map(|step| step.action).collect();
                let Some(&action) = moves.get(catalog::pick(1, step, moves.len())) else { break };
                scenario.run.push(action);
                scenario.at += 1;
            }
        }
    }

    #[test]
    fn a_digit_takes_only_what_is_possible() {
        let scenario = Scenario::new(&catalog::entries()[0]);
        let moment = scenario.moment();
        assert_eq!(by_digit(&moment, 1), Some(Action::step(0)));
        assert_eq!(by_digit(&moment, 9), None);
    }
}
