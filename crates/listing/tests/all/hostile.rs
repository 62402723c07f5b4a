//! Mutated texts go through parser, compiler and a short run: nothing panics, nothing hangs.
//!
//! `MUTATIONS=1000000 cargo test -p listing --test all --release hostile` tries more of them.

use crate::dice::Dice;
use crate::texts;
use model::{Log, System};

/// How many steps of each text that still compiles are taken.
const STEPS: usize = 12;

fn run(text: &str, dice: &mut Dice) -> bool {
    let Ok(system) = listing::compile(text, &[]) else { return false };
    let system: &dyn System = &system;
    let mut state = system.initial();
    for _ in 0..STEPS {
        let offered = system.offered(&state);
        if offered.is_empty() {
            break;
        }
        let action = offered[dice.below(offered.len())];
        let mut events = Vec::new();
        system.step(&mut state, action, &mut Log::to(&mut events));
    }
    let _ = system.view(&state);
    for (nth, property) in system.properties().iter().enumerate() {
        use model::Kind::{Always, Eventually, Least, Most, Outcomes, Sometimes};
        match property.kind {
            Always | Sometimes | Most | Least => {
                let _ = system.check(nth, &state);
            }
            Eventually => {
                let _ = system.waiting_in(nth, &state);
            }
            Outcomes => {
                let _ = system.outcome(nth, &state);
            }
            _ => {
                let _ = system.operations(nth, &state);
            }
        }
    }
    true
}

#[test]
fn mutated_texts_neither_panic_nor_hang() {
    let texts = texts::texts();
    let count = std::env::var("MUTATIONS").ok().and_then(|it| it.parse().ok()).unwrap_or(3000);
    let mut dice = Dice::new(7);
    let (mut compiled, mut broken) = (0, 0);
    for nth in 0..count {
        let (_, original) = &texts[nth % texts.len()];
        let (_, other) = &texts[dice.below(texts.len())];
        let mut text = original.clone();
        for _ in 0..=dice.below(3) {
            dice.mutate(&mut text, other);
        }
        match run(&text, &mut dice) {
            true => compiled += 1,
            false => {
                broken += 1;
                for it in listing::compile(&text, &[]).err().unwrap_or_default() {
                    assert!(!it.message.is_empty() && it.line > 0, "{it}\n{text}");
                }
            }
        }
    }
    // the mutations are of both sorts, or the test would say nothing
    assert!(compiled * 20 > count && broken * 20 > count, "{compiled} of {count} compiled");
}
