//! Results, for readers and for machines.

use super::judge::Judgement;
use super::{Case, Counts, Tested, update};
use crate::FORMAT_VERSION;
use crate::diagnostics::ErrorData;
use crate::output::Output;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// One line for each expectation; below one that is not met, the run that shows it. Of an update, the lines
/// that were written, and what is open still.
pub fn file(tested: &Tested, is_update: bool, to: &mut Output) -> io::Result<()> {
    let name = &tested.text.name;
    if let Some(why) = &tested.unread {
        return writeln!(to, "! {why}");
    }
    if !tested.text.errors.is_empty() {
        return to.write_errors(&tested.text);
    }
    update::write(tested, to)?;
    if tested.cases.is_empty() && tested.changes.is_empty() {
        return writeln!(to, "? {name}: no expectations; `--update` writes what is found");
    }
    let is_told = |case: &&Case| !is_update || case.judgement != Judgement::Met;
    for case in tested.cases.iter().filter(is_told) {
        let mark = match case.judgement {
            Judgement::Met => ' ',
            Judgement::Unmet => '!',
            Judgement::Undecided => '?',
        };
        writeln!(to, "{mark} {name}:{}: {}; found: {}", case.line, case.words(), case.found)?;
        if let (Judgement::Unmet, Some(why)) = (case.judgement, &case.why) {
            writeln!(to, "    {why}")?;
        }
        if let (Judgement::Unmet, Some(play)) = (case.judgement, &case.play) {
            writeln!(to, "    {play}")?;
        }
    }
    Ok(())
}

/// "12 passed, 1 failed"
pub fn summary(counts: &Counts, to: &mut impl Write) -> io::Result<()> {
    let Counts { passed, failed, undecided, wrong } = counts;
    write!(to, "{passed} passed, {failed} failed")?;
    if *undecided > 0 {
        write!(to, ", {undecided} undecided: the search ended at a bound")?;
    }
    match wrong {
        0 => {}
        1 => write!(to, "; 1 file cannot be tested")?,
        _ => write!(to, "; {wrong} files cannot be tested")?,
    }
    writeln!(to)
}

#[derive(Serialize)]
pub struct Results<'a> {
    format_version: u32,
    /// Everything expected was met, and something was expected.
    ok: bool,
    passed: usize,
    failed: usize,
    undecided: usize,
    files: Vec<FileResults<'a>>,
}

#[derive(Serialize)]
struct FileResults<'a> {
    file: &'a str,
    /// Why it cannot be read.
    unread: Option<&'a str>,
    errors: Vec<ErrorData<'a>>,
    expectations: Vec<CaseResult<'a>>,
}

#[derive(Serialize)]
struct CaseResult<'a> {
    line: usize,
    /// None: the number of states.
    property: Option<&'a str>,
    expected: &'a str,
    options: BTreeMap<&'a str, &'a str>,
    judgement: Judgement,
    found: &'a str,
    why: Option<&'a str>,
    link: Option<&'a str>,
}

pub fn results<'a>(all: &'a [Tested], counts: &Counts) -> Results<'a> {
    let Counts { passed, failed, undecided, wrong } = *counts;
    Results {
        format_version: FORMAT_VERSION,
        ok: passed > 0 && failed + undecided + wrong == 0,
        passed,
        failed,
        undecided,
        files: all.iter().map(file_results).collect(),
    }
}

fn file_results(tested: &Tested) -> FileResults<'_> {
    FileResults {
        file: &tested.text.name,
        unread: tested.unread.as_deref(),
        errors: tested.text.data(),
        expectations: tested.cases.iter().map(case_result).collect(),
    }
}

fn case_result(case: &Case) -> CaseResult<'_> {
    CaseResult {
        line: case.line,
        property: case.property.as_deref(),
        expected: &case.expected,
        options: case.options.iter().map(|(name, value)| (&**name, &**value)).collect(),
        judgement: case.judgement,
        found: &case.found,
        why: case.why.as_deref(),
        link: case.link.as_deref(),
    }
}
