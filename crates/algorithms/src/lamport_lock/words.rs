//! The words of the rules, and what the page shows of a node.

use super::{Acks, Clock, LamportLock, Node};
use crate::shared::phase::Phase;
use crate::shared::set::list;
use model::{Pid, ProcessView, Queued};

impl LamportLock {
    pub(super) fn words_of_send(&self, head: &str, kind: &str, now: fn(&str) -> String) -> String {
        let note = now("clock");
        let note = if note.is_empty() { note } else { format!("  {note}\n") };
        match self.clock {
            Clock::Posted => {
                format!("{head}{note}  send {kind} clock to all others\n  clock ← clock + 1")
            }
            _ => format!("{head}  clock ← clock + 1\n{note}  send {kind} clock to all others"),
        }
    }

    pub(super) fn words_of_hearing(&self) -> String {
        let clock = match self.clock {
            Clock::Lamport => "max(clock, t) + 1",
            Clock::Posted => "max(clock, t + 1)",
            Clock::Local => "clock + 1",
        };
        let later = match self.acks {
            Acks::None => "",
            _ => "\n  if waiting and t > queue[i]: later ← later + j",
        };
        format!("  clock ← {clock}{later}")
    }

    pub(super) fn show_node(&self, me: Pid, my: &Node, view: &mut ProcessView) {
        view.status = match my.phase {
            Phase::Normal if my.entered == self.entries => "done".into(),
            Phase::Critical => "in the critical section".into(),
            Phase::Waiting => {
                let others = (0..self.nodes).filter(|&j| j != me);
                view.awaits =
                    others.filter(|&j| !self.lets_in(me, my, j)).map(|j| j as u8).collect();
                format!("{} of {} let it in", self.nodes - 1 - view.awaits.len(), self.nodes - 1)
            }
            phase => phase.name().into(),
        };
        view.locals = vec![("state", my.phase.name().into())];
        if my.phase == Phase::Dead {
            return;
        }
        if matches!(my.phase, Phase::Waiting | Phase::Critical) {
            view.token = Some((my.queue[me] - 1).to_string());
        }
        let time = |it: u8| it.checked_sub(1).map_or("–".into(), |it| it.to_string());
        let queue: Vec<String> = my.queue[..self.nodes].iter().map(|&it| time(it)).collect();
        view.locals.extend([("clock", my.clock.to_string()), ("queue", queue.join(" "))]);
        let mut queued: Vec<(u8, usize)> =
            (0..self.nodes).filter_map(|j| Some((my.queue[j].checked_sub(1)?, j))).collect();
        queued.sort_unstable();
        let queued = queued
            .into_iter()
            .map(|(time, j)| Queued { process: j as u8, words: format!("request {time}") });
        view.queues = vec![("queue", queued.collect())];
        if self.acks != Acks::None {
            view.locals.push(("later", list(my.later)));
        }
    }
}
