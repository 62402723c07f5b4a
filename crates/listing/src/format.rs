//! One way to write each text: signs, spaces, indentation, and columns of `with` and `#`.

use crate::Diagnostic;
use crate::lexer::lex;
use crate::parse::parse;
use crate::rows::{Row, WordKind, rows, word_kind};
use crate::token::{Sign, Span, Token};

/// How many spaces stand before `with` and `#`.
const GAP: usize = 4;
/// A line that is wider leaves the column of `with` to its neighbours, or the column of `#`.
const WITH_AT_MOST: usize = 72;
const COMMENT_AT_MOST: usize = 96;

/// Writes a text as the language writes texts. A text that does not parse comes back as errors.
///
/// Only spaces, line ends and the spelling of signs change; the program stays the same.
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let parsed = parse(text);
    if !parsed.diagnostics.is_empty() {
        return Err(parsed.diagnostics);
    }
    let rows = rows(text);
    let widths = margins(&rows);
    let mut lines: Vec<Cells> = Vec::new();
    for (row, margin) in rows.iter().zip(widths) {
        if !row.is_blank() {
            lines.push(cells(row, margin));
        } else if lines.last().is_some_and(|above| !above.is_blank()) {
            lines.push(Cells::default());
        }
    }
    while lines.last().is_some_and(Cells::is_blank) {
        lines.pop();
    }
    let mut formatted = String::with_capacity(text.len() + 64);
    for paragraph in lines.split_inclusive(Cells::is_blank) {
        write_paragraph(paragraph, &mut formatted);
    }
    let is_faithful = says_the_same(text, &formatted) && parse(&formatted).diagnostics.is_empty();
    debug_assert!(is_faithful, "the formatter changed a word:\n{formatted}");
    Ok(if is_faithful { formatted } else { text.to_owned() })
}

/// What the editor does to a line that the caret leaves: `<-` becomes `←`, `!=` becomes `≠`.
///
/// Works on any line, also one that does not parse. Nothing but signs changes, and the spaces
/// around a sign that was replaced.
pub fn tidy_line(line: &str) -> String {
    let lines = rows(line);
    let row = &lines[0];
    let code = row.code();
    let prose = row.prose();
    let mut tidy = String::with_capacity(line.len());
    let mut from = 0;
    for (at, &(token, span)) in code.iter().enumerate() {
        let written = canonical(row, at);
        let (start, end) = (span.start as usize, span.end as usize);
        if prose.contains(&at) || written == row.of(span) {
            continue;
        }
        tidy.push_str(&line[from..start]);
        let needs_space = at > 0 && is_spaced(row, at) && token != Token::Unknown;
        if needs_space && !tidy.ends_with([' ', '\t']) {
            tidy.push(' ');
        }
        tidy.push_str(written);
        from = end;
        if at + 1 < code.len() && is_spaced(row, at + 1) && !line[end..].starts_with([' ', '\t']) {
            tidy.push(' ');
        }
    }
    tidy.push_str(&line[from..]);
    tidy
}

/// A line without its margin, and without the spaces that align it: what two texts compare.
pub(crate) fn essence(row: &Row) -> String {
    let cells = cells(row, 0);
    [cells.code, cells.with, cells.comment].join("\n")
}

/// The parts of a line that stand in columns.
#[derive(Default)]
struct Cells {
    code: String,
    with: String,
    comment: String,
    /// Stands beside its neighbours' columns, but does not move them.
    is_apart: bool,
}

impl Cells {
    fn is_blank(&self) -> bool {
        self.code.is_empty() && self.comment.is_empty()
    }
}

/// The spaces before each line.
///
/// A comment on a line of its own belongs to the line below; but below a block, a comment that
/// was indented like the block stays in the block.
fn margins(rows: &[Row]) -> Vec<usize> {
    let mut margins = vec![0; rows.len()];
    let mut below = 0;
    for at in (0..rows.len()).rev() {
        let row = &rows[at];
        if row.code().is_empty() {
            margins[at] = below;
        } else if !row.continues {
            below = row.level * 2;
            margins[at] = below;
        } else {
            margins[at] = row.level * 2 + 4;
        }
    }
    // the widths in the text of the blocks around the current line
    let mut open: Vec<usize> = Vec::new();
    for at in 0..rows.len() {
        let row = &rows[at];
        let width = width_of_margin(row.text);
        if row.code().is_empty() {
            let level = open.iter().filter(|it| **it <= width).count().saturating_sub(1);
            margins[at] = margins[at].max(level * 2);
        } else if !row.continues {
            open.truncate(row.level);
            open.push(width);
        }
    }
    margins
}

fn width_of_margin(line: &str) -> usize {
    let margin = line.chars().take_while(|letter| matches!(letter, ' ' | '\t'));
    margin.map(|margin| if margin == '\t' { 2 } else { 1 }).sum()
}

fn cells(row: &Row, margin: usize) -> Cells {
    let code = row.code();
    let with = row.with().unwrap_or(code.len());
    let comment = row.comment().map(|span| comment_text(row.of(span))).unwrap_or_default();
    let margin = " ".repeat(margin);
    if code.is_empty() {
        return Cells { code: margin + &comment, is_apart: true, ..Cells::default() };
    }
    Cells {
        code: margin + &spaced(row, 0..with),
        with: spaced(row, with..code.len()),
        comment,
        is_apart: row.continues,
    }
}

