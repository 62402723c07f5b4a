//! What the searches of a swarm found together.

use crate::swarm::{Failed, Line, VISITS_MAX};
use crate::{Answer, Failure, file, write_json};
use catalog::{ClaimKind, IN_DOMAINS, NO_DEADLOCK, Scenario, grouped, no_initial_state, steps};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::PathBuf;

/// A swarm of more is a mistake.
const SEARCHES_MAX: usize = 1_000_000;
/// The longest file in bytes: so many searches, with what few of them have found.
const FILE_MAX: usize = 500_000_000;
/// So many that are missing are told by their numbers.
const TOLD_MAX: usize = 20;

#[derive(Serialize)]
struct Merged {
    link: String,
    /// No failure was found, which proves nothing.
    ok: bool,
    searches: usize,
    n: usize,
    /// Those that are missing.
    missing: Vec<usize>,
    visits: usize,
    depth: usize,
    sentences: Vec<Told>,
}

#[derive(Serialize)]
struct Told {
    property: String,
    fails: bool,
    sentence: String,
    /// The shortest of the runs found.
    link: Option<String>,
}

/// Searches that find no failure prove nothing.
pub fn run(files: &[PathBuf], json: bool, to: &mut impl Write) -> Result<Answer, Failure> {
    let (scenario, lines) = read(files)?;
    let merged = merge(&scenario, &lines);
    if json {
        write_json(&merged, to)?;
    } else {
        write(&merged, to)?;
    }
    Ok(if merged.ok { Answer::Unproven } else { Answer::Bad })
}

/// The lines, each search once.
fn read(files: &[PathBuf]) -> Result<(Scenario, Vec<Line>), Failure> {
    let mut first: Option<(Scenario, usize)> = None;
    let mut searches = BTreeMap::new();
    for file in files {
        let text = file::read(file, FILE_MAX)?;
        let name = file::name(file);
        for (at, text) in text.lines().enumerate().filter(|it| !it.1.trim().is_empty()) {
            let wrong = |why| Failure::Usage(format!("`{name}`, line {}: {why}.", at + 1));
            let line: Line = serde_json::from_str(text)
                .map_err(|error| wrong(format!("this is not of a swarm ({error})")))?;
            let scenario = crate::parse_whole(&line.link, "merged")?;
            let (same, n) = first.get_or_insert_with(|| (scenario.clone(), line.n));
            if *same != scenario || *n != line.n {
                let Line { link, i, n: of, .. } = line;
                return Err(wrong(format!(
                    "{i}/{of} of `{link}` is not of the same swarm as {n} searches of `{same}`"
                )));
            }
            if !(1..=line.n).contains(&line.i) || line.n > SEARCHES_MAX {
                return Err(wrong(format!("there is no search {}/{} of a swarm", line.i, line.n)));
            }
            for failed in &line.failures {
                if !is_proof(same, failed) {
                    let Failed { property, link, .. } = failed;
                    return Err(wrong(format!(
                        "`{link}` does not break {property} in so many steps"
                    )));
                }
            }
            if line.no_initial_state.is_some() && has_initial_state(same) {
                return Err(wrong(format!("`{same}` has an initial state")));
            }
            searches.insert((line.i, line.seed), line);
        }
    }
    let Some((scenario, _)) = first else {
        return Err(Failure::Usage("There is nothing to merge.".into()));
    };
    Ok((scenario, searches.into_values().collect()))
}

/// Whether a run is one of the scenario and breaks what it is said to.
fn is_proof(scenario: &Scenario, failed: &Failed) -> bool {
    let Ok(parsed) = Scenario::parse(&failed.link) else { return false };
    let run = parsed.scenario;
    if !parsed.notices.is_empty()
        || run.with_run(Vec::new()) != *scenario
        || run.trace().refused.is_some()
    {
        return false;
    }
    if run.run.len() != failed.steps {
        return false;
    }
    let moment = run.moment();
    match failed.property.as_str() {
        NO_DEADLOCK => moment.is_deadlock(),
        IN_DOMAINS => moment.error(&[]).is_some(),
        property => moment.broken.contains(&property),
    }
}

