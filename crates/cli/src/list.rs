//! Every algorithm, with its knobs, its properties and its named moments.

use crate::{Failure, write_json};
use catalog::{Article, ClaimKind, Claimed, Entry, Scenario, entries};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct Listed {
    #[serde(flatten)]
    entry: &'static Entry,
    article: Article,
    properties: Vec<Claimed>,
}

pub fn run(json: bool, to: &mut impl Write) -> Result<(), Failure> {
    let listed = |entry: &'static Entry| Listed {
        entry,
        article: entry.about().article,
        properties: entry.claims(&Scenario::new(entry).setting),
    };
    let all: Vec<Listed> = entries().iter().map(listed).collect();
    if json {
        return write_json(&all, to);
    }
    for (index, it) in all.iter().enumerate() {
        if index > 0 {
            writeln!(to)?;
        }
        write(it, to)?;
    }
    Ok(())
}

fn write(Listed { entry, article, properties }: &Listed, to: &mut impl Write) -> io::Result<()> {
    let paper = entry.paper;
    writeln!(to, "{}: {}", entry.slug, entry.name)?;
    writeln!(to, "  {}", article.lead)?;
    writeln!(to, "  {}, {}, {}: {}", paper.authors, paper.title, paper.year, paper.url)?;
    writeln!(to, "  options, the default first:")?;
    let width = entry.knobs.iter().map(|knob| knob.name.len()).max().unwrap_or(0);
    for knob in entry.knobs {
        let values: Vec<&str> = knob.values.iter().map(|value| value.name).collect();
        writeln!(to, "    {:width$}  {}", knob.name, values.join(" | "))?;
    }
    writeln!(to, "  properties:")?;
    let width = properties.iter().map(|property| property.name.chars().count()).max().unwrap_or(0);
    for it in properties {
        let kind = match it.kind {
            ClaimKind::Always => "always",
            ClaimKind::Sometimes => "sometimes",
            ClaimKind::Most => "most",
            ClaimKind::Least => "least",
            ClaimKind::Eventually => "eventually",
            ClaimKind::EventuallyAlways => "eventually always",
            ClaimKind::Outcomes => "outcomes",
            ClaimKind::WaitFree => "wait-free",
            ClaimKind::LockFree => "lock-free",
            ClaimKind::ObstructionFree => "obstruction-free",
            ClaimKind::MostCost => "most cost",
            ClaimKind::LeastCost => "least cost",
        };
        writeln!(to, "    {kind:17}  {:width$}  {}", it.name, it.words)?;
    }
    if !entry.dares.is_empty() {
        writeln!(to, "  moments worth seeing:")?;
    }
    for dare in entry.dares {
        writeln!(to, "    {}", dare.title)?;
        writeln!(to, "      interleave play '{}{}'", entry.slug, dare.link)?;
    }
    Ok(())
}
