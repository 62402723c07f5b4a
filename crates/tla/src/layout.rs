//! Variables of a module: each slot of a state is one of them, or an element of one.

use crate::names::Names;
use crate::steps::Step;
use program::Words;
use program::ir::{Buffer, Claim, Expr, Monitor, Place, PointId, Program, SlotId, Variable};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use ways::places::loads;
use ways::source::Source;

/// What the variable with the cells of store buffers is called.
pub const CELLS: &str = "buffer_cells";

/// What the values of a variable are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Number,
    Bool,
    Set,
    /// Names of points.
    Point,
}

/// One variable, which may be a function of one or several numbers.
pub struct Var {
    pub name: String,
    /// How many numbers from zero each of its parameters has.
    pub dims: Vec<usize>,
    pub kind: Kind,
    /// It has no name in the text.
    pub is_kept: bool,
}

/// Processes that follow each other and have one text.
pub struct Role {
    pub name: &'static str,
    /// The set of their numbers, counted from zero; none of a role of one.
    pub set: Option<String>,
    pub processes: Range<usize>,
}

pub struct Layout {
    pub vars: Vec<Var>,
    /// Of each slot the variable and the numbers.
    slots: HashMap<SlotId, (usize, Vec<usize>)>,
    pub roles: Vec<Role>,
}

impl Layout {
    pub fn new(program: &Program, names: &Names) -> Layout {
        let mut layout = Layout { vars: Vec::new(), slots: HashMap::new(), roles: Vec::new() };
        let mut next = 0;
        while next < program.processes.len() {
            let first = &program.processes[next];
            let same =
                program.processes[next..].iter().take_while(|process| process.role == first.role);
            let processes = next..next + same.count();
            next = processes.end;
            let mut set = first.role.to_owned();
            set[..1].make_ascii_uppercase();
            let set = (processes.len() > 1).then(|| names.give(&[&set, &format!("{set}s")]));
            layout.roles.push(Role { name: first.role, set, processes });
        }
        for it in &program.shared {
            layout.add_variable(names, &[it.name], &[it], true);
            if let Some(busy) = it.busy {
                let count = it.count.unwrap_or(1);
                let at = |nth| if it.count.is_some() { vec![nth] } else { Vec::new() };
                let all = (0..count).map(|nth| (busy + nth, at(nth))).collect();
                layout.add(names, &[&format!("{}_is_written", it.name)], all, Kind::Bool);
            }
        }
        for role in 0..layout.roles.len() {
            let Role { name, processes, .. } = &layout.roles[role];
            let (name, processes) = (*name, processes.clone());
            let is_alone = processes.len() == 1;
            let at = |p: usize| if is_alone { Vec::new() } else { vec![p - processes.start] };
            let all = processes.clone().map(|p| (program.processes[p].point, at(p))).collect();
            layout.add(names, &["at", &format!("{name}_at")], all, Kind::Point);
            let of = |p: usize| {
                let it = &program.processes[p];
                it.locals.iter().chain(&it.decision).collect::<Vec<_>>()
            };
            for (nth, it) in of(processes.start).into_iter().enumerate() {
                let all: Vec<&Variable> =
                    processes.clone().filter_map(|p| of(p).get(nth).copied()).collect();
                layout.add_variable(
                    names,
                    &[it.name, &format!("{name}_{}", it.name)],
                    &all,
                    is_alone,
                );
            }
        }
        for &(name, slot) in &program.counters {
            layout.add(names, &[name], vec![(slot, Vec::new())], Kind::Number);
        }
        layout.add_buffers(program, names);
        layout.add_passes(program, names);
        layout.add_monitors(program, names);
        layout
    }

