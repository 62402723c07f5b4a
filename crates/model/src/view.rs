//! A state as plain data, in the terms of a page. No algorithm's types get past here.

use crate::{BufferView, Cell, MessageId, RowId, Zone};
use serde::Serialize;
use std::fmt;

#[derive(Clone, PartialEq, Eq, Default, Serialize)]
pub struct View {
    pub processes: Vec<ProcessView>,
    /// Shared variables, in the order of the algorithm's list.
    pub arrays: Vec<ArrayView>,
    /// Messages in flight, oldest first on each channel where channels keep order.
    pub messages: Vec<MessageView>,
    /// The replicas of a store; in messages, replica `i` is addressed as `processes.len() + i`.
    pub replicas: Vec<ReplicaView>,
    /// Rows of columns, where shared variables are that: cell `i` of an array lies in row `i`. Rows
    /// that are no shared variable follow.
    #[serde(skip)]
    pub rows: Vec<RowView>,
    /// The columns of each row, or of each replica's row, in order, written or not.
    #[serde(skip)]
    pub columns: Vec<String>,
    /// Of each process whose writes wait for memory, those that do.
    #[serde(skip)]
    pub buffers: Vec<BufferView>,
    /// What would be left if a process crashed now, where an algorithm is about that.
    pub crash: Option<CrashView>,
    /// What has happened, where an algorithm is about that.
    #[serde(skip)]
    pub history: Option<HistoryView>,
    /// What the text or a reader watches.
    pub watched: Vec<WatchedView>,
}

/// Without buffers where there are none: a view is told apart by what it shows.
impl fmt::Debug for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let View { processes, arrays, messages, replicas, rows, columns, .. } = self;
        let View { buffers, crash, history, watched, .. } = self;
        let mut all = f.debug_struct("View");
        all.field("processes", processes).field("arrays", arrays).field("messages", messages);
        all.field("replicas", replicas).field("rows", rows).field("columns", columns);
        if !buffers.is_empty() {
            all.field("buffers", buffers);
        }
        all.field("crash", crash).field("history", history).field("watched", watched).finish()
    }
}

/// An expression that is watched, and its value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WatchedView {
    pub words: &'static str,
    pub value: String,
}

/// What it is that runs, if nothing more is to be said of it.
pub const PROCESS: &str = "process";

impl View {
    /// What a process is called within a sentence, or a replica behind them: "process 1", "the server", "Alice",
    /// "replica 0". Also one that is not there.
    pub fn name(&self, lane: usize) -> String {
        let label = self.label(lane);
        let is_common = label.starts_with(|first: char| !first.is_uppercase());
        if self.is_single(lane) && is_common { format!("the {label}") } else { label }
    }

    /// The same at its lane, and wherever no sentence is: "process 1", "server". The only one of its role has no
    /// number.
    pub fn label(&self, lane: usize) -> String {
        let processes = self.processes.len();
        if (processes..processes + self.replicas.len()).contains(&lane) {
            return format!("replica {}", lane - processes);
        }
        let role = self.processes.get(lane).map_or(PROCESS, |process| process.role);
        if self.is_single(lane) { role.to_owned() } else { format!("{role} {lane}") }
    }

    fn is_single(&self, lane: usize) -> bool {
        let Some(role) = self.processes.get(lane).map(|process| process.role) else { return false };
        role != PROCESS && self.processes.iter().filter(|process| process.role == role).count() == 1
    }

    /// What a row has, or else a replica.
    pub fn stored(&self, well: usize) -> &[StoredView] {
        let row = self.rows.get(well).map(|row| &row.cells[..]);
        row.or_else(|| self.replicas.get(well).map(|replica| &replica.cells[..]))
            .unwrap_or_default()
    }

    /// Which of the rows an access to a shared variable concerns.
    pub fn row_of(&self, cell: Cell) -> Option<usize> {
        let array = self.arrays.iter().find(|array| array.name == cell.array)?;
        (!self.rows.is_empty()).then(|| array.position(cell))
    }

    /// The columns that it concerns there: those that are called like the variable, or all.
    pub fn columns_of(&self, cell: Cell) -> Vec<usize> {
        let is_own = |column: &&String| column.split(':').next() == Some(cell.array);
        let is_any = !self.columns.iter().any(|column| is_own(&column));
        let all = self.columns.iter().enumerate();
        all.filter(|(_, it)| is_any || is_own(it)).map(|it| it.0).collect()
    }

    /// What every process is; "process" if they differ.
    pub fn role(&self) -> &'static str {
        let mut roles = self.processes.iter().map(|process| process.role);
        let first = roles.next().unwrap_or(PROCESS);
        if roles.all(|role| role == first) { first } else { PROCESS }
    }
}

