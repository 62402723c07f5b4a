//! Whether claims that are to carry themselves do, and if not, from which states a step leads out.

use crate::bounds::Runner;
use crate::commands::Commands;
use catalog::{Coverage, Reason, Report, Scenario, states};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
pub struct Told {
    pub property: &'static str,
    /// "Each step from one of its 92 states ends in one: that is why it always holds."
    pub sentence: String,
    /// What was found; none where there are too many states to look at.
    #[serde(flatten)]
    pub reason: Option<Found>,
}

#[derive(Serialize)]
pub struct Found {
    /// States that were looked at: where each process can come to by itself.
    space: u64,
    /// Those in which the claim is true.
    inside: u64,
    /// Those from which a step leads out.
    leads: u64,
    /// How many of these are alike.
    groups: Vec<u64>,
    /// One of each of the largest groups.
    shown: Vec<Lead>,
}

#[derive(Serialize)]
struct Lead {
    sentence: String,
    alike: u64,
    /// The state, and the step that leads out.
    link: Option<String>,
    /// The command that plays it.
    #[serde(skip)]
    play: Option<String>,
    candidates: Vec<Candidate>,
    /// What is said where there is none.
    #[serde(skip)]
    none: Option<String>,
}

#[derive(Serialize)]
struct Candidate {
    /// A line that could be added to the claim.
    line: String,
    sentence: String,
    excludes: u64,
}

/// Of each claim that is to carry itself and does not fail.
pub fn of(scenario: &Scenario, report: &Report, runner: &Runner, commands: &Commands) -> Vec<Told> {
    let start = scenario.start();
    let fails = |property: &&str| {
        report.verdicts.iter().any(|verdict| verdict.property == *property && !verdict.good())
    };
    let claims = start.inductive_claims().into_iter().filter(|property| !fails(property));
    claims.map(|property| ask(&start, property, report, runner, commands)).collect()
}

fn ask(
    start: &Scenario,
    property: &'static str,
    report: &Report,
    runner: &Runner,
    commands: &Commands,
) -> Told {
    let is_known = report.coverage == Coverage::Exhausted;
    match runner.induction(start, property) {
        Ok(induction) => {
            let reason = induction.reason(is_known);
            let sentence = reason.sentence.clone();
            Told { property, sentence, reason: Some(Found::of(reason, commands)) }
        }
        Err(sentence) => Told { property, sentence, reason: None },
    }
}

impl Found {
    fn of(reason: Reason, commands: &Commands) -> Found {
        let shown = reason.shown.into_iter().map(|lead| {
            let there = lead.link.as_deref().and_then(Scenario::own);
            let candidates = lead.candidates.into_iter().map(|addition| Candidate {
                line: addition.line,
                sentence: addition.sentence,
                excludes: addition.excludes,
            });
            Lead {
                sentence: lead.sentence,
                alike: lead.alike,
                play: there.map(|there| commands.play(&there)),
                link: lead.link,
                candidates: candidates.collect(),
                none: lead.none,
            }
        });
        let shown = shown.collect();
        let Reason { space, inside, leads, groups, .. } = reason;
        Found { space, inside, leads, groups, shown }
    }
}

impl Told {
    /// There is no lead, as far as was asked.
    pub fn is_good(&self) -> bool {
        self.reason.as_ref().is_none_or(|found| found.leads == 0)
    }

    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        writeln!(to, "    {}", self.sentence)?;
        for lead in self.reason.iter().flat_map(|found| &found.shown) {
            let alike = match lead.alike {
                1 => String::new(),
                alike => format!(" {} are like this.", states(alike as usize)),
            };
            writeln!(to, "    {}{alike}", lead.sentence)?;
            if let Some(play) = &lead.play {
                writeln!(to, "      {play}")?;
            }
            for candidate in &lead.candidates {
                writeln!(to, "      {}", candidate.sentence)?;
                writeln!(to, "        {}", candidate.line)?;
            }
            if let Some(none) = &lead.none {
                writeln!(to, "      {none}")?;
            }
        }
        Ok(())
    }
}
