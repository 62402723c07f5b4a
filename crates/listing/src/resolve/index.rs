//! What is indexed, and by what.

use super::Resolver;
use super::binder::Use;
use super::kind::{Kind, Over};
use crate::occurrences::NameKind;
use crate::tree::Expr;

impl Resolver<'_> {
    pub(super) fn index(&mut self, base: &Expr, indices: &[Expr]) -> Kind {
        let Some(name) = self.free_name(base) else {
            return self.elements_of(base, indices);
        };
        let is_shared = self.names.is_variable(name, None);
        let owners = self.names.owners(name);
        let own = self.here.filter(|role| owners.contains(role));
        if name == "decision" && owners.is_empty() && !is_shared {
            self.table.give(NameKind::Given, name, base.span);
            self.kinds_of(indices);
            return Kind::Unknown;
        }
        match (self.here, own) {
            // what has no index of its own is indexed by its process
            (Some(_), Some(role)) => {
                self.reads_ghost(name, base.span);
                let sort = self.names.variable(name, own).unwrap_or(Kind::Unknown);
                if matches!(sort, Kind::Array(..) | Kind::List(_) | Kind::Unknown) {
                    self.note_owners(&[role], name, base.span);
                    return self.elements(sort, indices);
                }
                let sort = self.owner_index(name, base.span, &[role], &indices[0]);
                self.elements(sort, &indices[1..])
            }
            (None, _) if !is_shared && !owners.is_empty() => {
                if let [role] = owners[..]
                    && self.names.roles[role].number.is_none()
                    && let Some(sort @ Kind::Array(..)) = self.names.variable(name, Some(role))
                    && matches!(&sort, Kind::Array(dims, _) if dims.len() == indices.len())
                {
                    self.note_owners(&[role], name, base.span);
                    return self.elements(sort, indices);
                }
                let sort = self.owner_index(name, base.span, &owners, &indices[0]);
                self.elements(sort, &indices[1..])
            }
            _ => {
                if self.here.is_some() && !is_shared && !self.names.is_defined(name) {
                    self.of_another_role(name, base.span, &owners, &indices[0]);
                }
                self.section_as_array(name, base.span, &indices[0]);
                self.elements_of(base, indices)
            }
        }
    }

    fn elements_of(&mut self, base: &Expr, indices: &[Expr]) -> Kind {
        let sort = self.kind_of(base);
        if let Kind::List(member) = &sort
            && self.names.is_written_list(base)
            && let found = self.kind_of(&indices[0])
            && let Kind::Process(over) = self.known(&found)
            && (over != Over::All || self.names.roles.len() == 1)
        {
            // one for each process, as the text counts them
            return self.elements((**member).clone(), &indices[1..]);
        }
        self.elements(sort, indices)
    }

    pub(super) fn elements(&mut self, mut sort: Kind, indices: &[Expr]) -> Kind {
        for index in indices {
            let found = self.kind_of(index);
            let Kind::Array(mut dims, element) = sort else {
                if let (Kind::List(_), Kind::Process(_)) = (&sort, self.known(&found)) {
                    self.process_as_position(index);
                }
                sort = sort.member();
                continue;
            };
            let dim = dims.remove(0);
            match (&dim, self.known(&found)) {
                (Kind::Process(over), Kind::Bound(at)) => self.note_use(at, Use::Index(*over)),
                (Kind::Range(text), Kind::Bound(at)) => self.note_use(at, Use::Range(text.clone())),
                (_, found) => {
                    self.counted_in_role(&dim, index);
                    self.check_comparable(&dim, &found, index.span);
                }
            }
            sort = if dims.is_empty() { *element } else { Kind::Array(dims, element) };
        }
        sort
    }
}
