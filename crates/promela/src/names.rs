//! Variables of a model: each slot of a state has a name.

use program::SYMBOLS;
use program::ir::{Monitor, PointId, Slot, SlotId};
use std::cell::Cell;
use std::collections::HashMap;
use ways::source::Source;
use ways::terms::Terms;

/// Slots that follow each other, under one name.
pub struct Variable {
    pub name: String,
    pub first: SlotId,
    pub count: usize,
}

pub struct Names<'a> {
    pub source: &'a Source,
    pub terms: Terms<'a>,
    pub variables: Vec<Variable>,
    /// Of each slot its variable.
    variable_of: HashMap<SlotId, usize>,
    /// Of each symbol its name in the model and its number.
    symbols: Vec<(String, i64)>,
    /// Of each kind of message its name.
    pub kinds: Vec<String>,
    /// Of each process and point its name.
    pub points: Vec<Vec<String>>,
    /// Other names with their numbers.
    numbers: Vec<(String, i64)>,
    /// What the message in hand is called.
    pub message: Cell<&'static str>,
}

/// Words that Promela and C keep for themselves, and names that the model uses.
const TAKEN: &str = "\
    active assert atomic bit bool break byte chan do else empty enabled end eval false fi for full \
    get_priority goto hidden if in init inline int len local ltl mtype nempty never nfull notrace \
    np_ od of pc_value pid printf printm priority proctype provided run select short show skip \
    timeout trace true typedef unless unsigned xr xs d_step c_code c_expr c_decl c_state c_track \
    D_proctype nr_pr auto case char const continue default double enum extern float long register \
    return signed sizeof static struct switch union void volatile while property network message \
    kind from to messages nth may_arrive place send remove looked take_out_useless take taken forget arrival no_more_faults at stopped stuck sender \
    receiver what FINAL DEADLOCK";

/// The message at a place of the network.
pub const IN_NETWORK: &str = "network[nth]";

/// The first points of each process: ended, decided, crashed. Most processes reach few of them.
const COMMON: usize = 3;

impl<'a> Names<'a> {
    pub fn new(source: &'a Source) -> Names<'a> {
        let program = &source.program;
        let mut names = Names {
            source,
            terms: Terms::new(source),
            variables: Vec::new(),
            variable_of: HashMap::new(),
            symbols: Vec::new(),
            kinds: Vec::new(),
            points: Vec::new(),
            numbers: Vec::new(),
            message: Cell::new(IN_NETWORK),
        };
        for it in &program.shared {
            names.add(it.name, it.slot, it.count.unwrap_or(1) * it.words.width());
            if let Some(busy) = it.busy {
                names.add(&format!("{}_is_written", it.name), busy, it.count.unwrap_or(1));
            }
        }
        for (number, process) in program.processes.iter().enumerate() {
            names.add(&format!("at_{number}"), process.point, 1);
            for it in process.locals.iter().chain(&process.decision) {
                let count = it.count.unwrap_or(1) * it.words.width();
                names.add(&format!("{}_{number}", it.name), it.slot, count);
            }
        }
        for overtaking in program.monitors.iter().filter_map(Monitor::overtaking) {
            names.add("ahead", overtaking.slot, overtaking.stages.len());
        }
        for flag in program.monitors.iter().filter_map(Monitor::flag) {
            names.add(&format!("seen_{}", flag.slot), flag.slot, 1);
        }
        if let Some(store) = &program.store {
            let clients = store.replicas.start;
            names.add("cell", store.cells, store.replicas.len() * store.columns.len());
            if !store.useless.is_empty() {
                let all = ["written_columns", "written_cell", "acknowledged"];
                let all = all.into_iter().zip(store.writes);
                all.for_each(|(name, slot)| names.add(name, slot, clients));
            }
            if let Some(slot) = store.answers {
                names.add("answered", slot, clients);
            }
        }
        for &(name, slot) in &program.counters {
            names.add(name, slot, 1);
        }
        if let Some(begun) = program.choices_made {
            names.add("begun", begun, 1);
        }
        names.add_rest();
        names.name_symbols();
        names.name_kinds();
        names.name_points();
        names
    }

    /// What a process keeps between two steps, and ghosts. Slots of one domain may be an array.
    fn add_rest(&mut self) {
        let slots = self.source.slots();
        let domain = |slot: &Slot| (slot.low, slot.high, slot.symbols.clone());
        let mut first = 0;
        while first < slots.len() {
            let alike = (first..slots.len()).take_while(|it| {
                !self.variable_of.contains_key(it) && domain(&slots[*it]) == domain(&slots[first])
            });
            let count = alike.count();
            if count > 0 {
                self.add(&format!("kept_{first}"), first, count);
            }
            first += count.max(1);
        }
    }

    fn add(&mut self, name: &str, first: SlotId, count: usize) {
        let slots = first..first + count;
        if count == 0 || slots.clone().any(|slot| self.variable_of.contains_key(&slot)) {
            return;
        }
        let name = self.free_name(name);
        self.variable_of.extend(slots.map(|slot| (slot, self.variables.len())));
        self.variables.push(Variable { name, first, count });
    }

    fn free_name(&self, name: &str) -> String {
        let mut name: String = name
            .chars()
            .map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' })
            .collect();
        let is_used = |name: &str| {
            let ours = ["P", "field_", "value_", "new_", "to_", "process_", "crash_"];
            TAKEN.split(' ').any(|text| text == name)
                || ours.iter().any(|our| name.strip_prefix(our).is_some_and(is_number))
                || self.variables.iter().any(|variable| variable.name == name)
                || self.symbols.iter().chain(&self.numbers).any(|symbol| symbol.0 == name)
                || self.kinds.iter().any(|kind| kind == name)
        };
        if !name.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            name.insert(0, 'v');
        }
        while is_used(&name) {
            name.push('_');
        }
        name
    }