    /// The same variable of one process or several.
    fn add_variable(&mut self, names: &Names, wanted: &[&str], of: &[&Variable], is_alone: bool) {
        let mut leaves: BTreeMap<String, (Vec<(SlotId, Vec<usize>)>, Kind)> = BTreeMap::new();
        let mut order = Vec::new();
        for (nth, it) in of.iter().enumerate() {
            for element in 0..it.count.unwrap_or(1) {
                for (offset, leaf) in leaves_of(&it.words).into_iter().enumerate() {
                    let slot = it.slot + element * it.words.width() + offset;
                    let mut at = if is_alone { Vec::new() } else { vec![nth] };
                    at.extend(it.count.map(|_| element));
                    at.extend(leaf.at);
                    if !leaves.contains_key(&leaf.suffix) {
                        order.push(leaf.suffix.clone());
                    }
                    let (slots, _) = leaves.entry(leaf.suffix).or_insert((Vec::new(), leaf.kind));
                    slots.push((slot, at));
                }
            }
        }
        for suffix in order {
            let Some((slots, kind)) = leaves.remove(&suffix) else { continue };
            let wanted: Vec<String> = wanted.iter().map(|text| format!("{text}{suffix}")).collect();
            let wanted: Vec<&str> = wanted.iter().map(|text| &text[..]).collect();
            self.add(names, &wanted, slots, kind);
        }
    }

    fn add(
        &mut self,
        names: &Names,
        wanted: &[&str],
        slots: Vec<(SlotId, Vec<usize>)>,
        kind: Kind,
    ) {
        let Some((_, first)) = slots.first() else { return };
        if slots.iter().any(|slot| self.slots.contains_key(&slot.0)) {
            return;
        }
        let dims =
            (0..first.len()).map(|dim| slots.iter().map(|slot| slot.1[dim] + 1).max().unwrap_or(1));
        let dims = dims.collect();
        for (slot, at) in slots {
            self.slots.insert(slot, (self.vars.len(), at));
        }
        let is_kept = wanted[0] == "kept";
        self.vars.push(Var { name: names.give(wanted), dims, kind, is_kept });
    }

    /// The store buffers of each role: of each place the cell, the value, and whether a fence is behind it.
    fn add_buffers(&mut self, program: &Program, names: &Names) {
        for role in 0..self.roles.len() {
            let Role { name, processes, .. } = &self.roles[role];
            let (name, processes) = (*name, processes.clone());
            let of = |p: &usize| program.buffers.iter().find(|buffer| buffer.process == *p);
            let buffers: Vec<&Buffer> = processes.clone().filter_map(|p| of(&p)).collect();
            let is_alone = processes.len() == 1;
            let parts: [(&str, fn(&Buffer) -> &[SlotId]); 3] = [
                (CELLS, |buffer| &buffer.cells),
                ("buffer_values", |buffer| &buffer.values),
                ("buffer_fences", |buffer| &buffer.fences),
            ];
            for (word, slots_of) in parts {
                let places = |buffer: &&Buffer| {
                    let process = (!is_alone).then_some(buffer.process - processes.start);
                    let at = move |place| process.into_iter().chain([place]).collect();
                    let slots = slots_of(buffer).iter().enumerate();
                    slots.map(|(place, slot)| (*slot, at(place))).collect::<Vec<_>>()
                };
                let all: Vec<_> = buffers.iter().flat_map(places).collect();
                // a role of which some have no buffer has no function of all its processes
                if buffers.iter().all(|buffer| slots_of(buffer).len() == slots_of(buffers[0]).len())
                    && buffers.len() == processes.len()
                {
                    self.add(names, &[word, &format!("{name}_{word}")], all, Kind::Number);
                }
            }
        }
    }

    /// How often each process has left its first section, where properties know it.
    fn add_passes(&mut self, program: &Program, names: &Names) {
        let passes = program.properties.iter().find_map(|property| match &property.claim {
            Claim::Operation { passes, .. } if passes.iter().any(Option::is_some) => Some(passes),
            _ => None,
        });
        for role in 0..self.roles.len() {
            let Some(passes) = passes else { return };
            let processes = self.roles[role].processes.clone();
            let slots = processes.clone().filter_map(|p| {
                let at = if processes.len() == 1 { Vec::new() } else { vec![p - processes.start] };
                passes.get(p).copied().flatten().map(|(slot, _)| (slot, at))
            });
            let slots: Vec<_> = slots.collect();
            if slots.len() == processes.len() {
                self.add(
                    names,
                    &["passes", &format!("{}_passes", self.roles[role].name)],
                    slots,
                    Kind::Number,
                );
            }
        }
    }

