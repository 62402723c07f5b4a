//! Random programs.

use crate::agreement::compare;
use crate::executor::Wasmi;
use crate::random::program;
use codegen::{Generated, generate};
use program::Compiled;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// How many programs, unless `PROGRAMS` says so; `FIRST` is the first seed.
const PROGRAMS: u64 = 300;

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn random_programs_agree() {
    let executor = Wasmi::default();
    let first = number("FIRST", 0);
    let mut states = 0;
    for seed in first..first + number("PROGRAMS", PROGRAMS) {
        let mut random = SplitMix64::seed_from_u64(seed);
        let program = program(&mut random);
        if let Ok(to) = std::env::var("DUMP") {
            eprintln!("{program:#?}");
            std::fs::write(to, generate(&program).unwrap().bytes).unwrap();
        }
        let interpreter = Compiled::new(program.clone());
        let generated = match Generated::new(Compiled::new(program), &executor) {
            Ok(generated) => generated,
            Err((_, why)) => panic!("program {seed}: {why}"),
        };
        let max = 200 + random.next_u64() as usize % 800;
        states += compare(&interpreter, &generated, max, &format!("program {seed}"));
    }
    assert!(states > 10_000, "the programs are too small to tell anything: {states} states");
}

#[test]
fn a_module_is_the_same_each_time() {
    for seed in 0..20 {
        let program = program(&mut SplitMix64::seed_from_u64(seed));
        assert_eq!(generate(&program), generate(&program));
    }
}
