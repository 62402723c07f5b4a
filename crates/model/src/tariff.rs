//! What steps are charged, by a rule that looks at no state.

use crate::{Action, MessageId, PerProcess, Pids, others_in};

/// A byte for each process, that of the first is the lowest.
pub type Costs = u128;

/// A rule by which steps are charged, given for each process a number in the state before the step and
/// in the one after it: the rates of [`System::rates`](crate::System::rates). So a state is looked at
/// once, however many steps lead there and away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tariff {
    /// A process is charged one for a step of its own if its rate is not zero before it.
    OwnSteps,
    /// A process is charged one for each other one whose rate was zero and is not: for each that comes
    /// in. So many processes there are.
    Entries(usize),
    /// A process is charged what its rate grows by, the messages that it has on their way. One that is
    /// delivered counts no more. Of each kind, whether it is its receiver who is charged for it. Faults
    /// are free, and steps that change nothing.
    Messages(Vec<bool>),
    /// Process 0 is charged what all are charged together, but nothing for steps that change nothing.
    Together(Box<Tariff>),
}

impl Tariff {
    /// What a step charges each process, given the rates before and after it, and whether it leads
    /// back to the same state.
    pub fn charge(
        &self,
        before: &PerProcess,
        action: Action,
        after: &PerProcess,
        changes_nothing: bool,
    ) -> PerProcess {
        let mut all = PerProcess::default();
        match self {
            Tariff::OwnSteps | Tariff::Entries(_) => {
                all = self.charge_by_sets(set_of(before), action, set_of(after)).to_le_bytes();
            }
            Tariff::Messages(_) if changes_nothing || action.is_fault() => {}
            Tariff::Messages(is_receivers) => {
                let payer = |mail: MessageId| match is_receivers[usize::from(mail.kind)] {
                    true => usize::from(mail.to),
                    false => usize::from(mail.from),
                };
                let delivered = action.delivered().map(payer);
                for (who, charge) in all.iter_mut().enumerate() {
                    let there = before[who].saturating_sub(u8::from(delivered == Some(who)));
                    *charge = after[who].saturating_sub(there);
                }
            }
            Tariff::Together(_) if changes_nothing => {}
            Tariff::Together(each) => {
                let each = each.charge(before, action, after, false);
                all[0] = each.iter().fold(0, |sum: u8, it| sum.saturating_add(*it));
            }
        }
        all
    }

    /// Whether rates are zero or one, and nothing else counts: then sets are enough.
    pub fn is_by_sets(&self) -> bool {
        matches!(self, Tariff::OwnSteps | Tariff::Entries(_))
    }

    /// The same, given those whose rate is one before and after the step.
    #[inline]
    pub fn charge_by_sets(&self, before: Pids, action: Action, after: Pids) -> Costs {
        match (self, action) {
            (Tariff::OwnSteps, Action::Step { process, .. }) => {
                Costs::from(before >> process & 1) << (8 * process)
            }
            (Tariff::Entries(processes), _) if after & !before != 0 => {
                let mut charges = others_in(after & !before);
                charges[*processes..].fill(0);
                packed(charges)
            }
            _ => 0,
        }
    }
}

/// What each is charged, in one number.
#[inline]
pub fn packed(all: PerProcess) -> Costs {
    Costs::from_le_bytes(all)
}

/// Those of whom it is not zero.
#[inline]
pub fn set_of(all: &PerProcess) -> Pids {
    all.iter().enumerate().fold(0, |set, (who, it)| set | Pids::from(*it != 0) << who)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: Action = Action::step(0);

    fn per(first: u8, second: u8, third: u8) -> PerProcess {
        let mut all = PerProcess::default();
        all[..3].copy_from_slice(&[first, second, third]);
        all
    }

    #[test]
    fn own_steps_are_charged_where_they_cost() {
        let charge =
            |action, before| Tariff::OwnSteps.charge(&before, action, &per(1, 1, 1), false);
        assert_eq!(charge(FIRST, per(1, 1, 0)), per(1, 0, 0));
        assert_eq!(charge(Action::step(2), per(1, 1, 0)), per(0, 0, 0));
        assert_eq!(charge(Action::Crash(0), per(1, 1, 0)), per(0, 0, 0));
    }

    #[test]
    fn who_comes_in_is_charged_to_all_others() {
        let charge = |before, after| Tariff::Entries(3).charge(&before, FIRST, &after, false);
        assert_eq!(charge(per(0, 1, 0), per(1, 1, 0)), per(0, 1, 1));
        assert_eq!(charge(per(0, 1, 0), per(1, 0, 1)), per(1, 2, 1));
        assert_eq!(charge(per(1, 0, 0), per(1, 0, 0)), per(0, 0, 0));
    }

    #[test]
    fn messages_are_charged_to_who_has_more_of_them() {
        let tariff = Tariff::Messages(vec![false, true]);
        let mail = |kind| MessageId { from: 0, to: 1, kind, nth: 0 };
        let charge = |action, after| tariff.charge(&per(2, 1, 0), action, &after, false);
        assert_eq!(charge(FIRST, per(4, 1, 0)), per(2, 0, 0));
        // the one that is delivered is gone, and another one has been sent
        assert_eq!(charge(Action::Deliver(mail(0)), per(2, 1, 0)), per(1, 0, 0));
        assert_eq!(charge(Action::Deliver(mail(1)), per(2, 1, 0)), per(0, 1, 0));
        assert_eq!(charge(Action::Duplicate(mail(0)), per(3, 1, 0)), per(0, 0, 0));
        assert_eq!(tariff.charge(&per(1, 0, 0), FIRST, &per(2, 0, 0), true), per(0, 0, 0));
    }

    #[test]
    fn of_a_run_all_is_charged_to_the_first() {
        let tariff = Tariff::Together(Box::new(Tariff::Entries(3)));
        let charge = |is_same| tariff.charge(&per(0, 0, 0), FIRST, &per(1, 0, 0), is_same);
        assert_eq!(charge(false), per(2, 0, 0));
        assert_eq!(charge(true), per(0, 0, 0));
    }
}