    fn add_monitors(&mut self, program: &Program, names: &Names) {
        for monitor in &program.monitors {
            match monitor {
                Monitor::Overtaking(_) => {
                    let sets = monitor.slots().enumerate().map(|(p, slot)| (slot, vec![p]));
                    self.add(names, &["ahead"], sets.collect(), Kind::Set);
                }
                Monitor::Flag(flag) if flag.latches().is_some() => {
                    self.add(names, &["seen"], vec![(flag.slot, Vec::new())], Kind::Bool);
                }
                Monitor::Flag(_) => {}
            }
        }
    }

    /// What a process keeps between two steps has no name in the text, nor have ghosts: each process of a role
    /// has the same, and slots that one index can choose are an array.
    pub fn add_kept(&mut self, source: &Source, names: &Names, steps: &[Step]) {
        let mut users: BTreeMap<SlotId, BTreeSet<usize>> = BTreeMap::new();
        let mut arrays: Vec<BTreeSet<SlotId>> = Vec::new();
        for step in steps {
            for (_, ways) in &step.ways {
                each_place(ways, &mut |place| {
                    let is_of_state = |slot: &SlotId| *slot < source.slots().len();
                    let slots: BTreeSet<SlotId> = slots_of(place).filter(is_of_state).collect();
                    for slot in slots.iter().filter(|slot| !self.slots.contains_key(slot)) {
                        users.entry(*slot).or_default().insert(step.process);
                    }
                    if !arrays.contains(&slots) {
                        arrays.push(slots);
                    }
                });
            }
        }
        let mut left = users.clone();
        let mut kept: Vec<(Vec<SlotId>, BTreeSet<usize>)> = Vec::new();
        while let Some((first, _)) = left.pop_first() {
            let mut all = BTreeSet::from([first]);
            loop {
                let before = all.len();
                for array in arrays
                    .iter()
                    .filter(|array| !array.is_disjoint(&all))
                    .cloned()
                    .collect::<Vec<_>>()
                {
                    all.extend(array);
                }
                if all.len() == before {
                    break;
                }
            }
            all.retain(|it| users.contains_key(it));
            left.retain(|it, _| !all.contains(it));
            let of = all.iter().flat_map(|it| &users[it]).copied().collect();
            kept.push((all.into_iter().collect(), of));
        }
        let element = |nth: usize, count: usize| if count == 1 { Vec::new() } else { vec![nth] };
        for role in 0..self.roles.len() {
            let processes = self.roles[role].processes.clone();
            let own = |p: usize| kept.iter().filter(move |it| it.1.iter().eq([&p])).map(|it| &it.0);
            let own: Vec<Vec<&Vec<SlotId>>> = processes.clone().map(|p| own(p).collect()).collect();
            let lengths = |of: &[&Vec<SlotId>]| of.iter().map(|it| it.len()).collect::<Vec<_>>();
            if own.iter().any(|it| lengths(it) != lengths(&own[0])) {
                continue;
            }
            for nth in 0..own[0].len() {
                let of = |p: usize| if own.len() == 1 { Vec::new() } else { vec![p] };
                let slots = own.iter().enumerate().flat_map(|(p, it)| {
                    let all = it[nth];
                    let at = move |k: usize| [of(p), element(k, all.len())].concat();
                    all.iter().enumerate().map(move |(k, slot)| (*slot, at(k))).collect::<Vec<_>>()
                });
                let slots = slots.collect();
                self.add(
                    names,
                    &["kept", &format!("{}_kept", self.roles[role].name)],
                    slots,
                    Kind::Number,
                );
            }
        }
        for (slots, _) in &kept {
            let all =
                slots.iter().enumerate().map(|(nth, slot)| (*slot, element(nth, slots.len())));
            self.add(names, &["kept"], all.collect(), Kind::Number);
        }
    }

    /// Whether a slot is a part of the module's state.
    pub fn var(&self, slot: SlotId) -> Option<(&Var, &[usize])> {
        self.slots.get(&slot).map(|(var, at)| (&self.vars[*var], &at[..]))
    }

