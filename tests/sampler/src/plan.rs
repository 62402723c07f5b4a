//! What an algorithm consists of, before its lines are written.

/// What a value can be.
#[derive(Clone, PartialEq, Debug)]
pub enum Sort {
    Bool,
    /// From and to.
    Number(i64, i64),
    /// Of the domain `mood`.
    Mood,
    /// A process of the role with that number.
    Who(usize),
    NoneOr(Box<Sort>),
    Set(Box<Sort>),
    List(Box<Sort>),
    /// A record with a number and a Boolean.
    Item,
}

/// The sort of most numbers.
pub const SMALL: Sort = Sort::Number(0, 2);

/// The values of the domain `mood`.
pub const MOODS: [&str; 3] = ["calm", "busy", "gone"];

/// The most elements of a list.
pub const LIST_MAX: usize = 2;

#[derive(Clone)]
pub struct Variable {
    /// `shared`, `own` and the like.
    pub keyword: &'static str,
    pub name: String,
    pub index: Option<Sort>,
    pub sort: Sort,
}

pub struct Role {
    pub noun: &'static str,
    /// None: a single process without a number.
    pub count: Option<usize>,
    /// Its own number.
    pub number: &'static str,
    pub own: Vec<Variable>,
    pub sections: Vec<&'static str>,
    /// How often it runs.
    pub passes: &'static str,
    pub has_lines: bool,
    pub has_rules: bool,
}

pub struct Message {
    pub name: &'static str,
    pub fields: Vec<Sort>,
}

/// A definition of an expression with one parameter, a number.
pub struct Definition {
    pub name: String,
    pub sort: Sort,
}

#[derive(Default)]
pub struct Plan {
    pub shared: Vec<Variable>,
    pub roles: Vec<Role>,
    pub messages: Vec<Message>,
    pub definitions: Vec<Definition>,
    /// Definitions of statements that change a variable of a number.
    pub acts: Vec<String>,
    pub has_option: bool,
}

impl Plan {
    pub fn domain(&self, sort: &Sort) -> String {
        match sort {
            Sort::Bool => "bool".into(),
            Sort::Number(low, high) => format!("{low}..{high}").replace('-', "−"),
            Sort::Mood => "mood".into(),
            Sort::Who(role) => self.roles[*role].noun.into(),
            Sort::NoneOr(inner) => format!("none | {}", self.domain(inner)),
            Sort::Set(of) => format!("set of {}", self.domain(of)),
            Sort::List(of) => format!("list of {} up to {LIST_MAX}", self.domain(of)),
            Sort::Item => "item".into(),
        }
    }

    /// The roles whose processes have numbers.
    pub fn numbered(&self) -> Vec<usize> {
        (0..self.roles.len()).filter(|&it| self.roles[it].count.is_some()).collect()
    }
}

/// Where something is written, and what can be seen there.
#[derive(Clone, Default)]
pub struct Scope {
    /// None: a property.
    pub role: Option<usize>,
    /// All in one step: others and messages on their way can be seen.
    pub is_whole: bool,
    /// Names bound by a line, with their sorts.
    pub bound: Vec<(String, Sort)>,
    pub indent: usize,
}

impl Scope {
    pub fn property() -> Scope {
        Scope { is_whole: true, ..Scope::default() }
    }

    pub fn with(&self, name: &str, sort: Sort) -> Scope {
        let mut scope = self.clone();
        scope.bound.push((name.to_owned(), sort));
        scope
    }

    pub fn deeper(&self) -> Scope {
        Scope { indent: self.indent + 1, ..self.clone() }
    }
}
