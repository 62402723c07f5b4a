//! Pools: cells that are taken and given back, and the pointers to them.
//!
//! The fields of a pool are shared arrays over its cells, and what each cell is, is one more. A cell that
//! was never taken is fresh; fresh ones are taken in order, since nobody can tell them apart.

use crate::core::Op;
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::{Domain, Of, Ty};
use crate::instantiate::info::Var;
use crate::instantiate::instance::Instance;
use crate::instantiate::place::LValue;
use crate::instantiate::terms::{and, binary, not, or, select};
use crate::instantiate::value::{Env, Val};
use crate::limits::ELEMENTS_MAX;
use crate::token::Span;
use crate::tree::{Expr as Tree, Field, Name, Storage};
use model::WritePhase;
use program::ir::{self, Expr, Instruction, SlotId};

/// What a cell is: never taken, taken, given back; and what it would be, given back once more.
const FRESH: &str = "fresh";
const USED: &str = "used";
pub const FREED: &str = "freed";
const TWICE: &str = "freed_twice";

/// Behind the name of a pool, the variable that says what each cell is: no text can write it.
const IS: &str = " is";

/// What readers call a variable.
pub fn shown(name: &str) -> &str {
    name.strip_suffix(IS).unwrap_or(name)
}

/// A declared pool.
pub struct Pool {
    pub name: String,
    cells: Domain,
    fields: Vec<String>,
    /// The variable that says what each cell is.
    is: Option<usize>,
    /// A number with one value only: a step that would take a cell where none is left stores another
    /// one there, and is not followed.
    pub room: Option<SlotId>,
}

/// What a variable is to a pool.
pub enum Shows {
    Cells,
    Field,
}

impl Pool {
    pub fn shows(&self, var: usize, it: &Var) -> Option<Shows> {
        match () {
            () if Some(var) == self.is => Some(Shows::Cells),
            () if self.fields.contains(&it.name) => Some(Shows::Field),
            () => None,
        }
    }
}

impl<'t> Instance<'t> {
    /// The cells of a pool, which records may name above it or below.
    pub fn declare_cells(&mut self, name: &'t Name, size: &'t Tree) -> Result<()> {
        let count = self.number_constant(size, &None)?;
        if !(1..=ELEMENTS_MAX as i64).contains(&count) {
            let message =
                format!("A pool has 1 to {ELEMENTS_MAX} cells; `{}` has {count}.", name.text);
            return self.error(ErrorCode::DomainTooLarge, size.span, message);
        }
        let of = Of::Cells(self.pools.len());
        let cells = Domain { of, ..Domain::numbers(0, count - 1) };
        self.types.domains.push((name.text.clone(), Ty::Scalar(cells.clone())));
        self.pools.push(Pool {
            name: name.text.clone(),
            cells,
            fields: Vec::new(),
            is: None,
            room: None,
        });
        Ok(())
    }

    pub fn declare_pool(&mut self, name: &'t Name, fields: &'t [Field]) -> Result<()> {
        let Some(at) = self.find_pool(&name.text) else { return Ok(()) };
        let cells = self.pools[at].cells.clone();
        for field in fields {
            if let Some(other) = self.pool_with(&field.name.text) {
                let message = format!("`{}` is a field of `{}`, too.", field.name.text, other.name);
                let help = "Give it another name: `reach(c, FIELD)` says only the field's.";
                let found =
                    DiagnosticDraft::new(ErrorCode::DeclaredTwice, field.name.span, message);
                return self.fail(found.help(help));
            }
            let element = self.ty(&field.domain, &None)?;
            let mut var = self.cell_variable(&field.name.text, &name.text, &cells, element);
            var.points = self.pointer_domain(&field.domain);
            var.children_of = self.domain_beside_symbols(&field.domain);
            self.push_cells(var, field.name.span)?;
        }
        let symbols = [FRESH, USED, FREED].map(|text| self.symbol(text)).to_vec();
        let state = Ty::Scalar(Domain { symbols, ..Domain::numbers(0, -1) });
        let var = self.cell_variable(&format!("{}{IS}", name.text), &name.text, &cells, state);
        self.push_cells(var, name.span)?;
        self.pools[at].fields = fields.iter().map(|field| field.name.text.clone()).collect();
        self.pools[at].is = Some(self.vars.len() - 1);
        Ok(())
    }

    fn cell_variable(&self, name: &str, pool: &str, cells: &Domain, element: Ty) -> Var {
        let first = element.first(&self.types.records);
        let initial = std::iter::repeat_n(first, cells.count()).flatten().collect();
        Var {
            name: name.to_owned(),
            storage: Storage::Shared,
            role: None,
            dims: vec![cells.clone()],
            element,
            bases: Vec::new(),
            initial: vec![initial],
            any: false,
            points: None,
            children_of: None,
            indexed_by: Some(pool.to_owned()),
            index_names: vec![Some(pool.to_owned())],
            busy: None,
        }
    }

