//! The log that was read, and the files that it came from.

use crate::{Failure, algorithm, file};
use catalog::{Scenario, grouped};
use follow::{Log, Names, Wrong};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The longest log, in bytes.
const LOG_MAX: usize = 256_000_000;

/// The longest file of names or of divergences.
const LIST_MAX: usize = 1_000_000;

pub struct Logged<'a> {
    pub log: Log,
    files: &'a [PathBuf],
    /// Where divergences stand that are known.
    pub known: Option<&'a Path>,
    pub names: Names,
}

impl<'a> Logged<'a> {
    pub fn read(
        files: &'a [PathBuf],
        names: Option<&Path>,
        known: Option<&'a Path>,
        scenario: &Scenario,
    ) -> Result<Logged<'a>, Failure> {
        let texts: Result<Vec<String>, String> =
            files.iter().map(|file| file::read(file, LOG_MAX)).collect();
        let names = names.map_or_else(|| Ok(Names::default()), names_in)?;
        let compiled = algorithm::compiled(scenario)?;
        let wrong = |wrong: Wrong| at(&files[wrong.file], &wrong);
        let mut log = Log::read(&texts?, &compiled, &names).map_err(wrong)?;
        if let Some(known) = known {
            let text = given(known)?;
            // a name that stands only there is not in the log
            let with_known = log.with_known(&text, &compiled, &names.clone());
            log = with_known.map_err(|wrong| at(Path::new(&called(known)), &wrong))?;
        }
        log.check(&compiled).map_err(wrong)?;
        Ok(Logged { log, files, known, names })
    }

    /// `line 3`, with the file where there are several.
    pub fn name(&self, line: usize) -> String {
        let line = &self.log.lines[line];
        match self.files {
            [_] => format!("{} {}", self.unit(), line.number),
            files => format!("{}:{}", file::name(&files[line.file]), line.number),
        }
    }

    pub fn place(&self, line: usize) -> Value {
        let line = &self.log.lines[line];
        json!({ "file": file::name(&self.files[line.file]), "line": line.number })
    }

    /// `6 lines`
    pub fn lines(&self, count: usize) -> String {
        format!("{} {}{}", grouped(count), self.unit(), if count == 1 { "" } else { "s" })
    }

    pub fn all(&self) -> String {
        self.lines(self.log.lines.len())
    }

    fn unit(&self) -> &'static str {
        if self.log.is_whole { "state" } else { "line" }
    }
}

fn names_in(path: &Path) -> Result<Names, String> {
    Names::read(&given(path)?).map_err(|why| format!("{}: {why}", called(path)))
}

/// What stands in the argument itself: no file begins so.
fn inline(argument: &Path) -> Option<&str> {
    argument.to_str().filter(|text| text.starts_with('{'))
}

fn given(argument: &Path) -> Result<String, String> {
    inline(argument).map_or_else(|| file::read(argument, LIST_MAX), |text| Ok(text.to_owned()))
}

/// As sentences name it.
pub fn called(argument: &Path) -> String {
    inline(argument).map_or_else(|| file::name(argument), |_| "argument".into())
}

fn at(file: &Path, wrong: &Wrong) -> String {
    format!("{}:{}: {}", file::name(file), wrong.line, wrong.why)
}
