//! Processes that step through numbered lines over shared variables.
//!
//! One step is one access to one shared variable. Local computation rides along. A line of the
//! listing that makes several accesses is passed through access by access: it says [`Then::Stay`]
//! until it is through.

mod line;
mod renamed;
mod sleep;
mod threads;
mod turn;

pub use line::{Line, Then};
pub use renamed::Symmetric;
pub use threads::{State, Threads};
pub use turn::{Memory, Turn};

use crate::{
    ArrayView, Cell, Ghost, PROCESS, PROCESSES_MAX, Pid, Plain, ProcessView, Property, RowView,
    Shape, Zone,
};
use zerocopy::FromZeros;

/// An algorithm for processes that share memory.
pub trait Program: Sized + Send + Sync + 'static {
    /// The labels of the lines: a `repr(u8)` enum without fields, in the order of [`Self::LINES`].
    type At: Plain + PartialEq + std::fmt::Debug;
    /// The shared variables: `[u8; 4 * ARRAYS.len()]`, and four more for each longer array.
    type Cells: Plain + AsRef<[u8]> + AsMut<[u8]>;
    /// What one process keeps to itself.
    type Local: Plain;
    /// History that a property needs; `()` where none does.
    type Ghost: Ghost;

    const ARRAYS: &'static [Array];
    const ZONES: &'static [Zone];
    /// The whole algorithm. A line's label, words and effect are one expression.
    const LINES: &'static [Line<Self>];
    /// The line that runs when a process crashes.
    const CRASH: Option<Self::At> = None;
    /// The line that runs when something that a process has for a limited time runs out, such as a
    /// lease. It says [`Then::Stay`], and the process stays where it stands, or [`Then::Done`]
    /// where there is nothing to run out.
    const TIMEOUT: Option<Self::At> = None;
    const PROPERTIES: &'static [Property<Threads<Self>>];

    fn processes(&self) -> usize;

    /// What process `i` has for itself at the start.
    fn local(&self, _: Pid) -> Self::Local {
        Self::Local::new_zeroed()
    }

    /// Where process `i` begins: at the first line, unless it has a part of its own.
    fn start(&self, _: Pid) -> Option<Self::At> {
        None
    }

    /// What the shared variables hold at the start: zero.
    fn cells(&self) -> Self::Cells {
        Self::Cells::new_zeroed()
    }

    /// How many elements `array` has.
    fn len(&self, array: Array) -> usize {
        array.len
    }

    /// Whether some line leaves open which way it goes ([`Turn::choose`]).
    fn has_choices(&self) -> bool {
        false
    }

    /// How many processes may crash in one run.
    fn crashes_max(&self) -> u8 {
        0
    }

    /// Whether process `i` is one of those that may crash.
    fn can_crash(&self, _: Pid) -> bool {
        true
    }

    /// What process `i` is.
    fn role(&self, _: Pid) -> &'static str {
        PROCESS
    }

    /// What the page shows of a process, beside its zone and its line.
    fn show(&self, i: Pid, my: &Self::Local, memory: Memory<'_>, view: &mut ProcessView);

    /// What the page shows of a shared array, beside its values: who holds it.
    fn show_array(&self, _: Array, _: Memory<'_>, _: &mut ArrayView) {}

    /// The columns of shared rows, and the rows, where the page shows them as such.
    fn show_rows(&self, _: &[Self::Local], _: Memory<'_>) -> (Vec<String>, Vec<RowView>) {
        (Vec::new(), Vec::new())
    }
}

/// A shared array of small numbers.
#[derive(Clone, Copy, Debug)]
pub struct Array {
    pub name: &'static str,
    /// Position in [`Program::ARRAYS`], if every array before it has up to four elements; one with
    /// up to eight takes two positions.
    id: usize,
    len: usize,
    show: fn(u8) -> String,
    shape: Shape,
}

impl Array {
    /// A number of elements that anybody writes.
    pub const fn of(id: usize, name: &'static str, len: usize, show: fn(u8) -> String) -> Array {
        assert!(len <= 2 * PROCESSES_MAX);
        Array { name, id, len, show, shape: Shape::Row }
    }

    /// How its elements lie where the stage draws them.
    pub const fn shaped(self, shape: Shape) -> Array {
        Array { shape, ..self }
    }

    /// Element `index` by its name, to be pointed at.
    pub fn element(self, index: usize) -> Cell {
        Cell { array: self.name, index: index as u8, single: self.len == 1 }
    }

    /// Where element `index` lies among the cells.
    pub fn cell(self, index: usize) -> usize {
        debug_assert!(index < self.len);
        self.id * PROCESSES_MAX + index
    }
}

/// Shows a number as it is.
pub fn number(value: u8) -> String {
    value.to_string()
}
