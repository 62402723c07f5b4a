//! Which section of the reference says more: anchors of `language.html`.

use catalog::listing::{
    ErrorCode,
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
pub fn of_error(kind: ErrorCode) -> &'static str {
    match kind {
        ErrorCode::TextTooLong
        | ErrorCode::TooManyLines
        | ErrorCode::NestingTooDeep
        | ErrorCode::NumberTooLarge
        | ErrorCode::TooManyProcesses
        | ErrorCode::StateTooLarge
        | ErrorCode::ProgramTooLarge
        | ErrorCode::TooManyOutcomes => "bounds",
        ErrorCode::UnknownName
        | ErrorCode::DeclaredTwice
        | ErrorCode::ReservedName
        | ErrorCode::OtherRole
        | ErrorCode::UnknownOptionValue => "names",
        ErrorCode::NoAlgorithm | ErrorCode::NotAnItem | ErrorCode::OutOfPlace => "declarations",
        ErrorCode::NoRole
        | ErrorCode::NoProcess
        | ErrorCode::UnknownSection
        | ErrorCode::CannotBegin => "processes-and-their-numbers",
        ErrorCode::UnevenIndentation
        | ErrorCode::MissingIndentation
        | ErrorCode::UnexpectedIndentation
        | ErrorCode::NotAStatement
        | ErrorCode::ElseWithoutIf
        | ErrorCode::NotAssignable
        | ErrorCode::AssignedWithEquals => "statements",
        ErrorCode::LoopWithoutStep | ErrorCode::ChoiceInLoop => "exactly-what-is-a-step",
        ErrorCode::SafeAndBuffered => "memory",
        ErrorCode::UnknownMessage => "channels",
        ErrorCode::DeadRule | ErrorCode::SecondBecome => "rules",
        ErrorCode::SeveralSets => "binders",
        ErrorCode::WrongDomain | ErrorCode::EmptyDomain | ErrorCode::DomainTooLarge => "domains",
        ErrorCode::IndexOutside | ErrorCode::NotAnArray => "arrays-and-indices",
        ErrorCode::DefinitionTooDeep | ErrorCode::WrongArguments => "definitions",
        ErrorCode::UnknownProperty | ErrorCode::PropertyWithoutSection => "properties",
        ErrorCode::WrongExpectation => "expectations",
        ErrorCode::NotAnExpression
        | ErrorCode::NoOrder
        | ErrorCode::NotABoolean
        | ErrorCode::NotANumber
        | ErrorCode::ConditionNotConstant
        | ErrorCode::NotConstant => "expressions",
        ErrorCode::UnknownCharacter
        | ErrorCode::Expected
        | ErrorCode::OtherLanguage
        | ErrorCode::NotYetSupported => "errors",
    }
}
