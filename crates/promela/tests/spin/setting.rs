//! A text with chosen options, and what our search and SPIN find in it.

use checker::Limits;
use checker::{Outcome, Report};
use model::{IN_DOMAINS, Log, Stepped, System};
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// A listing with options that are not at their defaults.
pub struct Setting {
    pub name: String,
    pub text: String,
    pub options: Vec<(String, String)>,
}

impl Setting {
    pub fn of(name: &str, options: &[(&str, &str)]) -> Setting {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../algorithms/listings");
        let text = fs::read_to_string(folder.join(format!("{name}.ilv"))).expect("a listing");
        let owned = |it: &(&str, &str)| (it.0.to_owned(), it.1.to_owned());
        Setting { name: name.to_owned(), text, options: options.iter().map(owned).collect() }
    }

    pub fn title(&self) -> String {
        let options = self.options.iter().map(|it| format!(" {}={}", it.0, it.1));
        options.fold(self.name.clone(), |all, it| all + &it)
    }

    /// What our search says in up to so many states, and the model; or why there is nothing to compare.
    pub fn export(&self, states_max: usize) -> Result<(Report, String), String> {
        let options: Vec<(&str, &str)> = self.options.iter().map(|it| (&*it.0, &*it.1)).collect();
        let compiled = listing::compile(&self.text, &options);
        let compiled = Arc::new(compiled.map_err(|errors| errors[0].message.clone())?);
        let model = promela::promela(&compiled)?;
        let limits = Limits { safety_only: true, ..Limits::states(states_max) };
        let mut report = checker::check(compiled.clone(), limits);
        if report.coverage.is_cut() {
            return Err(format!("It has more than {states_max} states."));
        }
        // SPIN takes the choice of an initial value for a step
        let (states, transitions) = choosing(&*compiled);
        // where no choice is allowed, the last one is none
        report.depth += report.choices - usize::from(report.states == 0 && report.choices > 0);
        report.states += states;
        report.transitions += transitions;
        report.verdicts.retain(|verdict| verdict.property != IN_DOMAINS);
        Ok((report, model))
    }

    /// Compares the two; nothing if they agree.
    pub fn compare(&self, report: &Report, model: &str) -> Vec<String> {
        let mut different = Vec::new();
        for compiler in spin::compilers() {
            different = self.compare_by(report, model, compiler);
            if different.is_empty() {
                break;
            }
        }
        different
    }

    fn compare_by(&self, report: &Report, model: &str, compiler: &str) -> Vec<String> {
        let title = self.title();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(title.replace(' ', "-"));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("model.pml"), model).unwrap();
        let found = spin::search(&folder, "model.pml", &[], compiler);
        let mut different = Vec::new();
        let mut require_same = |what: &str, theirs: String, ours: String| {
            if theirs != ours {
                different.push(format!("{title}: {what} {ours}, with SPIN {theirs}"));
            }
        };
        let ours = (report.states, report.transitions, report.depth);
        let theirs = (found.states, found.transitions, found.depth);
        let what = "states, transitions and depth";
        require_same(what, format!("{theirs:?}"), format!("{ours:?}"));
        require_same("failures", format!("{:?}", found.failures), "[]".into());
        // what is about the end looks for states without a step, so each kind has a run of its own
        for is_about_end in [false, true] {
            let asked = (0..report.verdicts.len()).filter_map(|at| {
                let is_deadlock = at + 1 == report.verdicts.len();
                let name = if is_deadlock { "DEADLOCK".into() } else { format!("P{}", at + 1) };
                let (_, option) = model.split_once(&format!("#ifdef {name}\n"))?;
                let is_asked = option.starts_with("\t:: timeout") == is_about_end;
                is_asked.then(|| (at, format!("-D{name}")))
            });
            let (asked, macros): (Vec<usize>, Vec<String>) = asked.unzip();
            if asked.is_empty() {
                continue;
            }
            let found = spin::search(&folder, "model.pml", &macros, compiler);
            // behind the run, a step ends the faults, then come the guard of the assertion and the
            // assertion
            let has_faults = is_about_end && model.contains("no_more_faults");
            for at in asked {
                let verdict = &report.verdicts[at];
                let steps = match &verdict.outcome {
                    Outcome::Fails { run } | Outcome::Found { run } => Some(run.len()),
                    _ => None,
                };
                let theirs = found.shortest(&format!("!({})", at + 1));
                let theirs = theirs.map(|it| it - 2 - usize::from(has_faults));
                require_same(verdict.property, format!("{theirs:?}"), format!("{steps:?}"));
            }
        }
        if different.is_empty() {
            fs::remove_dir_all(&folder).unwrap();
        }
        different
    }
}

/// The states in which initial values are still to be chosen, and the steps that choose one.
fn choosing(system: &dyn System) -> (usize, usize) {
    let (mut states, mut transitions) = (vec![system.initial()], 0);
    let mut next = 0;
    while let Some(state) = states.get(next).cloned() {
        if system.choices_left(&state) == 0 {
            states.swap_remove(next);
            continue;
        }
        next += 1;
        for action in system.offered(&state) {
            let mut after = state.clone();
            if let Stepped::Ran(_) = system.step(&mut after, action, &mut Log::off()) {
                transitions += 1;
                if !states.contains(&after) {
                    states.push(after);
                }
            }
        }
    }
    (next, transitions)
}
