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
