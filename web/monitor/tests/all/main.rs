//! What the page of histories is told.

use monitor::{Bar, Counts, Point, answered};

/// `0 write(1)` and `0 → null` in place of JSON.
fn log(short: &str) -> String {
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

/// Where a bar lies: its lane, and its columns.
fn place(bar: &Bar) -> (usize, usize, usize) {
    (bar.lane, bar.from, bar.to)
}

#[test]
fn an_order_has_a_point_within_each_operation() {
    let short = "0 write(1); 1 read(); 1 → 1; 0 → null; \"w\" write(3); 0 write(2); 2 read(); 0 → null; 2 → 2";
    let answer = answered("register", "0", &log(short), &mut || true).unwrap();
    assert_eq!(answer.linearizable, Some(true));
    assert_eq!(answer.counts, Counts { operations: 5, processes: 4, unfinished: 1, failed: 0 });
    let labels: Vec<&str> = answer.rows.iter().map(|row| &*row.label).collect();
    assert_eq!(labels, ["write(1)", "read → 1", "write(2)", "read → 2"]);
    assert_eq!(answer.notes, ["1 unfinished operation takes no effect in it."]);
    let picture = answer.picture.unwrap();
    assert_eq!(picture.lanes, ["\"w\"", "0", "1", "2"]);
    assert_eq!(picture.points.len(), 4);
    for (nth, Point { lane, column, label }) in picture.points.iter().enumerate() {
        let is_its = |bar: &&Bar| bar.label == *label && bar.lane == *lane;
        let bar = picture.bars.iter().find(is_its).unwrap();
        assert!((bar.from + 1..bar.to).contains(column), "{label}");
        assert!(nth == 0 || picture.points[nth - 1].column < *column, "{label}");
    }
    let open: Vec<&str> =
        picture.bars.iter().filter(|bar| bar.is_open).map(|bar| &*bar.label).collect();
    assert_eq!(open, ["write(3)"]);
}

#[test]
fn the_operations_without_an_order_are_told_and_drawn_with_what_ran_meanwhile() {
    let short = "0 write(2); 0 → null; 0 write(1); 2 write(3); 0 → null; 1 read(); 2 crash; 1 → 2";
    let answer = answered("register", "", &log(short), &mut || true).unwrap();
    assert_eq!(answer.linearizable, Some(false));
    assert_eq!(
        answer.head,
        "Not linearizable: what was logged up to line 8 has no order, and up to line 7 it has one."
    );
    assert!(answer.why.unwrap().starts_with("No order explains read → 2: write(1) had returned"));
    let notes = [
        "Sequentially consistent, but not linearizable.",
        "All but read → 2 of process 1 have an order: write(2) · write(1).",
        "All but write(1) of process 0 have an order: write(2) · read → 2.",
    ];
    assert_eq!(answer.notes, notes);
    let labels: Vec<&str> = answer.rows.iter().map(|row| &*row.label).collect();
    assert_eq!(labels, ["write(1)", "read → 2"]);
    let picture = answer.picture.unwrap();
    let culprits: Vec<&str> =
        picture.bars.iter().filter(|bar| bar.is_culprit).map(|bar| &*bar.label).collect();
    assert_eq!(culprits, labels);
    // a column for each line in which something begins or ends, and one behind the last
    let places: Vec<_> = picture.bars.iter().map(place).collect();
    assert_eq!((places, picture.columns), (vec![(0, 0, 2), (2, 1, 5), (1, 3, 4)], 6));
    assert_eq!(picture.points, []);
}

#[test]
fn what_cannot_be_read_is_a_sentence_at_its_line() {
    for (object, initial, log, line, says) in [
        ("register", "", "{\"process\": 0, \"call\": \"write\"}\n", Some(1), "write"),
        ("register", "a", "", None, "A string has quotes"),
        ("mutex", "3", "", None, "mutex"),
        ("tree", "", "", None, "No object is called “tree”."),
    ] {
        let problem = answered(object, initial, log, &mut || true).unwrap_err();
        assert_eq!(problem.line, line, "{problem:?}");
        assert!(problem.problem.contains(says), "{problem:?}");
    }
}

#[test]
fn a_search_that_has_no_time_left_decides_nothing() {
    let answer = answered("register", "", &log("0 write(1); 0 → null"), &mut || false).unwrap();
    assert_eq!(answer.linearizable, None);
    assert!(answer.head.starts_with("Undecided"), "{}", answer.head);
}

#[test]
fn a_long_history_is_told_in_part_and_not_drawn() {
    let short: Vec<String> = (0..300).map(|at| format!("0 write({at}); 0 → null")).collect();
    let answer = answered("register", "", &log(&short.join(";")), &mut || true).unwrap();
    assert_eq!((answer.rows.len(), answer.more), (200, 100));
    assert!(answer.picture.is_none());
}
