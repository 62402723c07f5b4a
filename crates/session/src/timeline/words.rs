//! Steps in a few words, for captions and for those who listen.

use crate::{state::Fork, words::count};
use catalog::{Action, Event, Relation, Step, Trace, WritePhase, Zone, article};

/// "process 1 reads number[0] = 1"
pub fn brief(trace: &Trace, step: usize) -> String {
    let step = &trace.steps[step];
    let who = match (step.process, step.events.first()) {
        // also what reaches somebody who has crashed
        (None, _) | (_, Some(Event::Lost { .. })) => "the network".into(),
        (Some(process), _) => trace.lane(process.into()),
    };
    let mut parts: Vec<String> = Vec::new();
    match step.action {
        Action::Restart(_) => parts.push("starts again".into()),
        Action::Timeout(_) | Action::TimeoutAs(..) => parts.push("times out".into()),
        _ => {}
    }
    parts.extend(step.events.iter().filter_map(|told| event(trace, told)));
    if parts.is_empty() {
        let to = step.events.iter().find_map(|event| match event {
            Event::Moved { to, .. } => Some(format!("goes on, to {}", to.name())),
            _ => None,
        });
        parts.push(to.unwrap_or_else(|| "goes on".into()));
    }
    format!("{who} {}", parts.join(", "))
}

fn event(trace: &Trace, event: &Event) -> Option<String> {
    let name = |lane: &u8| trace.lane((*lane).into());
    Some(match event {
        Event::Read { cell, value, .. } => format!("reads {cell} = {value}"),
        Event::Write { cell, value, phase } => {
            let verb = match phase {
                WritePhase::Issued => return Some(format!("writes {cell} ← {value}, pending")),
                WritePhase::Arrives => return Some(format!("has {cell} ← {value} in memory")),
                WritePhase::Whole => "writes",
                WritePhase::Begin => "begins to write",
                WritePhase::End => "finishes writing",
            };
            format!("{verb} {cell} ← {value}")
        }
        Event::Set { name, value } => format!("sets {name} ← {value}"),
        Event::Chose { name, value } => format!("chooses {name} = {value}"),
        Event::Send { to, text, .. } => format!("sends {}{text} to {}", article(text), name(to)),
        Event::Receive { from, text, .. } => {
            format!("receives {}{text} from {}", article(text), name(from))
        }
        Event::Lost { text, mail } => {
            format!("loses {}{text} from {} to {}", article(text), name(&mail.from), name(&mail.to))
        }
        Event::Duplicated { text, mail } => {
            let what = format!("{}{text}", article(text));
            format!("doubles {what} from {} to {}", name(&mail.from), name(&mail.to))
        }
        Event::Moved { to: Zone::Critical, .. } => "enters the critical section".into(),
        Event::Moved { from: Zone::Critical, .. } => "leaves the critical section".into(),
        Event::Decided { value } => format!("decides {value}"),
        Event::Called { .. } | Event::Returned { .. } => return event.of_operation(),
        Event::Crashed => "crashes".into(),
        Event::Moved { .. } | Event::Note { .. } => return None,
    })
}

/// "(4, 3, 0)"
pub fn vector(trace: &Trace, step: usize) -> String {
    let counts = trace.order.vector(step).iter().take(trace.processes);
    format!("({})", counts.map(u32::to_string).collect::<Vec<_>>().join(", "))
}

/// What an algorithm itself had to say about a step.
pub fn notes(step: &Step) -> String {
    let notes = step.events.iter().filter_map(|event| match event {
        Event::Note { text } => Some(format!(" {text}")),
        _ => None,
    });
    notes.collect()
}

/// In the diagram where there is no step.
pub const EMPTY: &str = "Every step will have a mark here.";

/// Below the diagram where no step is picked.
pub fn below(trace: &Trace) -> &'static str {
    match trace.steps.is_empty() {
        true => "",
        false => "Select a step to see what could have led to it, and what could not.",
    }
}

/// Where there is nothing to compare.
pub const HINT: &str = "Move the cursor to compare it with another step.";

/// What follows from the clocks of two steps, in a sentence or two.
pub fn compared(trace: &Trace, one: usize, other: usize) -> String {
    if [one, other].iter().any(|it| trace.steps[*it].process.is_none()) {
        return "Losses and duplicates have no timestamp.".into();
    }
    let order = &trace.order;
    let key = |it: &usize| order.lamport(*it);
    let (a, b) = if key(&other) < key(&one) { (other, one) } else { (one, other) };
    let (low, high) = (key(&a), key(&b));
    if low == high {
        return format!("Lamport {low} = {low} says what the vectors say: concurrent.");
    }
    let (a_name, b_name) = (trace.steps_in(a + 1), trace.steps_in(b + 1));
    let vectors = match order.relation(a, b) {
        Relation::After => format!("step {a_name} could have led to step {b_name}"),
        _ => "concurrent, since neither is less".into(),
    };
    format!(
        "Lamport {low} < {high} says only that step {b_name} did not lead to step {a_name}. \
         The vectors say: {vectors}."
    )
}

/// How a run goes on that ends in a loop.
pub fn again(trace: &Trace, loops_from: usize) -> String {
    format!("again from {}", trace.name_of(loops_from))
}

/// Where a run is that has gone back so often.
pub fn round(rounds: usize) -> String {
    format!("round {}", rounds + 1)
}

