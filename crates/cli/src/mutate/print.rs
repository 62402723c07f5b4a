//! What lines are needed for, for readers and for machines.

use super::Found;
use crate::FORMAT_VERSION;
use crate::commands::Commands;
use catalog::{Scenario, capital, grouped};
use mutants::{Break, Effect, Line, Need, Tried};
use serde::Serialize;
use std::io::{self, Write};

/// The widest line of a text whose sentence stands behind it.
const WIDE: usize = 48;

#[derive(Serialize)]
pub struct Data<'a> {
    format_version: u32,
    link: String,
    states: usize,
    /// Not every state of the text as it is was seen.
    bounded: bool,
    /// What fails without a change: it is no measure.
    failing: &'a [&'static str],
    lines: Vec<LineData<'a>>,
    needed: usize,
    not_needed: usize,
    undecided: usize,
    pairs: Vec<PairData>,
}

#[derive(Serialize)]
struct LineData<'a> {
    line: usize,
    text: &'a str,
    need: &'static str,
    sentence: String,
    advice: Option<&'static str>,
    #[serde(flatten)]
    broken: Option<BreakData>,
    changes: Vec<ChangeData<'a>>,
}

#[derive(Serialize)]
struct ChangeData<'a> {
    operator: &'static str,
    words: &'a str,
    /// None if it was not searched.
    effect: Option<&'static str>,
    #[serde(flatten)]
    broken: Option<BreakData>,
}

#[derive(Serialize)]
struct BreakData {
    property: &'static str,
    steps: Option<usize>,
    /// How many steps then go round for ever.
    round: Option<usize>,
    /// What happens, within a sentence.
    event: String,
    run: String,
}

#[derive(Serialize)]
struct PairData {
    lines: [usize; 2],
    #[serde(flatten)]
    broken: BreakData,
}

impl BreakData {
    fn of(found: &Break) -> BreakData {
        let Break { property, steps, round, event, scenario, .. } = found;
        let (event, run) = (event.clone(), scenario.to_string());
        BreakData { property, steps: *steps, round: *round, event, run }
    }
}

impl Found<'_> {
    pub fn data(&self) -> Data<'_> {
        let summary = self.mutation.summary();
        Data {
            format_version: FORMAT_VERSION,
            link: self.scenario.to_string(),
            states: self.mutation.measured.states,
            bounded: self.mutation.measured.bound.is_some(),
            failing: self.mutation.measured.claims.failing(),
            lines: self.mutation.lines.iter().map(line_data).collect(),
            needed: summary.needed,
            not_needed: summary.not_needed,
            undecided: summary.undecided,
            pairs: self
                .pairs
                .iter()
                .map(|((one, other), found)| PairData {
                    lines: [*one, *other].map(|at| self.mutation.lines[at].number),
                    broken: BreakData::of(found),
                })
                .collect(),
        }
    }

    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let lines = &self.mutation.lines;
        let changes: usize = lines.iter().map(|line| line.tried.len()).sum();
        writeln!(to, "{}", self.commands.heading(self.scenario))?;
        let count = |number: usize, noun: &str| match number {
            1 => format!("1 {noun}"),
            _ => format!("{} {noun}s", grouped(number)),
        };
        let (lines_of, changes) = (count(lines.len(), "line"), count(changes, "change"));
        let states = count(self.mutation.measured.states, "state");
        writeln!(to, "{lines_of}, {changes}, {states}")?;
        for name in self.mutation.measured.claims.failing() {
            writeln!(to, "“{name}” fails here with or without these lines: it is no measure.")?;
        }
        writeln!(to)?;
        let wide = lines.iter().map(|line| line.words.chars().count()).max().unwrap_or(0).min(WIDE);
        for line in lines {
            self.write_line(line, wide, to)?;
        }
        for ((one, other), found) in &self.pairs {
            let [one, other] = [one, other].map(|&at| lines[at].number);
            writeln!(to, "\nWithout lines {one} and {other} {}.", found.words())?;
            self.write_run(&found.scenario, to)?;
        }
        writeln!(to, "\n{}", self.sum())
    }

    fn write_line(&self, line: &Line, wide: usize, to: &mut impl Write) -> io::Result<()> {
        let need = line.need();
        let (number, words, sentence) = (line.number, &line.words, need.sentence());
        match words.chars().count() > wide {
            true => writeln!(to, "{number:4}  {words}\n      {:wide$}  {sentence}", "")?,
            false => writeln!(to, "{number:4}  {words:wide$}  {sentence}")?,
        }
        if let Some(found) = need.broken() {
            self.write_run(&found.scenario, to)?;
        }
        if let Some(advice) = need.advice() {
            writeln!(to, "      {:wide$}  {advice}", "")?;
        }
        for tried in line.tried.iter().filter(|tried| is_worth_telling(tried, &need)) {
            let Some(effect) = &tried.effect else { continue };
            let sentence = tried.mutant.sentence(&effect.words());
            writeln!(to, "      {:wide$}  {sentence}", "")?;
            if let Effect::Breaks(found) = effect {
                self.write_run(&found.scenario, to)?;
            }
        }
        Ok(())
    }

    /// A changed text is in its link alone.
    fn write_run(&self, run: &Scenario, to: &mut impl Write) -> io::Result<()> {
        match self.shows_links {
            true => writeln!(to, "      {}", Commands::of_link().play(run)),
            false => Ok(()),
        }
    }

    fn sum(&self) -> String {
        let summary = self.mutation.summary();
        let lines = |count: usize| match count {
            1 => "1 line".to_owned(),
            _ => format!("{count} lines"),
        };
        let mut sentences = Vec::new();
        match (summary.not_needed, summary.undecided) {
            (0, 0) => sentences.push("Every line is needed.".to_owned()),
            (0, _) => {}
            (1, _) => sentences.push("Nothing that is claimed needs 1 line.".into()),
            (count, _) => {
                sentences.push(format!("Nothing that is claimed needs {}.", lines(count)));
            }
        }
        if summary.undecided > 0 {
            sentences.push(format!("{} not decided.", capital(&lines(summary.undecided))));
        }
        if self.mutation.measured.bound.is_some() {
            sentences.push("bounded: not every state of the text as it is was seen".into());
        }
        sentences.join(" ")
    }
}

/// Of other changes those that say something else than the line does.
fn is_worth_telling(tried: &Tried, need: &Need<'_>) -> bool {
    let speaks = match need {
        Need::Breaks(mutant, _) | Need::Repairs(mutant, _) | Need::Costs(mutant, _) => {
            **mutant == tried.mutant
        }
        _ => tried.mutant.words == "without it",
    };
    !speaks && tried.effect.is_some()
}

fn line_data(line: &Line) -> LineData<'_> {
    let need = line.need();
    let change = |tried: &'_ Tried| -> (Option<&'static str>, Option<BreakData>) {
        let broken = match &tried.effect {
            Some(Effect::Breaks(found)) => Some(BreakData::of(found)),
            _ => None,
        };
        (tried.effect.as_ref().map(Effect::name), broken)
    };
    LineData {
        line: line.number,
        text: &line.words,
        need: need.name(),
        sentence: need.sentence(),
        advice: need.advice(),
        broken: need.broken().map(BreakData::of),
        changes: line
            .tried
            .iter()
            .map(|tried| {
                let (effect, broken) = change(tried);
                let (operator, words) = (tried.mutant.operator.name(), &*tried.mutant.words);
                ChangeData { operator, words, effect, broken }
            })
            .collect(),
    }
}
