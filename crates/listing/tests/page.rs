//! `docs/LANGUAGE.md` says what is true: its examples parse, its errors appear, its bounds hold.

mod texts;

use listing::limits;
use texts::{fences, page};

#[test]
fn every_example_parses_and_is_formatted() {
    let mut examples = 0;
    for fence in fences().iter().filter(|it| it.info == "interleave") {
        let formatted = listing::format(&fence.text);
        let errors = |errors: &Vec<listing::Diagnostic>| {
            errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
        };
        match &formatted {
            Ok(formatted) => assert_eq!(formatted, &fence.text, "line {}", fence.line),
            Err(found) => panic!("line {}: {}", fence.line, errors(found)),
        }
        examples += 1;
    }
    assert!(examples >= 6, "{examples} examples");
}

#[test]
fn errors_appear_as_the_page_prints_them() {
    let fences = fences();
    let mut examples = 0;
    for (fence, printed) in fences.iter().zip(&fences[1..]) {
        if fence.info != "interleave-error" {
            continue;
        }
        assert_eq!(printed.info, "errors", "line {}", printed.line);
        let found = listing::parse(&fence.text).diagnostics;
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        let found = found.join("\n") + "\n";
        assert_eq!(found, printed.text, "line {}", fence.line);
        examples += 1;
    }
    assert!(examples > 0);
}

#[test]
fn every_block_is_of_a_known_kind() {
    for fence in fences() {
        let known = ["interleave", "verdicts", "interleave-error", "errors"];
        assert!(known.contains(&fence.info.as_str()), "line {}: `{}`", fence.line, fence.info);
    }
}

#[test]
fn bounds_are_those_of_the_code() {
    let page = page();
    let bound = |what: &str| -> usize {
        let row = page.lines().find(|it| it.starts_with(&format!("| {what} |")));
        let row = row.unwrap_or_else(|| panic!("the page has a bound of: {what}"));
        let cell = row.split('|').nth(2).expect("two columns");
        let digits: String = cell.chars().filter(char::is_ascii_digit).collect();
        digits.parse().expect("a number")
    };
    assert_eq!(bound("length of a text"), limits::TEXT_MAX);
    assert_eq!(bound("lines"), limits::LINES_MAX);
    assert_eq!(bound("lines that can run"), limits::ROWS_MAX);
    let nesting = bound("nesting of blocks and brackets, where a bracket counts twice");
    assert_eq!(nesting, limits::NESTING_MAX);
    assert_eq!(bound("operators in a row"), limits::CHAIN_MAX);
    assert_eq!(bound("outcomes of one step"), usize::try_from(limits::OUTCOMES_MAX).unwrap());
    assert_eq!(bound("elements of an array"), limits::ELEMENTS_MAX);
    assert_eq!(bound("elements of a list"), usize::try_from(limits::LIST_MAX).unwrap());
    assert_eq!(bound("possible members of a set"), limits::SET_MAX);
    assert_eq!(bound("a number"), usize::try_from(limits::NUMBER_MAX).unwrap());
    assert_eq!(bound("values of an option"), limits::OPTION_VALUES_MAX);
    assert_eq!(bound("bytes of a state"), limits::STATE_BYTES_MAX);
}
