//! Every interleaving, and what it comes to.

use crate::args::Check;
use crate::{Answer, Failure, effects, write_json};
use catalog::{
    Bound, Coverage, End, FAIR, HOLDS_IF_FAIR, IN_DOMAINS, Outcome, Report, Scenario, Verdict,
    capital, comes_to_nothing, grouped, reason::Reason, steps,
};
use checker::Search;
use serde::Serialize;
use std::io::{self, Write};
use std::sync::Arc;

#[derive(Serialize)]
struct Checked<'a> {
    link: String,
    /// Only what can follow this step of the link's run was looked at; steps are counted from there.
    from_step: Option<usize>,
    /// Nothing fails that was claimed, as far as it was asked.
    ok: bool,
    /// How many classes of states were seen, where these are what was searched.
    classes: Option<usize>,
    /// Options of the link without which the search finds the same.
    no_effect: &'a [String],
    /// Why no machine code was run, where some was to: a sentence.
    interpreted: Option<String>,
    #[serde(flatten)]
    report: &'a Report,
    /// One for each verdict of the report.
    sentences: Vec<Told>,
}

#[derive(Serialize)]
struct Told {
    property: &'static str,
    sentence: String,
    /// Why that run fails, in a sentence.
    why: Option<String>,
    /// The run that proves it.
    link: Option<String>,
    /// How runs can end, where that is the question.
    ends: Vec<ToldEnd>,
}

#[derive(Serialize)]
struct ToldEnd {
    value: String,
    sentence: String,
    /// A shortest run that ends so.
    link: String,
}

pub fn run(scenario: &Scenario, args: &Check, to: &mut impl Write) -> Result<Answer, Failure> {
    let runner = args.bounds.runner(args.safety);
    let system = match args.reduce {
        true => scenario.entry().symmetric_system(&scenario.setting),
        false => scenario.entry().search_system(&scenario.setting),
    };
    let limits = runner.limits(system.bytes(runner.threads()));
    let start = match args.from_here {
        true => scenario.then(&[], None),
        false => scenario.with_run(Vec::new()),
    };
    let reduced = || Search::reduced(Arc::clone(&system), limits);
    let mut search =
        args.reduce.then(reduced).flatten().unwrap_or_else(|| match args.fingerprints {
            true => Search::by_fingerprints(Arc::clone(&system), limits),
            false => Search::after(Arc::clone(&system), &start.run, limits),
        });
    runner.run(&mut search, limits)?;
    let (report, classes) = (search.report(), search.classes());
    let link = start.to_string();
    let from_step = args.from_here.then_some(start.at);
    let tell_end = |it: &End| ToldEnd {
        value: it.value.clone(),
        sentence: it.sentence(&report),
        link: start.then(&it.run, None).to_string(),
    };
    let tell = |it: &Verdict| Told {
        property: it.property,
        sentence: match it.outcome {
            Outcome::NotAsked if classes.is_some() => "not asked of classes of states".into(),
            Outcome::NotAsked if args.safety => {
                "not asked: `--safety` looks at no whole runs".into()
            }
            _ => it.sentence(&report) + &reason(it, &start),
        },
        why: why(it, &start),
        link: it.run().map(|run| start.then(run, it.loops_from()).to_string()),
        ends: it.ends().iter().map(tell_end).collect(),
    };
    let sentences: Vec<Told> = report.verdicts.iter().map(tell).collect();
    let ok = report.ok();
    let no_effect = &*effects::without_effect(scenario, args, &report, limits);
    let interpreted = search.interpreted();
    if args.print.json {
        let report = &report;
        let checked =
            Checked { link, from_step, ok, classes, no_effect, interpreted, report, sentences };
        write_json(&checked, to)?;
    } else {
        let alike = match classes {
            Some(classes) => format!(" in {} classes", grouped(classes)),
            None if args.reduce => " (nobody is alike: nothing to reduce)".into(),
            None => String::new(),
        };
        writeln!(to, "{link}")?;
        let size = scenario.size();
        if !size.is_empty() {
            writeln!(to, "{size}")?;
        }
        if let Some(step) = from_step {
            writeln!(to, "Only what can follow its first {}, counted from there.", steps(step))?;
        }
        let beyond = report.beyond.as_deref().map(|run| start.then(run, None).to_string());
        write(&alike, &report, beyond, &sentences, to)?;
        if let Some(sentence) = &interpreted {
            writeln!(to, "\n{sentence}")?;
        }
        for pair in no_effect {
            writeln!(
                to,
                "\n`{pair}` has no effect: without it there are as many states, and the same verdicts."
            )?;
        }
    }
    // who asks for `--safety` has left the others out; `--reduce` does so by itself
    let is_left_out = |it: &Verdict| matches!(it.outcome, Outcome::NotAsked) && !args.safety;
    Ok(match report.coverage {
        Coverage::Bounded(_) if ok => Answer::Unproven,
        _ if ok && report.verdicts.iter().any(is_left_out) => Answer::Unproven,
        _ => ok.into(),
    })
}

