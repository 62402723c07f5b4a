//! Random changes of texts, and how two texts are compared.

use listing::parse;
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

pub struct Dice(Xoshiro256PlusPlus);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n.max(1) as u64) as usize
    }

    /// True in so many cases of a hundred.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    /// A place between two characters.
    pub fn place(&mut self, text: &str) -> usize {
        let at = self.below(text.len() + 1);
        (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
    }

    pub fn mutate(&mut self, text: &mut String, other: &str) {
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

/// Whether two texts say the same in other lines and spaces.
pub fn assert_same_tree(one: &str, other: &str) {
    assert_eq!(tree(one), tree(other), "{other}");
}
