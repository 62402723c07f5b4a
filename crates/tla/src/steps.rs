//! All steps of a program as guarded commands, by process, in the order in which the module has them.

use program::ir::{PointId, Program, Rule, Trigger};
use std::collections::BTreeSet;
use ways::path::Ways;
use ways::paths::paths;
use ways::source::Source;

/// What makes steps of several processes one action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Key {
    /// The line that begins at a point, by the point's name.
    Point(String),
    /// A rule, by its position among those of the process.
    Rule(usize),
}

/// A line or a rule of one process.
pub struct Step {
    pub process: usize,
    pub key: Key,
    pub rule: Rule,
    /// From each point where the process can stand.
    pub ways: Vec<(PointId, Ways)>,
}

impl Step {
    /// Our search does not count it as a step, where it looks for the end.
    pub fn is_fault(&self) -> bool {
        self.rule.trigger == Trigger::Crash
    }
}

/// The steps of a process, and the points at which it can stand.
pub fn steps(
    source: &Source,
    process: usize,
    first: PointId,
    name: &dyn Fn(PointId) -> String,
) -> Result<(Vec<Step>, BTreeSet<PointId>), String> {
    let program = &source.program;
    let it = &program.processes[process];
    let mut steps: Vec<Step> = Vec::new();
    let ways = |from: PointId, rule: Rule| {
        let left = source.work_left();
        paths(source, process, from, rule)
            .map_err(|why| source.in_line(why, words(program, rule), left))
    };
    for from in 0..it.points.len() {
        if let Some(rule) = it.own(from) {
            let key = Key::Point(name(from));
            steps.push(Step { process, key, rule, ways: vec![(from, ways(from, rule)?)] });
        }
    }
    for (nth, rule) in it.rules.iter().enumerate() {
        let points = (0..it.points.len()).filter(|&from| it.is_at(rule.at, from));
        let all: Result<Vec<_>, String> =
            points.map(|from| Ok((from, ways(from, *rule)?))).collect();
        steps.push(Step { process, key: Key::Rule(nth), rule: *rule, ways: all? });
    }
    let mut reached = BTreeSet::from([first]);
    loop {
        let before = reached.len();
        for (from, ways) in steps.iter().flat_map(|step| &step.ways) {
            if reached.contains(from) {
                reached.extend(ways.paths.iter().map(|path| path.to));
            }
        }
        if reached.len() == before {
            break;
        }
    }
    for step in &mut steps {
        step.ways.retain(|way| reached.contains(&way.0));
    }
    steps.retain(|it| it.ways.iter().any(|(_, it)| !it.paths.is_empty() || !it.beyond.is_empty()));
    source.require_work()?;
    Ok((steps, reached))
}

/// The first line of what a rule is in the text.
pub fn words(program: &Program, rule: Rule) -> &str {
    program.rows[usize::from(rule.row)].text.lines().next().unwrap_or_default()
}
