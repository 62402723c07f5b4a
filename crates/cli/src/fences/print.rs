//! The sets of fences, for readers and as data.

use super::Found;
use crate::commands::Commands;
use crate::{FORMAT_VERSION, check};
use ::fences::{Counterexample, SEARCHES_MAX, Set, Sufficient};
use catalog::{Coverage, Verdict};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
pub struct Data {
    format_version: u32,
    file: Option<String>,
    /// The text with the memory as an option, and without more fences.
    link: String,
    memory: String,
    /// How many writes of a process can be pending; null where the text works it out.
    buffer: Option<usize>,
    /// Where a fence can stand.
    places: Vec<PlaceData>,
    /// What fails with sequential memory, too.
    failing: Vec<FailingData>,
    /// All minimal sets, the smallest first; an empty one if no fence is needed.
    sets: Vec<SetData>,
    /// What fails with a fence at each place, if anything does.
    hopeless: Option<RunData>,
    /// There are no more such sets.
    complete: bool,
    searches: usize,
    /// What comes of it, in a sentence.
    sentence: String,
    /// The file into which the first set was written.
    written: Option<String>,
}

#[derive(Serialize)]
struct PlaceData {
    line: usize,
    behind: String,
}

#[derive(Serialize)]
struct FailingData {
    property: &'static str,
    sentence: String,
    link: Option<String>,
}

#[derive(Serialize)]
struct SetData {
    /// False if a search ended at a bound.
    proven: bool,
    fences: Vec<FenceData>,
    /// The text with these fences.
    link: String,
}

#[derive(Serialize)]
struct FenceData {
    line: usize,
    behind: String,
    /// What fails without this fence; null where the search ended at a bound before it found anything.
    without: Option<RunData>,
}

#[derive(Serialize)]
struct RunData {
    property: &'static str,
    sentence: String,
    why: Option<String>,
    link: String,
}

impl RunData {
    fn of(run: &Counterexample) -> RunData {
        let (property, sentence) = (run.property, run.sentence.clone());
        RunData { property, sentence, why: run.why(), link: run.scenario.to_string() }
    }
}

