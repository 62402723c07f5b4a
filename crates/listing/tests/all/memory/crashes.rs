//! `option pending: arrive, lost`: what becomes of pending writes in a crash.

use super::super::searches::report;
use checker::Outcome;
use listing::ErrorCode;

const HEAD: &str = "algorithm A\noption memory: tso, pso, sequential\noption pending: arrive, lost\noption crashes: 1, 0\n";

/// What can come of a text.
fn outcomes(body: &str, memory: &str, pending: &str) -> Vec<String> {
    let text = format!("{HEAD}{body}");
    let report = report(&text, &[("memory", memory), ("pending", pending)]);
    let found = report
        .verdicts
        .iter()
        .find(|verdict| verdict.property == "r")
        .map(|verdict| &verdict.outcome);
    let Some(Outcome::Ends(ends)) = found else { panic!("{report:?}") };
    let mut all: Vec<String> = ends.iter().map(|end| end.value.replace(" and ", " ")).collect();
    all.sort();
    all
}

/// Two writes; `n` is how many have been issued.
const TWO: &str = "shared x, y: 0..1\nghost n: 0..2\none:\n  run:\n    x ← 1; n ← 1\n    y ← 1; n ← 2\n  behind:\n    \
                   pause\noutcomes r: x, y, n\n";

#[test]
fn what_is_pending_arrives_or_is_lost() {
    // nothing, one, or both written: and all of it arrives
    let all = ["0 0 0", "1 0 1", "1 1 2"];
    for memory in ["sequential", "tso", "pso"] {
        assert_eq!(outcomes(TWO, memory, "arrive"), all, "{memory}");
    }
    assert_eq!(outcomes(TWO, "sequential", "lost"), all);
    // any of what is first in memory, and no more
    assert_eq!(
        outcomes(TWO, "tso", "lost"),
        ["0 0 0", "0 0 1", "0 0 2", "1 0 1", "1 0 2", "1 1 2"]
    );
    assert_eq!(
        outcomes(TWO, "pso", "lost"),
        ["0 0 0", "0 0 1", "0 0 2", "0 1 2", "1 0 1", "1 0 2", "1 1 2"]
    );
    // a fence that orders writes is lost with them, and orders them before
    let fenced = TWO.replace("n ← 1\n", "n ← 1\n    fence stores\n");
    for memory in ["tso", "pso"] {
        assert_eq!(outcomes(&fenced, memory, "lost"), outcomes(TWO, "tso", "lost"), "{memory}");
    }
    // behind a fence the first write is there
    let fenced = TWO.replace("n ← 1\n", "n ← 1\n    fence\n");
    for memory in ["tso", "pso"] {
        let expected = ["0 0 0", "0 0 1", "1 0 1", "1 0 2", "1 1 2"];
        assert_eq!(outcomes(&fenced, memory, "lost"), expected, "{memory}");
    }
}

/// Who begins again of itself keeps its queue.
#[test]
fn a_restart_loses_nothing() {
    let body = "shared x: 0..1\none:\n  own again: bool\n  stable twice: bool\n  run:\n    if not twice:\n      x ← 1\n      twice ← \
                true\n      restart\n    else: pause\nreachable again: twice and x = 0 and pending(one) = 1\noutcomes r: x, twice\n";
    let body = body.replace("  own again: bool\n", "");
    assert_eq!(outcomes(&body, "tso", "arrive"), ["0 false", "1 true"]);
    assert_eq!(outcomes(&body, "tso", "lost"), ["0 false", "0 true", "1 true"]);
    let never = format!("{HEAD}{body}");
    let options = [("memory", "tso"), ("pending", "lost"), ("crashes", "0")];
    let report = report(&never, &options);
    let ends = report
        .verdicts
        .iter()
        .find(|verdict| verdict.property == "r")
        .map(|verdict| &verdict.outcome);
    let Some(Outcome::Ends(ends)) = ends else { panic!("{report:?}") };
    assert_eq!(ends.iter().map(|end| &*end.value).collect::<Vec<_>>(), ["1 and true"]);
}