fn comment_text(comment: &str) -> String {
    let words = comment.trim_start_matches('#');
    let signs = &comment[..comment.len() - words.len()];
    format!("{signs} {}", words.trim()).trim_end().to_owned()
}

/// The tokens of a range, with one space where one belongs.
fn spaced(row: &Row, range: std::ops::Range<usize>) -> String {
    let prose = row.prose();
    let code = row.code();
    let mut line = String::new();
    let mut at = range.start;
    while at < range.end {
        let begins_prose = at == prose.start && !prose.is_empty();
        if at > range.start && (begins_prose || is_spaced(row, at)) {
            line.push(' ');
        }
        if begins_prose {
            let whole = code[at].1.to(code[prose.end - 1].1);
            line.push_str(row.of(whole));
            at = prose.end;
        } else {
            line.push_str(canonical(row, at));
            at += 1;
        }
    }
    line
}

/// A token as the language writes it.
fn canonical<'a>(row: &Row<'a>, at: usize) -> &'a str {
    let (token, span) = row.code()[at];
    match (token, row.of(span)) {
        (Token::Sign(sign), _) => sign.text(),
        (_, "&&") => "and",
        (_, "||") => "or",
        (_, text) => text,
    }
}

/// Whether a space stands before a token of the code.
fn is_spaced(row: &Row, at: usize) -> bool {
    use Sign::{
        Close, CloseBrace, CloseSquare, Colon, Comma, Dot, Open, OpenBrace, OpenSquare, Prime,
        Range, Semicolon,
    };
    let code = row.code();
    let ((before, span_before), (token, span)) = (code[at - 1], code[at]);
    let as_written = span_before.end < span.start;
    if matches!(before, Token::Sign(Open | OpenSquare | OpenBrace | Range | Dot))
        || matches!(
            token,
            Token::Sign(
                Close | CloseSquare | CloseBrace | Comma | Semicolon | Colon | Range | Dot | Prime
            )
        )
        || is_unary(row, at - 1)
    {
        return false;
    }
    let word_before = match before {
        Token::Word => Some(word_kind(row.of(span_before))),
        _ => None,
    };
    match (token, word_before) {
        (Token::Sign(Open | OpenSquare), Some(WordKind::Name)) => false,
        (Token::Sign(Open | OpenSquare), Some(WordKind::Contextual)) => as_written,
        (Token::Sign(OpenSquare), None) => {
            !matches!(before, Token::Sign(Close | CloseSquare | CloseBrace | Prime))
        }
        _ => true,
    }
}

/// Whether the token is the sign of a negative number.
fn is_unary(row: &Row, at: usize) -> bool {
    let code = row.code();
    let (token, span) = code[at];
    if token != Token::Sign(Sign::Minus) {
        return false;
    }
    let Some(&(before, span_before)) = at.checked_sub(1).and_then(|it| code.get(it)) else {
        return !row.continues;
    };
    match before {
        Token::Number(_) | Token::Unknown => false,
        Token::Word => match word_kind(row.of(span_before)) {
            WordKind::Keyword => true,
            WordKind::Name => false,
            WordKind::Contextual => {
                let touches_next = code.get(at + 1).is_some_and(|it| it.1.start == span.end);
                touches_next && span_before.end < span.start
            }
        },
        _ => !matches!(before, Token::Sign(Sign::Close | Sign::CloseSquare | Sign::CloseBrace)),
    }
}

/// Writes lines without a blank line between them; their `with` and `#` stand in columns.
fn write_paragraph(lines: &[Cells], text: &mut String) {
    let width = |cell: &str| cell.chars().count();
    let column = |ends: &mut dyn Iterator<Item = usize>, at_most: usize| {
        ends.filter(|&end| end <= at_most).max().map_or(0, |end| end + GAP)
    };
    let in_columns = || lines.iter().filter(|line| !line.is_apart);
    let mut ends = in_columns().filter(|line| !line.with.is_empty()).map(|line| width(&line.code));
    let with_at = column(&mut ends, WITH_AT_MOST);
    let end = |line: &Cells| match line.with.is_empty() {
        true => width(&line.code),
        false => with_at.max(width(&line.code) + GAP) + width(&line.with),
    };
    let mut ends = in_columns().filter(|line| !line.comment.is_empty()).map(end);
    let comment_at = column(&mut ends, COMMENT_AT_MOST);
    for line in lines {
        let mut column = width(&line.code);
        text.push_str(&line.code);
        for (cell, at) in [(&line.with, with_at), (&line.comment, comment_at)] {
            if cell.is_empty() {
                continue;
            }
            let gap = if line.is_apart { GAP } else { at.saturating_sub(column).max(GAP) };
            text.extend(std::iter::repeat_n(' ', gap));
            text.push_str(cell);
            column += gap + width(cell);
        }
        text.push('\n');
    }
}

/// Whether two texts have the same tokens.
fn says_the_same(before: &str, after: &str) -> bool {
    let words = |text: &str| -> Vec<(Token, String)> {
        let tokens = lex(text).tokens.into_iter();
        tokens.map(|(token, span)| (token, said(token, span, text))).collect()
    };
    words(before) == words(after)
}

fn said(token: Token, span: Span, text: &str) -> String {
    match (token, span.of(text)) {
        (Token::Word, "&&") => "and".into(),
        (Token::Word, "||") => "or".into(),
        (Token::Word, word) => word.into(),
        (Token::Comment, comment) => comment_text(comment),
        _ => String::new(),
    }
}
