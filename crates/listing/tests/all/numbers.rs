//! Numbers that stand beside processes.

use crate::misread::meant;
use listing::{ErrorCode, check};

const CARS: &str = "shared s: set of process\nshared t: none | process\nmessage m\np i of 2:\n  going:\n    t ← i\n    \
                    send m to 0\n  on m from j: skip\n";

#[test]
fn a_number_beside_a_process_is_that_of_one() {
    let words = "There is no process 2 here. The processes are 0 to 1.";
    for (line, place, instead) in [
        ("never t: 1 in going and 2 in going", "10:25", ("2 in", "0 in")),
        ("never t: two in going", "10:10", ("two in", "one in")),
        ("never t: t = 2", "10:14", ("= 2", "= 1")),
        ("never t: 2 not in s", "10:10", ("2 not", "1 not")),
        ("never t: some i: i in {0, 2}", "10:27", ("{0, 2}", "{0, 1}")),
    ] {
        let text = format!("{CARS}{line}\ndefine two: 1 + 1\ndefine one: 1\n");
        meant(&text, place, ErrorCode::IndexOutside, words, instead);
    }
    for (line, place, instead) in [
        ("if i = 2: t ← i", "7:12", ("i = 2", "i = 1")),
        ("await 2 in s", "7:11", ("await 2", "await 1")),
        ("if 2 = t: pause", "7:8", ("2 = t", "1 = t")),
    ] {
        let text = CARS.replace("t ← i", line);
        meant(&text, place, ErrorCode::IndexOutside, words, instead);
    }
    let text = CARS.replace("from j: skip", "from j when j = 5: skip");
    meant(
        &text,
        "9:24",
        ErrorCode::IndexOutside,
        "There is no process 5 here.",
        ("j = 5", "j = 1"),
    );
    // what is computed with a process's number may be none
    let text = format!("algorithm A\n{CARS}never t: some i: i + 1 = t\n");
    assert_eq!(check(&text), []);
    // an error with those options only with which it is one
    let text = text.replace("p i of 2", "p i of n").replace("shared s", "option n: 3, 2\nshared s");
    let text = format!("{text}never u: 2 in going\n");
    assert!(
        listing::compile(&text, &[]).is_ok() && listing::compile(&text, &[("n", "2")]).is_err()
    );
}
