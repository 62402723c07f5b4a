//! What makes a claim false, as plain data.

use crate::ir::Sign;

/// What decides a condition, with the values in the state.
#[derive(Clone, PartialEq, Debug)]
pub enum Ground {
    /// All of these together.
    Each(Vec<Ground>),
    /// The first is so, and the second is not as it has to be then.
    But(Box<Ground>, Box<Ground>),
    Compared {
        left: Value,
        /// As it came out: what is said is true.
        sign: Sign,
        right: Value,
        /// It was to come out otherwise.
        is_wrong: bool,
        sum: Option<Box<Sum>>,
    },
    Stands {
        process: usize,
        section: String,
        is_in: bool,
    },
    Holds {
        words: String,
        is_true: bool,
    },
    /// For no member of what it runs over, or for every one.
    Everywhere {
        over: String,
        body: String,
        is_true: bool,
    },
    TooMany {
        who: Vec<usize>,
        section: String,
        most: i64,
    },
    Overtook {
        first: usize,
        passed: usize,
        sections: [String; 2],
    },
}

/// A side of a comparison that adds up numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Sum {
    /// Each with what the text calls these numbers.
    pub addends: Vec<(String, Vec<String>)>,
    pub total: String,
    /// What it is compared with, and how.
    pub sign: Sign,
    pub other: String,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Value {
    pub words: String,
    pub value: String,
    pub is_known: bool,
    pub process: Option<usize>,
    /// Of a set of processes.
    pub members: Option<Vec<usize>>,
    pub is_size: bool,
    pub is_before: bool,
}

/// A part of a sentence.
#[derive(Clone, PartialEq, Debug)]
pub enum Told {
    Words(String),
    Value(Value),
}
