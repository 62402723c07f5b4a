//! What temporaries stand for that need none.

use crate::instantiate::place::LValue;
use crate::instantiate::terms::{and, binary, or, select, unary};
use crate::sequence::Sequence;
use program::ir::{EventTemplate, Expr, Index, Instruction, Place, TempId};

impl Sequence<'_> {
    /// Lets a temporary stand for a value that is computed where it is asked for.
    pub fn bind(&mut self, to: TempId, value: Expr) {
        self.reads.bound.insert(to, value);
    }

    pub fn bind_all(&mut self, to: &[TempId], values: Vec<Expr>) {
        self.reads.bound.extend(to.iter().copied().zip(values));
    }

    /// A value with what its temporaries stand for.
    pub fn put(&self, value: Expr) -> Expr {
        let mut has_some = false;
        value.each_inner(&mut |part| {
            has_some |= matches!(part, Expr::Temp(temp) if self.reads.bound.contains_key(temp));
        });
        if has_some { self.put_parts(&value) } else { value }
    }

    fn put_parts(&self, value: &Expr) -> Expr {
        let again = |part: &Expr| self.put_parts(part);
        match value {
            Expr::Temp(temp) => self.reads.bound.get(temp).unwrap_or(value).clone(),
            Expr::Const(_) => value.clone(),
            Expr::Load(place) => Expr::Load(self.put_in_place(place.clone())),
            Expr::Before(place) => Expr::Before(self.put_in_place(place.clone())),
            Expr::Unary(operator, inner) => unary(*operator, again(inner)),
            Expr::Binary(operator, left, right) => binary(*operator, again(left), again(right)),
            Expr::Select(condition, then, otherwise) => {
                let (condition, then, otherwise) =
                    (again(condition), again(then), again(otherwise));
                match (&then, &otherwise) {
                    (Expr::Const(1), Expr::Const(0)) => select(condition, then, otherwise),
                    (_, Expr::Const(0)) => and(condition, then),
                    (Expr::Const(1), _) => or(condition, otherwise),
                    _ => select(condition, then, otherwise),
                }
            }
            Expr::Below(inner, bound) => match again(inner) {
                Expr::Const(at) if (0..bound.count).contains(&at) => Expr::Const(at),
                inner => Expr::Below(inner.into(), *bound),
            },
            Expr::InTransit(asked, from, to) => {
                let end = |end: &Option<Box<Expr>>| end.as_ref().map(|end| again(end).into());
                Expr::InTransit(*asked, end(from), end(to))
            }
        }
    }

    pub fn put_all(&self, values: Vec<Expr>) -> Vec<Expr> {
        values.into_iter().map(|value| self.put(value)).collect()
    }

    fn put_in_place(&self, place: Place) -> Place {
        let index = place
            .index
            .map(|index| Box::new(Index { value: self.put_parts(&index.value), ..*index }));
        Place { index, ..place }
    }

    pub fn put_in_spot(&self, mut spot: LValue) -> LValue {
        let indices = spot.indices.iter_mut();
        for part in indices.chain(spot.offsets.iter_mut().map(|offset| &mut offset.0)) {
            *part = self.put(std::mem::replace(part, Expr::Const(0)));
        }
        spot
    }

    pub fn put_in_instruction(&self, mut instruction: Instruction) -> Instruction {
        let mut put =
            |value: &mut Expr| *value = self.put(std::mem::replace(value, Expr::Const(0)));
        instruction.each_expr_mut(&mut put);
        if let Instruction::Event(
            EventTemplate::Choose { value, .. }
            | EventTemplate::Operation { value, .. }
            | EventTemplate::Decide { value, .. },
        ) = &mut instruction
        {
            value.iter_mut().for_each(put);
        }
        instruction
    }

    /// Values as they are now.
    pub fn kept_now(
        &mut self,
        ty: &crate::instantiate::domain::Ty,
        values: Vec<Expr>,
    ) -> Vec<Expr> {
        let mut slots = Vec::new();
        ty.slots(&self.types.records, &mut slots);
        let keep = |(value, slot)| match value {
            Expr::Const(_) | Expr::Temp(_) => value,
            value => {
                let temp = self.temp_for(slot);
                self.emit(Instruction::Set(temp, value));
                Expr::Temp(temp)
            }
        };
        values.into_iter().zip(slots).map(keep).collect()
    }
}