/// Where one or more branches leave, the first of them being `fork`.
pub fn fork(fork: &Fork, branches: usize) -> String {
    let at = match fork.at {
        0 => "at the start".into(),
        at => format!("after step {at}"),
    };
    let steps = count(fork.steps, "step", "steps");
    match branches {
        1 => format!("Another branch leaves {at}, {steps} long: go there"),
        _ => format!("{branches} other branches leave {at}, the first {steps} long: go there"),
    }
}

/// The diagram as text: how long it is, and what happened last.
pub fn summary(trace: &Trace, at: usize, loops_from: Option<usize>, rounds: usize) -> String {
    const LAST: usize = 3;
    let (steps, taken) = (trace.steps_in(trace.steps.len()), trace.steps_in(at));
    let last = (at.saturating_sub(LAST)..at.min(trace.steps.len()))
        .map(|step| (trace.name_of(step), brief(trace, step)))
        .map(|(name, brief)| format!("{}: {brief}", name.trim_start_matches("step ")));
    let mut parts = vec![format!("Space-time diagram, {taken} of {steps} steps taken")];
    parts.extend(last);
    if let Some(from) = loops_from {
        parts.push(format!(
            "The run ends in a loop: after step {steps} it goes on {}",
            again(trace, from)
        ));
    }
    if rounds > 0 {
        parts.push(format!("This is {} of the loop", round(rounds)));
    }
    parts.join(". ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::Scenario;

    #[test]
    fn steps_are_told_briefly() {
        let trace = Scenario::parse("bakery?v=1&run=QIRKBIBQ.yZu5").unwrap().scenario.trace();
        assert_eq!(brief(&trace, 0), "process 1 goes on, to doorway");
        assert_eq!(brief(&trace, 13), "process 0 writes number[0] ← 2");
        assert_eq!(vector(&trace, 0), "(0, 1, 0)");
        assert!(
            summary(&trace, 14, None, 0)
                .starts_with("Space-time diagram, 14 of 14 steps taken. 12: ")
        );
        assert_eq!(summary(&trace, 0, None, 0), "Space-time diagram, 0 of 14 steps taken");
    }

    /// The diagram says so already.
    #[test]
    fn nothing_is_said_below_a_diagram_without_steps() {
        let trace = |link| Scenario::parse(link).unwrap().scenario.trace();
        assert_eq!(below(&trace("bakery")), "");
        assert!(below(&trace("bakery?v=1&run=QIRKBIBQ.yZu5")).starts_with("Select a step"));
    }

    #[test]
    fn lanes_have_their_names() {
        let told = |link| {
            let trace = Scenario::parse(link).unwrap().scenario.trace();
            (0..trace.steps.len()).map(|it| brief(&trace, it)).collect::<Vec<_>>().join("; ")
        };
        let store = told("cf23?v=1&run=QBiExmJiAH.FbnW");
        assert!(store.contains("; replica 0 receives propose:0"), "{store}");
        assert!(store.contains(" to replica 0; "), "{store}");
        let dead = "fault-tolerant-permission?losses=0&dies=inside&v=1&run=IGSian099fv.MT5q";
        let dead = told(dead);
        assert!(dead.contains("; the network loses "), "{dead}");
    }

    #[test]
    fn a_loop_is_told() {
        let link = "semaphore-server?entries=unbounded&queue=lifo&v=1&loop=9\
                    &run=YBUZOVliI65CUZXVliI7.1C5E";
        let scenario = Scenario::parse(link).unwrap().scenario;
        let said = summary(&scenario.trace(), 30, scenario.loops_from, 1);
        let len = scenario.run.len();
        let end =
            format!("after step {len} it goes on again from step 10. This is round 2 of the loop");
        assert!(said.ends_with(&end), "{said}");
    }

    #[test]
    fn clocks_of_two_steps_are_compared() {
        // two ask, and the question of process 0 reaches both others
        let run = ["s0", "s1", "d01a", "d02a"].map(|text| text.parse().unwrap());
        let scenario = Scenario::parse("ricart-agrawala").unwrap().scenario;
        let trace = scenario.with_run(run.to_vec()).trace();
        for (one, other, said) in [
            (1, 2, "Lamport 1 = 1 says what the vectors say: concurrent."),
            (
                1,
                3,
                "Lamport 1 < 2 says only that step 3 did not lead to step 1. \
                 The vectors say: step 1 could have led to step 3.",
            ),
            (
                2,
                4,
                "Lamport 1 < 2 says only that step 4 did not lead to step 2. \
                 The vectors say: concurrent, since neither is less.",
            ),
        ] {
            assert_eq!(compared(&trace, one - 1, other - 1), said);
            assert_eq!(compared(&trace, other - 1, one - 1), said);
        }
    }

    #[test]
    fn a_step_of_the_network_has_no_clock() {
        let link = "ricart-agrawala?processes=2&faults=duplicate&v=1&run=EGVPNqE6_.Jyd7";
        let trace = Scenario::parse(link).unwrap().scenario.trace();
        let network = trace.steps.iter().position(|step| step.process.is_none()).unwrap();
        assert_eq!(compared(&trace, 0, network), "Losses and duplicates have no timestamp.");
    }

    #[test]
    fn an_algorithm_has_its_own_say() {
        let link = "assign23?v=1&run=ABQ.40CW";
        let trace = Scenario::parse(link).unwrap().scenario.trace();
        assert_eq!(notes(&trace.steps[5]), " It takes itself for the first.");
        assert_eq!(notes(&trace.steps[0]), "");
    }
}
