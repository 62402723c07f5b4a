//! What the page shows of a worker or a client, and the words of the longest line.

use super::row::{self, Numbers, is_choosing};
use super::{At, CHOOSING, CassandraQueue, Local, Looks, NUMBER};
use model::shared_memory::{Memory, number};
use model::{Pid, ProcessView, Zone};

pub fn scan(it: &CassandraQueue) -> String {
    let hands = if it.looks == Looks::Scanned { "; no hands" } else { "" };
    format!(
        "await a row of number that holds 0:0 alone\n  the lowest such row is the item, and what\n  \
         it holds are the numbers{hands}"
    )
}

impl CassandraQueue {
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
