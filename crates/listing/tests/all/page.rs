//! `docs/LANGUAGE.md` says what is true: its examples parse, its errors appear.

use crate::texts::fences;

#[test]
fn every_example_parses_and_is_formatted() {
    let mut examples = 0;
    for fence in fences().iter().filter(|fence| fence.info == "interleave") {
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
        let found = listing::check(&fence.text);
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
