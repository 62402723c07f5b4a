//! Rows of a store as readers see them.

use crate::instantiate::domain::{Domain, Ty};
use crate::instantiate::info::Var;
use crate::instantiate::table::COLUMN;
use crate::sequence::Sequence;
use crate::tree::Storage;
use model::intern;
use program::ir::{self, ShownAs, SlotId, Variable};

impl Sequence<'_> {
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
        let of_row = |var: &Var| {
            var.role.is_none()
                && var.storage == Storage::Shared
                && var.dims.len() == 1
                && named.is_some()
                && var.index_names[0] == named
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
                let width = labels.len() * it.element.width(&self.types.records);
                let names = self.labels(dim).into_iter().enumerate();
                let shared = names.map(|(at, label)| {
                    row(it, base + at * width, format!("{}[{label}]", it.name), None)
                });
                shared.collect()
            }
            _ => vec![row(it, base, it.name.clone(), None)],
        };
        let is_own = |var: &&Var| {
            var.role.is_some()
                && var.storage != Storage::Ghost
                && var.dims.len() == 1
                && var.index_names == [Some(COLUMN.to_owned())]
        };
        for process in 0..self.process_count() {
            let own = self.vars.iter().filter(is_own);
            for own in own.filter(|own| own.role == Some(self.role_of(process))) {
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
                let base = it.bases[0] + row * width * it.element.width(&self.types.records);
                let of_row =
                    (0..width).map(|nth| self.cell_of_row(it, base, nth, columns.len() + nth));
                cells.push((row, of_row.collect::<Vec<_>>()));
            }
            columns.extend(labels);
        }
        let name = named.unwrap_or_default();
        let labels = self.labels(&self.vars[families[0]].dims[0]);
        let rows = labels.into_iter().enumerate().map(|(at, label)| {
            let own = cells.iter().filter(|cell| cell.0 == at).flat_map(|cell| cell.1.clone());
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
            slot: base + nth * it.element.width(&self.types.records),
            words: it.element.words(self),
            writer,
            processes,
        }
    }
}