/// What a machine takes with it acts on memory: with what is pending, where that arrives, and without it.
#[test]
fn the_step_of_a_crash_that_accesses_memory_comes_at_once_where_pending_writes_are_lost() {
    let body = "shared x, y: 0..1\none:\n  run:\n    x ← 1\n  behind:\n    pause\n  on crash:\n    atomic y ← 1\noutcomes r: \
                x, y\nreachable before it: y = 1 and x = 0 and pending(one) = 0\n";
    assert_eq!(outcomes(body, "tso", "arrive"), ["0 1", "1 0", "1 1"]);
    assert_eq!(outcomes(body, "tso", "lost"), ["0 1", "1 0", "1 1"]);
    // behind the write a crash waits for it, or loses it
    let issued =
        body.replace("x ← 1\n", "x ← 1; n ← true\n").replace("shared", "ghost n: bool\nshared");
    let issued = issued.replace("outcomes r: x, y", "outcomes r: x, y, n");
    assert_eq!(outcomes(&issued, "tso", "arrive"), ["0 1 false", "1 0 true", "1 1 true"]);
    assert_eq!(outcomes(&issued, "tso", "lost"), ["0 1 false", "0 1 true", "1 0 true", "1 1 true"]);
}

#[test]
fn what_a_text_may_not_say_of_pending_writes() {
    let text = |head: &str| {
        format!(
            "algorithm A\n{head}shared x: 0..1\nprocess i of 2:\n  run:\n    x ← 1\nat end one: x = 1\n"
        )
    };
    let (memory, crashes) = ("option memory: tso, sequential\n", "option crashes: 0, 1\n");
    let pending = "option pending: arrive, lost\n";
    for (head, kind, says) in [
        (pending.to_owned(), ErrorCode::OutOfPlace, "Without `option memory` nothing is pending"),
        (format!("{crashes}{pending}"), ErrorCode::OutOfPlace, "Without `option memory`"),
        (format!("{memory}{pending}"), ErrorCode::OutOfPlace, "Nobody crashes"),
        (format!("{memory}define pending: lost\n"), ErrorCode::OutOfPlace, "Nobody crashes"),
        (
            format!("{memory}{crashes}option pending: lost, aryve\n"),
            ErrorCode::UnknownOptionValue,
            "Pending writes are not `aryve`",
        ),
        (
            format!("{memory}{crashes}option pending: kept\n"),
            ErrorCode::UnknownOptionValue,
            "Pending writes are not `kept`",
        ),
    ] {
        let found = listing::check(&text(&head));
        let is_it =
            |error: &listing::Diagnostic| error.kind == kind && error.to_string().contains(says);
        assert!(found.iter().any(is_it), "{found:?}: {head}");
    }
    let asked = "never two: pending(0) = 2\n";
    for head in
        [format!("{memory}{crashes}{pending}"), format!("{memory}define crashes: 1\n{pending}")]
    {
        assert_eq!(listing::check(&(text(&head) + asked)), [], "{head}");
    }
    for define in ["define pending: lost\n", "define pending: lost if crashes = 1 else arrive\n"] {
        let defined = text(&format!("{memory}{crashes}{define}"));
        assert_eq!(listing::check(&defined), [], "{define}");
        let found = listing::check(&(defined + asked));
        assert!(found.iter().any(|it| it.help.contains("hides the function")), "{found:?}");
    }
    // a name that the text itself uses
    let own = text("option pending: here, there\n")
        .replace("    x ← 1", "    x ← 1    with pending = here");
    assert_eq!(listing::check(&own), []);
    // the function of that name is no use of the option
    let found = listing::check(&(text(&format!("{memory}{pending}")) + asked));
    assert!(found.iter().any(|it| it.message.contains("Nobody crashes")), "{found:?}");
}
