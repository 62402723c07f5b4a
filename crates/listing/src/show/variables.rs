//! Variables and processes as readers see them.

use crate::instantiate::domain::{Domain, Of, Ty};
use crate::instantiate::info::Var;
use crate::sequence::Sequence;
use crate::tree::Storage;
use crate::words::SECTIONS;
use model::{Zone, intern};
use program::ir::{self, ProcessStatus, Section, ShownAs, Slot, SlotId, Variable};

impl Sequence<'_> {
    /// What readers see of variables and processes, and room for what else a state has.
    pub fn allocate(&mut self) {
        for role in 0..self.roles.len() {
            for number in 0..self.roles[role].count {
                self.allocate_process(role, number);
            }
        }
        for var in 0..self.vars.len() {
            if self.vars[var].role.is_none() && self.vars[var].storage == Storage::Shared {
                self.show_var(var);
            }
        }
        self.allocate_pools();
        self.watch_freed();
        self.show_pointers();
        self.find_table();
        self.allocate_row();
        self.allocate_buffers();
        self.place_monitor();
    }

    fn allocate_process(&mut self, role: usize, number: usize) {
        let point = self.places.points[self.roles[role].base + number];
        let locals = self.locals(role, number);
        let mut decision = None;
        if let Some(ty) = self.consensus.decision.clone() {
            let base = self.program.slots.len();
            ty.slots(&self.lines.types.records, &mut self.program.slots);
            self.consensus.decision_slots.push(base);
            decision = Some(Variable {
                name: "decision",
                slot: base,
                count: None,
                first: 0,
                labels: Vec::new(),
                words: ty.words(self),
                owned: false,
                busy: None,
                shown_as: ShownAs::Value,
            });
        }
        if let Some(ty) = self.consensus.proposal.clone() {
            // before it: whether the process has proposed
            self.program.slots.push(Slot::new(Vec::new(), 0, 1));
            let base = self.program.slots.len();
            ty.slots(&self.lines.types.records, &mut self.program.slots);
            self.consensus.proposal_slots.push(base);
        }
        let sections = self.shown_sections(role);
        let info = &self.roles[role];
        self.program.processes.push(ir::Process {
            // as it is spoken
            role: intern(&info.noun.replace('_', " ")),
            number: info.number.as_ref().map(|_| number),
            point,
            points: Vec::new(),
            sections,
            rules: Vec::new(),
            awaited: Vec::new(),
            locals,
            decision,
        });
    }

    /// The variables of a process that are seen.
    fn locals(&self, role: usize, number: usize) -> Vec<Variable> {
        let mut locals = Vec::new();
        for var in 0..self.vars.len() {
            if self.vars[var].role == Some(role) {
                let base = self.vars[var].bases[number];
                let it = &self.vars[var];
                if it.storage != Storage::Ghost {
                    locals.push(Variable {
                        name: intern(&it.name),
                        slot: base,
                        count: (!it.dims.is_empty())
                            .then(|| crate::instantiate::domain::size(&it.dims)),
                        first: it.dims.first().map_or(0, Domain::first_index),
                        labels: self.index_labels(&it.dims),
                        words: it.element.words(self),
                        owned: false,
                        busy: None,
                        shown_as: self.own_shown_as(var),
                    });
                }
            }
        }
        locals
    }

    /// Where a process of a role can stand.
    fn shown_sections(&mut self, role: usize) -> Vec<Section> {
        let resting = self.resting(role);
        let sections = self.sections[role].iter().enumerate().map(|(at, name)| {
            let always = SECTIONS.iter().position(|text| text == name);
            let is = match always {
                Some(always) => STANDINGS[always],
                None if resting.contains(&at) => ProcessStatus::Rest,
                None => ProcessStatus::Waits,
            };
            // who has nothing left to do rests where it began
            let rests = is == ProcessStatus::Ended && self.sections[role][0] == "remainder";
            let zone = if rests { Zone::Remainder } else { Zone::named(name) };
            Section { zone, is, rests: None }
        });
        sections.collect()
    }

    fn show_var(&mut self, var: usize) {
        if self.has_columns(var) {
            let rows = self.shown_rows(var);
            self.program.shared.push(rows);
            return;
        }
        let it = &self.vars[var];
        let words = it.element.words(self);
        let owned = self.free.contains(&var) && it.dims.len() == 1;
        let shown_as = self.element_shown_as(it, owned);
        let width = it.element.width(&self.types.records);
        let base = it.bases[0];
        let busy = it.busy;
        let one = |name: &str, slot: SlotId, count: Option<usize>, first: i64, shown_as| Variable {
            name: intern(name),
            slot,
            count,
            first,
            labels: self
                .index_labels(it.dims.get(usize::from(it.dims.len() > 1)..).unwrap_or_default()),
            words: words.clone(),
            owned,
            shown_as,
            busy: busy.map(|busy| busy + (slot - base) / width.max(1)),
        };
        let name = crate::instantiate::pool::shown(&it.name).to_owned();
        let shown: Vec<Variable> = match &it.dims[..] {
            [] => vec![one(&name, base, None, 0, shown_as)],
            [dim] => vec![one(&name, base, Some(dim.count()), dim.first_index(), shown_as)],
            [first, rest @ ..] => {
                let row = crate::instantiate::domain::size(rest);
                let index = if let [dim] = rest { dim.first_index() } else { 0 };
                let are_named = !first.has_numbers() && rest.len() == 1;
                let shown_as = match shown_as {
                    ShownAs::Value if are_named => ShownAs::Column,
                    shown_as => shown_as,
                };
                let values = first.values().into_iter().enumerate();
                values
                    .map(|(at, value)| {
                        let name = format!("{name}[{}]", self.say_of(value, first.of));
                        one(&name, base + at * row * width, Some(row), index, shown_as)
                    })
                    .collect()
            }
        };
        self.program.shared.extend(shown);
    }

    /// Whether processes compete for a section.
    fn competes(&self) -> bool {
        self.sections.iter().flatten().any(|text| text == "critical")
    }

    /// What a process's own element of an array is where processes compete, and what has a process or
    /// none.
    fn element_shown_as(&self, var: &Var, owned: bool) -> ShownAs {
        if let Ty::Scalar(Domain { symbols, of: Of::Processes, .. }) = &var.element
            && *symbols == [program::SYMBOLS]
        {
            return ShownAs::Lock;
        }
        if let Some((field, first)) = self.holders(&var.element) {
            return ShownAs::Latch { field, first };
        }
        if !owned {
            return ShownAs::Value;
        }
        let base = var.dims[0].of.base() as usize;
        let competes = self.competes();
        match &var.element {
            Ty::Bool if competes => ShownAs::Hand(base),
            Ty::Scalar(domain) if competes && domain.is_plain() => ShownAs::Ticket(base),
            _ => ShownAs::Value,
        }
    }

    /// A number that a process draws or sends, a set of those to which it will send, a list of
    /// processes, a number for each that has asked, and `has_token` where `token` is a message.
    fn own_shown_as(&self, var: usize) -> ShownAs {
        let it = &self.vars[var];
        let handed_on = it.name.strip_prefix("has_").and_then(|name| {
            self.find_message(name).filter(|message| self.messages[*message].fields.is_empty())
        });
        match &it.element {
            Ty::Scalar(domain) if domain.is_plain() && domain.symbols == [program::SYMBOLS] => {
                match &it.dims[..] {
                    [] => ShownAs::Ticket(0),
                    [dim] => dim.first_process().map_or(ShownAs::Value, ShownAs::Requests),
                    _ => ShownAs::Value,
                }
            }
            _ if !it.dims.is_empty() => ShownAs::Value,
            ty if self.cell_in(ty).is_some() => self.pointer_to_cell(ty),
            Ty::List(element, _) => self.queue_of(element),
            Ty::Bool if self.notes.sent.contains(&var) && self.competes() => ShownAs::Hand(0),
            Ty::Bool => handed_on.map_or(ShownAs::Value, |kind| ShownAs::Holds(kind as u8)),
            Ty::Scalar(domain) if domain.is_plain() && self.notes.sent.contains(&var) => {
                ShownAs::Ticket(0)
            }
            Ty::Set(member) if self.notes.owed.contains(&var) => match &**member {
                Ty::Scalar(domain) => ShownAs::Owes(domain.of.base() as usize),
                _ => ShownAs::Owes(0),
            },
            Ty::Set(member) => match &**member {
                Ty::Scalar(domain) if domain.symbols.is_empty() => {
                    let members = |first| ShownAs::Members { first, count: domain.count() };
                    domain.first_process().map_or(ShownAs::Value, members)
                }
                _ => ShownAs::Value,
            },
            Ty::Scalar(domain) => domain.first_process().map_or(ShownAs::Value, ShownAs::Process),
            _ => ShownAs::Value,
        }
    }

    /// What a list is of which each element is a process, or has one.
    fn queue_of(&self, element: &Ty) -> ShownAs {
        let base = |ty: &Ty| match ty {
            Ty::Scalar(domain) if domain.symbols.is_empty() => domain.first_process(),
            _ => None,
        };
        let mut at = 0;
        let fields = match element {
            Ty::Record(id) => self.types.records[*id].fields.iter().map(|field| &field.1).collect(),
            _ => vec![element],
        };
        for field in fields {
            if let Some(first) = base(field) {
                return ShownAs::Queue { first, at };
            }
            at += field.width(&self.types.records);
        }
        ShownAs::Value
    }
}

/// What it is to stand in one of the sections that every process has.
pub const STANDINGS: [ProcessStatus; SECTIONS.len()] =
    [ProcessStatus::Ended, ProcessStatus::Decided, ProcessStatus::Crashed];
