//! The store and its clients as plain data, and in words.

use super::clients::{Clients, StateOf};
use super::flight::{KINDS, Mutation};
use super::{Cell, Columns, Level, Program, Stamps};
use crate::{
    Action, DELETED, Life, Log, Mail, MessageView, Model, Pid, ProcessView, ReplicaView, Row,
    RowId, Stepped, StoredView, View, Zone,
};

/// The store's own rows, behind the lines.
pub const LAND: RowId = 0;
pub const RETRY: RowId = 1;
pub const LATE_ROW: RowId = 2;
pub const DOWN: RowId = 3;
pub const CRASH: RowId = 4;
const BLOCKED: RowId = 5;

/// Where one of the store's own rows is.
pub fn row<P: Program>(own: RowId) -> RowId {
    P::LINES.len() as RowId + own
}

pub fn rows<P: Program>(it: &Clients<P>) -> Vec<Row> {
    let store = it.store;
    let stamp = match store.stamps {
        Stamps::Client => "it has the timestamp that it had",
        Stamps::Server => "it gets a timestamp now",
        Stamps::Replica => "each replica will give it a timestamp",
    };
    let lands = match store.stamps {
        Stamps::Replica => "it gets its timestamp, and the newer cell stays",
        _ => "the newer cell stays",
    };
    let has_mail = !store.is_atomic();
    let own = [
        ("Land", format!("a mutation lands at a replica:\n  {lands}"), has_mail, false),
        (
            "Retry",
            "client i, when waiting for replicas that have nothing yet:\n  send it again".into(),
            store.retries_max > 0 && has_mail,
            false,
        ),
        (
            "Late",
            format!("a request that got stuck comes to the store:\n  {stamp}"),
            store.retries_max > 0 && has_mail,
            false,
        ),
        ("Down", "a replica goes down".into(), store.downs_max > 0, true),
        ("Crash", "client i crashes".into(), store.crashes_max > 0, true),
        (
            "Blocked",
            format!("a read that too few can answer:\n  await {}", store.words_of(store.reads)),
            store.downs_max > 0,
            false,
        ),
    ];
    let own = own.map(|(label, text, possible, fault)| Row {
        label: label.into(),
        text,
        purpose: "",
        zone: None,
        left_out: !possible,
        fault,
    });
    P::LINES.iter().map(|line| line.row(&it.program)).chain(own).collect()
}

pub fn view<P: Program>(it: &Clients<P>, state: &StateOf<P>) -> View {
    let columns = state.rows[0].as_ref().len();
    let stored = |(column, cell): (usize, &Cell)| StoredView {
        column: it.program.column(column),
        value: it.value(column, *cell).unwrap_or_else(|| DELETED.into()),
        timestamp: cell.stamp().to_string(),
        writer: None,
        late: None,
    };
    let replica = |replica: usize| ReplicaView {
        up: state.down & 1 << replica == 0,
        cells: (0..columns)
            .zip(state.rows[replica].as_ref())
            .filter(|(_, cell)| cell.was_written())
            .map(stored)
            .collect(),
    };
    let message = |(mail, mutation): (Mail, Mutation)| MessageView {
        mail,
        from: mail.from,
        to: mail.to,
        text: it.words_of(mutation),
        kind: KINDS[usize::from(mail.kind)],
        puts: it.puts(mutation),
    };
    let mail = state.flight.mail(it.program.clients());
    let late = it.late_mail(state).map(|mail| (mail, state.late));
    View {
        processes: it.clients().map(|i| client(it, state, i)).collect(),
        messages: mail.chain(late).map(message).collect(),
        replicas: (0..it.store.replicas.into()).map(replica).collect(),
        columns: (0..columns).map(|column| it.program.column(column)).collect(),
        ..View::default()
    }
}

