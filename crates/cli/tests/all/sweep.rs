//! What `sweep` finds, in text, in JSON and in its exit code.

use super::{code, interleave, json, out};

pub const QUEUE: [&str; 6] = [
    "sweep",
    "cassandra-queue",
    "--options",
    "draw,compare,tie-break",
    "--property",
    "never twice",
];

#[test]
fn the_smallest_repair_is_the_finding() {
    let swept = interleave(&QUEUE);
    assert_eq!(code(&swept), 0);
    let text = out(&swept);
    let finding = "Three repairs are needed, and no two are enough: draw=read, compare=read-again, tie-break=worker-id.";
    assert!(text.contains(finding), "{text}");
    let marked: Vec<&str> = text.lines().filter(|text| text.starts_with("* ")).collect();
    let [row, _legend] = marked[..] else { panic!("{text}") };
    assert!(
        row.starts_with("* draw=read, compare=read-again, tie-break=worker-id  holds"),
        "{row}"
    );
}

#[test]
fn rows_are_data() {
    let swept = interleave(&[&QUEUE[..], &["--json"]].concat());
    let data = json(&swept);
    assert_eq!((data["goal"].as_str(), data["at_most"].as_u64()), (Some("repair"), Some(3)));
    let rows = data["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 12);
    let smallest: Vec<_> = rows.iter().filter(|value| value["smallest"] == true).collect();
    let [row] = smallest[..] else { panic!("{data}") };
    assert_eq!(row["judged"], "holds");
    // the link is that of the setting
    let checked = json(&interleave(&["check", row["link"].as_str().unwrap(), "--json"]));
    assert_eq!(checked["states"], row["states"]);
}

#[test]
fn a_list_is_of_commands() {
    let listed = interleave(&["sweep", "bakery?processes=2", "--options", "tie-break", "--list"]);
    let commands = "interleave check 'bakery?processes=2' --exit-zero --line\n\
                    interleave check 'bakery?processes=2&tie-break=none' --exit-zero --line\n";
    assert_eq!((code(&listed), out(&listed).as_str()), (0, commands));
    // with the bounds that were given
    let bounds = ["--states-max", "5", "--memory", "1M", "--workers", "1", "--no-progress"];
    let args = ["sweep", "bakery?processes=2", "--options", "tie-break", "--list"];
    let listed = out(&interleave(&[&args[..], &bounds].concat()));
    let ends = " --exit-zero --line --workers 1 --states-max 5 --memory 1000000 --no-progress";
    assert!(listed.lines().all(|line| line.ends_with(ends)), "{listed}");
}

/// A program that runs them counts as failed what found no answer, and nothing else.
#[test]
fn a_setting_that_fails_is_an_answer() {
    let check = |link: &str, more: &[&str]| {
        code(&interleave(&[&["check", link, "--no-progress"], more].concat()))
    };
    let fails = "bakery?processes=2&tie-break=none";
    assert_eq!((check(fails, &[]), check(fails, &["--exit-zero"])), (1, 0));
    assert_eq!(check("bakery", &["--exit-zero", "--states-max", "1000"]), 3);
    assert_eq!(check("bakery?processes=9", &["--exit-zero"]), 2);
    // options that make no program are an answer as well
    let text =
        "algorithm A\noption size: 2, 17\nshared x: bool\nprocess i of size:\n  a:\n    x ← true\n";
    let path = super::texts::file("too-many.ilv", text);
    let path = path.to_str().unwrap();
    assert_eq!(check(path, &["--option", "size=17"]), 2);
    assert_eq!(check(path, &["--option", "size=17", "--exit-zero"]), 0);
}

/// Two changes at once would make 4,480,000 settings more.
#[test]
fn a_list_takes_what_it_prints() {
    let values: Vec<String> = (0..64).map(|it| format!("v{it}")).collect();
    let options: Vec<String> =
        (0..48).map(|it| format!("option o{it}: {}\n", values.join(", "))).collect();
    let options = options.concat();
    let text = format!("algorithm A\n{options}shared x: 0..3\nprocess i of 2:\n  go:\n    x ← 1\n");
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("options.ilv");
    std::fs::write(&path, text).unwrap();
    let listed = interleave(&["sweep", "--list", path.to_str().unwrap()]);
    assert_eq!((code(&listed), out(&listed).lines().count()), (0, 1 + 48 * 63));
}

/// Two leaders of one term were the failure.
#[test]
fn what_shows_the_failure_is_no_loss() {
    let swept = interleave(&[
        "sweep",
        "raft-election?terms=1&vote=volatile&crashes=1",
        "--options",
        "vote,quorum",
    ]);
    let text = out(&swept);
    assert!(text.contains("\nOne change repairs it: vote=stable.\n"), "{text}");
    let row = text.lines().find(|text| text.starts_with("* vote=stable ")).expect("the repair");
    assert!(row.ends_with("  holds                     never"), "{text}");
}

#[test]
fn a_bound_leaves_it_open() {
    let swept = interleave(&["sweep", "bakery", "--options", "tie-break", "--states-max", "1000"]);
    assert_eq!(code(&swept), 3);
    assert!(out(&swept).contains("Undecided: some searches stopped at their state limit."));
}

#[test]
fn unknown_names_are_told() {
    for (args, told) in [
        (["--options", "doorway"], "There is no option `doorway`. The options are: processes, "),
        (["--property", "peace"], "No setting has a property “peace”."),
    ] {
        let swept = interleave(&[&["sweep", "bakery?processes=2"], &args[..]].concat());
        assert_eq!(code(&swept), 2);
        let told_there = String::from_utf8_lossy(&swept.stderr);
        assert!(told_there.contains(told), "{told_there}");
    }
}

/// By what it is called, or by its name in the text.
#[test]
fn a_never_has_two_names() {
    let swept = |name: &str| {
        out(&interleave(&[
            "sweep",
            "causal-broadcast",
            "--options",
            "delivers",
            "--property",
            name,
        ]))
    };
    let text = swept("never out of order");
    assert!(text.contains("never out of order"), "{text}");
    assert_eq!(swept("out of order"), text);
}
