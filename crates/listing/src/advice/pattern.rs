//! Patterns of tokens, and what they find in a line.
//!
//! A pattern is items with spaces between them. An item is a word, a sign as the formatter writes it, several of these
//! with `|` between them, or in capitals a class of tokens, such as `NAME` or `SUM`. Before it can stand:
//! - `«` (or `‹`, with the spaces before): what is marked begins here; it ends with the item behind which `»` stands,
//! - `⟨` and `⟩` in the same way: what is replaced, if that is not what is marked,
//! - `@`: at this token the line could not be read any more,
//! - `~`: there is no space before this token,
//! - `n:`: what it finds is called `n` in the sentences of the row.
//!
//! Behind it `?` says that it can be missing, and `*` that it can stand several times.

use super::line::Line;
use crate::token::{Span, Token};
use crate::words;

/// What a pattern has found.
pub struct Match<'a> {
    /// The token behind it.
    pub end: usize,
    pub marked: Span,
    pub replaced: Span,
    named: Vec<(&'a str, &'a str)>,
}

impl Match<'_> {
    /// A sentence with what was found in the places of `{n}`: with `{ n}` behind a space if that is something,
    /// `{n-1}` is one less, `{n_}` has `_` in the places of spaces.
    pub fn say(&self, sentence: &str) -> String {
        let mut said = String::new();
        let mut rest = sentence;
        while let Some((before, behind)) = rest.split_once('{') {
            said += before;
            let place = behind.split('}').next().unwrap_or_default();
            let name = place.trim_start().trim_end_matches(['_', '-', '1']);
            let found = self.named.iter().find(|(known, _)| *known == name && !name.is_empty());
            // braces are signs of the language, too
            let (text, length) = match (found.map(|found| found.1), place) {
                (Some(""), _) => (String::new(), place.len() + 1),
                (Some(text), _) if place.ends_with("-1") => (one_less(text), place.len() + 1),
                (Some(text), _) if place.ends_with('_') => {
                    (text.split_whitespace().collect::<Vec<_>>().join("_"), place.len() + 1)
                }
                (Some(text), _) if place.starts_with(' ') => (format!(" {text}"), place.len() + 1),
                (Some(text), _) => (text.to_owned(), place.len() + 1),
                (None, _) => ("{".to_owned(), 0),
            };
            said += &text;
            rest = &behind[length..];
        }
        said + rest
    }
}

/// What stands before a number or an expression.
pub fn one_less(text: &str) -> String {
    text.parse::<i64>().map_or_else(|_| format!("{text} − 1"), |number| (number - 1).to_string())
}

struct Item<'a> {
    before: &'a str,
    name: &'a str,
    body: &'a str,
    behind: &'a str,
}

/// Signs before an item and behind it.
const BEFORE: [char; 6] = ['«', '‹', '⟨', '⟩', '@', '~'];
const BEHIND: [char; 4] = ['»', '⟩', '?', '*'];