    fn push_cells(&mut self, var: Var, span: Span) -> Result<()> {
        if self.vars_called(&var.name).next().is_some() {
            return self.declared_twice(&var.name, span);
        }
        self.numbers += var.initial[0].len();
        self.check_width(self.numbers, span)?;
        self.vars.push(var);
        Ok(())
    }

    pub fn is_field_of_cells(&self, field: &str) -> bool {
        self.pool_with(field).is_some()
    }

    fn pool_with(&self, field: &str) -> Option<&Pool> {
        self.pools.iter().find(|pool| pool.fields.iter().any(|text| text == field))
    }

    /// Cells that initial values name are in use.
    pub fn take_named_cells(&mut self) {
        for at in 0..self.pools.len() {
            let mut named = Vec::new();
            for var in &self.vars {
                for initial in &var.initial {
                    let parts = initial.chunks(var.element.width(&self.types.records).max(1));
                    for part in parts {
                        self.cells_in(&var.element, part, at, &mut named);
                    }
                }
            }
            let used = self.symbol(USED);
            let Some(is) = self.pools[at].is else { continue };
            for cell in named {
                self.vars[is].initial[0][cell as usize] = used;
            }
        }
    }

    /// The cells of a pool among the numbers of a value.
    fn cells_in(&self, ty: &Ty, numbers: &[i64], pool: usize, named: &mut Vec<i64>) {
        match ty {
            Ty::Scalar(domain) if domain.of == Of::Cells(pool) => {
                named.extend(
                    numbers
                        .iter()
                        .filter(|number| !crate::instantiate::domain::is_symbol(**number)),
                );
            }
            Ty::Record(id) => {
                let mut at = 0;
                for (_, field) in &self.types.records[*id].fields {
                    let width = field.width(&self.types.records);
                    self.cells_in(field, &numbers[at..at + width], pool, named);
                    at += width;
                }
            }
            _ => {}
        }
    }

    /// `c.next`: the element of the field's array for that cell.
    pub fn field_of_cell(
        &mut self,
        base: &'t Tree,
        name: &Name,
        env: &Env<'t>,
    ) -> Result<Option<LValue>> {
        if !self.is_field_of_cells(&name.text) {
            return Ok(None);
        }
        // what is wrong with it is told where it is read otherwise
        let known = self.found.len();
        let Ok((code, cell)) = self.aside(|instance| instance.eval(base, env)) else {
            self.found.truncate(known);
            return Ok(None);
        };
        let is_cell = matches!(cell.ty, Ty::Scalar(Domain { of: Of::Cells(_), .. }));
        let Some(var) = self.find_shared(&name.text).filter(|_| is_cell) else { return Ok(None) };
        self.hand.code.extend(code);
        let spot = self.whole(var, name.span)?;
        self.element_of(spot, cell, base.span).map(Some)
    }

    /// The variable that says which cells of a pool are free; there is none yet while the pool is declared.
    fn is(&mut self, pool: usize, span: Span) -> Result<usize> {
        match self.pools[pool].is {
            Some(is) => Ok(is),
            None => self.not_constant(span, ErrorCode::NotConstant),
        }
    }

    /// The pool of a cell, and what the cell is.
    fn state_of(&mut self, cell: &'t Tree, env: &Env<'t>) -> Result<LValue> {
        let value = self.eval(cell, env)?;
        let Ty::Scalar(Domain { of: Of::Cells(pool), .. }) = value.ty else {
            let message = format!("Here a cell is needed, and this is {}.", self.say_ty(&value.ty));
            return self.error(ErrorCode::WrongDomain, cell.span, message);
        };
        let is = self.is(pool, cell.span)?;
        let spot = self.whole(is, cell.span)?;
        self.element_of(spot, value, cell.span)
    }

    /// `c is free`: nobody has taken it, or it was given back.
    pub fn is_free_cell(&mut self, cell: &'t Tree, env: &Env<'t>) -> Result<Val> {
        let spot = self.state_of(cell, env)?;
        let state = self.load(&spot);
        let used = self.symbol(USED);
        Ok(Val::bool(not(same(state.parts[0].clone(), used))))
    }

    /// `free c`, a step.
    pub fn free_cell(&mut self, cell: &'t Tree, env: &Env<'t>) -> Result<()> {
        let spot = self.state_of(cell, env)?;
        let [used, freed, twice] = [USED, FREED, TWICE].map(|text| self.symbol(text));
        let is_used = same(Expr::Load(spot.place(0)), used);
        self.push(Op::Act { forgets: None });
        let new = select(is_used, Expr::Const(freed), Expr::Const(twice));
        self.push(Op::StoreNow(spot, vec![new]));
        Ok(())
    }

