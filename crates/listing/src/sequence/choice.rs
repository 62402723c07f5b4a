//! Values of one of two ways, and of members that may not count.

use crate::core::{Choice, Chosen, ChosenMember, Code, Computed, Counting, Member, SoFar, Way};
use crate::instantiate::terms::{and, not, select};
use crate::sequence::{Available, Sequence, available_on_both};
use program::ir::{BlockId, Expr, Instruction, TempId};

impl Sequence<'_> {
    pub fn choice(&mut self, choice: Choice) {
        let Choice { condition, ways: [yes, no], to, kind } = choice;
        if self.takes_steps(&condition.code) {
            return self.choice_of_steps(condition, [yes, no], &to, kind);
        }
        let value = self.computes(condition);
        if let Expr::Const(holds) = value {
            let (way, nth) = if holds == 0 { (no, 1) } else { (yes, 0) };
            self.run(way.code);
            let parts = self.put_all(way.parts);
            self.bind_all(&to, parts);
            return self
                .bind_chosen(kind, |way, counts| if way == nth { counts } else { Expr::Const(0) });
        }
        let steps = self.takes_steps(&yes.code) || self.takes_steps(&no.code);
        if steps || self.may_fail(&yes.code) || self.may_fail(&no.code) {
            return self.choice_of_steps(Computed::of(value), [yes, no], &to, kind);
        }
        self.run(yes.code);
        self.run(no.code);
        let value = if to.len() == 1 { value } else { self.simple_now(value) };
        let parts = yes
            .parts
            .into_iter()
            .zip(no.parts)
            .map(|(one, other)| select(value.clone(), self.put(one), self.put(other)));
        let parts = parts.collect();
        self.bind_all(&to, parts);
        let ways = [value.clone(), not(value)];
        self.bind_chosen(kind, |way, counts| and(ways[way].clone(), counts));
    }

    /// Members of two ways where both are computed at once.
    fn bind_chosen(&mut self, kind: Chosen, counts: impl Fn(usize, Expr) -> Expr) {
        let Chosen::Members(ways) = kind else { return };
        for (way, member) in ways
            .into_iter()
            .enumerate()
            .flat_map(|(way, all)| all.into_iter().map(move |member| (way, member)))
        {
            let parts = self.put_all(member.parts);
            self.bind_all(&member.to, parts);
            let is_it = counts(way, self.put(member.counts));
            self.bind(member.counts_to, is_it);
        }
    }

    fn choice_of_steps(
        &mut self,
        condition: Computed,
        [yes, no]: [Way; 2],
        to: &[TempId],
        kind: Chosen,
    ) {
        let (then, otherwise) = (self.block(), self.block());
        let known = self.go_by(condition, then, otherwise);
        let (then, after_yes) = self.way_at(then, known.0, yes.code);
        let (otherwise, after_no) = self.way_at(otherwise, known.1, no.code);
        if let Chosen::Members(ways) = kind {
            for (all, (here, elsewhere)) in
                ways.into_iter().zip([(then, otherwise), (otherwise, then)])
            {
                for member in all {
                    self.set_on(here, elsewhere, member);
                }
            }
        }
        let behind = self.block();
        for (block, parts) in [(otherwise, no.parts), (then, yes.parts)] {
            self.current = block;
            self.set_all(to, parts);
            self.jump(behind);
        }
        self.current = behind;
        self.set_available(available_on_both(after_yes, after_no));
    }

    fn way_at(&mut self, block: BlockId, known: Available, code: Code) -> (BlockId, Available) {
        self.current = block;
        self.set_available(known);
        self.run(code);
        (self.current, self.available())
    }

    fn set_all(&mut self, to: &[TempId], values: Vec<Expr>) {
        for (&temp, value) in to.iter().zip(values) {
            let value = self.put(value);
            self.emit(Instruction::Set(temp, value));
        }
    }

    /// A member that is set at the end of one block, and at the end of another to the first of its kind.
    fn set_on(&mut self, here: BlockId, elsewhere: BlockId, member: ChosenMember) {
        let ChosenMember { to, parts, none, counts_to, counts } = member;
        self.current = here;
        self.set_all(&to, parts);
        self.set_all(&[counts_to], vec![counts]);
        self.current = elsewhere;
        self.set_all(&to, none.into_iter().map(Expr::Const).collect());
        self.set_all(&[counts_to], vec![Expr::Const(0)]);
    }

    /// A member of which nothing is read where it does not count.
    pub fn only_if(&mut self, counts: Expr, code: Code, to: &[TempId], parts: Vec<Expr>) {
        if !self.takes_steps(&code) {
            self.run(code);
            let parts = self.put_all(parts);
            return self.bind_all(to, parts);
        }
        let counts = self.put(counts);
        let (reads, skipped, behind) = (self.block(), self.block(), self.block());
        let before = self.available();
        self.branch(counts, reads, skipped);
        self.current = reads;
        self.run(code);
        self.set_all(to, parts);
        self.jump(behind);
        let known = self.available();
        self.current = skipped;
        let none =
            to.iter().map(|temp| self.places.temp_slots.get(temp).map_or(0, |slot| slot.decode(0)));
        let none = none.map(Expr::Const).collect();
        self.set_all(to, none);
        self.jump(behind);
        self.current = behind;
        self.set_available(available_on_both(known, before));
    }

    /// One member more of a fold.
    pub fn member_of_fold(&mut self, member: Member) {
        let Member { before, how, code, after } = member;
        let steps = self.takes_steps(&code);
        let (counts, filter, without) = match how {
            Counting::Always => {
                self.keep_so_far(before, steps);
                self.run(code);
                return self.keep_so_far(after, steps);
            }
            Counting::If { at_once: Some((code, parts)), .. } if !steps => {
                self.keep_so_far(before, false);
                self.run(code);
                let temps = after.values.into_iter().chain(after.is_some);
                let temps: Vec<TempId> = temps.map(|kept| kept.0).collect();
                let parts = self.put_all(parts);
                return self.bind_all(&temps, parts);
            }
            Counting::If { counts, filter, without, .. } => (self.put(counts), filter, without),
        };
        self.keep_so_far(before, steps);
        let (inside, skipped, behind) = (self.block(), self.block(), self.block());
        let known = self.available();
        let (yes, mut no) = match filter {
            Some(filter) => {
                let is_member = self.block();
                self.branch(counts.clone(), is_member, skipped);
                self.current = is_member;
                self.go_by(filter, inside, skipped)
            }
            None => {
                self.branch(counts.clone(), inside, skipped);
                (known.clone(), known.clone())
            }
        };
        if counts != Expr::Const(1) {
            no = available_on_both(no, known);
        }
        self.current = inside;
        self.set_available(yes);
        self.run(code);
        let (temps, values): (Vec<TempId>, Vec<Expr>) =
            after.values.into_iter().chain(after.is_some).unzip();
        self.set_all(&temps, values);
        self.jump(behind);
        let known = self.available();
        self.current = skipped;
        self.set_all(&temps, without);
        self.jump(behind);
        self.current = behind;
        self.set_available(available_on_both(known, no));
    }

    /// Keeps what a fold has so far, where a step may come between.
    fn keep_so_far(&mut self, so_far: SoFar, steps: bool) {
        let is_fixed = |value: &Expr| matches!(value, Expr::Const(_) | Expr::Temp(_));
        let mut put = |(temp, value)| (temp, self.put(value));
        let values: Vec<_> = so_far.values.into_iter().map(&mut put).collect();
        let is_some = so_far.is_some.map(put);
        let keeps = steps && !values.iter().chain(&is_some).all(|(_, value)| is_fixed(value));
        for (temp, value) in values {
            match keeps {
                true => self.emit(Instruction::Set(temp, value)),
                false => self.bind(temp, value),
            }
        }
        if let Some((temp, value)) = is_some {
            match keeps && !is_fixed(&value) {
                true => self.emit(Instruction::Set(temp, value)),
                false => self.bind(temp, value),
            }
        }
    }

    /// A value that can be used several times.
    pub fn simple_now(&mut self, value: Expr) -> Expr {
        let is_simple = matches!(&value, Expr::Const(_) | Expr::Temp(_))
            || matches!(&value, Expr::Load(place) if place.index.is_none());
        if is_simple {
            return value;
        }
        let temp = self.temp();
        self.emit(Instruction::Set(temp, value));
        Expr::Temp(temp)
    }
}
