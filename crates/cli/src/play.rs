//! A run, step by step, and the moment at its cursor.

use crate::commands::Commands;
use crate::{Answer, Failure, moment, tell, write_json};
use catalog::{
    Arrow, ArrowKind, Counts, Event, Moment, Parsed, Relation, Scenario, Trace, WatchedView, plain,
};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

#[derive(Serialize)]
struct Played<'a> {
    link: String,
    /// What was wrong with the link.
    notices: &'a [String],
    /// After so many steps the run comes to the state in which it ends.
    loops_from: Option<usize>,
    knobs: BTreeMap<&'static str, &'static str>,
    /// The whole run.
    trace: &'a Trace,
    /// The cursor.
    moment: &'a Moment,
    /// What was spent up to the cursor.
    counts: Counts,
}

/// Adds expressions whose values are shown.
pub fn watch(scenario: &mut Scenario, expressions: &[String]) -> Result<(), Failure> {
    expressions.iter().try_for_each(|expression| {
        let watched = scenario.watch(expression);
        watched.map_err(|why| Failure::Usage(format!("“{expression}” cannot be watched. {why}")))
    })
}

/// Bad if a property is broken at the cursor or by the run's loop, or if the run cannot be taken to
/// its end.
pub fn run(
    parsed: &Parsed,
    commands: &Commands,
    json: bool,
    to: &mut impl Write,
) -> Result<Answer, Failure> {
    let Parsed { scenario, notices, .. } = parsed;
    let (trace, moment) = (scenario.trace(), scenario.moment());
    if json {
        let played = Played {
            link: scenario.to_string(),
            notices,
            loops_from: scenario.loops_from,
            knobs: scenario.setting.names().into_iter().collect(),
            counts: trace.counts(moment.at),
            trace: &trace,
            moment: &moment,
        };
        write_json(&played, to)?;
    } else {
        for notice in notices {
            tell(notice);
        }
        write(scenario, commands, (&trace, &moment), to)?;
    }
    Ok(match notices[..] {
        [] => {
            let is_good = !moment.fails() && trace.refused.is_none();
            let comes_to_its_end = moment.at < trace.steps.len() || trace.unmet.is_empty();
            (is_good && trace.loop_breaks.is_empty() && comes_to_its_end).into()
        }
        _ => Answer::Damaged,
    })
}

fn write(
    scenario: &Scenario,
    commands: &Commands,
    (trace, moment): (&Trace, &Moment),
    to: &mut impl Write,
) -> io::Result<()> {
    if commands.file_name().is_none() {
        writeln!(to, "{}", scenario.entry().name)?;
    }
    writeln!(to, "{}", commands.title(scenario))?;
    for (knob, value) in scenario.setting.iter() {
        writeln!(to, "  {}: {}", knob.words, value.words)?;
    }
    writeln!(to)?;
    let digits = trace.steps.len().to_string().len();
    let moments = if moment.view.watched.is_empty() { Vec::new() } else { scenario.moments() };
    for index in 0..trace.steps.len() {
        if scenario.loops_from == Some(index) {
            writeln!(to, "From here on it goes round and round:")?;
        }
        let cursor = if index + 1 == moment.at { ">" } else { " " };
        let relation = match scenario.picked {
            Some(picked) if picked < trace.steps.len() => relation(trace, picked, index),
            _ => "",
        };
        let action = trace.steps[index].action.to_string();
        let said = plain(&trace.said(index));
        writeln!(
            to,
            "{cursor} {:digits$}  {relation}{action:5} {said}{}",
            trace.steps_in(index + 1),
            notes(trace, index)
        )?;
        for it in changed(&moments, index) {
            writeln!(to, "  {:digits$}         {}: {}", "", it.words, it.value)?;
        }
    }
    for property in &trace.loop_breaks {
        writeln!(to, "Repeated for ever, this loop violates: {property}.")?;
    }
    if let Some(refused) = &trace.refused {
        writeln!(to, "{}", refused.why)?;
    }
    if moment.at == 0 {
        writeln!(to, "{}", plain(&moment.said))?;
    }
    writeln!(to)?;
    moment::write(scenario, trace, moment, to)
}

/// What is watched and has another value after a step, or its first.
fn changed(moments: &[Moment], step: usize) -> Vec<&WatchedView> {
    let values = |at: usize| moments.get(at).map_or(&[][..], |moment| &moment.view.watched);
    let (before, after) = (values(step), values(step + 1));
    after.iter().filter(|watched| step == 0 || !before.contains(watched)).collect()
}

/// How a step stands to the picked one.
fn relation(trace: &Trace, picked: usize, index: usize) -> &'static str {
    match trace.order.relation(picked, index) {
        Relation::Same => "picked      ",
        Relation::Before => "before      ",
        Relation::After => "after       ",
        Relation::Concurrent => "concurrent  ",
    }
}

/// Where the arrows to a step come from, and what it breaks.
pub fn notes(trace: &Trace, index: usize) -> String {
    // what a crash takes from memory it does not read
    let crashes = trace.steps[index].events.contains(&Event::Crashed);
    let is_told =
        |arrow: &&Arrow| arrow.to == index && !(crashes && arrow.kind == ArrowKind::ReadsFrom);
    let arrows = trace.arrows.iter().filter(is_told).map(|arrow| {
        let verb = match arrow.kind {
            ArrowKind::Message | ArrowKind::Lost => "sent",
            ArrowKind::ReadsFrom => "written",
        };
        format!(" ({verb} in step {})", arrow.from + 1)
    });
    let breaks = trace.steps[index].breaks.iter().map(|text| format!(" This breaks: {text}."));
    arrows.chain(breaks).collect()
}
