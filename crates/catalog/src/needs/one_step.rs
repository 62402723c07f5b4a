//! What could be one step, so that nobody comes between: both lines of an interruption below `atomic:`.

use super::{OneStep, Run, Turn};
use checker::Cause;

/// What sets lines that are one step apart.
const INDENT: usize = 2;

impl Run<'_> {
    /// Where a process is interrupted within a line, or between two that follow each other in one section, of which
    /// the second does not wait.
    pub fn one_step(&self, turning: &[Turn]) -> Option<OneStep> {
        let turn = turning.iter().find(|turn| matches!(turn.cause, Cause::Interruption { .. }))?;
        let Cause::Interruption { row: next, .. } = turn.cause else { return None };
        let last = self.trace.steps[self.gap(turn)?.from].row;
        let row = |row: model::RowId| &self.trace.rows[usize::from(row)];
        if row(last).zone != row(next).zone || row(next).text.contains("await") {
            return None;
        }
        let line = |row: &model::Row| row.label.parse::<usize>().ok();
        let (first, second) = (line(row(last))?, line(row(next))?);
        let changed = at_once(self.scenario.source(), first, second)?;
        let other = self.scenario.with_text(&changed);
        let is_right = other.text.as_ref().is_some_and(|text| text.runs());
        (is_right && other.setting == self.scenario.setting).then(|| OneStep {
            question: match first == second {
                true => format!("Line {first} as one step?"),
                false => format!("Lines {first} and {second} as one step?"),
            },
            text: changed,
        })
    }
}

/// The text with two of its lines, counted from 1, as one step, if one stands right below the other.
fn at_once(text: &str, first: usize, second: usize) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let (from, to) = (first.checked_sub(1)?, second.checked_sub(1)?);
    let both = lines.get(from..=to).filter(|both| matches!(both.len(), 1 | 2))?;
    let depth = indent(both[0]);
    if both.iter().any(|line| indent(line) != depth || line.trim_end().ends_with(':')) {
        return None;
    }
    // a line that is continued, or has others below it
    if lines.get(to + 1).is_some_and(|below| !below.trim().is_empty() && indent(below) > depth) {
        return None;
    }
    let mut all: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    for line in &mut all[from..=to] {
        *line = format!("{}{line}", " ".repeat(INDENT));
    }
    all.insert(from, format!("{}atomic:", " ".repeat(depth)));
    Some(all.join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::at_once;

    #[test]
    fn lines_below_each_other_become_one_step() {
        let text = "a:\n  x ← 1\n  y ← 2\n  if x:\n    y ← 1\n";
        assert_eq!(
            at_once(text, 2, 3).as_deref(),
            Some("a:\n  atomic:\n    x ← 1\n    y ← 2\n  if x:\n    y ← 1\n")
        );
        assert_eq!(
            at_once(text, 3, 3).as_deref(),
            Some("a:\n  x ← 1\n  atomic:\n    y ← 2\n  if x:\n    y ← 1\n")
        );
        for (first, second) in [(2, 5), (3, 4), (3, 2), (4, 4), (1, 2)] {
            assert_eq!(at_once(text, first, second), None, "{first} {second}");
        }
    }
}
