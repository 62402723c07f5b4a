//! Pointers: variables with values of a domain that has a name, where arrays are indexed by it.

use super::domain::{Domain, Of, Ty};
use super::pool::Shows;
use super::{Lower, Var};
use crate::tree::{Domain as DomainTree, DomainKind, ExprKind, ItemKind, Storage};
use model::intern;
use program::ir::{ShownAs, SlotId};

impl<'t> Lower<'t> {
    /// The name of the numbers that a domain has, if it is declared with one.
    pub fn domain_name(&self, domain: &'t DomainTree) -> Option<String> {
        let DomainKind::Expr(expr) = &domain.kind else { return None };
        let ExprKind::Name(name) = &expr.kind else { return None };
        let is_it = |it: &&(String, Ty)| {
            it.0 == *name && matches!(&it.1, Ty::Scalar(it) if it.symbols.is_empty() && it.low >= 0)
        };
        self.domains.iter().find(is_it).map(|it| it.0.clone())
    }

    /// The same, where symbols stand beside it: `none | node`.
    pub fn domain_beside_symbols(&self, domain: &'t DomainTree) -> Option<String> {
        match &domain.kind {
            DomainKind::Union(all) => all.iter().find_map(|it| self.domain_name(it)),
            _ => self.domain_name(domain),
        }
    }

    /// The same of a record's first field that has one, and how many numbers stand before it.
    pub fn pointer_domain(&self, domain: &'t DomainTree) -> Option<(String, usize)> {
        if let Some(name) = self.domain_name(domain) {
            return Some((name, 0));
        }
        let DomainKind::Expr(expr) = &domain.kind else { return None };
        let ExprKind::Name(name) = &expr.kind else { return None };
        let record = &self.records[self.find_record(name)?];
        let fields = self.listing.items.iter().find_map(|it| match &it.kind {
            ItemKind::Record(it, fields) if it.text == *name => Some(fields),
            _ => None,
        })?;
        let mut before = 0;
        for (field, (_, ty)) in fields.iter().zip(&record.fields) {
            if let Some(name) = self.domain_name(&field.domain) {
                return Some((name, before));
            }
            before += ty.width(&self.records);
        }
        None
    }

    /// Several arrays to which a variable points are parts of what it points to.
    pub fn show_pointers(&mut self) {
        let shared: Vec<usize> = (0..self.vars.len())
            .filter(|&it| self.vars[it].role.is_none() && self.vars[it].storage == Storage::Shared)
            .collect();
        self.show_pools(&shared);
        self.show_trees(&shared);
        for &var in &shared {
            let Some((name, field)) = &self.vars[var].points else { continue };
            let is_target = |it: &&usize| {
                **it != var && self.vars[**it].indexed_by.as_deref() == Some(name.as_str())
            };
            let targets: Vec<usize> = shared.iter().filter(is_target).copied().collect();
            let Some(&first) = targets.first() else { continue };
            let array = intern(&self.vars[first].name);
            let is_single = super::domain::size(&self.vars[first].dims) == 1;
            let pointer = ShownAs::Points { array, field: *field, is_single };
            self.show_as(self.vars[var].bases[0], pointer);
            if targets.len() > 1 {
                for it in targets {
                    self.show_as(self.vars[it].bases[0], ShownAs::Part);
                }
            }
        }
    }

    /// Pools with their fields, and what points to their cells.
    fn show_pools(&mut self, shared: &[usize]) {
        for &var in shared {
            let it = &self.vars[var];
            let shown_as = match self.pools.iter().find_map(|pool| pool.shows(var, it)) {
                Some(Shows::Cells) => ShownAs::Cells,
                Some(Shows::Field) => {
                    let to = self.cell_in(&it.element);
                    ShownAs::Field(to.map(|(field, pool)| (field, intern(&self.pools[pool].name))))
                }
                None => self.pointer_to_cell(&it.element),
            };
            self.show_as(self.vars[var].bases[0], shown_as);
        }
    }

    /// How a variable with values of a domain is shown, if it points to a cell of a pool.
    pub fn pointer_to_cell(&self, ty: &Ty) -> ShownAs {
        self.cell_in(ty).map_or(ShownAs::Value, |(field, pool)| ShownAs::Points {
            array: intern(&self.pools[pool].name),
            field,
            is_single: false,
        })
    }

    /// The first cell of a pool that is a part of a value: the numbers before it, and the pool.
    pub fn cell_in(&self, ty: &Ty) -> Option<(usize, usize)> {
        match ty {
            Ty::Scalar(Domain { of: Of::Cells(pool), .. }) => Some((0, *pool)),
            Ty::Record(id) => {
                let mut before = 0;
                self.records[*id].fields.iter().find_map(|(_, field)| {
                    let at = before;
                    before += field.width(&self.records);
                    self.cell_in(field).map(|(inside, pool)| (at + inside, pool))
                })
            }
            _ => None,
        }
    }

    /// Two or more arrays whose values are indices of them all are the children of the nodes of a tree.
    fn show_trees(&mut self, shared: &[usize]) {
        let is_child = |it: &Var| it.indexed_by.is_some() && it.indexed_by == it.children_of;
        let Some(&first) = shared.iter().find(|&&it| is_child(&self.vars[it])) else { return };
        let name = self.vars[first].indexed_by.clone();
        let same = |it: &&usize| is_child(&self.vars[**it]) && self.vars[**it].indexed_by == name;
        let children: Vec<usize> = shared.iter().filter(same).copied().collect();
        if children.len() > 1 {
            let first = intern(&self.vars[first].name);
            for it in children {
                self.show_as(self.vars[it].bases[0], ShownAs::Child(first));
            }
        }
    }

    /// What is nothing special yet.
    fn show_as(&mut self, slot: SlotId, shown_as: ShownAs) {
        let all = self.program.shared.iter_mut();
        for it in all.filter(|it| it.slot == slot && it.shown_as == ShownAs::Value) {
            it.shown_as = shown_as;
        }
    }
}
