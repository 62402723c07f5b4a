//! The sets of fences, for readers and as data.

use super::Found;
use crate::FORMAT_VERSION;
use crate::commands::Commands;
use ::fences::{Counterexample, SEARCHES_MAX, Sufficient, Told};
use catalog::Coverage;
use serde::Serialize;
use std::io::{self, Write};

/// The most places of a buffer.
const BUFFER_MAX: usize = 8;

#[derive(Serialize)]
pub struct Data {
    format_version: u32,
    file: Option<String>,
    #[serde(flatten)]
    told: Told,
    /// The file into which the first set was written.
    written: Option<String>,
}

impl Found<'_> {
    pub fn data(&self) -> Data {
        Data {
            format_version: FORMAT_VERSION,
            file: self.commands.file_name(),
            told: self.asking.told(),
            written: self.written.map(crate::file::name),
        }
    }

    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let question = &self.asking.question;
        writeln!(to, "{}", self.commands.heading(self.scenario))?;
        writeln!(to, "memory: {}", question.memory)?;
        for line in question.added() {
            writeln!(to, "The text has no `{line}`: these searches add it.")?;
        }
        writeln!(to)?;
        for verdict in self.asking.failing() {
            let (name, start) = (verdict.property, question.sequential());
            let sentence = verdict.sentence(&self.asking.sequential);
            writeln!(to, "! {name}  {sentence}, with sequential memory already")?;
            if let Some(why) = server::why(verdict, &start) {
                writeln!(to, "    {why}")?;
            }
            if let Some(run) = verdict.run() {
                let there = start.then(run, verdict.loops_from());
                writeln!(to, "    {}", self.play(&there))?;
            }
        }
        let are_others = self.asking.claims.asked(&self.asking.sequential).next().is_some();
        if self.asking.failing().next().is_some() && are_others {
            writeln!(to, "No fence mends that. The fences are for the other claims.")?;
        }
        if self.asking.failing().next().is_some() {
            writeln!(to)?;
        }
        writeln!(to, "{}", self.asking.sentence())?;
        if let Some(run) = &self.asking.sets.hopeless {
            self.write_run("With all fences", run, to)?;
        }
        for (nth, set) in self.asking.sets.sets.iter().enumerate() {
            if self.asking.sets.sets.len() > 1 {
                writeln!(to, "\nSet {}:", nth + 1)?;
            }
            self.write_set(set, to)?;
        }
        self.write_bounds(to)?;
        if let Some(path) = self.written {
            let count = self.asking.sets.sets.first().map_or(0, |set| set.places.len());
            let lines = if count == 1 { "1 fence" } else { &format!("{count} fences") };
            writeln!(to, "\n{lines} written: {}", crate::file::name(path))?;
        }
        Ok(())
    }

    fn write_set(&self, set: &Sufficient<Counterexample>, to: &mut impl Write) -> io::Result<()> {
        for (&at, run) in &set.without {
            let place = &self.asking.question.places[at];
            writeln!(to, "\n  line {}: behind `{}`", place.line, place.words)?;
            match run {
                Some(run) => self.write_run("Without it", run, to)?,
                None => writeln!(to, "    Without it, nothing was seen to fail before a bound.")?,
            }
        }
        if !set.is_proven {
            writeln!(to, "\nbounded: nothing fails in the states seen; not a proof")?;
        }
        Ok(())
    }

    fn write_run(&self, with: &str, run: &Counterexample, to: &mut impl Write) -> io::Result<()> {
        writeln!(to, "    {with}, “{}” {}.", run.property, run.sentence)?;
        if let Some(why) = run.why() {
            writeln!(to, "    {why}")?;
        }
        writeln!(to, "    {}", self.play(&run.scenario))
    }

    /// What these sets leave open.
    fn write_bounds(&self, to: &mut impl Write) -> io::Result<()> {
        if self.asking.sequential.coverage != Coverage::Exhausted {
            let why = self.asking.sequential.coverage.sentence();
            writeln!(to, "\nThe search with sequential memory is incomplete: {why}.")?;
        }
        if !self.asking.sets.is_complete {
            let why = match self.asking.sets.searches {
                SEARCHES_MAX => format!("after {SEARCHES_MAX} searches"),
                _ => "when it was interrupted".into(),
            };
            writeln!(to, "\nThis is what was known {why}: there may be other sets.")?;
        }
        let Some(bound) = self.asking.bound() else { return Ok(()) };
        match self.asking.question.buffer() {
            Some(buffer) if buffer < BUFFER_MAX => {
                writeln!(to, "\n{bound}: `--buffer {}`.", buffer + 1)
            }
            _ => writeln!(to, "\n{bound}."),
        }
    }

    /// A text that was changed is in its link alone.
    fn play(&self, there: &catalog::Scenario) -> String {
        match self.asking.question.is_own(there) {
            true => self.commands.play(there),
            false => Commands::of_link().play(there),
        }
    }
}
