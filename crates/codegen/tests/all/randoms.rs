//! Random programs.

use crate::agreement::compare;
use crate::executor::Wasmi;
use crate::random::program;
use crate::random_code::LONG;
use codegen::{Generated, generate};
use program::Compiled;
use program::ir::{End, Expr, Program};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::sync::Arc;

/// How many programs, unless `PROGRAMS` says so; `FIRST` is the first seed.
const PROGRAMS: u64 = 100;

pub fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn random_programs_agree() {
    let executor = Wasmi::default();
    let first = number("FIRST", 0);
    let mut states = 0;
    for seed in first..first + number("PROGRAMS", PROGRAMS) {
        let mut random = SplitMix64::seed_from_u64(seed);
        let program = program(&mut random);
        let has_long_loop = has_long_loop(&program);
        let interpreter = Compiled::new(program.clone());
        let generated = match Generated::new(Arc::new(Compiled::new(program)), &executor) {
            Ok(generated) => generated,
            Err(why) => panic!("program {seed}: {why}"),
        };
        let max = if has_long_loop { 5 } else { 100 + random.next_u64() as usize % 300 };
        states += compare(&interpreter, &generated, max, &format!("program {seed}"));
    }
    assert!(states > 2_000, "the programs are too small to tell anything: {states} states");
}

/// The interpreter takes long for each of its states.
fn has_long_loop(program: &Program) -> bool {
    program.blocks.iter().any(|block| match &block.end {
        End::Branch(Expr::Binary(_, _, rounds), ..) => **rounds == Expr::Const(LONG),
        _ => false,
    })
}

#[test]
fn a_module_is_the_same_each_time() {
    for seed in 0..20 {
        let program = program(&mut SplitMix64::seed_from_u64(seed));
        assert_eq!(generate(&program), generate(&program));
    }
}
