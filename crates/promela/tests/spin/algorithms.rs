//! Random algorithms in the language.

use crate::setting::Setting;

/// How many are compared, unless `ALGORITHMS` says so; `FIRST` is the first seed.
const ALGORITHMS: u64 = 4;
/// Larger ones are left out.
const STATES_MAX: usize = 3_000;
/// So small ones say little.
const STATES_MIN: usize = 12;

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn random_algorithms_agree() {
    if !spin::is_installed() {
        return;
    }
    let first = number("FIRST", 0);
    let (mut seed, mut left) = (first, number("ALGORITHMS", golden::quick_or(ALGORITHMS, 300)));
    let mut different = Vec::new();
    while left > 0 {
        seed += 1;
        let Some(text) = sampler::algorithm(seed) else { continue };
        let setting = Setting { name: format!("seed-{seed}"), text, options: Vec::new() };
        let Ok((report, model)) = setting.export(STATES_MAX) else { continue };
        if report.states < STATES_MIN {
            continue;
        }
        left -= 1;
        different.extend(setting.compare(&report, &model));
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}
