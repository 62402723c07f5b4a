//! Properties: operators of states, temporal formulas, and what properties remember of a run.

use crate::fold::{fold, inner, plain};
use crate::tree::{conjunction, indented};
use crate::writer::Writer;
use model::{ClaimKind, NO_DEADLOCK};
use program::ir::{
    Claim, Expr, Monitor, Order, Overtaking, Place, PointId, ProcessStatus, Property, Query, Stage,
    When,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use ways::paths::ABOUT_STEPS;
use ways::queries::value;
use ways::rounds::moves;
use ways::terms::not;

/// What a configuration asks for.
#[derive(Default)]
pub struct Asked {
    pub checks: Vec<Check>,
    /// Properties that the module does not have, and why.
    pub left_out: Vec<String>,
}

/// A property of the text, and the operator that says the same.
pub struct Check {
    pub property: &'static str,
    pub operator: String,
    pub sort: Sort,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    Invariant,
    /// An invariant that fails where something is found that the text looks for.
    Never,
    Temporal,
}

impl Writer<'_> {
    pub fn properties(&self, text: &mut String, asked: &mut Asked) -> Result<(), String> {
        let all = &self.program().properties;
        for property in
            all.iter().take_while(|property| property.premise_of.is_none() && !property.is_tacit)
        {
            let written = match &property.claim {
                Claim::State(query) | Claim::End(query) => {
                    self.claim(property, *query, matches!(property.claim, Claim::End(_)), asked)
                }
                Claim::Waiting(queries) => self.waiting(property, queries, asked),
                _ => Err("TLA+ has no such question.".into()),
            };
            match written {
                Ok(written) => {
                    let _ = writeln!(text, "(* {} *)\n{written}", comment(property.words));
                }
                Err(why) => asked.left_out.push(format!("{}. {why}", property.name)),
            }
        }
        let name = self.names.give(&["no_deadlock"]);
        let _ = writeln!(
            text,
            "(* Nobody waits for ever because no step is left; a fault is no step. *)\nResting ==\n{}\n{name} == {} \\/ Resting",
            indented(&conjunction(&self.resting()?), "  "),
            self.goes_on()
        );
        asked.checks.push(Check { property: NO_DEADLOCK, operator: name, sort: Sort::Invariant });
        Ok(())
    }

    /// That a state is no end: there is a step, if only one that leads beyond a bound, or its steps are not
    /// followed.
    fn goes_on(&self) -> &'static str {
        match self.program().limits.is_empty() {
            true => "(ENABLED Steps) \\/ Beyond",
            false => "(ENABLED Steps) \\/ Beyond \\/ ~Within",
        }
    }

    fn claim(
        &self,
        property: &Property,
        query: Query,
        at_end: bool,
        asked: &mut Asked,
    ) -> Result<String, String> {
        let is_asked = property.kind == ClaimKind::Sometimes;
        if self.program().about_step(query).is_some() {
            return Err(ABOUT_STEPS.into());
        }
        let holds = value(self.speech.source, query, i64::from(!is_asked))?;
        let holds = plain(&self.speech.condition(&holds)?);
        let holds = match at_end {
            true => format!("{} \\/ {holds}", self.goes_on()),
            false => wrapped(inner(&holds)),
        };
        let name = self.names.give(&[property.name, &format!("{}_holds", property.name)]);
        if !is_asked {
            asked.checks.push(check(property, &name, Sort::Invariant));
            return Ok(format!("{name} ==\n{}\n", indented(&holds, "  ")));
        }
        let never = self.names.give(&[&format!("never_{name}")]);
        asked.checks.push(check(property, &never, Sort::Never));
        Ok(format!(
            "{name} ==\n{}\n{never} == ~{name}    \\* what breaks it is the run\n",
            indented(&holds, "  ")
        ))
    }

    /// Nobody waits for ever.
    fn waiting(
        &self,
        property: &Property,
        queries: &[Query],
        asked: &mut Asked,
    ) -> Result<String, String> {
        if self.order() == Some(Order::Unordered) {
            return Err("It asks for fairness of each message, which the module has not.".into());
        }
        let all: Result<Vec<String>, String> =
            queries.iter().map(|query| self.waits(*query)).collect();
        let all: Vec<String> = all?.into_iter().filter(|text| !text.is_empty()).collect();
        let role = self
            .layout
            .roles
            .iter()
            .find(|role| role.set.is_some() && role.processes.len() == all.len());
        let folded = role.and_then(|role| Some((role.set.as_ref()?, fold(&all, "i")?)));
        let formula = match folded {
            Some((set, formula)) => format!("\\A i \\in {set} : {formula}"),
            None => conjunction(&all.iter().map(|text| plain(text)).collect::<Vec<_>>()),
        };
        let name = self.names.give(&[property.name, &format!("{}_holds", property.name)]);
        asked.checks.push(check(property, &name, Sort::Temporal));
        Ok(format!("{name} ==\n{}\n", indented(&formula, "  ")))
    }

    /// That one of those who wait does not wait for ever; nothing if nobody waits.
    fn waits(&self, query: Query) -> Result<String, String> {
        let waits = value(self.speech.source, query, 0)?;
        let formula = |when: When| {
            let value = value(self.speech.source, when.query, when.unknown.into())?;
            self.speech.condition(&value)
        };
        if let Expr::Load(Place { slot, index: None }) = &waits {
            let mut flags = self.program().monitors.iter().filter_map(Monitor::flag);
            let flag = flags.find(|flag| flag.slot == *slot);
            if let Some((flag, to)) = flag.and_then(|flag| Some((flag, flag.ends()?))) {
                let to = formula(to)?;
                return Ok(match flag.sets {
                    Some(from) => format!("{} ~> {to}", formula(from)?),
                    None => format!("<>{to}"),
                });
            }
        }
        Ok(match waits {
            Expr::Const(0) => String::new(),
            waits => format!("[]<>~{}", self.speech.condition(&waits)?),
        })
    }

    /// The conditions that nobody waits where nobody can take a step.
    fn resting(&self) -> Result<Vec<String>, String> {
        let mut all = Vec::new();
        for role in &self.layout.roles {
            let mut texts = Vec::new();
            for number in role.processes.clone() {
                let process = &self.program().processes[number];
                let waits = |point: &PointId| {
                    process.has_line(*point) || process.status(*point) == ProcessStatus::Waits
                };
                let rests = |point: PointId| process.sections[process.points[point].section].rests;
                let reached = self.reached[number].iter().copied();
                let (waiting, fine): (Vec<PointId>, Vec<PointId>) = reached.partition(waits);
                let mut ways =
                    Vec::from_iter(self.stands(number, &fine).filter(|_| !fine.is_empty()));
                let mut is_always = waiting.is_empty();
                for point in waiting {
                    let Some(query) = rests(point) else { continue };
                    let rests = self.speech.condition(&value(self.speech.source, query, 0)?)?;
                    match self.stands(number, &[point]) {
                        Some(stands) => ways.push(format!("({stands} /\\ {rests})")),
                        None => ways.push(rests),
                    }
                    is_always = false;
                }
                texts.push(match (is_always, &ways[..]) {
                    (true, _) => "TRUE".to_owned(),
                    (_, []) => "FALSE".to_owned(),
                    (_, all) => all.join(" \\/ "),
                });
            }
            match (&role.set, fold(&texts, "i")) {
                (Some(set), Some(text)) => all.push(format!("\\A i \\in {set} : {text}")),
                _ => all.extend(texts.iter().map(|text| plain(text))),
            }
        }
        Ok(all)
    }

    /// Whether somebody reads again and again in an `await`.
    pub fn can_be_stuck(&self) -> Result<bool, String> {
        let program = self.program();
        let busy_waits = program
            .processes
            .iter()
            .any(|process| process.points.iter().any(|point| point.busy_waits.is_some()));
        match busy_waits && program.channels.is_some() {
            true => Err(
                "An `await` with several accesses is not exported for algorithms with messages."
                    .into(),
            ),
            false => Ok(busy_waits),
        }
    }

    /// The condition that nobody ever gets on, although some read again and again.
    pub fn stuck(&self) -> Result<String, String> {
        let mut all = Vec::new();
        for role in &self.layout.roles {
            let mut texts = Vec::new();
            for number in role.processes.clone() {
                let mut ways: BTreeMap<String, Vec<PointId>> = BTreeMap::new();
                for &point in &self.reached[number] {
                    match not(moves(self.speech.source, number, point)?) {
                        Expr::Const(0) => {}
                        stays => {
                            ways.entry(self.speech.condition(&stays)?).or_default().push(point);
                        }
                    }
                }
                let one =
                    |(stays, points): (&String, &Vec<PointId>)| match self.stands(number, points) {
                        Some(stands) if stays == "TRUE" => stands,
                        Some(stands) => format!("({stands} /\\ {stays})"),
                        None => stays.clone(),
                    };
                let all: Vec<String> = ways.iter().map(one).collect();
                texts.push(if all.is_empty() { "FALSE".to_owned() } else { all.join(" \\/ ") });
            }
            match (&role.set, fold(&texts, "i")) {
                (Some(set), Some(text)) => all.push(format!("\\A i \\in {set} : {text}")),
                _ => all.extend(texts.iter().map(|text| plain(text))),
            }
        }
        Ok(conjunction(&all))
    }

    /// The operators behind what properties remember.
    pub fn monitors(&self, text: &mut String) -> Result<(), String> {
        for overtaking in self.program().monitors.iter().filter_map(Monitor::overtaking) {
            self.overtaking(overtaking, text);
        }
        let mut lines = Vec::new();
        for (name, query) in self.latches() {
            let holds = plain(&self.speech.condition(&value(self.speech.source, query, 0)?)?);
            let when = self.names.give(&[&format!("sets_{name}")]);
            let _ = writeln!(text, "{when} == {}", inner(&holds));
            lines.push(format!("{name}' = ({name} \\/ {when}')"));
        }
        if !lines.is_empty() {
            let _ = writeln!(text, "Remember ==\n{}\n", indented(&conjunction(&lines), "  "));
        }
        Ok(())
    }

    /// Who passed the first section of `A before B` before whom.
    fn overtaking(&self, overtaking: &Overtaking, text: &mut String) {
        let mut stages: BTreeMap<&str, Stage> = BTreeMap::new();
        let mut all = Vec::new();
        let mut is_by_name = true;
        for (number, sections) in overtaking.stages.iter().enumerate() {
            let process = &self.program().processes[number];
            for &point in &self.reached[number] {
                let (name, stage) =
                    (&self.points[number][point], sections[process.points[point].section]);
                is_by_name &= *stages.entry(name).or_insert(stage) == stage;
                all.push((number, name, stage));
            }
        }
        let mut at = Vec::new();
        for role in &self.layout.roles {
            let Some((var, _)) =
                self.layout.var(self.program().processes[role.processes.start].point)
            else {
                continue;
            };
            let (name, start, last) = (&var.name, role.processes.start, role.processes.end - 1);
            let one = match (&role.set, start) {
                (None, _) => name.clone(),
                (_, 0) => format!("{name}[p]"),
                _ => format!("{name}[p - {start}]"),
            };
            at.push((last, one));
        }
        let last = at.pop().map_or_else(String::new, |it| it.1);
        let stands = at
            .iter()
            .rev()
            .fold(last, |rest, (last, one)| format!("IF p <= {last} THEN {one} ELSE {rest}"));
        // where two roles have sections of one name, it takes the process to tell them apart
        let stands = if is_by_name { stands } else { format!("<<p, {stands}>>") };
        let set = |stage: Stage| {
            let of_stage = all.iter().filter(|it| it.2 == stage);
            let names: BTreeSet<String> = match is_by_name {
                true => of_stage.map(|it| format!("\"{}\"", it.1)).collect(),
                false => of_stage.map(|it| format!("<<{}, \"{}\">>", it.0, it.1)).collect(),
            };
            format!("{{{}}}", names.into_iter().collect::<Vec<_>>().join(", "))
        };
        let domain = format!("0..{}", overtaking.stages.len() - 1);
        let _ = writeln!(
            text,
            "(* For \"first come, first served\": who passed the first section before process p. *)\n\
             Stands(p) == {stands}\n\
             First == {}\nBetween == {}\nSecond == {}\n\
             Passed(p) ==\n\
             \x20 LET Ahead  == {{p}} \\cup {{q \\in {domain} : q # p /\\ Stands(q) \\in Between}}\n\
             \x20     Mine   == IF Stands(p) \\in First /\\ ahead[p] = {{}} THEN Ahead ELSE ahead[p]\n\
             \x20     Inside == First \\cup Between \\cup Second\n\
             \x20     Gone   == \\/ Stands(p) \\in Inside /\\ Stands(p)' \\notin Inside\n\
             \x20               \\/ Stands(p) \\in Between \\cup Second /\\ Stands(p)' \\in First\n\
             \x20     Leaves == (Gone \\/ Stands(p)' \\in Second) /\\ Stands(p) \\notin Second\n\
             \x20 IN  [q \\in {domain} |-> IF q = p THEN (IF Gone THEN {{}} ELSE Mine)\n\
             \x20                          ELSE IF Leaves THEN ahead[q] \\ {{p}} ELSE ahead[q]]\n",
            set(Stage::First),
            set(Stage::Between),
            set(Stage::Second)
        );
    }
}

fn check(property: &Property, operator: &str, sort: Sort) -> Check {
    Check { property: property.name, operator: operator.to_owned(), sort }
}

/// Words for a comment.
pub fn comment(words: &str) -> String {
    words.replace("*)", "* )").replace("(*", "( *").replace('\n', " ")
}

/// A long conjunction, one part a line.
fn wrapped(text: &str) -> String {
    match text.len() < 90 {
        true => text.to_owned(),
        false => conjunction(&parts(text)),
    }
}

/// The parts of a conjunction, however they are nested.
fn parts(text: &str) -> Vec<String> {
    let text = inner(text);
    if text.starts_with("IF ") {
        return vec![text.to_owned()];
    }
    let (mut all, mut depth, mut from) = (Vec::new(), 0_i32, 0);
    for (at, char) in text.char_indices() {
        depth += i32::from("([{".contains(char)) - i32::from(")]}".contains(char));
        if depth == 0 && text[at..].starts_with(" /\\ ") {
            all.extend(parts(&text[from..at]));
            from = at + 4;
        }
    }
    match from {
        0 => vec![text.to_owned()],
        from => all.into_iter().chain(parts(&text[from..])).collect(),
    }
}
