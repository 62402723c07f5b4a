//! Rows of a store: arrays whose last index is the domain `column`, and those that share their first
//! index. A row is read, written and told as one value.

use super::domain::{Domain, Ty, add};
use super::place::Spot;
use super::{Lower, Var};
use crate::tree::Storage;
use model::intern;
use program::Words;
use program::ir::{self, CellName, Expr, ShownAs, SlotId, Variable};

/// The domain that makes a row of an array.
const COLUMN: &str = "column";

impl Lower<'_> {
    /// Whether the last index of a variable names columns of rows.
    pub fn has_columns(&self, var: usize) -> bool {
        let it = &self.vars[var];
        let is_shared = |it: &Var| it.role.is_none() && it.storage == Storage::Shared;
        let is_named = |it: &Var| it.index_names.last() == Some(&Some(COLUMN.to_owned()));
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
    pub fn whole_of(&self, spot: &Spot) -> Option<(CellName, Vec<Expr>, Words)> {
        self.row_of(spot).or_else(|| self.lock_of(spot))
    }

    fn lock_of(&self, spot: &Spot) -> Option<(CellName, Vec<Expr>, Words)> {
        let it = &self.vars[spot.var];
        if spot.field.is_empty() || it.role.is_some() || self.holders(&it.element).is_none() {
            return None;
        }
        let width = it.element.width(&self.records);
        let mut whole = Spot { slot: it.bases[0], offsets: Vec::new(), ..spot.clone() };
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

    fn row_of(&self, spot: &Spot) -> Option<(CellName, Vec<Expr>, Words)> {
        let it = &self.vars[spot.var];
        if !self.has_columns(spot.var) || spot.indices.len() + 1 < it.dims.len() {
            return None;
        }
        let words = self.columns_in_words(it);
        let width = words.width();
        let mut row = Spot { slot: it.bases[0], offsets: Vec::new(), ..spot.clone() };
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
        Some((CellName { labels, ..super::sequence::named(it.name.clone(), index) }, parts, words))
    }

    fn columns_in_words(&self, it: &Var) -> Words {
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
        all.iter().map(|it| intern(it)).collect()
    }

    fn labels(&self, dim: &Domain) -> Vec<String> {
        dim.values().into_iter().map(|value| self.say_of(value, dim.of)).collect()
    }

    /// The variable as readers see it: one value for each row.
    pub fn shown_rows(&self, var: usize) -> Variable {
        let it = &self.vars[var];
        let rows = if let [dim, _] = &it.dims[..] { Some(dim) } else { None };
        Variable {
            name: intern(&it.name),
            slot: it.bases[0],
            count: rows.map(Domain::count),
            first: rows.map_or(0, Domain::first_index),
            labels: self.index_labels(&it.dims[..it.dims.len() - 1]),
            words: self.columns_in_words(it),
            owned: false,
            busy: None,
            shown_as: ShownAs::Value,
        }
    }

    /// Puts together the rows that the shared arrays make, and those that processes have of their own.
    pub fn find_table(&mut self) {
        let families: Vec<usize> =
            (0..self.vars.len()).filter(|&it| self.has_columns(it)).collect();
        let Some(&first) = families.first() else { return };
        let named =
            self.vars[first].index_names[0].clone().filter(|_| self.vars[first].dims.len() == 2);
        let of_row = |it: &Var| {
            it.role.is_none()
                && it.storage == Storage::Shared
                && it.dims.len() == 1
                && named.is_some()
                && it.index_names[0] == named
        };
        let single: Vec<usize> =
            (0..self.vars.len()).filter(|&it| of_row(&self.vars[it])).collect();
        self.program.table = match &families[..] {
            [only] if single.is_empty() => Some(self.table_of_one(*only)),
            _ => Some(self.table_of_families(&families, &single, named)),
        };
    }

    /// Rows of one array only, and of what processes have with the same columns.
    fn table_of_one(&self, var: usize) -> ir::Table {
        let it = &self.vars[var];
        let labels = it.dims.last().map_or(Vec::new(), |dim| self.labels(dim));
        let columns = labels.iter().map(|label| format!("{COLUMN} {label}")).collect();
        let row = |it: &Var, base: SlotId, name: String, owner: Option<usize>| {
            let cells = (0..labels.len()).map(|nth| self.cell_of_row(it, base, nth, nth));
            ir::TableRow { name, owner, cells: cells.collect() }
        };
        let base = it.bases[0];
        let mut rows = match &it.dims[..] {
            [dim, _] if dim.count() > 1 => {
                let width = labels.len() * it.element.width(&self.records);
                let names = self.labels(dim).into_iter().enumerate();
                let shared = names.map(|(at, label)| {
                    row(it, base + at * width, format!("{}[{label}]", it.name), None)
                });
                shared.collect()
            }
            _ => vec![row(it, base, it.name.clone(), None)],
        };
        let is_own = |it: &&Var| {
            it.role.is_some()
                && it.storage != Storage::Ghost
                && it.dims.len() == 1
                && it.index_names == [Some(COLUMN.to_owned())]
        };
        for process in 0..self.process_count() {
            let own = self.vars.iter().filter(is_own);
            for own in own.filter(|it| it.role == Some(self.role_of(process))) {
                let base = own.bases[process - self.roles[self.role_of(process)].base];
                rows.push(row(own, base, own.name.clone(), Some(process)));
            }
        }
        ir::Table { columns, rows }
    }

    /// Rows that several arrays make together.
    fn table_of_families(
        &self,
        families: &[usize],
        single: &[usize],
        named: Option<String>,
    ) -> ir::Table {
        let (mut columns, mut cells) = (Vec::new(), Vec::new());
        let count = self.vars[families[0]].dims[0].count();
        let mut all: Vec<usize> = families.iter().chain(single).copied().collect();
        all.sort_unstable();
        for var in all {
            let it = &self.vars[var];
            let labels = match &it.dims[..] {
                [_, dim] => {
                    self.labels(dim).iter().map(|label| format!("{}:{label}", it.name)).collect()
                }
                _ => vec![it.name.clone()],
            };
            let width = labels.len();
            for row in 0..count {
                let base = it.bases[0] + row * width * it.element.width(&self.records);
                let of_row =
                    (0..width).map(|nth| self.cell_of_row(it, base, nth, columns.len() + nth));
                cells.push((row, of_row.collect::<Vec<_>>()));
            }
            columns.extend(labels);
        }
        let name = named.unwrap_or_default();
        let labels = self.labels(&self.vars[families[0]].dims[0]);
        let rows = labels.into_iter().enumerate().map(|(at, label)| {
            let own = cells.iter().filter(|it| it.0 == at).flat_map(|it| it.1.clone());
            ir::TableRow { name: format!("{name} {label}"), owner: None, cells: own.collect() }
        });
        ir::Table { columns, rows: rows.collect() }
    }

    /// An element of a row. What lies in the column of a process was written by it.
    fn cell_of_row(&self, it: &Var, base: SlotId, nth: usize, column: usize) -> ir::TableCell {
        let columns = it.dims.last().filter(|_| it.dims.len() == 2);
        let writer = columns.and_then(|dim| {
            let first = dim.first_process()?;
            let number = usize::try_from(*dim.values().get(nth)?).ok()?;
            Some(first + number).filter(|it| *it < self.process_count())
        });
        let processes = match &it.element {
            Ty::Scalar(domain) => domain.first_process(),
            _ => None,
        };
        ir::TableCell {
            column,
            slot: base + nth * it.element.width(&self.records),
            words: it.element.words(self),
            writer,
            processes,
        }
    }
}
