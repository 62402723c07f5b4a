//! The messages about lines between the page and its worker.

use crate::narration::number;
use catalog::{Scenario, capital, grouped};
use mutants::{Break, BreakKind, Effect, Line, Mutation, Need, Tried};
use serde::{Deserialize, Serialize};

/// What is known of the lines of a text by now.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LinesFound {
    pub lines: Vec<LineFound>,
    /// How many changes there are, and how many are known.
    pub changes: usize,
    pub done: usize,
    /// How many states the text as it is has.
    pub states: usize,
    /// They are not all.
    pub is_bounded: bool,
    /// What fails with the text as it is: it is no measure.
    pub failing: Vec<String>,
    /// Nothing more is searched.
    pub is_whole: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LineFound {
    /// Counted from 1.
    pub number: usize,
    pub sign: LineSign,
    /// "Without it two are inside after 6 steps."
    pub sentence: String,
    pub advice: Option<String>,
    /// Why that run fails.
    pub why: Option<String>,
    /// The run that shows it, as a link.
    pub run: Option<String>,
    /// The text without the line, as a link.
    pub without: Option<String>,
    pub others: Vec<OtherChange>,
}

/// Another change of a line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct OtherChange {
    pub sign: LineSign,
    pub sentence: String,
    pub run: Option<String>,
}

/// What is seen beside a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum LineSign {
    Breaks,
    Stuck,
    NeverReached,
    Larger,
    Bounds,
    Costs,
    Repairs,
    NotNeeded,
    NoPart,
    Undecided,
    Open,
}

impl LineSign {
    const ALL: [LineSign; 10] = [
        LineSign::Breaks,
        LineSign::Stuck,
        LineSign::NeverReached,
        LineSign::Larger,
        LineSign::Bounds,
        LineSign::Costs,
        LineSign::Repairs,
        LineSign::NotNeeded,
        LineSign::NoPart,
        LineSign::Undecided,
    ];

    /// For eyes.
    pub fn letter(self) -> &'static str {
        match self {
            LineSign::Breaks | LineSign::Larger => "✕",
            LineSign::Stuck => "∞",
            LineSign::NeverReached => "◇",
            LineSign::Bounds => "□",
            LineSign::Costs => "≈",
            LineSign::Repairs => "✓",
            LineSign::NotNeeded => "○",
            LineSign::NoPart => "·",
            LineSign::Undecided => "?",
            LineSign::Open => "",
        }
    }

    /// As the style sheet knows it.
    pub fn class(self) -> &'static str {
        match self {
            LineSign::Breaks => "breaks",
            LineSign::Stuck => "stuck",
            LineSign::NeverReached => "never-reached",
            LineSign::Larger => "larger",
            LineSign::Bounds => "bounds",
            LineSign::Costs => "costs",
            LineSign::Repairs => "repairs",
            LineSign::NotNeeded => "not-needed",
            LineSign::NoPart => "no-part",
            LineSign::Undecided => "undecided",
            LineSign::Open => "open",
        }
    }

    /// What lines with this sign are for: "3 so that nothing bad happens".
    fn says(self) -> &'static str {
        match self {
            LineSign::Breaks => "keep something bad from happening",
            LineSign::Stuck => "keep somebody from waiting for ever",
            LineSign::NeverReached => "let something happen",
            LineSign::Larger => "needed at a larger size",
            LineSign::Bounds => "keep the search within bounds",
            LineSign::Costs => "change a cost only",
            LineSign::Repairs => "stand in the way of a claim",
            LineSign::NotNeeded => "not needed by any claim",
            LineSign::NoPart => "of the world, or never run",
            LineSign::Undecided => "not decided",
            LineSign::Open => "",
        }
    }

    fn of_break(found: &Break) -> LineSign {
        match found.kind {
            BreakKind::Safety | BreakKind::NotComputed => LineSign::Breaks,
            BreakKind::Deadlock | BreakKind::Progress => LineSign::Stuck,
            BreakKind::NeverReached => LineSign::NeverReached,
        }
    }

    fn of(need: &Need<'_>) -> LineSign {
        match need {
            Need::Breaks(_, found) => LineSign::of_break(found),
            Need::Repairs(..) => LineSign::Repairs,
            Need::Bounds(..) => LineSign::Bounds,
            Need::Costs(..) => LineSign::Costs,
            Need::Larger(..) => LineSign::Larger,
            Need::World | Need::NeverRuns => LineSign::NoPart,
            Need::NotNeeded(..) => LineSign::NotNeeded,
            Need::Undecided(_) => LineSign::Undecided,
            Need::Open => LineSign::Open,
        }
    }

    fn of_effect(effect: &Effect) -> LineSign {
        match effect {
            Effect::Breaks(found) => LineSign::of_break(found),
            Effect::Repairs(_) => LineSign::Repairs,
            Effect::Outgrows(_) => LineSign::Bounds,
            Effect::Costs { .. } => LineSign::Costs,
            Effect::Unnoticed { .. } => LineSign::NotNeeded,
            Effect::Undecided { .. } => LineSign::Undecided,
            Effect::Impossible => LineSign::NoPart,
        }
    }
}

