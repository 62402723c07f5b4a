//! Variables and their elements: where they lie, and what reading one costs.

use crate::core::Op;
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::{Domain, Of, Ty, converted, size};
use crate::instantiate::index_errors::always;
use crate::instantiate::instance::{Instance, Mode};
use crate::instantiate::meaning::Meaning;
use crate::instantiate::terms::binary;
use crate::instantiate::value::{Env, Val};
use crate::token::Span;
use crate::tree::{Define, Expr as Tree, ExprKind, Storage};
use program::ir::{self, Expr, Index, Place, SlotId};

/// A variable, an element, or a part of one.
#[derive(Clone, Debug)]
pub struct LValue {
    pub var: usize,
    pub slot: SlotId,
    /// Computed parts of the position: value and slots for each.
    pub offsets: Vec<(Expr, usize)>,
    /// Indices that are still open.
    pub dims: Vec<Domain>,
    /// What one element is, or the part of it.
    pub ty: Ty,
    /// Positions by the indices so far.
    pub indices: Vec<Expr>,
    pub field: String,
}

impl LValue {
    /// What is read or written there, all its open indices together.
    pub fn whole_ty(&self) -> Ty {
        match self.dims.is_empty() {
            true => self.ty.clone(),
            false => Ty::Array(self.dims.clone(), self.ty.clone().into()),
        }
    }

    /// One of its numbers.
    pub fn place(&self, nth: usize) -> Place {
        let slot = self.slot + nth;
        let index = match &self.offsets[..] {
            [] => None,
            [(value, stride)] => {
                Some(Index { value: value.clone(), stride: *stride, count: usize::MAX })
            }
            all => {
                let sum = all.iter().fold(Expr::Const(0), |sum, (value, stride)| {
                    let part =
                        binary(ir::Binary::Multiply, value.clone(), Expr::Const(*stride as i64));
                    binary(ir::Binary::Add, sum, part)
                });
                Some(Index { value: sum, stride: 1, count: usize::MAX })
            }
        };
        Place { slot, index: index.map(Box::new) }
    }

    /// The position among all elements if it is known, to tell elements apart.
    pub fn key(&self) -> Option<Expr> {
        match &self.indices[..] {
            [] => None,
            all => all.iter().cloned().reduce(|sum, it| {
                binary(ir::Binary::Add, binary(ir::Binary::Multiply, sum, Expr::Const(64)), it)
            }),
        }
    }
}

impl<'t> Instance<'t> {
    /// The variable or element that an expression names; none if it names something else.
    pub fn spot(&mut self, expr: &'t Tree, env: &Env<'t>) -> Result<Option<LValue>> {
        self.deeper(expr.span, |instance| instance.spot_here(expr, env))
    }

