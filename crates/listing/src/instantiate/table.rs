//! Rows of a store: arrays whose last index is the domain `column`, and those that share their first
//! index. A row is read, written and told as one value.

use crate::instantiate::domain::Domain;
use crate::instantiate::info::Var;
use crate::instantiate::instance::Instance;
use crate::instantiate::place::LValue;
use crate::instantiate::pool::shown;
use crate::instantiate::terms::{add, binary};
use crate::tree::Storage;
use model::intern;
use program::ir::{CellName, Expr};
use program::{Words, ir};

/// The domain that makes a row of an array.
pub const COLUMN: &str = "column";

impl Instance<'_> {
    /// Whether the last index of a variable names columns of rows.
    pub fn has_columns(&self, var: usize) -> bool {
        let it = &self.vars[var];
        let is_shared = |var: &Var| var.role.is_none() && var.storage == Storage::Shared;
        let is_named = |var: &Var| var.index_names.last() == Some(&Some(COLUMN.to_owned()));
        let shares_rows = |other: &Var| {
            is_shared(other)
                && is_named(other)
                && other.dims.len() == 2
                && other.index_names[0].is_some()
                && other.index_names[0] == it.index_names[0]
        };
        is_shared(it)
            && (is_named(it) && it.dims.len() <= 2
                || it.dims.len() == 2 && self.vars.iter().any(shares_rows))
    }

    /// What is told of an access as one value, of which it concerns a part: the row in which an element
    /// lies, or a whole lock. Its name, its parts, and how it reads.
    pub fn whole_of(&self, spot: &LValue) -> Option<(CellName, Vec<Expr>, Words)> {
        self.row_of(spot).or_else(|| self.lock_of(spot))
    }

    fn lock_of(&self, spot: &LValue) -> Option<(CellName, Vec<Expr>, Words)> {
        let it = &self.vars[spot.var];
        if spot.field.is_empty() || it.role.is_some() || self.holders(&it.element).is_none() {
            return None;
        }
        let width = it.element.width(&self.types.records);
        let mut whole = LValue { slot: it.bases[0], offsets: Vec::new(), ..spot.clone() };
        whole.field.clear();
        match (&it.dims[..], &spot.indices[..]) {
            ([], []) => {}
            ([_], [Expr::Const(at)]) => whole.slot += *at as usize * width,
            ([_], [computed]) => whole.offsets.push((computed.clone(), width)),
            _ => return None,
        }
        let parts = (0..width).map(|nth| Expr::Load(whole.place(nth))).collect();
        Some((self.cell(&whole), parts, it.element.words(self)))
    }

    fn row_of(&self, spot: &LValue) -> Option<(CellName, Vec<Expr>, Words)> {
        let it = &self.vars[spot.var];
        if !self.has_columns(spot.var) || spot.indices.len() + 1 < it.dims.len() {
            return None;
        }
        let words = self.columns_in_words(it);
        let width = words.width();
        let mut row = LValue { slot: it.bases[0], offsets: Vec::new(), ..spot.clone() };
        let mut index = None;
        if let ([dim, _], [first, ..]) = (&it.dims[..], &spot.indices[..]) {
            match first {
                Expr::Const(at) => row.slot += *at as usize * width,
                computed => row.offsets.push((computed.clone(), width)),
            }
            index = (dim.count() > 1).then(|| add(first.clone(), dim.first_index()));
        }
        let parts = (0..width).map(|nth| Expr::Load(row.place(nth))).collect();
        let labels = self.index_labels(&it.dims[..it.dims.len() - 1]);
        Some((CellName { labels, ..named(it.name.clone(), index) }, parts, words))
    }

    pub fn columns_in_words(&self, it: &Var) -> Words {
        let element = it.element.words(self);
        let labels = it.dims.last().map_or(Vec::new(), |dim| self.labels(dim));
        Words::Columns(labels.into_iter().map(|label| (label, element.clone())).collect())
    }

    /// How the indices of all elements read, the last index fastest; none where they are counted from the
    /// first on.
    pub fn index_labels(&self, dims: &[Domain]) -> Vec<&'static str> {
        let [first, rest @ ..] = dims else { return Vec::new() };
        let is_counted = first.symbols.is_empty() && first.low >= 0;
        if rest.is_empty() && is_counted {
            return Vec::new();
        }
        let all = rest.iter().fold(self.labels(first), |before, dim| {
            let after = self.labels(dim);
            let pairs = before.iter().flat_map(|one| after.iter().map(move |last| (one, last)));
            pairs.map(|(one, last)| format!("{one}, {last}")).collect()
        });
        all.iter().map(|text| intern(text)).collect()
    }

    pub fn labels(&self, dim: &Domain) -> Vec<String> {
        dim.values().into_iter().map(|value| self.say_of(value, dim.of)).collect()
    }

    /// The name of a shared cell for readers.
    pub fn cell(&self, spot: &LValue) -> CellName {
        let Var { name, dims, .. } = &self.vars[spot.var];
        let name = shown(name);
        let [first, rest @ ..] = &spot.indices[..] else {
            return named(format!("{name}{}", spot.field), None);
        };
        let [dim, ..] = &dims[..] else {
            // an element of a list
            return named(format!("{name}{}", spot.field), Some(first.clone()));
        };
        let Some(last) = rest.last() else {
            let index = add(first.clone(), dim.first_index());
            let index = (dim.count() > 1).then_some(index);
            let labels = self.index_labels(&dims[..1]);
            return CellName { labels, ..named(format!("{name}{}", spot.field), index) };
        };
        let row = |value: i64| format!("{name}[{}]{}", self.say_of(value, dim.of), spot.field);
        let (index, labels) = if dims.len() > 2 && rest.len() + 1 == dims.len() {
            (position(&dims[1..], rest), self.index_labels(&dims[1..]))
        } else {
            // behind the last dimension, it is the place in a list
            let dim = dims.get(rest.len());
            let labels = dim.map_or(Vec::new(), |dim| self.index_labels(std::slice::from_ref(dim)));
            (add(last.clone(), dim.map_or(0, Domain::first_index)), labels)
        };
        let index = Some(index);
        let rows: Vec<String> = dim.values().into_iter().map(row).collect();
        if let Expr::Const(at) = first {
            let row = rows.get(*at as usize).cloned().unwrap_or_default();
            return CellName { labels, ..named(row, index) };
        }
        let rows = rows.iter().map(|row| intern(row)).collect();
        CellName { rows: Some((first.clone(), rows)), labels, ..named(name.to_owned(), index) }
    }
}

pub fn named(array: String, index: Option<Expr>) -> CellName {
    CellName { array: intern(&array), rows: None, index, labels: Vec::new() }
}

/// Which element it is, of all that have these indices.
pub fn position(dims: &[Domain], indices: &[Expr]) -> Expr {
    let all = dims.iter().zip(indices);
    all.fold(Expr::Const(0), |before, (dim, index)| {
        let count = Expr::Const(dim.count() as i64);
        let before = binary(ir::Binary::Multiply, before, count);
        binary(ir::Binary::Add, before, index.clone())
    })
}
