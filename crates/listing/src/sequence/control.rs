//! Branches and loops, as blocks.

use crate::core::{Branch, Code, Computed, Kept, Op, Round, Waits, each};
use crate::instantiate::instance::Mode;
use crate::sequence::statement::written;
use crate::sequence::{Available, Loop, Open, Sequence, available_on_both};
use crate::token::Span;
use model::RowId;
use program::ir::{Expr, Instruction};
use std::collections::BTreeSet;

impl Sequence<'_> {
    /// Does something only if the condition is true.
    pub fn when(&mut self, condition: Expr, body: impl FnOnce(&mut Self)) {
        if condition == Expr::Const(1) {
            return body(self);
        }
        if condition == Expr::Const(0) {
            return;
        }
        let (inside, behind) = (self.block(), self.block());
        self.branch(condition, inside, behind);
        self.current = inside;
        body(self);
        self.jump(behind);
        self.current = behind;
    }

    pub fn branches_of(&mut self, branches: Vec<Branch>) {
        let behind = self.block();
        let mut after: Option<Available> = None;
        for branch in branches {
            self.here.row = branch.row.unwrap_or(self.here.row);
            let (inside, next) = (self.block(), self.block());
            let is_last = branch.condition.is_none();
            let (yes, no) = match branch.condition {
                Some(condition) => self.go_by(condition, inside, next),
                None => {
                    self.jump(inside);
                    (self.available(), self.available())
                }
            };
            self.current = inside;
            self.set_available(yes);
            self.run(branch.body);
            if !branch.never {
                self.jump(behind);
                let here = self.available();
                after = Some(match after {
                    Some(after) => available_on_both(after, here),
                    None => here,
                });
            }
            self.current = next;
            self.set_available(no);
            if is_last {
                break;
            }
        }
        self.jump(behind);
        self.current = behind;
        let known = self.available();
        self.set_available(after.map_or(known.clone(), |after| available_on_both(after, known)));
    }

    fn loop_head(&mut self, span: Span, wait: String) -> usize {
        let head = self.block();
        self.jump(head);
        self.current = head;
        self.reads.cache.clear();
        self.at.open = Open::No;
        self.blocks.loops.push(Loop {
            head,
            span,
            is_atomic: self.here.mode == Mode::Atomic,
            wait,
        });
        head
    }

    pub fn while_of(&mut self, condition: Computed, body: Code, span: Span, waits: Option<Waits>) {
        let wait = waits.map_or_else(String::new, |waits| self.how_to_wait(waits));
        let head = self.loop_head(span, wait);
        let row = self.here.row;
        let (inside, behind) = (self.block(), self.block());
        let (yes, no) = self.go_by(condition, inside, behind);
        self.current = inside;
        self.set_available(yes);
        self.run(body);
        self.jump(head);
        self.current = behind;
        self.set_available((Vec::new(), no.1));
        self.here.row = row;
    }

    pub fn repeat_of(&mut self, body: Code, until: Option<(Option<RowId>, Computed)>, span: Span) {
        let head = self.loop_head(span, String::new());
        self.run(body);
        let Some((row, condition)) = until else {
            self.jump(head);
            self.start();
            return;
        };
        self.here.row = row.unwrap_or(self.here.row);
        self.reads.cache.clear();
        let next = self.block();
        let (yes, _) = self.go_by(condition, next, head);
        self.current = next;
        self.set_available((Vec::new(), yes.1));
    }

    pub fn rounds(&mut self, over: Code, keeps: Kept, rounds: Vec<Round>) {
        let row = self.here.row;
        let is_written = self.is_written_within(&over, &keeps, &rounds);
        self.run(over);
        for (temp, value) in keeps {
            let value = self.put(value);
            match is_written && !matches!(value, Expr::Const(_) | Expr::Temp(_)) {
                true => self.emit(Instruction::Set(temp, value)),
                false => self.bind(temp, value),
            }
        }
        for round in rounds {
            let Round::Runs { counts, filter, body } = round else {
                self.ends_round();
                continue;
            };
            let counts = self.put(counts);
            if counts == Expr::Const(0) {
                continue;
            }
            let behind = self.block();
            if counts != Expr::Const(1) {
                let inside = self.block();
                self.branch(counts, inside, behind);
                self.current = inside;
            }
            if let Some(filter) = filter {
                self.here.row = row;
                let inside = self.block();
                let (yes, _) = self.go_by(filter, inside, behind);
                self.current = inside;
                self.set_available(yes);
            }
            self.run(body);
            self.jump(behind);
            self.current = behind;
            self.ends_round();
        }
    }

    /// What was read in a round of `for each` is read anew, and what comes behind it is another step.
    fn ends_round(&mut self) {
        self.reads.cache.clear();
        self.at.open = Open::No;
    }

    /// Whether the rounds of a loop, or a rule between two of their steps, may write what the loop runs over.
    fn is_written_within(&self, over: &Code, keeps: &Kept, rounds: &[Round]) -> bool {
        let mut read = BTreeSet::new();
        let mut loads = |value: &Expr| {
            value.each_inner(&mut |part| {
                if let Expr::Load(place) = part {
                    read.extend(self.var_at(place.slot));
                }
            });
        };
        for (_, value) in keeps {
            loads(value);
        }
        each(over, &mut |op| match op {
            Op::Do(instruction) => instruction.each_expr(&mut |value| loads(value)),
            Op::Keep { value, .. } => loads(value),
            _ => {}
        });
        each(over, &mut |op| {
            if let Op::Read { spot, .. } = op {
                read.insert(spot.var);
            }
        });
        let mut all = BTreeSet::new();
        for round in rounds {
            if let Round::Runs { body, .. } = round {
                all.extend(written(body));
            }
        }
        if let Some(process) = self.here.process.filter(|_| self.here.mode == Mode::Stepped) {
            all.extend(&self.by_rules[process]);
        }
        !read.is_disjoint(&all)
    }
}
