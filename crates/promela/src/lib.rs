//! A program as input of the model checker SPIN.
//!
//! The model has the states of the program, byte for byte in other bytes: each step is one `d_step`,
//! so SPIN finds as many states and transitions as our own search.

// slots and values are far below the bounds of these types
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss)]

mod names;
mod paths;
mod terms;

use model::{Kind, System};
use names::{Names, inner};
use paths::{Path, may_be_one, paths, value};
use program::Compiled;
use program::ir::{Ahead, Claim, Expr, Memory, Place, PointId, Process, Program, Stage, Standing};
use std::cell::{Cell, RefCell};
use std::fmt::Write;

/// The model, or a sentence that says what of the program it cannot have.
pub fn promela(compiled: &Compiled) -> Result<String, String> {
    let program = compiled.program();
    refuse(program)?;
    let writer = Writer {
        program,
        names: Names::new(program),
        held: Cell::new(0),
        beyond: RefCell::default(),
    };
    let mut processes = String::new();
    for number in 0..program.processes.len() {
        writer.process(number, &mut processes)?;
    }
    let mut rest = String::new();
    writer.declare(compiled, &mut rest)?;
    rest.push_str(&processes);
    writer.properties(&mut rest)?;
    let mut text = writer.head();
    writer.define(&rest, &mut text);
    Ok(text + &rest)
}

/// What is not exported yet.
fn refuse(program: &Program) -> Result<(), String> {
    let has = |faults: &Option<program::ir::Faults>| faults.as_ref().is_some_and(|it| it.max > 0);
    let what = if program.channels.is_some() {
        "messages"
    } else if has(&program.crashes) {
        "crashes"
    } else if program.processes.iter().any(|it| !it.on_timeout.is_empty()) {
        "time-outs"
    } else if !program.any.is_empty() {
        "open initial values (`= any`)"
    } else {
        return Ok(());
    };
    Err(format!("Promela is not exported for algorithms with {what}."))
}

struct Writer<'a> {
    program: &'a Program,
    names: Names<'a>,
    /// How many values a step has to hold at once. They are zero between steps, so they add no
    /// states.
    held: Cell<usize>,
    /// When a process would leave a domain: no state is final then.
    beyond: RefCell<Vec<String>>,
}