/// What a crash would leave.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CrashView {
    /// The shared variables that it leaves.
    pub arrays: Vec<ArrayView>,
    /// What they are worth, in a sentence.
    pub words: String,
}

/// The events of a run, and which of them led to which.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HistoryView {
    /// No run has more events.
    pub events_max: usize,
    /// Of each process one after the other.
    pub events: Vec<HappenedView>,
    /// Of each message in flight, the event that sent it, if that is known.
    pub sent: Vec<Option<usize>>,
    /// Two events whose stamps contradict what led to what, and how: "3 ≮ 1".
    pub contradiction: Option<([usize; 2], String)>,
}

/// One event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HappenedView {
    pub process: u8,
    pub stamp: String,
    /// What else the process wrote down of it.
    pub note: String,
    /// The events that led to it, unless by way of another one.
    pub causes: Vec<usize>,
}

/// One replica of a store of rows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ReplicaView {
    pub up: bool,
    /// What has landed here and is there still, in the order of the columns.
    pub cells: Vec<StoredView>,
}

/// A row that is no replica's, with its name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RowView {
    pub name: String,
    /// The process that alone sees it.
    pub owner: Option<u8>,
    pub cells: Vec<StoredView>,
}

/// The value of a column that was deleted: its tombstone has a timestamp too.
pub const DELETED: &str = "deleted";

/// A column with its value and timestamp.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StoredView {
    /// "number:0"
    pub column: String,
    pub value: String,
    /// Empty where the store has none.
    pub timestamp: String,
    /// Who wrote it in this run.
    #[serde(skip)]
    pub writer: Option<u8>,
    /// The timestamp and the writer of a later arrival that was too old for this column.
    #[serde(skip)]
    pub late: Option<(String, Option<u8>)>,
}

#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct ProcessView {
    /// What it is: "process", "client", "server".
    pub role: &'static str,
    pub zone: Zone,
    /// The row it stands at, where it has one.
    pub row: Option<RowId>,
    pub life: Life,
    /// A few words under the process: "awaiting 1 of 2 replies".
    pub status: String,
    /// A value that the process holds: its ticket, its timestamp; `?` while it picks one.
    pub token: Option<String>,
    /// Raised for others to see: "I am choosing".
    pub hand: bool,
    /// Processes that it owes an answer.
    pub owes: Vec<u8>,
    /// Processes that it waits for, known without looking at a shared variable.
    pub awaits: Vec<u8>,
    /// Private variables, by name.
    pub locals: Vec<(&'static str, String)>,
    /// Of those, the ones that are queues or sets of processes, the first to be served first.
    #[serde(skip)]
    pub queues: Vec<(&'static str, Vec<Queued>)>,
    /// Of its private variables those that point to a cell of a pool, by name.
    #[serde(skip)]
    pub points: Vec<(&'static str, Cell)>,
    /// Drawings of private variables, by name.
    #[serde(skip)]
    pub drawn: Vec<(&'static str, Drawn)>,
    /// How far it has come through those of its sections that properties name.
    #[serde(skip)]
    pub milestone: Milestone,
    /// It only reacts to messages.
    #[serde(skip)]
    pub is_passive: bool,
    /// How far it has come with what takes it several writes: the cell that is next.
    pub head: Option<Cell>,
    pub decided: Option<String>,
}

/// Without what a picture alone is drawn from, which follows from the rest.
impl fmt::Debug for ProcessView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ProcessView { role, zone, row, life, status, token, hand, owes, awaits, .. } = self;
        let ProcessView { locals, queues, points, head, decided, .. } = self;
        let mut all = f.debug_struct("ProcessView");
        all.field("role", role).field("zone", zone).field("row", row).field("life", life);
        all.field("status", status).field("token", token).field("hand", hand);
        all.field("owes", owes).field("awaits", awaits).field("locals", locals);
        all.field("queues", queues).field("points", points).field("head", head);
        all.field("decided", decided).finish()
    }
}

impl ProcessView {
    pub fn new(role: &'static str, zone: Zone, row: Option<RowId>) -> ProcessView {
        ProcessView {
            role,
            zone,
            row,
            life: Life::Running,
            status: String::new(),
            token: None,
            hand: false,
            owes: Vec::new(),
            awaits: Vec::new(),
            locals: Vec::new(),
            queues: Vec::new(),
            points: Vec::new(),
            drawn: Vec::new(),
            milestone: Milestone::default(),
            is_passive: false,
            head: None,
            decided: None,
        }
    }

    /// What it has decided, in words, unless its status says so.
    pub fn decision(&self) -> Option<String> {
        let words = format!("decided {}", self.decided.as_ref()?);
        (words != self.status).then_some(words)
    }
}

/// Where a process stands among the sections that properties name, in their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Milestone {
    #[default]
    Elsewhere,
    OnTheWay,
    Last,
}

