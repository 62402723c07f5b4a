//! What mends an error: buttons that say what they write.

use catalog::listing::{
    Diagnostic, Document, ErrorCode,
    diagnostic::nearest,
    edit::{self, Edit},
    editor::CompletionKind,
};
use std::ops::Range;

/// So many are offered for one error.
const FIXES_MAX: usize = 2;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// "Write “flag”"
    pub words: String,
    pub edit: Edit,
}

/// The changes that mend an error, the likeliest first.
pub fn fixes(document: &Document, error: &Diagnostic) -> Vec<Fix> {
    let text = document.text();
    let first = error.replacement.as_ref().map(|replacement| {
        let range = replacement.span.start as usize..replacement.span.end as usize;
        (range, replacement.text.clone())
    });
    let said = first.as_ref().map(|(_, written)| written.trim().to_owned());
    let out = section_out(text, error);
    let fix = |(range, new): (Range<usize>, String)| fix(text, range, &new);
    let second = other_name(document, error, said.as_deref());
    out.into_iter().chain(first.into_iter().chain(second).filter_map(fix)).take(FIXES_MAX).collect()
}

/// For a section within another one.
fn section_out(text: &str, error: &Diagnostic) -> Option<Fix> {
    let range = error.span.start as usize..error.span.end as usize;
    let name = text.get(range.clone()).filter(|_| error.kind == ErrorCode::OutOfPlace)?;
    let colon = name.ends_with(':').then(|| range.end - 1..range.end)?;
    let edit = edit::new_section(text, colon)?;
    Some(Fix { words: format!("Move “{name}” out"), edit })
}

fn fix(text: &str, range: Range<usize>, new: &str) -> Option<Fix> {
    let old = text.get(range.clone())?;
    let words = match (old.trim(), new.trim()) {
        (old, "") => format!("Take out “{old}”"),
        (_, new) => format!("Write “{new}”"),
    };
    let caret = range.start + new.len();
    Some(Fix { words, edit: Edit { range, replacement: new.to_owned(), selection: caret..caret } })
}

/// For a word that names nothing: the name in force there that is spelled most like it, beside the one
/// that the error says.
fn other_name(
    document: &Document,
    error: &Diagnostic,
    said: Option<&str>,
) -> Option<(Range<usize>, String)> {
    let is_unknown = matches!(
        error.kind,
        ErrorCode::UnknownName | ErrorCode::UnknownSection | ErrorCode::UnknownMessage
    );
    let range = error.span.start as usize..error.span.end as usize;
    let word = document.text().get(range.clone()).filter(|_| is_unknown)?;
    let names = document.completion(range.start);
    let names =
        names.all.iter().filter(|completion| matches!(completion.kind, CompletionKind::Name(_)));
    let others = names.map(|name| name.label.as_str()).filter(|text| Some(*text) != said);
    let other = nearest(word, others)?.to_owned();
    Some((range, other))
}
