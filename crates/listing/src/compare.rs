//! How an edited text differs from the published one, line by line.
//!
//! Spaces inside a line and the spelling of signs make no difference; indentation does.

use crate::format::essence;
use crate::rows::rows;
use std::ops::Range;

/// What became of a line. Lines count from 0, here those of the published text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineChange {
    Kept(usize),
    /// It replaces that line: "was: …".
    Changed(usize),
    Added,
}

/// Published lines that the text has no more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Removed {
    /// The line of the text above which they stood.
    pub above: usize,
    pub lines: Range<usize>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// One for each line of the text.
    pub lines: Vec<LineChange>,
    pub removed: Vec<Removed>,
}

/// The largest table of pairs of lines; beyond, lines between equal ends are compared in order.
const TABLE_MAX: usize = 1 << 20;

/// Two lines are versions of one line if they share this part of their letters, in percent.
const ALIKE: u32 = 35;

impl Comparison {
    /// How many lines differ: changed, added and removed.
    pub fn differences(&self) -> usize {
        let changed = self.lines.iter().filter(|line| !matches!(line, LineChange::Kept(_))).count();
        changed + self.removed.iter().map(|removed| removed.lines.len()).sum::<usize>()
    }

    /// The first line of the text, from 1, that differs or stands where lines were removed.
    pub fn first_change(&self) -> Option<usize> {
        let changed = self.lines.iter().position(|line| !matches!(line, LineChange::Kept(_)));
        let removed = self
            .removed
            .iter()
            .map(|removed| removed.above.min(self.lines.len().saturating_sub(1)))
            .min();
        changed.into_iter().chain(removed).min().map(|at| at + 1)
    }
}

/// Compares a text with the text that was published.
pub fn compare(published: &str, text: &str) -> Comparison {
    let (old, new) = (essences(published), essences(text));
    let mut kept = common_lines(&old, &new);
    unite_swaps(&mut kept, old.len(), new.len());
    kept.push((old.len(), new.len()));
    let mut comparison = Comparison { lines: Vec::with_capacity(new.len()), removed: Vec::new() };
    let (mut from_old, mut from_new) = (0, 0);
    for (to_old, to_new) in kept {
        replace(&old, &new, from_old..to_old, from_new..to_new, &mut comparison);
        if to_new < new.len() {
            comparison.lines.push(LineChange::Kept(to_old));
        }
        (from_old, from_new) = (to_old + 1, to_new + 1);
    }
    comparison
}

/// The lines of a text in the form that is compared; the indentation is a part.
fn essences(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = rows(text)
        .iter()
        .map(|row| {
            let spaces = row.text.len() - row.text.trim_start().len();
            format!("{}{}", &row.text[..spaces], essence(row))
        })
        .collect();
    // a line break at the end begins no line
    if lines.last().is_some_and(|line| line.trim().is_empty()) {
        lines.pop();
    }
    lines
}

/// Pairs of equal lines, as many as possible, in order.
fn common_lines(old: &[String], new: &[String]) -> Vec<(usize, usize)> {
    let before = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (a, b) = (&old[before..], &new[before..]);
    let after = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[..a.len() - after], &b[..b.len() - after]);
    let mut pairs: Vec<_> = (0..before).map(|it| (it, it)).collect();
    if (a.len() + 1) * (b.len() + 1) <= TABLE_MAX {
        let scored = best_pairs(a.len(), b.len(), |x, y| u32::from(a[x] == b[y]));
        pairs.extend(scored.into_iter().map(|(x, y)| (before + x, before + y)));
    }
    let ends = (0..after).map(|it| (old.len() - after + it, new.len() - after + it));
    pairs.extend(ends);
    pairs
}