    /// Symbols lie above all numbers, as in the program.
    fn name_symbols(&mut self) {
        let source = self.source;
        let program = &source.program;
        let highest = program.slots.iter().map(|slot| slot.high).max().unwrap_or(0);
        let first = if highest < 200 { 200 } else { 1_000_000 };
        for (at, symbol) in program.symbols.iter().enumerate() {
            let name = self.free_name(symbol);
            self.symbols.push((name, first + at as i64));
        }
    }

    fn name_kinds(&mut self) {
        let source = self.source;
        for kind in source.program.channels.iter().flat_map(|channels| &channels.kinds) {
            let name = self.free_name(kind.name);
            self.kinds.push(name);
        }
    }

    /// A point is called as its section, with a number where a section has several.
    fn name_points(&mut self) {
        let source = self.source;
        let mut known: Vec<(String, PointId, String)> = Vec::new();
        for process in &source.program.processes {
            let mut counts: HashMap<&str, usize> = HashMap::new();
            let mut names = vec![String::new(); process.points.len()];
            let points = process.points.iter().enumerate();
            let (common, own) = (points.clone().take(COMMON), points.skip(COMMON));
            for (number, point) in own.chain(common) {
                let section = process.sections[point.section].zone.name();
                let count = counts.entry(section).or_default();
                *count += 1;
                let wanted = match *count {
                    1 => section.to_owned(),
                    count => format!("{section}_{count}"),
                };
                let same = known.iter().find(|it| it.0 == wanted && it.1 == number);
                let name = same.map(|same| same.2.clone());
                let name = name.unwrap_or_else(|| {
                    let name = self.free_name(&wanted);
                    known.push((wanted, number, name.clone()));
                    self.numbers.push((name.clone(), number as i64));
                    name
                });
                names[number] = name;
            }
            self.points.push(names);
        }
    }

    /// The name of a point where a process can stand.
    pub fn point(&self, process: usize, point: PointId) -> &str {
        &self.points[process][point]
    }

    /// All names of numbers. Kinds of messages count from one: zero is no message.
    pub fn defined(&self) -> impl Iterator<Item = (&str, i64)> {
        let kinds = self.kinds.iter().zip(1..).map(|(name, number)| (&name[..], number));
        let others =
            self.symbols.iter().chain(&self.numbers).map(|symbol| (&symbol.0[..], symbol.1));
        kinds.chain(others)
    }

    /// The number of a value in the model.
    fn number(&self, value: i64) -> i64 {
        match usize::try_from(value - SYMBOLS).ok().and_then(|at| self.symbols.get(at)) {
            Some((_, number)) if value >= SYMBOLS => *number,
            _ => value,
        }
    }

    /// A value as the model writes it.
    pub fn value(&self, value: i64) -> Result<String, String> {
        if value >= SYMBOLS
            && let Some((name, _)) = self.symbols.get((value - SYMBOLS) as usize)
        {
            return Ok(name.clone());
        }
        match i32::try_from(value) {
            Ok(value) => Ok(value.to_string()),
            Err(_) => Err(format!("The value {value} is too large for Promela.")),
        }
    }

    /// The type of a variable.
    pub fn type_of(&self, variable: &Variable) -> &'static str {
        let slots = variable.first..variable.first + variable.count;
        self.type_for(self.source.program.slots[slots].iter())
    }

    /// The type of a variable that has the values of some slots.
    pub fn type_for<'s>(&self, slots: impl Iterator<Item = &'s Slot>) -> &'static str {
        let (mut low, mut high) = (0, 0);
        for slot in slots {
            if slot.high >= slot.low {
                (low, high) = (low.min(slot.low), high.max(slot.high));
            }
            high = slot.symbols.iter().map(|&symbol| self.number(symbol)).fold(high, i64::max);
        }
        match (low, high) {
            (0, 0..=1) => "bool",
            (0, 0..=255) => "byte",
            (-32768.., ..=32767) => "short",
            _ => "int",
        }
    }

    pub fn variable(&self, slot: SlotId) -> Option<&Variable> {
        self.variable_of.get(&slot).map(|&at| &self.variables[at])
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_digit())
}
