//! What a claim consists of, to say in a state why it is false. Made for one property when a reader asks.

use super::{Query, Said};

/// A claim that can be explained.
#[derive(Clone, PartialEq, Debug)]
pub struct Explained {
    /// What has to have been true before: `P` of `P → Q` and of `P ⇒ always Q`.
    pub from: Option<Part>,
    pub holds: Part,
    /// What the text says where it is false, if the claim binds no names in front.
    pub sentence: Option<Sentence>,
    /// It compares the states before and after a step.
    pub is_of_step: bool,
}

/// A condition, by what decides it.
#[derive(Clone, PartialEq, Debug)]
pub enum Part {
    And(Vec<Part>),
    Or(Vec<Part>),
    Not(Box<Part>),
    Implies(Box<Part>, Box<Part>),
    /// What is asked where the first is true, and what else.
    If(Box<[Part; 3]>),
    All(Members),
    Some(Members),
    /// What a definition stands for, in the words in which it is used.
    Named(String, Box<Part>),
    Compare(Compared),
    /// Whether a process is in a section.
    Stands {
        process: Term,
        section: String,
        is_in: Query,
    },
    /// Any other condition.
    Holds {
        words: String,
        is_true: Query,
    },
    /// `at most 2 in S`
    AtMost {
        most: i64,
        section: String,
        who: Term,
    },
    /// `A before B`: for each process whether it is in B, and who has to come there before it.
    Before {
        first: String,
        second: String,
        ahead: Vec<(Query, Term)>,
    },
}

/// What a quantifier runs over.
#[derive(Clone, PartialEq, Debug)]
pub struct Members {
    /// "k in 0..1"
    pub over: String,
    /// "`whole(on_disk, k)`"
    pub body: String,
    pub all: Vec<Member>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Member {
    /// Whether it counts, where that is not known.
    pub counts: Option<Query>,
    /// What is claimed of it.
    pub part: Part,
    /// What the text says where that is wrong.
    pub sentence: Option<Sentence>,
}

/// Words and values, one after the other.
pub type Sentence = Vec<Saying>;

#[derive(Clone, PartialEq, Debug)]
pub enum Saying {
    Words(String),
    Value(Term),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Compared {
    pub left: Term,
    pub sign: Sign,
    pub right: Term,
    pub is_true: Query,
    /// What each side adds up; empty of one that is no sum.
    pub addends: [Vec<Addends>; 2],
}

/// Numbers that are added up, by what the text calls them: `recorded` of each node.
#[derive(Clone, PartialEq, Debug)]
pub struct Addends {
    pub words: String,
    pub all: Vec<Term>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    In,
    NotIn,
    Subset,
}

impl Sign {
    /// The same said of the other side.
    #[must_use]
    pub fn turned(self) -> Sign {
        match self {
            Sign::Less => Sign::Greater,
            Sign::LessEqual => Sign::GreaterEqual,
            Sign::Greater => Sign::Less,
            Sign::GreaterEqual => Sign::LessEqual,
            other => other,
        }
    }
}

/// A value and how the text writes it, with the members of quantifiers put in.
#[derive(Clone, PartialEq, Debug)]
pub struct Term {
    pub words: String,
    pub said: Said,
    /// It is the same in all states.
    pub is_known: bool,
    /// Where it is a process, what is added to its number for that among all.
    pub process: Option<i64>,
    /// The same where it is a set of processes.
    pub members: Option<i64>,
    /// It is the size of what is written so.
    pub is_size: bool,
    /// Of a claim about steps: the value before the step.
    pub is_before: bool,
}
