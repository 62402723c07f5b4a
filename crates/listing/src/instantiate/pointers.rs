//! Pointers: variables with values of a domain that has a name, where arrays are indexed by it.

use crate::instantiate::domain::{Domain, Of, Ty};
use crate::instantiate::instance::Instance;
use crate::tree::{Domain as DomainTree, DomainKind, ExprKind, ItemKind};
use model::intern;
use program::ir::ShownAs;

impl<'t> Instance<'t> {
    /// The name of the numbers that a domain has, if it is declared with one.
    pub fn domain_name(&self, domain: &'t DomainTree) -> Option<String> {
        let DomainKind::Expr(expr) = &domain.kind else { return None };
        let ExprKind::Name(name) = &expr.kind else { return None };
        let is_it = |it: &&(String, Ty)| {
            it.0 == *name && matches!(&it.1, Ty::Scalar(it) if it.symbols.is_empty() && it.low >= 0)
        };
        self.types.domains.iter().find(is_it).map(|it| it.0.clone())
    }

    /// The same, where symbols stand beside it: `none | node`.
    pub fn domain_beside_symbols(&self, domain: &'t DomainTree) -> Option<String> {
        match &domain.kind {
            DomainKind::Union(all) => all.iter().find_map(|domain| self.domain_name(domain)),
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
        let record = &self.types.records[self.find_record(name)?];
        let fields = self.source.listing.items.iter().find_map(|item| match &item.kind {
            ItemKind::Record(item, fields) if item.text == *name => Some(fields),
            _ => None,
        })?;
        let mut before = 0;
        for (field, (_, ty)) in fields.iter().zip(&record.fields) {
            if let Some(name) = self.domain_name(&field.domain) {
                return Some((name, before));
            }
            before += ty.width(&self.types.records);
        }
        None
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
                self.types.records[*id].fields.iter().find_map(|(_, field)| {
                    let at = before;
                    before += field.width(&self.types.records);
                    self.cell_in(field).map(|(inside, pool)| (at + inside, pool))
                })
            }
            _ => None,
        }
    }
}