fn client<P: Program>(it: &Clients<P>, state: &StateOf<P>, i: Pid) -> ProcessView {
    let next = it.step(&mut state.clone(), Action::step(i as u8), &mut Log::off());
    let at = if it.is_blocked(state, i) { row::<P>(BLOCKED) } else { state.at[i] };
    let mut view = ProcessView::new("client", it.zone(state, i), Some(at));
    view.life = match (view.zone, next) {
        (Zone::Crashed, _) => Life::Crashed,
        (_, Stepped::Done) => Life::Done,
        _ => Life::Running,
    };
    if view.life != Life::Crashed {
        it.program.show(i, &state.local[i], &mut view);
    }
    let (reads, writes) = (it.store.reads, it.store.writes);
    let needs = |level: Level| level.of(it.store.replicas);
    let heard = state.answers[i].from.count_ones();
    if let Some(awaited) = state.flight.awaited_by(i) {
        let has_it = u32::from(it.store.replicas) - awaited.pending().count_ones();
        view.status = format!("{has_it} of {} acknowledgements", needs(writes));
    } else if heard > 0 {
        view.status = format!("{heard} of {} answers", needs(reads));
    } else if it.is_blocked(state, i) {
        view.status = "too few replicas are up".into();
    }
    view
}

impl<P: Program> Clients<P> {
    /// "number:0 = 1 @2", or without a timestamp as long as it has none.
    pub(super) fn words_of(&self, it: Mutation) -> String {
        match it.is_stamped() {
            true => format!("{} @{}", self.words_without_stamp(it), it.cell.stamp()),
            false => self.words_without_stamp(it),
        }
    }

    fn words_without_stamp(&self, it: Mutation) -> String {
        let columns = (0..8).filter(|column| it.columns & 1 << column != 0);
        let names: Vec<String> = columns.clone().map(|it| self.program.column(it)).collect();
        match (it.cell.value(), columns.clone().next()) {
            (Some(value), Some(column)) => {
                format!("{} = {}", names.join(", "), self.program.value(column, value))
            }
            _ => format!("delete {}", names.join(", ")),
        }
    }

    /// The cells that a mutation covers.
    fn puts(&self, it: Mutation) -> Vec<StoredView> {
        let columns = (0..8).filter(|column| it.columns & 1 << column != 0);
        let put = |column| StoredView {
            column: self.program.column(column),
            value: self.value(column, it.cell).unwrap_or_else(|| DELETED.into()),
            timestamp: if it.is_stamped() { it.cell.stamp().to_string() } else { String::new() },
            writer: None,
            late: None,
        };
        columns.map(put).collect()
    }

    /// What is written to the only copy: "{0: 1} @2", or to one column "1 @2".
    pub(super) fn words_of_write(&self, it: Mutation) -> String {
        let columns = (0..8).filter(|column| it.columns & 1 << column != 0);
        let value = |column| self.value(column, it.cell).unwrap_or_else(|| DELETED.into());
        let values = columns.map(|column| (column, value(column)));
        format!("{} @{}", self.listed(it.columns, values), it.cell.stamp())
    }

    /// What a read of some columns gave: "{0: 1, 1: 2}", or of one column "1".
    pub(super) fn words_of_row(&self, columns: Columns, row: &[Cell]) -> String {
        let asked = row.iter().enumerate().filter(|(column, _)| columns & 1 << column != 0);
        let values = asked.filter_map(|(column, it)| Some((column, self.value(column, *it)?)));
        match self.listed(columns, values) {
            nothing if nothing.is_empty() => "nothing".into(),
            values => values,
        }
    }

    fn value(&self, column: usize, cell: Cell) -> Option<String> {
        cell.value().map(|value| self.program.value(column, value))
    }

    /// Values with the names of their columns, as far as they need them: a column that is called
    /// by its own name needs no other.
    fn listed(&self, columns: Columns, of: impl Iterator<Item = (usize, String)>) -> String {
        let called = self.program.called(columns);
        let family = format!("{}:", called.array);
        let named = |(column, value): (usize, String)| {
            let name = self.program.column(column);
            format!("{}: {value}", name.strip_prefix(&family).unwrap_or(&name))
        };
        let is_named = columns.is_power_of_two()
            && self.program.column(columns.trailing_zeros() as usize) == called.array;
        match called.single && !is_named {
            true => format!("{{{}}}", of.map(named).collect::<Vec<_>>().join(", ")),
            false => of.map(|(_, value)| value).collect(),
        }
    }
}