    /// The slots of a variable, with their numbers.
    pub fn slots(&self, var: &Var) -> Vec<(SlotId, &[usize])> {
        let is = |it: &usize| std::ptr::eq(&raw const self.vars[*it], var);
        let mut all: Vec<(SlotId, &[usize])> = self
            .slots
            .iter()
            .filter(|slot| is(&slot.1.0))
            .map(|(slot, it)| (*slot, &it.1[..]))
            .collect();
        all.sort_by_key(|it| it.1);
        all
    }

    pub fn set_kind(&mut self, slot: SlotId, kind: Kind) -> bool {
        let Some(&(var, _)) = self.slots.get(&slot) else { return false };
        let changes = self.vars[var].kind != kind && self.vars[var].kind == Kind::Number;
        if changes {
            self.vars[var].kind = kind;
        }
        changes
    }
}

/// The slots that a place can be.
pub fn slots_of(place: &Place) -> impl Iterator<Item = SlotId> {
    let (count, stride) =
        place.index.as_ref().map_or((1, 1), |index| (index.count.max(1), index.stride));
    let first = place.slot;
    (0..count).map(move |at| first + at * stride)
}

/// Every place that a step reads or writes.
pub fn each_place(ways: &ways::path::Ways, visit: &mut dyn FnMut(&Place)) {
    let mut read = |expr: &Expr| loads(expr).into_iter().for_each(&mut *visit);
    ways.beyond.iter().for_each(&mut read);
    for path in &ways.paths {
        read(&path.guard);
        path.sends.iter().flat_map(ways::path::Sent::values).for_each(&mut read);
        for (place, value) in &path.stores {
            read(value);
            read(&Expr::Load(place.clone()));
        }
    }
}

struct Leaf {
    suffix: String,
    at: Vec<usize>,
    kind: Kind,
}

/// The numbers of which a value consists, each with its name.
fn leaves_of(words: &Words) -> Vec<Leaf> {
    let one = |kind| vec![Leaf { suffix: String::new(), at: Vec::new(), kind }];
    let elements = |count: usize, element: &Words| {
        let all =
            (0..count).flat_map(|nth| leaves_of(element).into_iter().map(move |leaf| (nth, leaf)));
        all.map(|(nth, it)| Leaf { at: [vec![nth], it.at].concat(), ..it }).collect::<Vec<_>>()
    };
    match words {
        Words::Bool => one(Kind::Bool),
        Words::Plain(_) | Words::Process(..) => one(Kind::Number),
        Words::Set(_) => one(Kind::Set),
        Words::List(max, element) => {
            let length = Leaf { suffix: "_length".into(), at: Vec::new(), kind: Kind::Number };
            [length].into_iter().chain(elements(*max, element)).collect()
        }
        Words::Record(fields) | Words::Columns(fields) | Words::Row(fields) => fields
            .iter()
            .flat_map(|(name, it)| leaves_of(it).into_iter().map(move |leaf| (name, leaf)))
            .map(|(name, it)| Leaf { suffix: format!("_{name}{}", it.suffix), ..it })
            .collect(),
        Words::Stamped(words) => {
            let stamp = Leaf { suffix: "_stamp".into(), at: Vec::new(), kind: Kind::Number };
            leaves_of(words).into_iter().chain([stamp]).collect()
        }
        Words::Array(count, element) => elements(*count, element),
    }
}

/// The name of a point: that of its section, with a number where a section has several.
pub fn point_names(program: &Program) -> Vec<Vec<String>> {
    /// The first points of each process: ended, decided, crashed.
    const COMMON: usize = 3;
    let name = |process: &program::ir::Process| {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        let mut names = vec![String::new(); process.points.len()];
        let points = (COMMON..process.points.len()).chain(0..COMMON.min(process.points.len()));
        for point in points.collect::<Vec<PointId>>() {
            let section = process.sections[process.points[point].section].zone.name();
            let count = counts.entry(section).or_default();
            *count += 1;
            names[point] =
                if *count == 1 { section.to_owned() } else { format!("{section}_{count}") };
        }
        names
    };
    program.processes.iter().map(name).collect()
}

/// What the numbers are of which a value consists.
pub fn kinds_of(words: &Words) -> Vec<Kind> {
    leaves_of(words).into_iter().map(|leaf| leaf.kind).collect()
}
