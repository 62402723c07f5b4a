//! The module from its head to its end.

use crate::actions::Action;
use crate::fold::{inner, of_roles, plain};
use crate::layout::Role;
use crate::properties::{Asked, comment};
use crate::tree::{conjunction, indented};
use crate::writer::Writer;
use model::Zone;
use program::ir::{Order, PointId, Trigger};
use std::fmt::Write;
use ways::queries::value;

/// Actions that are due together: each is a disjunction with one name.
struct Group {
    name: String,
    parameters: String,
    /// What its parameters range over.
    over: String,
    /// The part that nobody has to take.
    free: Option<String>,
    /// A part for each of which it is fair apart: what that ranges over, and the part.
    each: Option<[String; 2]>,
}

impl Writer<'_> {
    /// The module without its head, and what a configuration asks of it.
    pub fn module(&self) -> Result<(String, Asked), String> {
        let (mut text, mut asked) = (String::new(), Asked::default());
        self.monitors(&mut text)?;
        let is_bounded = self.guards(&mut text)?;
        let (mut groups, mut strong, mut beyond) = (Vec::new(), Vec::new(), Vec::new());
        let mut faults = Vec::new();
        for role in &self.layout.roles {
            let actions = self.actions(role)?;
            for action in &actions {
                Self::write_action(action, &mut text);
                let call = format!("{}{}", action.name, call(&action.parameters.join(", ")));
                let over = Self::over(role, action);
                if let Some(condition) = &action.beyond {
                    let name = self.names.give(&[&format!("{}_beyond", action.name)]);
                    let parameters = call_of(action);
                    let _ = writeln!(
                        text,
                        "{name}{parameters} ==    \\* it would lead beyond a bound: there is no step\n{}\n",
                        indented(condition, "  ")
                    );
                    beyond.push(format!("{over}{name}{parameters}"));
                }
                if action.trigger == Trigger::Crash {
                    faults.push(format!("{over}{call}"));
                } else if self.program().strongly.contains(&action.row) {
                    strong.push(format!("{}SF_vars({call})", over.replace("\\E", "\\A")));
                }
            }
            self.groups(role, &actions, &is_bounded, &mut groups, &mut text);
        }
        for name in self.network_faults(&mut text)? {
            faults.push(format!("\\E x \\in Places : {name}(x)"));
        }
        self.specification(&groups, &strong, (&beyond, &faults), &mut text);
        self.properties(&mut text, &mut asked)?;
        let mut first = String::new();
        self.declare(&text, &mut first)?;
        self.network_operators(&text, &mut first);
        Ok((first + &text, asked))
    }

    /// Conditions without which nobody takes a step: those that are there, by their names.
    fn guards(&self, text: &mut String) -> Result<Vec<&'static str>, String> {
        let mut names = Vec::new();
        if self.can_be_stuck()? {
            let stuck = indented(&self.stuck()?, "  ");
            let _ = writeln!(
                text,
                "(* Nobody ever gets on: some read again and again in vain. *)\nStuck ==\n{stuck}\n"
            );
            names.push("~Stuck");
        }
        let limits: Result<Vec<String>, String> = self
            .program()
            .limits
            .iter()
            .map(|&limit| {
                Ok(inner(&plain(&self.speech.condition(&value(self.speech.source, limit, 0)?)?))
                    .to_owned())
            })
            .collect();
        let limits = limits?;
        if !limits.is_empty() {
            let within = indented(&conjunction(&limits), "  ");
            let _ = writeln!(
                text,
                "(* Steps from other states are not followed. *)\nWithin ==\n{within}\n"
            );
            names.push("Within");
        }
        Ok(names)
    }

    fn write_action(action: &Action, text: &mut String) {
        let head = format!("{}{} ==", action.name, call_of(action));
        let _ = writeln!(
            text,
            "{head:<36}  \\* {}\n{}\n",
            comment(&action.words),
            indented(&action.text, "  ")
        );
    }

    /// The quantifiers of an action.
    fn over(role: &Role, action: &Action) -> String {
        let of_role =
            |text: &str| format!("\\E {text} \\in {} : ", role.set.as_deref().unwrap_or_default());
        let all = action.parameters.iter().map(|parameter| match *parameter {
            "j" => "\\E j \\in Everyone : ".to_owned(),
            "m" => "\\E m \\in BagToSet(network) : ".to_owned(),
            parameter => of_role(parameter),
        });
        all.collect()
    }

    /// The steps of a role by what is due together.
    fn groups(
        &self,
        role: &Role,
        actions: &[Action],
        guards: &[&str],
        groups: &mut Vec<Group>,
        text: &mut String,
    ) {
        let kinds: [(&str, fn(Trigger) -> bool); 4] = [
            ("steps", |trigger| trigger == Trigger::Own),
            ("timeouts", |trigger| trigger == Trigger::Timeout),
            ("writes", |trigger| trigger == Trigger::Arrival),
            ("arrivals", |trigger| matches!(trigger, Trigger::Message(_))),
        ];
        for (word, is_it) in kinds {
            let mut stays = [Vec::new(), Vec::new()];
            for action in actions.iter().filter(|action| is_it(action.trigger)) {
                let may_stay =
                    matches!(action.trigger, Trigger::Message(kind) if self.may_stay(kind));
                stays[usize::from(may_stay)].push(action);
            }
            for (may_stay, actions) in stays.iter().enumerate().filter(|it| !it.1.is_empty()) {
                let name = self.names.give(&[&format!("{}_{word}", role.name)]);
                let parameters = actions[0].parameters.join(", ");
                let all: Vec<String> = actions
                    .iter()
                    .map(|action| format!("\\/ {}{}", action.name, call_of(action)))
                    .collect();
                let lines = match guards {
                    [] => all.join("\n"),
                    guards => {
                        let list = conjunction(
                            &guards.iter().map(|guard| (*guard).to_owned()).collect::<Vec<_>>(),
                        );
                        format!("{list}\n{}", indented(&all.join("\n"), "/\\ "))
                    }
                };
                let _ =
                    writeln!(text, "{name}{} ==\n{}\n", call(&parameters), indented(&lines, "  "));
                let free = match word {
                    "steps" => self.leaving(role),
                    _ => None,
                };
                let over = Self::over(role, actions[0]);
                let free = if may_stay == 1 { Some(String::new()) } else { free };
                let each = if word == "writes" { self.each_cell(role) } else { None };
                groups.push(Group { name, parameters: call(&parameters), over, free, each });
            }
        }
    }

    fn may_stay(&self, kind: u8) -> bool {
        self.program()
            .channels
            .as_ref()
            .is_some_and(|channels| channels.kinds[usize::from(kind)].may_stay)
    }

    /// That a process leaves its remainder section, which nobody has to.
    fn leaving(&self, role: &Role) -> Option<String> {
        let texts = role.processes.clone().map(|number| {
            let process = &self.program().processes[number];
            let is_free = |point: &PointId| {
                process.sections[process.points[*point].section].zone == Zone::Remainder
            };
            let all: Vec<PointId> = self.reached[number].iter().copied().filter(is_free).collect();
            let names: Vec<String> =
                all.iter().map(|it| format!("\"{}\"", self.points[number][*it])).collect();
            let (at, after) = (self.at(number), self.at_after(number));
            match &names[..] {
                [] => None,
                [one] => Some(format!("({at} = {one} /\\ {after} # {one})")),
                all => {
                    let set = format!("{{{}}}", all.join(", "));
                    Some(format!("({at} \\in {set} /\\ {after} \\notin {set})"))
                }
            }
        });
        let texts: Option<Vec<String>> = texts.collect();
        let texts = texts?;
        let text = of_roles(&texts)?;
        Some(text)
    }

    fn specification(
        &self,
        groups: &[Group],
        strong: &[String],
        (beyond, faults): (&[String], &[String]),
        text: &mut String,
    ) {
        let list = |all: &[String]| match all {
            [] => "  FALSE".to_owned(),
            all => all.iter().map(|text| format!("  \\/ {text}")).collect::<Vec<_>>().join("\n"),
        };
        let steps: Vec<String> = groups
            .iter()
            .map(|group| format!("{}{}{}", group.over, group.name, group.parameters))
            .collect();
        let faults: Vec<String> = match self.program().limits.is_empty() {
            true => faults.to_vec(),
            false => faults.iter().map(|fault| format!("Within /\\ ({fault})")).collect(),
        };
        let _ = writeln!(text, "Steps ==\n{}\nFaults ==\n{}", list(&steps), list(&faults));
        let _ = writeln!(text, "Beyond ==\n{}\n\nNext == Steps \\/ Faults", list(beyond));
        let mut fair = vec!["Init".to_owned(), "[][Next]_vars".to_owned()];
        for group in groups.iter().filter(|group| group.free.as_deref() != Some("")) {
            if group.over.contains("BagToSet") {
                continue;
            }
            let step = format!("{}{}", group.name, group.parameters);
            let step = match &group.free {
                Some(free) => format!("{step} /\\ ~{free}"),
                None => step,
            };
            let over = group.over.replace("\\E", "\\A");
            fair.push(match &group.each {
                Some([each, part]) => format!("{over}{each}WF_vars({step} /\\ {part})"),
                None => format!("{over}WF_vars({step})"),
            });
        }
        fair.extend(strong.iter().cloned());
        let _ = writeln!(text, "Spec ==\n{}\n", indented(&conjunction(&fair), "  "));
    }

    pub fn extends(&self) -> &'static str {
        match self.order() {
            Some(Order::Unordered) => "EXTENDS Integers, FiniteSets, Sequences, Bags",
            _ => "EXTENDS Integers, FiniteSets, Sequences",
        }
    }
}

fn call(parameters: &str) -> String {
    if parameters.is_empty() { String::new() } else { format!("({parameters})") }
}

fn call_of(action: &Action) -> String {
    call(&action.parameters.join(", "))
}