/// What is wrong with the step that cannot be computed.
pub fn reason(verdict: &Verdict, start: &Scenario) -> String {
    let run = verdict.run().filter(|_| verdict.property == IN_DOMAINS);
    let told = run.and_then(|run| {
        let end = start.then(run, None);
        end.moment().error(&end.trace().rows)
    });
    told.map_or_else(String::new, |why| format!(". {}.", capital(&why)))
}

/// Why the run of a verdict fails.
fn why(verdict: &Verdict, start: &Scenario) -> Option<String> {
    let run = verdict.run().filter(|_| !verdict.good())?;
    let reasons = start.then(run, verdict.loops_from()).reasons();
    reasons.iter().find(|reason| reason.property == verdict.property).map(Reason::text)
}

fn write(
    alike: &str,
    report: &Report,
    beyond: Option<String>,
    told: &[Told],
    to: &mut impl Write,
) -> io::Result<()> {
    let Report { states, transitions, depth, .. } = report;
    let (states, transitions) = (grouped(*states), grouped(*transitions));
    writeln!(to, "{states} states{alike}, {transitions} transitions, depth {depth}")?;
    match &report.coverage {
        Coverage::Exhausted => {}
        Coverage::Bounded(bounds) if matches!(bounds[..], [Bound::Fingerprints(_)]) => writeln!(
            to,
            "All {states} fingerprints explored, which is no proof: {}.",
            report.coverage.sentence()
        )?,
        Coverage::Bounded(bounds) if bounds.contains(&Bound::Interrupted) => {
            writeln!(to, "This is what was known by then: {}.", report.coverage.sentence())?;
        }
        coverage => writeln!(to, "Not every state was seen: {}.", coverage.sentence())?,
    }
    if let Some(link) = beyond {
        writeln!(to, "The nearest such step is possible here:")?;
        writeln!(to, "    interleave play '{link}'")?;
    }
    writeln!(to)?;
    let width = told.iter().map(|it| it.property.chars().count()).max().unwrap_or(0);
    for (told, verdict) in told.iter().zip(&report.verdicts) {
        let mark = if verdict.good_after(&report.coverage) { " " } else { "!" };
        writeln!(to, "{mark} {:width$}  {}", told.property, told.sentence)?;
        if let Some(why) = &told.why {
            writeln!(to, "    {why}")?;
        }
        if let Some(link) = &told.link {
            writeln!(to, "    interleave play '{link}'")?;
        }
        for note in &verdict.notes {
            writeln!(to, "    {note}")?;
        }
        for ToldEnd { value, sentence, link } in &told.ends {
            writeln!(to, "    {value}: {sentence}")?;
            writeln!(to, "      interleave play '{link}'")?;
        }
    }
    if let Some(sentence) = comes_to_nothing(&report.unreached, &report.unused) {
        writeln!(to, "\n{sentence}")?;
    }
    if told.iter().any(|it| it.sentence == HOLDS_IF_FAIR) {
        writeln!(to, "\n{FAIR}")?;
    }
    Ok(())
}
