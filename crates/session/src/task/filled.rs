//! A task's listing while it is written: locked lines, and an answer in its places.

use super::{ANSWER_MAX, Part, Task};
use catalog::Scenario;
use std::{ops::Range, rc::Rc};

/// A task with an answer in its places.
#[derive(Clone, PartialEq, Debug)]
pub struct Filled {
    task: Rc<Task>,
    answer: Vec<String>,
}

/// A line of it.
struct FilledLine<'a> {
    text: &'a str,
    /// As the teacher counts.
    label: String,
    is_free: bool,
}

impl Filled {
    pub fn new(task: Rc<Task>, answer: &[String]) -> Filled {
        let places = task.blank().len();
        let answer =
            (0..places).map(|place| answer.get(place).cloned().unwrap_or_default()).collect();
        Filled { task, answer }
    }

    pub fn answer(&self) -> &[String] {
        &self.answer
    }

    pub fn is_blank(&self) -> bool {
        self.answer == self.task.blank()
    }

    fn lines(&self) -> Vec<FilledLine<'_>> {
        let ours: Vec<&str> = self.task.text.lines().collect();
        let mut answer = self.answer.iter();
        let mut lines = Vec::new();
        for part in self.task.parts() {
            match part {
                Part::Locked(part) => lines.extend(part.map(|line| FilledLine {
                    text: ours[line],
                    label: self.task.number(line + 1).to_string(),
                    is_free: false,
                })),
                Part::Free(place) => {
                    let written = answer.next().map_or("", |text| text).split('\n');
                    lines.extend(written.enumerate().map(|(nth, text)| FilledLine {
                        text,
                        label: self.label(&place, nth),
                        is_free: true,
                    }));
                }
            }
        }
        lines
    }

    /// The teacher's number of a line of a place, of which it is the `nth`.
    fn label(&self, place: &Range<usize>, nth: usize) -> String {
        match nth.checked_sub(place.len()) {
            None => self.task.number(place.start + nth + 1).to_string(),
            Some(more) => {
                let letter = char::from(b'a' + more.min(25) as u8);
                format!("{}{letter}", self.task.number(place.end))
            }
        }
    }

    /// As it stands in a field.
    pub fn text(&self) -> String {
        self.lines().iter().map(|line| line.text).collect::<Vec<_>>().join("\n")
    }

    /// What runs, line for line as in the field: without what is hidden.
    pub fn scenario(&self) -> Scenario {
        self.task.with_text(&format!("{}\n", self.text()))
    }

    pub fn task(&self) -> &Rc<Task> {
        &self.task
    }

    /// The teacher's number of each line: those that are more than a place has had are `22a`, `22b`.
    pub fn labels(&self) -> Vec<String> {
        self.lines().into_iter().map(|line| line.label).collect()
    }

    /// Whether each line is in a free place.
    pub fn are_free(&self) -> Vec<bool> {
        self.lines().iter().map(|line| line.is_free).collect()
    }

    /// The bytes of each place.
    pub fn places(&self) -> Vec<Range<usize>> {
        let (mut places, mut at, mut was_free) = (Vec::<Range<usize>>::new(), 0, false);
        for line in self.lines() {
            let end = at + line.text.len();
            match places.last_mut().filter(|_| was_free && line.is_free) {
                Some(place) => place.end = end,
                None if line.is_free => places.push(at..end),
                None => {}
            }
            (at, was_free) = (end + 1, line.is_free);
        }
        places
    }

    /// With another text, in which no locked line is changed; none if one is, or if it is too long.
    pub fn after(&self, text: &str) -> Option<Filled> {
        let before = self.text();
        let mut places = self.places().into_iter().enumerate();
        let answer = places.find_map(|(nth, place)| {
            let (head, tail) = (&before[..place.start], &before[place.end..]);
            let written = text.strip_prefix(head)?.strip_suffix(tail)?;
            let mut answer = self.answer.clone();
            written.clone_into(&mut answer[nth]);
            Some(answer)
        });
        // undo may go back in several places at once
        let answer = answer.or_else(|| self.task.answer_in(text).ok())?;
        let is_short = answer.iter().map(String::len).sum::<usize>() <= ANSWER_MAX;
        is_short.then(|| Filled { task: Rc::clone(&self.task), answer })
    }

    /// Whether what a browser is about to do with a selection stays within one place. `kind` is the name that
    /// browsers give to it: `insertText`, `deleteWordBackward`.
    pub fn allows(&self, selection: &Range<usize>, kind: &str) -> bool {
        if kind.starts_with("history") {
            return true;
        }
        let within =
            |place: &Range<usize>| place.start <= selection.start && selection.end <= place.end;
        let Some(place) = self.places().into_iter().find(within) else { return false };
        let is_deleted = selection.is_empty() && kind.starts_with("delete");
        if !is_deleted {
            return true;
        }
        let text = self.text();
        let is_forward = kind.ends_with("Forward");
        let beside =
            if is_forward { selection.start..place.end } else { place.start..selection.start };
        match kind {
            "deleteContentForward" | "deleteContentBackward" => !beside.is_empty(),
            // a word or a line goes on over what is blank
            _ => !text[beside].trim().is_empty(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines 2 and 3 are one place, and line 5 is another.
    fn filled(answer: &[&str]) -> Filled {
        let task =
            Task { text: "a\n  \n  \nb\n\nc\n".into(), free: vec![2, 3, 5], ..Task::default() };
        let answer: Vec<String> = answer.iter().map(|text| (*text).to_owned()).collect();
        Filled::new(Rc::new(task), &answer)
    }

    #[test]
    fn lines_have_the_teachers_numbers() {
        let blank = Filled::new(Rc::clone(&filled(&[]).task), &filled(&[]).task.blank());
        assert!(blank.is_blank());
        assert_eq!(blank.text(), "a\n  \n  \nb\n\nc");
        assert_eq!(blank.labels(), ["1", "2", "3", "4", "5", "6"]);
        let more = filled(&["x\ny\nz\nw", "v"]);
        assert_eq!(more.labels(), ["1", "2", "3", "3a", "3b", "4", "5", "6"]);
        assert_eq!(filled(&["x", "v"]).labels(), ["1", "2", "4", "5", "6"]);
        assert_eq!(more.are_free(), [false, true, true, true, true, false, true, false]);
    }

    #[test]
    fn what_is_locked_stays() {
        let now = filled(&["x", "v"]);
        assert_eq!(now.text(), "a\nx\nb\nv\nc");
        assert_eq!(now.places(), [2..3, 6..7]);
        // a line break at the end of a place is not one of the locked line behind it
        assert_eq!(
            now.after("a\nx\n\nb\nv\nc").map(|filled| filled.answer),
            Some(vec!["x\n".into(), "v".into()])
        );
        assert_eq!(
            now.after("a\nx\nb\nb\nv\nc").map(|filled| filled.answer),
            Some(vec!["x\nb".into(), "v".into()])
        );
        assert_eq!(
            now.after("a\ny\nb\nw\nc").map(|filled| filled.answer),
            Some(vec!["y".into(), "w".into()])
        );
        for text in ["A\nx\nb\nv\nc", "a\nx\nbv\nc", "a\nx\nb\nv\nc\nd", ""] {
            assert_eq!(now.after(text), None, "{text:?}");
        }
        let long = "x".repeat(ANSWER_MAX);
        assert_eq!(now.after(&format!("a\n{long}\nb\nv\nc")), None);
    }

    #[test]
    fn keys_that_would_change_a_locked_line_do_nothing() {
        let now = filled(&["  x y", ""]);
        let text = now.text();
        assert_eq!(text, "a\n  x y\nb\n\nc");
        for (selection, kind, allowed) in [
            (2..2, "insertText", true),
            (7..7, "insertLineBreak", true),
            (1..1, "insertText", false),
            (8..8, "insertText", false),
            (1..4, "insertFromPaste", false),
            (2..7, "deleteByCut", true),
            (2..2, "deleteContentBackward", false),
            (3..3, "deleteContentBackward", true),
            (7..7, "deleteContentForward", false),
            (4..4, "deleteWordBackward", false),
            (5..5, "deleteWordBackward", true),
            (6..6, "deleteSoftLineForward", true),
            (10..10, "insertText", true),
            (10..10, "deleteContentBackward", false),
            (0..0, "historyUndo", true),
        ] {
            assert_eq!(now.allows(&selection, kind), allowed, "{selection:?} {kind}");
        }
    }
}