impl Writer<'_> {
    fn head(&self) -> String {
        let mut text = format!(
            "/* {}\n *\n * One d_step is one step of the algorithm. For the number of states and \
             transitions:\n *   spin -a -o2 -o3 FILE && gcc -DSAFETY -DNOREDUCE -DBFS -o pan pan.c \
             && ./pan\n * For a property, give spin its macro. An assertion fails where an `always` \
             or `never`\n * is false, or where a `reachable` is true.\n",
            comment(self.program.title)
        );
        let _ = writeln!(text, " *   -DDEADLOCK: no deadlock");
        for (at, property) in self.program.properties.iter().enumerate() {
            let name = comment(property.name);
            let _ = match property.claim {
                Claim::State(_) | Claim::End(_) => writeln!(text, " *   -DP{}: {name}", at + 1),
                _ => writeln!(text, " *   not in this model: {name}"),
            };
        }
        text.push_str(" */\n\n");
        text
    }

    /// The symbols that the rest of the model uses.
    fn define(&self, rest: &str, text: &mut String) {
        for (name, number) in self.names.symbols.iter().filter(|it| rest.contains(&it.0)) {
            let _ = writeln!(text, "#define {name} {number}");
        }
    }

    fn declare(&self, compiled: &Compiled, text: &mut String) -> Result<(), String> {
        let mut state = vec![0; compiled.width()];
        compiled.init(&mut state);
        let first = |slot: usize| {
            let slot = &self.program.slots[slot];
            let bytes = state[slot.at..slot.at + slot.size].iter().rev();
            slot.decode(bytes.fold(0, |all, &byte| all << 8 | u64::from(byte)))
        };
        for variable in &self.names.variables {
            let values: Vec<i64> =
                (0..variable.count).map(|it| first(variable.first + it)).collect();
            let (kind, name) = (self.names.type_of(variable), &variable.name);
            if let [value] = values[..] {
                let _ = writeln!(text, "{kind} {name} = {};", self.names.value(value)?);
            } else if values.iter().all(|it| *it == values[0]) {
                let value = self.names.value(values[0])?;
                let _ = writeln!(text, "{kind} {name}[{}] = {value};", values.len());
            } else {
                let all: Result<Vec<String>, String> =
                    values.iter().map(|it| self.names.value(*it)).collect();
                let _ =
                    writeln!(text, "{kind} {name}[{}] = {{ {} }};", values.len(), all?.join(", "));
            }
        }
        for nth in 0..self.held.get() {
            let _ = writeln!(text, "int new_{nth}, to_{nth};");
        }
        text.push('\n');
        Ok(())
    }

    fn process(&self, number: usize, text: &mut String) -> Result<(), String> {
        let process = &self.program.processes[number];
        let mut steps = String::new();
        for (from, point) in process.points.iter().enumerate() {
            let standing = process.sections[point.section].is;
            let is_over =
                matches!(standing, Standing::Ended | Standing::Decided | Standing::Crashed);
            let whens = if is_over { &[][..] } else { &process.whens[..] };
            let own = point.code.map(|code| (code, point.row));
            let all = own.into_iter().chain(whens.iter().map(|it| (it.code, it.row)));
            for (code, row) in all {
                let row = &self.program.rows[usize::from(row)];
                let words = comment(row.text.lines().next().unwrap_or_default());
                let ways = paths(self.program, number, from, code)?;
                for guard in ways.beyond {
                    let at = self.names.place(&Place { slot: process.point, index: None })?;
                    let guard = self.names.expr(&guard)?;
                    self.beyond.borrow_mut().push(format!("({at} == {from} && {guard})"));
                }
                for path in ways.paths {
                    let step = self.step(number, from, &path)?;
                    let _ = writeln!(steps, "\t:: d_step {{ {step} }}\t/* {words} */");
                }
            }
        }
        if steps.is_empty() {
            steps.push_str("\t:: false\n");
        }
        let name = match process.number {
            Some(it) => format!("{} {it}", process.role),
            None => process.role.to_owned(),
        };
        let _ = writeln!(
            text,
            "/* {} */\nactive proctype process_{number}()\n{{\nend:\tdo\n{steps}\tod\n}}\n",
            comment(&name)
        );
        Ok(())
    }

    fn step(&self, number: usize, from: PointId, path: &Path) -> Result<String, String> {
        let process = &self.program.processes[number];
        let at = self.names.place(&Place { slot: process.point, index: None })?;
        let mut step = format!("{at} == {from}");
        if !matches!(path.guard, Expr::Const(_)) {
            let _ = write!(step, " && {}", self.names.expr(&path.guard)?);
        }
        step.push_str(" ->");
        self.stores(path, &mut step)?;
        if path.to != from {
            let _ = write!(step, " {at} = {};", path.to);
        } else if path.stores.is_empty() {
            step.push_str(" skip;");
        }
        self.remember(number, process, from, path.to, &mut step)?;
        Ok(step.trim_end_matches(';').to_owned())
    }

    /// The stores of a step, all of values before the step.
    fn stores(&self, path: &Path, step: &mut String) -> Result<(), String> {
        let stores = &path.stores;
        let changes =
            |place: &Place, expr: &Expr| loads(expr).iter().any(|it| may_be_one(it, place));
        let in_order = stores.iter().enumerate().all(|(at, (place, value))| {
            stores[..at].iter().all(|(earlier, _)| {
                !changes(earlier, value)
                    && place.index.as_ref().is_none_or(|it| !changes(earlier, &it.value))
            })
        });
        if in_order {
            for (place, value) in stores {
                let (place, value) = (self.names.place(place)?, self.names.expr(value)?);
                let _ = write!(step, " {place} = {};", inner(&value));
            }
            return Ok(());
        }
        // all values first, because a store may change what another one reads
        let mut last = String::new();
        for (nth, (place, value)) in stores.iter().enumerate() {
            let value = self.names.expr(value)?;
            let _ = write!(step, " new_{nth} = {};", inner(&value));
            let place = match self.names.index(place)? {
                Some((name, index)) => {
                    let _ = write!(step, " to_{nth} = {index};");
                    format!("{name}[to_{nth}]")
                }
                None => self.names.place(place)?,
            };
            let _ = write!(last, " {place} = new_{nth}; new_{nth} = 0;");
            if place.contains("[to_") {
                let _ = write!(last, " to_{nth} = 0;");
            }
        }
        self.held.set(self.held.get().max(stores.len()));
        step.push_str(&last);
        Ok(())
    }

    /// What properties remember, after the stores.
    fn remember(
        &self,
        number: usize,
        process: &Process,
        from: PointId,
        to: PointId,
        step: &mut String,
    ) -> Result<(), String> {
        for memory in &self.program.memories {
            match memory {
                Memory::Latch { slot, when } => {
                    let slot = self.names.place(&Place { slot: *slot, index: None })?;
                    let when = self.names.expr(&value(self.program, *when, 0)?)?;
                    let _ = write!(step, " {slot} = ({when} == 1 -> 1 : {slot});");
                }
                Memory::Pending { slot, from, to } => {
                    let slot = self.names.place(&Place { slot: *slot, index: None })?;
                    let begins = match from {
                        Some(from) => self.names.expr(&value(self.program, *from, 0)?)?,
                        None => "0".into(),
                    };
                    let ends = self.names.expr(&value(self.program, *to, 0)?)?;
                    let _ = write!(
                        step,
                        " {slot} = ({ends} == 1 -> 0 : ({begins} == 1 -> 1 : {slot}));"
                    );
                }
                Memory::Ahead(ahead) => {
                    let stage =
                        |point: PointId| ahead.stages[number][process.points[point].section];
                    self.order(ahead, number, stage(from), stage(to), step)?;
                }
            }
        }
        Ok(())
    }

    /// Who passed the first section of `A before B` before whom.
    fn order(
        &self,
        ahead: &Ahead,
        who: usize,
        ran: Stage,
        now: Stage,
        step: &mut String,
    ) -> Result<(), String> {
        let set = |it: usize| self.names.place(&Place { slot: ahead.slot + it, index: None });
        let mine = set(who)?;
        let others = (0..self.program.processes.len()).filter(|&it| it != who);
        if ran == Stage::First {
            let mut before = (1 << who).to_string();
            for it in others.clone() {
                let is_between = |section: usize| ahead.stages[it][section] == Stage::Between;
                if let Some(stands) = self.stands(it, is_between)? {
                    let _ = write!(before, " | ({stands} -> {} : 0)", 1 << it);
                }
            }
            let _ = write!(step, " {mine} = ({mine} == 0 -> ({before}) : {mine});");
        }
        if now == Stage::Outside && ran != Stage::Outside {
            let _ = write!(step, " {mine} = 0;");
        }
        // others have it before them only if it was not outside before
        let leaves = now == Stage::Second || now == Stage::Outside && ran != Stage::Outside;
        if leaves && ran != Stage::Second {
            for it in others {
                let theirs = set(it)?;
                let _ = write!(step, " {theirs} = {theirs} & ~{};", 1 << who);
            }
        }
        Ok(())
    }

    /// The condition that a process stands in certain sections; none if it never does.
    fn stands(
        &self,
        process: usize,
        is_in: impl Fn(usize) -> bool,
    ) -> Result<Option<String>, String> {
        let it = &self.program.processes[process];
        let at = self.names.place(&Place { slot: it.point, index: None })?;
        let points = it.points.iter().enumerate().filter(|(_, point)| is_in(point.section));
        let all: Vec<String> = points.map(|(point, _)| format!("{at} == {point}")).collect();
        Ok((!all.is_empty()).then(|| format!("({})", all.join(" || "))))
    }

    fn properties(&self, text: &mut String) -> Result<(), String> {
        let beyond = self.beyond.borrow().join(" || ");
        let is_final = match beyond.is_empty() {
            true => "timeout".into(),
            false => format!("timeout && !({beyond})"),
        };
        let mut waits = Vec::new();
        for process in &self.program.processes {
            let at = self.names.place(&Place { slot: process.point, index: None })?;
            for (number, point) in process.points.iter().enumerate() {
                let waits_there = process.sections[point.section].is == Standing::Waits;
                if point.code.is_some() || waits_there {
                    waits.push(format!("{at} == {number}"));
                }
            }
        }
        if !waits.is_empty() {
            let waits = format!("{is_final} && ({})", waits.join(" || "));
            add_property("DEADLOCK", "no deadlock", &waits, text);
        }
        for (at, property) in self.program.properties.iter().enumerate() {
            let (query, is_at_end) = match property.claim {
                Claim::State(query) => (query, false),
                Claim::End(query) => (query, true),
                _ => continue,
            };
            let is_asked = property.kind == Kind::Sometimes;
            let holds = value(self.program, query, i64::from(!is_asked))?;
            let holds = self.names.expr(&holds)?;
            let found = match (is_asked, is_at_end) {
                (true, _) => holds,
                (false, false) => format!("!({holds})"),
                (false, true) => format!("{is_final} && !({holds})"),
            };
            add_property(&format!("P{}", at + 1), property.name, &found, text);
        }
        Ok(())
    }
}

/// A process that fails where something was found.
fn add_property(macro_name: &str, name: &str, found: &str, text: &mut String) {
    let _ = write!(
        text,
        "#ifdef {macro_name}\t/* {} */\nactive proctype property()\n{{\nend:\t{found} ->\n\tassert(false)\n}}\n#endif\n\n",
        comment(name)
    );
}

/// The places that an expression reads.
fn loads(expr: &Expr) -> Vec<&Place> {
    match expr {
        Expr::Const(_) | Expr::Temp(_) | Expr::InTransit(..) => Vec::new(),
        Expr::Load(place) => {
            let index = place.index.iter().flat_map(|it| loads(&it.value));
            index.chain([place]).collect()
        }
        Expr::Unary(_, inner) | Expr::Below(inner, _) => loads(inner),
        Expr::Binary(_, left, right) => [loads(left), loads(right)].concat(),
        Expr::Select(a, b, c) => [loads(a), loads(b), loads(c)].concat(),
    }
}

/// Words for a comment of the model.
fn comment(words: &str) -> String {
    words.replace("*/", "* /").replace("/*", "/ *").replace('\n', " ")
}
