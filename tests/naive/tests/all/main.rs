//! The product against the naive interpreter.

mod compare;
mod product;
mod settled;
mod shrink;

use compare::Held;
use std::ops::Range;

/// The most states of a text.
const STATES_MAX: usize = 2_000;

/// Random texts of these seeds; others by `SEEDS=100..200`.
fn seeds() -> Range<u64> {
    let Ok(words) = std::env::var("SEEDS") else { return 0..100 };
    let (from, to) = words.split_once("..").expect("a range such as 100..200");
    from.parse().expect("a number")..to.parse().expect("a number")
}

/// What comes of a text, be it that the naive interpreter panics.
fn hold(text: &str) -> Result<Held, String> {
    let held = std::panic::catch_unwind(|| compare::hold(text, &[], STATES_MAX));
    held.unwrap_or_else(|_| Err("the naive interpreter panics".into()))
}

#[test]
fn random_texts_mean_the_same_to_both() {
    let (mut alike, mut others) = (0, Vec::new());
    for seed in seeds() {
        let Some(text) = sampler::algorithm(seed) else { continue };
        match hold(&text) {
            Ok(Held::Same { .. }) => alike += 1,
            Ok(Held::TooLarge | Held::Open) => {}
            Err(_) => {
                // of another kind it would be another fault
                let compiles = |text: &str| listing::compile(text, &[]).is_ok();
                let kind = |text: &str| {
                    hold(text).err().and_then(|text| text.lines().next().map(str::to_owned))
                };
                let was = kind(&text);
                let text = shrink::shrunk(&text, |less| compiles(less) && kind(less) == was);
                let why = hold(&text).expect_err("it differs");
                others.push(format!("seed {seed}: {why}\n{text}"));
            }
        }
    }
    println!("{alike} texts were compared");
    assert!(others.is_empty(), "{}", others.join("\n"));
    assert!(alike as u64 > (seeds().end - seeds().start) / 2, "{alike} texts were compared");
}
