//! Which columns a text names, and reading them.

use crate::core::{Op, Statement};
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::Result;
use crate::instantiate::domain::{Domain, Ty};
use crate::instantiate::instance::{Instance, Mode};
use crate::instantiate::table::named as cell_called;
use crate::instantiate::terms::{add, binary, load, or, select};
use crate::instantiate::value::{Env, Val};
use crate::token::Span;
use crate::tree::{Expr as Tree, ExprKind};
use program::ir::{Binary, CellName, Expr, Index, Place, Slot, SlotId, Store, TempId};
use program::{SYMBOLS, Words};

/// Which columns a text names.
#[derive(Clone, Debug)]
pub enum Named {
    All,
    Family(usize),
    /// Of a family, the column at a position.
    One(usize, Expr),
}

impl<'t> Instance<'t> {
    pub fn named_columns(&mut self, expr: &'t Tree, env: &Env<'t>) -> Result<Named> {
        match &expr.kind {
            ExprKind::Name(name) if self.store.as_ref().is_some_and(|row| row.name == *name) => {
                Ok(Named::All)
            }
            ExprKind::Field(row, name) => {
                self.named_columns(row, env)?;
                let families = self.store.iter().flat_map(|row| &row.families);
                match families.into_iter().position(|family| family.name == name.text) {
                    Some(at) => Ok(Named::Family(at)),
                    None => self.unknown_name(&name.text, name.span),
                }
            }
            ExprKind::Index(base, indices) => {
                let (Named::Family(at), [index]) = (self.named_columns(base, env)?, &indices[..])
                else {
                    let message = "A column has one index.";
                    return self.error(ErrorCode::WrongArguments, expr.span, message);
                };
                let Some(Domain { .. }) = self.family_index(at) else {
                    let message = "This column has no index.";
                    return self.error(ErrorCode::WrongArguments, index.span, message);
                };
                let position = self.position(at, index, env)?;
                Ok(Named::One(at, position))
            }
            _ => self.error(ErrorCode::UnknownName, expr.span, "This is no column of a row."),
        }
    }

    fn family_index(&self, family: usize) -> Option<Domain> {
        self.store.as_ref()?.families.get(family)?.index.clone()
    }

    /// Where a column lies in its family.
    fn position(&mut self, family: usize, index: &'t Tree, env: &Env<'t>) -> Result<Expr> {
        let Some(domain) = self.family_index(family) else { return Ok(Expr::Const(0)) };
        let value = self.eval(index, env)?;
        let from = value.ty.clone();
        let parts = self.fit(value, &Ty::Scalar(domain.clone()), index.span)?;
        let position = domain.position(&parts[0], &from);
        Ok(match position {
            Expr::Const(_) => position,
            dynamic => {
                let name = self.store.as_ref().map(|store| store.families[family].name.clone());
                let bound = self.bound_of(&domain, &format!("`{}`", name.unwrap_or_default()));
                Expr::Below(dynamic.into(), bound)
            }
        })
    }

    /// The value of a read, in a step of its own.
    pub fn read_row(&mut self, expr: &'t Tree, env: &Env<'t>) -> Result<Val> {
        if self.here.process.is_none() {
            let message = "A property does not read a row: what it gives depends on who answers.";
            return self.error(ErrorCode::OutOfPlace, expr.span, message);
        }
        let named = self.named_columns(expr, env)?;
        let Some(row) = &self.store else { return Err(()) };
        if row.one_by_one && self.here.mode == Mode::Atomic {
            let message = "Where replicas answer one after the other, a read is no single step.";
            let help = "Read outside of `atomic` and of rules.";
            return self
                .fail(DiagnosticDraft::new(ErrorCode::OutOfPlace, expr.span, message).help(help));
        }
        match named {
            Named::All => self.notes.rows_read.insert(None),
            Named::Family(at) => self.notes.rows_read.insert(Some(at)),
            Named::One(..) => false,
        };
        let (columns, name) = self.read_what(&named);
        let slots: Vec<Slot> = columns.iter().map(|(_, domain)| domain_slot(domain)).collect();
        let to: Vec<TempId> = slots.into_iter().map(|slot| self.temp_for(slot)).collect();
        let values = to.iter().copied().map(Expr::Temp).collect();
        self.push(Op::ReadRow(ReadRow { columns, name, to }.into()));
        let mut tys = Vec::new();
        let Some(row) = &self.store else { return Err(()) };
        for (at, family) in row.families.iter().enumerate() {
            match named {
                Named::Family(it) | Named::One(it, _) if it != at => continue,
                _ => {}
            }
            let element = Ty::Scalar(family.domain.clone());
            tys.push(match (&named, &family.index) {
                (Named::One(..), _) | (_, None) => element,
                (_, Some(index)) => Ty::Array(vec![index.clone()], element.into()),
            });
        }
        let ty = if tys.len() == 1 { tys.remove(0) } else { Ty::Tuple(tys) };
        Ok(Val { ty, parts: values, items: Vec::new() })
    }

