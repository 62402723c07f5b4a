//! Values and domains.

use std::cmp::Ordering;
use std::fmt;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    Symbol(String),
    Bool(bool),
    Number(i64),
    /// A process by its number among all, and the role within which it counts as a number, if not among all.
    Process(usize, Option<usize>),
    Tuple(Vec<Value>),
    /// A record with its fields.
    Record(String, Vec<Value>),
    /// In order, each once.
    Set(Vec<Value>),
    List(Vec<Value>),
    /// All elements of an array, the last index running fastest.
    Array(Vec<Value>),
}

#[derive(Clone, PartialEq, Debug)]
pub enum Domain {
    Bool,
    Range(i64, i64),
    /// Of one role, or of all.
    Process(Option<usize>),
    /// Symbols, and perhaps others behind them.
    Union(Vec<String>, Option<Box<Domain>>),
    Record(String, Vec<Domain>),
    Set(Box<Domain>),
    List(Box<Domain>, usize),
    /// Of an array with so many elements.
    Array(Box<Domain>, usize),
}

/// The processes of each role: the first, and how many.
#[derive(Clone, Default, Debug)]
pub struct Roster(pub Vec<(usize, usize)>);

impl Roster {
    pub fn all(&self) -> usize {
        self.0.iter().map(|it| it.1).sum()
    }

    pub fn role_of(&self, process: usize) -> usize {
        self.0.iter().position(|&(first, n)| (first..first + n).contains(&process)).unwrap_or(0)
    }

    pub fn members(&self, role: Option<usize>) -> Vec<Value> {
        let (first, n) = role.map_or((0, self.all()), |role| self.0[role]);
        (first..first + n).map(|it| Value::Process(it, role)).collect()
    }

    /// A value as a number, if it is one or counts as one.
    pub fn number(&self, value: &Value) -> Option<i64> {
        match *value {
            Value::Number(n) => Some(n),
            Value::Process(it, None) => Some(it as i64),
            Value::Process(it, Some(role)) => Some(it as i64 - self.0[role].0 as i64),
            _ => None,
        }
    }

    /// Whether two values are the same; a number stands for the process that its other side counts so.
    pub fn same(&self, one: &Value, other: &Value) -> bool {
        use Value::{Array, List, Number, Process, Record, Set, Tuple};
        match (one, other) {
            (Process(one, _), Process(other, _)) => one == other,
            (Number(n), it @ Process(..)) | (it @ Process(..), Number(n)) => {
                self.number(it) == Some(*n)
            }
            (Set(one), Set(other)) => {
                one.len() == other.len() && one.iter().all(|value| self.has(other, value))
            }
            (Set(one), List(other)) | (List(one), Set(other)) => one.is_empty() && other.is_empty(),
            (Tuple(one), Tuple(other))
            | (List(one), List(other))
            | (Array(one), Array(other))
            | (Record(_, one), Record(_, other)) => {
                one.len() == other.len() && one.iter().zip(other).all(|it| self.same(it.0, it.1))
            }
            _ => one == other,
        }
    }

    pub fn has(&self, all: &[Value], value: &Value) -> bool {
        all.iter().any(|it| self.same(it, value))
    }

    pub fn set(&self, all: impl IntoIterator<Item = Value>) -> Value {
        let mut set: Vec<Value> = Vec::new();
        for it in all {
            if !self.has(&set, &it) {
                set.push(it);
            }
        }
        set.sort_by(|one, other| self.before(one, other));
        Value::Set(set)
    }

    /// The order in which members are visited: symbols, then numbers and processes from the lowest.
    fn before(&self, one: &Value, other: &Value) -> Ordering {
        match (self.number(one), self.number(other)) {
            (Some(one), Some(other)) => one.cmp(&other),
            _ => one.cmp(other),
        }
    }

    /// By numbers, and pairs part by part.
    pub fn compare(&self, one: &Value, other: &Value) -> Option<Ordering> {
        match (one, other) {
            (Value::Tuple(one), Value::Tuple(other)) => {
                for (one, other) in one.iter().zip(other) {
                    match self.compare(one, other)? {
                        Ordering::Equal => {}
                        it => return Some(it),
                    }
                }
                Some(Ordering::Equal)
            }
            _ => Some(self.number(one)?.cmp(&self.number(other)?)),
        }
    }

