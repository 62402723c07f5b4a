//! What a line says of the state behind its step.

use crate::value::fits;
use model::{ArrayView, ProcessView, View};
use program::Compiled;
use serde_json::Value;
use std::cell::OnceCell;
use tla::Reader;

/// How the states of a log name things.
pub enum States {
    /// As a page shows them.
    Shown,
    /// As the module in TLA+ has them.
    Module(Box<Reader>),
}

/// A state of a system, and what a page shows of it, which is made only where somebody asks.
pub struct Place<'a> {
    system: &'a Compiled,
    state: &'a [u8],
    view: OnceCell<View>,
}

impl<'a> Place<'a> {
    pub fn new(system: &'a Compiled, state: &'a [u8]) -> Place<'a> {
        Place { system, state, view: OnceCell::new() }
    }

    fn view(&self) -> &View {
        self.view.get_or_init(|| self.system.view(self.state))
    }
}

impl States {
    /// Whether there is something of that name.
    pub fn check(&self, name: &str, process: Option<u8>, view: &View) -> Result<(), String> {
        match self {
            States::Module(reader) if reader.has(name) => Ok(()),
            States::Module(_) => Err(format!(
                "The module of this text has no variable `{name}`: export the text once more, with the same options."
            )),
            States::Shown if named(name, process, view).is_some() => Ok(()),
            States::Shown => Err(format!(
                "There is no variable `{name}`. A state has shared variables (`flag`, `flag[0]`), own ones, and `at`, \
                 the sections."
            )),
        }
    }

    pub fn fit(&self, (name, value): &(String, Value), process: Option<u8>, at: &Place) -> bool {
        match self {
            States::Module(reader) => reader.fits(name, value, at.state, &|| at.view()),
            States::Shown => named(name, process, at.view()).is_some_and(|place| place.fits(value)),
        }
    }
}

/// What a name of a state stands for.
enum Named<'a> {
    Array(&'a ArrayView),
    Cell(&'a str),
    /// Of each process that has it.
    Own(Vec<(usize, String)>),
}

fn named<'a>(name: &str, process: Option<u8>, view: &'a View) -> Option<Named<'a>> {
    if let Some(array) = view.arrays.iter().find(|array| array.name == name) {
        return Some(match &array.cells[..] {
            [only] if array.cell(0).single => Named::Cell(&only.value),
            _ => Named::Array(array),
        });
    }
    for array in &view.arrays {
        let mut cells = array.cells.iter().enumerate();
        if let Some((_, cell)) = cells.find(|(at, _)| array.cell(*at).to_string() == name) {
            return Some(Named::Cell(&cell.value));
        }
    }
    let own = |process: &ProcessView| match name {
        "at" => Some(process.zone.name().to_owned()),
        _ => process.locals.iter().find(|own| own.0 == name).map(|own| own.1.clone()),
    };
    let all = view.processes.iter().enumerate();
    let all = all.filter(|(at, _)| process.is_none_or(|asked| usize::from(asked) == *at));
    let all: Vec<_> = all.filter_map(|(at, process)| Some((at, own(process)?))).collect();
    (!all.is_empty()).then_some(Named::Own(all))
}

impl Named<'_> {
    fn fits(&self, value: &Value) -> bool {
        match (self, value) {
            (Named::Cell(text), value) => fits(value, text),
            (Named::Own(all), Value::Object(logged)) => logged.iter().all(|(process, value)| {
                let own = all.iter().find(|own| own.0.to_string() == *process);
                own.is_some_and(|own| fits(value, &own.1))
            }),
            (Named::Own(all), value) if all.len() == 1 && fits(value, &all[0].1) => true,
            (Named::Own(all), Value::Array(logged)) => {
                logged.len() == all.len()
                    && logged.iter().zip(all).all(|(value, own)| fits(value, &own.1))
            }
            (Named::Array(array), Value::Array(logged)) => {
                let pairs = || logged.iter().zip(&array.cells);
                logged.len() == array.cells.len()
                    && pairs().all(|(value, cell)| fits(value, &cell.value))
            }
            (Named::Array(array), Value::Object(logged)) => logged.iter().all(|(index, value)| {
                let is =
                    |at: &usize| array.cell(*at).to_string() == format!("{}[{index}]", array.name);
                let at = (0..array.cells.len()).find(is);
                at.is_some_and(|at| fits(value, &array.cells[at].value))
            }),
            (Named::Own(_) | Named::Array(_), _) => false,
        }
    }
}
