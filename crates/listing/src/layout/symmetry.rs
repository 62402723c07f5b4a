//! Which processes differ by name only, by their variables and by what lines note.

use crate::claims::Claims;
use crate::instantiate::domain::{Domain, Of, Ty, size};
use crate::instantiate::info::Var;
use crate::tree::Storage;
use program::ir::{self, Monitor, Names, SlotId};

impl Claims<'_> {
    /// The largest role whose processes differ by name only.
    pub fn find_symmetry(&mut self) {
        if self.store.is_some() {
            self.program.symmetry = self.symmetry_of_replicas();
            return;
        }
        let role = (0..self.roles.len())
            .filter(|role| self.roles[*role].count > 1 && !self.notes.ordered.contains(role))
            .filter(|role| self.is_uniform(*role))
            .max_by_key(|role| self.roles[*role].count);
        let symmetry = role.and_then(|role| self.symmetry_of(role));
        match symmetry.as_ref().and_then(|_| self.tells_apart()) {
            Some(why) => self.program.hindrance = Some((symmetry.unwrap_or_default(), why)),
            None => self.program.symmetry = symmetry,
        }
    }

    /// What stands in the way of exchanging names, besides the processes themselves.
    fn tells_apart(&self) -> Option<String> {
        if let Some(name) = self.remembering.first() {
            return Some(format!("the property `{name}` remembers what has happened"));
        }
        match (self.program.choices_made.is_some(), !self.program.limits.is_empty()) {
            (true, _) => Some("an initial value is open, by `= any`".into()),
            (_, true) => Some("a `limit` ends the search in some states".into()),
            _ if self.may_pend_in_lists() => {
                Some("writes to a list of processes can be pending in store buffers".into())
            }
            _ => None,
        }
    }

    /// Whether its processes stand at the same points, and keep nothing half-read.
    fn is_uniform(&self, role: usize) -> bool {
        let info = &self.roles[role];
        let all = &self.program.processes[info.base..info.base + info.count];
        let shape = |process: &ir::Process| {
            let sections: Vec<_> =
                process.points.iter().map(|point| (point.section, point.row)).collect();
            sections
        };
        self.program.half_read.is_empty()
            && all.iter().all(|process| shape(process) == shape(&all[0]))
    }

    fn symmetry_of(&self, role: usize) -> Option<ir::Symmetry> {
        let (first, count) = (self.roles[role].base, self.roles[role].count);
        let (mut own, mut names) = self.own_places(first, count)?;
        // where the elements for its processes begin in an array over a domain
        let begins = |dim: &Domain| match dim.of {
            Of::Role(it, _) => (it == role).then_some(0),
            _ => Some(first),
        };
        let (mut tables, mut lists) = (Vec::new(), Vec::new());
        for var in &self.vars {
            let naming = match &var.element {
                Ty::List(element, max) => self.naming_of_list(element, *max)?,
                element => self.naming(element)?,
            };
            let by_process = var.dims.first().filter(|dim| dim.of.are_processes());
            let rest = var.dims.get(1..).unwrap_or_default();
            if rest.iter().any(|dim| dim.of.are_processes()) {
                return None;
            }
            let width = naming.len() * size(&var.dims);
            for &base in &var.bases {
                for nth in 0..size(&var.dims) {
                    if let (Ty::List(element, _), true) = (&var.element, names_some(&naming)) {
                        let each = element.width(&self.types.records);
                        lists.push((base + nth * naming.len(), each));
                    }
                    note(base + nth * naming.len(), naming.clone(), &mut names);
                }
            }
            match (var.role, by_process) {
                (Some(owner), by_process) => {
                    if owner == role {
                        own.iter_mut().zip(&var.bases).for_each(|(own, &base)| {
                            own.extend(base..base + width);
                        });
                    }
                    let Some(dim) = by_process else { continue };
                    if !dim.symbols.is_empty() {
                        return None;
                    }
                    if let Some(begins) = begins(dim) {
                        let each = width / dim.count();
                        tables.extend(var.bases.iter().map(|base| (base + begins * each, each)));
                    }
                }
                (None, Some(dim)) => {
                    if !dim.symbols.is_empty() || var.storage == Storage::Stable {
                        return None;
                    }
                    let Some(begins) = begins(dim) else { continue };
                    add_elements(var, (begins, width / dim.count()), size(rest), &mut own);
                }
                _ => {}
            }
        }
        let fields = self.naming_of_messages()?;
        self.own_pending(first, &mut own)?;
        let cells = self.named_cells(&own, &names);
        Some(ir::Symmetry { first, own, tables, lists, names, fields, cells })
    }

    /// What each of these processes has besides variables: where it stands, its passes, decision and proposal.
    fn own_places(
        &self,
        first: usize,
        count: usize,
    ) -> Option<(Vec<Vec<SlotId>>, Vec<(SlotId, Names)>)> {
        let mut own: Vec<Vec<SlotId>> = vec![Vec::new(); count];
        let mut names = Vec::new();
        for process in 0..self.program.processes.len() {
            let mut mine = vec![self.program.processes[process].point];
            mine.extend(self.places.counters[process]);
            for (slots, ty) in [
                (&self.consensus.decision_slots, &self.consensus.decision),
                (&self.consensus.proposal_slots, &self.consensus.proposal),
            ] {
                if let (Some(&slot), Some(ty)) = (slots.get(process), ty) {
                    mine.extend(slot..slot + ty.width(&self.types.records));
                    note(slot, self.naming(ty)?, &mut names);
                }
            }
            mine.extend(self.consensus.proposal_slots.get(process).map(|slot| slot - 1));
            for overtaking in self.program.monitors.iter().filter_map(Monitor::overtaking) {
                mine.push(overtaking.slot + process);
                names.push((overtaking.slot + process, Names::Set(0)));
            }
            if let Some(nth) = process.checked_sub(first).filter(|nth| *nth < count) {
                own[nth] = mine;
            }
        }
        Some((own, names))
    }

    /// For each message which of its fields name processes.
    fn naming_of_messages(&self) -> Option<Vec<Vec<Option<Names>>>> {
        let fields = self.messages.iter().map(|message| {
            let all = message.fields.iter().map(|(_, ty)| self.naming(ty));
            Some(all.collect::<Option<Vec<_>>>()?.concat())
        });
        fields.collect()
    }

    fn naming(&self, ty: &Ty) -> Naming {
        let base = |of: Of| match of {
            Of::Numbers | Of::Cells(_) => None,
            Of::Role(_, base) => Some(base),
            Of::Processes => Some(0),
        };
        match ty {
            Ty::Bool => Some(vec![None]),
            Ty::Scalar(domain) => Some(vec![base(domain.of).map(Names::One)]),
            Ty::Set(member) => match &**member {
                Ty::Scalar(domain) => match base(domain.of) {
                    Some(_) if !domain.symbols.is_empty() => None,
                    base => Some(vec![base.map(Names::Set)]),
                },
                other => {
                    let inner = self.naming(other)?;
                    inner.iter().all(Option::is_none).then(|| vec![None])
                }
            },
            // of a list within another value it would have to be known how long it is
            Ty::List(element, max) => {
                self.naming_of_list(element, *max).filter(|naming| !names_some(naming))
            }
            Ty::Record(id) => {
                let fields = self.types.records[*id].fields.iter().map(|(_, it)| self.naming(it));
                Some(fields.collect::<Option<Vec<_>>>()?.concat())
            }
            Ty::Tuple(all) => {
                let all = all.iter().map(|it| self.naming(it));
                Some(all.collect::<Option<Vec<_>>>()?.concat())
            }
            Ty::Array(dims, element) => {
                if dims.iter().any(|dim| dim.of.are_processes()) {
                    return None;
                }
                let element = self.naming(element)?;
                Some(std::iter::repeat_n(element, size(dims)).flatten().collect())
            }
            Ty::Literal(_) => None,
        }
    }

    pub fn naming_of_list(&self, element: &Ty, max: usize) -> Naming {
        let element = self.naming(element)?;
        let all = std::iter::repeat_n(element, max).flatten();
        Some(std::iter::once(None).chain(all).collect())
    }
}

/// How each number of a value names processes; none if that cannot be said.
pub type Naming = Option<Vec<Option<Names>>>;

pub fn names_some(naming: &[Option<Names>]) -> bool {
    naming.iter().any(Option::is_some)
}

/// Adds to the places of each process its elements of a shared array, which begin at one of them, each so wide.
fn add_elements(var: &Var, (begins, width): (usize, usize), count: usize, own: &mut [Vec<SlotId>]) {
    for (nth, own) in own.iter_mut().enumerate() {
        let base = var.bases[0] + (begins + nth) * width;
        own.extend(base..base + width);
        if let Some(busy) = var.busy {
            let first = busy + (begins + nth) * count;
            own.extend(first..first + count);
        }
    }
}

pub fn note(slot: SlotId, naming: Vec<Option<Names>>, names: &mut Vec<(SlotId, Names)>) {
    let all = naming.into_iter().enumerate();
    names.extend(all.filter_map(|(nth, how)| Some((slot + nth, how?))));
}
