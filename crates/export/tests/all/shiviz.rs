use crate::{runs, written};
use catalog::Relation;
use export::Format;
use regex::Regex;
use serde_json::{Map, Value};

pub struct Logged {
    host: String,
    clock: Map<String, Value>,
    step: usize,
}

/// As `ShiViz` reads a file: the first line tells how, the second separates executions, and the
/// expression is anchored and applied line by line.
pub fn read(log: &str) -> Vec<Logged> {
    let mut parts = log.splitn(3, '\n');
    let line = parts.next().unwrap();
    assert_eq!(parts.next(), Some(""), "one execution");
    let text = parts.next().unwrap();
    let line = Regex::new(&format!("(?m)^{line}$")).unwrap();
    let found: Vec<Logged> = line
        .captures_iter(text)
        .map(|captures| Logged {
            host: captures["host"].into(),
            clock: serde_json::from_str(&captures["clock"]).unwrap(),
            step: captures["step"].parse().unwrap(),
        })
        .collect();
    assert_eq!(found.len(), text.lines().count(), "a line that the expression does not read");
    found
}

impl Logged {
    fn count(&self, host: &str) -> u64 {
        self.clock.get(host).and_then(Value::as_u64).unwrap_or_default()
    }

    fn is_before(&self, other: &Logged) -> bool {
        self.step != other.step && self.count(&self.host) <= other.count(&self.host)
    }
}

#[test]
fn clocks_are_as_shiviz_demands_and_say_what_our_order_says() {
    let mut faults = 0;
    for run in runs() {
        let log = read(&written(&run, Format::Shiviz));
        let trace = run.trace();
        assert_eq!(log.len(), trace.steps.len());
        for (index, it) in log.iter().enumerate() {
            assert_eq!(it.step, index + 1);
            // a host counts its own events from one, without gaps
            let own = log[..=index].iter().filter(|other| other.host == it.host).count();
            assert_eq!(it.count(&it.host), own as u64, "{run} step {}", it.step);
            // and knows of no event that has not been
            for host in it.clock.keys() {
                let been = log[..index].iter().filter(|other| other.host == *host).count() as u64;
                assert!(*host == it.host || it.count(host) <= been, "{run} step {}", it.step);
            }
        }
        for a in &log {
            for b in &log {
                if a.host == "network" || b.host == "network" {
                    faults += 1;
                    continue;
                }
                let is_before = trace.order.relation(b.step - 1, a.step - 1) == Relation::Before;
                assert_eq!(a.is_before(b), is_before, "{run} steps {} and {}", a.step, b.step);
            }
        }
    }
    assert!(faults > 0);
}

#[test]
fn a_fault_comes_after_the_sending() {
    let run =
        crate::scenario("ricart-agrawala?processes=2&faults=duplicate&v=1&run=EGVPNqE6_.Jyd7");
    let log = read(&written(&run, Format::Shiviz));
    let fault = log.iter().find(|logged| logged.host == "network").unwrap();
    assert_eq!(fault.count("network"), 1);
    assert!(log.iter().any(|it| it.host != "network" && it.is_before(fault)));
    assert!(!log.iter().any(|it| it.host != "network" && fault.is_before(it)));
}