    /// Takes a whole row into a variable for each of its families.
    pub fn assign_row(
        &mut self,
        targets: &'t [Tree],
        row: &'t Tree,
        span: Span,
        env: &Env<'t>,
    ) -> Result<()> {
        let (values, value) = self.aside(|instance| instance.read_row(row, env))?;
        let tys = match value.ty {
            Ty::Tuple(tys) if tys.len() == targets.len() => tys,
            _ => {
                let count = self.store.as_ref().map_or(0, |row| row.families.len());
                let message = format!("A whole row is read into {count} variables, one a column.");
                return self.error(ErrorCode::WrongArguments, span, message);
            }
        };
        let (mut parts, mut stores) = (value.parts.into_iter(), Vec::new());
        self.hand.code.extend(values);
        for (target, ty) in targets.iter().zip(tys) {
            let Some(spot) = self.spot(target, env)? else {
                return self.not_assignable(target, env);
            };
            let own = spot.whole_ty();
            let parts = parts.by_ref().take(ty.width(&self.types.records)).collect();
            let parts = self.fit(Val { ty, parts, items: Vec::new() }, &own, target.span)?;
            stores.push((spot, parts));
        }
        self.says(Statement::Assign { values: Vec::new(), stores });
        Ok(())
    }

    /// For each column that is read where it lies in a replica's row, with its domain; and what readers
    /// call them.
    fn read_what(&self, named: &Named) -> (Vec<(Expr, Domain)>, ReadName) {
        let Some(row) = &self.store else { return (Vec::new(), ReadName::default()) };
        let words = |family: &crate::instantiate::store::Columns| self.scalar_words(&family.domain);
        let mut columns = Vec::new();
        let mut read = ReadName::default();
        for (at, family) in row.families.iter().enumerate() {
            let is_all = matches!(named, Named::All);
            match named {
                Named::Family(it) | Named::One(it, _) if *it != at => continue,
                Named::One(_, position) => {
                    let place = add(position.clone(), family.first as i64);
                    columns.push((place, family.domain.clone()));
                    read.cell = self.column_called(family, position.clone());
                    read.words = words(family);
                    return (columns, read);
                }
                _ => {}
            }
            for nth in 0..family.count {
                let label =
                    family.index.as_ref().map_or(String::new(), |index| self.label(index, nth));
                columns.push((Expr::Const((family.first + nth) as i64), family.domain.clone()));
                let label = if is_all { self.column_name(family, nth) } else { label };
                read.columns.push((label, words(family)));
            }
            read.cell = cell_called(if is_all { &row.name } else { &family.name }.clone(), None);
            read.words = match family.index.is_none() && !is_all {
                true => words(family),
                false => Words::Row(read.columns.clone()),
            };
        }
        (columns, read)
    }

    /// One column for readers: "number:0".
    pub fn column_called(
        &self,
        family: &crate::instantiate::store::Columns,
        position: Expr,
    ) -> CellName {
        let names: Vec<String> =
            (0..family.count).map(|nth| self.column_name(family, nth)).collect();
        if let Expr::Const(at) = position {
            return cell_called(names.get(at as usize).cloned().unwrap_or_default(), None);
        }
        let names = names.iter().map(|name| model::intern(name)).collect();
        CellName { rows: Some((position, names)), ..cell_called(family.name.clone(), None) }
    }
}

/// A read: where each column lies in a replica's row, with its domain, and where its value goes.
#[derive(Clone, Debug)]
pub struct ReadRow {
    pub columns: Vec<(Expr, Domain)>,
    pub name: ReadName,
    pub to: Vec<TempId>,
}

/// What readers call what is read.
#[derive(Clone, Debug)]
pub struct ReadName {
    pub cell: CellName,
    pub words: Words,
    pub columns: Vec<(String, Words)>,
}

impl Default for ReadName {
    fn default() -> ReadName {
        ReadName {
            cell: cell_called(String::new(), None),
            words: Words::Plain(0),
            columns: Vec::new(),
        }
    }
}

fn domain_slot(domain: &Domain) -> Slot {
    Slot::new(domain.symbols.clone(), domain.low, domain.high)
}

pub fn cell_at(slot: SlotId, at: &Expr, count: usize) -> Expr {
    match at {
        Expr::Const(at) => load(slot + *at as usize),
        dynamic => {
            let index = Index { value: dynamic.clone(), stride: 1, count };
            Expr::Load(Place { slot, index: Some(index.into()) })
        }
    }
}

/// The value of a cell: `none` where nothing is there.
pub fn value_of(cell: Expr, domain: &Domain) -> Expr {
    let code = binary(Binary::Modulo, cell, Expr::Const(Store::VALUES));
    let symbols = domain.symbols.len() as i64;
    let mut value = add(code.clone(), domain.low - symbols);
    for (at, &symbol) in domain.symbols.iter().enumerate().skip(1) {
        let is_it = binary(Binary::Equal, code.clone(), Expr::Const(at as i64));
        value = select(is_it, Expr::Const(symbol), value);
    }
    let is_empty = binary(Binary::Equal, code.clone(), Expr::Const(0));
    let is_gone = binary(Binary::Equal, code, Expr::Const(Store::TOMBSTONE));
    select(or(is_empty, is_gone), Expr::Const(SYMBOLS), value)
}
