//! Formatter, colours and editor on texts that somebody is in the middle of typing.
//!
//! `MUTATIONS=1000000 cargo test -p listing --test mutations --release` tries more of them.

mod texts;

use listing::compare::{LineChange, compare};
use listing::edit::{indent, new_line, unindent};
use listing::{format, highlight, parse, tidy_line};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// What somebody may type or paste.
const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ":",
    ";",
    ",",
    ".",
    "..",
    "-",
    "−",
    "*",
    "<-",
    ":=",
    "!=",
    "<=",
    "≠",
    "∈",
    "∧",
    "&&",
    "||",
    "|",
    "#",
    "# a - b",
    "\n",
    "\n\n",
    "\n#\n",
    "\t",
    " ",
    "    ",
    "\r\n",
    "€",
    "\u{a0}",
    "not ",
    "in ",
    " with ",
    " with a = b",
    "if x: ",
    "else: ",
    "atomic ",
    "await ",
    "all j: ",
    "max",
    "to",
    "from ",
    "of ",
    "x",
    "x[i]",
    "(x)",
    "-1",
    "99999999",
    "0",
    "always ",
    "algorithm ",
    "process ",
    "shared ",
    "own ",
    "define f(x): ",
    "send m to ",
    "read ",
    "until ",
    "[x in q: ",
    "{j: ",
];

struct Dice(Xoshiro256PlusPlus);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n.max(1) as u64) as usize
    }

    /// A place between two characters.
    fn place(&mut self, text: &str) -> usize {
        let at = self.below(text.len() + 1);
        (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
    }

    fn mutate(&mut self, text: &mut String, other: &str) {
        let at = self.place(text);
        match self.below(6) {
            0 | 1 => text.insert_str(at, PIECES[self.below(PIECES.len())]),
            2 => {
                let from = at.saturating_sub(self.below(12));
                let from = (0..=from).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
                text.replace_range(from..at, "");
            }
            3 => {
                let lines: Vec<&str> = other.split_inclusive('\n').collect();
                let line = lines[self.below(lines.len())];
                let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
                text.insert_str(start, line);
            }
            4 => {
                let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
                let (a, b) = (self.below(lines.len()), self.below(lines.len()));
                if !lines.is_empty() {
                    lines.swap(a, b);
                }
                *text = lines.concat();
            }
            // spaces where there are some, which alone keeps many texts right
            _ => {
                if let Some(space) = text[at..].find(' ') {
                    let more = ["", "  ", " \t"][self.below(3)];
                    text.replace_range(at + space..=at + space, more);
                }
            }
        }
    }
}

/// A syntax tree without the places of its parts.
fn tree(text: &str) -> String {
    let tree = format!("{:?}", parse(text).listing);
    let mut parts = tree.split("Span { start: ");
    let mut without = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        without.push_str(part.split_once('}').map_or("", |(_, rest)| rest));
    }
    without
}

/// Whether it was formatted.
fn check(text: &str, original: &str, dice: &mut Dice) -> bool {
    let errors = parse(text).diagnostics;
    let mut end = 0;
    for piece in highlight(text, &errors) {
        assert_eq!(piece.bytes.start, end, "the pieces follow each other in {text:?}");
        assert!(piece.bytes.end > end && text.get(piece.bytes.clone()).is_some(), "{text:?}");
        end = piece.bytes.end;
    }
    assert_eq!(end, text.len(), "the pieces cover {text:?}");
    for line in text.lines() {
        let tidy = tidy_line(line);
        assert_eq!(tidy_line(&tidy), tidy, "{line:?}");
    }
    let (a, b) = (dice.place(text), dice.place(text));
    let selection = a.min(b)..a.max(b);
    for edit in [new_line, indent, unindent] {
        let edit = edit(text, selection.clone());
        let edited = edit.apply(text);
        assert!(edited.get(edit.selection.clone()).is_some(), "{text:?} {selection:?} {edit:?}");
    }
    let comparison = compare(original, text);
    let kept = |it: &&LineChange| matches!(it, LineChange::Kept(_));
    let kept = comparison.lines.iter().filter(kept).count();
    assert!(kept <= original.lines().count());
    match format(text) {
        Ok(formatted) => {
            assert_eq!(format(&formatted).as_ref(), Ok(&formatted), "formatted twice: {text}");
            assert_eq!(tree(&formatted), tree(text), "formatted: {text}");
            true
        }
        Err(found) => {
            assert_eq!(found, errors);
            false
        }
    }
}

#[test]
fn mutated_texts_are_formatted_coloured_and_compared() {
    let texts = texts::texts();
    let count = std::env::var("MUTATIONS").ok().and_then(|it| it.parse().ok()).unwrap_or(2000);
    let mut dice = Dice(Xoshiro256PlusPlus::seed_from_u64(7));
    let (mut formatted, mut text, mut original) = (0, String::new(), "");
    for number in 0..count {
        // a few changes to each text, then the next one
        if number % 4 == 0 {
            original = &texts[dice.below(texts.len())].1;
            text = original.to_owned();
        }
        let other = &texts[dice.below(texts.len())].1;
        dice.mutate(&mut text, other);
        formatted += usize::from(check(&text, original, &mut dice));
    }
    assert!(formatted * 10 > count, "enough texts stay right: {formatted} of {count}");
}
