//! The smallest text that is still told differently: what a reader has to look at.

/// After so many texts one is small enough: each is run by both.
const TRIES_MAX: usize = 1_000;

/// Leaves out lines, then replaces what stands in brackets by something plain, while it still differs.
pub fn shrunk(text: &str, differs: impl Fn(&str) -> bool) -> String {
    let (mut best, mut left) = (text.to_owned(), TRIES_MAX);
    let mut is_it = |less: &String| {
        left = left.saturating_sub(1);
        left > 0 && differs(less)
    };
    while let Some(less) = smaller(&best).into_iter().find(&mut is_it) {
        best = less;
    }
    best
}

/// Smaller texts, the smallest first.
fn smaller(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut all: Vec<String> = Vec::new();
    for count in [8, 4, 2, 1] {
        for from in 1..lines.len() {
            let to = (from + count).min(lines.len());
            let left = lines[..from].iter().chain(&lines[to..]);
            all.push(left.map(|text| format!("{text}\n")).collect());
        }
    }
    for (from, to) in brackets(text) {
        for plain in ["0", "true", "{}", "[]", "i", "k", ""] {
            if plain.len() < to - from {
                all.push(format!("{}{plain}{}", &text[..from], &text[to..]));
            }
        }
        all.push(format!("{}{}{}", &text[..from], &text[from + 1..to - 1], &text[to..]));
    }
    all
}

/// Where pairs of round brackets begin and end.
fn brackets(text: &str) -> Vec<(usize, usize)> {
    let (mut open, mut all) = (Vec::new(), Vec::new());
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => open.push(at),
            ')' => all.extend(open.pop().map(|from| (from, at + 1))),
            _ => {}
        }
    }
    all.sort_by_key(|(from, to)| from.abs_diff(*to));
    all.reverse();
    all
}
