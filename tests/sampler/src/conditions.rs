//! Conditions, and what quantifiers run over.

use crate::plan::{SMALL, Scope, Sort};
use crate::writer::Writer;

/// Sections that every process has.
const EVERYWHERE: [&str; 3] = ["end", "decided", "crashed"];

impl Writer<'_> {
    pub fn condition(&mut self, scope: &Scope, depth: usize) -> String {
        if depth == 0 {
            return self.simple(scope);
        }
        match self.dice.below(12) {
            0 => format!("not {}", self.condition(scope, depth - 1)),
            1..4 => {
                let sign = self.dice.pick(&["and", "or", "and", "or", "⇒"]);
                let left = self.condition(scope, depth - 1);
                format!("({left} {sign} {})", self.condition(scope, depth - 1))
            }
            4 | 5 => self.quantified(scope, depth - 1),
            6 => {
                let numbers: Vec<String> = (0..4).map(|_| self.number(scope, 0)).collect();
                format!("({}, {}) < ({}, {})", numbers[0], numbers[1], numbers[2], numbers[3])
            }
            7 => {
                let (low, high) = (self.number(scope, depth - 1), self.number(scope, 0));
                format!("0 ≤ {low} < {high}")
            }
            _ => self.simple(scope),
        }
    }

    fn quantified(&mut self, scope: &Scope, depth: usize) -> String {
        let (binder, name, sort) = self.binder(scope);
        let quantifier = self.dice.pick(&["all", "some"]);
        let inner = scope.with(&name, sort);
        let condition = self.condition(&inner, depth);
        match self.dice.chance(20) {
            true => {
                let limit = self.condition(&inner, 0);
                format!("({quantifier} {binder} where {limit}: {condition})")
            }
            false => format!("({quantifier} {binder}: {condition})"),
        }
    }

    /// Over one or two values.
    fn simple(&mut self, scope: &Scope) -> String {
        match self.dice.below(14) {
            0 | 1 if scope.is_whole => self.about_sections(scope),
            2 if !self.plan.definitions.is_empty() => {
                let at = self.dice.below(self.plan.definitions.len());
                let argument = self.value(&SMALL, scope, 0);
                let definition = &self.plan.definitions[at];
                match definition.sort {
                    Sort::Bool => format!("{}({argument})", definition.name),
                    _ => format!("{}({argument}) > 0", definition.name),
                }
            }
            3 | 4 => self.read(&Sort::Bool, scope).unwrap_or_else(|| "true".into()),
            5 | 6 => {
                let sort = self.number_sort();
                let sign = self.dice.pick(&["=", "≠", "<", "≤", ">", "≥"]);
                format!("{} {sign} {}", self.value(&sort, scope, 1), self.value(&sort, scope, 0))
            }
            7 => {
                let of = self.member_sort();
                let set = self.value(&Sort::Set(Box::new(of.clone())), scope, 1);
                let sign = self.dice.pick(&["in", "not in"]);
                format!("{} {sign} {set}", self.value(&of, scope, 0))
            }
            8 => {
                let sort = Sort::Set(Box::new(self.member_sort()));
                let sign = self.dice.pick(&["⊆", "=", "≠"]);
                let set = self.read(&sort, scope);
                set.map_or_else(
                    || "true".into(),
                    |set| format!("{set} {sign} {}", self.value(&sort, scope, 1)),
                )
            }
            9 => {
                let sign = self.dice.pick(&["=", "≠"]);
                let list = self.read(&Sort::List(Box::new(SMALL)), scope);
                list.map_or_else(|| "true".into(), |list| format!("{list} {sign} []"))
            }
            10 => {
                let record = self.read(&Sort::Item, scope);
                record.map_or_else(|| "true".into(), |record| format!("{record}.b"))
            }
            _ => {
                let sort = self.some_sort();
                let sign = self.dice.pick(&["=", "≠"]);
                let left = self.read(&sort, scope);
                let left = left.unwrap_or_else(|| self.constant(&sort, scope));
                format!("{left} {sign} {}", self.value(&sort, scope, 0))
            }
        }
    }

    /// Who is where.
    fn about_sections(&mut self, scope: &Scope) -> String {
        let role = scope.role.filter(|_| self.dice.chance(50));
        if let Some(own) = role {
            return self.section(own).into();
        }
        let role = self.dice.below(self.plan.roles.len());
        let section = self.section(role);
        let section = match scope.role {
            None if self.dice.chance(20) => self.dice.pick(&EVERYWHERE),
            _ => section,
        };
        match self.dice.below(4) {
            0 if scope.role.is_none() => format!("{section} = {{}}"),
            1 if scope.role.is_none() => format!("size({section}) ≤ 1"),
            _ if EVERYWHERE.contains(&section) && self.plan.numbered().contains(&role) => {
                let (name, noun) = (self.fresh(), self.plan.roles[role].noun);
                format!("(some {name} in {noun}: {name} in {section})")
            }
            _ => {
                let who = self.value(&Sort::Who(role), scope, 0);
                let sign = self.dice.pick(&["in", "in", "not in"]);
                format!("{who} {sign} {section}")
            }
        }
    }

    pub fn section(&mut self, role: usize) -> &'static str {
        self.dice.pick(&self.plan.roles[role].sections)
    }

    /// A new name with what it runs over, the name, and its sort.
    pub fn binder(&mut self, scope: &Scope) -> (String, String, Sort) {
        let name = self.fresh();
        let numbered = self.plan.numbered();
        if !numbered.is_empty() && self.dice.chance(60) {
            let role = self.dice.pick(&numbered);
            let own = &self.plan.roles[role];
            let not_me = match scope.role == Some(role) && self.dice.chance(50) {
                true => format!(" ≠ {}", own.number),
                false => String::new(),
            };
            return (format!("{name}{not_me} in {}", own.noun), name, Sort::Who(role));
        }
        let of = SMALL;
        let over = match self.dice.below(5) {
            0 => self.read(&Sort::Set(Box::new(of.clone())), scope),
            1 => self.read(&Sort::List(Box::new(of.clone())), scope),
            2 => Some("{0, 2}".into()),
            3 => Some("[1, 0]".into()),
            _ => None,
        };
        (format!("{name} in {}", over.unwrap_or_else(|| "0..1".into())), name, of)
    }

    pub fn number_sort(&mut self) -> Sort {
        self.dice.pick(&[SMALL, SMALL, Sort::Number(-1, 1)])
    }

    fn member_sort(&mut self) -> Sort {
        let numbered = self.plan.numbered();
        match numbered.is_empty() || self.dice.chance(50) {
            true => SMALL,
            false => Sort::Who(self.dice.pick(&numbered)),
        }
    }

    /// The sort of some variable.
    pub fn some_sort(&mut self) -> Sort {
        let shared = self.plan.shared.iter();
        let all = shared.chain(self.plan.roles.iter().flat_map(|role| &role.own));
        let sorts: Vec<Sort> = all.map(|variable| variable.sort.clone()).collect();
        if sorts.is_empty() { Sort::Bool } else { self.dice.pick(&sorts) }
    }
}
