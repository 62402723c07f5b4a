//! A sweep as a table: a row for each setting, a column for each property that is not the same
//! everywhere. What is only measured has no column.

use super::{Finding, SettingVerdict, Variants};
use crate::check::{Line, Mark};

/// What was found, for readers.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// Properties that differ.
    pub columns: Vec<String>,
    pub rows: Vec<Row>,
    /// What comes to the same in every setting: property and sentence.
    pub same: Vec<(String, String)>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The index of its variant.
    pub variant: usize,
    /// "tie-break=client-id, re-read=after-waiting", or that nothing was changed.
    pub words: String,
    /// Beside each column, what it comes to: nothing where the setting has no such property.
    pub cells: Vec<Option<(Mark, String)>>,
    pub judged: SettingVerdict,
    pub is_smallest: bool,
    /// Why these options make no program together.
    pub problem: Option<String>,
}

impl Variants {
    pub fn table(&self, finding: Option<&Finding>, by: Option<&str>) -> Table {
        let mut properties: Vec<&str> = Vec::new();
        for line in self.lines() {
            if !properties.contains(&line.property.as_str()) {
                properties.push(&line.property);
            }
        }
        let (same, other): (Vec<&str>, Vec<&str>) =
            properties.into_iter().partition(|property| self.done() > 1 && self.is_same(property));
        let columns: Vec<&str> = other.into_iter().filter(|text| self.is_telling(text)).collect();
        let told = |property: &str| {
            let line = self.lines().find(|line| line.property == property);
            (property.to_owned(), line.map_or_else(String::new, |line| line.short.clone()))
        };
        let row = |at: usize| {
            let variant = &self.rows[at];
            let lines = variant.outcome.as_ref().map_or(&[][..], |outcome| &outcome.lines);
            let cell = |column: &&str| {
                let line = lines.iter().find(|line| line.property == **column)?;
                Some((self.mark(line, by), line.short.clone()))
            };
            Row {
                variant: at,
                words: match self.pairs(variant) {
                    pairs if pairs.is_empty() => "nothing changed".into(),
                    pairs => pairs.replace('&', ", "),
                },
                cells: columns.iter().map(cell).collect(),
                judged: self.judged(variant, by),
                is_smallest: finding.is_some_and(|finding| finding.minimal.contains(&at)),
                problem: variant.outcome.as_ref().and_then(|outcome| outcome.problem.clone()),
            }
        };
        Table {
            rows: (0..self.rows.len()).map(row).collect(),
            same: same.into_iter().map(told).collect(),
            columns: columns.into_iter().map(str::to_owned).collect(),
        }
    }

    fn lines(&self) -> impl Iterator<Item = &Line> {
        self.rows.iter().filter_map(|row| row.outcome.as_ref()).flat_map(|summary| &summary.lines)
    }

    /// Whether more than a measure of it differs.
    fn is_telling(&self, property: &str) -> bool {
        let mut marks = self.lines().filter(|line| line.property == property).map(|line| line.mark);
        marks.any(|mark| !matches!(mark, Mark::Found | Mark::Open))
    }

    /// Whether every setting that was searched has the property and says the same of it.
    fn is_same(&self, property: &str) -> bool {
        let searched = self.rows.iter().filter_map(|row| row.outcome.as_ref());
        let mut found = searched.filter(|searched| searched.problem.is_none()).map(|searched| {
            let line = searched.lines.iter().find(|line| line.property == property);
            line.map(|line| (line.mark, &line.short))
        });
        let first = found.next().flatten();
        first.is_some() && found.all(|it| it == first)
    }
}
