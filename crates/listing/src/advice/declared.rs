//! Declarations of variables as other languages have them, each with the whole line that is written here.
//!
//! No row: words, a type and a list of variables, each with or without a size, a domain and a value, can be combined.

use super::line::Line;
use super::pattern::Pattern;
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::words;

/// Types of other languages, and a domain for each.
pub const TYPES: &[(&str, &str)] = &[
    ("int", NUMBERS),
    ("integer", NUMBERS),
    ("nat", NUMBERS),
    ("byte", NUMBERS),
    ("unsigned", NUMBERS),
    ("bool", "bool"),
    ("boolean", "bool"),
    ("string", "none | one | other"),
];
pub const NUMBERS: &str = "0..9";

/// Words before a name that is declared, and where the variable stands here.
const WORDS: &[(&str, Option<&str>)] = &[
    ("var", None),
    ("variable", None),
    ("variables", None),
    ("let", None),
    ("volatile", None),
    ("const", Some("define")),
    ("global", Some("shared")),
    ("static", Some("shared")),
    ("shared", Some("shared")),
    ("ghost", Some("ghost")),
    ("local", Some("own")),
    ("private", Some("own")),
    ("own", Some("own")),
    ("stable", Some("stable")),
];

/// One variable, or several of one domain, up to the next or to the end of the line.
const VARIABLES: &[&str] = &[
    "x:NAMES :|in array i:INDEX of d:DOMAIN ,|;|$",
    "x:NAMES :|in d:WORD i:INDEX ,|;|$",
    "x:NAMES :|in d:DOMAIN ,|;|$",
    "x:NAMES :|in d:DOMAIN =|← v:EXPR ,|;|$",
    "x:NAME i:INDEX? =|← v:SUM in d:DOMAIN ,|;|$",
    "x:NAME i:INDEX? =|← v:EXPR ,|;|$",
    "x:NAME i:INDEX? ,|;|$",
];

const CONSTANT: &str = "What never changes is a definition.";
const VALUES: &str = "A variable is declared with the values that it can have.";
const ABOVE: &str = "Variables are declared above the sections.";

/// `int x = 0`, `shared x`, `x: 0-3` outside of processes.
pub fn outside(line: &Line<'_>) -> Option<DiagnosticDraft> {
    beside_statements(line, "shared")
}

/// The same in a role; `x ← 1`, where `x` is a variable already, is a statement that stands in no section.
pub fn in_role(line: &Line<'_>) -> Option<DiagnosticDraft> {
    let is_assigned = matches!(line.word(1), "=" | "←")
        && line.declares(&["shared", "own", "stable", "ghost"], line.word(0));
    if is_assigned { None } else { beside_statements(line, "own") }
}

fn beside_statements(line: &Line<'_>, here: &'static str) -> Option<DiagnosticDraft> {
    if !(begins(line, 0) || begins_with_its_name(line)) {
        return None;
    }
    let (storage, declared) = declaration(line, 0, here)?;
    let span = line.span(0, line.tokens.len() - 1);
    let letters = |text: &str| text.replace([' ', ';'], "");
    if letters(&declared) == letters(span.of(line.text)) {
        return None;
    }
    let place = match (here, storage) {
        (_, "ghost") | ("own", "own" | "stable") => "",
        ("own", _) => " above the process, without indentation",
        (_, "own" | "stable") => " in a process, above its sections",
        _ => "",
    };
    let message = if storage == "define" { CONSTANT } else { VALUES };
    let found = DiagnosticDraft::new(ErrorCode::OtherLanguage, span, message);
    let found = found.help(format!("Write `{declared}`{place}."));
    Some(if place.is_empty() { found.replace(span, declared) } else { found })
}

/// `int x = 0`, `own x: bool` among the lines of a section.
pub fn in_section(line: &Line<'_>, starts: &[usize]) -> Option<DiagnosticDraft> {
    let is_let = |at: usize| line.word(at) == "let" && line.word(at + 2) != ":";
    let mut starts = starts.iter().copied().filter(|at| !is_let(*at) && begins(line, *at));
    starts.find_map(|at| {
        let (storage, declared) = declaration(line, at, "own")?;
        let message = if storage == "define" { CONSTANT } else { ABOVE };
        let help = match storage {
            "own" | "stable" | "ghost" => format!("Write `{declared}` there."),
            _ => format!("Write `{declared}` above the process, without indentation."),
        };
        let span = line.span(at, line.tokens.len() - 1);
        Some(DiagnosticDraft::new(ErrorCode::OtherLanguage, span, message).help(help))
    })
}

