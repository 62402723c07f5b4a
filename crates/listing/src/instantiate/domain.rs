//! The values that variables can have.

use crate::instantiate::info::RoleInfo;
use crate::instantiate::instance::Instance;
use crate::instantiate::terms::{add, binary, select};
use crate::limits::SET_MAX;
use program::ir::{Expr, Slot};
use program::{SYMBOLS, Words, ir};

/// Numbers from `low` to `high`, and symbols.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Domain {
    pub symbols: Vec<i64>,
    pub low: i64,
    /// Instance than `low`: no numbers.
    pub high: i64,
    /// The numbers are those of the processes of a role, or of all processes.
    pub of: Of,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Of {
    Numbers,
    /// The role, and the number that its first process has among all.
    Role(usize, usize),
    Processes,
    /// The cells of a pool.
    Cells(usize),
}

impl Of {
    /// What to add to a number for the process's number among all.
    pub fn base(self) -> i64 {
        match self {
            Of::Role(_, base) => base as i64,
            Of::Numbers | Of::Processes | Of::Cells(_) => 0,
        }
    }

    pub const fn are_processes(self) -> bool {
        matches!(self, Of::Role(..) | Of::Processes)
    }
}

impl Domain {
    pub fn numbers(low: i64, high: i64) -> Domain {
        Domain { symbols: Vec::new(), low, high, of: Of::Numbers }
    }

    pub fn symbol(symbol: i64) -> Domain {
        Domain { symbols: vec![symbol], low: 0, high: -1, of: Of::Numbers }
    }

    pub fn has_numbers(&self) -> bool {
        self.low <= self.high
    }

    /// It has numbers, which name no processes.
    pub fn is_plain(&self) -> bool {
        self.has_numbers() && self.of == Of::Numbers
    }

    pub fn count(&self) -> usize {
        self.symbols.len() + (self.high - self.low + 1).max(0) as usize
    }

    /// All values, symbols first; of a union in the order of storage.
    pub fn values(&self) -> Vec<i64> {
        self.symbols.iter().copied().chain(self.low..=self.high).collect()
    }

    pub fn contains(&self, value: i64) -> bool {
        (self.low..=self.high).contains(&value) || self.symbols.contains(&value)
    }

    pub fn join(&self, other: &Domain) -> Domain {
        let mut joined = self.clone();
        for symbol in &other.symbols {
            if !joined.symbols.contains(symbol) {
                joined.symbols.push(*symbol);
            }
        }
        if other.has_numbers() {
            if joined.has_numbers() {
                joined.low = joined.low.min(other.low);
                joined.high = joined.high.max(other.high);
                if joined.of != other.of {
                    joined.of = Of::Numbers;
                }
            } else {
                (joined.low, joined.high, joined.of) = (other.low, other.high, other.of);
            }
        }
        joined
    }

    /// The index of the first element of an array over this domain, as readers see it. Elements with
    /// names are counted from zero, and a single element has no index.
    pub fn first_index(&self) -> i64 {
        let is_counted = self.symbols.is_empty() && self.count() > 1;
        if is_counted { self.low.max(0) + self.of.base() } else { 0 }
    }

    /// The number of the first process, in a domain of processes.
    pub fn first_process(&self) -> Option<usize> {
        self.of.are_processes().then(|| self.of.base() as usize)
    }

    /// The position of a value among all values.
    pub fn ordinal(&self, value: &Expr) -> Expr {
        let symbols = self.symbols.len() as i64;
        let number = add(value.clone(), symbols - self.low);
        if symbols == 0 {
            return number;
        }
        let mut all = if self.has_numbers() { number } else { Expr::Const(0) };
        for (at, &symbol) in self.symbols.iter().enumerate().rev() {
            if !self.has_numbers() && at == 0 {
                continue;
            }
            let same = binary(ir::Binary::Equal, value.clone(), Expr::Const(symbol));
            all = select(same, Expr::Const(at as i64), all);
        }
        all
    }
}

/// A type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ty {
    Bool,
    Scalar(Domain),
    Set(Box<Ty>),
    List(Box<Ty>, usize),
    Record(usize),
    Array(Vec<Domain>, Box<Ty>),
    Tuple(Vec<Ty>),
    /// Members with conditions: what a set or list in braces or brackets is until its use is known.
    Literal(Written),
}

/// How members are written out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written {
    Set,
    List,
}

/// A record's name and fields.
#[derive(Clone, Debug)]
pub struct Record {
    pub name: String,
    pub fields: Vec<(String, Ty)>,
}

impl Ty {
    /// Whether it has members: a set, or a list.
    pub fn is_many(&self) -> bool {
        matches!(self, Ty::Set(_) | Ty::Literal(_) | Ty::List(..))
    }

    /// Whether it is written out by its members.
    pub fn is_written(&self) -> bool {
        matches!(self, Ty::Literal(_))
    }

    /// Whether it is a set, and no list.
    pub fn is_set(&self) -> bool {
        matches!(self, Ty::Set(_) | Ty::Literal(Written::Set))
    }

    pub fn is_number(&self) -> bool {
        matches!(self, Ty::Scalar(domain) if domain.has_numbers())
    }

    pub fn numbers(low: i64, high: i64) -> Ty {
        Ty::Scalar(Domain::numbers(low, high))
    }

