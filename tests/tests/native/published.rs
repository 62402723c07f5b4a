//! Links that were published once open for ever, and show what they showed.

use catalog::{Scenario, entries};
use std::collections::BTreeSet;

const PUBLISHED: &str = include_str!("../../links/published.txt");

/// Only goes up, with the number of lines.
const LINKS: usize = 351;

fn lines() -> impl Iterator<Item = &'static str> {
    PUBLISHED.lines().filter(|line| !line.starts_with('#'))
}

fn link(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

/// The line of a link: what it shows today, or what is wrong with it.
fn shown(link: &str) -> String {
    let parsed = match Scenario::parse(link) {
        Ok(parsed) => parsed,
        Err(problem) => return format!("{link}  {problem}"),
    };
    let (trace, moment) = (parsed.scenario.trace(), parsed.scenario.moment());
    let wrong = parsed.notices.into_iter().chain(trace.refused.map(|refused| refused.why));
    let wrong: Vec<String> = wrong.collect();
    if !wrong.is_empty() {
        return format!("{link}  {}", wrong.join(" "));
    }
    let sections: Vec<&str> =
        moment.view.processes.iter().map(|process| process.zone.name()).collect();
    let broken = if moment.broken.is_empty() { "nothing".into() } else { moment.broken.join(", ") };
    format!("{link}  {} of {}  {}  {broken}", moment.at, trace.steps.len(), sections.join(" "))
}

#[test]
fn published_links_show_what_they_showed() {
    let wrong: Vec<String> =
        lines().filter(|line| shown(link(line)) != *line).map(|line| shown(link(line))).collect();
    assert!(wrong.is_empty(), "these have changed:\n{}", wrong.join("\n"));
}

#[test]
fn published_links_only_grow() {
    let links: BTreeSet<&str> = lines().map(link).collect();
    assert_eq!((links.len(), lines().count()), (LINKS, LINKS));
    let missing: Vec<String> = entries()
        .iter()
        .flat_map(|entry| {
            let ends = entry.dares.iter().map(|dare| dare.link).chain([entry.card]);
            ends.map(|end| format!("{}{end}", entry.slug))
        })
        .filter(|text| !links.contains(&**text))
        .map(|text| shown(&text))
        .collect();
    assert!(missing.is_empty(), "these are to be added:\n{}", missing.join("\n"));
}
