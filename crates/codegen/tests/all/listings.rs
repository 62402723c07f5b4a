//! The listings that are published.

use crate::agreement::compare;
use crate::executor::Wasmi;
use codegen::Generated;
use program::Compiled;
use std::fs;
use std::path::Path;

/// The most states of one setting.
const STATES: usize = 200;

#[test]
fn listings_agree_in_every_value_of_every_option() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../algorithms/listings");
    let mut count = 0;
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|it| it != "ilv") {
            continue;
        }
        count += 1;
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        compare_setting(&text, &[], &name);
        for option in listing::options(&listing::parse(&text).listing) {
            for value in &option.values[1..] {
                let what = format!("{name}, {} {value}", option.name);
                compare_setting(&text, &[(&option.name, value)], &what);
            }
        }
    }
    assert!(count >= 10, "{count} listings");
}

fn compare_setting(text: &str, options: &[(&str, &str)], what: &str) {
    let compile = || -> Compiled {
        let compiled = listing::compile(text, options);
        compiled.unwrap_or_else(|errors| panic!("{what}: {errors:?}"))
    };
    match Generated::new(compile(), &Wasmi::default()) {
        Ok(generated) => _ = compare(&compile(), &generated, STATES, what),
        Err((_, why)) => panic!("{what}: {why}"),
    }
}