    /// `new cell`, a step: one that was given back, or the first that is fresh.
    pub fn new_cell(&mut self, name: &Name, span: Span) -> Result<Val> {
        let Some(at) = self.find_pool(&name.text) else {
            let message = format!("No pool is called `{}`.", name.text);
            let help = "Declare one above the processes: `pool cell of 4: next: none | cell`.";
            return self
                .fail(DiagnosticDraft::new(ErrorCode::UnknownName, name.span, message).help(help));
        };
        self.only_in_steps(span)?;
        let is = self.is(at, span)?;
        self.push(Op::Act { forgets: Some(is) });
        let reuses = self.reserved("reuse") != self.known_symbol("never").unwrap_or(-1);
        let cells = self.pools[at].cells.clone();
        let states: Vec<Expr> = {
            let spot = self.whole(is, span)?;
            (0..cells.count())
                .map(|nth| Expr::Load(LValue { slot: spot.slot + nth, ..spot.clone() }.place(0)))
                .collect()
        };
        let first = self.first_fresh(&states);
        let freed = self.symbol(FREED);
        let is_left = binary(ir::Binary::Less, first.clone(), Expr::Const(cells.high + 1));
        let is_left = states
            .iter()
            .filter(|_| reuses)
            .fold(is_left, |it, state| or(it, same(state.clone(), freed)));
        self.push(Op::NeedsRoom { pool: at, is_left });
        let cell = if reuses { self.one_of(&states, &first, freed) } else { first };
        // kept, since the line may go on in a later step
        let value = self.copy(Val::one(Ty::Scalar(cells), cell));
        let spot = self.whole(is, span)?;
        let spot = self.element_of(spot, value.clone(), span)?;
        let used = self.symbol(USED);
        self.does(Instruction::Store(spot.place(0), Expr::Const(used)));
        self.push(Op::TellWrite(spot, WritePhase::Whole));
        Ok(value)
    }

    /// The first fresh cell, or their number.
    fn first_fresh(&mut self, states: &[Expr]) -> Expr {
        let fresh = self.symbol(FRESH);
        let none = Expr::Const(states.len() as i64);
        let all = states.iter().enumerate().rev();
        let first = all.fold(none, |rest, (nth, state)| {
            select(same(state.clone(), fresh), Expr::Const(nth as i64), rest)
        });
        let temp = self.temp();
        self.does(Instruction::Set(temp, first));
        Expr::Temp(temp)
    }

    /// An open outcome: a cell that was given back, or this fresh one.
    fn one_of(&mut self, states: &[Expr], first: &Expr, freed: i64) -> Expr {
        let digit = self.temp();
        self.does(Instruction::Choose(digit, states.len() as i64));
        let digit = Expr::Temp(digit);
        let is_freed = states.iter().enumerate().fold(Expr::Const(0), |it, (nth, state)| {
            let is_it = same(digit.clone(), nth as i64);
            or(it, and(is_it, same(state.clone(), freed)))
        });
        let is_first = binary(ir::Binary::Equal, digit.clone(), first.clone());
        self.push(Op::Guard(or(is_first, is_freed)));
        digit
    }

    /// Of a field of cells, the variable that says what each cell is, and what it is while it is taken.
    pub fn state_of_cells(&self, var: usize) -> Option<(usize, i64)> {
        let is = self.pool_with(&self.vars[var].name)?.is?;
        Some((is, self.known_symbol(USED)?))
    }

    /// What the pool is called of which a variable says what each cell is.
    pub fn pool_of(&self, is: usize) -> &str {
        shown(&self.vars[is].name)
    }

    pub fn no_field_of_cell<T>(&mut self, pool: usize, name: &Name) -> Result<T> {
        let pool = &self.pools[pool];
        let message = format!("A `{}` has no field `{}`.", pool.name, name.text);
        let found = DiagnosticDraft::new(ErrorCode::UnknownName, name.span, message);
        let has = format!("It has {}.", pool.fields.join(", "));
        self.fail(found.near(&name.text, pool.fields.iter().map(String::as_str), has))
    }

    /// Cells are not counted with.
    pub fn refuse_cell<T>(&mut self, span: Span) -> Result<T> {
        let message = "A cell is no number: nothing is added to it, and none is higher.";
        let help = "Cells are compared with `=` and `≠`.";
        self.fail(DiagnosticDraft::new(ErrorCode::NotANumber, span, message).help(help))
    }
}

fn same(value: Expr, constant: i64) -> Expr {
    binary(ir::Binary::Equal, value, Expr::Const(constant))
}
