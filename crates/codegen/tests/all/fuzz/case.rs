//! Everything that is made of one text.

use crate::agreement::compare;
use crate::executor::Wasmi;
use codegen::{Generated, generate};
use listing::{Diagnostic, check, compile, format, highlight, options, parse};
use model::{Log, System};
use program::Compiled;
use sampler::Dice;
use std::sync::Arc;

/// The most states in which the interpreter and generated code are compared.
const STATES: usize = 40;
/// How many steps of a run are taken.
const STEPS: usize = 12;

/// One of so many programs is written as Promela, which takes longer than all else.
const EXPORTED: u64 = 16;
/// One of so many texts is looked at with all values of its options.
const CHECKED: u64 = 32;

/// What came of a text.
#[derive(Default)]
pub struct Done {
    pub compiled: bool,
    pub generated: bool,
    pub exported: bool,
}

pub fn run(text: &str, number: u64) -> Done {
    let mut dice = Dice::new(number);
    written(text);
    if number.is_multiple_of(CHECKED) {
        says_something(&check(text));
    }
    let mut done = Done::default();
    for chosen in [Some(Vec::new()), setting(text, &mut dice)].into_iter().flatten() {
        let chosen: Vec<(&str, &str)> = chosen.iter().map(|(a, b)| (&**a, &**b)).collect();
        let compiled = match compile(text, &chosen) {
            Ok(compiled) => compiled,
            Err(found) => {
                says_something(&found);
                continue;
            }
        };
        done.compiled = true;
        if number.is_multiple_of(EXPORTED) {
            done.exported |= promela::promela(&compiled).is_ok();
        }
        steps(&compiled, &mut dice);
        done.generated |= agrees(compiled);
    }
    done
}

fn says_something(errors: &[Diagnostic]) {
    for found in errors {
        assert!(!found.message.is_empty() && found.line > 0, "an error says something: {found}");
    }
}

/// Colours and format.
fn written(text: &str) {
    let parsed = parse(text);
    let pieces = highlight(text, &parsed.diagnostics);
    let length: usize = pieces.iter().map(|piece| piece.bytes.len()).sum();
    assert_eq!(length, text.len(), "the coloured pieces are the text");
    match format(text) {
        Ok(formatted) => {
            assert_eq!(format(&formatted).as_ref(), Ok(&formatted), "formatted twice");
            sampler::assert_same_tree(&formatted, text);
        }
        Err(found) => {
            let is_known = |error: &Diagnostic| parsed.diagnostics.contains(error);
            assert!(found.iter().all(is_known), "the formatter has other errors: {found:?}");
        }
    }
}

/// A value of an option that is not the default.
fn setting(text: &str, dice: &mut Dice) -> Option<Vec<(String, String)>> {
    let options = options(&parse(text).listing);
    let option = options.get(dice.below(options.len()))?;
    let value = option.values.get(dice.below(option.values.len()))?;
    Some(vec![(option.name.clone(), value.clone())])
}

/// A run, and what readers see of it.
fn steps(compiled: &Compiled, dice: &mut Dice) {
    let system: &dyn System = compiled;
    let mut state = system.initial();
    for _ in 0..STEPS {
        let offered = system.offered(&state);
        if offered.is_empty() {
            break;
        }
        let mut events = Vec::new();
        let action = offered[dice.below(offered.len())];
        system.step(&mut state, action, &mut Log::to(&mut events));
    }
    let _ = (compiled.view(&state), compiled.rows(), program::stage(compiled.program()));
    for (nth, property) in system.properties().iter().enumerate() {
        use model::ClaimKind::{Always, Eventually, Least, Most, Outcomes, Sometimes};
        match property.kind {
            Always | Sometimes | Most | Least => _ = system.check(nth, &state),
            Eventually => _ = system.waiting_in(nth, &state),
            Outcomes => _ = system.outcome(nth, &state),
            _ => _ = system.operations_in(nth, &state),
        }
    }
}

/// Whether there is generated code; it does as the interpreter.
fn agrees(compiled: Compiled) -> bool {
    if generate(compiled.program()).is_err() {
        return false;
    }
    let compiled = Arc::new(compiled);
    match Generated::new(Arc::clone(&compiled), &Wasmi::default()) {
        Ok(generated) => {
            compare(&compiled, &generated, STATES, "generated code");
            assert!(generated.interpreted().is_none_or(|it| it.contains("too large")));
            true
        }
        Err(why) => panic!("The module is refused: {why}"),
    }
}