fn has_initial_state(scenario: &Scenario) -> bool {
    let system = scenario.entry().search_system(&scenario.setting);
    checker::has_initial_state(&*system, VISITS_MAX) != Some(false)
}

fn merge(scenario: &Scenario, lines: &[Line]) -> Merged {
    let visits = lines.iter().fold(0_usize, |sum, it| sum.saturating_add(it.visits));
    let n = lines[0].n;
    let present: BTreeSet<usize> = lines.iter().map(|line| line.i).collect();
    let claims = scenario.entry().claims(&scenario.setting);
    let unsatisfied = lines.iter().find_map(|line| line.no_initial_state.as_ref());
    let is_asked = |kind| kind == ClaimKind::Always || unsatisfied.is_some();
    let claims = claims.iter().filter(|claim| is_asked(claim.kind)).map(|claim| claim.name);
    let mut properties: Vec<&str> = claims.chain([IN_DOMAINS, NO_DEADLOCK]).collect();
    for failed in lines.iter().flat_map(|line| &line.failures) {
        // such as a number that cannot be computed
        if !properties.contains(&&*failed.property) {
            properties.push(&failed.property);
        }
    }
    let tell = |property: &str| {
        if let Some(assumptions) = unsatisfied {
            let sentence = no_initial_state(assumptions);
            return Told { property: property.to_owned(), fails: true, sentence, link: None };
        }
        let all = || {
            lines
                .iter()
                .flat_map(|line| &line.failures)
                .filter(|failed| failed.property == property)
        };
        let count = all().count();
        let shortest = all().min_by_key(|failed| failed.steps);
        let sentence = match shortest {
            None => format!(
                "not a proof: no failure in {} visits of {}",
                grouped(visits),
                searches(lines.len())
            ),
            Some(it) => format!(
                "fails: a run of {}, found by {} of {}, perhaps not a shortest one",
                steps(it.steps),
                grouped(count),
                searches(lines.len())
            ),
        };
        let link = shortest.map(|shortest| shortest.link.clone());
        Told { property: property.to_owned(), fails: shortest.is_some(), sentence, link }
    };
    let sentences: Vec<Told> = properties.into_iter().map(tell).collect();
    Merged {
        link: scenario.to_string(),
        ok: sentences.iter().all(|sentence| !sentence.fails),
        searches: lines.len(),
        n,
        missing: (1..=n).filter(|it| !present.contains(it)).collect(),
        visits,
        depth: lines.iter().map(|line| line.depth).max().unwrap_or(0),
        sentences,
    }
}

/// "1 search", "16 searches".
fn searches(count: usize) -> String {
    format!("{} {}", grouped(count), if count == 1 { "search" } else { "searches" })
}

fn write(merged: &Merged, to: &mut impl Write) -> io::Result<()> {
    let Merged { link, searches: count, n, missing, visits, depth, sentences, .. } = merged;
    let (visits, all) = (grouped(*visits), searches(*count));
    writeln!(to, "{link}")?;
    writeln!(to, "{all}, {visits} visits, runs of up to {}", steps(*depth))?;
    if !missing.is_empty() {
        let mut some: Vec<String> = missing.iter().take(TOLD_MAX).map(usize::to_string).collect();
        if let Some(others) = missing.len().checked_sub(TOLD_MAX).filter(|it| *it > 0) {
            some.push(format!("and {} others", grouped(others)));
        }
        writeln!(to, "Of {n} searches there is nothing from {}.", some.join(", "))?;
    }
    writeln!(to)?;
    let width =
        sentences.iter().map(|sentence| sentence.property.chars().count()).max().unwrap_or(0);
    for Told { property, fails, sentence, link } in sentences {
        let mark = if *fails { "!" } else { " " };
        writeln!(to, "{mark} {property:width$}  {sentence}")?;
        if let Some(link) = link {
            writeln!(to, "    interleave play '{link}'")?;
        }
    }
    Ok(())
}