    /// As a value of a domain, or none where it is outside.
    pub fn fit(&self, domain: &Domain, value: &Value) -> Option<Value> {
        let all = |domain: &Domain, all: &[Value]| {
            all.iter().map(|value| self.fit(domain, value)).collect::<Option<Vec<_>>>()
        };
        match (domain, value) {
            (Domain::Bool, Value::Bool(_)) => Some(value.clone()),
            (Domain::Range(low, high), _) => {
                let n = self.number(value)?;
                (low..=high).contains(&&n).then_some(Value::Number(n))
            }
            (Domain::Process(role), Value::Number(n)) => {
                let (first, count) = role.map_or((0, self.all()), |role| self.0[role]);
                let n = usize::try_from(*n).ok().filter(|&n| n < count)?;
                Some(Value::Process(first + n, *role))
            }
            (Domain::Process(role), Value::Process(it, _)) => {
                let fits = role.is_none_or(|role| self.role_of(*it) == role);
                fits.then_some(Value::Process(*it, *role))
            }
            (Domain::Union(symbols, _), Value::Symbol(it)) => {
                symbols.contains(it).then(|| value.clone())
            }
            (Domain::Union(_, rest), _) => self.fit(rest.as_ref()?, value),
            (Domain::Record(name, fields), Value::Record(it, values)) if name == it => {
                let values = fields.iter().zip(values).map(|(domain, it)| self.fit(domain, it));
                Some(Value::Record(name.clone(), values.collect::<Option<_>>()?))
            }
            (Domain::Set(of), Value::Set(it)) => Some(self.set(all(of, it)?)),
            (Domain::Set(_), Value::List(it)) if it.is_empty() => Some(Value::Set(Vec::new())),
            (Domain::List(_, _), Value::Set(it)) if it.is_empty() => Some(Value::List(Vec::new())),
            (Domain::List(of, most), Value::List(it)) if it.len() <= *most => {
                Some(Value::List(all(of, it)?))
            }
            (Domain::Array(of, n), Value::Array(it)) if it.len() == *n => {
                Some(Value::Array(all(of, it)?))
            }
            _ => None,
        }
    }

    /// All values of a domain, in order; the first is that with which a variable begins.
    pub fn values(&self, domain: &Domain) -> Vec<Value> {
        match domain {
            Domain::Bool => vec![Value::Bool(false), Value::Bool(true)],
            Domain::Range(low, high) => (*low..=*high).map(Value::Number).collect(),
            Domain::Process(role) => self.members(*role),
            Domain::Union(symbols, rest) => {
                let symbols = symbols.iter().cloned().map(Value::Symbol);
                symbols.chain(rest.iter().flat_map(|domain| self.values(domain))).collect()
            }
            Domain::Record(name, fields) => {
                let fields: Vec<_> = fields.iter().map(|field| self.values(field)).collect();
                product(&fields)
                    .into_iter()
                    .map(|values| Value::Record(name.clone(), values))
                    .collect()
            }
            Domain::Set(of) => {
                let mut sets = vec![Vec::new()];
                for member in self.values(of) {
                    let with =
                        |set: &Vec<Value>| [&set[..], std::slice::from_ref(&member)].concat();
                    sets.extend(sets.iter().map(with).collect::<Vec<_>>());
                }
                sets.into_iter().map(|set| self.set(set)).collect()
            }
            Domain::List(of, most) => {
                let of = self.values(of);
                let all = (0..=*most).flat_map(|n| product(&vec![of.clone(); n]));
                all.map(Value::List).collect()
            }
            Domain::Array(of, n) => {
                product(&vec![self.values(of); *n]).into_iter().map(Value::Array).collect()
            }
        }
    }

    /// With which a variable of the domain begins.
    pub fn first(&self, domain: &Domain) -> Value {
        match domain {
            Domain::Set(_) => Value::Set(Vec::new()),
            Domain::List(..) => Value::List(Vec::new()),
            Domain::Array(of, n) => Value::Array(vec![self.first(of); *n]),
            Domain::Record(name, fields) => {
                Value::Record(name.clone(), fields.iter().map(|field| self.first(field)).collect())
            }
            Domain::Range(low, _) => Value::Number(*low),
            _ => self.values(domain).into_iter().next().unwrap_or(Value::Bool(false)),
        }
    }
}

/// Every choice of one of each.
pub fn product(of: &[Vec<Value>]) -> Vec<Vec<Value>> {
    let mut all = vec![Vec::new()];
    for choices in of {
        let with = |some: &Vec<Value>| {
            let more =
                choices.iter().map(|choice| [&some[..], std::slice::from_ref(choice)].concat());
            more.collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list =
            |all: &[Value]| all.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        match self {
            Value::Symbol(it) => write!(f, "{it}"),
            Value::Bool(it) => write!(f, "{it}"),
            Value::Number(it) => write!(f, "{}", it.to_string().replace('-', "−")),
            Value::Process(it, _) => write!(f, "{it}"),
            Value::Tuple(all) => write!(f, "({})", list(all)),
            Value::Record(_, all) => write!(f, "({})", list(all)),
            Value::Set(all) => write!(f, "{{{}}}", list(all)),
            Value::List(all) | Value::Array(all) => write!(f, "[{}]", list(all)),
        }
    }
}
