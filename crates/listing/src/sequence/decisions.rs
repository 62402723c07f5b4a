//! Conditions whose reads are steps: what is read, in which order, and where that stops.

use crate::core::{Code, Computed, Decision, Join, Op};
use crate::instantiate::domain::Of;
use crate::instantiate::sets::balanced;
use crate::instantiate::terms::{and, not, or};
use crate::sequence::{Available, Sequence, available_on_both};
use program::ir::{BlockId, Expr, Instruction, TempId};

impl Sequence<'_> {
    /// A truth value: in the step in hand if nothing takes a step.
    pub fn decision(&mut self, decision: Decision) {
        let to = decision.to();
        match decision {
            Decision::Not { inner, .. } if !self.takes_steps(&inner.code) => {
                let value = self.computes(inner);
                self.bind(to, not(value));
            }
            Decision::Both { join, left, right, .. } if !self.takes_steps(&right.code) => {
                let one = self.computes(left);
                let (one, is_and) = match join {
                    Join::And => (one, true),
                    Join::Or => (one, false),
                    Join::Implies => (not(one), false),
                };
                self.decided_by(one, is_and, right, to);
            }
            Decision::Each { is_all, over, members, .. }
                if !self.any_takes_steps(&over, &members) =>
            {
                self.run(over);
                let mut terms = Vec::new();
                for (counts, member) in members {
                    let counts = self.put(counts);
                    let decides = if is_all { not(counts) } else { counts };
                    let at = self.temp();
                    self.decided_by(decides, !is_all, member, at);
                    terms.push(self.put(Expr::Temp(at)));
                }
                let joined = balanced(terms, if is_all { &and } else { &or });
                self.bind(to, joined.unwrap_or(Expr::Const(i64::from(is_all))));
            }
            decision => self.flow(decision, to),
        }
    }

    fn any_takes_steps(&self, over: &Code, members: &[(Expr, Computed)]) -> bool {
        self.takes_steps(over) || members.iter().any(|(_, member)| self.takes_steps(&member.code))
    }

    pub fn computes(&mut self, computed: Computed) -> Expr {
        self.run(computed.code);
        self.put(computed.value)
    }

    /// `one and right`, `one or right`: the right one is computed only if it decides.
    fn decided_by(&mut self, one: Expr, is_and: bool, right: Computed, to: TempId) {
        let both = if is_and { and } else { or };
        if let Expr::Const(value) = one {
            // what is known already needs no other side
            let is_decided = (value == 0) == is_and;
            let value = if is_decided { one } else { both(one, self.computes(right)) };
            return self.bind(to, value);
        }
        if !self.may_fail(&right.code) {
            let right = self.computes(right);
            return self.bind(to, both(one, right));
        }
        self.emit(Instruction::Set(to, one));
        let (inside, behind) = (self.block(), self.block());
        match is_and {
            true => self.branch(Expr::Temp(to), inside, behind),
            false => self.branch(Expr::Temp(to), behind, inside),
        }
        self.current = inside;
        let other = self.computes(right);
        self.emit(Instruction::Set(to, other));
        self.jump(behind);
        self.current = behind;
    }

    /// A truth value for which steps are taken.
    fn flow(&mut self, decision: Decision, to: TempId) {
        let (yes, no, behind) = (self.block(), self.block(), self.block());
        let known = self.go_by_decision(decision, yes, no);
        for (block, value) in [(yes, 1), (no, 0)] {
            self.current = block;
            self.emit(Instruction::Set(to, Expr::Const(value)));
            self.jump(behind);
        }
        self.current = behind;
        self.set_available(available_on_both(known.0, known.1));
    }

    /// Goes on at one block if the condition is true, at another if it is false, and stops reading
    /// when that is known.
    pub fn go_by(
        &mut self,
        mut condition: Computed,
        yes: BlockId,
        no: BlockId,
    ) -> (Available, Available) {
        if self.takes_steps(&condition.code) {
            match condition.code.pop() {
                Some(Op::Decision(last)) if condition.value == Expr::Temp(last.to()) => {
                    self.run(condition.code);
                    return self.go_by_decision(*last, yes, no);
                }
                last => condition.code.extend(last),
            }
        }
        let value = self.computes(condition);
        self.branch(value, yes, no);
        (self.available(), self.available())
    }

    fn go_by_decision(
        &mut self,
        decision: Decision,
        yes: BlockId,
        no: BlockId,
    ) -> (Available, Available) {
        match decision {
            Decision::Not { inner, .. } => {
                let (t, f) = self.go_by(inner, no, yes);
                (f, t)
            }
            Decision::Both { join, left, right, .. } => {
                self.decide_both(join, left, right, yes, no)
            }
            Decision::Each { is_all, over, members, in_order, .. } => {
                if in_order {
                    self.steps_depend_on_identity();
                }
                self.run(over);
                self.decide_each(is_all, members, yes, no)
            }
        }
    }

    /// Notes that one process is read after the other.
    pub fn steps_depend_on_identity(&mut self) {
        if self.here.mode == crate::instantiate::instance::Mode::Stepped {
            self.depends_on_identity(Of::Processes);
        }
    }

    fn decide_both(
        &mut self,
        join: Join,
        mut left: Computed,
        right: Computed,
        yes: BlockId,
        no: BlockId,
    ) -> (Available, Available) {
        // the value of the left side with which the right one decides, and where it leads otherwise
        let (goes_on, elsewhere) = match join {
            Join::And => (true, no),
            Join::Or => (false, yes),
            Join::Implies => (true, yes),
        };
        if !self.takes_steps(&left.code) {
            let value = self.computes(left);
            if let Expr::Const(value) = value {
                // what is known already needs no other side
                if (value != 0) == goes_on {
                    return self.go_by(right, yes, no);
                }
                self.jump(elsewhere);
                return (self.available(), self.available());
            }
            left = Computed::of(value);
        }
        let next = self.block();
        let (t, f) = match goes_on {
            true => self.go_by(left, next, elsewhere),
            false => self.go_by(left, elsewhere, next),
        };
        let (on, off) = if goes_on { (t, f) } else { (f, t) };
        self.current = next;
        self.set_available(on);
        let (t, f) = self.go_by(right, yes, no);
        if elsewhere == yes {
            (available_on_both(off, t), f)
        } else {
            (t, available_on_both(off, f))
        }
    }

    fn decide_each(
        &mut self,
        is_all: bool,
        members: Vec<(Expr, Computed)>,
        yes: BlockId,
        no: BlockId,
    ) -> (Available, Available) {
        let mut early: Option<Available> = None;
        for (counts, member) in members {
            let counts = self.put(counts);
            if counts == Expr::Const(0) {
                continue;
            }
            let next = self.block();
            let is_certain = counts == Expr::Const(1);
            if !is_certain {
                let inside = self.block();
                self.branch(counts, inside, next);
                self.current = inside;
            }
            let before = self.available();
            let (t, f) = match is_all {
                true => self.go_by(member, next, no),
                false => self.go_by(member, yes, next),
            };
            let (on, off) = if is_all { (t, f) } else { (f, t) };
            early = Some(match early {
                Some(early) => available_on_both(early, off),
                None => off,
            });
            self.current = next;
            self.set_available(if is_certain { on } else { available_on_both(on, before) });
        }
        let known = self.available();
        self.jump(if is_all { yes } else { no });
        let early = early.unwrap_or_else(|| known.clone());
        if is_all { (known, early) } else { (early, known) }
    }
}
