//! Puts a text together.

use crate::dice::Dice;
use crate::plan::{Plan, SMALL, Scope, Sort};

pub struct Writer<'a> {
    pub dice: &'a mut Dice,
    pub plan: Plan,
    text: String,
    /// How many names are taken.
    names: usize,
}

/// A whole text, which may have errors.
pub fn draft(dice: &mut Dice) -> String {
    let mut writer = Writer { dice, plan: Plan::default(), text: String::new(), names: 0 };
    writer.line(0, "algorithm A");
    writer.declare();
    for role in 0..writer.plan.roles.len() {
        writer.role(role);
    }
    writer.define();
    writer.properties();
    writer.text
}

impl Writer<'_> {
    pub fn line(&mut self, indent: usize, words: &str) {
        let tail = match indent > 1 && self.plan.has_option && self.dice.chance(4) {
            true => "    with mode = other",
            false => "",
        };
        self.text.push_str(&"  ".repeat(indent));
        self.text.push_str(words);
        self.text.push_str(tail);
        self.text.push('\n');
    }

    /// A name that nothing has yet.
    pub fn fresh(&mut self) -> String {
        self.names += 1;
        format!("n{}", self.names)
    }

    fn define(&mut self) {
        for at in 0..self.plan.definitions.len() {
            let definition = &self.plan.definitions[at];
            let (name, sort) = (definition.name.clone(), definition.sort.clone());
            let scope = Scope::default().with("a", SMALL);
            // a definition sees no variables: it is used everywhere
            let shared = std::mem::take(&mut self.plan.shared);
            let definitions = std::mem::take(&mut self.plan.definitions);
            let value = match sort {
                Sort::Bool => self.condition(&scope, 1),
                _ => self.value(&sort, &scope, 2),
            };
            (self.plan.shared, self.plan.definitions) = (shared, definitions);
            self.line(0, &format!("define {name}(a): {value}"));
        }
        for name in self.plan.acts.clone() {
            let scope = Scope::default().with("a", SMALL);
            let value = self.value(&SMALL, &scope, 1);
            let after = self.dice.pick(&["a ← 2 − a", "pause", "skip"]);
            self.line(0, &format!("define {name}(a): a ← {value}; {after}"));
        }
    }
}
