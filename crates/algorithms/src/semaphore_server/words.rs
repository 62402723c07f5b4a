//! The words of the rules, and what the page shows of a client and of the server.

use super::{Again, Node, Phase, SemaphoreServer, answered, asked};
use model::{Life, Pid, ProcessView, Queued};

impl SemaphoreServer {
    pub(super) fn words_of_p(&self) -> String {
        let (head, known, grant, entry) = match self.again {
            Again::Enqueue => ("P", "if", "send reply to j", "j"),
            Again::ByClient => (
                "P",
                "if j = holder: send reply to j\n  else if j is in queue: nothing\n  else if",
                "send reply to j; holder ← j",
                "j",
            ),
            Again::ByNumber => (
                "P r",
                "if j is in queue: nothing\n  else if r ≤ answered[j]:\n    \
                 if j = holder and r = answered[j]:\n      send reply r to j\n  else if",
                "send reply r to j\n    holder ← j; answered[j] ← r",
                "(j, r)",
            ),
        };
        format!(
            "server, on {head} from j:\n  {known} count > 0: count ← count − 1\n    {grant}\n  \
             else: queue ← queue + {entry}"
        )
    }

    pub(super) fn words_of_v(&self) -> String {
        let which = if self.is_lifo { "last" } else { "first" };
        let (head, free, take) = match self.again {
            Again::Enqueue => ("", "", "send reply to that client"),
            Again::ByClient => (
                " from j, if j = holder",
                "; holder ← none",
                "send reply to that client; holder ← it",
            ),
            Again::ByNumber => (
                " from j, if j = holder",
                "; holder ← none",
                "send reply r to that client k\n    holder ← k; answered[k] ← r",
            ),
        };
        format!(
            "server, on V{head}:\n  if queue is empty: count ← count + 1{free}\n  \
             else: queue ← all but its {which}\n    {take}"
        )
    }

    pub(super) fn show_server(&self, my: &Node, view: &mut ProcessView) {
        let queue: Vec<(Pid, u8)> =
            my.queue.iter().take_while(|&&it| it != 0).map(|&it| asked(it)).collect();
        let names: Vec<String> = queue.iter().map(|(j, _)| j.to_string()).collect();
        let names = if names.is_empty() { "none".into() } else { names.join(", ") };
        view.life = Life::Running;
        view.status = format!("server: count {}, queue {names}", my.count);
        view.owes = queue.iter().map(|(j, _)| *j as u8).collect();
        view.locals = vec![("count", my.count.to_string()), ("queue", names)];
        let queued = queue.iter().map(|(j, _)| Queued { process: *j as u8, words: String::new() });
        view.queues = vec![("queue", queued.collect())];
        if self.again > Again::Enqueue {
            let holder = my.holder.checked_sub(1).map_or("none".into(), |it| it.to_string());
            view.locals.push(("holder", holder));
        }
        if self.again == Again::ByNumber {
            let all = (0..self.clients).map(|j| answered(my, j).to_string());
            view.locals.push(("answered", all.collect::<Vec<_>>().join(" ")));
        }
    }

    pub(super) fn show_client(&self, my: &Node, view: &mut ProcessView) {
        view.status = match my.phase {
            Phase::Normal if self.entries == Some(my.request) => "done".into(),
            Phase::Waiting => "awaiting a reply".into(),
            Phase::Critical => "in the critical section".into(),
            phase => phase.name().into(),
        };
        if my.phase == Phase::Waiting {
            view.awaits.push(self.clients as u8);
        }
        view.locals = vec![("state", my.phase.name().into())];
        if self.again == Again::ByNumber {
            view.locals.push(("request", my.request.to_string()));
            view.token = (my.phase != Phase::Normal).then(|| my.request.to_string());
        }
    }
}

impl Phase {
    fn name(self) -> &'static str {
        match self {
            Phase::Normal => "normal",
            Phase::Waiting => "waiting",
            Phase::Critical => "critical",
            Phase::Dead => "dead",
            Phase::Server => "server",
        }
    }
}
