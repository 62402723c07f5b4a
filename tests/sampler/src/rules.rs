//! Rules: of states, of messages, of time-outs, of crashes.

use crate::plan::Scope;
use crate::writer::Writer;

impl Writer<'_> {
    pub fn rules(&mut self, role: usize) {
        let scope = Scope { role: Some(role), is_whole: true, indent: 1, ..Scope::default() };
        for _ in 0..self.dice.below(3) {
            let condition = self.condition(&scope, 2);
            self.rule(&format!("when {condition}"), &scope);
        }
        for message in 0..self.plan.messages.len() {
            // two of them fit at once now and then
            for _ in 0..[0, 1, 1, 2][self.dice.below(4)] {
                let (head, inner) = self.pattern(message, &scope, true);
                let guard = self.guard(&inner, 40);
                self.rule(&format!("on {head}{guard}"), &inner);
            }
        }
        for _ in 0..[0, 0, 1, 2][self.dice.below(4)] {
            let guard = self.guard(&scope, 70);
            self.rule(&format!("on timeout{guard}"), &scope);
        }
    }

    /// A guard in so many cases of a hundred.
    fn guard(&mut self, scope: &Scope, percent: usize) -> String {
        match self.dice.chance(percent) {
            true => format!(" when {}", self.condition(scope, 1)),
            false => String::new(),
        }
    }

    fn rule(&mut self, head: &str, scope: &Scope) {
        self.line(scope.indent, &format!("{head}:"));
        let count = 1 + self.dice.below(2);
        self.statements(&scope.deeper(), count, 1);
    }

    pub fn rules_of_crashes(&mut self, role: usize) {
        let scope = Scope { role: Some(role), is_whole: true, indent: 1, ..Scope::default() };
        let count = self.dice.below(3);
        for nth in 0..count {
            // the first that fits runs, so only the last needs no guard
            let guard = self.guard(&scope, if nth + 1 < count { 100 } else { 40 });
            let end = self.dice.pick(&["stop", "restart", "pause"]);
            self.line(1, &format!("on crash{guard}:"));
            let assignment = self.assignment(&scope.deeper());
            self.line(2, &assignment);
            self.line(2, end);
        }
        match self.dice.below(6) {
            0 => self.line(1, "on any when crashed: skip"),
            1 if !self.plan.messages.is_empty() => {
                let message = self.dice.below(self.plan.messages.len());
                let (head, inner) = self.pattern(message, &scope, true);
                self.rule(&format!("on {head} when crashed"), &inner);
            }
            _ => {}
        }
    }
}
