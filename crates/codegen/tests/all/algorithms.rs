//! Random algorithms in the language, and what none of them has: steps, states, verdicts and what a search does not reach.

use crate::agreement::compare;
use crate::executor::Wasmi;
use crate::randoms::number;
use crate::searches::find_the_same;
use codegen::Generated;
use program::Compiled;
use std::sync::Arc;

/// How many, unless `ALGORITHMS` says so; `FIRST` is the first seed.
const ALGORITHMS: u64 = 100;
/// The most states that are compared one by one, and by a search.
const STATES: (usize, usize) = (100, 400);

#[test]
fn random_algorithms_agree() {
    let first = number("FIRST", 0);
    let (mut programs, mut states) = (0, 0);
    let seeds = first..first + number("ALGORITHMS", golden::quick_or(ALGORITHMS, 5_000));
    // a rule that moves on, and processes with more control states than others of their role
    let drawn = seeds
        .chain([2_573, 3_524])
        .filter_map(|seed| sampler::algorithm(seed).map(|text| (format!("seed {seed}"), text)));
    let beside = sampler::TEXTS.map(|(name, text)| (name.to_owned(), text.to_owned()));
    for (name, text) in drawn.chain(beside) {
        let options = listing::options(&listing::parse(&text).listing);
        let others = options.iter().flat_map(|option| {
            option.values[1..].iter().map(move |value| vec![(&option.name[..], &value[..])])
        });
        for chosen in [Vec::new()].into_iter().chain(others) {
            let Ok(compiled) = listing::compile(&text, &chosen) else { continue };
            programs += 1;
            states += agree(compiled, &format!("{name} {chosen:?}\n{text}"));
        }
    }
    assert!(states > 20 * programs, "they are too small: {states} states of {programs} programs");
}

/// How many states were compared.
fn agree(compiled: Compiled, what: &str) -> usize {
    let interpreter = Arc::new(compiled);
    let generated = Generated::new(Arc::clone(&interpreter), &Wasmi::default());
    let generated = Arc::new(generated.unwrap_or_else(|why| panic!("{why} {what}")));
    let states = compare(&interpreter, &generated, STATES.0, what);
    find_the_same(interpreter, generated, STATES.1, what);
    states
}
