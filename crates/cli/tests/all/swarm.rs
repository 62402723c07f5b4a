//! `check --swarm`: many random runs.

use super::{code, interleave, json, out};

/// Runs all searches of a swarm, and writes their lines into a file.
fn swarm(name: &str, link: &str, n: usize) -> String {
    let file = format!("{}/{name}.jsonl", env!("CARGO_TARGET_TMPDIR"));
    let lines: Vec<u8> = (1..=n)
        .flat_map(|i| {
            let part = format!("{i}/{n}");
            let args = ["check", link, "--swarm", &part, "--states-max", "20000", "--no-progress"];
            let search = interleave(&args);
            assert_eq!((code(&search), search.stderr.len()), (0, 0));
            search.stdout
        })
        .collect();
    std::fs::write(&file, lines).unwrap();
    file
}

#[test]
fn a_swarm_finds_what_fails() {
    let file = swarm("fails", "bakery?tie-break=none", 3);
    let merged = interleave(&["merge", &file]);
    assert_eq!(code(&merged), 1);
    let text = out(&merged);
    assert!(text.contains("bakery?tie-break=none\n3 searches, 60 000 visits, runs of"), "{text}");
    assert!(text.contains("! mutual exclusion"), "{text}");
    assert!(text.contains("perhaps not a shortest one"), "{text}");
    assert!(text.contains("not a proof: no failure in 60 000 visits of 3 searches"), "{text}");

    let data = json(&interleave(&["merge", &file, &file, "--json"]));
    assert_eq!((&data["ok"], &data["searches"]), (&false.into(), &3.into()));
    let played =
        json(&interleave(&["play", data["sentences"][0]["link"].as_str().unwrap(), "--json"]));
    assert_eq!(played["moment"]["broken"][0], "mutual exclusion");
}

#[test]
fn a_swarm_keeps_to_its_bound() {
    for most in ["1", "31", "33"] {
        let args = ["check", "bakery", "--swarm", "1/2", "--states-max", most];
        let line = json(&interleave(&args));
        assert_eq!(line["visits"].to_string(), most);
    }
}

#[test]
fn a_swarm_proves_nothing() {
    let file = swarm("holds", "bakery?processes=2", 2);
    let merged = interleave(&["merge", &file]);
    assert_eq!(code(&merged), 3);
    assert!(!out(&merged).contains("fails"), "{}", out(&merged));
    let one = std::fs::read_to_string(&file).unwrap();
    let (first, second) = one.split_once('\n').unwrap();
    std::fs::write(&file, second).unwrap();
    let text = out(&interleave(&["merge", &file]));
    assert!(text.contains("Of 2 searches there is nothing from 1."), "{text}");

    // lines that do not fit
    let other = first.replace("processes=2", "processes=3");
    let failure = r#"{"property":"mutual exclusion","steps":0,"link":"bakery?processes=2"}"#;
    let lie = first.replace("[]", &format!("[{failure}]"));
    let table = [
        (
            format!("{first}\n{other}"),
            "line 2: 1/2 of `bakery?processes=3` is not of the same swarm",
        ),
        (lie, "line 1: `bakery?processes=2` does not break mutual exclusion in so"),
        ("{}".into(), "line 1: this is not of a swarm (missing field `link`"),
        (first.replace("\"i\":1", "\"i\":3"), "line 1: there is no search 3/2 of a swarm"),
        (first.replace("\"n\":2", "\"n\":1000001"), "line 1: there is no search 1/1000001 of a"),
    ];
    for (lines, sentence) in table {
        std::fs::write(&file, lines).unwrap();
        let merged = interleave(&["merge", &file]);
        let error = String::from_utf8(merged.stderr.clone()).unwrap();
        assert_eq!(code(&merged), 2);
        assert!(error.contains(sentence), "{error}");
    }
}

/// With no initial state nothing is visited, and everything fails.
#[test]
fn a_swarm_says_that_there_is_no_initial_state() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let text = |bound: &str| {
        format!(
            "algorithm No beginning\nshared x: 0..2 = any\nassume large: x > {bound}\nprocess i of 1:\n  going:\n    \
             x ← 0\nalways low: x ≤ 2\nreachable two: x = 2\n"
        )
    };
    let write = |name: &str, text: &str| {
        let path = format!("{folder}/{name}");
        std::fs::write(&path, text).unwrap();
        path
    };
    let path = write("no_beginning.ilv", &text("2"));
    let search = interleave(&["check", &path, "--swarm", "1/1", "--no-progress"]);
    let line = json(&search);
    assert_eq!((code(&search), &line["visits"]), (0, &0.into()));
    assert_eq!(line["no_initial_state"], serde_json::json!(["large"]));
    let file = write("no_beginning.jsonl", &out(&search));
    let merged = interleave(&["merge", &file]);
    let told = out(&merged);
    assert_eq!(code(&merged), 1, "{told}");
    for property in ["low", "two", "no deadlock"] {
        let line = told.lines().find(|line| line.starts_with(&format!("! {property}")));
        assert!(
            line.is_some_and(|it| it.ends_with("satisfies `large`, so nothing is checked")),
            "{told}"
        );
    }
    // a line that says so of what has one
    let other = write("a_beginning.ilv", &text("1"));
    let line = json(&interleave(&["check", &other, "--swarm", "1/1", "--no-progress"]));
    assert!(line.get("no_initial_state").is_none());
    let mut line = line;
    line["no_initial_state"] = serde_json::json!(["large"]);
    let file = write("a_beginning.jsonl", &line.to_string());
    let merged = interleave(&["merge", &file]);
    assert_eq!(code(&merged), 2);
    assert!(String::from_utf8_lossy(&merged.stderr).contains("has an initial state"));
}
