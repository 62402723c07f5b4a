//! Mutated texts through everything that is made of a text: its errors, its formatted form, its program
//! by the interpreter and by generated code, its Promela. Nothing panics, nothing differs, nothing takes
//! long.
//!
//! A case is made of its number alone. `FUZZ_FIRST=7 FUZZ_CASES=1` runs and prints one; `cargo xtask
//! fuzz` runs them for as long as it is told.

mod case;
mod grammar;
mod watch;

use std::time::{Duration, Instant};

/// How many cases run with the other tests.
const CASES: u64 = 1_000;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn mutated_texts_are_sound() {
    let first = number("FUZZ_FIRST").unwrap_or(0);
    let cases = number("FUZZ_CASES").unwrap_or(CASES);
    let tally = run(first, |done, _| done < cases);
    assert_eq!(tally.failed, 0, "{tally:?}");
    if cases >= CASES {
        // enough of them are programs, or this would say nothing
        assert!(tally.compiled * 5 > tally.cases && tally.refused * 20 > tally.cases, "{tally:?}");
    }
}

/// Of the published ones it takes most: three seconds where the compiler has not made the exporter quick.
#[test]
fn the_largest_listing_is_done_in_time() {
    let text = include_str!("../../../algorithms/listings/bakery_messages.ilv");
    in_time(|| assert!(case::run(text, 0).exported));
}

/// In most states a message arrives that sends its receiver into a loop without an end.
#[test]
fn loops_without_an_end_are_done_in_time() {
    let text = include_str!("../../../algorithms/listings/ricart_agrawala.ilv");
    let line = "clock ← max(clock, p)                         with priority = timestamp";
    let text = text.replace(line, "repeat: clock ← max(clock, p)\n    until false");
    assert!(text.contains("repeat"));
    in_time(|| (1..=3).for_each(|number| assert!(case::run(&text, number).generated)));
}

/// Where a condition is looked at very often, no name near to a wrong one is looked for.
#[test]
fn wrong_conditions_are_done_in_time() {
    let uses = |it: usize| format!("define d{it}:\n  d{}\n  d{}\n", it - 1, it - 1);
    let text = format!(
        "algorithm A\nshared x: 0..3\nprocess i of 2:\n  going:\n    d18\ndefine d0:\n  x ← 1    with foo = \
         bar\n{}",
        (1..=18).map(uses).collect::<String>()
    );
    in_time(|| assert!(listing::compile(&text, &[]).is_err()));
}

fn in_time(run: impl FnOnce()) {
    let watch = watch::Watch::begin();
    run();
    assert!(watch.time() < watch::TIME_MAX, "{:?}", watch.time());
}

#[test]
#[ignore = "runs as long as FUZZ_SECONDS says"]
fn mutated_texts_are_sound_for_long() {
    let seconds = number("FUZZ_SECONDS").expect("FUZZ_SECONDS says how long");
    let end = Duration::from_secs(seconds);
    let tally = run(number("FUZZ_FIRST").unwrap_or(CASES), |_, spent| spent < end);
    assert_eq!(tally.failed, 0, "{tally:?}");
}

#[derive(Default, Debug)]
struct Tally {
    cases: u64,
    compiled: u64,
    /// Texts with errors.
    refused: u64,
    generated: u64,
    exported: u64,
    failed: u64,
    /// The longest of the cases, in milliseconds of processor time, and its number.
    longest: (u128, u64),
}

/// Runs cases from a number on, as long as the number of those done and the time spent say so.
fn run(first: u64, goes_on: impl Fn(u64, Duration) -> bool) -> Tally {
    let mut tally = Tally::default();
    let texts = crate::texts::texts();
    let watch = watch::Watch::begin();
    let (start, mut highest) = (Instant::now(), 0);
    while goes_on(tally.cases, start.elapsed()) {
        let number = first + tally.cases;
        tally.cases += 1;
        let mut text = String::new();
        let outcome = watch::caught(|| {
            // which compiles it after each change
            text = grammar::text(number, &texts);
            watch.case(number, &text);
            case::run(&text, number)
        });
        let (time, memory) = (watch.time(), watch::memory());
        if time.as_millis() > tally.longest.0 {
            tally.longest = (time.as_millis(), number);
        }
        let wrong = match outcome {
            Err(message) => Some(message),
            Ok(_) if time > watch::TIME_MAX => Some(format!("It took {time:?}.")),
            // the most that there ever was: a case that took less says nothing
            Ok(_) if memory > watch::MEMORY_MAX.max(highest) => {
                Some(format!("It took {memory} bytes."))
            }
            Ok(done) => {
                tally.compiled += u64::from(done.compiled);
                tally.refused += u64::from(!done.compiled);
                tally.generated += u64::from(done.generated);
                tally.exported += u64::from(done.exported);
                None
            }
        };
        highest = highest.max(memory);
        if let Some(wrong) = wrong {
            tally.failed += 1;
            println!("\nFUZZ_FIRST={number} FUZZ_CASES=1: {wrong}\n{text}");
        }
        if tally.cases.is_multiple_of(10_000) {
            println!("{:?} {tally:?}", start.elapsed());
        }
    }
    println!("{:?} {tally:?}", start.elapsed());
    tally
}
