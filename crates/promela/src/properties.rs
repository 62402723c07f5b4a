//! Properties of states: a process that fails where one does.

use crate::writer::{Writer, any_of, comment};
use model::ClaimKind;
use program::ir::{Claim, Expr, PointId, ProcessStatus, Property, Trigger};
use std::fmt::Write;
use ways::paths::ABOUT_STEPS;
use ways::queries::value;

impl Writer<'_> {
    pub fn properties(&self, text: &mut String) -> Result<(), String> {
        let (mut macros, mut options) = (Vec::new(), String::new());
        for (at, property) in self.claims().iter().enumerate() {
            let (query, is_at_end) = match property.claim {
                Claim::State(query) => (query, false),
                Claim::End(query) => (query, true),
                _ => continue,
            };
            let is_asked = property.kind == ClaimKind::Sometimes;
            let holds = match self.program().about_step(query) {
                Some(_) => Err(ABOUT_STEPS.into()),
                None => value(self.source(), query, i64::from(!is_asked))
                    .and_then(|holds| self.names.expr(&holds)),
            };
            let holds = match holds {
                Ok(holds) => holds,
                // the steps are a model without it
                Err(why) => {
                    self.left_out.borrow_mut().insert(at, why);
                    continue;
                }
            };
            let found = if is_asked { holds } else { format!("!({holds})") };
            macros.push(macro_name(at));
            self.add_property(&macro_name(at), property.name, &found, is_at_end, at, &mut options)?;
        }
        if let Some(waits) = self.waits()? {
            macros.push("DEADLOCK".into());
            let at = self.claims().len();
            self.add_property("DEADLOCK", "no deadlock", &waits, true, at, &mut options)?;
        }
        if macros.is_empty() {
            return Ok(());
        }
        if self.has_faults() {
            text.push_str(
                "#ifdef FINAL\n/* from some moment on no fault strikes */\nactive proctype \
                 no_more_faults()\n{\nend:\tstopped = true\n}\n#endif\n\n",
            );
        }
        let _ = write!(
            text,
            "#if {}\n/* fails where the property with that number does, or where what it looks for is \
             found */\nactive proctype property()\n{{\nend:\tif\n{options}\tfi\n}}\n#endif\n",
            any_is_defined(&macros)
        );
        Ok(())
    }

    /// The properties of the text: what is asked besides comes behind them.
    pub fn claims(&self) -> &[Property] {
        let all = &self.program().properties;
        let count = all
            .iter()
            .take_while(|property| property.premise_of.is_none() && !property.is_tacit)
            .count();
        &all[..count]
    }

    /// The condition that somebody waits, if nobody can take a step.
    fn waits(&self) -> Result<Option<String>, String> {
        let mut waits = Vec::new();
        for (number, process) in self.program().processes.iter().enumerate() {
            let waits_there = |point: &PointId| {
                process.has_line(*point) || process.status(*point) == ProcessStatus::Waits
            };
            let points: Vec<PointId> = (0..process.points.len()).filter(waits_there).collect();
            let rests = |point: &PointId| process.sections[process.points[*point].section].rests;
            let always: Vec<_> =
                points.iter().copied().filter(|point| rests(point).is_none()).collect();
            waits.extend(self.stands_at(number, &always)?);
            for point in points {
                if let Some(query) = rests(&point) {
                    let rests = self.names.expr(&value(self.source(), query, 0)?)?;
                    let stands = self.stands_at(number, &[point])?.unwrap_or_default();
                    waits.push(format!("({stands} && !({rests}))"));
                }
            }
        }
        Ok(any_of(&waits))
    }

    fn add_property(
        &self,
        name_of_macro: &str,
        name: &str,
        found: &str,
        is_at_end: bool,
        at: usize,
        options: &mut String,
    ) -> Result<(), String> {
        let (at_end, begun) = match is_at_end {
            true => (Some("timeout".to_owned()), self.goes_on()?),
            false => (None, self.has_begun()?),
        };
        let conditions = [at_end, begun, Some(found.to_owned())];
        let found = self.all_of(&conditions, &Expr::Const(1))?;
        let _ = writeln!(
            options,
            "#ifdef {name_of_macro}\n\t:: {found} -> assert(!{})\t/* {} */\n#endif",
            at + 1,
            comment(name)
        );
        Ok(())
    }

    /// Whether a fault can strike.
    pub fn has_faults(&self) -> bool {
        let program = self.program();
        !program.network_faults.is_empty()
            || program.processes.iter().any(|process| process.has(Trigger::Crash))
    }

    /// What the steps use, and what is different where a property is about the end.
    pub fn macros(&self, text: &mut String) -> Result<(), String> {
        let ends = |it: &usize| matches!(self.program().properties[*it].claim, Claim::End(_));
        let ends = (0..self.program().properties.len()).filter(ends).map(macro_name);
        let ends = ends.chain(["DEADLOCK".to_owned()]);
        let _ = writeln!(text, "#if {}\n#define FINAL", any_is_defined(&ends.collect::<Vec<_>>()));
        if self.has_faults() {
            text.push_str("bool stopped;\t/* no fault strikes any more */\n");
            text.push_str("#else\n#define stopped false\n");
        }
        text.push_str("#endif\n\n");
        if let Some(stuck) = self.stuck()? {
            let _ = writeln!(
                text,
                "/* nobody ever gets on: some read again and again in vain */\n#define stuck \
                 ({stuck})\n"
            );
        }
        Ok(())
    }
}

/// The macro that asks for a property.
fn macro_name(at: usize) -> String {
    format!("P{}", at + 1)
}

fn any_is_defined(macros: &[String]) -> String {
    let all: Vec<String> = macros.iter().map(|text| format!("defined({text})")).collect();
    all.join(" || ")
}
