//! Why a history has no order, in a sentence of each object.

use history::{Limits, Verdict, by_name, check, lanes, longest, read, sentence};
use serde_json::Value;

/// `0 write(1)` and `0 → null` in place of JSON.
pub fn log(short: &str) -> String {
    let line = |event: &str| {
        let (process, said) = event.trim().split_once(' ').expect("a process and an event");
        let said = match (said.strip_prefix("→ "), said.split_once('(')) {
            (Some(result), _) => format!("\"return\":{result}"),
            (None, Some((name, args))) => {
                format!("\"call\":\"{name}\",\"args\":[{}]", args.trim_end_matches(')'))
            }
            (None, None) => format!("\"{said}\":true"),
        };
        format!("{{\"process\":{process},{said}}}\n")
    };
    short.split(';').map(line).collect()
}

/// The sentence, the lines that are bad, and whether there is an order inside processes.
fn why(object: &str, short: &str) -> (String, usize, Option<bool>) {
    let object = by_name(object).unwrap();
    let history = read(&log(short), object).unwrap();
    let limits = Limits { bytes_max: 1_000_000 };
    let initial: Value = object.initial();
    match check(&history, object, &initial, limits, &mut || true) {
        Verdict::Not(failure) => {
            let said = sentence(&history, object, &initial, &failure).expect("it is small");
            (said, failure.line, failure.is_sequentially_consistent)
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_failure_is_a_sentence() {
    for (object, short, says) in [
        (
            "register",
            "0 write(2); 0 → null; 0 write(1); 0 → null; 1 read(); 1 → 2",
            "No order explains read → 2: write(1) had returned before it was called, and nothing in between could have \
             written 2.",
        ),
        (
            "register",
            "0 write(2); 1 read(); 1 → 3; 0 → null",
            "No order explains read → 3: nothing that ran before it returned could have written 3, and the register \
             begins with null.",
        ),
        (
            "cas-register",
            "0 write(1); 0 → null; 0 cas(1,2); 1 cas(1,3); 1 → true; 0 → true",
            "No order explains cas(1, 2) → true: with cas(1, 3) → true of process 1, it could only return false.",
        ),
        (
            "cas-register",
            "0 write(1); 0 → null; 1 cas(1,3); 1 → false",
            "No order explains cas(1, 3) → false: write(1) had returned before it was called, and nothing in between \
             could have written anything but 1.",
        ),
        (
            "mutex",
            "0 acquire(); 0 → null; 1 acquire(); 1 → null",
            "No order explains acquire: acquire had returned before it was called, and nothing in between could have \
             released it.",
        ),
        (
            "mutex",
            "0 release(); 0 → null",
            "No order explains release: nothing that ran before it returned could have acquired it, and the mutex begins \
             with false.",
        ),
        (
            "queue",
            "0 enqueue(1); 0 → null; 0 enqueue(2); 0 → null; 1 dequeue(); 1 → 2",
            "No order explains dequeue → 2: enqueue(1) had returned before it was called, and nothing in between could \
             have brought 2 to the front.",
        ),
        (
            "register",
            "0 write(1); 1 write(2); 2 read(); 2 → 1; 2 read(); 2 → 2; 2 read(); 2 → 1; 0 → null; 1 → null",
            "No order explains read → 1: read → 1 of process 2 had returned in line 4, before read → 2 was called in line 5; \
             so it must come before read → 2 of process 2, since behind that it could only return 2; but read → 2 had \
             returned in line 6, before read → 1 was called in line 7.",
        ),
        (
            "queue",
            "0 enqueue(1); 0 → null; 1 dequeue(); 1 → null",
            "No order explains dequeue → null: enqueue(1) had returned before it was called, and nothing in between \
             could have emptied it.",
        ),
        (
            "stack",
            "0 push(1); 0 → null; 1 push(2); 1 → null; 1 pop(); 1 → 1",
            "No order explains pop → 1: push(2) had returned before it was called, and nothing in between could have \
             brought 1 to the top.",
        ),
        (
            "kv",
            r#"0 put("a","1"); 0 → null; 1 append("b","2"); 1 → null; 1 get("b"); 1 → """#,
            "No order explains get(\"b\") → \"\": append(\"b\", \"2\") had returned before it was called, and nothing in \
             between could have written \"\".",
        ),
        (
            "list-append",
            r#"0 txn(["append","a",1]); 0 → [null]; 1 txn(["read","a"]); 1 → [[]]"#,
            "No order explains txn([\"read\",\"a\"]) → [[]]: txn([\"append\",\"a\",1]) → [null] had returned before it \
             was called, and nothing in between could have written what it read.",
        ),
        (
            "register",
            "0 write(1); 1 read(); 1 → 1; 0 fail",
            "No order explains read → 1: nothing that ran before it returned could have written 1, and the register \
             begins with null. In line 4, write(1) of process 0 failed: it had no effect.",
        ),
    ] {
        assert_eq!(why(object, short).0, says, "{short}");
    }
}

/// Process 0 sees its own write late, which time forbids and its order does not.
#[test]
fn what_only_time_forbids_is_told_apart() {
    let late = "0 write(1); 0 → null; 1 read(); 1 → null; 1 read(); 1 → 1";
    assert_eq!(why("register", late).1, 4);
    assert_eq!(why("register", late).2, Some(true));
    let never = "0 write(1); 0 → null; 0 read(); 0 → null";
    assert_eq!(why("register", never).2, Some(false));
}

/// A call that nobody knows the end of may take effect long after.
#[test]
fn what_crashed_may_come_late() {
    let object = by_name("register").unwrap();
    let limits = Limits { bytes_max: 1_000_000 };
    for (end, expected) in [("crash", true), ("→ null", false), ("done", false), ("fail", false)]
    {
        let short = format!(
            "0 write(1); 0 → null; 1 write(2); 1 {end}; 0 read(); 0 → 1; 0 read(); 0 → 2; 0 read(); 0 → 2"
        );
        let history = read(&log(&short), object).unwrap();
        let verdict = check(&history, object, &Value::Null, limits, &mut || true);
        assert_eq!(matches!(verdict, Verdict::Linearizable(_)), expected, "{end}");
    }
}

#[test]
fn intervals_are_drawn_in_lanes() {
    let object = by_name("register").unwrap();
    let short = "0 write(2); 0 → null; 3 write(5); 0 write(1); 2 read(); 0 → null; 2 crash; 1 read(); 1 → 2; 1 read(); \
                 1 → 1";
    let history = read(&log(short), object).unwrap();
    let limits = Limits { bytes_max: 1_000_000 };
    let verdict = check(&history, object, &Value::Null, limits, &mut || true);
    let Verdict::Not(failure) = verdict else { panic!("{verdict:?}") };
    let drawn = "process 0  ┣━write(1)━┫\n\
                 process 1              ┣━read → 2━┫\n\
                 process 2   ├┄┄┄┄┄┄┄┄┄read┄┄┄┄┄┄┄┄┄▸\n\
                 process 3  ├┄┄┄┄┄┄┄write(5)┄┄┄┄┄┄┄┄▸\n";
    assert_eq!(lanes(&history, object, &failure).unwrap(), drawn);
}

/// With each operation as many others as can be.
#[test]
fn for_each_operation_the_longest_order_is_told() {
    let short = "0 write(1); 1 write(2); 2 read(); 2 → 1; 2 read(); 2 → 2; 2 read(); 2 → 1; 0 → null; 1 → null";
    let object = by_name("register").unwrap();
    let (history, initial) = (read(&log(short), object).unwrap(), object.initial());
    let limits = Limits { bytes_max: 1_000_000 };
    let verdict = check(&history, object, &initial, limits, &mut || true);
    let Verdict::Not(failure) = verdict else { panic!("{verdict:?}") };
    let longest = longest(&history, object, &initial, &failure).expect("it is small");
    let told = [
        "All but read → 2 of process 2 have an order: write(2) · write(1) · read → 1 · read → 1.",
        "All but read → 1 of process 2 have an order: write(2) · read → 2 · write(1) · read → 1.",
    ];
    assert_eq!(longest.sentences(&history, object), told);
}