fn begins(line: &Line<'_>, at: usize) -> bool {
    let word = line.word(at);
    let is_followed = line.is_class("WORD", at + 1);
    type_of(word).is_some()
        && (is_followed && line.word(at + 2) != "of" || line.word(at + 1) == "[")
        || WORDS.iter().any(|known| known.0 == word) && is_followed
}

/// `x = 0`, `x: 0..3`
fn begins_with_its_name(line: &Line<'_>) -> bool {
    let is_domain = || line.is_class("NUMBER", 2) || type_of(line.word(2)).is_some();
    line.is_class("WORD", 0)
        && !words::is_reserved(line.word(0))
        && (matches!(line.word(1), "=" | "←") || line.word(1) == ":" && is_domain())
}

/// How the variables are stored, and the line as it is written here, if all of it declares some.
fn declaration(
    line: &Line<'_>,
    at: usize,
    storage: &'static str,
) -> Option<(&'static str, String)> {
    let (mut at, mut storage, mut domain, mut index) = (at, storage, None, String::new());
    loop {
        let word = line.word(at);
        let before = WORDS.iter().find(|known| known.0 == word);
        let is_before = before.is_some() && line.is_class("WORD", at + 1);
        if !is_before && type_of(word).is_none() {
            break;
        }
        domain = type_of(word).or(domain);
        storage = before.and_then(|known| known.1).unwrap_or(storage);
        at += 1;
        if let Some(found) = Pattern::of("i:INDEX").find(line, at) {
            index = size(line, &found.say("{i}"));
            at = found.end;
        }
    }
    let mut all = Vec::new();
    while at + 1 < line.tokens.len() {
        let found = VARIABLES.iter().find_map(|pattern| Pattern::of(pattern).find(line, at))?;
        let part =
            |name: &str| Some(found.say(name)).filter(|text| !text.is_empty() && text != name);
        let (given, value) = (part("{d}").map(|text| domain_of(&text)), part("{v}"));
        let name = found.say("{x}");
        if storage == "define" {
            all.push(format!("{name}: {}", value.or(given)?));
        } else {
            let size = part("{i}").map_or(String::new(), |index| size(line, &index));
            let known = domain.filter(|known| *known != NUMBERS).map(str::to_owned);
            let domain = given.or(known).unwrap_or_else(|| holding(value.as_deref()));
            let value = value.map_or(String::new(), |value| format!(" = {value}"));
            all.push(format!("{name}{index}{size}: {domain}{value}"));
        }
        at = found.end;
    }
    (!all.is_empty()).then(|| (storage, format!("{storage} {}", all.join("; "))))
}

fn type_of(word: &str) -> Option<&'static str> {
    TYPES.iter().find(|known| known.0 == word).map(|known| known.1)
}

/// `[2]` as `[0..1]`
fn size(line: &Line<'_>, index: &str) -> String {
    let inner = index.trim_start_matches('[').trim_end_matches(']').trim();
    match inner.parse::<i64>() {
        Ok(count) => format!("[0..{}]", count - 1),
        Err(_) if line.declares(&["option", "define"], inner) => format!("[0..{inner} − 1]"),
        Err(_) => index.to_owned(),
    }
}

/// `int`, `[0..3]`, `0-3`, `{0, 1}`, `{red, green}` as a domain.
fn domain_of(text: &str) -> String {
    let within = |open, close| text.strip_prefix(open)?.strip_suffix(close).map(str::trim);
    let numbers = |parts: &[&str]| -> Option<Vec<i64>> {
        parts.iter().map(|part| part.trim().parse().ok()).collect()
    };
    if let Some(domain) =
        type_of(text).or_else(|| within('[', ']').filter(|range| range.contains("..")))
    {
        return domain.to_owned();
    }
    if let Some(members) = within('{', '}') {
        let members: Vec<&str> = members.split(',').map(str::trim).collect();
        return match numbers(&members)
            .and_then(|all| Some((*all.iter().min()?, *all.iter().max()?)))
        {
            Some((low, high)) => format!("{low}..{high}"),
            None => members.join(" | "),
        };
    }
    match numbers(&text.split(['-', '−']).collect::<Vec<_>>()).as_deref() {
        Some([low, high]) => format!("{low}..{high}"),
        _ => text.to_owned(),
    }
}

/// A domain that has an initial value.
fn holding(value: Option<&str>) -> String {
    let value = value.unwrap_or_default();
    match (value, value.trim_start_matches(['-', '−']).parse::<i64>()) {
        ("true" | "false", _) => "bool".to_owned(),
        (_, Ok(number)) if value.starts_with(['-', '−']) => format!("−{number}..9"),
        (_, Ok(number)) if number > 9 => format!("0..{number}"),
        _ => NUMBERS.to_owned(),
    }
}
