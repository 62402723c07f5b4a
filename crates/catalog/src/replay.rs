//! A run that is shown, and grows: a step more is one step of work.

use crate::{Moment, Scenario, Trace, moment, trace};

/// What was taken of a run, for its trace and for the moment at its cursor. It is a store of what can be
/// worked out anew, and gives the same.
#[derive(Default)]
pub struct Replay {
    /// The setting, and how far its run was taken.
    taken: Option<(Scenario, trace::Walk, moment::Walk)>,
    steps: usize,
}

impl Replay {
    /// As [`Scenario::trace`].
    pub fn trace(&mut self, scenario: &Scenario) -> Trace {
        if scenario.loops_from.is_some() {
            return scenario.trace();
        }
        let (_, walk, _) = self.of(scenario);
        let taken = walk.follow(&scenario.run);
        let trace = walk.trace(false);
        self.steps += taken;
        trace
    }

    /// As [`Scenario::moment`].
    pub fn moment(&mut self, scenario: &Scenario) -> Moment {
        let run = &scenario.run[..scenario.at.min(scenario.run.len())];
        let (_, _, walk) = self.of(scenario);
        let taken = walk.follow(run);
        let moment = walk.moment();
        self.steps += taken;
        moment
    }

    /// How many steps it has taken in all.
    pub fn steps(&self) -> usize {
        self.steps
    }

    fn of(&mut self, scenario: &Scenario) -> &mut (Scenario, trace::Walk, moment::Walk) {
        let is_its = |it: &Scenario| {
            (it.slug, &it.text, &it.setting, it.state, &it.watched)
                == (
                    scenario.slug,
                    &scenario.text,
                    &scenario.setting,
                    scenario.state,
                    &scenario.watched,
                )
        };
        self.taken.take_if(|it| !is_its(&it.0));
        self.taken.get_or_insert_with(|| {
            let watched = scenario.watched.clone();
            let (trace, moment) = (scenario.live(), moment::Walk::new(scenario));
            (
                Scenario { watched, state: scenario.state, ..scenario.start() },
                trace::Walk::begin(trace),
                moment,
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pick;

    /// Longer, shorter, elsewhere, with other options: it always gives what a new one would.
    #[test]
    fn a_replay_gives_what_the_scenario_gives() {
        let mut replay = Replay::default();
        for link in ["bakery", "cf23?replicas=3", "bakery?crash=keep", "row-lock", "stable-storage"]
        {
            let mut scenario = Scenario::parse(link).unwrap().scenario;
            for round in 0..90 {
                let moment = replay.moment(&scenario);
                assert_eq!(moment, scenario.moment(), "{scenario}");
                assert_eq!(replay.trace(&scenario), scenario.trace(), "{scenario}");
                let all: Vec<_> = moment.next.iter().map(|choice| choice.action).collect();
                if round % 7 == 6 || all.is_empty() {
                    scenario.at = pick(7, round, scenario.run.len() + 1);
                    continue;
                }
                scenario.run.truncate(scenario.at);
                // one that is refused, too
                scenario.run.push(all[pick(3, round, all.len())]);
                scenario.at = scenario.trace().steps.len();
                if round % 5 != 0 {
                    scenario.run.truncate(scenario.at);
                }
            }
        }
    }

    #[test]
    fn a_step_more_is_one_step_of_work() {
        let mut scenario = Scenario::parse("dijkstra-ring").unwrap().scenario;
        let mut replay = Replay::default();
        for _ in 0..200 {
            let before = replay.steps();
            let moment = replay.moment(&scenario);
            replay.trace(&scenario);
            assert!(replay.steps() - before <= 2, "at {}", scenario.at);
            let next = moment.steps().find(|step| step.process != Some(0));
            let Some(next) = next.or(moment.steps().next()) else { break };
            scenario.run.push(next.action);
            scenario.at += 1;
        }
        assert!(scenario.at > 100);
        // and so is a step from further back
        scenario.at -= 40;
        replay.moment(&scenario);
        let moment = replay.moment(&scenario);
        scenario.run.truncate(scenario.at);
        scenario.run.push(moment.steps().next().unwrap().action);
        scenario.at += 1;
        let before = replay.steps();
        replay.trace(&scenario);
        replay.moment(&scenario);
        assert!(replay.steps() - before <= 3, "{}", replay.steps() - before);
    }
}