    fn spot_here(&mut self, expr: &'t Tree, env: &Env<'t>) -> Result<Option<LValue>> {
        match &expr.kind {
            ExprKind::Name(name) => match self.meaning(name, env) {
                Meaning::Argument(argument, env) => self.spot(argument, &env),
                Meaning::Variable(var) => self.whole(var, expr.span).map(Some),
                Meaning::Define(define) => self.spot_of_define(define, &[], expr.span, env),
                _ => Ok(None),
            },
            ExprKind::Call(name, arguments) => match self.find_define(&name.text) {
                Some(define) => self.spot_of_define(define, arguments, expr.span, env),
                None => Ok(None),
            },
            ExprKind::If { then, condition, otherwise } => {
                // a choice between variables, by an option
                let (Some(_), Some(_)) = (self.root(then, env), self.root(otherwise, env)) else {
                    return Ok(None);
                };
                let condition = self.condition(condition, env)?;
                match condition.known() {
                    Some(0) => self.spot(otherwise, env),
                    Some(_) => self.spot(then, env),
                    None => Ok(None),
                }
            }
            ExprKind::Index(base, indices) => {
                // in a property, `mine[i]` is a variable of process i
                if let Some(spot) = self.spot_of_process(base, indices, env)? {
                    return Ok(Some(spot));
                }
                let Some(spot) = self.spot(base, env)? else { return Ok(None) };
                self.index(spot, indices, env).map(Some)
            }
            ExprKind::Field(base, name) => {
                if let Some(spot) = self.field_of_process(base, name, env)? {
                    return Ok(Some(spot));
                }
                if let Some(spot) = self.field_of_cell(base, name, env)? {
                    return Ok(Some(spot));
                }
                let Some(spot) = self.spot(base, env)? else { return Ok(None) };
                self.field(spot, name).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Whether an expression names a variable.
    pub fn root(&self, expr: &'t Tree, env: &Env<'t>) -> Option<usize> {
        match &expr.kind {
            ExprKind::Name(name) => match self.meaning(name, env) {
                Meaning::Argument(argument, env) => self.root(argument, &env),
                Meaning::Variable(var) => Some(var),
                _ => None,
            },
            ExprKind::Index(base, _) | ExprKind::Field(base, _) => self.root(base, env),
            _ => None,
        }
    }

    fn spot_of_define(
        &mut self,
        define: &'t Define,
        arguments: &'t [Tree],
        span: Span,
        env: &Env<'t>,
    ) -> Result<Option<LValue>> {
        let Some(body) = define.value() else { return Ok(None) };
        self.within_define(define, arguments, span, env, |instance, env| instance.spot(body, env))
    }

    pub fn whole(&mut self, var: usize, span: Span) -> Result<LValue> {
        let it = &self.vars[var];
        let copy = match it.role {
            None => 0,
            Some(role) => match self.here.process {
                Some(process) => process - self.roles[role].base,
                None if self.roles[role].count == 1 => 0,
                None => {
                    let message = format!("Each process has its own `{}`.", it.name);
                    let help = format!("Write `{}[i]` for that of process i.", it.name);
                    let found = DiagnosticDraft::new(ErrorCode::WrongDomain, span, message);
                    return self.fail(found.help(help));
                }
            },
        };
        let slot = it.bases.get(copy).copied().unwrap_or_default();
        Ok(LValue {
            var,
            slot,
            offsets: Vec::new(),
            dims: it.dims.clone(),
            ty: it.element.clone(),
            indices: Vec::new(),
            field: String::new(),
        })
    }

    /// The variable of which a slot is a number.
    pub fn var_at(&self, slot: usize) -> Option<usize> {
        (0..self.vars.len()).find(|&var| {
            let it = &self.vars[var];
            let count = size(&it.dims) * it.element.width(&self.types.records);
            it.bases.iter().any(|base| (*base..base + count).contains(&slot))
        })
    }

    /// Whether reading it is an access: what is shared, in a line.
    fn is_read(&self, spot: &LValue) -> bool {
        let is_shared = self.vars[spot.var].storage == Storage::Shared;
        is_shared && !self.here.reads_without_step && self.here.process.is_some()
    }

    /// Whether its elements are read one after the other.
    pub fn steps_through(&self, spot: &LValue) -> bool {
        self.is_read(spot) && self.here.mode == Mode::Stepped
    }

    /// The value of a variable or element; of a shared one each element is read by itself.
    pub fn load(&mut self, spot: &LValue) -> Val {
        let (ty, is_read) = (spot.whole_ty(), self.is_read(spot));
        if let Some(dim) = spot.dims.first().filter(|_| is_read) {
            let (count, rest, of) = (dim.count(), spot.dims[1..].to_vec(), dim.of);
            if self.here.mode == Mode::Stepped {
                self.depends_on_identity(of);
            }
            let stride = size(&rest) * spot.ty.width(&self.types.records);
            let mut parts = Vec::new();
            for at in 0..count {
                let mut element = spot.clone();
                element.dims.clone_from(&rest);
                element.indices.push(Expr::Const(at as i64));
                element.slot += at * stride;
                parts.extend(self.load(&element).parts);
            }
            return Val { ty, parts, items: Vec::new() };
        }
        if !is_read {
            let width = size(&spot.dims) * spot.ty.width(&self.types.records);
            let parts = (0..width).map(|nth| Expr::Load(spot.place(nth))).collect();
            return Val { ty, parts, items: Vec::new() };
        }
        let mut slots = Vec::new();
        ty.slots(&self.types.records, &mut slots);
        let to: Vec<usize> = slots.into_iter().map(|slot| self.temp_for(slot)).collect();
        self.push(Op::Read { spot: spot.clone(), to: to.clone() });
        Val { ty, parts: to.into_iter().map(Expr::Temp).collect(), items: Vec::new() }
    }

    /// Moves a spot by so many strides, which must be below a bound.
    pub fn shift(
        &mut self,
        spot: &mut LValue,
        by: Expr,
        bound: ir::Bound,
        stride: usize,
        span: Span,
    ) -> Result<()> {
        match by {
            Expr::Const(at) if at < 0 || at >= bound.count => {
                let count = bound.count;
                let message = format!("This index is outside: there are {count} elements.");
                self.error(ErrorCode::IndexOutside, span, message)
            }
            Expr::Const(at) => {
                spot.slot += at as usize * stride;
                Ok(())
            }
            by => {
                spot.offsets.push((Expr::Below(by.into(), bound), stride));
                Ok(())
            }
        }
    }

    pub fn index(
        &mut self,
        mut spot: LValue,
        indices: &'t [Tree],
        env: &Env<'t>,
    ) -> Result<LValue> {
        for index in indices {
            if spot.dims.is_empty() {
                // an element that is a list or an array itself
                if let Ty::List(..) = spot.ty {
                    spot = self.of_list(spot, index, env)?;
                    continue;
                } else if let Ty::Array(dims, element) = spot.ty.clone() {
                    (spot.dims, spot.ty) = (dims, *element);
                } else {
                    let message = format!("`{}` has no more indices.", self.vars[spot.var].name);
                    return self.error(ErrorCode::NotAnArray, index.span, message);
                }
            }
            let value = self.eval(index, env)?;
            spot = self.element_of(spot, value, index.span)?;
        }
        Ok(spot)
    }

    /// The element of an array at an index.
    pub fn element_of(&mut self, mut spot: LValue, value: Val, span: Span) -> Result<LValue> {
        let dim = spot.dims.remove(0);
        if let (Some(value), Ty::Scalar(from)) = (value.constant(), &value.ty)
            && !dim.contains(converted(value, from.of, dim.of))
        {
            return self.outside(spot.var, value, from.of, &dim, span);
        }
        let from = value.ty.clone();
        let value = self.fit(value, &Ty::Scalar(dim.clone()), span)?.swap_remove(0);
        let value = if dim.symbols.is_empty() { value } else { self.simple(value) };
        let at = dim.position(&value, &from);
        let stride = size(&spot.dims) * spot.ty.width(&self.types.records);
        spot.indices.push(at.clone());
        let bound = self.bound_in(spot.var, &dim);
        self.shift(&mut spot, at, bound, stride, span)?;
        Ok(spot)
    }

    /// An element of a list.
    fn of_list(&mut self, mut spot: LValue, index: &'t Tree, env: &Env<'t>) -> Result<LValue> {
        let Ty::List(element, max) = spot.ty.clone() else { return Ok(spot) };
        let length = Expr::Load(spot.place(0));
        let at = self.list_index(index, length, env)?;
        spot.slot += 1;
        spot.ty = *element;
        spot.indices.push(at.clone());
        let stride = spot.ty.width(&self.types.records);
        self.shift(&mut spot, at, always(max), stride, index.span)?;
        Ok(spot)
    }

    fn outside<T>(
        &mut self,
        var: usize,
        value: i64,
        of: Of,
        dim: &Domain,
        span: Span,
    ) -> Result<T> {
        let name = &self.vars[var].name;
        let message = match (of, dim.of) {
            (Of::Processes, Of::Role(role, _)) => {
                let noun = &self.roles[role].noun;
                format!("`{name}` has an element for each `{noun}`, and this is another process.")
            }
            _ => format!(
                "The index {} is outside of `{name}`, which has {}.",
                self.say(value),
                self.say_domain(dim)
            ),
        };
        self.error(ErrorCode::IndexOutside, span, message)
    }

    fn field(&mut self, mut spot: LValue, name: &crate::tree::Name) -> Result<LValue> {
        if let Ty::Scalar(Domain { of: Of::Cells(pool), .. }) = spot.ty {
            return self.no_field_of_cell(pool, name);
        }
        let Ty::Record(id) = spot.ty else {
            let message = format!("`{}` has no fields.", self.vars[spot.var].name);
            return self.error(ErrorCode::UnknownName, name.span, message);
        };
        let fields = self.types.records[id].fields.clone();
        for (field, ty) in fields {
            if field == name.text {
                spot.ty = ty;
                spot.field = format!("{}.{field}", spot.field);
                return Ok(spot);
            }
            spot.slot += ty.width(&self.types.records);
        }
        let message = format!("The record has no field `{}`.", name.text);
        self.error(ErrorCode::UnknownName, name.span, message)
    }
}
