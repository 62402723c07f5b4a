//! What has no model gets a sentence.

use std::thread;

/// What would take too long to write, or too much room, gets a sentence.
#[test]
fn what_is_too_large_is_said() {
    let sets = "      b ← {size(b), min k in b: k}\n".repeat(6);
    let mins = "      x ← min(min(min(min(x, y), y), y), y)\n".repeat(6);
    let ask = |it: i32| format!("      if {it} in b: x ← (x + {it}) mod 9\n");
    let asks = (0..12).map(ask).collect::<Vec<_>>().concat();
    for (code, why) in [
        (sets, "An expression is too long for a model."),
        (mins, "The algorithm is too large for a model."),
        (asks, "A step has more than 2000 ways to go."),
    ] {
        let text = format!(
            "algorithm A\nshared x, y: 0..9\nprocess i of 2:\n  own b: set of 0..30\n  a:\n    \
             atomic:\n{code}"
        );
        let compiled =
            listing::compile(&text, &[]).unwrap_or_else(|errors| panic!("{} {text}", errors[0]));
        let said = promela::promela(&compiled).expect_err(&code);
        assert!(said.starts_with(why), "{said}\n{text}");
    }
}

/// Where lines are too many, none of them is to blame; one that takes most of the work is named.
#[test]
fn the_line_that_is_too_large_is_named() {
    let ask = |k: i32| format!("      if {k} in b: x ← (x + {k}) mod 9\n");
    let asks = (0..9).map(ask).collect::<String>();
    let many = format!("    atomic:\n{asks}").repeat(20);
    let one =
        "    atomic:\n".to_owned() + &"      x ← min(min(min(min(x, y), y), y), y)\n".repeat(6);
    let why = "The algorithm is too large for a model.";
    for (code, said) in
        [(many, why.to_owned()), (one, format!("{why} This is in the line `atomic:`."))]
    {
        let text = format!(
            "algorithm A\nshared x, y: 0..9\nprocess i of 2:\n  own b: set of 0..30\n  a:\n{code}"
        );
        let compiled =
            listing::compile(&text, &[]).unwrap_or_else(|errors| panic!("{} {text}", errors[0]));
        assert_eq!(promela::promela(&compiled), Err(said));
    }
}

/// A step of very many blocks that asks the same again and again: there is one way through them, or they
/// are too many, and no end of the stack.
#[test]
fn a_long_step_is_walked_or_refused() {
    for rounds in [5, 20, 30] {
        let text = format!(
            "algorithm A\nshared x: 0..3\nprocess i of 2:\n  own y: 0..3\n  a:\n    atomic:\n      for each \
             b in 1..{rounds}: for each c in 1..{rounds}: if x = 0: y ← 1\n"
        );
        let compiled =
            listing::compile(&text, &[]).unwrap_or_else(|errors| panic!("{} {text}", errors[0]));
        let said = promela::promela(&compiled).err();
        let is_long = rounds > 20;
        assert_eq!(said.is_some(), is_long, "{rounds} {said:?}");
        assert!(said.is_none_or(|it| it.starts_with("A step is too long for a model.")));
    }
}

/// An `await` that asks very often, on a short stack: what cannot be walked is refused.
#[test]
fn a_long_await_is_walked_or_refused() {
    for (count, why) in
        [(20, None), (300, Some("A step is too")), (400, Some("The algorithm is too"))]
    {
        let text = format!(
            "algorithm A\nshared a, b: 0..{count}\nprocess i of 2:\n  go:\n    await some k in 1..{count}: a + \
             b = 2 · k\n"
        );
        let compiled =
            listing::compile(&text, &[]).unwrap_or_else(|errors| panic!("{} {text}", errors[0]));
        let short = thread::Builder::new().stack_size(1 << 20);
        let run = short.spawn(move || promela::promela(&compiled).err()).expect("a thread");
        let said = run.join().expect("no panic");
        let begins = |text: &String| why.is_some_and(|why| text.starts_with(why));
        assert!(said.as_ref().map_or(why.is_none(), begins), "{count} {said:?}");
    }
}

/// A text that the exporter cannot write gets a sentence that says where.
#[test]
fn what_is_not_exported_is_said() {
    let text = "algorithm A\nshared x: 0..9\nprocess i of 2:\n  own big: set of 0..40\n  a:\n    \
                x ← size(big)\n";
    let compiled = listing::compile(text, &[]).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let why = promela::promela(&compiled).expect_err("sets have 31 members");
    assert!(why.starts_with("A set with more than 31 possible members"), "{why}");
    assert!(why.ends_with("This is in the line `x ← size(big)`."), "{why}");
}

/// A loop without an end, on a short stack.
#[test]
fn rounds_without_an_end_are_refused() {
    let text = "algorithm A\nprocess i of 2:\n  own b: bool\n  on timeout:\n    while true:\n      b ← not b\n";
    let compiled = listing::compile(text, &[]).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let short = thread::Builder::new().stack_size(1 << 20);
    let run = short.spawn(move || promela::promela(&compiled)).expect("a thread");
    let why = run.join().expect("no panic").expect_err("the loop has no end");
    assert!(why.starts_with("A step is too long for a model."), "{why}");
}

/// A property that is too long is named, and the steps are a model all the same.
#[test]
fn a_model_lacks_a_property_that_is_too_long() {
    let listing = include_str!("../../../algorithms/listings/treiber_stack.ilv");
    let compiled = listing::compile(listing, &[]).expect("no errors");
    let model = promela::promela(&compiled).expect("a model");
    let why = "not in this model: what is on it is in use. An expression is too long for a model.";
    assert!(model.contains(why) && !model.contains("#ifdef P1"), "{}", &model[..1_000]);
}

/// A loop in a step that may go round for ever: each way is longer than the one before, and what it has
/// stored grows along.
#[test]
fn a_loop_without_an_end_is_refused_soon() {
    let text = "algorithm A\nshared x: 0..3\nprocess i of 2:\n  own b: bool\n  a:\n    x ← 0\n  on timeout:\n    \
                while b or x = 1:\n      b ← (b if x = x else true)\n";
    let compiled = listing::compile(text, &[]).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let said = promela::promela(&compiled).expect_err(text);
    assert!(said.starts_with("A step is too long for a model."), "{said}");
}
