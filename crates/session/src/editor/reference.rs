//! Which section of the reference says more: anchors of `language.html`.

use catalog::listing::{Kind, editor::NameKind};

/// The words of the language by the section that says most of them.
const WORDS: &[(&str, &[&str])] = &[
    (
        "processes-and-their-numbers",
        &["process", "others", "self", "times", "ever", "passes", "stop", "restart"],
    ),
    ("domains", &["bool", "true", "false", "none", "domain", "record"]),
    ("arrays-and-indices", &["copy"]),
    ("replicated-rows", &["row", "reads", "writes", "quorum", "write", "read", "delete"]),
    ("pools", &["pool", "new", "free"]),
    ("binders", &["for", "each", "where", "all", "some", "count", "sum", "max", "min", "let"]),
    ("crashes", &["crash", "crashed", "stable"]),
    ("choices", &["choose", "any"]),
    ("rules", &["when", "on", "timeout"]),
    ("channels", &["message", "send", "from", "in_transit"]),
    ("decisions", &["propose", "decide", "decisions", "decision", "equal", "are", "inputs"]),
    ("definitions", &["define"]),
    ("sets", &["set", "in", "size"]),
    ("lists", &["list", "up", "length", "head", "tail", "reverse", "sort", "by"]),
    (
        "properties",
        &[
            "always",
            "never",
            "reachable",
            "eventually",
            "at",
            "end",
            "outcomes",
            "most",
            "least",
            "wait-free",
            "lock-free",
            "obstruction-free",
            "steps",
            "messages",
            "overtakes",
            "before",
        ],
    ),
    ("serial-executions", &["serializable"]),
    ("what-has-happened", &["history", "after", "ghost"]),
    ("where-a-process-may-rest", &["rests"]),
    (
        "expectations",
        &[
            "expect", "holds", "fails", "reached", "no", "bound", "states", "state", "step",
            "outcome",
        ],
    ),
    ("exactly-what-is-a-step", &["strongly", "atomic"]),
    ("what-is-watched", &["watch"]),
    ("bounds", &["limit"]),
    ("expressions", &["and", "or", "not", "mod", "is", "signed"]),
    ("operations-of-a-processor-decisions", &["cas", "swap", "fetch_and_add", "test_and_set"]),
    (
        "statements",
        &["await", "pause", "skip", "become", "if", "else", "while", "repeat", "until", "to"],
    ),
];

/// The section on a word: on its kind of name, if it is one, else on a word of the language.
pub fn of_word(kind: Option<NameKind>, word: &str) -> &'static str {
    match kind {
        None | Some(NameKind::Given) => {
            let known = WORDS.iter().find(|(_, words)| words.contains(&word));
            known.map_or("declarations", |(section, _)| section)
        }
        Some(NameKind::Section | NameKind::Role | NameKind::Number) => {
            "processes-and-their-numbers"
        }
        Some(NameKind::Row | NameKind::Column) => "replicated-rows",
        Some(NameKind::Domain | NameKind::Symbol) => "domains",
        Some(NameKind::Message | NameKind::MessageField) => "channels",
        Some(NameKind::Definition | NameKind::Parameter) => "definitions",
        Some(NameKind::Bound) => "binders",
        Some(NameKind::Title) => "properties",
        Some(_) => "declarations",
    }
}

/// The section on what an error is about.
pub fn of_error(kind: Kind) -> &'static str {
    match kind {
        Kind::TextTooLong
        | Kind::TooManyLines
        | Kind::NestingTooDeep
        | Kind::NumberTooLarge
        | Kind::TooManyProcesses
        | Kind::StateTooLarge
        | Kind::ProgramTooLarge
        | Kind::TooManyOutcomes => "bounds",
        Kind::UnknownName
        | Kind::DeclaredTwice
        | Kind::ReservedName
        | Kind::OtherRole
        | Kind::UnknownOptionValue => "names",
        Kind::NoAlgorithm | Kind::NotAnItem | Kind::OutOfPlace => "declarations",
        Kind::NoRole | Kind::NoProcess | Kind::UnknownSection | Kind::CannotBegin => {
            "processes-and-their-numbers"
        }
        Kind::UnevenIndentation
        | Kind::MissingIndentation
        | Kind::UnexpectedIndentation
        | Kind::NotAStatement
        | Kind::ElseWithoutIf
        | Kind::NotAssignable
        | Kind::AssignedWithEquals => "statements",
        Kind::LoopWithoutStep | Kind::ChoiceInLoop => "exactly-what-is-a-step",
        Kind::UnknownMessage => "channels",
        Kind::DeadRule | Kind::SecondBecome => "rules",
        Kind::SeveralSets => "binders",
        Kind::WrongDomain | Kind::EmptyDomain | Kind::DomainTooLarge => "domains",
        Kind::IndexOutside | Kind::NotAnArray => "arrays-and-indices",
        Kind::DefinitionTooDeep | Kind::WrongArguments => "definitions",
        Kind::UnknownProperty | Kind::PropertyWithoutSection => "properties",
        Kind::WrongExpectation => "expectations",
        Kind::NotAnExpression
        | Kind::NoOrder
        | Kind::NotABoolean
        | Kind::NotANumber
        | Kind::ConditionNotConstant
        | Kind::NotConstant => "expressions",
        Kind::UnknownCharacter | Kind::Expected | Kind::OtherLanguage | Kind::NotYetSupported => {
            "errors"
        }
    }
}

#[cfg(test)]
pub(super) fn sections() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|(section, _)| *section)
}