impl Found<'_> {
    pub fn data(&self) -> Data {
        let question = self.question;
        let place = |at: usize| &question.places[at];
        let fence = |(&at, run): (&usize, &Option<Counterexample>)| FenceData {
            line: place(at).line,
            behind: place(at).words.clone(),
            without: run.as_ref().map(RunData::of),
        };
        let set = |set: &Sufficient<Counterexample>| SetData {
            proven: set.is_proven,
            fences: set.without.iter().map(fence).collect(),
            link: question.with(&set.places).to_string(),
        };
        let places = question.places.iter();
        Data {
            format_version: FORMAT_VERSION,
            file: self.commands.file_name(),
            link: question.with(&Set::new()).to_string(),
            memory: question.memory.to_string(),
            buffer: question.buffer(),
            places: places
                .map(|it| PlaceData { line: it.line, behind: it.words.clone() })
                .collect(),
            failing: self.failing().map(|it| self.failing_data(it)).collect(),
            sets: self.sets.sets.iter().map(set).collect(),
            hopeless: self.sets.hopeless.as_ref().map(RunData::of),
            complete: self.sets.is_complete,
            searches: self.sets.searches,
            sentence: self.sentence(),
            written: self.written.map(crate::file::name),
        }
    }

    /// The verdicts on what fails with sequential memory already.
    fn failing(&self) -> impl Iterator<Item = &Verdict> {
        let failing = self.claims.failing();
        self.sequential.verdicts.iter().filter(|it| failing.contains(&it.property))
    }

    fn failing_data(&self, verdict: &Verdict) -> FailingData {
        let start = self.question.sequential();
        let run = verdict.run().map(|run| start.then(run, verdict.loops_from()));
        FailingData {
            property: verdict.property,
            sentence: verdict.sentence(&self.sequential),
            link: run.map(|run| run.to_string()),
        }
    }

    /// What comes of it.
    fn sentence(&self) -> String {
        let memory = self.question.memory;
        if self.claims.asked(&self.sequential).next().is_none() {
            return "Nothing holds with sequential memory, so no fence can keep it.".into();
        }
        if self.sets.hopeless.is_some() {
            return format!(
                "No set of fences suffices with {memory}: something fails with a fence behind every write."
            );
        }
        let is_proven = self.sets.is_complete && self.sets.sets.iter().all(|it| it.is_proven);
        let fences = |count| match count {
            1 => "1 fence is needed".to_owned(),
            count => format!("{count} fences are needed"),
        };
        match (&self.sets.sets[..], is_proven) {
            ([], _) => "No set of fences is known yet.".into(),
            ([only], true) if only.places.is_empty() => format!(
                "No fence is needed: what holds with sequential memory holds with {memory}, too."
            ),
            ([only], false) if only.places.is_empty() => {
                format!("No fence is known to be needed with {memory}.")
            }
            ([only], true) => fences(only.places.len()) + ":",
            ([only], false) if self.sets.is_complete => {
                fences(only.places.len()) + ", and may not be enough:"
            }
            (all, true) => format!("{} minimal sets of fences suffice, each alone:", all.len()),
            (all, false) => format!("Sets of fences that may suffice, each alone: {}", all.len()),
        }
    }

    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let question = self.question;
        writeln!(to, "{}", self.commands.heading(self.scenario))?;
        writeln!(to, "memory: {}", question.memory)?;
        for line in question.added() {
            writeln!(to, "The text has no `{line}`: these searches add it.")?;
        }
        writeln!(to)?;
        for verdict in self.failing() {
            let (name, start) = (verdict.property, question.sequential());
            let sentence = verdict.sentence(&self.sequential);
            writeln!(to, "! {name}  {sentence}, with sequential memory already")?;
            if let Some(why) = check::why(verdict, &start) {
                writeln!(to, "    {why}")?;
            }
            if let Some(run) = verdict.run() {
                let there = start.then(run, verdict.loops_from());
                writeln!(to, "    {}", self.play(&there))?;
            }
        }
        let are_others = self.claims.asked(&self.sequential).next().is_some();
        if self.failing().next().is_some() && are_others {
            writeln!(to, "No fence mends that. The fences are for the other claims.")?;
        }
        if self.failing().next().is_some() {
            writeln!(to)?;
        }
        writeln!(to, "{}", self.sentence())?;
        if let Some(run) = &self.sets.hopeless {
            self.write_run("With all fences", run, to)?;
        }
        for (nth, set) in self.sets.sets.iter().enumerate() {
            if self.sets.sets.len() > 1 {
                writeln!(to, "\nSet {}:", nth + 1)?;
            }
            self.write_set(set, to)?;
        }
        self.write_bounds(to)?;
        if let Some(path) = self.written {
            let count = self.sets.sets.first().map_or(0, |it| it.places.len());
            let lines = if count == 1 { "1 fence" } else { &format!("{count} fences") };
            writeln!(to, "\n{lines} written: {}", crate::file::name(path))?;
        }
        Ok(())
    }

    fn write_set(&self, set: &Sufficient<Counterexample>, to: &mut impl Write) -> io::Result<()> {
        for (&at, run) in &set.without {
            let place = &self.question.places[at];
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
        if self.sequential.coverage != Coverage::Exhausted {
            let why = self.sequential.coverage.sentence();
            writeln!(to, "\nThe search with sequential memory is incomplete: {why}.")?;
        }
        if !self.sets.is_complete {
            let why = match self.sets.searches {
                SEARCHES_MAX => format!("after {SEARCHES_MAX} searches"),
                _ => "when it was interrupted".into(),
            };
            writeln!(to, "\nThis is what was known {why}: there may be other sets.")?;
        }
        let Some(buffer) = self.question.buffer().filter(|_| self.sets.searches > 0) else {
            return Ok(());
        };
        let writes = if buffer == 1 { "write" } else { "writes" };
        write!(
            to,
            "\nA process had at most {buffer} pending {writes}. With more, more fences may be needed"
        )?;
        match buffer {
            8 => writeln!(to, "."),
            _ => writeln!(to, ": `--buffer {}`.", buffer + 1),
        }
    }

    /// A text that was changed is in its link alone.
    fn play(&self, there: &catalog::Scenario) -> String {
        match self.question.is_own(there) {
            true => self.commands.play(there),
            false => Commands::of_link().play(there),
        }
    }
}
