//! Changes of a text that keep most of its grammar.

use listing::parse;
use sampler::Dice;
use std::ops::Range;

/// The most changes of one text.
const CHANGES: usize = 5;

/// Of so many changes that make a text wrong, one is kept: what is wrong ends soon.
const WRONG_KEPT: usize = 4;

/// One of so many texts is drawn at random before it is changed.
const RANDOM: usize = 6;

/// What may stand around expressions: `E` is the expression, `F` another one.
const AROUND: &[&str] = &[
    "(E)",
    "not E",
    "not (E)",
    "−(E)",
    "(E + F)",
    "(E − F)",
    "(E · F)",
    "(E div F)",
    "(E mod F)",
    "(E = F)",
    "(E ≠ F)",
    "(E < F)",
    "(E and F)",
    "(E or F)",
    "(E ⇒ F)",
    "(E in F)",
    "(E ⊆ F)",
    "(E if F else E)",
    "(F if E else F)",
    "(all j: E)",
    "(some j ≠ i: E)",
    "(all j, k: E)",
    "(max j: E)",
    "(min j in F: E)",
    "(sum j: E)",
    "(count j: E)",
    "{E}",
    "{E, F}",
    "{j in F: E}",
    "[E, F]",
    "(E, F)",
    "F[E]",
    "E[F]",
    "max(E, F)",
    "min(E, F)",
    "max(E)",
    "size(E)",
    "length(E)",
    "head(E)",
    "tail(E)",
    "swap(E, F)",
    "cas(E, F, F)",
    "fetch_and_add(E, F)",
    "test_and_set(E)",
];

/// Statements: `E` and `F` are expressions, `S` is the line that was there.
const LINES: &[&str] = &[
    "pause",
    "skip",
    "stop",
    "restart",
    "await E",
    "atomic S",
    "if E: S",
    "while E: S",
    "for each k in 0..3: S",
    "for each k in E: S",
    "for each j ≠ i: S",
    "repeat:\n  S\nuntil E",
    "atomic:\n  S\n  S",
    "if E:\n  S\nelse:\n  S",
    "S; S",
    "E ← F",
    "E, F ← F, E",
    "choose v in 0..2",
    "choose v in E where F",
    "decide E",
    "propose E",
    "await E; S",
    "S    with E",
    "when E: S",
    "on crash: S",
    "on timeout when E: S",
];

/// Items of a text: `E` and `F` are expressions.
const ITEMS: &[&str] = &[
    "always added: E",
    "never added: E",
    "reachable added: E",
    "at end added: E",
    "eventually added: E",
    "eventually added: E → F",
    "eventually always added: E",
    "always added: E ⇒ always F",
    "most added: E",
    "least added: E",
    "outcomes added: E, F",
    "always added: at most 1 in critical",
    "always added: waiting before critical",
    "most steps added: waiting → critical",
    "wait-free added: waiting → critical",
    "lock-free added: waiting → critical",
    "assume added: E",
    "define crashes: 1",
    "define losses: 1",
    "define duplicates: 1",
    "option crashes: 0, 1, 2",
    "option channels: unordered, fifo, mailbox, self_at_once",
    "shared added: 0..3 = any",
    "shared safe added: 0..2",
    "shared added[process]: none | 0..3",
    "shared added: set of 0..5",
    "define added(a, b): E if a else F",
];

const NUMBERS: &[&str] = &[
    "0", "1", "2", "3", "4", "5", "6", "7", "16", "17", "61", "62", "63", "64", "65", "120", "199",
    "200", "250", "251", "254", "255", "256", "511", "512", "4096", "65535", "65536",
];

/// The text of a case.
pub fn text(number: u64, texts: &[(String, String)]) -> String {
    let mut dice = Dice::new(number);
    let mut text = texts[dice.below(texts.len())].1.clone();
    if dice.below(RANDOM) == 0 {
        text = sampler::algorithm(number).unwrap_or(text);
    }
    let other = &texts[dice.below(texts.len())].1;
    for _ in 0..=dice.below(CHANGES) {
        let before = text.clone();
        change(&mut dice, &mut text, other);
        if listing::compile(&text, &[]).is_err() && dice.below(WRONG_KEPT) > 0 {
            text = before;
        }
    }
    text
}

fn change(dice: &mut Dice, text: &mut String, other: &str) {
    match dice.below(13) {
        0..=2 => expression(dice, text, other),
        3 => number(dice, text),
        4 | 5 => name(dice, text, other),
        6 | 7 => line(dice, text, other),
        8 => block(dice, text, other),
        9 | 10 => item(dice, text, other),
        _ => dice.mutate(text, other),
    }
}

/// Words, numbers and signs of a text, without its comments.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let mut all: Vec<Range<usize>> = Vec::new();
    let mut is_comment = false;
    for (at, sign) in text.char_indices() {
        is_comment = (is_comment || sign == '#') && sign != '\n';
        if is_comment || sign.is_whitespace() {
            continue;
        }
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let end = at + sign.len_utf8();
        match all.last_mut() {
            Some(last)
                if last.end == at && is_word(sign) && text[last.clone()].chars().all(is_word) =>
            {
                last.end = end;
            }
            Some(last) if last.end == at && sign == '.' && &text[last.clone()] == "." => {
                last.end = end;
            }
            _ => all.push(at..end),
        }
    }
    all
}

fn is_expression(piece: &str) -> bool {
    let text = format!("algorithm A\ndefine d: {piece}\nprocess i of 2:\n  go:\n    pause\n");
    !piece.contains('\n') && parse(&text).diagnostics.is_empty()
}

