//! Options, faults, variables and roles.

use crate::plan::{Definition, Message, Role, SMALL, Scope, Sort, Variable};
use crate::writer::Writer;

const NOUNS: [&str; 3] = ["client", "server", "worker"];
const NUMBERS: [&str; 3] = ["i", "k", "w"];
const SECTIONS: [&[&str]; 3] =
    [&["remainder", "waiting", "critical"], &["ready", "serving"], &["idle", "working"]];
const MESSAGES: [&str; 3] = ["ask", "reply", "note"];

/// The most processes of all roles.
const PROCESSES_MAX: usize = 4;

impl Writer<'_> {
    pub fn declare(&mut self) {
        self.roles();
        self.plan.has_option = self.dice.chance(40);
        if self.plan.has_option {
            self.line(0, "option mode: usual, other");
        }
        self.line(0, "domain mood: calm | busy | gone");
        self.line(0, "record item(t: 0..2, b: bool)");
        if self.dice.chance(55) {
            self.network();
        }
        if self.dice.chance(25) {
            self.line(0, "define crashes: 1");
        }
        for at in 0..=self.dice.below(3) {
            let keyword = self.dice.pick(&["shared", "shared", "shared", "shared safe", "ghost"]);
            let variable = self.variable(keyword, format!("s{at}"));
            self.declaration(0, &variable);
            self.plan.shared.push(variable);
        }
        for role in 0..self.plan.roles.len() {
            for at in 0..self.dice.below(3) {
                let keyword = self.dice.pick(&["own", "own", "own", "stable", "ghost"]);
                let name = format!("{}{at}", ["a", "b", "c"][role]);
                let variable = self.variable(keyword, name);
                self.plan.roles[role].own.push(variable);
            }
        }
        for at in 0..self.dice.below(3) {
            let sort = self.dice.pick(&[Sort::Bool, SMALL]);
            self.plan.definitions.push(Definition { name: format!("d{at}"), sort });
        }
        if self.dice.chance(30) {
            self.plan.acts.push("act".into());
        }
    }

    fn roles(&mut self) {
        let mut left = PROCESSES_MAX;
        for at in 0..=self.dice.below(3) {
            let count = match self.dice.below(10) {
                0..4 if at > 0 => None,
                _ => Some((1 + self.dice.below(3)).min(left)),
            };
            left = left.saturating_sub(count.unwrap_or(1));
            let kind = self.dice.below(10);
            self.plan.roles.push(Role {
                noun: NOUNS[at],
                count,
                number: NUMBERS[at],
                own: Vec::new(),
                sections: SECTIONS[at].to_vec(),
                passes: self.dice.pick(&["", ", 2 times", ", for ever"]),
                has_lines: kind < 7,
                has_rules: kind > 4,
            });
            if left == 0 {
                break;
            }
        }
        if self.plan.roles.len() == 1 && self.dice.chance(70) {
            self.plan.roles[0].noun = "process";
        }
    }

    fn network(&mut self) {
        let orders = [
            ("fifo", "unordered"),
            ("unordered", "mailbox"),
            ("mailbox", "self_at_once"),
            ("self_at_once", "fifo"),
        ];
        let (order, others) = self.dice.pick(&orders);
        match self.dice.chance(50) {
            true => self.line(0, &format!("option channels: {order}, {others}")),
            false => {
                self.line(0, &format!("option net: {order}, {others}"));
                self.line(0, "define channels: net");
            }
        }
        let mut words = Vec::new();
        let count = 1 + self.dice.below(3);
        for name in &MESSAGES[..count] {
            let fields: Vec<Sort> = (0..self.dice.below(3)).map(|_| self.field_sort()).collect();
            let domains = fields.iter().enumerate();
            let domains: Vec<String> =
                domains.map(|(nth, it)| format!("f{nth}: {}", self.plan.domain(it))).collect();
            let brackets = if domains.is_empty() {
                String::new()
            } else {
                format!("({})", domains.join(", "))
            };
            words.push(format!("{name}{brackets}"));
            self.plan.messages.push(Message { name, fields });
        }
        self.line(0, &format!("message {}", words.join(", ")));
        for fault in ["losses", "duplicates"] {
            let of = self.dice.pick(&["", "", " of ask"]).to_string();
            match self.dice.below(6) {
                0 => self.line(0, &format!("define {fault}{of}: 1")),
                1 => self.line(0, &format!("option {fault}: 0, 1")),
                _ => {}
            }
        }
    }

    fn field_sort(&mut self) -> Sort {
        let all = [Sort::Bool, SMALL, Sort::Mood, Sort::Set(Box::new(SMALL)), Sort::Item];
        let numbered = self.plan.numbered();
        match numbered.is_empty() || self.dice.chance(70) {
            true => self.dice.pick(&all),
            false => Sort::Who(self.dice.pick(&numbered)),
        }
    }

    fn variable(&mut self, keyword: &'static str, name: String) -> Variable {
        let numbered = self.plan.numbered();
        let small = Box::new(SMALL);
        let sort = match self.dice.below(14) {
            0..3 => Sort::Bool,
            3..6 => SMALL,
            6 => Sort::Number(-1, 1),
            7 => Sort::Mood,
            8 => Sort::NoneOr(small),
            9 => Sort::Set(small),
            10 => Sort::List(small),
            11 => Sort::Item,
            _ if numbered.is_empty() => Sort::Bool,
            _ => {
                let who = Sort::Who(self.dice.pick(&numbered));
                match self.dice.below(4) {
                    0 => who,
                    1 => Sort::Set(Box::new(who)),
                    2 => Sort::List(Box::new(who)),
                    _ => Sort::NoneOr(Box::new(who)),
                }
            }
        };
        let index = match self.dice.below(10) {
            0..3 if !numbered.is_empty() => Some(Sort::Who(self.dice.pick(&numbered))),
            3 => Some(Sort::Number(0, 1)),
            _ => None,
        };
        Variable { keyword, name, index, sort }
    }

    pub fn declaration(&mut self, indent: usize, variable: &Variable) {
        let Variable { keyword, name, index, sort } = variable;
        let index =
            index.as_ref().map_or(String::new(), |index| format!("[{}]", self.plan.domain(index)));
        let first = match self.dice.below(10) {
            0 if variable.index.is_none() => " = any".into(),
            1 => format!(" = {}", self.constant(sort, &Scope::property())),
            _ => String::new(),
        };
        self.line(indent, &format!("{keyword} {name}{index}: {}{first}", self.plan.domain(sort)));
    }

    /// The lines of a role.
    pub fn role(&mut self, role: usize) {
        let it = &self.plan.roles[role];
        let (noun, number, passes, sections) = (it.noun, it.number, it.passes, it.sections.clone());
        let (has_lines, has_rules, own) = (it.has_lines, it.has_rules, it.own.clone());
        let count = it.count.map_or(String::new(), |count| format!(" {number} of {count}"));
        self.line(0, &format!("{noun}{count}{passes}:"));
        if !has_lines {
            self.line(1, &format!("sections {}", sections.join(", ")));
        }
        if self.dice.chance(20) {
            self.line(1, &format!("rests in {}", sections[1]));
        }
        for variable in &own {
            self.declaration(1, variable);
        }
        let scope = Scope { role: Some(role), indent: 2, ..Scope::default() };
        for section in sections.iter().filter(|_| has_lines) {
            self.line(1, &format!("{section}:"));
            let count = 1 + self.dice.below(3);
            self.statements(&scope, count, 2);
        }
        if has_rules {
            self.rules(role);
        }
        self.rules_of_crashes(role);
    }
}
