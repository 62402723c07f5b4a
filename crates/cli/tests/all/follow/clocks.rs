//! Lines that vector clocks order.

use super::super::texts::file;
use super::super::{interleave, json, out, usage_error};
use super::follow;

const LOCKSVC: &str = include_str!("../logs/locksvc.ndjson");

fn service() -> String {
    format!("{}/tests/all/logs/lock_service.ilv", env!("CARGO_MANIFEST_DIR"))
}

/// A run of a real lock service, whose vector clocks order its events and not the lines of a file.
#[test]
fn vector_clocks_order_the_lines() {
    let backwards: Vec<&str> = LOCKSVC.lines().rev().collect();
    let followed = follow("service.ndjson", &service(), &backwards.join("\n"), &[]);
    assert!(
        out(&followed).contains("The log fits: 30 lines, 25 steps, of which 0 are in no line."),
        "{}",
        out(&followed)
    );
    let logs: Vec<String> = (0..6)
        .map(|process| {
            let own = LOCKSVC
                .lines()
                .filter(|line| line.starts_with(&format!("{{\"process\": {process},")));
            file(&format!("service-{process}.log"), &own.collect::<Vec<_>>().join("\n"))
                .to_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    let service = service();
    let args: Vec<&str> =
        ["follow", &service].into_iter().chain(logs.iter().map(|log| &log[..])).collect();
    let followed = interleave(&args);
    assert!(out(&followed).contains("service-5.log:13, "), "{}", out(&followed));
    // the order of the files says something else
    let plain =
        LOCKSVC.lines().map(|line| line.split(", \"clock\": {").next().unwrap().to_owned() + "}");
    let data = json(&follow(
        "unclocked.ndjson",
        &service,
        &plain.collect::<Vec<_>>().join("\n"),
        &["--json"],
    ));
    assert_eq!((&data["fits"], &data["fitting"]), (&false.into(), &1.into()));
    // the server receives what nobody has sent, and then nothing after it has a turn
    let nobody = LOCKSVC.replacen(
        "\"receive\": \"lock\", \"from\": 2",
        "\"receive\": \"unlock\", \"from\": 2",
        1,
    );
    let text = out(&follow("nobody.ndjson", &service, &nobody, &[]));
    assert!(
        text.contains("receive\": \"unlock\", \"from\": 2")
            && text.contains("the server can receive lock from 2"),
        "{text}"
    );
}

#[test]
fn damaged_clocks_are_errors_at_their_lines() {
    let lock = "\"send\": \"lock\", \"to\": 5, \"clock\": {\"4\": 1}";
    for (from, to, says) in [
        (
            lock,
            "\"send\": \"lock\", \"to\": 5",
            "13: This line has no `clock`, and others have one.",
        ),
        (
            lock,
            "\"send\": \"lock\", \"to\": 5, \"clock\": {\"1\": 2}",
            "13: `clock` counts the events of `process` itself",
        ),
        (
            lock,
            "\"send\": \"lock\", \"to\": 5, \"clock\": {\"4\": 2}",
            "14: Line 13 is the same event",
        ),
        (
            lock,
            "\"send\": \"lock\", \"to\": 5, \"clock\": {\"4\": 1, \"5\": 3}",
            "No order of the lines agrees with their clocks",
        ),
        (
            lock,
            "\"send\": \"lock\", \"to\": 5, \"clock\": [4, 1]",
            "13: `clock` counts events by process",
        ),
        (
            "\"clock\": {\"4\": 1, \"5\": 2}",
            "\"clock\": {\"4\": 9, \"5\": 2}",
            "16: The clock names event 9 of process 4, and no line",
        ),
    ] {
        let damaged = LOCKSVC.replacen(from, to, 1);
        let path = file("damaged.ndjson", &damaged);
        let error = usage_error(&["follow", &service(), path.to_str().unwrap()]);
        assert!(error.contains("damaged.ndjson:") && error.contains(says), "{to}: {error}");
    }
}
