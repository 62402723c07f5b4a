//! The lines of a text, and what each is needed for.

use crate::changes::mutants;
use crate::edit::{Mutant, Operator};
use crate::effect::{Break, Effect, Measured};
use crate::need::Need;
use catalog::{Report, Scenario};
use listing::edited;

/// A search of a changed text ends after so many states, or four times as many as the text as it is has.
const STATES_MAX: usize = 300_000;
/// So many pairs of lines are left out together at most.
const PAIRS_MAX: usize = 66;

/// What is asked of a text in a setting, and what is known by now.
#[derive(Debug)]
pub struct Mutation {
    base: Scenario,
    pub measured: Measured,
    pub lines: Vec<Line>,
}

#[derive(Clone, Debug)]
pub struct Line {
    /// Counted from 1.
    pub number: usize,
    /// As it stands in the text, without its comment.
    pub words: String,
    pub tried: Vec<Tried>,
    /// It never runs in this setting.
    pub(crate) is_unreached: bool,
    /// What breaks without it at a larger size: the option and its value.
    pub larger: Option<(String, Break)>,
}

/// A change, and what it does once that is known.
#[derive(Clone, Debug)]
pub struct Tried {
    pub mutant: Mutant,
    pub effect: Option<Effect>,
}

/// How many lines there are of each kind.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Summary {
    pub needed: usize,
    pub not_needed: usize,
    pub undecided: usize,
    /// Of the environment, or never running.
    pub others: usize,
}

impl Mutation {
    /// What can be asked of a text in the setting of a scenario, of which this is the report.
    /// Changes of a higher rank are left out, and lines that are not among `only_lines`, if there are any.
    pub(crate) fn of(
        base: &Scenario,
        report: &Report,
        property: Option<&'static str>,
        rank: usize,
        only_lines: &[usize],
    ) -> Mutation {
        let base = base.start();
        let mut lines = lines(&base, rank, only_lines);
        for line in &mut lines {
            line.is_unreached = report.unreached.contains(&line.number);
        }
        Mutation { base, measured: Measured::of(report, property), lines }
    }

    /// How far a search goes.
    pub fn states_max(&self) -> usize {
        STATES_MAX.max(self.measured.states.saturating_mul(4))
    }

    /// The text with a change, in the same setting; none if that cannot be run.
    pub fn scenario(&self, line: usize, nth: usize) -> Option<Scenario> {
        with_text(&self.base, &self.lines[line].tried[nth].mutant.text)
    }

    /// The change to be searched next: of each line the first one, then by rank. What is of the last rank is asked only
    /// of lines that nothing has broken yet.
    pub fn next_open(&self) -> Option<(usize, usize)> {
        let open = self.lines.iter().enumerate().filter(|(_, line)| !line.is_unreached);
        let first = open.filter_map(|(at, line)| {
            let nth = line.tried.iter().position(|tried| tried.effect.is_none())?;
            let rank = line.tried[nth].mutant.operator.rank();
            let is_asked = rank < Operator::Negated.rank() || !line.is_broken();
            is_asked.then_some((usize::from(nth > 0) * rank, at, nth))
        });
        first.min().map(|(_, at, nth)| (at, nth))
    }

    pub fn take(&mut self, line: usize, nth: usize, effect: Effect) {
        self.lines[line].tried[nth].effect = Some(effect);
    }

    /// The same text with the next larger value of each option that says how many, with that value's name.
    pub fn larger(&self) -> Vec<(String, Scenario)> {
        let sizes = self.base.setting.iter().filter(|(option, _)| option.is_size());
        let larger = sizes.filter_map(|(option, now)| {
            let now: u64 = now.name.parse().ok()?;
            let values = option
                .values
                .iter()
                .filter_map(|value| Some((value.name.parse::<u64>().ok()?, value)));
            let (_, next) = values.filter(|(value, _)| *value > now).min_by_key(|sized| sized.0)?;
            let mut scenario = self.base.clone();
            scenario.setting.set(option.name, next.name);
            let can_run = scenario.entry().problem(&scenario.setting).is_none();
            can_run.then(|| (format!("{} = {}", option.name, next.name), scenario))
        });
        larger.collect()
    }