/// Some expression of a text.
fn some_expression(dice: &mut Dice, text: &str) -> Option<Range<usize>> {
    let tokens = tokens(text);
    for _ in 0..12 {
        let first = dice.below(tokens.len());
        let last = first + dice.below(10);
        let (Some(first), Some(last)) = (tokens.get(first), tokens.get(last)) else { continue };
        let range = first.start..last.end;
        if is_expression(&text[range.clone()]) {
            return Some(range);
        }
    }
    None
}

/// A template with expressions of these texts in it.
fn filled(dice: &mut Dice, template: &str, own: &str, text: &str, other: &str) -> String {
    let mut result = String::new();
    for sign in template.chars() {
        let from = match sign {
            'E' if !own.is_empty() => {
                result.push_str(own);
                continue;
            }
            'F' if dice.below(4) == 0 => other,
            'E' | 'F' => text,
            sign => {
                result.push(sign);
                continue;
            }
        };
        match some_expression(dice, from) {
            Some(range) => result.push_str(&from[range]),
            None => result.push('1'),
        }
    }
    result
}

fn expression(dice: &mut Dice, text: &mut String, other: &str) {
    let Some(range) = some_expression(dice, text) else { return };
    let own = text[range.clone()].to_owned();
    let template = match dice.below(4) {
        0 => "F",
        _ => AROUND[dice.below(AROUND.len())],
    };
    let new = filled(dice, template, &own, text, other);
    text.replace_range(range, &new);
}

fn number(dice: &mut Dice, text: &mut String) {
    let is_number = |it: &Range<usize>| text[it.clone()].bytes().all(|it| it.is_ascii_digit());
    let numbers: Vec<_> = tokens(text).into_iter().filter(is_number).collect();
    if let Some(range) = numbers.get(dice.below(numbers.len())) {
        text.replace_range(range.clone(), NUMBERS[dice.below(NUMBERS.len())]);
    }
}

/// A word in the place of another one.
fn name(dice: &mut Dice, text: &mut String, other: &str) {
    let words = |text: &str| -> Vec<Range<usize>> {
        let is_word = |range: &Range<usize>| text[range.clone()].starts_with(char::is_alphabetic);
        tokens(text).into_iter().filter(is_word).collect()
    };
    let (own, foreign) = (words(text), words(other));
    let Some(range) = own.get(dice.below(own.len())).cloned() else { return };
    let new = match dice.below(6) {
        0 => foreign.get(dice.below(foreign.len())).map(|range| other[range.clone()].to_owned()),
        _ => own.get(dice.below(own.len())).map(|range| text[range.clone()].to_owned()),
    };
    text.replace_range(range, &new.unwrap_or_default());
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// A statement around or beside a line that is indented.
fn line(dice: &mut Dice, text: &mut String, other: &str) {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let at = dice.below(lines.len());
    let deep = indent(&lines[at]);
    let own = lines[at].split('#').next().unwrap_or_default().trim().to_owned();
    if deep == 0 || own.is_empty() {
        return;
    }
    let template = LINES[dice.below(LINES.len())].replace('S', "\u{1}");
    let new = filled(dice, &template, "", text, other).replace('\u{1}', &own);
    let new: Vec<String> =
        new.split('\n').map(|text| format!("{}{text}", " ".repeat(deep))).collect();
    match dice.below(3) {
        0 => lines.insert(at, new.join("\n")),
        _ => lines[at] = new.join("\n"),
    }
    *text = lines.join("\n");
}

/// A line with what is indented below it.
fn some_block(dice: &mut Dice, lines: &[&str]) -> Range<usize> {
    let at = dice.below(lines.len());
    let deep = indent(lines[at]);
    let below =
        lines[at + 1..].iter().take_while(|text| text.trim().is_empty() || indent(text) > deep);
    at..at + 1 + below.count()
}

/// A block is left out, doubled, moved, or taken from another text.
fn block(dice: &mut Dice, text: &mut String, other: &str) {
    let mut lines: Vec<&str> = text.split('\n').collect();
    let foreign: Vec<&str> = other.split('\n').collect();
    let range = some_block(dice, &lines);
    match dice.below(4) {
        0 => drop(lines.drain(range)),
        1 => {
            let block = lines[range.clone()].to_vec();
            drop(lines.splice(range.end..range.end, block));
        }
        2 => {
            let block: Vec<&str> = lines.drain(range).collect();
            let deep = indent(block[0]);
            let fits: Vec<usize> =
                (0..lines.len()).filter(|&it| indent(lines[it]) == deep).collect();
            let at = fits.get(dice.below(fits.len())).copied().unwrap_or(0);
            drop(lines.splice(at..at, block));
        }
        _ => {
            let deep = indent(lines[range.start]);
            let block = some_block(dice, &foreign);
            if indent(foreign[block.start]) == deep {
                drop(lines.splice(range.end..range.end, foreign[block].to_vec()));
            }
        }
    }
    *text = lines.join("\n");
}

/// One more item.
fn item(dice: &mut Dice, text: &mut String, other: &str) {
    let template = ITEMS[dice.below(ITEMS.len())];
    let item = filled(dice, template, "", text, other);
    let mut lines: Vec<&str> = text.split('\n').collect();
    let tops: Vec<usize> =
        (1..lines.len()).filter(|&it| indent(lines[it]) == 0 && !lines[it].is_empty()).collect();
    let at = tops.get(dice.below(tops.len())).copied().unwrap_or(lines.len());
    lines.insert(at, &item);
    *text = lines.join("\n");
}
