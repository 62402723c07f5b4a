//! Which section of the reference says more: anchors of `language.html`.

use catalog::listing::{
    Kind,
    editor::{NameKind, section},
};

/// The section on a word: on its kind of name, if it is one, else on a word of the language.
pub fn of_word(kind: Option<NameKind>, word: &str) -> &'static str {
    match kind {
        None | Some(NameKind::Given) => section(word),
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
        Kind::SafeAndBuffered => "memory",
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
