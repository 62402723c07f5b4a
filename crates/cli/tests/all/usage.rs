//! Arguments that make no sense, help and completions.

use super::{code, interleave, out, usage_error};

#[test]
fn bad_usage_is_explained() {
    let table: [(&[&str], &str); 40] = [
        (&[], "Usage: interleave <COMMAND>"),
        (&["chekc", "bakery"], "similar subcommand exists: 'check'"),
        (&["check"], "not provided:\n  <LINK>"),
        (&["check", "bakry"], "Did you mean “bakery”?"),
        (&["play", "#"], "names no algorithm"),
        (&["play", "bakery", "again"], "unexpected argument 'again'"),
        (&["check", "bakery?procs=2"], "has no option “procs”"),
        (&["check", "bakery?procs=2"], " `interleave list` shows every option and its values."),
        (&["check", "foo"], "called “foo”. `interleave list` shows every option and its values."),
        (
            &["check", "bakery?processes=7"],
            "Nothing was checked. “processes=7” is not a choice (3, 2, 4). `interleave list` shows",
        ),
        (
            &["check", "bakery", "--states-max", "many"],
            "'many' for '--states-max <N>': invalid digit",
        ),
        (
            &["check", "cigarette-smokers?v=1&run=Q7S.8Mkj", "--option", "takes=both-at-once"],
            "A run is of the options that its link has",
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
        (&["merge", "/no/such/file"], "/no/such/file cannot be read"),
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
    let table: [(&[&str], &[&str]); 9] = [
        (
            &[],
            &[
                "list",
                "play",
                "check",
                "test",
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
        (
            &["test"],
            &[
                "<PATH>...",
                "--junit <FILE>",
                "--workers <N>",
                "--states-max <N>",
                "--memory <SIZE>",
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
        assert!(script.contains("interleave"), "{shell}");
        // by itself, or by asking the program
        let asks = script.contains("complete --");
        assert!(asks || script.contains("from-here"), "{shell}");
    }
}

#[test]
fn an_option_given_apart_takes_the_place_of_that_in_the_link() {
    let of = |link: &str, more: &[&str]| out(&interleave(&[&["check", link], more].concat()));
    let given = of("burns-lynch?looks-again=yes&processes=2", &["--option", "looks_again=no"]);
    assert_eq!(given, of("burns-lynch?processes=2&looks-again=no", &[]));
    assert_ne!(given, of("burns-lynch?processes=2", &[]));
}
