//! What was found, written into the file in the place of what was expected.

use super::judge::{self, Judgement};
use super::setting::{self, Setting};
use super::{Tested, expectations};
use crate::file;
use catalog::{Coverage, IN_DOMAINS, NO_DEADLOCK, Report, Scenario};
use listing::expect::Expected;
use listing::tree::{ItemKind, Listing};
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;

/// A line that is written.
pub struct Change {
    /// Of the file as it was, counted from 1.
    line: usize,
    old: Option<String>,
    new: String,
}

impl Change {
    pub fn is_new(&self) -> bool {
        self.old.is_none()
    }
}

/// A part of the text, and what replaces it.
struct Edit {
    range: Range<usize>,
    text: String,
}

/// Whether there is something of which a text expects nothing, with no options at all.
pub fn adds(listing: &Listing) -> bool {
    !unexpected(listing).is_empty()
}

/// The properties that no expectation names; none: the number of states, where nothing is expected.
fn unexpected(listing: &Listing) -> Vec<Option<&str>> {
    let is_named = |title: &str| {
        expectations(listing)
            .any(|(_, it)| it.title.as_ref().is_some_and(|name| name.text == title))
    };
    let titles = listing.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Property(property) => Some(property.title.text.as_str()),
        _ => None,
    });
    let mut unexpected = Vec::new();
    if expectations(listing).next().is_none() {
        unexpected.push(None);
    }
    for title in titles.chain([IN_DOMAINS, NO_DEADLOCK]) {
        if !is_named(title) && !unexpected.contains(&Some(title)) {
            unexpected.push(Some(title));
        }
    }
    unexpected
}

/// Writes what was found into the file, and notes each change. What is not decided stays.
pub fn update(
    path: &Path,
    tested: &mut Tested,
    listing: &Listing,
    settings: &[Setting],
    default: &Scenario,
) -> Result<(), String> {
    let mut edits = rewritten(tested, listing, settings);
    let report = settings.iter().find(|one| one.scenario == *default);
    let report = report.and_then(|one| one.result.as_ref().ok());
    edits.extend(report.and_then(|report| added(tested, listing, report)));
    if edits.is_empty() {
        return Ok(());
    }
    let source = &tested.text.source;
    let text = applied(source, &edits);
    // what stands below each other may have to move
    let is_tidy = listing::format(source).is_ok_and(|tidy| tidy == *source);
    let text = if is_tidy { listing::format(&text).unwrap_or(text) } else { text };
    if let Some(error) = listing::check(&text).first() {
        return Err(format!(
            "{} stays as it is: with what was found it would have an error. Line {}: {}",
            tested.text.name, error.line, error.message
        ));
    }
    file::write(path, &text)
}

/// The expectations that are not met, as they would be.
fn rewritten(tested: &mut Tested, listing: &Listing, settings: &[Setting]) -> Vec<Edit> {
    let Tested { text, cases, changes, .. } = tested;
    let source = &text.source;
    let mut edits = Vec::new();
    for ((item, expectation), case) in expectations(listing).zip(cases) {
        let setting = setting::that_has(settings, expectation);
        if case.judgement != Judgement::Unmet {
            continue;
        }
        let Some(found) = setting.could_be_expected(expectation) else { continue };
        let range = expectation.span.start as usize..expectation.span.end as usize;
        let edit = Edit { range, text: found.to_string() };
        let line = line_of(source, item.span.start as usize);
        let moved =
            Edit { range: edit.range.start - line.start..edit.range.end - line.start, ..edit };
        let old = source[line.clone()].to_owned();
        let new = applied(&old, std::slice::from_ref(&moved));
        changes.push(Change { line: case.line, old: Some(old), new });
        let text = moved.text;
        edits.push(Edit {
            range: moved.range.start + line.start..moved.range.end + line.start,
            text,
        });
        case.expected = found.to_string();
        case.judgement = Judgement::Met;
    }
    edits
}

/// New expectations, behind the last or at the end of the text.
fn added(tested: &mut Tested, listing: &Listing, report: &Report) -> Option<Edit> {
    let source = &tested.text.source;
    let lines: Vec<String> =
        unexpected(listing).into_iter().filter_map(|title| line(title, report)).collect();
    if lines.is_empty() {
        return None;
    }
    let last = expectations(listing).map(|(item, _)| item.span.start as usize).max();
    let (at, before) = match last {
        Some(last) => (line_of(source, last).end, "\n"),
        None => (source.trim_end().len(), "\n\n"),
    };
    let first = source[..at].matches('\n').count() + before.len() + 1;
    let change =
        |(nth, new): (usize, &String)| Change { line: first + nth, old: None, new: new.clone() };
    tested.changes.extend(lines.iter().enumerate().map(change));
    let after = if source[at..].starts_with(['\n', '\r']) { "" } else { "\n" };
    Some(Edit { range: at..at, text: format!("{before}{}{after}", lines.join("\n")) })
}

/// `expect TITLE: holds`, if that was found.
fn line(title: Option<&str>, report: &Report) -> Option<String> {
    let Some(title) = title else {
        let is_whole = report.coverage == Coverage::Exhausted;
        let states = report.states_of_program.filter(|_| is_whole)?;
        return Some(format!("expect {}", Expected::States(states as u64)));
    };
    let verdict = setting::named(title, report)?;
    let found = judge::expected(verdict, report)?;
    let is_sure = report.coverage == Coverage::Exhausted
        || matches!(found, Expected::Fails(_) | Expected::Reached(_));
    is_sure.then(|| format!("expect {title}: {found}"))
}

/// The line with this place, without its end.
fn line_of(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
    start..start + text[start..end].trim_end_matches('\r').len()
}

/// The edits are in order.
fn applied(text: &str, edits: &[Edit]) -> String {
    let mut edited = String::new();
    let mut at = 0;
    for Edit { range, text: new } in edits {
        edited += &text[at..range.start];
        edited += new;
        at = range.end;
    }
    edited + &text[at..]
}

/// Each change, as a comparison of two files has it.
pub fn write(tested: &Tested, to: &mut impl Write) -> io::Result<()> {
    for Change { line, old, new } in &tested.changes {
        writeln!(to, "  {}:{line}", tested.text.name)?;
        if let Some(old) = old {
            writeln!(to, "-   {old}")?;
        }
        writeln!(to, "+   {new}")?;
    }
    Ok(())
}

pub fn summary(count: usize, is_update: bool, to: &mut impl Write) -> io::Result<()> {
    match count {
        _ if !is_update => Ok(()),
        0 => write!(to, "Nothing to write: "),
        1 => write!(to, "1 line written: "),
        _ => write!(to, "{count} lines written: "),
    }
}