impl LinesFound {
    pub fn of(mutation: &Mutation, is_whole: bool) -> LinesFound {
        let tried = || mutation.lines.iter().flat_map(|line| &line.tried);
        let lines = 0..mutation.lines.len();
        LinesFound {
            lines: lines.map(|at| LineFound::of(mutation, at)).collect(),
            changes: tried().count(),
            done: tried().filter(|tried| tried.effect.is_some()).count(),
            states: mutation.measured.states,
            is_bounded: mutation.measured.bound.is_some(),
            failing: mutation
                .measured
                .claims
                .failing()
                .iter()
                .map(|&name| name.to_owned())
                .collect(),
            is_whole,
        }
    }

    /// What it comes to, or how far it has come.
    pub fn title(&self) -> String {
        if !self.is_whole {
            return format!("{} of {} changes searched.", self.done, self.changes);
        }
        let lines = match self.lines.len() {
            1 => "One line".to_owned(),
            count => format!("{} lines", capital(&number(count))),
        };
        let not = self.has(LineSign::NotNeeded);
        let undecided = self.has(LineSign::Undecided);
        match (not, undecided) {
            (0, 0) if self.has(LineSign::Costs) + self.has(LineSign::Bounds) > 0 => {
                format!("{lines}: {}.", self.kinds_of_need())
            }
            (0, 0) if self.lines.len() == 1 => "One line, and it is needed.".to_owned(),
            (0, 0) => format!("{lines}, and every one is needed."),
            (0, _) => format!("{lines}: {} not decided.", number(undecided)),
            (1, _) => format!("{lines}: nothing that is claimed needs one of them."),
            (count, _) => {
                format!("{lines}: nothing that is claimed needs {} of them.", number(count))
            }
        }
    }

    /// How many lines have a sign.
    fn has(&self, sign: LineSign) -> usize {
        self.lines.iter().filter(|line| line.sign == sign).count()
    }

    /// What comes of it without each line, where that is not always a claim that breaks.
    fn kinds_of_need(&self) -> String {
        let (bounds, costs) = (self.has(LineSign::Bounds), self.has(LineSign::Costs));
        let broken = self.lines.len() - bounds - costs;
        let kinds = [
            (broken, " of them a claim breaks"),
            (bounds, " the search grows beyond a bound"),
            (costs, " only a cost changes"),
        ];
        let kinds = kinds.iter().filter(|(count, _)| *count > 0);
        let kinds = kinds.map(|(count, what)| format!("without {}{what}", number(*count)));
        let kinds: Vec<String> = kinds.collect();
        match kinds.split_last() {
            Some((last, first)) if !first.is_empty() => format!("{}, and {last}", first.join(", ")),
            _ => kinds.concat(),
        }
    }

    /// What was done, and what is no measure.
    pub fn note(&self) -> String {
        let mut note = format!(
            "Each line was left out or changed a little, and every interleaving searched: {} changes of a text with {} states.",
            grouped(self.changes),
            grouped(self.states)
        );
        if self.is_bounded {
            note += " Not every state of the text as it is was seen: this is no proof.";
        }
        for name in &self.failing {
            note.extend([
                " “",
                name,
                "” fails here with or without these lines: it is no measure.",
            ]);
        }
        note
    }

    /// How many lines have which sign, and what that says.
    pub fn legend(&self) -> Vec<(LineSign, String)> {
        let said = LineSign::ALL.into_iter().map(|sign| (sign, self.has(sign)));
        let said = said.filter(|(_, count)| *count > 0);
        said.map(|(sign, count)| (sign, format!("{count} {}", sign.says()))).collect()
    }
}

impl LineFound {
    fn of(mutation: &Mutation, at: usize) -> LineFound {
        let line = &mutation.lines[at];
        let need = line.need();
        let broken = need.broken();
        LineFound {
            number: line.number,
            sign: LineSign::of(&need),
            sentence: need.sentence(),
            advice: need.advice(),
            why: broken.map(|found| found.why.clone()).filter(|why| !why.is_empty()),
            run: need.run().map(ToString::to_string),
            without: without(mutation, at).map(|text| text.to_string()),
            others: line.tried.iter().filter_map(|tried| other(line, tried)).collect(),
        }
    }
}

fn without(mutation: &Mutation, at: usize) -> Option<Scenario> {
    let all = &mutation.lines[at].tried;
    let nth = all.iter().position(|tried| tried.mutant.is_of_line())?;
    mutation.scenario(at, nth)
}

/// Every other change whose effect is known.
fn other(line: &Line, tried: &Tried) -> Option<OtherChange> {
    let effect = tried.effect.as_ref()?;
    let speaks = match line.need() {
        Need::Breaks(mutant, _)
        | Need::Repairs(mutant, _)
        | Need::Bounds(mutant, _)
        | Need::Costs(mutant, _)
        | Need::NotNeeded(mutant, _) => *mutant == tried.mutant,
        _ => tried.mutant.is_of_line(),
    };
    let run = effect.run().map(ToString::to_string);
    let sentence = tried.mutant.sentence(&effect.words());
    (!speaks).then(|| OtherChange { sign: LineSign::of_effect(effect), sentence, run })
}
