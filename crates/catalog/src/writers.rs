//! Who wrote what in a run: the state itself does not say.

use crate::engine::Simulator;
use crate::moment::whose;
use model::{Action, Cell, Event, View, WritePhase};

/// The last writer of each cell and of each column of each replica.
#[derive(Clone)]
pub(crate) struct Writers {
    processes: usize,
    writes: Vec<(Cell, u8)>,
    stored: Vec<Stored>,
    /// The state before the next step, where there are replicas.
    view: Option<View>,
}

#[derive(Clone)]
struct Stored {
    replica: usize,
    column: String,
    writer: Option<u8>,
    late: Option<(String, Option<u8>)>,
}

impl Writers {
    pub fn new(live: &Simulator) -> Writers {
        let view = live.view();
        Writers {
            processes: view.processes.len(),
            writes: Vec::new(),
            stored: Vec::new(),
            view: (!view.replicas.is_empty()).then_some(view),
        }
    }

    /// Remembers who wrote in a step that has just been taken. What a fault changes has no writer.
    pub fn note(&mut self, live: &Simulator, action: Action, is_fault: bool, events: &[Event]) {
        for event in events {
            // what waits in a store buffer is not there yet
            if let Event::Write { cell, phase, .. } = event
                && !is_fault
                && *phase != WritePhase::Issued
            {
                let Some(writer) = whose(action, self.processes) else { continue };
                match self.writes.iter_mut().find(|write| write.0 == *cell) {
                    Some(written) => written.1 = writer,
                    None => self.writes.push((*cell, writer)),
                }
            }
        }
        if let Some(before) = self.view.take() {
            let after = live.view();
            self.compare(&before, &after, action);
            self.view = Some(after);
        }
    }

    fn compare(&mut self, before: &View, after: &View, action: Action) {
        let (writer, landed) = match action {
            Action::Deliver(mail) | Action::DeliverAs(mail, _) => {
                let message = before.messages.iter().find(|message| message.mail == mail);
                (Some(mail.from), message)
            }
            _ => (whose(action, self.processes), None),
        };
        for (replica, (old, new)) in before.replicas.iter().zip(&after.replicas).enumerate() {
            for cell in &new.cells {
                let same = old.cells.iter().find(|stored| stored.column == cell.column);
                if same.map(|same| (&same.value, &same.timestamp))
                    != Some((&cell.value, &cell.timestamp))
                {
                    let it = self.stored(replica, &cell.column);
                    (it.writer, it.late) = (writer, None);
                    continue;
                }
                let is_here = |to: u8| usize::from(to) == after.processes.len() + replica;
                let puts = landed
                    .iter()
                    .filter(|message| is_here(message.to))
                    .flat_map(|message| &message.puts);
                let mut puts = puts.filter(|put| put.column == cell.column);
                if let Some(put) = puts.next()
                    && !put.timestamp.is_empty()
                    && put.timestamp != cell.timestamp
                {
                    self.stored(replica, &cell.column).late = Some((put.timestamp.clone(), writer));
                }
            }
        }
    }

    fn stored(&mut self, replica: usize, column: &str) -> &mut Stored {
        let is_it = |stored: &Stored| stored.replica == replica && stored.column == column;
        let at = self.stored.iter().position(is_it).unwrap_or_else(|| {
            let column = column.to_owned();
            self.stored.push(Stored { replica, column, writer: None, late: None });
            self.stored.len() - 1
        });
        &mut self.stored[at]
    }

    /// Says of the cells that anybody writes who did so last.
    pub fn sign(&self, view: &mut View) {
        for array in view.arrays.iter_mut().filter(|array| !array.owned) {
            let first = usize::from(array.first);
            for (index, it) in array.cells.iter_mut().enumerate() {
                let is_it = |cell: &Cell| {
                    cell.array == array.name && usize::from(cell.index) == first + index
                };
                it.writer = self.writes.iter().find(|(cell, _)| is_it(cell)).map(|it| it.1);
            }
        }
        for (replica, shown) in view.replicas.iter_mut().enumerate() {
            for cell in &mut shown.cells {
                let mut stored = self.stored.iter();
                let known =
                    stored.find(|stored| stored.replica == replica && stored.column == cell.column);
                if let Some(known) = known {
                    (cell.writer, cell.late) = (known.writer, known.late.clone());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Scenario;

    /// Two clients that write the same column on three copies: where the older write arrives after
    /// the newer one, it is too old.
    #[test]
    fn replicas_know_whose_cells_they_have_and_what_came_too_late() {
        let number = |timestamp: &str| timestamp.parse::<u8>().unwrap();
        let mut writers = [false; 2];
        let mut late = 0;
        for seed in 1..=20 {
            let mut scenario = Scenario::parse("cf23?replicas=3").unwrap().scenario;
            for step in 0..60 {
                let moment = scenario.moment();
                for cell in moment.view.replicas.iter().flat_map(|replica| &replica.cells) {
                    writers[usize::from(cell.writer.unwrap())] = true;
                    if let Some((timestamp, writer)) = &cell.late {
                        assert!(number(timestamp) < number(&cell.timestamp), "{cell:?}");
                        assert_ne!(*writer, cell.writer);
                        late += 1;
                    }
                }
                let moves: Vec<_> = moment.steps().map(|step| step.action).collect();
                let Some(&action) = moves.get(crate::pick(seed, step, moves.len())) else { break };
                scenario.run.push(action);
                scenario.at += 1;
            }
        }
        assert_eq!(writers, [true, true]);
        assert!(late > 10, "{late}");
    }
}
