//! The words of the rules, and what the page shows of a node.

use super::queue::{Item, Ties};
use super::{ErlangLock, Node};
use crate::shared::phase::Phase;
use model::{Pid, ProcessView, Queued};

impl ErlangLock {
    pub(super) fn words_of_send(&self, kind: &str) -> String {
        let message = format!("send {{time, i, {kind}}} to all, itself too");
        match (self.ticks, self.is_split) {
            (true, false) => format!("  time ← time + 1\n  {message}"),
            (true, true) => format!("  time ← time + 1\n  {message}, one by one"),
            (false, false) => format!("  {message}\n  time ← time + 1"),
            (false, true) => format!("  {message}, one by one"),
        }
    }

    pub(super) fn words_of_clock(&self) -> &'static str {
        match self.ticks {
            true => "max(time, t) + 1",
            false => "max(time, t + 1)",
        }
    }

    pub(super) fn words_of_check(&self) -> String {
        let by = match self.ties {
            Ties::Newest => "time, of equals the newest first",
            Ties::Oldest => "time, of equals the oldest first",
            Ties::ProcessId => "time and process",
        };
        let unless = match self.keeps_early {
            true => "\n    (not while its own request is on its way)",
            false => "",
        };
        let (once, told) = match self.tells_once {
            true => (" and not told", "; told ← true"),
            false => ("", ""),
        };
        format!(
            "  queue ← queue, sorted by {by},\n    without acks at its head{unless}\n  \
             if its head is a request of i\n    and all are among the senders behind it{once}:\n    \
             acquired ← acquired + 1{told}"
        )
    }

    pub(super) fn show_node(&self, me: Pid, my: &Node, view: &mut ProcessView) {
        view.status = match my.phase {
            Phase::Normal if my.entered == self.entries => "done".into(),
            Phase::Waiting => "awaiting acquired".into(),
            Phase::Critical if my.ahead > 0 => "inside, with messages to read first".into(),
            Phase::Critical => "in the critical section".into(),
            phase => phase.name().into(),
        };
        if my.phase != Phase::Normal {
            view.token = Some(my.asked.to_string());
        }
        if my.phase == Phase::Waiting {
            view.awaits = self.awaits(me, my);
        }
        let item = |it: &Item| {
            let kind = if it.is_ack() { "ack" } else { "request" };
            format!("{{{}, {}, {kind}}}", it.time(), it.from())
        };
        let queue: Vec<String> = my.queue.items().iter().map(item).collect();
        view.locals = vec![
            ("state", my.phase.name().into()),
            ("time", my.time.to_string()),
            ("queue", format!("[{}]", queue.join(", "))),
            ("acquired", my.acquired.to_string()),
        ];
        let queued = my.queue.items().iter().map(|it| Queued {
            process: it.from() as u8,
            words: format!("{} {}", if it.is_ack() { "ack" } else { "request" }, it.time()),
        });
        view.queues = vec![("queue", queued.collect())];
        if self.tells_once {
            view.locals.push(("told", my.is_told.to_string()));
        }
    }

    /// Whose message a process waits for.
    fn awaits(&self, me: Pid, my: &Node) -> Vec<u8> {
        let Some(first) = my.queue.items().iter().position(|it| !it.is_ack()) else {
            return vec![me as u8];
        };
        let (first, rest) = (my.queue.items()[first], &my.queue.items()[first + 1..]);
        match first.from() {
            it if it != me => vec![it as u8],
            _ => (0..self.nodes)
                .filter(|&j| rest.iter().all(|it| it.from() != j))
                .map(|j| j as u8)
                .collect(),
        }
    }
}
