//! The lines of a text that claim, assume, limit or watch.

use crate::claims::Claims;
use crate::diagnostic::{DiagnosticDraft, ErrorCode};
use crate::instantiate::domain;
use crate::tree::{ItemKind, Limit};

impl Claims<'_> {
    pub fn properties(&mut self) {
        let items = self.items();
        let mut asked = Vec::new();
        for item in items {
            match &item.kind {
                ItemKind::Property(property) => {
                    let is_made = self.property(property, item.span).is_ok();
                    let nth = self.program.properties.len().wrapping_sub(1);
                    asked.extend(is_made.then_some((property, item.span, nth)));
                }
                ItemKind::Assume { title, claim } => {
                    if !self.vars.iter().any(|var| var.any) {
                        let message = "Nothing is left open that `assume` could restrict.";
                        let help = "An initial value is open with `= any`.";
                        let found = DiagnosticDraft::new(ErrorCode::OutOfPlace, item.span, message);
                        let _ = self.fail::<()>(found.help(help));
                    }
                    let code = self.begin_query();
                    self.here.is_assumed = true;
                    if let Ok(holds) = self.bool(claim, &None) {
                        let query = self.end_query(code, holds);
                        self.program.assumptions.push((model::intern(&title.text), query));
                    }
                }
                ItemKind::Limit(Limit::States { claim, .. }) => {
                    if let Ok(query) = self.query(claim, &None) {
                        self.program.limits.push(query);
                    }
                }
                ItemKind::Limit(Limit::Domains(names)) => {
                    for name in names {
                        self.limit(&name.text);
                    }
                }
                ItemKind::Watch(expr) => drop(self.watch(expr)),
                _ => {}
            }
        }
        // behind all properties, which keep their numbers
        let mut tacit = std::mem::take(&mut self.tacit);
        self.program.properties.append(&mut tacit);
        for (property, span, nth) in asked {
            let _ = self.ask_premise(property, span, nth);
            // bounds count for the default
            if self.source.asked.values().all(|value| *value == 0) {
                self.check_sentence(property);
            }
            if self.asked_why.as_deref() == Some(&*property.claimed()) {
                self.explained = self.explain(property);
            }
        }
    }

    /// With whatever value a variable of this name leaves its domain, the step is not followed.
    fn limit(&mut self, name: &str) {
        for var in self.vars_called(name).collect::<Vec<_>>() {
            let var = &self.vars[var];
            let width = domain::size(&var.dims) * var.element.width(&self.types.records);
            for base in var.bases.clone() {
                let slots = &mut self.program.slots[base..base + width];
                for slot in slots {
                    slot.is_limit = true;
                }
            }
        }
    }
}
