//! A change of a text.

use listing::Span;

/// What is done to a text, by how much it says of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    /// A line is left out, with all below it.
    LineOut,
    /// One of the statements of a line is.
    StatementOut,
    /// What a condition lets through, all comes through.
    AlwaysTrue,
    PartOut,
    FilterOut,
    OtherComparison,
    OneOut,
    NotAtomic,
    NotStrongly,
    Exchanged,
    OtherIndex,
    BeforeLoop,
    OtherNumber,
    OtherTruth,
    Negated,
}

/// The ranks of operators: those of 1 say what a line is for, those of 4 what hardly anybody asks.
pub const RANKS: std::ops::RangeInclusive<usize> = 1..=4;

impl Operator {
    pub fn rank(self) -> usize {
        match self {
            Operator::LineOut | Operator::StatementOut | Operator::AlwaysTrue => 1,
            Operator::PartOut
            | Operator::FilterOut
            | Operator::OtherComparison
            | Operator::OneOut
            | Operator::NotAtomic
            | Operator::NotStrongly
            | Operator::Exchanged => 2,
            Operator::OtherIndex
            | Operator::BeforeLoop
            | Operator::OtherNumber
            | Operator::OtherTruth => 3,
            Operator::Negated => 4,
        }
    }

    /// As data names it.
    pub fn name(self) -> &'static str {
        match self {
            Operator::LineOut => "line-out",
            Operator::StatementOut => "statement-out",
            Operator::AlwaysTrue => "always-true",
            Operator::PartOut => "part-out",
            Operator::FilterOut => "filter-out",
            Operator::OtherComparison => "other-comparison",
            Operator::OneOut => "one-out",
            Operator::NotAtomic => "not-atomic",
            Operator::NotStrongly => "not-strongly",
            Operator::Exchanged => "exchanged",
            Operator::OtherIndex => "other-index",
            Operator::BeforeLoop => "before-loop",
            Operator::OtherNumber => "other-number",
            Operator::OtherTruth => "other-truth",
            Operator::Negated => "negated",
        }
    }
}

/// A text with one change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mutant {
    /// The line of the text that changes, counted from 1.
    pub line: usize,
    pub operator: Operator,
    /// What is changed, behind the line: "without it", "with `≤` for `<`".
    pub words: String,
    /// It takes from what can happen, and not from what is done about it.
    pub is_of_world: bool,
    pub(crate) edits: Vec<Edit>,
    /// The whole text as it is then.
    pub text: String,
}

/// Bytes of a text, and what stands there instead.
pub type Edit = (Span, String);
