//! What each pair of a link says.

use super::super::captions::{self, MOMENTS_MAX};
use super::super::{Look, Panel, Panels, Speed, Theme};
use super::{Reading, cut};
use crate::engine::Entry;
use crate::link::{self, RUN_MAX};
use std::num::NonZeroU16;

impl<'a> Reading<'a> {
    pub fn pair(&mut self, entry: &Entry, key: &str, value: &'a str) {
        match key {
            // read before all others, since they say which options there are
            "text" | "from" => {}
            // unless an option is called so
            "lead" if entry.knobs.iter().all(|knob| knob.name != key) => self.state = Some(value),
            "run" => self.run(value),
            "v" => self.version(entry, value),
            "at" => match value.parse() {
                Ok(at) => self.at = Some(at),
                Err(_) => self
                    .notice(format!("“at={}” is not a step: the last one is shown.", cut(value))),
            },
            "loop" => match value.parse() {
                Ok(from) => self.loops_from = Some(from),
                Err(_) => {
                    self.notice(format!("“loop={}” is not a step: it is left out.", cut(value)));
                }
            },
            "pick" => match value.parse::<usize>() {
                Ok(step) if step > 0 => self.scenario.picked = Some(step - 1),
                _ => self.notice(format!("“pick={}” is not a step: none is picked.", cut(value))),
            },
            "steps" => match range(value) {
                Some(steps) => self.steps = Some(steps),
                None => self.notice(format!(
                    "“steps={}” is no range of steps, such as 3-14: it is left out.",
                    cut(value)
                )),
            },
            "caption" => {
                let (caption, lost) = captions::decoded(value);
                self.scenario.caption = caption;
                if let Some(lost) = lost {
                    self.notice(lost.told("The caption is"));
                }
            }
            "path" => self.path(value),
            "watch" => self.watch(value),
            "panels" => self.panels(value),
            "speed" => match Speed::ALL.iter().find(|speed| speed.name == value) {
                Some(&speed) => self.scenario.shown.speed = speed,
                None => {
                    let known = Speed::ALL.map(|speed| speed.name).join(", ");
                    self.notice(format!(
                        "“speed={}” is not known ({known}): 1 is used.",
                        cut(value)
                    ));
                }
            },
            "ask" => match value {
                "1" | "0" => {
                    self.scenario.asks = value == "1";
                    self.says_ask = true;
                }
                _ => self.notice(format!(
                    "“ask={}” is not known (0 or 1): nothing is asked.",
                    cut(value)
                )),
            },
            "view" => match value {
                "embed" => self.scenario.shown.look = Look::Embed,
                "page" => self.scenario.shown.look = Look::Page,
                _ => self.notice(format!(
                    "“view={}” is not known (page or embed): the page is shown.",
                    cut(value)
                )),
            },
            "theme" => match value {
                "light" => self.scenario.shown.theme = Theme::Light,
                "dark" => self.scenario.shown.theme = Theme::Dark,
                "system" => self.scenario.shown.theme = Theme::System,
                _ => self.notice(format!(
                    "“theme={}” is not known (light, dark or system): the system’s is used.",
                    cut(value)
                )),
            },
            _ => self.knob(entry, key, value),
        }
    }

    /// Expressions beside the picture. Whether each can be watched is known once all options are.
    fn watch(&mut self, value: &str) {
        let all = value.split('|').map(|text| captions::decoded(text).0);
        self.scenario.watched = all.filter(|text| !text.is_empty()).collect();
    }

    /// The author's key moments, in the order of the run.
    fn path(&mut self, value: &str) {
        let mut moments = Vec::new();
        for text in value.split('|').filter(|text| !text.is_empty()) {
            match captions::moment(text) {
                Some((moment, lost)) => {
                    if let Some(lost) = lost {
                        let words_are =
                            format!("The words of the moment at step {} are", moment.at);
                        self.notice(lost.told(&words_are));
                    }
                    moments.push(moment);
                }
                None => self.notice(format!(
                    "“{}” is not a moment, such as 4:Both hold ticket 1. It is left out.",
                    cut(text)
                )),
            }
        }
        if moments.len() > MOMENTS_MAX {
            moments.truncate(MOMENTS_MAX);
            self.notice(format!("A path has at most {MOMENTS_MAX} moments. The rest is left out."));
        }
        moments.sort_by_key(|moment| moment.at);
        self.scenario.moments = moments;
    }

    fn panels(&mut self, value: &str) {
        let mut panels = Panels::NONE;
        for name in value.split([',', ' ']).filter(|text| !text.is_empty()) {
            match Panel::ALL.iter().find(|it| it.1 == name) {
                Some((panel, _)) => panels = panels.with(*panel),
                None => {
                    let known = Panel::ALL.map(|panel| panel.1).join(", ");
                    self.notice(format!(
                        "There is no panel “{}” ({known}): it is left out.",
                        cut(name)
                    ));
                }
            }
        }
        if panels == Panels::NONE {
            self.notice("No panels are asked for: the usual ones are shown.".into());
        } else {
            self.scenario.shown.panels = panels;
        }
    }

    fn knob(&mut self, entry: &Entry, key: &str, value: &str) {
        // as the text of a listing writes it, or as links do
        let is_set = self.scenario.setting.set(key, value)
            || self.scenario.setting.set(&key.replace('_', "-"), &value.replace('_', "-"));
        if is_set {
            return;
        }
        match entry.knobs.iter().find(|knob| knob.name == key || knob.name == key.replace('_', "-"))
        {
            Some(knob) => {
                let choices: Vec<&str> = knob.values.iter().map(|value| value.name).collect();
                self.notice(format!(
                    "“{key}={}” is not a choice ({}): {} was used.",
                    cut(value),
                    choices.join(", "),
                    self.scenario.setting.get(knob.name),
                ));
            }
            None => {
                self.notice(format!(
                    "{} has no option “{}”: it was left out.",
                    entry.name,
                    cut(key)
                ));
            }
        }
    }

    fn version(&mut self, entry: &Entry, value: &str) {
        let here = entry.version;
        match value.parse::<NonZeroU16>().map(NonZeroU16::get) {
            Ok(version) if version == here => {}
            Ok(version) => {
                self.version = version;
                let age = if version > here { "a newer" } else { "an older" };
                self.notice(format!(
                    "The link was made with {age} version of this model ({version}; here is \
                     {here}): its run is replayed as far as it fits."
                ));
            }
            Err(_) => {
                self.notice(format!("“v={}” is not a version: {here} was used.", cut(value)));
            }
        }
    }

    fn run(&mut self, value: &'a str) {
        let (text, check) = value.split_once('.').unwrap_or((value, ""));
        self.check = Some((text, check));
        let link::Decoded { run, whole } = link::decode(text);
        let steps = run.len();
        self.scenario.run = run;
        let why = if whole {
            "The end of the link is missing"
        } else {
            "The run in the link cannot be read to its end"
        };
        if steps >= RUN_MAX && !whole {
            self.notice(format!("The run is longer than {RUN_MAX} steps: the rest was left out."));
        } else if !whole || check.len() < 4 {
            self.notice(format!("{why}: {} of it could be used.", checker::steps(steps)));
        }
    }
}

/// `3-14`, which must get somewhere.
fn range(value: &str) -> Option<(usize, usize)> {
    let (from, to) = value.split_once('-')?;
    let range = (from.parse().ok()?, to.parse().ok()?);
    (range.0 < range.1).then_some(range)
}
