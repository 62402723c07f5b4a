//! The program that runs, row by row: which lines differ from the published text, where each process
//! stands, and what ran last.

use catalog::{Moment, Row, RowId, Scenario, Trace};

/// What the listing is of; the role of all processes, if they have the same.
pub fn role(moment: &Moment) -> Option<&'static str> {
    let processes = &moment.view.processes;
    let role = processes.first()?.role;
    processes.iter().all(|process| process.role == role).then_some(role)
}

#[derive(Default)]
pub struct Listing {
    pub program: Vec<Listed>,
    pub faults: Vec<Listed>,
    /// The numbers of lines that differ from the published text.
    changed: Vec<usize>,
    /// How many rows of the published text are left out.
    removed: usize,
}

/// A row, which may have several lines.
pub struct Listed {
    pub id: RowId,
    pub lines: Vec<Line>,
    /// The processes whose next row it is.
    pub pins: Vec<u8>,
    pub ran_last: bool,
}

pub struct Line {
    pub number: usize,
    /// Units that stay together where a line breaks: words, and which of them are keywords.
    pub units: Vec<Vec<(String, bool)>>,
    pub differs: bool,
}

impl Listing {
    pub fn of(scenario: &Scenario, trace: &Trace, moment: &Moment) -> Listing {
        let last = moment.at.checked_sub(1).and_then(|at| trace.steps.get(at)).map(|it| it.row);
        let published = scenario.entry().rows(&scenario.start_of_size().setting);
        let mut listing = Listing::default();
        let mut number = 0;
        // faults have the last numbers
        for is_fault in [false, true] {
            for (id, row) in (0..).zip(&trace.rows).filter(|(_, row)| row.fault == is_fault) {
                let before = published.get(usize::from(id)).filter(|before| !before.left_out);
                if row.left_out {
                    listing.removed += usize::from(!is_fault && before.is_some());
                    continue;
                }
                let lines = listing.lines(row, before, &mut number);
                let processes = (0..).zip(&moment.view.processes);
                let pins = processes.filter(|(_, it)| it.row == Some(id)).map(|(nth, _)| nth);
                let listed = Listed { id, lines, pins: pins.collect(), ran_last: last == Some(id) };
                if is_fault { &mut listing.faults } else { &mut listing.program }.push(listed);
            }
        }
        listing
    }

    fn lines(&mut self, row: &Row, published: Option<&Row>, number: &mut usize) -> Vec<Line> {
        let published: Vec<&str> = published.map_or("", |it| &it.text).lines().collect();
        let line = |text: &str| {
            *number += 1;
            let differs = !published.contains(&text);
            self.changed.extend(differs.then_some(*number));
            Line { number: *number, units: units(text), differs }
        };
        row.text.lines().map(line).collect()
    }

    /// "Line 8 differs from the published text."
    pub fn difference(&self) -> Option<String> {
        let lines = |count: usize| if count == 1 { "line" } else { "lines" };
        let numbers: Vec<String> = self.changed.iter().map(ToString::to_string).collect();
        Some(match (self.changed.len(), self.removed) {
            (0, 0) => return None,
            (0, count) => format!("{count} {} of the published text left out.", lines(count)),
            (1, 0) => format!("Line {} differs from the published text.", numbers[0]),
            (_, 0) => format!("Lines {} differ from the published text.", numbers.join(", ")),
            (_, count) => format!(
                "Changed: {} {}. Left out: {count} {}.",
                lines(self.changed.len()),
                numbers.join(", "),
                lines(count)
            ),
        })
    }
}

const KEYWORDS: [&str; 12] =
    ["await", "for", "each", "if", "then", "else", "not", "or", "and", "on", "while", "loop"];
/// A long line breaks before one of these.
const BREAKS: [&str; 10] = ["or", "and", "then", "else", "←", "=", "≠", "<", "≤", "+"];

fn units(line: &str) -> Vec<Vec<(String, bool)>> {
    let mut units: Vec<Vec<(String, bool)>> = vec![Vec::new()];
    for word in line.split_inclusive(' ') {
        let has_words =
            units.last().is_some_and(|unit| unit.iter().any(|(word, _)| word.trim() != ""));
        if BREAKS.contains(&word.trim_end()) && has_words {
            units.push(Vec::new());
        }
        let is_keyword = KEYWORDS.contains(&word.trim_end_matches([' ', ':']));
        units.last_mut().expect("it begins with one").push((word.into(), is_keyword));
    }
    units
}
