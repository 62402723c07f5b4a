//! A program as a module of TLA+, for the model checker TLC.
//!
//! Each step of a line is one action with the process as parameter, so TLC finds as many states and
//! transitions as our own search.

// slots and values are far below the bounds of these types
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss)]

mod actions;
mod buffers;
mod chains;
mod declare;
mod expressions;
mod fold;
mod kinds;
mod layout;
mod module;
mod names;
mod network;
mod places;
mod properties;
mod state;
mod steps;
mod tree;
mod writer;

use expressions::Speech;
use layout::{Kind, Layout};
use names::Names;
use program::Compiled;
use program::ir::{Expr, Order, Place, PointId};
use properties::comment;
pub use properties::{Check, Sort};
pub use state::Reader;
use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;
use ways::source::Source;
use ways::terms::Terms;
use writer::Writer;

/// A module, and the configuration with which TLC checks it.
pub struct Tla {
    pub module: String,
    pub configuration: String,
    /// What can be asked of it.
    pub checks: Vec<Check>,
}

/// The module of a name, or a sentence that says what of the program it cannot have.
pub fn tla(compiled: &Compiled, name: &str, options: &str) -> Result<Tla, String> {
    let source = Source::new(compiled.program());
    let program = &source.program;
    require(compiled)?;
    let Analysis { start, points, steps, reached, names, symbols, layout, fields } =
        Analysis::of(compiled, &source)?;
    let speech = Speech {
        source: &source,
        terms: Terms::new(&source),
        layout: &layout,
        points: &points,
        symbols: &symbols,
        fields,
        sender: "m.from",
        depth: Cell::new(0),
    };
    let writer = Writer {
        names: &names,
        layout: &layout,
        speech,
        points: &points,
        steps: &steps,
        reached: &reached,
        start,
    };
    let (body, asked) = writer.module()?;
    source.require_work()?;
    let mut module = format!("---- MODULE {name} ----\n(* {}\n", comment(program.title));
    if !options.is_empty() {
        let _ = writeln!(module, "   {}", comment(options));
    }
    module.push_str(
        "\n   Each action is one step of the algorithm; the line of the text stands beside it.\n   A state without a \
         step is no error by itself: run TLC with -deadlock, and ask for no_deadlock.\n",
    );
    for it in &asked.left_out {
        let _ = writeln!(module, "   Not in this module: {}", comment(it));
    }
    let _ = write!(module, "*)\n{}\n\n{body}====\n", writer.extends());
    Ok(Tla { module, configuration: configuration(&asked.checks), checks: asked.checks })
}

/// What has to be known of a program before anything of it is written.
struct Analysis {
    /// The initial state.
    start: Vec<u8>,
    /// Of each process the names of its points.
    points: Vec<Vec<String>>,
    steps: Vec<steps::Step>,
    /// Of each process the points to which steps lead.
    reached: Vec<BTreeSet<PointId>>,
    names: Names,
    symbols: Vec<String>,
    layout: Layout,
    fields: HashMap<usize, Kind>,
}

impl Analysis {
    fn of(compiled: &Compiled, source: &Source) -> Result<Analysis, String> {
        let program = &source.program;
        let start = writer::start(compiled);
        let points = layout::point_names(program);
        let (mut steps, mut reached) = (Vec::new(), Vec::new());
        for (process, names) in points.iter().enumerate() {
            let first = program.slots[program.processes[process].point].value(&start) as usize;
            let (of_process, points) =
                steps::steps(source, process, first, &|it| names[it].clone())?;
            steps.extend(of_process);
            reached.push(points);
        }
        let names = Names::new();
        let symbols = program.symbols.iter().map(|symbol| names.give(&[symbol])).collect();
        let mut layout = Layout::new(program, &names);
        layout.add_kept(source, &names, &steps);
        let fields = infer(source, &mut layout, &steps);
        Ok(Analysis { start, points, steps, reached, names, symbols, layout, fields })
    }
}

/// What the module has no words for.
fn require(compiled: &Compiled) -> Result<(), String> {
    let program = compiled.program();
    let is_at_once =
        program.channels.as_ref().is_some_and(|channels| channels.order == Order::SelfAtOnce);
    match () {
        () if program.store.is_some() => Err("A replicated row is not exported to TLA+.".into()),
        () if is_at_once => Err("Messages to oneself that arrive at once are not exported to TLA+.".into()),
        () if !program.beginnings.is_empty() => {
            Err("Lines before the first step that need a value which the text leaves open are not exported to TLA+.".into())
        }
        () => Ok(()),
    }
}

/// Which of the values that a process keeps, or puts into a message, are sets. Gives what those of messages are.
fn infer(source: &Source, layout: &mut Layout, steps: &[steps::Step]) -> HashMap<usize, Kind> {
    let mut fields = writer::fields(source);
    loop {
        let mut sets = Vec::new();
        let speech = Speech {
            source,
            terms: Terms::new(source),
            layout,
            points: &[],
            symbols: &[],
            fields: fields.clone(),
            sender: "",
            depth: Cell::new(0),
        };
        for ways in steps.iter().flat_map(|step| &step.ways).map(|it| &it.1) {
            let guards = ways.paths.iter().map(|path| &path.guard).chain(&ways.beyond);
            guards.for_each(|guard| speech.read_as_sets(guard, Kind::Bool, &mut sets));
            let stores = ways.paths.iter().flat_map(|path| &path.stores);
            let sent = ways.paths.iter().flat_map(|path| &path.sends).flat_map(|sent| {
                let slots = source.message.fields(sent.kind);
                slots
                    .zip(&sent.fields)
                    .map(|(slot, value)| (Place { slot, index: None }, value.clone()))
            });
            for (place, value) in stores.cloned().chain(sent) {
                if speech.kind(&value) == Kind::Set {
                    sets.extend(layout::slots_of(&place));
                }
                speech.read_as_sets(&value, speech.kind(&Expr::Load(place)), &mut sets);
            }
        }
        let mut changes = false;
        for slot in sets {
            if layout.set_kind(slot, Kind::Set) {
                changes = true;
            } else if fields.get(&slot) == Some(&Kind::Number) {
                fields.insert(slot, Kind::Set);
                changes = true;
            }
        }
        if !changes {
            return fields;
        }
    }
}

/// TLC stops at what it finds first, and temporal properties take longer: these are left to take in.
fn configuration(checks: &[Check]) -> String {
    let mut text = "SPECIFICATION Spec\nCHECK_DEADLOCK FALSE\n".to_owned();
    for (sort, head, word) in [
        (Sort::Invariant, "", "INVARIANT"),
        (
            Sort::Never,
            "\\* What breaks one of these is the run that the text looks for.\n",
            "\\* INVARIANT",
        ),
        (Sort::Temporal, "\\* These take longer.\n", "\\* PROPERTY"),
    ] {
        let all: Vec<&Check> = checks.iter().filter(|check| check.sort == sort).collect();
        text.push_str(if all.is_empty() { "" } else { head });
        for check in all {
            let _ = writeln!(text, "{word} {}", check.operator);
        }
    }
    text
}
