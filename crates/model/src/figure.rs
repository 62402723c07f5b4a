//! What is worth measuring: not over every run, as a property is, but over many random ones.

use crate::Zone;
use serde::Serialize;

/// Something to be measured and drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Figure {
    /// "Attempts"
    pub title: &'static str,
    /// What is counted, "attempts", and of what each time: "write".
    pub unit: &'static str,
    pub per: &'static str,
    pub measure: Measure,
    /// Other knobs as they have to be for it, by name and value.
    pub with: &'static [(&'static str, &'static str)],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Something about random runs, at each value of a knob, the values being numbers, or for each
    /// process where no knob is named; and with a line for each value of another knob.
    Runs { count: Count, along: Option<&'static str>, compare: Option<&'static str> },
    /// In how many interleavings runs end in each way that a property of this name tells apart.
    Ends(&'static str),
}

/// What is counted of random runs. An operation is what a process does from one stay in the
/// remainder section to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Count {
    /// Steps of an operation that are taken in this zone, one for each time that it is begun.
    Attempts(Zone),
    /// Steps of an operation.
    Steps,
    /// Steps of anybody from when a process waits to enter the critical section until it enters.
    Waits,
    /// Messages sent in a run, by the entries into the critical section.
    Messages,
}

impl Figure {
    /// Of a lock by messages: what an entry costs, by the number of those who compete.
    pub const fn messages(along: &'static str) -> Figure {
        Figure {
            title: "Messages",
            unit: "messages",
            per: "entry",
            measure: Measure::Runs { count: Count::Messages, along: Some(along), compare: None },
            with: &[],
        }
    }

    /// How often an operation is begun: the steps in a zone, by one knob, with a line for each value of
    /// another.
    pub const fn attempts(
        zone: Zone,
        per: &'static str,
        along: &'static str,
        compare: &'static str,
    ) -> Figure {
        let (along, compare) = (Some(along), Some(compare));
        let measure = Measure::Runs { count: Count::Attempts(zone), along, compare };
        Figure { title: "Attempts", unit: "attempts", per, measure, with: &[] }
    }

    /// How many of its own steps an operation takes, by the same.
    pub const fn steps(per: &'static str, along: &'static str, compare: &'static str) -> Figure {
        let (along, compare) = (Some(along), Some(compare));
        let measure = Measure::Runs { count: Count::Steps, along, compare };
        Figure { title: "Latency", unit: "own steps", per, measure, with: &[] }
    }

    /// Of a property that lists outcomes: in how many interleavings each is the last.
    pub const fn ends(outcomes: &'static str, per: &'static str) -> Figure {
        let title = "Final values";
        let measure = Measure::Ends(outcomes);
        Figure { title, unit: "interleavings", per, measure, with: &[] }
    }

    /// Of a lock: how long each process waits, by a knob that says who goes first.
    pub const fn waits(
        compare: &'static str,
        with: &'static [(&'static str, &'static str)],
    ) -> Figure {
        Figure {
            title: "Waiting time",
            unit: "steps",
            per: "entry",
            measure: Measure::Runs { count: Count::Waits, along: None, compare: Some(compare) },
            with,
        }
    }
}
