//! What each step of user and agent does.

use super::program::Op;
use super::{Decision, Node, Turn, UserAndAgent};
use crate::shared::permission::{Message, Phase, REPLY, REQUEST};
use crate::shared::set::{list, members};
use model::message_passing::Does;

impl UserAndAgent {
    /// All that is indivisible at a place of the user's program.
    pub(super) fn user_step(&self, at: usize, turn: &mut Turn<'_, '_>, my: &mut Node) -> Does {
        if usize::from(my.user) != at || (at == 0 && my.entered == self.entries) {
            return Does::Skip;
        }
        let step = &self.program.user[at];
        if step[0] == Op::Enter && my.needed != 0 {
            return Does::Await;
        }
        my.entered += u8::from(at == 0);
        for &op in step {
            self.user_access(op, step, turn, my);
        }
        // one process at a time
        let goes_on = step[..] == [Op::Flags] && usize::from(my.own) < self.nodes;
        if !goes_on {
            my.user = ((at + 1) % self.program.user.len()) as u8;
            my.own *= u8::from(matches!(step.last(), Some(Op::ReadClock | Op::Look)));
        }
        Does::Run
    }

    fn user_access(&self, op: Op, step: &[Op], turn: &mut Turn<'_, '_>, my: &mut Node) {
        let is_first = step[0] == op;
        match op {
            Op::ReadClock => {
                my.own = my.clock + 1;
                if is_first {
                    turn.read("clock", || my.clock.to_string());
                }
            }
            Op::SetPriority => {
                my.priority = my.own;
                if is_first {
                    turn.write("priority", || my.priority.to_string());
                } else {
                    turn.note(|| format!("Its priority is {}.", my.priority));
                }
            }
            Op::Announce => {
                my.state = Phase::Awaiting;
                if is_first {
                    turn.write("state", || my.state.name().into());
                }
            }
            Op::Ask => {
                let all = (1 << self.nodes) - 1;
                my.open = all & !(1 << turn.me);
                if !self.program.counts_late {
                    my.needed = turn.n as i8 - 1;
                }
                turn.broadcast(Message { kind: REQUEST, priority: my.priority });
            }
            Op::Count => {
                my.needed = turn.n as i8 - 1;
                turn.write("replies needed", || my.needed.to_string());
            }
            Op::Enter => my.state = Phase::Critical,
            Op::Leave => {
                my.state = Phase::Normal;
                if is_first {
                    turn.write("state", || my.state.name().into());
                }
            }
            Op::Look => {
                my.own = my.pending;
                if is_first {
                    turn.read("pending", || list(my.pending));
                }
            }
            Op::Reply => {
                members(my.own).for_each(|j| turn.send(j.into(), REPLY));
                my.pending = 0;
                if is_first {
                    turn.write("pending", || list(0));
                }
            }
            Op::Flags => {
                let is_whole = step.len() > 1;
                if is_first {
                    turn.read("pending", || list(my.pending));
                }
                let (me, from) = (turn.me, usize::from(my.own));
                let others = (from..self.nodes).filter(|&j| j != me);
                for j in others.take(if is_whole { self.nodes } else { 1 }) {
                    if my.pending & 1 << j != 0 {
                        my.pending &= !(1 << j);
                        turn.send(j, REPLY);
                    }
                    my.own = j as u8 + 1;
                }
                if usize::from(my.own) == turn.me {
                    my.own += 1;
                }
            }
            Op::Clock | Op::State | Op::Priority | Op::See | Op::PutOff | Op::Answer => {}
        }
    }

    /// All that is indivisible at a place of the agent's program.
    pub(super) fn agent_step(&self, at: usize, turn: &mut Turn<'_, '_>, my: &mut Node) -> Does {
        let step = &self.program.agent[at];
        for &op in step {
            // the request itself is told, and what the agent does as it takes it comes with that
            self.agent_access(op, at > 0 && step[0] == op, turn, my);
        }
        let rest = self.program.agent.iter().enumerate().skip(at + 1);
        let next = rest.into_iter().find(|(_, step)| match step[..] {
            [Op::Priority] => my.decision == Decision::Open,
            [Op::See] => my.decision == Decision::PutOff,
            [Op::Answer] => my.decision == Decision::Reply || !self.program.replies_apart,
            _ => true,
        });
        if let Some((next, _)) = next {
            my.agent = next as u8;
        } else {
            (my.agent, my.from, my.number, my.seen) = (0, 0, 0, 0);
            my.decision = Decision::Open;
        }
        Does::Run
    }

    fn agent_access(&self, op: Op, is_told: bool, turn: &mut Turn<'_, '_>, my: &mut Node) {
        let (j, p) = (usize::from(my.from), my.number);
        match op {
            Op::Clock => {
                my.clock = my.clock.max(p);
                if is_told {
                    turn.write("clock", || my.clock.to_string());
                }
            }
            Op::State => {
                my.decision = match my.state {
                    Phase::Normal => Decision::Reply,
                    Phase::Awaiting => Decision::Open,
                    Phase::Critical => Decision::PutOff,
                };
                if is_told {
                    turn.read("state", || my.state.name().into());
                }
            }
            Op::Priority if my.decision == Decision::Open => {
                let goes_first = (my.priority, turn.me) < (p, j);
                my.decision = if goes_first { Decision::PutOff } else { Decision::Reply };
                if is_told {
                    turn.read("priority", || my.priority.to_string());
                }
            }
            Op::See => {
                my.seen = my.pending;
                turn.read("pending", || list(my.pending));
            }
            Op::Answer if my.decision == Decision::Reply => turn.send(j, REPLY),
            Op::Answer | Op::PutOff if my.decision == Decision::PutOff => {
                let set = if self.program.writes_back { my.seen } else { my.pending };
                my.pending = set | 1 << j;
                if is_told {
                    turn.write("pending", || list(my.pending));
                }
                turn.note(|| "The request is put off until the user leaves.".into());
            }
            _ => {}
        }
    }
}
