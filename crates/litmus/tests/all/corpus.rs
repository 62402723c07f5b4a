//! The tests of `corpus.txt`, as herd writes them.

use std::collections::BTreeSet;

const CORPUS: &str = include_str!("../corpus.txt");

/// In the order of columns.
pub const MEMORIES: [&str; 3] = ["sequential", "tso", "pso"];

pub struct Known {
    pub source: &'static str,
    threads: &'static str,
    claim: &'static str,
    /// Whether the claim is true.
    pub holds: [bool; 3],
    pub final_states: [usize; 3],
}

pub fn all() -> Vec<Known> {
    let lines = CORPUS.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(known).collect()
}

fn known(line: &'static str) -> Known {
    let [source, threads, claim, holds, states] = line.split('\t').collect::<Vec<_>>()[..] else {
        panic!("{line}")
    };
    let three = |text: &'static str| {
        let words: Vec<&str> = text.split(' ').collect();
        <[&str; 3]>::try_from(words).expect("one for each memory")
    };
    let final_states = three(states).map(|count| count.parse().expect("a number"));
    Known { source, threads, claim, holds: three(holds).map(|word| word == "yes"), final_states }
}

impl Known {
    fn is_att(&self) -> bool {
        self.source.starts_with("herdtools7")
    }

    /// The test with its claim; every cell and every register that is written is observed.
    pub fn litmus(&self) -> String {
        let (begin, threads) = self.threads.split_once("; ").unwrap_or(("", self.threads));
        let threads: Vec<Vec<Vec<&str>>> = threads
            .split(" | ")
            .map(|thread| thread.split(", ").map(|op| op.split(' ').collect()).collect())
            .collect();
        let mut observed = BTreeSet::new();
        for (nth, ops) in threads.iter().enumerate() {
            for op in ops {
                match op[..] {
                    ["W", cell, _] => drop(observed.insert(cell.to_owned())),
                    ["R" | "X", cell, register] => {
                        observed.insert(cell.to_owned());
                        observed.insert(format!("{nth}:{register}"));
                    }
                    ["S", register, _] => drop(observed.insert(format!("{nth}:{register}"))),
                    _ => {}
                }
            }
        }
        let head = if self.is_att() { "X86_64" } else { "X86" };
        let name = self.source.split(' ').nth(1).expect("a name");
        let begin = begin.replace(' ', "; ");
        let rows = threads.iter().map(Vec::len).max().unwrap_or(0);
        let mut text = format!("{head} {name}\n\"Made=from {{a list}}\"\n{{ {begin} }}\n");
        text += &row((0..threads.len()).map(|nth| format!("P{nth}")).collect());
        for nth in 0..rows {
            let cell = |thread: &Vec<Vec<&str>>| {
                thread.get(nth).map_or_else(String::new, |op| self.instruction(op))
            };
            text += &row(threads.iter().map(cell).collect());
        }
        let observed = observed.into_iter().collect::<Vec<_>>().join("; ");
        format!("{text}locations [{observed};]\n{}\n", self.claim)
    }

    fn instruction(&self, op: &[&str]) -> String {
        if !self.is_att() {
            let value = |text: &str| match text.starts_with(|char: char| char.is_ascii_digit()) {
                true => format!("${text}"),
                false => text.to_uppercase(),
            };
            return match op {
                ["W", cell, from] => format!("MOV [{cell}],{}", value(from)),
                ["R", cell, register] => format!("MOV {},[{cell}]", value(register)),
                ["S", register, number] => format!("MOV {},{}", value(register), value(number)),
                ["X", cell, register] => format!("XCHG [{cell}],{}", value(register)),
                _ => "MFENCE".into(),
            };
        }
        match op {
            ["W", cell, from] => format!("movl ${from},({cell})"),
            ["R", cell, register] => format!("movl ({cell}),%{register}"),
            ["F"] => "mfence".into(),
            other => panic!("{other:?}"),
        }
    }
}

fn row(cells: Vec<String>) -> String {
    format!(" {} ;\n", cells.join(" | "))
}
