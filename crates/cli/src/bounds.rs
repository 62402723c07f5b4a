//! Where a search stops, and the loop that runs it until then.

use crate::args::Bounds;
use crate::{Failure, interrupt::Interrupt, memory, progress::Meter};
use catalog::{Induction, Limits, NotAsked, Report, Scenario};
use checker::{Search, Workers};
use std::{num::NonZero, thread};

/// How many states each worker expands between two looks at the clock.
const SLICE: usize = 1 << 14;

/// What one search after the other runs with.
pub struct Runner {
    limits: Limits,
    workers: Workers,
    interrupt: Interrupt,
    shows_progress: bool,
}

impl Bounds {
    /// The same for another command.
    pub fn words(&self) -> String {
        let all =
            [("workers", self.workers), ("states-max", self.states_max), ("memory", self.memory)];
        let word = |(name, value): (&str, Option<usize>)| {
            value.map_or_else(String::new, |value| format!(" --{name} {value}"))
        };
        all.map(word).concat() + if self.no_progress { " --no-progress" } else { "" }
    }

    pub fn runner(&self, safety_only: bool) -> Runner {
        let (count, bytes_max) = memory::bound(self.workers());
        let mut limits = self.limits(safety_only);
        limits.bytes_max = limits.bytes_max.min(bytes_max);
        Runner {
            limits,
            workers: Workers::new(count),
            interrupt: Interrupt::listen(),
            shows_progress: !self.no_progress,
        }
    }

    /// Where memory is the limit, it is the only one.
    fn limits(&self, safety_only: bool) -> Limits {
        let states_max = match self.memory {
            Some(_) => usize::MAX,
            None => Limits::default().states_max,
        };
        Limits {
            states_max: self.states_max.unwrap_or(states_max),
            bytes_max: self.memory.unwrap_or(usize::MAX),
            states_hint: 0,
            safety_only,
        }
    }

    /// As many as there are cores, unless so many are asked for.
    fn workers(&self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, NonZero::get);
        self.workers.unwrap_or_else(cores)
    }
}

impl Runner {
    pub fn threads(&self) -> usize {
        self.workers.count()
    }

    /// Whether Ctrl-C has ended a search.
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.is_asked()
    }

    /// Where a search stops of a system that takes so many bytes for itself.
    pub fn limits(&self, of_system: usize) -> Limits {
        let bytes_max = match self.limits.bytes_max {
            usize::MAX => usize::MAX,
            limit => limit.saturating_sub(of_system),
        };
        Limits { bytes_max, ..self.limits }
    }

    /// Searches all that a setting can do, and reports.
    pub fn search(&self, setting: &Scenario) -> Result<Report, Failure> {
        Ok(self.search_until(setting, |_| false)?.report())
    }

    /// The same, and ends after so many states if it has not ended before.
    pub fn search_within(&self, setting: &Scenario, states_max: usize) -> Result<Report, Failure> {
        let states_max = states_max.min(self.limits.states_max);
        Ok(self.search_to(setting, states_max, |_| false)?.report())
    }

    /// A search that goes no further than until its report has an answer.
    pub fn search_until(
        &self,
        setting: &Scenario,
        has_answer: impl Fn(&Search) -> bool,
    ) -> Result<Search, Failure> {
        self.search_to(setting, self.limits.states_max, has_answer)
    }

    fn search_to(
        &self,
        setting: &Scenario,
        states_max: usize,
        has_answer: impl Fn(&Search) -> bool,
    ) -> Result<Search, Failure> {
        let system = setting.entry().search_system(&setting.setting);
        let limits = Limits { states_max, ..self.limits(system.bytes(self.threads())) };
        let mut search = Search::after(system, &[], limits);
        self.run_until(&mut search, limits, has_answer)?;
        Ok(search)
    }

    /// Searches to the end, to a bound, or until Ctrl-C.
    pub fn run(&self, search: &mut Search, limits: Limits) -> Result<(), Failure> {
        self.run_until(search, limits, |_| false)
    }

    fn run_until(
        &self,
        search: &mut Search,
        limits: Limits,
        has_answer: impl Fn(&Search) -> bool,
    ) -> Result<(), Failure> {
        let Limits { states_max, bytes_max, .. } = limits;
        if search.bytes() > bytes_max {
            let of_system = self.limits.bytes_max - bytes_max;
            let least = (search.bytes() + of_system).div_ceil(1000);
            return Err(Failure::Usage(format!(
                "`--memory` allows less than the {least}K with which this search begins."
            )));
        }
        let mut meter = Meter::new(self.shows_progress, states_max, bytes_max);
        while search.advance_by(&self.workers, SLICE * self.workers.count()) && !has_answer(search)
        {
            meter.show(|| (search.progress(), search.bytes()).into());
            if self.interrupt.is_asked() {
                search.interrupt();
                break;
            }
        }
        meter.finish();
        Ok(())
    }

    /// Asks whether a claim carries itself, to the end; or why that is not known: a sentence.
    pub fn induction(&self, setting: &Scenario, property: &str) -> Result<Induction, String> {
        let most = self.limits.states_max;
        let asked = setting.induction(property, most);
        let mut induction = asked.map_err(|NotAsked(why)| {
            why.replace("use the command line", &format!("give more than `--states-max {most}`"))
        })?;
        while induction.advance(SLICE) {
            if self.interrupt.is_asked() {
                return Err("It was not asked to the end whether it is its own reason.".into());
            }
        }
        Ok(induction)
    }
}
