//! What was found of each property, in sentences, with the run that proves it.

use super::{Head, Told, ToldEnd, needs};
use crate::args::Check;
use crate::commands::Commands;
use catalog::{End, Outcome, Report, Scenario, Verdict, grouped, is_about_order};
use server::{reason, why_of};

/// What there is to tell of a search that began at `start`.
pub struct Telling<'a> {
    pub start: &'a Scenario,
    pub report: &'a Report,
    pub classes: Option<usize>,
    pub commands: &'a Commands,
    pub args: &'a Check,
}

impl Telling<'_> {
    pub fn verdict(&self, verdict: &Verdict) -> Told {
        let (fewest, needs) = needs::of(verdict, self.report, self.start, self.args);
        let run = fewest.as_deref().or_else(|| verdict.run());
        let there = run.map(|run| self.start.then(run, verdict.loops_from()));
        let failing = there.as_ref().filter(|_| !verdict.good());
        Told {
            property: verdict.property,
            sentence: self.sentence(verdict),
            why: failing.and_then(|there| why_of(verdict.property, there)),
            needs,
            longest_orders: failing
                .filter(|_| is_about_order(verdict.property))
                .and_then(Scenario::longest_orders),
            link: there.as_ref().map(Scenario::to_string),
            play: there.as_ref().map(|there| self.commands.play(there)),
            ends: verdict.ends().iter().map(|end| self.end(end)).collect(),
        }
    }

    fn sentence(&self, verdict: &Verdict) -> String {
        match verdict.outcome {
            Outcome::NotAsked if self.classes.is_some() => "not asked of classes of states".into(),
            Outcome::NotAsked if self.args.safety => {
                "not asked: `--safety` looks at no whole runs".into()
            }
            _ => verdict.sentence(self.report) + &reason(verdict, self.start),
        }
    }

    fn end(&self, end: &End) -> ToldEnd {
        let there = self.start.then(&end.run, None);
        let (link, play) = (there.to_string(), self.commands.play(&there));
        ToldEnd { value: end.value.clone(), sentence: end.sentence(self.report), link, play }
    }

    pub fn head(&self, scenario: &Scenario) -> Head {
        Head {
            title: self.commands.heading(self.start) + &size(scenario),
            classes: match self.classes {
                Some(classes) => format!(" in {} classes", grouped(classes)),
                None if self.args.reduce => {
                    let why = scenario.entry().system(&scenario.setting).no_symmetry();
                    let why = why.unwrap_or_else(|| "nobody is alike".into());
                    format!(" ({why}: nothing to reduce)")
                }
                None => String::new(),
            },
            beyond: self.report.beyond.as_deref().map(|run| {
                let nearest = self.start.then(run, None);
                let moment = nearest.moment();
                let why = moment.beyond();
                let why = why.map_or_else(String::new, |why| format!("    It is {why}.\n"));
                (self.commands.play(&nearest), why)
            }),
        }
    }
}

/// How many of everything there are, in a line of its own.
pub fn size(scenario: &Scenario) -> String {
    match scenario.size() {
        size if size.is_empty() => size,
        size => format!("\n{size}"),
    }
}
