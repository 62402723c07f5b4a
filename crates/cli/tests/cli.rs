//! The program as its users meet it: arguments in; text, JSON and an exit code out.

use serde_json::Value;
use std::process::{Command, Output, Stdio};

fn interleave(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_interleave"));
    command.args(args).stdin(Stdio::null()).output().expect("the program starts")
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("the program ends by itself")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap().replace('\u{202f}', " ")
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn list_tells_all_algorithms() {
    let (text, data) = (interleave(&["list"]), interleave(&["list", "--json"]));
    assert_eq!((code(&text), code(&data)), (0, 0));
    let (text, data) = (out(&text), json(&data));
    let algorithms = data.as_array().unwrap();
    assert_eq!(algorithms.len(), catalog::entries().len());
    for it in algorithms {
        assert!(text.contains(it["slug"].as_str().unwrap()));
        assert!(!it["properties"].as_array().unwrap().is_empty());
        for knob in it["knobs"].as_array().unwrap() {
            assert!(text.contains(knob["values"][0]["name"].as_str().unwrap()));
        }
    }
}

#[test]
fn what_holds_is_a_success() {
    let checked = interleave(&["check", "bakery?processes=2"]);
    assert_eq!(code(&checked), 0);
    let text = out(&checked);
    assert!(text.contains("845 states, 1 370 transitions, depth 36"), "{text}");
    assert!(text.contains("  mutual exclusion          holds in all 845 states"), "{text}");
    assert!(text.contains("  equal tickets             can happen: 8 steps"), "{text}");
    assert!(checked.stderr.is_empty());
}

#[test]
fn a_counterexample_is_a_link_that_plays() {
    let checked = interleave(&["check", "bakery?processes=2&tie-break=none", "--json"]);
    assert_eq!(code(&checked), 1);
    let checked = json(&checked);
    assert_eq!(checked["ok"], false);
    assert_eq!(checked["coverage"], "exhausted");
    assert_eq!(checked["sentences"][0]["sentence"], "fails: shortest run 14 steps");
    let link = checked["sentences"][0]["link"].as_str().unwrap();

    let played = interleave(&["play", link, "--json"]);
    assert_eq!(code(&played), 1);
    let played = json(&played);
    assert_eq!(played["moment"]["broken"][0], "mutual exclusion");
    assert_eq!(played["trace"]["steps"].as_array().unwrap().len(), 14);
    assert_eq!(played["knobs"]["tie-break"], "none");

    let text = out(&interleave(&["play", &format!("https://example.org/app/#{link}")]));
    assert!(text.contains("> 14  s"), "{text}");
    assert!(text.contains(" This breaks: mutual exclusion."), "{text}");
    assert!(text.contains("Broken: mutual exclusion. at most 1 in critical"), "{text}");
}

#[test]
fn a_deadlock_is_a_failure_where_it_stands() {
    let checked = interleave(&["check", "bakery?processes=2&crash=keep", "--json"]);
    assert_eq!(code(&checked), 1);
    let checked = json(&checked);
    let told = checked["sentences"].as_array().unwrap().last().unwrap();
    assert_eq!(told["property"], "no deadlock");
    let played = interleave(&["play", told["link"].as_str().unwrap()]);
    assert_eq!(code(&played), 1);
    assert!(out(&played).contains("waits for process"), "{}", out(&played));
    assert!(out(&played).contains("Deadlock: nobody can take a step"));
}

#[test]
fn a_bounded_search_says_so() {
    let checked = interleave(&["check", "bakery", "--states-max", "1000", "--no-progress"]);
    assert_eq!(code(&checked), 3);
    let text = out(&checked);
    assert!(text.contains("Not every state was seen: the search stopped at its limit"), "{text}");
    assert!(text.contains("bounded: holds in the 1 000 states seen; not a proof"), "{text}");

    // a failure is one however much was seen
    let fails = ["check", "bakery?tie-break=none", "--states-max", "10000", "--no-progress"];
    assert_eq!(code(&interleave(&fails)), 1);
}

#[test]
fn several_workers_say_the_same() {
    let link = "bakery?processes=3&entries=1&tie-break=none";
    let by = |workers| interleave(&["check", link, "--json", "--workers", workers]).stdout;
    assert_eq!(by("1"), by("3"));
}

#[test]
fn memory_ends_a_search_that_says_so() {
    let checked = interleave(&["check", "row-lock", "--memory", "4M", "--no-progress"]);
    let text = out(&checked);
    assert!(text.contains("Not every state was seen: the search ran out of memory at "), "{text}");
    assert!(text.contains("; not a proof"), "{text}");
    let plenty = out(&interleave(&["check", "bakery?processes=2", "--memory", "1G"]));
    assert!(plenty.contains("holds in all 845 states"), "{plenty}");
}

/// However many workers are asked for, a lack of memory is a sentence.
#[test]
#[cfg(target_os = "linux")]
fn a_lack_of_memory_ends_a_search_that_says_so() {
    let search = "bakery?processes=4 --safety --no-progress --states-max 100000";
    for workers in ["1", "2", "64"] {
        let program = env!("CARGO_BIN_EXE_interleave");
        let (link, rest) = search.split_once(' ').unwrap();
        let command =
            format!("ulimit -v 100000 && '{program}' check '{link}' {rest} --workers {workers}");
        let checked = Command::new("sh").args(["-c", &command]).output().unwrap();
        let error = String::from_utf8_lossy(&checked.stderr);
        assert_eq!((code(&checked), &*error), (3, ""), "{workers}");
        assert!(out(&checked).contains("Not every state was seen"), "{}", out(&checked));
    }
}

#[test]
fn single_states_are_judged_alone() {
    let output = interleave(&["check", "bakery?processes=2", "--safety"]);
    assert_eq!(code(&output), 0);
    let printed = out(&output);
    assert!(printed.contains("holds in all 845 states"), "{printed}");
    assert!(printed.contains("not asked: `--safety` looks at no whole runs"), "{printed}");
    let broken = interleave(&["check", "bakery?processes=2&tie-break=none", "--safety"]);
    assert_eq!(code(&broken), 1);
}

#[test]
fn fingerprints_are_no_proof() {
    let checked = interleave(&["check", "bakery?processes=2", "--fingerprints"]);
    assert_eq!(code(&checked), 3);
    let text = out(&checked);
    let all = "All 845 fingerprints explored, which is no proof: the chance that a state was \
               missed, as it has the fingerprint of another, is below 1 in 51 669 ";
    assert!(text.contains(all), "{text}");
    assert!(text.contains("bounded: holds in the 845 states seen; not a proof"), "{text}");
    assert!(!text.contains("holds in all"), "{text}");

    let link = "bakery?processes=2&tie-break=none";
    let run = |args: &[&str]| json(&interleave(args))["sentences"][0].clone();
    assert_eq!(run(&["check", link, "--fingerprints", "--json"]), run(&["check", link, "--json"]));
}

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

#[test]
fn a_reduced_search_finds_the_same() {
    let link = "ticket-dispenser?take=read-write";
    let reduced = interleave(&["check", link, "--reduce"]);
    assert_eq!(code(&reduced), 1);
    let text = out(&reduced);
    assert!(text.contains("32 357 states in 5 934 classes, "), "{text}");
    assert!(text.contains("not asked of classes of states"), "{text}");

    let [reduced, whole] = [&["--json", "--reduce"][..], &["--json"]]
        .map(|more| json(&interleave(&[&["check", link], more].concat())));
    assert_eq!((&reduced["classes"], &whole["classes"]), (&5934.into(), &Value::Null));
    assert_eq!(reduced["states"], whole["states"]);
    let [numbers, in_whole] = [&reduced, &whole].map(|it| &it["sentences"][2]);
    assert_eq!(numbers["property"], "numbers unique");
    assert_eq!(numbers["sentence"], in_whole["sentence"]);
    let played = json(&interleave(&["play", numbers["link"].as_str().unwrap(), "--json"]));
    assert!(played["moment"]["broken"].as_array().unwrap().contains(&"numbers unique".into()));

    // what it cannot ask it does not prove
    let right = "row-lock?replicas=2&tie-break=client-id&re-read=after-waiting";
    assert_eq!(code(&interleave(&["check", right])), 0);
    assert_eq!(code(&interleave(&["check", right, "--reduce"])), 3);
    let nobody = out(&interleave(&["check", "bakery?processes=2", "--reduce"]));
    assert!(nobody.contains("845 states (nobody is alike: nothing to reduce), 1 370"), "{nobody}");
}

#[test]
fn what_can_follow_a_moment_is_checked() {
    let whole = "bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw";
    let scenario = catalog::Scenario::parse(whole).unwrap().scenario;
    // one step is left to a second ticket of the same number
    let link = &catalog::Scenario { at: 7, ..scenario }.to_string();
    let checked = interleave(&["check", link, "--from-here"]);
    assert_eq!(code(&checked), 1);
    let text = out(&checked);
    assert!(
        text.contains("\nOnly what can follow its first 7 steps, counted from there."),
        "{text}"
    );
    assert!(text.contains("! mutual exclusion          fails: shortest run 7 steps"), "{text}");
    assert!(text.contains("  equal tickets             can happen: 1 step"), "{text}");

    let checked = json(&interleave(&["check", link, "--from-here", "--workers", "2", "--json"]));
    assert_eq!(checked["from_step"], 7);
    let proof = checked["sentences"][0]["link"].as_str().unwrap();
    let played = json(&interleave(&["play", proof, "--json"]));
    assert_eq!(played["moment"]["at"], 14);
    assert_eq!(played["moment"]["broken"][0], "mutual exclusion");
    let begun = json(&interleave(&["play", checked["link"].as_str().unwrap(), "--json"]));
    assert_eq!(begun["moment"]["at"], 7);
}

#[test]
fn a_start_is_played() {
    let played = interleave(&["play", "ricart-agrawala"]);
    assert_eq!(code(&played), 0);
    let text = out(&played);
    assert!(text.contains("Nothing has happened yet"), "{text}");
    assert!(text.contains("  s0    process 0: send request"), "{text}");
}

#[test]
fn a_decision_is_told_once() {
    let played = out(&interleave(&["play", "assign-n?v=1&run=QABzWJ.GPkb"]));
    assert!(played.contains("done, decided A, first = 0\n"), "{played}");
}

#[test]
fn a_damaged_link_is_played_as_far_as_it_goes() {
    let checked = json(&interleave(&["check", "bakery?processes=2&tie-break=none", "--json"]));
    let link = checked["sentences"][0]["link"].as_str().unwrap();
    // the run needs ties that nothing breaks
    let played = interleave(&["play", &link.replace("&tie-break=none", "")]);
    assert_eq!(code(&played), 2);
    assert!(String::from_utf8_lossy(&played.stderr).contains("was changed or cut"));
    assert!(out(&played).contains("cannot be taken: it has to wait there"), "{}", out(&played));
}

#[test]
fn a_damaged_link_is_a_bad_link_to_every_command() {
    for (link, says) in [
        ("bakery?v=1&run=zzzz.zzzz", "The run in the link cannot be read to its end"),
        ("bakery?v=1&run=AAFRf.vzf7", "The check at the end of the link does not match"),
        ("bakery?procesess=2", "has no knob “procesess”"),
        ("bakery?processes=9", "“processes=9” is not a choice"),
        ("bakery?v=2&run=AAFRf.iFzS", "made with a newer version of this model"),
    ] {
        let played = interleave(&["play", link]);
        assert_eq!(code(&played), 2, "{link}");
        let error = String::from_utf8_lossy(&played.stderr);
        assert!(error.contains(says) && out(&played).contains("Lamport’s bakery"), "{error}");
        let played = interleave(&["play", link, "--json"]);
        assert_eq!(code(&played), 2, "{link}");
        assert!(json(&played)["notices"][0].as_str().unwrap().contains(says));
        for command in [&["check"][..], &["export", "--format", "json"]] {
            assert!(usage_error(&[command, &[link]].concat()).contains(says), "{command:?}");
        }
    }
    // whole, but the model does not take its fifth step
    let mut run = vec![catalog::Action::step(0); 4];
    run.push(catalog::Action::step(7));
    let link = catalog::Scenario::new(catalog::entry("bakery").unwrap()).with_run(run).to_string();
    assert_eq!(code(&interleave(&["play", &link])), 1);
    assert_eq!(code(&interleave(&["check", &link, "--safety"])), 0);
    for command in [&["check", "--from-here"][..], &["export", "--format", "json"]] {
        let error = usage_error(&[command, &[&link]].concat());
        assert!(error.starts_with("Step 5 (process 7 steps) cannot be taken"), "{error}");
    }
}

#[test]
fn an_option_without_effect_is_named() {
    let named = |link: &str, more: &[&str]| {
        let text = out(&interleave(&[&["check", link], more].concat()));
        let lines = text.lines().filter(|it| it.contains("has no effect"));
        lines.map(|it| it.split('`').nth(1).unwrap().to_owned()).collect::<Vec<_>>()
    };
    let late = "row-lock?replicas=1&late=server-time";
    assert_eq!(named(late, &[]), ["late=server-time"]);
    assert_eq!(named(late, &["--safety"]), ["late=server-time"]);
    assert_eq!(
        named("row-lock?gets=row&re-read=after-waiting&replicas=1", &[]),
        ["re-read=after-waiting"]
    );
    assert_eq!(named("bakery?processes=2&tie-break=none", &[]), [""; 0]);
    let checked = json(&interleave(&["check", late, "--json"]));
    assert_eq!(checked["no_effect"], serde_json::json!(["late=server-time"]));
}

/// A reader who leaves early does not hide what was found.
#[test]
#[cfg(unix)]
fn a_closed_pipe_keeps_the_exit_code() {
    for (args, expected) in [
        (&["check", "bakery?processes=2&tie-break=none"][..], 1),
        (&["check", "bakery", "--states-max", "1000", "--json"], 3),
        (&["play", "bakery?v=1&run=zzzz.zzzz"], 2),
        (&["check", "bakry"], 2),
        (&["list"], 0),
    ] {
        let closed = || {
            let (reader, writer) = std::io::pipe().unwrap();
            drop(reader);
            writer
        };
        let mut command = Command::new(env!("CARGO_BIN_EXE_interleave"));
        let command = command.args(args).stdin(Stdio::null()).stdout(closed()).stderr(closed());
        assert_eq!(command.status().unwrap().code(), Some(expected), "{args:?}");
    }
}

#[test]
fn valence_counts_and_links() {
    let told = interleave(&["valence", "assign23"]);
    assert_eq!(code(&told), 0);
    let text = out(&told);
    assert!(text.contains("64 states: 4 bivalent, 1 of them critical; 30 where"), "{text}");
    assert!(text.contains("process 0’s step for A, process 1’s step for B."), "{text}");

    let data = json(&interleave(&["valence", "assign23", "--json"]));
    let nodes = data["nodes"].as_array().unwrap();
    assert_eq!((nodes.len(), data["edges"].as_array().unwrap().len()), (64, 96));
    let critical = nodes.iter().find(|it| it["valence"] == "critical").unwrap();
    let played = json(&interleave(&["play", critical["link"].as_str().unwrap(), "--json"]));
    assert_eq!(played["moment"]["at"], critical["depth"]);

    // two processes decide differently
    assert_eq!(code(&interleave(&["valence", "assign23?writes=one"])), 1);
}

#[test]
fn bad_usage_is_explained() {
    let table: [(&[&str], &str); 39] = [
        (&[], "Usage: interleave <COMMAND>"),
        (&["chekc", "bakery"], "similar subcommand exists: 'check'"),
        (&["check"], "not provided:\n  <LINK>"),
        (&["check", "bakry"], "Did you mean “bakery”?"),
        (&["play", "#"], "names no algorithm"),
        (&["play", "bakery", "again"], "unexpected argument 'again'"),
        (&["check", "bakery?procs=2"], "has no knob “procs”"),
        (&["check", "bakery?procs=2"], " `interleave list` tells what a link can say."),
        (&["check", "foo"], "called “foo”. `interleave list` tells what a link can say."),
        (
            &["check", "bakery?processes=7"],
            "Nothing was checked, as the link cannot be read as it stands. A page says of it: “processes=7” is not a choice",
        ),
        (
            &["check", "bakery", "--states-max", "many"],
            "'many' for '--states-max <N>': invalid digit",
        ),
        (&["list", "--no-progress"], "unexpected argument '--no-progress'"),
        (&["play", "bakery", "--reduce"], "unexpected argument '--reduce'"),
        (&["play", "bakery", "--states-max", "9"], "unexpected argument '--states-max'"),
        (&["valence", "bakery"], "decides on nothing"),
        (&["valence", "assign23", "--states-max", "63"], "has 64 states"),
        (&["list", "--jsom"], "similar argument exists: '--json'"),
        (&["check", "bakery", "--workers", "0"], "'0' for '--workers <N>': 0 is not in 1.."),
        (&["play", "bakery", "--workers", "2"], "unexpected argument '--workers'"),
        (&["check", "bakery", "--memory", "16X"], "not a size such as 500M or 16G"),
        (&["check", "bakery", "--memory", "99999999999999G"], "'99999999999999G' for '--memory"),
        (&["check", "bakery", "--memory", "0"], "not a size"),
        (&["check", "bakery", "--memory", "3"], "less than the "),
        (&["check", "row-lock", "--memory", "10K", "--workers", "2"], "less than the "),
        (&["check", "ticket-dispenser", "--reduce", "--memory", "50K"], "less than the "),
        (&["check", "row-lock", "--fingerprints", "--memory", "1M"], "less than the "),
        (&["check", "bakery", "--swarm", "0/16"], "searches count from 1/16 to 16/16"),
        (&["check", "bakery", "--swarm", "17/16"], "searches count from 1/16 to 16/16"),
        (&["check", "bakery", "--swarm", "1/0"], "not a search of a swarm such as 3/16"),
        (&["check", "bakery", "--swarm", "3"], "not a search of a swarm such as 3/16"),
        (&["check", "bakery", "--seed", "1"], "not provided:\n  --swarm <I/N>"),
        (&["check", "bakery", "--seed", "x", "--swarm", "1/2"], "'x' for '--seed <S>'"),
        (&["valence", "assign23", "--fingerprints"], "unexpected argument '--fingerprints'"),
        (&["merge"], "not provided:\n  <FILE>..."),
        (&["merge", "/no/such/file"], "`/no/such/file` cannot be read"),
        (&["merge", "-"], "There is nothing to merge"),
        (&["completions"], "not provided:\n  <SHELL>"),
        (&["completions", "tcsh"], "[possible values: bash, "),
        (&["completions", "bash", "--json"], "unexpected argument '--json'"),
    ];
    for (args, sentence) in table {
        let error = usage_error(args);
        assert!(error.contains(sentence), "{args:?}: {error}");
        // our own explanations are one line; the others point to the help
        assert!(error.lines().count() == 1 || error.contains("help"), "{args:?}: {error}");
    }
}

/// What a command prints that cannot be carried out.
fn usage_error(args: &[&str]) -> String {
    let output = interleave(args);
    assert_eq!(code(&output), 2, "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn conflicting_options_are_refused() {
    let conflicts: [(&[&str], &[&[&str]]); 3] = [
        (&["--fingerprints"], &[&["--workers", "2"], &["--reduce"], &["--from-here"]]),
        (&["--reduce"], &[&["--workers", "2"], &["--from-here"]]),
        (
            &["--swarm", "1/2"],
            &[
                &["--workers", "2"],
                &["--safety"],
                &["--fingerprints"],
                &["--reduce"],
                &["--from-here"],
            ],
        ),
    ];
    for (one, others) in conflicts {
        for other in others {
            for pair in [[one, other], [other, one]] {
                let args = [&["check", "bakery"], pair[0], pair[1]].concat();
                let error = usage_error(&args);
                assert!(error.contains("cannot be used with"), "{args:?}: {error}");
            }
        }
    }
}

#[test]
fn help_names_every_option() {
    let table: [(&[&str], &[&str]); 8] = [
        (
            &[],
            &[
                "list",
                "play",
                "check",
                "merge",
                "valence",
                "plot",
                "export",
                "completions",
                "Exit code",
            ],
        ),
        (&["list"], &["--json"]),
        (&["play"], &["<LINK>", "--json"]),
        (
            &["check"],
            &[
                "<LINK>",
                "--from-here",
                "--workers <N>",
                "--states-max <N>",
                "20000000",
                "--memory <SIZE>",
                "bytes",
                "--safety",
                "--fingerprints",
                "--reduce",
                "--swarm <I/N>",
                "--seed <S>",
                "[default: 0]",
                "--no-progress",
                "--json",
            ],
        ),
        (&["merge"], &["<FILE>...", "--json"]),
        (&["valence"], &["<LINK>", "--states-max <N>", "[default: 400]", "--json"]),
        (&["export"], &["mermaid", "svg", "shiviz", "itf", "json", "-o, --output <FILE>"]),
        (&["completions"], &["<SHELL>", "bash"]),
    ];
    for (command, names) in table {
        let long = interleave(&[command, &["--help"]].concat());
        assert_eq!((code(&long), long.stderr.len()), (0, 0), "{command:?}");
        for name in names {
            assert!(out(&long).contains(name), "{command:?} {name}: {}", out(&long));
        }
        assert_eq!(code(&interleave(&[command, &["-h"]].concat())), 0, "{command:?}");
        let version = interleave(&[command, &["--version"]].concat());
        assert_eq!(code(&version), 0, "{command:?}");
        assert!(out(&version).starts_with("interleave"), "{command:?}");
    }
    assert_eq!(out(&interleave(&["-V"])), format!("interleave {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn shells_complete_options() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = interleave(&["completions", shell]);
        assert_eq!((code(&script), script.stderr.len()), (0, 0), "{shell}");
        let script = out(&script);
        for word in ["interleave", "valence", "from-here"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}