/// How a picture draws a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Drawn {
    /// A set of processes: all that can be in it, and whether each is.
    Seats(Vec<(u8, bool)>),
    /// The members of any other set.
    Tokens(Vec<String>),
    /// A process.
    Process(u8),
    /// It is on the disc already: a ticket, a raised hand.
    OnDisc,
}

/// A process in a queue, and what is queued with it: "2", for its stamp.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Queued {
    pub process: u8,
    pub words: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Life {
    Running,
    /// It has nothing to do now, and waits for nobody; others may give it something to do.
    Resting,
    Done,
    Crashed,
}

/// A named row of cells, such as `number = 0 2 1`.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct ArrayView {
    pub name: &'static str,
    /// Cell `i` belongs to process `i`, which alone writes it.
    pub owned: bool,
    pub shape: Shape,
    /// What the elements are together, in a few words.
    pub whole: Option<String>,
    /// The index of the first element.
    #[serde(skip)]
    pub first: u8,
    /// How the index of each element reads, where elements are not counted.
    #[serde(skip)]
    pub labels: Vec<&'static str>,
    pub cells: Vec<CellView>,
}

/// Without the labels, as a [`Cell`] is.
impl fmt::Debug for ArrayView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ArrayView { name, owned, shape, whole, first, labels: _, cells } = self;
        let mut all = f.debug_struct("ArrayView");
        all.field("name", name).field("owned", owned).field("shape", shape).field("whole", whole);
        all.field("first", first).field("cells", cells).finish()
    }
}

impl ArrayView {
    /// The element that lies there among its cells.
    pub fn cell(&self, position: usize) -> Cell {
        Cell {
            array: self.name,
            index: self.first + position as u8,
            single: self.cells.len() == 1,
            label: self.labels.get(position).copied(),
        }
    }

    /// Where an element of this array lies among its cells.
    pub fn position(&self, cell: Cell) -> usize {
        usize::from(cell.index.saturating_sub(self.first))
    }

    /// An element of this array.
    pub fn get(&self, cell: Cell) -> Option<&CellView> {
        self.cells.get(self.position(cell))
    }
}

/// How the elements of an array lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    #[default]
    Row,
    /// The parts of one number, the lowest first; they touch each other, the highest on the left.
    Word,
    /// A column of the table that it makes together with the columns next to it.
    Column,
    /// Element `i` is a part of word `i`, which it makes together with those of the arrays next to
    /// it, the lowest first.
    Part,
    /// Element `i` is node `i` together with those of the arrays next to it, each of which points
    /// to a child; nodes are in order from left to right, and all hang from the first.
    Tree,
    /// Element `k` is shared by the `k`-th pair of processes: 0 and 1, 0 and 2, and so on. It makes a
    /// matrix together with the array before it.
    Pairs,
    /// Element `i` is the lock of element `i` of the array before it, if that has as many; else
    /// they stand alone.
    Locks,
    /// Processes stand in a ring, and element `i` lies between process `i` and the one before it.
    Between,
    /// Processes stand in a ring, and element `i` is what process `i` has, which its neighbour reads.
    Held,
    /// Element `i` is cell `i` of a pool: fresh, used or freed. Its fields are in the arrays before it.
    Pool,
    /// Element `i` is a field of cell `i` of the pool behind it.
    Field,
    /// It points to a cell of a pool, from outside.
    Root,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct CellView {
    pub value: String,
    /// Nothing has been written here yet, or it is what "nothing" looks like.
    pub blank: bool,
    /// A write to it is under way, so that a read may return anything.
    pub busy: bool,
    /// What would be in its place after a crash, where that is another value.
    pub stored: Option<String>,
    /// It is not what it should be: it has decayed, or fits nothing else.
    pub bad: bool,
    /// The processes that have it, where it is a lock.
    pub holders: Vec<u8>,
    /// Who wrote it last in this run, where more than one may.
    pub writer: Option<u8>,
    /// The cell that it refers to, where it is a pointer.
    pub points_to: Option<Cell>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MessageView {
    #[serde(skip)]
    pub mail: MessageId,
    pub from: u8,
    pub to: u8,
    /// "request(4)"
    pub text: String,
    /// Its kind alone: "request".
    pub kind: &'static str,
    /// What it puts into a row, where it is on its way to a replica.
    #[serde(skip)]
    pub puts: Vec<StoredView>,
}
