//! A state as readers of the product see it.

use crate::state::{Life, State};
use crate::value::{Domain, Value};
use crate::world::World;
use listing::tree::Storage;

impl World {
    /// All that a reader sees.
    pub fn shown(&self, state: &State) -> String {
        let mut words = String::new();
        for (at, variable) in self.shared.iter().enumerate() {
            // readers see no variables that are for properties only
            if variable.storage == Storage::Ghost {
                continue;
            }
            words += &format!("; {} = {} ", variable.name, list(&state.shared[at]));
        }
        for (at, process) in state.processes.iter().enumerate() {
            words += &format!("[{at} {}: ", process.section);
            for (variable, values) in self.role_of(at).own.iter().zip(&process.own) {
                if variable.storage == Storage::Ghost || self.is_alone(&variable.domain) {
                    continue;
                }
                words += &format!("{} = {}, ", variable.name, list(values));
            }
            let decided = process.decision.as_ref().filter(|_| process.life == Life::Decided);
            words += &format!("{:?}] ", decided.map(ToString::to_string));
        }
        let mail = state.mail.iter().map(|mail| {
            let kind = &self.messages[mail.kind];
            let fields = mail.fields.iter().zip(&kind.fields);
            let fields: Vec<String> = fields
                .filter(|(_, (_, domain))| !self.is_alone(domain))
                .map(|(field, _)| field.to_string())
                .collect();
            let fields =
                if fields.is_empty() { String::new() } else { format!("({})", fields.join(", ")) };
            format!("{}→{} {}{fields}", mail.from, mail.to, kind.name)
        });
        let mut mail: Vec<String> = mail.collect();
        mail.sort();
        words + &mail.join(", ")
    }

    /// Whether there is nothing to see, since there is but one value.
    fn is_alone(&self, domain: &Domain) -> bool {
        matches!(domain, Domain::Process(_)) && self.roster.values(domain).len() == 1
    }
}

fn list(values: &[Value]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
