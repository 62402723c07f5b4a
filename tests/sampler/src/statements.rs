//! Lines of sections and of rules.

use crate::plan::{SMALL, Scope, Sort, Variable};
use crate::writer::Writer;
use std::fmt::Write;

impl Writer<'_> {
    pub fn statements(&mut self, scope: &Scope, count: usize, depth: usize) {
        for _ in 0..count {
            match scope.is_whole {
                true => self.statement(scope, depth),
                false => self.step(scope, depth),
            }
        }
    }

    /// What only a section can do, or any statement.
    fn step(&mut self, scope: &Scope, depth: usize) {
        let indent = scope.indent;
        match self.dice.below(16) {
            0 => {
                let condition = self.condition(scope, 0);
                self.line(indent, &format!("await {condition}"));
            }
            1 => {
                let condition = self.condition(scope, 2);
                self.line(indent, &format!("await {condition}"));
            }
            2 if depth > 0 => {
                self.line(indent, "atomic:");
                let inner = Scope { is_whole: true, ..scope.deeper() };
                let count = 1 + self.dice.below(2);
                self.statements(&inner, count, depth - 1);
            }
            3 => {
                let condition = self.condition(&Scope { is_whole: true, ..scope.clone() }, 1);
                self.line(indent, &format!("atomic await {condition}"));
            }
            4 => self.line(indent, "pause"),
            5 | 6 => self.receive(scope),
            7 => self.operation(scope),
            8 if depth > 0 => {
                self.line(indent, "repeat:");
                self.statements(&scope.deeper(), 1, depth - 1);
                let condition = self.condition(scope, 1);
                self.line(indent, &format!("until {condition}"));
            }
            _ => self.statement(scope, depth),
        }
    }

    fn statement(&mut self, scope: &Scope, depth: usize) {
        let indent = scope.indent;
        match self.dice.below(18) {
            0 | 1 if depth > 0 => self.branch(scope, depth - 1),
            2 if depth > 0 => self.each(scope, depth - 1),
            3 if depth > 0 => self.loop_while(scope, depth - 1),
            4 => self.choice(scope, depth),
            5..8 if !self.plan.messages.is_empty() => self.send(scope),
            8 => {
                let condition = self.condition(scope, 0);
                let end = self.jump(scope);
                self.line(indent, &format!("if {condition}: {end}"));
            }
            9 => self.both(scope),
            10 if !self.plan.acts.is_empty() => {
                let target = self.target(scope, |variable| variable.sort == SMALL);
                let target =
                    target.map_or_else(|| "skip".into(), |(name, _)| format!("act({name})"));
                self.line(indent, &target);
            }
            _ => {
                let assignment = self.assignment(scope);
                self.line(indent, &assignment);
            }
        }
    }

    /// A variable that a line can change, as it is written there.
    fn target(&mut self, scope: &Scope, fits: fn(&Variable) -> bool) -> Option<(String, Sort)> {
        let own = scope.role.into_iter().flat_map(|it| &self.plan.roles[it].own);
        let all: Vec<Variable> =
            self.plan.shared.iter().chain(own).filter(|variable| fits(variable)).cloned().collect();
        if all.is_empty() {
            return None;
        }
        let variable = self.dice.pick(&all);
        Some((self.element(&variable, scope), variable.sort))
    }

    pub fn assignment(&mut self, scope: &Scope) -> String {
        let Some((name, sort)) = self.target(scope, |_| true) else { return "skip".into() };
        format!("{name} ← {}", self.value(&sort, scope, 2))
    }

    /// Two variables at once.
    fn both(&mut self, scope: &Scope) {
        let (one, other) = (self.target(scope, |_| true), self.target(scope, |_| true));
        let (Some((one, left)), Some((other, right))) = (one, other) else { return };
        let (left, right) = (self.value(&left, scope, 1), self.value(&right, scope, 1));
        self.line(scope.indent, &format!("{one}, {other} ← {left}, {right}"));
    }

    fn branch(&mut self, scope: &Scope, depth: usize) {
        let condition = self.condition(scope, 1);
        self.line(scope.indent, &format!("if {condition}:"));
        self.statements(&scope.deeper(), 1, depth);
        if self.dice.chance(30) {
            let condition = self.condition(scope, 1);
            self.line(scope.indent, &format!("else if {condition}:"));
            self.statements(&scope.deeper(), 1, depth);
        }
        if self.dice.chance(50) {
            self.line(scope.indent, "else:");
            self.statements(&scope.deeper(), 1, depth);
        }
    }

    fn each(&mut self, scope: &Scope, depth: usize) {
        let (binder, name, sort) = self.binder(scope);
        let inner = scope.deeper().with(&name, sort);
        let limit = match self.dice.chance(25) {
            true => format!(" where {}", self.condition(&inner, 0)),
            false => String::new(),
        };
        self.line(scope.indent, &format!("for each {binder}{limit}:"));
        self.statements(&inner, 1, depth);
    }

    /// It counts up, or has an end anyway.
    fn loop_while(&mut self, scope: &Scope, depth: usize) {
        let counter = self.target(scope, |variable| variable.sort == SMALL);
        match counter {
            Some((name, _)) => {
                self.line(scope.indent, &format!("while {name} < 2:"));
                self.statements(&scope.deeper(), 1, depth);
                self.line(scope.indent + 1, &format!("{name} ← {name} + 1"));
            }
            None => {
                let condition = self.condition(scope, 1);
                self.line(scope.indent, &format!("while {condition}:"));
                self.statements(&scope.deeper(), 1, depth);
            }
        }
    }

    /// A variable gets any value, or a new name does.
    fn choice(&mut self, scope: &Scope, depth: usize) {
        let own =
            self.target(scope, |variable| variable.keyword == "own" && variable.index.is_none());
        if let (Some((name, sort)), true) = (own, self.dice.chance(50)) {
            let domain = self.plan.domain(&sort);
            return self.line(scope.indent, &format!("choose {name} in {domain}"));
        }
        let (binder, name, sort) = self.binder(&Scope { role: None, ..scope.clone() });
        let inner = scope.with(&name, sort);
        let limit = match self.dice.chance(30) {
            true => format!(" where {}", self.condition(&inner, 0)),
            false => String::new(),
        };
        self.line(scope.indent, &format!("choose {binder}{limit}"));
        self.statements(&inner, 1, depth.saturating_sub(1));
    }

    fn jump(&mut self, scope: &Scope) -> String {
        let role = scope.role.unwrap_or(0);
        match self.dice.below(10) {
            0..5 => format!("become {}", self.section(role)),
            5 => "stop".into(),
            6 => "restart".into(),
            7 => format!("propose {}; decide {}", self.dice.below(2), self.dice.below(2)),
            _ => format!("decide {}", self.value(&SMALL, scope, 1)),
        }
    }

    fn operation(&mut self, scope: &Scope) {
        let is_shared: fn(&Variable) -> bool = |variable| variable.keyword == "shared";
        let Some((name, sort)) = self.target(scope, is_shared) else { return };
        let (old, new) = (self.value(&sort, scope, 0), self.value(&sort, scope, 0));
        let words = match (self.dice.below(5), &sort) {
            (0, Sort::Bool) => format!("await not test_and_set({name})"),
            (1, _) => format!("await cas({name}, {old}, {new})"),
            (2, Sort::Number(..)) => {
                let got = self.target(scope, |variable| variable.sort == SMALL);
                let got = got.map_or_else(|| name.clone(), |got| got.0);
                format!("if {name} < 2: {got} ← fetch_and_add({name}, 1)")
            }
            (3, _) => format!("if cas({name}, {old}, {new}): pause"),
            _ => format!("if swap({name}, {new}) = {old}: {}", self.jump(scope)),
        };
        self.line(scope.indent, &words);
    }

    fn send(&mut self, scope: &Scope) {
        let at = self.dice.below(self.plan.messages.len());
        let (name, fields) = (self.plan.messages[at].name, self.plan.messages[at].fields.clone());
        let fields: Vec<String> = fields.iter().map(|field| self.value(field, scope, 1)).collect();
        let fields =
            if fields.is_empty() { String::new() } else { format!("({})", fields.join(", ")) };
        let role = self.dice.below(self.plan.roles.len());
        let to = match self.dice.below(10) {
            0 => "all".into(),
            1 => "all others".into(),
            2 | 3 => format!("all in {}", self.plan.roles[role].noun),
            4 => {
                let set = self.read(&Sort::Set(Box::new(Sort::Who(role))), scope);
                format!("all in {}", set.unwrap_or_else(|| self.section(role).into()))
            }
            _ => {
                let bound = scope.bound.iter().rfind(|it| matches!(it.1, Sort::Who(_)));
                let bound = bound.map(|bound| bound.0.clone());
                match self.plan.roles[role].count {
                    _ if bound.is_some() && self.dice.chance(50) => bound.unwrap_or_default(),
                    None => self.plan.roles[role].noun.into(),
                    Some(_) => self.value(&Sort::Who(role), scope, 0),
                }
            }
        };
        self.line(scope.indent, &format!("send {name}{fields} to {to}"));
    }

    fn receive(&mut self, scope: &Scope) {
        if self.plan.messages.is_empty() {
            let assignment = self.assignment(scope);
            return self.line(scope.indent, &assignment);
        }
        let at = self.dice.below(self.plan.messages.len());
        let (head, inner) = self.pattern(at, scope, false);
        let role = self.dice.below(self.plan.roles.len());
        let from = match self.dice.chance(30) {
            true => format!(" from {}", self.value(&Sort::Who(role), scope, 0)),
            false => String::new(),
        };
        self.line(scope.indent, &format!("await {head}{from}"));
        self.statements(&inner, 1, 1);
    }

    /// A message with names for its fields; a rule mostly names its sender.
    pub fn pattern(&mut self, message: usize, scope: &Scope, is_rule: bool) -> (String, Scope) {
        let (mut inner, mut names) = (scope.clone(), Vec::new());
        let message = &self.plan.messages[message];
        let mut words = message.name.to_owned();
        for sort in message.fields.clone() {
            let name = self.fresh();
            inner = inner.with(&name, sort);
            names.push(name);
        }
        if !names.is_empty() {
            let _ = write!(words, "({})", names.join(", "));
        }
        if is_rule && self.dice.chance(70) {
            let (name, role) = (self.fresh(), self.dice.below(self.plan.roles.len()));
            let _ = write!(words, " from {name}");
            inner = inner.with(&name, Sort::Who(role));
        }
        (words, inner)
    }
}
