//! Expressions of each sort but conditions.

use crate::plan::{MOODS, SMALL, Scope, Sort, Variable};
use crate::writer::Writer;

impl Writer<'_> {
    pub fn value(&mut self, sort: &Sort, scope: &Scope, depth: usize) -> String {
        if depth == 0 || self.dice.chance(30) {
            return self.leaf(sort, scope);
        }
        if self.dice.chance(6) {
            let condition = self.condition(scope, depth - 1);
            let (one, other) = (self.value(sort, scope, 0), self.value(sort, scope, depth - 1));
            return format!("({one} if {condition} else {other})");
        }
        match sort {
            Sort::Bool => self.condition(scope, depth - 1),
            Sort::Number(low, high) => {
                let number = self.number(scope, depth - 1);
                self.within(&number, *low, *high)
            }
            Sort::Set(of) => self.set(of, scope, depth - 1),
            Sort::List(of) => self.list(of, scope, depth - 1),
            Sort::NoneOr(inner) => self.value(inner, scope, depth - 1),
            Sort::Item => self.item(scope, depth - 1),
            Sort::Who(role) => self.member(*role, scope, depth - 1),
            Sort::Mood => self.leaf(sort, scope),
        }
    }

    /// A variable, or a constant.
    fn leaf(&mut self, sort: &Sort, scope: &Scope) -> String {
        let read = if self.dice.chance(70) { self.read(sort, scope) } else { None };
        read.unwrap_or_else(|| self.constant(sort, scope))
    }

    pub fn constant(&mut self, sort: &Sort, scope: &Scope) -> String {
        match sort {
            Sort::Bool => self.dice.pick(&["true", "false"]).to_string(),
            Sort::Number(low, high) => {
                let all: Vec<i64> = (*low..=*high).collect();
                self.dice.pick(&all).to_string().replace('-', "−")
            }
            Sort::Mood => self.dice.pick(&MOODS).to_string(),
            Sort::Who(role) => {
                let own = &self.plan.roles[*role];
                match own.count {
                    Some(_) if scope.role == Some(*role) && self.dice.chance(70) => {
                        self.dice.pick(&[own.number, "self"]).to_string()
                    }
                    Some(count) => self.dice.below(count).to_string(),
                    None => own.noun.to_owned(),
                }
            }
            Sort::NoneOr(inner) => match self.dice.chance(50) {
                true => "none".into(),
                false => self.constant(inner, scope),
            },
            Sort::Set(of) => format!("{{{}}}", self.constants(of, scope)),
            Sort::List(of) => format!("[{}]", self.constants(of, scope)),
            Sort::Item => {
                let number = self.constant(&SMALL, scope);
                format!("item({number}, {})", self.constant(&Sort::Bool, scope))
            }
        }
    }

    /// None, or one.
    fn constants(&mut self, of: &Sort, scope: &Scope) -> String {
        if self.dice.chance(50) { String::new() } else { self.constant(of, scope) }
    }

    /// Something of that sort that can be read there.
    pub fn read(&mut self, sort: &Sort, scope: &Scope) -> Option<String> {
        let mut all: Vec<String> =
            scope.bound.iter().filter(|it| it.1 == *sort).map(|it| it.0.clone()).collect();
        let fits = |variable: &&Variable| variable.sort == *sort;
        let shared: Vec<Variable> = self.plan.shared.iter().filter(fits).cloned().collect();
        for variable in shared {
            all.push(self.element(&variable, scope));
        }
        for role in 0..self.plan.roles.len() {
            let own: Vec<Variable> =
                self.plan.roles[role].own.iter().filter(fits).cloned().collect();
            for variable in own {
                if scope.role == Some(role) {
                    all.push(self.element(&variable, scope));
                } else if scope.is_whole && variable.index.is_none() {
                    all.extend(self.of_another(role, &variable, scope));
                }
            }
        }
        (!all.is_empty()).then(|| self.dice.pick(&all))
    }

    /// A variable, or an element of an array.
    pub fn element(&mut self, variable: &Variable, scope: &Scope) -> String {
        let Some(index) = &variable.index else { return variable.name.clone() };
        let bound = scope.bound.iter().rfind(|it| it.1 == *index).map(|it| it.0.clone());
        let index = match bound {
            Some(bound) if self.dice.chance(60) => bound,
            _ => self.constant(index, scope),
        };
        format!("{}[{index}]", variable.name)
    }

    /// A variable of another process; a rule has to have a name for it.
    fn of_another(&mut self, role: usize, variable: &Variable, scope: &Scope) -> Option<String> {
        let (noun, name) = (self.plan.roles[role].noun, &variable.name);
        if self.plan.roles[role].count.is_none() {
            return Some(format!("{noun}.{name}"));
        }
        match scope.bound.iter().rfind(|it| it.1 == Sort::Who(role)) {
            Some((who, _)) => Some(format!("{who}.{name}")),
            None if scope.role.is_some() => None,
            None => Some(format!("{name}[{}]", self.constant(&Sort::Who(role), scope))),
        }
    }

    /// A number that is mostly in a range.
    pub fn within(&mut self, number: &str, low: i64, high: i64) -> String {
        let (from, to) = (low.to_string().replace('-', "−"), high.to_string().replace('-', "−"));
        match self.dice.below(20) {
            0 => number.to_owned(),
            1..8 => format!("min({to}, max({from}, {number}))"),
            _ if low == 0 => format!("({number}) mod {}", high + 1),
            _ => format!("(({number}) mod {} + {from})", high - low + 1),
        }
    }

    /// Any number.
    pub fn number(&mut self, scope: &Scope, depth: usize) -> String {
        let some = |this: &mut Self| {
            let sort = this.number_sort();
            this.value(&sort, scope, depth)
        };
        match self.dice.below(14) {
            0..4 => {
                let sign = self.dice.pick(&["+", "−", "·", "+"]);
                format!("({} {sign} {})", some(self), some(self))
            }
            4 => format!("({} {} {})", some(self), self.dice.pick(&["/", "mod"]), 2),
            5 => format!("{}({}, {})", self.dice.pick(&["max", "min"]), some(self), some(self)),
            6 => format!("size({})", self.value(&Sort::Set(Box::new(SMALL)), scope, depth)),
            7 => format!("length({})", self.value(&Sort::List(Box::new(SMALL)), scope, depth)),
            8 => {
                let record = self.read(&Sort::Item, scope);
                record.map_or_else(|| "1".into(), |record| format!("{record}.t"))
            }
            9 => {
                let list = self.read(&Sort::List(Box::new(SMALL)), scope);
                list.map_or_else(
                    || "0".into(),
                    |list| format!("(head({list}) if {list} ≠ [] else 0)"),
                )
            }
            10 => self.measure(scope),
            _ => self.quantified_number(scope, depth),
        }
    }

    fn quantified_number(&mut self, scope: &Scope, depth: usize) -> String {
        let (binder, name, sort) = self.binder(scope);
        let inner = scope.with(&name, sort);
        match self.dice.below(4) {
            0 => format!("(count {binder}: {})", self.condition(&inner, depth)),
            1 => format!("(sum {binder}: {})", self.value(&SMALL, &inner, depth)),
            2 => {
                let quantifier = self.dice.pick(&["max", "min"]);
                format!("({quantifier} {binder}: {})", self.value(&SMALL, &inner, depth))
            }
            _ => {
                let condition = self.condition(&inner, depth);
                format!("(sum {binder} where {condition}: 1)")
            }
        }
    }

    /// What only some places can ask for.
    fn measure(&mut self, scope: &Scope) -> String {
        if scope.is_whole && !self.plan.messages.is_empty() && self.dice.chance(70) {
            let message = self.dice.below(self.plan.messages.len() + 1);
            return match self.plan.messages.get(message) {
                Some(message) => format!("in_transit({})", message.name),
                None => "in_transit(any)".into(),
            };
        }
        let counts = scope.role.is_some_and(|role| self.plan.roles[role].passes.contains("times"));
        if counts { "passes".into() } else { "2".into() }
    }

    fn set(&mut self, of: &Sort, scope: &Scope, depth: usize) -> String {
        let sort = Sort::Set(Box::new(of.clone()));
        match self.dice.below(5) {
            0 | 1 => {
                let sign = self.dice.pick(&["+", "−"]);
                let (left, right) = (self.value(&sort, scope, depth), self.value(of, scope, depth));
                format!("({left} {sign} {{{right}}})")
            }
            2 => {
                let sign = self.dice.pick(&["+", "−"]);
                let (left, right) =
                    (self.value(&sort, scope, depth), self.value(&sort, scope, depth));
                format!("({left} {sign} {right})")
            }
            3 => {
                let name = self.fresh();
                let over = self.value(&sort, scope, 0);
                let condition = self.condition(&scope.with(&name, of.clone()), depth);
                format!("{{{name} in {over}: {condition}}}")
            }
            _ => {
                let (binder, name, bound) = self.binder(scope);
                let value = self.value(of, &scope.with(&name, bound), depth);
                format!("{{{value} for {binder}}}")
            }
        }
    }

    fn list(&mut self, of: &Sort, scope: &Scope, depth: usize) -> String {
        let list = self.value(&Sort::List(Box::new(of.clone())), scope, 0);
        match self.dice.below(3) {
            0 => format!("(tail({list}) if {list} ≠ [] else [])"),
            1 => format!("[{}]", self.value(of, scope, depth)),
            _ => {
                let value = self.value(of, scope, depth);
                format!("({list} + [{value}] if length({list}) < 2 else {list})")
            }
        }
    }

    fn item(&mut self, scope: &Scope, depth: usize) -> String {
        let number = self.value(&SMALL, scope, depth);
        format!("item({number}, {})", self.value(&Sort::Bool, scope, depth))
    }

    fn member(&mut self, role: usize, scope: &Scope, depth: usize) -> String {
        if self.plan.roles[role].count.is_none() || self.dice.chance(60) {
            return self.leaf(&Sort::Who(role), scope);
        }
        let (name, noun) = (self.fresh(), self.plan.roles[role].noun);
        let condition = self.condition(&scope.with(&name, Sort::Who(role)), depth);
        let least = self.dice.pick(&["min", "max"]);
        let fallback = self.constant(&Sort::Who(role), scope);
        format!(
            "(({least} {name} in {noun} where {condition}: {name}) if some {name} in {noun}: {condition} else \
             {fallback})"
        )
    }
}
