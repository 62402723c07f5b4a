//! What the page shows of a worker or a client, and the words of the longest line.

use super::row::{self, Numbers, is_choosing};
use super::{At, CHOOSING, CassandraQueue, DETAILS, Local, Looks, NUMBER};
use model::shared_memory::{Memory, number};
use model::{Pid, ProcessView, RowView, StoredView, Zone};

pub fn scan(it: &CassandraQueue) -> String {
    let hands = if it.looks == Looks::Scanned { "; no hands" } else { "" };
    format!(
        "await a row of number that holds 0:0 alone\n  the lowest such row is the item, and what\n  \
         it holds are the numbers{hands}"
    )
}

impl CassandraQueue {
    /// The row of each item: what there is to do, and a column of each family for each worker.
    pub(super) fn show_items(&self, memory: Memory<'_>) -> (Vec<String>, Vec<RowView>) {
        let of = |family: &'static str| (0..self.workers).map(move |i| format!("{family}:w{i}"));
        let columns = ["number:0".to_owned()].into_iter().chain(of("number"));
        let columns = columns.chain(of("choosing")).chain(["details".into()]).collect();
        let row = |item: usize| {
            let numbers = Numbers(memory.get(NUMBER, item));
            let cell = |column: String, value: String, writer: Option<Pid>| StoredView {
                column,
                value,
                timestamp: String::new(),
                writer: writer.map(|it| it as u8),
                late: None,
            };
            let mut cells = Vec::new();
            if numbers.has_item() {
                cells.push(cell("number:0".into(), "0".into(), None));
            }
            for i in (0..self.workers).filter(|&i| numbers.of(i) > 0) {
                cells.push(cell(format!("number:w{i}"), numbers.of(i).to_string(), Some(i)));
            }
            for i in (0..self.workers).filter(|&i| is_choosing(memory.get(CHOOSING, item), i)) {
                cells.push(cell(format!("choosing:w{i}"), "1".into(), Some(i)));
            }
            let work = memory.get(DETAILS, item);
            if work > 0 {
                cells.push(cell("details".into(), row::work(work), None));
            }
            RowView { name: format!("item {item}"), owner: None, cells }
        };
        (columns, (0..self.rows()).map(row).collect())
    }

    pub(super) fn show_process(
        &self,
        i: Pid,
        my: &Local,
        memory: Memory<'_>,
        view: &mut ProcessView,
    ) {
        if i >= self.workers {
            view.status = format!("has enqueued {} of {}", my.enqueued, self.share(i));
            return;
        }
        if matches!(view.zone, Zone::Remainder | Zone::Crashed) {
            return;
        }
        let (row, at) = (my.row(), view.row.unwrap_or_default());
        view.hand = is_choosing(memory.get(CHOOSING, row), i);
        view.token = match Numbers(memory.get(NUMBER, row)).of(i) {
            0 => (view.zone == Zone::Doorway).then(|| "?".into()),
            number => Some(number.to_string()),
        };
        if at == At::Compare as u8 && is_choosing(my.hands, my.id.into()) {
            view.awaits.push(my.id);
        }
        view.locals.push(("item", row.to_string()));
        if at < At::Check as u8 {
            view.locals.push(("numbers", row::numbers(my.numbers)));
            view.locals.push(("mine", number(my.mine)));
            view.locals.push(("hands", row::hands(my.hands)));
            view.locals.push(("id", my.id.to_string()));
        }
        if at == At::Take as u8 || at == At::Process as u8 {
            view.locals.push(("work", row::work(my.work)));
        }
    }
}
