//! Results, for readers and for machines.

use super::judge::Judgement;
use super::{Case, Counts, Tested};
use crate::diagnostics::ErrorData;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write, stdout};

/// One line for each expectation; below one that is not met, the run that shows it.
pub fn file(tested: &Tested, to: &mut impl Write) -> io::Result<()> {
    let name = &tested.text.name;
    if let Some(why) = &tested.unread {
        return writeln!(to, "! {why}");
    }
    if !tested.text.errors.is_empty() {
        return write!(to, "{}", tested.text.render(stdout().is_terminal()));
    }
    if tested.cases.is_empty() {
        return writeln!(to, "? {name}: no expectations");
    }
    for case in &tested.cases {
        let mark = match case.judgement {
            Judgement::Met => ' ',
            Judgement::Unmet => '!',
            Judgement::Undecided => '?',
        };
        writeln!(to, "{mark} {name}:{}: {}; found: {}", case.line, case.words(), case.found)?;
        if let (Judgement::Unmet, Some(link)) = (case.judgement, &case.link) {
            writeln!(to, "    interleave play '{link}'")?;
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
    link: Option<&'a str>,
}

pub fn results<'a>(all: &'a [Tested], counts: &Counts) -> Results<'a> {
    let Counts { passed, failed, undecided, wrong } = *counts;
    Results {
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
        link: case.link.as_deref(),
    }
}
