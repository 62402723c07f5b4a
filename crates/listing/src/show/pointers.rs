//! Pointers, pools and trees, as readers see them.

use crate::instantiate::info::Var;
use crate::instantiate::pool::Shows;
use crate::sequence::Sequence;
use crate::tree::Storage;
use model::intern;
use program::ir::{ShownAs, SlotId};

impl Sequence<'_> {
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
            let is_single = crate::instantiate::domain::size(&self.vars[first].dims) == 1;
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

    /// Two or more arrays whose values are indices of them all are the children of the nodes of a tree.
    fn show_trees(&mut self, shared: &[usize]) {
        let is_child = |var: &Var| var.indexed_by.is_some() && var.indexed_by == var.children_of;
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
        for it in
            all.filter(|variable| variable.slot == slot && variable.shown_as == ShownAs::Value)
        {
            it.shown_as = shown_as;
        }
    }
}
