//! Properties, limits and what restricts the initial states.

use crate::plan::Scope;
use crate::writer::Writer;

impl Writer<'_> {
    pub fn properties(&mut self) {
        let scope = Scope::property();
        if self.dice.chance(15) {
            let condition = self.condition(&scope, 1);
            self.line(0, &format!("assume fitting: {condition}"));
        }
        match self.dice.below(8) {
            0 => self.line(0, "limit s0"),
            1 => {
                let condition = self.condition(&scope, 1);
                self.line(0, &format!("limit small: {condition}"));
            }
            _ => {}
        }
        for nth in 0..2 + self.dice.below(5) {
            let property = self.property(&scope, nth);
            self.line(0, &property);
        }
    }

    fn property(&mut self, scope: &Scope, nth: usize) -> String {
        let role = self.dice.below(self.plan.roles.len());
        let (one, other) = (self.section(role), self.section(role));
        match self.dice.below(26) {
            0..3 => format!("always p{nth}: {}", self.condition(scope, 2)),
            3 => format!("never p{nth}: {}", self.condition(scope, 2)),
            4..7 => format!("reachable p{nth}: {}", self.condition(scope, 2)),
            7..9 => format!("at end p{nth}: {}", self.condition(scope, 2)),
            9 => {
                let (given, then) = (self.condition(scope, 1), self.condition(scope, 1));
                format!("always p{nth}: {given} ⇒ {then}")
            }
            10 => {
                let (given, then) = (self.condition(scope, 1), self.condition(scope, 1));
                format!("always p{nth}: {given} ⇒ always {then}")
            }
            11 => format!("always p{nth}: at most 1 in {one}"),
            12 => format!("always p{nth}: {one} before {other}"),
            13 | 24 => format!("reachable p{nth}: not {one} before {other}"),
            14 | 25 => {
                let what = self.dice.pick(&["equal", "inputs"]);
                let is = if what == "equal" {
                    "all decisions equal"
                } else {
                    "all decisions are inputs"
                };
                format!("always p{nth}: {is}")
            }
            15 => format!("eventually p{nth}: {one} → {other}"),
            16 => {
                let (given, then) = (self.condition(scope, 1), self.condition(scope, 1));
                format!("eventually p{nth}: {given} → {then}")
            }
            17 => format!("eventually p{nth}: {}", self.condition(scope, 1)),
            18 => format!("eventually always p{nth}: {}", self.condition(scope, 1)),
            19 => {
                let kind = self.dice.pick(&["wait-free", "lock-free", "obstruction-free"]);
                format!("{kind} p{nth}: {one} to {other}")
            }
            20 => {
                let most = self.dice.pick(&["most", "least"]);
                let what = self.dice.pick(&["steps", "messages"]);
                format!("{most} p{nth}: {what} from {one} to {other}")
            }
            21 => {
                let what = self.dice.pick(&["overtakes in", "steps in", "messages in"]);
                let place = if what == "overtakes in" { one } else { "all" };
                format!("most p{nth}: {what} {place}")
            }
            22 => format!("most p{nth}: {}", self.number(scope, 1)),
            _ => {
                let sort = self.some_sort();
                let value = self.read(&sort, scope).unwrap_or_else(|| "decision".into());
                format!("outcomes p{nth}: {value}")
            }
        }
    }
}