    /// What the same lines are needed for at a larger size.
    pub fn take_larger(&mut self, size: &str, larger: &Mutation) {
        for line in self.lines.iter_mut().filter(|line| line.larger.is_none()) {
            let same = larger.lines.iter().find(|other| other.number == line.number);
            if let Some(Need::Breaks(_, found)) = same.map(Line::need)
                && matches!(line.need(), Need::NotNeeded(..))
            {
                line.larger = Some((size.to_owned(), found.clone()));
            }
        }
    }

    /// The lines that nothing claimed needs.
    pub fn not_needed(&self) -> Vec<usize> {
        let all = self.lines.iter().enumerate();
        let not = all.filter(|(_, line)| matches!(line.need(), Need::NotNeeded(..)));
        not.map(|(at, _)| at).collect()
    }

    /// Lines of which none is needed, two and two, and the text without both.
    pub fn pairs(&self) -> Vec<((usize, usize), Scenario)> {
        let all = self.not_needed();
        let mut pairs = Vec::new();
        for (nth, &one) in all.iter().enumerate() {
            for &other in &all[nth + 1..] {
                if let Some(both) = self.without_both(one, other) {
                    pairs.push(((one, other), both));
                }
            }
        }
        pairs.truncate(PAIRS_MAX);
        pairs
    }

    fn without_both(&self, one: usize, other: usize) -> Option<Scenario> {
        let edits = |at: usize| {
            let all = self.lines[at].tried.iter();
            all.map(|tried| &tried.mutant)
                .find(|mutant| mutant.is_of_line())
                .map(|mutant| &mutant.edits)
        };
        let both = [&edits(one)?[..], &edits(other)?[..]].concat();
        let overlap = both.iter().enumerate().any(|(at, (span, _))| {
            both[at + 1..].iter().any(|(it, _)| span.start < it.end && it.start < span.end)
        });
        if overlap { None } else { with_text(&self.base, &edited(self.base.source(), &both)) }
    }

    pub fn summary(&self) -> Summary {
        let mut summary = Summary::default();
        for line in &self.lines {
            *match line.need() {
                Need::NotNeeded(..) => &mut summary.not_needed,
                Need::World | Need::NeverRuns => &mut summary.others,
                Need::Undecided(_) | Need::Open => &mut summary.undecided,
                _ => &mut summary.needed,
            } += 1;
        }
        summary
    }
}

/// The lines of a text that have changes which can be run, up to a rank; of all lines, or of some.
pub fn lines(base: &Scenario, rank: usize, only_lines: &[usize]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for mutant in mutants(base.source(), &base.setting.names()) {
        let is_asked = only_lines.is_empty() || only_lines.contains(&mutant.line);
        if mutant.operator.rank() > rank || !is_asked || with_text(base, &mutant.text).is_none() {
            continue;
        }
        if lines.last().is_none_or(|line| line.number != mutant.line) {
            lines.push(Line {
                number: mutant.line,
                words: row(base.source(), mutant.line),
                tried: Vec::new(),
                is_unreached: false,
                larger: None,
            });
        }
        let line = lines.last_mut().expect("the line that was just made");
        line.tried.push(Tried { mutant, effect: None });
    }
    lines
}

/// Another text in the same setting; none if that cannot be run.
fn with_text(base: &Scenario, text: &str) -> Option<Scenario> {
    let mut changed = base.with_text(text);
    for (option, value) in base.setting.iter() {
        changed.setting.set(option.name, value.name);
    }
    let runs = changed.text.as_ref().is_some_and(|text| text.runs());
    (runs && changed.entry().problem(&changed.setting).is_none()).then_some(changed)
}

/// A row of a text, without its comment and its condition over options.
fn row(text: &str, number: usize) -> String {
    let row = text.lines().nth(number - 1).unwrap_or_default();
    let code = row.split('#').next().unwrap_or_default();
    let code = code.split("    with ").next().unwrap_or_default();
    code.trim().to_owned()
}
