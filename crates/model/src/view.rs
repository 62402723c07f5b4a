//! A state as plain data, in the terms of a page. No algorithm's types get past here.

use crate::{Mail, RowId, Zone};
use serde::Serialize;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct View {
    pub processes: Vec<ProcessView>,
    /// Shared variables, in the order of the algorithm's list.
    pub arrays: Vec<ArrayView>,
    /// Messages in flight, oldest first on each channel where channels keep order.
    pub messages: Vec<MessageView>,
    /// The replicas of a store; in messages, replica `i` is addressed as `processes.len() + i`.
    pub replicas: Vec<ReplicaView>,
}

/// One replica of a store of rows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ReplicaView {
    pub up: bool,
    /// What has landed here and is there still, in the order of the columns.
    pub cells: Vec<StoredView>,
}

/// A column with its value and timestamp.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StoredView {
    /// "number:0"
    pub column: String,
    pub value: String,
    pub timestamp: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ProcessView {
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
    pub decided: Option<String>,
}

impl ProcessView {
    pub fn new(zone: Zone, row: Option<RowId>) -> ProcessView {
        ProcessView {
            zone,
            row,
            life: Life::Running,
            status: String::new(),
            token: None,
            hand: false,
            owes: Vec::new(),
            awaits: Vec::new(),
            locals: Vec::new(),
            decided: None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Life {
    Running,
    Done,
    Crashed,
}

/// A named row of cells, such as `number = 0 2 1`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ArrayView {
    pub name: &'static str,
    /// Cell `i` belongs to process `i`, which alone writes it.
    pub owned: bool,
    pub cells: Vec<CellView>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CellView {
    pub value: String,
    /// Nothing has been written here yet, or it is what "nothing" looks like.
    pub blank: bool,
    /// A write to it is under way, so that a read may return anything.
    pub busy: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MessageView {
    #[serde(skip)]
    pub mail: Mail,
    pub from: u8,
    pub to: u8,
    /// "request 4"
    pub text: String,
    /// Its kind alone: "request".
    pub kind: &'static str,
}
