//! The words of the rules, and what the page shows of a node.

use super::{Dies, FaultTolerantPermission, Heard, Node, Phase, Timeouts};
use crate::shared::permission::awaiting;
use model::{Pid, ProcessView};

impl FaultTolerantPermission {
    pub(super) fn words_of_request(&self) -> String {
        let (whom, then) = match self.is_for_good {
            true => (" not given up", "\n  if nobody is waited for: state ← critical"),
            false => ("", ""),
        };
        format!(
            "to enter, when normal:\n  priority ← clock + 1; clock ← priority\n  \
             state ← awaiting; heard ← nothing\n  send request priority to all others{whom}{then}"
        )
    }

    pub(super) fn words_of_leave(&self) -> String {
        let given_up = if self.is_for_good { ", but of those given up" } else { "" };
        let reply = if self.is_numbered { "reply pending[j]" } else { "reply" };
        format!(
            "to leave, when critical:\n  state ← normal; priority ← 0\n  heard ← none{given_up}\n  \
             send {reply} to each j pending\n  pending ← none"
        )
    }

    pub(super) fn words_of_again(&self) -> String {
        let when = match self.timeouts {
            Timeouts::Early | Timeouts::EarlyToAsk => "for each j that has not replied for long",
            _ => "for each j whose answer cannot come",
        };
        let (dead, more) = match self.timeouts {
            Timeouts::EarlyToAsk => {
                (" and j is dead", format!("min(again[j] + 1, {})", self.retries))
            }
            _ => ("", "again[j] + 1".into()),
        };
        let there = if self.is_numbered { "still there? priority" } else { "still there?" };
        format!(
            "{when}:\n  if again[j] = {}{dead}: heard[j] ← given up; again[j] ← 0\n  else: again[j] ← {more}\n    \
             if heard[j] = nothing: send request priority\n    else: send {there}\n      \
             heard[j] ← asked\nif nobody is waited for: state ← critical",
            self.retries
        )
    }

    pub(super) fn words_of_answer(&self) -> String {
        let (p, pending) = match self.is_numbered {
            true => (" p", "pending[j] ← p"),
            false => ("", "pending ← pending + j"),
        };
        format!(
            "on request p from j:\n  clock ← max(clock, p)\n  if normal, or awaiting\n    \
             and (p, j) < (priority, i):\n    send reply{p} to j\n  else: {pending}\n    \
             send not yet{p} to j"
        )
    }

    /// "reply p from j", and when it counts.
    fn words_of_arrival(&self, what: &str) -> String {
        let (p, current) = match self.is_numbered {
            true => (" p", " p = priority,"),
            false => ("", ""),
        };
        format!("on {what}{p} from j, if awaiting,{current}\n    and j has not replied:")
    }

    pub(super) fn words_of_reply(&self) -> String {
        format!(
            "{}\n  heard[j] ← reply; again[j] ← 0\n  if nobody is waited for: state ← critical",
            self.words_of_arrival("reply")
        )
    }

    pub(super) fn words_of_not_yet(&self) -> String {
        format!(
            "{}\n  heard[j] ← not yet, or still there; again[j] ← 0",
            self.words_of_arrival("not yet, still here")
        )
    }

    pub(super) fn words_of_here(&self) -> String {
        let p = if self.is_numbered { " p" } else { "" };
        let reply = match self.replies_again {
            true => format!("\n  if j is not pending: send reply{p}\n  else:"),
            false => "\n ".into(),
        };
        format!("on still there?{p} from j:{reply} send still here, not yet{p}")
    }

    pub(super) fn words_of_death(&self) -> String {
        let place = if self.dies == Dies::Inside { " inside" } else { "" };
        format!("a process{place} dies:\n  state ← dead")
    }

    pub(super) fn show_node(&self, me: Pid, my: &Node, view: &mut ProcessView) {
        let waits_for = |j: &Pid| {
            my.phase == Phase::Awaiting && !matches!(my.heard[*j], Heard::Reply | Heard::GivenUp)
        };
        let waiting: Vec<Pid> = self.others(me).filter(waits_for).collect();
        view.status = match my.phase {
            Phase::Normal if my.entered == self.entries => "done".into(),
            Phase::Awaiting => awaiting(waiting.len(), self.nodes - 1),
            Phase::Critical => "in the critical section".into(),
            phase => phase.name().into(),
        };
        view.locals = vec![("state", my.phase.name().into())];
        if my.phase == Phase::Dead {
            return;
        }
        view.token = (my.priority != 0).then(|| my.priority.to_string());
        view.owes = self.others(me).filter(|&j| my.pending[j] != 0).map(|j| j as u8).collect();
        view.awaits = waiting.into_iter().map(|j| j as u8).collect();
        let each = |value: &dyn Fn(Pid) -> Option<String>| {
            let all: Vec<String> =
                self.others(me).filter_map(|j| Some(format!("{} from {j}", value(j)?))).collect();
            if all.is_empty() { "none".into() } else { all.join(", ") }
        };
        let pending = |j: Pid| match (my.pending[j], self.is_numbered) {
            (0, _) => None,
            (number, true) => Some(format!("request {number}")),
            _ => Some("request".into()),
        };
        view.locals.extend([
            ("priority", my.priority.to_string()),
            ("clock", my.clock.to_string()),
            ("heard", each(&|j| my.heard[j].name().map(str::to_owned))),
            ("again", each(&|j| (my.again[j] > 0).then(|| my.again[j].to_string()))),
            ("pending", each(&pending)),
        ]);
    }
}

impl Phase {
    fn name(self) -> &'static str {
        match self {
            Phase::Normal => "normal",
            Phase::Awaiting => "awaiting",
            Phase::Critical => "critical",
            Phase::Dead => "dead",
        }
    }
}

impl Heard {
    fn name(self) -> Option<&'static str> {
        Some(match self {
            Heard::None => return None,
            Heard::Nothing => "nothing",
            Heard::NotYet => "not yet",
            Heard::Asked => "no answer",
            Heard::StillThere => "still there",
            Heard::Reply => "reply",
            Heard::GivenUp => "given up",
        })
    }
}
