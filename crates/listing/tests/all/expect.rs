//! Expectations: what they say, what is wrong with them, and that they change nothing.

use listing::Document;
use listing::expect::{Expectation, Expected};
use listing::tree::ItemKind;
use listing::{ErrorCode, check, compile, format, parse};

const LOCK: &str = "algorithm A lock

option order: flag_first, turn_first
option entries: 1, 2

shared flag[process]: bool
shared turn: process

process i of 2, entries times:
  remainder:
    pause
  doorway:
    turn ← 1 − i    with order = turn_first
    flag[i] ← true
    turn ← 1 − i    with order = flag_first
  waiting:
    await not flag[1 − i] or turn = i
  critical:
    pause
  exit:
    flag[i] ← false

always mutual exclusion: at most 1 in critical
reachable first come, first served: all i: i in waiting
most overtaken: overtakes in waiting
least cheapest: steps from doorway to exit
outcomes last turn: turn
wait-free: doorway to remainder
";

/// The lock with one more line.
fn with(line: &str) -> String {
    format!("{LOCK}\n{line}\n")
}

fn expectations(text: &str) -> Vec<Expectation> {
    let parsed = parse(text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    let expectation = |item: listing::tree::Item| match item.kind {
        ItemKind::Expect(expectation) => Some(expectation),
        _ => None,
    };
    parsed.listing.items.into_iter().filter_map(expectation).collect()
}

/// What a line expects, and of what.
fn expected(line: &str) -> (Option<String>, Expected) {
    let text = with(line);
    assert_eq!(check(&text), [], "{line}");
    let [expectation] = &expectations(&text)[..] else { panic!("{line}") };
    (expectation.title.as_ref().map(|title| title.text.clone()), expectation.expected)
}

#[test]
fn everything_that_a_search_says_can_be_expected() {
    for (line, title, outcome) in [
        ("expect mutual exclusion: holds", "mutual exclusion", Expected::Holds),
        ("expect no deadlock: fails", "no deadlock", Expected::Fails(None)),
        ("expect mutual exclusion: fails in 9 steps", "mutual exclusion", Expected::Fails(Some(9))),
        ("expect mutual exclusion: fails in 1 step", "mutual exclusion", Expected::Fails(Some(1))),
        (
            "expect first come, first served: reached in 0 steps",
            "first come, first served",
            Expected::Reached(Some(0)),
        ),
        (
            "expect first come, first served: never reached",
            "first come, first served",
            Expected::NeverReached,
        ),
        ("expect overtaken: at most 2", "overtaken", Expected::AtMost(2)),
        ("expect overtaken: no bound", "overtaken", Expected::NoBound),
        ("expect cheapest: at least 3", "cheapest", Expected::AtLeast(3)),
        ("expect last turn: 2 outcomes", "last turn", Expected::Outcomes(2)),
        ("expect wait-free: no bound", "wait-free", Expected::NoBound),
    ] {
        assert_eq!(expected(line), (Some(title.to_owned()), outcome), "{line}");
        assert!(line.ends_with(&outcome.to_string()), "{line}: {outcome}");
    }
    // more than a variable can be
    assert_eq!(expected("expect 1075243 states"), (None, Expected::States(1_075_243)));
    for (line, count) in [
        ("expect every line is needed", 0),
        ("expect 1 line is not needed", 1),
        ("expect 12 lines are not needed", 12),
    ] {
        let outcome = Expected::LinesNotNeeded(count);
        assert_eq!(expected(line), (None, outcome), "{line}");
        assert!(line.ends_with(&outcome.to_string()), "{line}: {outcome}");
    }
}

#[test]
fn an_expectation_is_of_some_options() {
    let text = with("expect 1 state with order = turn_first, entries = 2    # measured");
    assert_eq!(check(&text), []);
    let options = &expectations(&text)[0].options;
    let names: Vec<_> = options.iter().map(|(name, value)| (&*name.text, &*value.text)).collect();
    assert_eq!(names, [("order", "turn_first"), ("entries", "2")]);
}

/// The error of a line: its kind, the words that it is about, and the whole sentence.
fn error(line: &str) -> (ErrorCode, String, String) {
    let text = with(line);
    let found = check(&text);
    assert_eq!(found.len(), 1, "{line}: {found:?}");
    assert!(compile(&text, &[]).is_err(), "{line}");
    (found[0].kind, found[0].span.of(&text).to_owned(), found[0].to_string())
}

#[test]
fn what_fits_nothing_is_an_error_at_its_place() {
    for (line, kind, place, says) in [
        (
            "expect mutual exlusion: holds",
            ErrorCode::UnknownProperty,
            "mutual exlusion",
            "No property is called `mutual exlusion`. Did you mean `mutual exclusion`?",
        ),
        (
            "expect safety: holds",
            ErrorCode::UnknownProperty,
            "safety",
            "There are `mutual exclusion`, `first come, first served`, `overtaken`, `cheapest`, \
             `last turn`, `wait-free`, `no deadlock` and `values stay in their domains`.",
        ),
        (
            "expect overtaken: holds",
            ErrorCode::WrongExpectation,
            "holds",
            "“holds” does not fit the property `overtaken`. Write `at most 3` or `no bound`.",
        ),
        (
            "expect no deadlock: never reached",
            ErrorCode::WrongExpectation,
            "never reached",
            "Write `holds`, `fails` or `fails in 9 steps`.",
        ),
        (
            "expect 9 states with odrer = turn_first",
            ErrorCode::UnknownName,
            "odrer",
            "No option is called `odrer`. Did you mean `order`?",
        ),
        (
            "expect 9 states with losses = 1",
            ErrorCode::UnknownName,
            "losses",
            "There are `order` and `entries`.",
        ),
        (
            "expect 9 states with order = turn_frist",
            ErrorCode::UnknownOptionValue,
            "turn_frist",
            "`order` has no value `turn_frist`. Did you mean `turn_first`?",
        ),
        (
            "expect 9 states with entries = 7",
            ErrorCode::UnknownOptionValue,
            "7",
            "`entries` has no value `7`. It has `1` and `2`.",
        ),
        (
            "expect 9 states with entries = 2, entries = 1",
            ErrorCode::DeclaredTwice,
            "entries",
            "`entries` has a value here already.",
        ),
        ("expect mutual exclusion: hold", ErrorCode::Expected, "hold", "Did you mean `holds`?"),
        ("expect mutual exclusion: true", ErrorCode::Expected, "true", "Write `holds`, `fails`"),
        (
            "expect mutual exclusion: fails in 9",
            ErrorCode::Expected,
            "",
            "The word `steps` is missing",
        ),
        (
            "expect mutual exclusion holds",
            ErrorCode::Expected,
            "mutual exclusion holds",
            "An expectation has the name of a property and a colon",
        ),
        (
            "expect 9 states with order = turn_first and entries = 2",
            ErrorCode::Expected,
            "and",
            "separated by commas, not by `and`. Write `,` here.",
        ),
    ] {
        let (found, at, sentence) = error(line);
        assert_eq!((found, at.trim()), (kind, place), "{line}: {sentence}");
        assert!(sentence.contains(says), "{line}: {sentence}");
    }
}

#[test]
fn an_expectation_is_no_part_of_the_program() {
    let line = "expect mutual exclusion: holds with order = turn_first";
    for chosen in [&[][..], &[("order", "turn_first")]] {
        let plain = compile(LOCK, chosen).unwrap();
        let expecting = compile(&with(line), chosen).unwrap();
        assert_eq!(format!("{:?}", plain.program()), format!("{:?}", expecting.program()));
    }
    let conditions = |text: &str| Document::new(text).conditions(&[]);
    assert_eq!(conditions(LOCK), conditions(&with(line)));
}

#[test]
fn expectations_stand_in_columns() {
    let untidy = "expect   mutual exclusion :fails in 9 steps with order=turn_first,entries = 2 #why\n\
                  expect 58 states   with entries=2\n";
    let tidy = "expect mutual exclusion: fails in 9 steps    with order = turn_first, entries = 2    # why\n\
                expect 58 states                             with entries = 2\n";
    for text in [untidy, tidy] {
        assert_eq!(format(&format!("{LOCK}\n{text}")).unwrap(), format!("{LOCK}\n{tidy}"));
    }
}

/// Texts that were written before a line could begin with the word.
#[test]
fn a_role_may_still_be_called_so() {
    let text = "algorithm A\nshared x: 0..2\nexpect:\n  own expected: bool\n  a:\n    x ← 1\n";
    assert_eq!(check(text), []);
}

/// Options and values are renamed in expectations, too, and a title leads to its property.
#[test]
fn an_editor_knows_what_an_expectation_names() {
    let text = with("expect mutual exclusion: fails with order = turn_first");
    let document = Document::new(&text);
    let line = text.find("expect ").unwrap();
    for (declared, used, places) in [
        ("order: flag_first", "order = turn_first\n", 4),
        ("turn_first\noption", "turn_first\n", 3),
    ] {
        let changes = document.rename(text.find(declared).unwrap(), "other").unwrap();
        let starts: Vec<usize> = changes.iter().map(|change| change.bytes.start).collect();
        let here = line + text[line..].find(used).unwrap();
        assert!(starts.contains(&here), "{declared}: {starts:?}, {here}");
        assert_eq!(starts.len(), places, "{declared}");
    }
    let property = text.find("mutual exclusion: at most").unwrap();
    let led_to = document.definition(line + "expect ".len());
    assert_eq!(led_to.iter().map(|range| range.start).collect::<Vec<_>>(), [property]);
    let colon = line + text[line..].find(": ").unwrap() + 2;
    let offered = document.completion(colon);
    assert!(offered.all.iter().any(|entry| entry.label == "fails"), "{offered:?}");
}