/// Pairs in order with the highest sum of scores; pairs without a score are left out.
fn best_pairs(a: usize, b: usize, score: impl Fn(usize, usize) -> u32) -> Vec<(usize, usize)> {
    let width = b + 1;
    let mut best = vec![0_u32; (a + 1) * width];
    for x in (0..a).rev() {
        for y in (0..b).rev() {
            let skip = best[(x + 1) * width + y].max(best[x * width + y + 1]);
            let points = score(x, y);
            let pair = if points > 0 { points + best[(x + 1) * width + y + 1] } else { 0 };
            best[x * width + y] = skip.max(pair);
        }
    }
    let (mut x, mut y, mut pairs) = (0, 0, Vec::new());
    while x < a && y < b {
        let here = best[x * width + y];
        if here == best[(x + 1) * width + y] {
            x += 1;
        } else if here == best[x * width + y + 1] {
            y += 1;
        } else {
            pairs.push((x, y));
            (x, y) = (x + 1, y + 1);
        }
    }
    pairs
}

/// Two lines that change places are two changed lines, not a removed and an added one: drops
/// pairs between a removed block and an added block of the same length, if they are no more lines.
fn unite_swaps(pairs: &mut Vec<(usize, usize)>, old: usize, new: usize) {
    let gap = |from: Option<(usize, usize)>, to: (usize, usize)| {
        let (x, y) = from.map_or((0, 0), |(x, y)| (x + 1, y + 1));
        (to.0 - x, to.1 - y)
    };
    let mut united = Vec::with_capacity(pairs.len());
    let mut at = 0;
    while at < pairs.len() {
        let before = gap(united.last().copied().filter(|_| at > 0), pairs[at]);
        let mut end = at + 1;
        let next = |end: usize| pairs.get(end).copied().unwrap_or((old, new));
        while end < pairs.len() && gap(Some(pairs[end - 1]), pairs[end]) == (0, 0) {
            end += 1;
        }
        let after = gap(Some(pairs[end - 1]), next(end));
        let moved = before.0.max(before.1);
        let is_swap = moved > 0
            && (before == (after.1, after.0))
            && (before.0 == 0 || before.1 == 0)
            && end - at <= moved;
        if !is_swap {
            united.extend_from_slice(&pairs[at..end]);
        }
        at = end;
    }
    *pairs = united;
}

/// Lines of the published text that gave way to lines of the text.
fn replace(
    old: &[String],
    new: &[String],
    gone: Range<usize>,
    come: Range<usize>,
    comparison: &mut Comparison,
) {
    let in_order = gone.len() == come.len() || (gone.len() + 1) * (come.len() + 1) > TABLE_MAX / 64;
    let pairs = if in_order {
        (0..gone.len().min(come.len())).map(|it| (it, it)).collect()
    } else {
        best_pairs(gone.len(), come.len(), |x, y| {
            likeness(&old[gone.start + x], &new[come.start + y])
        })
    };
    let mut from = gone.start;
    let remove = |lines: Range<usize>, comparison: &mut Comparison| {
        if !lines.is_empty() {
            comparison.removed.push(Removed { above: comparison.lines.len(), lines });
        }
    };
    for (x, y) in pairs {
        let (x, y) = (gone.start + x, come.start + y);
        while comparison.lines.len() < y {
            comparison.lines.push(LineChange::Added);
        }
        remove(from..x, comparison);
        comparison.lines.push(LineChange::Changed(x));
        from = x + 1;
    }
    remove(from..gone.end, comparison);
    while comparison.lines.len() < come.end {
        comparison.lines.push(LineChange::Added);
    }
}

/// How alike two lines are, in percent of their letters; 0 where they are not versions of a line.
fn likeness(a: &str, b: &str) -> u32 {
    let (a, b) = (a.trim(), b.trim());
    let longer = a.chars().count().max(b.chars().count());
    if longer == 0 {
        return 1;
    }
    let ahead = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let rest = a.chars().count().min(b.chars().count()) - ahead;
    let behind =
        a.chars().rev().zip(b.chars().rev()).take(rest).take_while(|(a, b)| a == b).count();
    let percent = ((ahead + behind) * 100 / longer) as u32;
    if percent < ALIKE { 0 } else { percent }
}
