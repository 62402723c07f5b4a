//! What a reader may turn. Every value has a name that survives in a link.

use serde::Serialize;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Knob {
    /// As in a link: `tie-break`.
    pub name: &'static str,
    /// As on the page: "Equal tickets".
    pub words: &'static str,
    /// The first value is the default.
    pub values: &'static [Value],
}

impl Knob {
    /// Whether it says how many, and no rule.
    pub fn is_size(&self) -> bool {
        self.values[0].name.starts_with(|letter: char| letter.is_ascii_digit())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Value {
    /// As in a link: `process-id`.
    pub name: &'static str,
    /// As on the page: "the lower process number goes first".
    pub words: &'static str,
}

pub const fn value(name: &'static str, words: &'static str) -> Value {
    Value { name, words }
}

/// A position for every knob of an algorithm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    knobs: &'static [Knob],
    /// One index into [`Knob::values`] per knob.
    chosen: Vec<u8>,
}

impl Setting {
    pub fn default_of(knobs: &'static [Knob]) -> Setting {
        Setting { knobs, chosen: vec![0; knobs.len()] }
    }

    /// Turns a knob; false if there is no such knob or value.
    pub fn set(&mut self, knob: &str, value: &str) -> bool {
        let at = self.knobs.iter().position(|it| it.name == knob);
        let chosen = at.and_then(|at| {
            Some((at, self.knobs[at].values.iter().position(|it| it.name == value)?))
        });
        if let Some((at, value)) = chosen {
            self.chosen[at] = value as u8;
        }
        chosen.is_some()
    }

    /// Knobs with their chosen values, in the order of the algorithm's list.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Knob, &'static Value)> {
        self.knobs.iter().zip(&self.chosen).map(|(knob, &at)| (knob, &knob.values[usize::from(at)]))
    }

    /// The names of its knobs and of their chosen values.
    pub fn names(&self) -> Vec<(&'static str, &'static str)> {
        self.iter().map(|(knob, value)| (knob.name, value.name)).collect()
    }

    /// The name of a knob's value.
    ///
    /// # Panics
    /// If the algorithm has no such knob, which is a slip of its author.
    pub fn get(&self, knob: &str) -> &'static str {
        let found = self.iter().find(|(it, _)| it.name == knob);
        found.unwrap_or_else(|| panic!("no knob called {knob}")).1.name
    }

    /// Whether a knob has the value of that name.
    pub fn is(&self, knob: &str, value: &str) -> bool {
        debug_assert!(
            self.knobs
                .iter()
                .any(|it| it.name == knob && it.values.iter().any(|v| v.name == value)),
            "no value {knob}={value}"
        );
        self.get(knob) == value
    }

    /// The value of a knob whose values are numbers; `None` where it is a word.
    pub fn number(&self, knob: &str) -> Option<u8> {
        self.get(knob).parse().ok()
    }
}
