//! What a word can be: where it stands, what it is as a name, and what a line is that it begins.

/// Where something can stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The beginning of a line without indentation.
    Item,
    /// The beginning of a line of a role.
    Part,
    Statement,
    /// The same, of an operation.
    Operation,
    /// Beside a name that is declared.
    Declaration,
    Domain,
    Expression,
    /// Behind the name of the property of which something is expected.
    Expectation,
    /// The beginning of a line of an `inductive` claim.
    Conjunct,
    /// In a replicated row.
    Store,
    /// Behind a dot.
    Member,
}

/// What a word is to whoever names something, and to the signs behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Names nothing else; what follows stands apart.
    Reserved,
    /// Names nothing else, and is a value or a domain: signs behind it stand as behind a name.
    Value,
    /// A name where it has no meaning of its own; brackets behind it stand as they are written.
    Contextual,
    /// The same; brackets behind it stand as behind a name.
    Plain,
}

/// What a line is that begins with a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    /// It declares the names that follow.
    Names,
    /// It declares variables.
    Stores,
    /// It says something of the whole text.
    Says,
    /// It declares a property.
    Claims,
    /// It has a block, or one of its statements behind a colon.
    Block,
    /// It is a statement without a block.
    Step,
}