impl<'a> Item<'a> {
    fn of(text: &'a str) -> Item<'a> {
        let all = text.trim_start_matches(BEFORE);
        // what is nothing but such a sign is itself
        let rest = if all.is_empty() { &text[text.len() - 1..] } else { all };
        let (before, rest) = text.split_at(text.len() - rest.len());
        let (name, rest) = match rest.split_once(':') {
            Some((name, body)) if is_label(name) && !body.is_empty() => (name, body),
            _ => ("", rest),
        };
        let body = rest.trim_end_matches(BEHIND);
        let body = if body.is_empty() { rest.trim_end_matches(['»', '⟩']) } else { body };
        Item { before, name, body, behind: &rest[body.len()..] }
    }
}

/// Whether what stands before a colon names a part.
fn is_label(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// A pattern that is read.
pub struct Pattern<'a> {
    items: Vec<Item<'a>>,
}

impl<'a> Pattern<'a> {
    pub fn of(text: &'a str) -> Pattern<'a> {
        Pattern { items: text.split_whitespace().map(Item::of).collect() }
    }

    /// What it finds from this token on.
    pub fn find(&self, line: &Line<'a>, at: usize) -> Option<Match<'a>> {
        let items = &self.items;
        let mut found = Vec::new();
        let end = follow(items, 0, line, at, &mut found)?;
        let from = |nth: usize| found.iter().find(|part| part.0 == nth).map_or(at, |part| part.1);
        let to = |nth: usize| found.iter().rfind(|part| part.0 == nth).map_or(end, |part| part.2);
        let before = |sign| items.iter().position(|item| item.before.contains(sign));
        let behind = |sign| items.iter().position(|item| item.behind.contains(sign));
        let stretch = |open, close| {
            let end = before(close).map(from).or_else(|| behind(close).map(to));
            before(open).map(|nth| line.span(from(nth), end.unwrap_or(at)))
        };
        let marked = match before('‹') {
            Some(nth) => {
                let end = behind('»').map_or(end, to);
                Span { start: line.tokens[from(nth) - 1].1.end, ..line.span(from(nth), end) }
            }
            None => stretch('«', '»').unwrap_or_else(|| line.span(at, end)),
        };
        let named = items.iter().enumerate().filter(|(_, item)| !item.name.is_empty());
        let named =
            named.map(|(nth, item)| (item.name, line.span(from(nth), to(nth)).of(line.text)));
        let named = named.chain([("marked", marked.of(line.text))]).collect();
        Some(Match { end, marked, replaced: stretch('⟨', '⟩').unwrap_or(marked), named })
    }
}

/// Where the items end, and which tokens each of them is: its number, the first one and the one behind the last.
fn follow(
    items: &[Item<'_>],
    nth: usize,
    line: &Line<'_>,
    at: usize,
    found: &mut Vec<(usize, usize, usize)>,
) -> Option<usize> {
    let Some(item) = items.get(nth) else { return Some(at) };
    let is_here = (!item.before.contains('@') || at == line.error)
        && (!item.before.contains('~') || line.touches(at));
    let mut lengths = if is_here { lengths(item.body, line, at) } else { Vec::new() };
    lengths.extend(item.behind.contains(['?', '*']).then_some(0));
    for length in lengths {
        found.push((nth, at, at + length));
        let is_again = item.behind.contains('*') && length > 0;
        let again = is_again.then(|| follow(items, nth, line, at + length, found)).flatten();
        let end = again.or_else(|| follow(items, nth + 1, line, at + length, found));
        if end.is_some() {
            return end;
        }
        found.pop();
    }
    None
}

/// How many tokens an item can be from this one on, the most first.
fn lengths(body: &str, line: &Line<'_>, at: usize) -> Vec<usize> {
    let Some(&(token, _)) = line.tokens.get(at) else { return Vec::new() };
    if let Some(run) = RUNS.iter().find(|run| run.name == body) {
        return run.lengths(line, at);
    }
    let is_end = matches!(token, Token::Newline | Token::End);
    let is_it = |one: &str| match one {
        "$" => is_end,
        _ if one.bytes().all(|byte| byte.is_ascii_uppercase()) => line.is_class(one, at),
        _ => line.word(at) == one,
    };
    let is_found = if body == "|" { is_it(body) } else { body.split('|').any(is_it) };
    // the end of a line is a place and no token
    if is_found { vec![usize::from(!is_end)] } else { Vec::new() }
}

/// A class of tokens in a row.
struct Run {
    name: &'static str,
    /// What ends it, outside of brackets.
    ends: &'static [&'static str],
    /// Signs that end it, too; if there are some, brackets within it are closed.
    separators: &'static str,
    begins: fn(&Line<'_>, usize) -> bool,
}

const fn closed(name: &'static str, ends: &'static [&'static str]) -> Run {
    Run { name, ends, separators: ":;,←", begins: |_, _| true }
}

const fn open(name: &'static str, ends: &'static [&'static str]) -> Run {
    Run { separators: "", ..closed(name, ends) }
}

impl Run {
    const fn begun(mut self, begins: fn(&Line<'_>, usize) -> bool) -> Run {
        self.begins = begins;
        self
    }

    /// How many tokens it can be from this one on, the most first.
    fn lengths(&self, line: &Line<'_>, at: usize) -> Vec<usize> {
        let (mut depth, mut lengths) = (0, Vec::new());
        let is_begun = (self.begins)(line, at);
        let is_closed = !self.separators.is_empty();
        for (count, nth) in (at..line.tokens.len() - 1).enumerate().take_while(|_| is_begun) {
            let word = line.word(nth);
            let closes = matches!(word, ")" | "]" | "}");
            let ends =
                self.ends.contains(&word) || self.separators.contains(word) || closes && is_closed;
            if depth == 0 && ends {
                break;
            }
            depth += i32::from(matches!(word, "(" | "[" | "{")) - i32::from(closes);
            if depth == 0 || !is_closed {
                lengths.push(count + 1);
            }
        }
        if self.name == INDEX {
            lengths.truncate(1);
        }
        lengths.reverse();
        lengths
    }
}

/// The brackets behind a name, and nothing behind these.
const INDEX: &str = "INDEX";

const RUNS: &[Run] = &[
    open("REST", &[]),
    open("TITLE", &[":"]),
    open("PLAIN", &[":"]),
    // of a claim that counts, a comma is no slip
    open("UNCOUNTED", &["most"]),
    closed("EXPR", &[]),
    closed("DOMAIN", &["="]),
    closed("CLAIM", &["always", "eventually", "with"]),
    closed(
        "SUM",
        &[
            "atomic", "strongly", "and", "or", "not", "if", "else", "in", "with", "where", "to",
            "do", "until", "await", "while", "when", "=", "≠", "<", "≤", ">", "≥", "⊆", "⇒", "→",
            "..",
        ],
    ),
    closed(INDEX, &[]).begun(|line, at| line.word(at) == "["),
    closed("CONDITION", &["→"]).begun(|line, at| !words::begins_a_statement(line.word(at))),
    closed("CALL", &[]).begun(begins_with_a_name),
    closed("QUESTION", &[])
        .begun(|line, at| begins_with_a_name(line, at) || line.word(at) == "not"),
    closed("EVENT", &[]).begun(begins_with_an_event),
    closed("VALUE", &[]).begun(|line, at| !line.word(at).starts_with(char::is_alphabetic)),
    Run {
        separators: ":;←",
        ..closed("NAMES", &["=", "in"]).begun(|line, at| is_name(line.word(at)))
    },
];

/// A message, a time-out or a crash.
fn begins_with_an_event(line: &Line<'_>, at: usize) -> bool {
    matches!(line.word(at), "timeout" | "crash") || line.declares(&["message"], line.word(at))
}

fn begins_with_a_name(line: &Line<'_>, at: usize) -> bool {
    is_name(line.word(at)) && !matches!(line.word(at), "from" | "is")
}

/// Whether a word can name something, and is none that others write between names.
pub fn is_name(word: &str) -> bool {
    let is_word = word.starts_with(|letter: char| letter.is_alphabetic() || letter == '_');
    is_word && !words::is_reserved(word) && !matches!(word, "do" | "then" | "where")
}
