//! Variables and their elements, and the points at which processes stand.

use crate::expressions::{COMPUTED, Speech, indexed};
use crate::fold::number;
use crate::layout::{Kind, slots_of};
use program::ir::{Binary, Expr, Index, Place, SlotId};

impl Speech<'_> {
    /// Beside where a process stands: the name of a point.
    pub fn point(&self, expr: &Expr, beside: &Expr) -> Result<String, String> {
        match (expr, beside) {
            (Expr::Const(point), Expr::Load(place)) => {
                let mut names = self.points_at(place).map(|names| names.get(*point as usize));
                let name = names.next().flatten().ok_or(COMPUTED)?;
                match names.all(|text| text == Some(name)) {
                    true => Ok(format!("\"{name}\"")),
                    false => Err(COMPUTED.into()),
                }
            }
            (Expr::Load(_), _) if self.kind(expr) == Kind::Point => self.natural(expr, Kind::Point),
            _ => Err(COMPUTED.into()),
        }
    }

    /// The names of the points at which the processes can stand of which a place says so.
    fn points_at(&self, place: &Place) -> impl Iterator<Item = &Vec<String>> {
        let all: Vec<SlotId> = slots_of(place).collect();
        let processes = self.source.program.processes.iter().zip(self.points);
        processes.filter(move |(it, _)| all.contains(&it.point)).map(|(_, names)| names)
    }

    /// That a process stands at some of its points.
    pub fn is_at(&self, expr: &Expr, is_one: &dyn Fn(usize) -> bool) -> Result<String, String> {
        let Expr::Load(place) = expr else { return Err(COMPUTED.into()) };
        let chosen = |names: &Vec<String>| {
            let all = names.iter().enumerate().filter(|it| is_one(it.0));
            all.map(|it| format!("\"{}\"", it.1)).collect::<Vec<_>>()
        };
        let mut all = self.points_at(place).map(chosen);
        let first = all.next().ok_or(COMPUTED)?;
        if all.any(|texts| texts != first) {
            return Err(COMPUTED.into());
        }
        let at = self.natural(expr, Kind::Point)?;
        Ok(match &first[..] {
            [one] => format!("({at} = {one})"),
            all => format!("({at} \\in {{{}}})", all.join(", ")),
        })
    }

    /// What lies at a place.
    pub fn load(&self, place: &Place) -> Result<String, String> {
        if self.layout.var(place.slot).is_none() {
            return self.of_message(place.slot);
        }
        if let Some((name, at)) = self.element(place)? {
            return Ok(format!("{name}{}", indexed(&at)));
        }
        let index = place.index.as_ref().map(|index| self.number(&index.value)).transpose()?;
        let index = index.unwrap_or_default();
        let all: Vec<SlotId> = slots_of(place).collect();
        let mut text = String::new();
        for (nth, slot) in all.iter().enumerate().rev() {
            let one = self.load(&Place { slot: *slot, index: None })?;
            text = match text.is_empty() {
                true => one,
                false => format!("(IF {index} = {nth} THEN {one} ELSE {text})"),
            };
        }
        Ok(text)
    }

    /// The variable of which a place is an element, and the numbers; none if it may lie in several.
    pub fn element(&self, place: &Place) -> Result<Option<(String, Vec<String>)>, String> {
        let all: Option<Vec<_>> = slots_of(place).map(|it| self.layout.var(it)).collect();
        let all = all.ok_or("A variable has no place in the state.")?;
        let (var, first) = all[0];
        if !all.iter().all(|it| std::ptr::eq(it.0, var)) {
            return Ok(None);
        }
        let mut at = Vec::new();
        for dim in 0..first.len() {
            let numbers: Vec<i64> = all.iter().map(|it| it.1[dim] as i64).collect();
            at.push(self.position(&numbers, place.index.as_deref())?);
        }
        Ok(Some((var.name.clone(), at)))
    }

    /// Numbers of the elements at an index of 0, 1, … as an expression of it.
    fn position(&self, numbers: &[i64], index: Option<&Index>) -> Result<String, String> {
        let first = numbers[0];
        let Some(index) = index.filter(|_| numbers.iter().any(|number| *number != first)) else {
            return Ok(number(first));
        };
        let is = |of: &dyn Fn(i64) -> i64| numbers.iter().zip(0..).all(|(it, nth)| *it == of(nth));
        if is(&|nth| nth + first) {
            let value = ways::terms::binary(Binary::Add, index.value.clone(), Expr::Const(first));
            return self.number(&value);
        }
        let value = self.number(&index.value)?;
        for by in 2..numbers.len() as i64 {
            let count = numbers.iter().max().map_or(1, |it| it + 1);
            if is(&|nth| (nth / by) % count) {
                return Ok(format!("(({value} \\div {by}) % {count})"));
            }
            if is(&|nth| nth % by) {
                return Ok(format!("({value} % {by})"));
            }
        }
        let all: Vec<String> = numbers.iter().map(i64::to_string).collect();
        Ok(format!("<<{}>>[{value} + 1]", all.join(", ")))
    }
}
