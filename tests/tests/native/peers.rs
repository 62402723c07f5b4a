//! Another model checker finds the same: models that were written for SPIN by hand, for benchmarks and
//! of what is no listing, have as many states, transitions and levels as ours, break the same
//! properties, and as soon. `crates/promela` compares SPIN with the models that it makes of listings.
//!
//! Compares only if `INTERLEAVE_TEST=everything`. Needs `spin` and `gcc`; if they are missing, the tests
//! say so and compare nothing.

use catalog::{Limits, Outcome, Report, Scenario, Verdict};
use spin::Found;
use std::fs;
use std::path::Path;

/// A model in `tests/peers`, and what its assertions stand for.
struct Peer {
    file: &'static str,
    /// A property, and how the text of its assertion begins.
    asserts: &'static [(&'static str, &'static str)],
    /// A quantity that an assertion bounds, and the macro that sets the bound.
    most: Option<(&'static str, &'static str)>,
}

const DEADLOCK: &str = "no deadlock";
const INVALID_END: &str = "invalid end state";

impl Peer {
    /// Compares one setting of ours with the model under some macros.
    fn agrees(&self, link: &str, macros: &[&str]) {
        if !can_compare() {
            return;
        }
        let report = check(link);
        let found = self.run(&self.bounded(macros, &report, 0));
        let ours = (report.states, report.transitions, report.depth);
        assert_eq!((found.states, found.transitions, found.depth), ours, "{link}");
        for verdict in &report.verdicts {
            let is_asked = |(name, _): &&(&str, &str)| *name == verdict.property;
            let text = match self.asserts.iter().find(is_asked) {
                Some((_, text)) => text,
                None if verdict.property == DEADLOCK => INVALID_END,
                None => continue,
            };
            assert_eq!(
                found.shortest(text),
                steps_to_failure(verdict),
                "{link}: {}",
                verdict.property
            );
        }
        let known = |text: &str| {
            text == INVALID_END || self.asserts.iter().any(|(_, start)| text.starts_with(start))
        };
        assert!(found.failures.iter().all(|(text, _)| known(text)), "{link}: {:?}", found.failures);
    }

    /// What we say is the most bounds the quantity, and one less does not.
    fn bound_is_exact(&self, link: &str, macros: &[&str], text: &str) {
        if can_compare() {
            let report = check(link);
            let found = |below| self.run(&self.bounded(macros, &report, below)).shortest(text);
            assert_eq!(found(0), None, "{link}");
            assert!(found(1).is_some(), "{link}");
        }
    }

    /// The macros, and one that sets the bound so much below what we say is the most.
    fn bounded(&self, macros: &[&str], report: &Report, below: u32) -> Vec<String> {
        let bound = |(name, flag)| format!("-D{flag}={}", most(report, name) - below);
        macros.iter().map(|&text| text.into()).chain(self.most.map(bound)).collect()
    }

    /// Generates, compiles and runs the verifier, breadth first.
    fn run(&self, macros: &[String]) -> Found {
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("peers").join(format!(
            "{}{}",
            self.file,
            macros.concat().replace(|letter: char| !letter.is_ascii_alphanumeric(), "-")
        ));
        fs::create_dir_all(&dir).unwrap();
        for source in fs::read_dir(tests::root().join("tests/peers")).unwrap() {
            let source = source.unwrap().path();
            if source.is_file() {
                fs::copy(&source, dir.join(source.file_name().unwrap())).unwrap();
            }
        }
        let found = spin::search(&dir, &format!("{}.pml", self.file), macros, "gcc");
        fs::remove_dir_all(&dir).unwrap();
        found
    }
}

fn check(link: &str) -> Report {
    let parsed = Scenario::parse(link).unwrap();
    assert!(parsed.notices.is_empty(), "{link}");
    let mut search = parsed.scenario.search(Limits::default());
    while search.advance(100_000) {}
    search.report()
}

fn steps_to_failure(verdict: &Verdict) -> Option<usize> {
    match &verdict.outcome {
        Outcome::Fails { run } => Some(run.len()),
        _ => None,
    }
}

fn most(report: &Report, name: &str) -> u32 {
    let values = report
        .verdicts
        .iter()
        .filter(|verdict| verdict.property == name)
        .map(|verdict| &verdict.outcome);
    let values = values.map(|outcome| match outcome {
        Outcome::Most { value, .. } | Outcome::Within { value, .. } => *value,
        _ => 0,
    });
    values.max().expect("such a property")
}

/// Takes a minute, so only a run of everything compares.
fn can_compare() -> bool {
    golden::is_everything() && spin::is_installed()
}

const BAKERY: Peer = Peer {
    file: "bakery",
    asserts: &[
        ("mutual exclusion", "(inside<=1)"),
        ("first come, first served", "(ahead[_pid]"),
        ("tickets bounded", "(number[_pid]<="),
    ],
    most: None,
};

#[test]
fn bakery() {
    BAKERY.agrees("bakery", &[]);
    BAKERY.agrees("bakery?processes=2", &["-DN=2"]);
    BAKERY.agrees("bakery?processes=2&tie-break=none", &["-DN=2", "-DNO_TIE_BREAK"]);
    BAKERY.agrees("bakery?choosing=off", &["-DNO_CHOOSING"]);
}

#[test]
fn ricart_agrawala() {
    let peer = Peer {
        file: "ricart-agrawala",
        asserts: &[("mutual exclusion", "((inside&"), ("order of service", "order_of_service")],
        most: None,
    };
    peer.agrees("ricart-agrawala", &[]);
    peer.agrees("ricart-agrawala?priority=process-id", &["-DPROCESS_ID"]);
    peer.agrees("ricart-agrawala?enter=own-step", &["-DOWN_STEP"]);
    peer.agrees("ricart-agrawala?processes=2&between-requesters=yes", &["-DN=2", "-DSAY_YES"]);
    peer.agrees("ricart-agrawala?between-requesters=wait", &["-DSAY_WAIT"]);
}

#[test]
fn row_lock() {
    let peer = Peer {
        file: "row-lock",
        asserts: &[
            ("mutual exclusion", "(inside<=1)"),
            ("first come, first served", "(ahead[_pid]"),
        ],
        most: Some(("highest number", "HIGHEST")),
    };
    peer.agrees("row-lock", &[]);
    peer.agrees(
        "row-lock?tie-break=client-id&re-read=after-waiting",
        &["-DTIE_BREAK", "-DRE_READ"],
    );
    peer.agrees("row-lock?replicas=1", &["-DREPLICAS=1"]);
    peer.bound_is_exact("row-lock?replicas=1", &["-DREPLICAS=1"], "(client_number<=");
}
