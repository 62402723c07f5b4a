//! What the graph shows, in a sentence or two, and the state in which one step decides.

use catalog::{Graph, Scenario, Valence, capital, grouped, plain};

use crate::{narration::number, words::count};

/// What there is to say of all states.
#[derive(Debug)]
pub struct Finding {
    pub title: String,
    pub lead: String,
}

/// The nearest state in which whatever step is taken next decides.
#[derive(PartialEq, Debug)]
pub struct Critical {
    /// Its place in the graph.
    pub state: usize,
    /// "After step 2: both are open"
    pub words: String,
    /// One for each value that the next step can leave.
    pub futures: Vec<Future>,
}

/// What a step leaves.
#[derive(PartialEq, Debug)]
pub struct Future {
    /// The state after the step.
    pub state: usize,
    pub process: Option<u8>,
    /// "process 0 writes r[0] ← 0 and r[1] ← 0"
    pub deed: String,
    /// "from here, only A"
    pub words: String,
}

/// A part of all states: those of one kind.
pub struct Share {
    pub words: String,
    pub states: usize,
    pub valence: Valence,
    /// What can still be decided, as places in the graph's values.
    pub values: Vec<usize>,
}

pub fn finding(graph: &Graph) -> Finding {
    let all = graph.nodes.len();
    let split = graph.count(Valence::Split);
    let critical = graph.count(Valence::Critical);
    let open = graph.count(Valence::Bivalent) + critical;
    let lead = format!("{}. {}", count(all, "state", "states"), openness(graph, open, critical));
    let several = |states: usize| match graph.values.len() {
        2 => format!("two values are decided in {} of {} states", grouped(states), grouped(all)),
        _ => format!(
            "different values are decided in {} of {} states",
            grouped(states),
            grouped(all)
        ),
    };
    let nearest = graph.nodes.iter().find(|node| node.valence == Valence::Critical);
    let title = match nearest {
        Some(it) => match it.depth {
            0 => "The first step decides.".into(),
            1 => "After one step, the next one decides.".into(),
            depth => format!("After {} steps, one step decides.", number(depth)),
        },
        None if split > 0 => format!("No step decides: {}.", several(split)),
        None if open > 0 => "No single step decides.".into(),
        None if graph.values.len() == 1 => {
            format!("Only {} can be decided, from the start.", graph.values[0].value)
        }
        None => "Nothing can be decided.".into(),
    };
    let lead = match nearest {
        Some(_) if split > 0 => format!("{lead} {}.", capital(&several(split))),
        _ => lead,
    };
    Finding { title, lead }
}

/// "In 4 of them both values are open, and one of these is critical."
fn openness(graph: &Graph, open: usize, critical: usize) -> String {
    let what = if graph.values.len() == 2 { "both values are" } else { "more than one value is" };
    let these = match critical {
        _ if open == 0 => return format!("In none of them {what} open."),
        0 => "none of these is critical".into(),
        1 => "one of these is critical: whatever step comes next decides".into(),
        many => {
            format!("{} of these are critical: whatever step comes next decides", grouped(many))
        }
    };
    format!("In {} of them {what} open, and {these}.", grouped(open))
}

/// None if no state is critical.
pub fn critical(setting: &Scenario, graph: &Graph) -> Option<Critical> {
    let state = graph.nodes.iter().position(|node| node.valence == Valence::Critical)?;
    let node = &graph.nodes[state];
    let open = match node.values.len() {
        2 => "both are open".into(),
        many => format!("{} values are open", number(many)),
    };
    let words = match node.depth {
        0 => format!("At the start: {open}"),
        depth => format!("After step {depth}: {open}"),
    };
    let mut futures: Vec<Future> = Vec::new();
    for edge in graph.steps(state).filter(|step| !step.action.is_fault()) {
        let values = &graph.nodes[edge.to].values;
        let is_known = futures.iter().any(|future| graph.nodes[future.state].values == *values);
        let &[value] = &values[..] else { continue };
        if is_known {
            continue;
        }
        let trace = setting.with_run([&node.run[..], &[edge.action]].concat()).trace();
        futures.push(Future {
            state: edge.to,
            process: edge.process,
            deed: trace
                .did(node.run.len())
                .map_or_else(|| edge.action.to_string(), |pieces| plain(&pieces)),
            words: format!("from here, only {}", graph.values[value].value),
        });
    }
    Some(Critical { state, words, futures })
}

/// All kinds of states that there are, and how many of each.
pub fn shares(graph: &Graph) -> Vec<Share> {
    let all: Vec<usize> = (0..graph.values.len()).collect();
    let kind = |valence, words: &str| Share {
        words: words.into(),
        states: graph.count(valence),
        valence,
        values: all.clone(),
    };
    let open = if all.len() == 2 { "both open" } else { "several open" };
    let mut shares = vec![kind(Valence::Bivalent, open), kind(Valence::Critical, "critical")];
    shares.extend(all.iter().map(|&value| Share {
        words: format!("only {}", graph.values[value].value),
        states: graph.count_only(value),
        valence: Valence::Univalent,
        values: vec![value],
    }));
    let decided = if all.len() == 2 { "two decided" } else { "several decided" };
    shares.push(kind(Valence::Split, decided));
    shares.push(kind(Valence::Never, "nothing any more"));
    shares.retain(|share| share.states > 0);
    shares
}

/// The nearest state in which two have decided differently: "Show the shortest run to two decisions: 13
/// steps".
pub fn split(graph: &Graph) -> Option<(usize, String)> {
    let state = graph.nodes.iter().position(|node| node.valence == Valence::Split)?;
    let steps = count(graph.nodes[state].depth, "step", "steps");
    Some((state, format!("Show the shortest run to two decisions: {steps}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::GRAPH_MAX;

    fn graph(link: &str) -> (Scenario, Graph) {
        let scenario = Scenario::parse(link).unwrap().scenario;
        let graph = scenario.valence(GRAPH_MAX).unwrap();
        (scenario, graph)
    }

    #[test]
    fn one_step_decides_and_what_it_does_is_said() {
        let (scenario, graph) = graph("assign23");
        let it = finding(&graph);
        assert_eq!(it.title, "After two steps, one step decides.");
        assert_eq!(
            it.lead,
            "64 states. In 4 of them both values are open, and one of these is \
             critical: whatever step comes next decides."
        );
        let it = critical(&scenario, &graph).unwrap();
        assert_eq!((it.words.as_str(), it.futures.len()), ("After step 2: both are open", 2));
        let told: Vec<_> =
            it.futures.iter().map(|future| (future.process, &*future.words)).collect();
        assert_eq!(told, [(Some(0), "from here, only A"), (Some(1), "from here, only B")]);
        assert!(it.futures[0].deed.starts_with("process 0 writes r[0]"), "{}", it.futures[0].deed);
        assert!(split(&graph).is_none());
    }

    #[test]
    fn where_no_step_decides_two_may_win() {
        let (scenario, graph) = graph("assign23?writes=one");
        assert_eq!(critical(&scenario, &graph), None);
        let it = finding(&graph);
        assert_eq!(it.title, "No step decides: two values are decided in 3 of 48 states.");
        assert!(it.lead.ends_with("and none of these is critical."), "{}", it.lead);
        assert_eq!(split(&graph).unwrap().1, "Show the shortest run to two decisions: 9 steps");
        let shares = shares(&graph);
        assert_eq!(shares.iter().map(|share| share.states).sum::<usize>(), 48);
        let words: Vec<_> = shares.iter().map(|share| &*share.words).collect();
        assert_eq!(words, ["both open", "two decided"]);
    }
}
