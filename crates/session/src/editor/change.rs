//! Changes of a text that a field's own undo takes back. A browser counts UTF-16 units, the listing bytes.

use catalog::listing::{edit::Edit, tidy_line};
use std::ops::Range;

/// The change that makes `new` of `old`, the shortest that there is; the caret stands behind it.
pub fn difference(old: &str, new: &str) -> Edit {
    let before: usize =
        old.chars().zip(new.chars()).take_while(|(a, b)| a == b).map(|(it, _)| it.len_utf8()).sum();
    let (old_rest, new_rest) = (&old[before..], &new[before..]);
    let after: usize = old_rest
        .chars()
        .rev()
        .zip(new_rest.chars().rev())
        .take_while(|(a, b)| a == b)
        .map(|(it, _)| it.len_utf8())
        .sum();
    let replacement = new_rest[..new_rest.len() - after].to_owned();
    let caret = before + replacement.len();
    Edit { range: before..old.len() - after, replacement, selection: caret..caret }
}

/// The same change, with the caret of the reader where it was, as far as the text there is still the same.
pub fn around(edit: &Edit, selection: &Range<usize>) -> Edit {
    let Edit { range, replacement, .. } = edit;
    let end = range.start + replacement.len();
    let moved = |at: usize| match at {
        at if at <= range.start => at,
        at if at >= range.end => at - range.end + end,
        at => at.min(end),
    };
    Edit { selection: moved(selection.start)..moved(selection.end), ..edit.clone() }
}

/// Signs of the line with the caret as the language writes them; none if nothing changes.
pub fn tidied(text: &str, selection: &Range<usize>) -> Option<Edit> {
    let start = text[..selection.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[selection.start..].find('\n').map_or(text.len(), |at| selection.start + at);
    let line = &text[start..end];
    let tidy = tidy_line(line);
    if tidy == line {
        return None;
    }
    // the caret keeps its distance from the end of the line
    let caret = start + tidy_line(&line[..selection.start - start]).len();
    let caret = caret.min(start + tidy.len());
    Some(Edit { range: start..end, replacement: tidy, selection: caret..caret })
}

/// The byte of a place that is counted in UTF-16 units.
pub fn byte_at(text: &str, units: usize) -> usize {
    let mut left = units;
    for (at, letter) in text.char_indices() {
        if left == 0 {
            return at;
        }
        left = left.saturating_sub(letter.len_utf16());
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_bytes() {
        let text = "a ← b\n😀c";
        assert_eq!([0, 2, 3, 6, 8, 99].map(|it| byte_at(text, it)), [0, 2, 5, 8, 12, 13]);
    }

    /// In the text before, in what is replaced, and behind it.
    #[test]
    fn what_mends_an_error_leaves_the_caret_in_its_place() {
        let edit = Edit { range: 4..8, replacement: "flag".into(), selection: 8..8 };
        let short = Edit { range: 4..8, replacement: "x".into(), selection: 5..5 };
        let at = |edit: &Edit, caret: usize| around(edit, &(caret..caret)).selection.start;
        assert_eq!([2, 4, 6, 8, 20].map(|caret| at(&edit, caret)), [2, 4, 6, 8, 20]);
        assert_eq!([2, 4, 6, 8, 20].map(|caret| at(&short, caret)), [2, 4, 5, 5, 17]);
        assert_eq!(around(&short, &(0..20)).range, 4..8);
    }

    #[test]
    fn the_shortest_change_leads_from_one_text_to_another() {
        for (old, new) in [("a ← b", "a ≠ b"), ("aa", "aaa"), ("", "x"), ("x←y", ""), ("é", "è")]
        {
            let edit = difference(old, new);
            assert_eq!(edit.apply(old), new);
        }
        assert_eq!(difference("turn ← i", "turn ← j").replacement, "j");
    }

    #[test]
    fn signs_are_tidied_and_the_caret_stays_in_its_word() {
        let text = "x\n  a <- 1\ny";
        let edit = tidied(text, &(10..10)).expect("a change");
        assert_eq!(edit.apply(text), "x\n  a ← 1\ny");
        assert_eq!(edit.selection.start, "x\n  a ← 1".len());
        assert_eq!(tidied("a ← 1", &(0..0)), None);
    }
}
