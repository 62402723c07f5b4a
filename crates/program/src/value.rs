//! Values are numbers. A symbol such as `none` is a number beyond all others.

use model::DELETED;

/// The value of the first symbol; numbers of a program lie far below.
pub const SYMBOLS: i64 = 1 << 40;

/// What a decision would become that contradicts an earlier one: a value of no domain, which has room in
/// the 32 bits of a model for SPIN.
pub const REVOKED: i64 = -(1 << 30);

/// How a value reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Words {
    Bool,
    /// A number or a symbol. What is added to a number: readers count all processes through, a text
    /// those of each role.
    Plain(i64),
    /// A process or a symbol, with what is added to a number, and what each of all processes is called.
    Process(i64, Vec<String>),
    /// A set, with the words of each possible member.
    Set(Vec<String>),
    /// A list: its length and so many elements.
    List(usize, Box<Words>),
    /// Several values, each with a name.
    Record(Vec<(String, Words)>),
    /// So many values of one sort.
    Array(usize, Box<Words>),
    /// A replicated row, or a part of it: the columns that are there, each with its name.
    Row(Vec<(String, Words)>),
    /// A value with its timestamp behind it.
    Stamped(Box<Words>),
    /// A row: the columns that are there, each with its name.
    Columns(Vec<(String, Words)>),
}

impl Words {
    /// How many numbers make one value.
    pub fn width(&self) -> usize {
        match self {
            Words::Bool | Words::Plain(_) | Words::Process(..) | Words::Set(_) => 1,
            Words::List(max, element) => 1 + max * element.width(),
            Words::Record(fields) | Words::Columns(fields) => {
                fields.iter().map(|(_, it)| it.width()).sum()
            }
            Words::Row(columns) => columns.iter().map(|(_, words)| words.width()).sum(),
            Words::Stamped(words) => words.width() + 1,
            Words::Array(count, element) => count * element.width(),
        }
    }

    /// What is added to a number for readers.
    pub fn base(&self) -> i64 {
        match self {
            Words::Plain(base) | Words::Process(base, _) => *base,
            _ => 0,
        }
    }

    /// The value in words. Takes its numbers from the front of `values`.
    pub fn say(&self, symbols: &[String], values: &mut impl Iterator<Item = i64>) -> String {
        let mut next = || values.next().unwrap_or_default();
        match self {
            Words::Bool => (next() != 0).to_string(),
            Words::Plain(base) => plain(symbols, next(), *base),
            Words::Process(base, names) => {
                let value = next();
                let name = usize::try_from(value + base).ok().and_then(|it| names.get(it));
                name.cloned().unwrap_or_else(|| plain(symbols, value, *base))
            }
            Words::Set(members) => {
                let set = next();
                let inside = members.iter().enumerate().filter(|(at, _)| set >> at & 1 != 0);
                let inside: Vec<&str> = inside.map(|(_, it)| it.as_str()).collect();
                format!("{{{}}}", inside.join(", "))
            }
            Words::List(max, element) => {
                let length = next();
                let all: Vec<String> = (0..*max).map(|_| element.say(symbols, values)).collect();
                format!("[{}]", all[..(length.max(0) as usize).min(*max)].join(", "))
            }
            Words::Record(fields) => {
                let all: Vec<String> =
                    fields.iter().map(|(_, it)| it.say(symbols, values)).collect();
                format!("({})", all.join(", "))
            }
            Words::Columns(columns) => {
                let all: Vec<String> = columns
                    .iter()
                    .filter_map(|(name, it)| match (it, it.say(symbols, values)) {
                        (_, value) if is_nothing(&value) => None,
                        (Words::Bool, _) => Some(name.clone()),
                        (_, value) => Some(format!("{name}:{value}")),
                    })
                    .collect();
                if all.is_empty() { "none".into() } else { all.join(" ") }
            }
            Words::Row(columns) => {
                let all = columns.iter().map(|(name, words)| (name, words.say(symbols, values)));
                row(all.filter(|(_, value)| !is_nothing(value)))
            }
            Words::Stamped(words) => {
                let written = |value: String| match is_nothing(&value) {
                    true => DELETED.to_owned(),
                    false => value,
                };
                let value = match &**words {
                    Words::Row(columns) => {
                        let say = |(name, words): &'_ (String, Words)| {
                            (name.clone(), written(words.say(symbols, values)))
                        };
                        let all: Vec<(String, String)> = columns.iter().map(say).collect();
                        row(all.iter().map(|(name, value)| (name, value.clone())))
                    }
                    words => written(words.say(symbols, values)),
                };
                let stamp = values.next().unwrap_or_default();
                format!("{value} @{stamp}")
            }
            Words::Array(count, element) => {
                let all: Vec<String> = (0..*count).map(|_| element.say(symbols, values)).collect();
                all.join(" ")
            }
        }
    }
}

/// "{0: 1, 1: 2}"
fn row<'a>(columns: impl Iterator<Item = (&'a String, String)>) -> String {
    let all: Vec<String> = columns.map(|(name, value)| format!("{name}: {value}")).collect();
    format!("{{{}}}", all.join(", "))
}

/// Whether a column with this value is not there.
pub fn is_nothing(value: &str) -> bool {
    matches!(value, "none" | "false")
}

fn plain(symbols: &[String], value: i64, base: i64) -> String {
    let symbol = usize::try_from(value - SYMBOLS).ok().and_then(|at| symbols.get(at));
    symbol.cloned().unwrap_or_else(|| number(value + base))
}

/// With the sign that texts have.
pub fn number(value: i64) -> String {
    value.to_string().replace('-', "−")
}