    /// How many numbers make one value.
    pub fn width(&self, records: &[Record]) -> usize {
        match self {
            Ty::Bool | Ty::Scalar(_) | Ty::Set(_) => 1,
            Ty::List(element, max) => 1 + max * element.width(records),
            Ty::Record(id) => records[*id].fields.iter().map(|(_, it)| it.width(records)).sum(),
            Ty::Array(dims, element) => size(dims) * element.width(records),
            Ty::Tuple(all) => all.iter().map(|it| it.width(records)).sum(),
            Ty::Literal(_) => 0,
        }
    }

    /// The slots of one value, without their places.
    pub fn slots(&self, records: &[Record], slots: &mut Vec<Slot>) {
        match self {
            Ty::Bool => slots.push(Slot::new(Vec::new(), 0, 1)),
            Ty::Scalar(domain) => {
                slots.push(Slot::new(domain.symbols.clone(), domain.low, domain.high));
            }
            Ty::Set(element) => {
                let count = element.members(records).map_or(0, |it| it.len()).min(SET_MAX);
                slots.push(Slot::new(Vec::new(), 0, (1i64 << count) - 1));
            }
            Ty::List(element, max) => {
                slots.push(Slot::new(Vec::new(), 0, *max as i64));
                (0..*max).for_each(|_| element.slots(records, slots));
            }
            Ty::Record(id) => {
                records[*id].fields.iter().for_each(|(_, it)| it.slots(records, slots));
            }
            Ty::Array(dims, element) => {
                (0..size(dims)).for_each(|_| element.slots(records, slots));
            }
            Ty::Tuple(all) => all.iter().for_each(|it| it.slots(records, slots)),
            Ty::Literal(_) => {}
        }
    }

    /// The initial value: the first of the domain.
    pub fn first(&self, records: &[Record]) -> Vec<i64> {
        let mut slots = Vec::new();
        self.slots(records, &mut slots);
        slots.iter().map(|slot| slot.decode(0)).collect()
    }

    /// All values, each as its numbers; none if they cannot be counted out.
    pub fn members(&self, records: &[Record]) -> Option<Vec<Vec<i64>>> {
        match self {
            Ty::Bool => Some(vec![vec![0], vec![1]]),
            Ty::Scalar(domain) => (domain.count() <= 4096)
                .then(|| domain.values().iter().map(|&it| vec![it]).collect()),
            Ty::Set(element) => {
                let count = element.members(records)?.len();
                (count <= 8).then(|| (0..1i64 << count).map(|it| vec![it]).collect())
            }
            Ty::Record(id) => product(records[*id].fields.iter().map(|field| &field.1), records),
            Ty::Tuple(all) => product(all.iter(), records),
            _ => None,
        }
    }

    pub fn words(&self, instance: &Instance<'_>) -> Words {
        let named = |(name, it): &(String, Ty)| (name.clone(), it.words(instance));
        match self {
            Ty::Bool => Words::Bool,
            Ty::Scalar(domain) => instance.scalar_words(domain),
            Ty::Set(element) => {
                let words = element.words(instance);
                let all = element.members(&instance.types.records).unwrap_or_default().into_iter();
                Words::Set(
                    all.map(|it| words.say(&instance.types.symbols, &mut it.into_iter())).collect(),
                )
            }
            Ty::List(element, max) => Words::List(*max, Box::new(element.words(instance))),
            Ty::Record(id) => {
                Words::Record(instance.types.records[*id].fields.iter().map(named).collect())
            }
            Ty::Array(dims, element) => Words::Array(size(dims), Box::new(element.words(instance))),
            Ty::Tuple(all) => {
                Words::Record(all.iter().map(|it| (String::new(), it.words(instance))).collect())
            }
            Ty::Literal(_) => Words::Record(Vec::new()),
        }
    }
}

impl Instance<'_> {
    /// A process whose role has no other is called like the role.
    pub fn scalar_words(&self, domain: &Domain) -> Words {
        let base = domain.of.base();
        let can_be = |role: &RoleInfo<'_>| match domain.of {
            Of::Role(_, first) => role.base == first,
            Of::Processes => true,
            Of::Numbers | Of::Cells(_) => false,
        };
        let is_single = |role: &RoleInfo<'_>| role.number.is_none();
        if !self.roles.iter().any(|role| can_be(role) && is_single(role)) {
            return Words::Plain(base);
        }
        let names = self.roles.iter().flat_map(|role| {
            (role.base..role.base + role.count).map(move |process| match is_single(role) {
                true => role.noun.clone(),
                false => process.to_string(),
            })
        });
        Words::Process(base, names.collect())
    }
}

fn product<'a>(parts: impl Iterator<Item = &'a Ty>, records: &[Record]) -> Option<Vec<Vec<i64>>> {
    let mut all = vec![Vec::new()];
    for part in parts {
        let members = part.members(records)?;
        if all.len() * members.len() > 4096 {
            return None;
        }
        all = all
            .iter()
            .flat_map(|first: &Vec<i64>| {
                members.iter().map(move |member| first.iter().chain(member).copied().collect())
            })
            .collect();
    }
    Some(all)
}

pub fn size(dims: &[Domain]) -> usize {
    dims.iter().map(Domain::count).fold(1, usize::saturating_mul)
}

/// The number of a process as another domain counts it.
pub fn converted(value: i64, from: Of, to: Of) -> i64 {
    let by = match (from, to) {
        (Of::Role(..), Of::Processes) | (Of::Processes, Of::Role(..)) => from.base() - to.base(),
        _ => 0,
    };
    if is_symbol(value) { value } else { value + by }
}

pub fn is_symbol(value: i64) -> bool {
    value >= SYMBOLS
}
