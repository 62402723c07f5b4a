//! Variables, and what they are to readers.

use super::SlotId;
use crate::value::Words;

/// A variable with its elements.
#[derive(Clone, PartialEq, Debug)]
pub struct Variable {
    pub name: &'static str,
    /// The slot of the first number.
    pub slot: SlotId,
    /// How many elements; none if it is no array.
    pub count: Option<usize>,
    /// The number of the first element.
    pub first: i64,
    /// How the index of each element reads, where elements are not counted: `red`, `−1`.
    pub labels: Vec<&'static str>,
    /// How one element reads.
    pub words: Words,
    /// Element `i` belongs to process `i`, which alone writes it.
    pub owned: bool,
    /// Where it lies for each element whether it is being written, if writes take two steps.
    pub busy: Option<SlotId>,
    pub shown_as: ShownAs,
}

/// What a variable is to readers, beside a name with a value. The number is that of the first process
/// which has an element, or can be in a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShownAs {
    Value,
    /// Each process raises its hand while its element is true.
    Hand(usize),
    /// What a process holds: a number that it drew, or shows to the others.
    Ticket(usize),
    /// A set of processes to which it will send something.
    Owes(usize),
    /// A set of others of so many processes.
    Members {
        first: usize,
        count: usize,
    },
    /// A process, of which no other one waits for it.
    Process(usize),
    /// Whether it has what such a message hands on.
    Holds(u8),
    /// A process, or none.
    Lock,
    /// A value with the set of the processes that have it: which of its numbers the set is, and the
    /// number of the first process.
    Latch {
        field: usize,
        first: usize,
    },
    /// The index of a child in a tree: each element is a node together with those of the arrays next to
    /// it, and the first of these arrays is called so.
    Child(&'static str),
    /// The bytes of one number, the lowest first.
    Bytes,
    /// One of its numbers is the index of an element, of an array that may have only one.
    Points {
        array: &'static str,
        field: usize,
        is_single: bool,
    },
    /// Each element is a part of what is pointed to.
    Part,
    /// What each cell of a pool is.
    Cells,
    /// A field of the cells of a pool: which of its numbers is a cell of that pool, if one is, and what
    /// that pool is called.
    Field(Option<(usize, &'static str)>),
    /// Each element has a name, and one in every row of a table.
    Column,
    /// A list of processes, or of values with one: where in a value it lies.
    Queue {
        first: usize,
        at: usize,
    },
    /// A number for each process that has asked for something: the lowest is served first.
    Requests(usize),
}
