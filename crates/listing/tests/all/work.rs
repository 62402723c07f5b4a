//! How much work is done for a text.

use listing::{Document, diagnostic::nearest, limits::WORK_MAX, parse, work::Work};
use std::{fs, path::Path};

#[test]
fn work_ends_where_its_bound_says() {
    let work = Work::new();
    assert!(work.take(WORK_MAX - 1) && work.take(1) && work.take(0));
    assert!(!work.take(1));
    let work = Work::new();
    assert!(!work.take(WORK_MAX + 1) && !work.take(1));
}

/// Their settings take more in all: errors of the last ones are told once they are chosen.
const READ_IN_PART: [&str; 2] = ["erlang_lock.ilv", "logical_clocks.ilv"];

#[test]
fn every_published_listing_takes_less_than_half_of_it_in_all_settings() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../algorithms/listings");
    let mut listings = 0;
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|it| it == "ilv") {
            let document = Document::new(&fs::read_to_string(&path).unwrap());
            assert_eq!(document.errors(), [], "{}", path.display());
            let is_whole = !READ_IN_PART.iter().any(|name| path.ends_with(name));
            assert_eq!(document.work_left() >= WORK_MAX / 2, is_whole, "{}", path.display());
            listings += 1;
        }
    }
    assert!(listings >= 10, "{listings} listings");
}

/// An attempt that fails on every level must not double the work on every level.
#[test]
fn nested_attempts_cost_no_more_than_the_square_of_the_depth() {
    for opening in ["{a in ", "[a in ", "all a in {", "{{a in ", "(max a in [b in "] {
        let steps = |depth: usize| {
            let opening = opening.repeat(depth);
            parse(&format!("algorithm X\nprocess i of 2:\n  a:\n    x ← {opening}\n")).steps
        };
        let (few, many) = (steps(4), steps(16));
        assert!(many <= few * 16 * 2, "{opening}: {few} steps, then {many}");
    }
}

#[test]
fn a_misspelt_name_is_near_to_the_right_one() {
    let names = ["turn", "flag", "number"];
    for (wrong, right) in
        [("falg", "flag"), ("trun", "turn"), ("numbr", "number"), ("Flag", "flag")]
    {
        assert_eq!(nearest(wrong, names), Some(right), "{wrong}");
    }
    assert_eq!(nearest("door", names), None);
    // an exchange is one change
    assert_eq!((nearest("ab", ["ba"]), nearest("abc", ["ca"])), (Some("ba"), None));
}
