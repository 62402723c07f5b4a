//! SPIN finds in the exported model what our search finds in the text: as many states, transitions
//! and levels, and the same properties of states fail, after as many steps.
//!
//! Needs `spin` and `gcc`; if they are missing, the tests say so and compare nothing.

use checker::Limits;
use model::{IN_DOMAINS, Log, Stepped, System};
use reports::{Outcome, Report};
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;

/// The most states of a setting that is compared: SPIN searches it three times, in one thread.
const STATES_MAX: usize = 60_000;

/// A listing with options that are not at their defaults.
struct Setting {
    name: String,
    text: String,
    options: Vec<(String, String)>,
}

impl Setting {
    fn of(name: &str, options: &[(&str, &str)]) -> Setting {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../algorithms/listings");
        let text = fs::read_to_string(folder.join(format!("{name}.ilv"))).expect("a listing");
        let owned = |it: &(&str, &str)| (it.0.to_owned(), it.1.to_owned());
        Setting { name: name.to_owned(), text, options: options.iter().map(owned).collect() }
    }

    fn title(&self) -> String {
        let options = self.options.iter().map(|it| format!(" {}={}", it.0, it.1));
        options.fold(self.name.clone(), |all, it| all + &it)
    }

    /// What our search says, and the model; nothing if the options make no program together, or one
    /// that is too large.
    fn export(&self) -> Option<(Report, Result<String, String>)> {
        let options: Vec<(&str, &str)> = self.options.iter().map(|it| (&*it.0, &*it.1)).collect();
        let compiled = Arc::new(listing::compile(&self.text, &options).ok()?);
        let limits = Limits { safety_only: true, ..Limits::states(STATES_MAX) };
        let mut report = checker::check(compiled.clone(), limits);
        // SPIN takes the choice of an initial value for a step
        let (states, transitions) = choosing(&*compiled);
        report.states += states;
        report.transitions += transitions;
        report.depth += report.choices;
        report.verdicts.retain(|verdict| verdict.property != IN_DOMAINS);
        (!report.coverage.is_cut()).then(|| (report, promela::promela(&compiled)))
    }

    /// Compares the two; nothing if they agree.
    fn compare(&self, report: &Report, model: &str) -> Vec<String> {
        let title = self.title();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(title.replace(' ', "-"));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("model.pml"), model).unwrap();
        let found = spin::search(&folder, "model.pml", &[]);
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
                let is_it = option.starts_with("\t:: timeout") == is_about_end;
                is_it.then(|| (at, format!("-D{name}")))
            });
            let (asked, macros): (Vec<usize>, Vec<String>) = asked.unzip();
            if asked.is_empty() {
                continue;
            }
            let found = spin::search(&folder, "model.pml", &macros);
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

fn agrees(setting: &Setting) {
    if spin::is_installed() {
        let (report, model) = setting.export().expect("a small program");
        let different = setting.compare(&report, &model.expect("a model"));
        assert_eq!(different, Vec::<String>::new());
    }
}

#[test]
fn shared_variables() {
    agrees(&Setting::of("peterson", &[]));
}

#[test]
fn messages_that_get_lost() {
    agrees(&Setting::of("token_ring", &[("processes", "2"), ("faults", "lost")]));
}

/// Both read in vain for ever; neither search goes on then.
#[test]
fn an_await_that_can_never_pass() {
    let text = "algorithm A\nshared a, b: bool\nprocess i of 2:\n  trying:\n    a ← false\n    b ← \
                false\n  waiting:\n    await a or b\nreachable both wait: all i: i in waiting\n";
    let setting = Setting { name: "stuck".into(), text: text.into(), options: Vec::new() };
    agrees(&setting);
}

/// Crashes strike also where nobody gets on, and are steps of a process of their own.
#[test]
fn an_await_that_can_never_pass_and_a_crash() {
    let text = "algorithm A\nshared a, b: bool\ndefine crashes: 1\nprocess i of 2:\n  trying:\n    a ← \
                false\n    b ← false\n  waiting:\n    await a or b\n  on crash when waiting: stop\n\
                reachable both wait: all i: i in waiting\n";
    let setting = Setting { name: "stuck-crash".into(), text: text.into(), options: Vec::new() };
    agrees(&setting);
}

/// An `await` of several accesses that reads them all, in a filter lock of three.
#[test]
fn an_await_over_all_others() {
    let setting = Setting::of("filter_lock", &[]);
    agrees(&setting);
    // the long condition is written once, and used once for each process
    let (_, model) = setting.export().expect("a small program");
    let model = model.expect("a model");
    let processes = model.matches("active proctype process_").count();
    assert_eq!(model.matches("stuck").count(), 1 + processes, "{model}");
}

#[test]
fn open_initial_values() {
    agrees(&Setting::of("dijkstra_ring", &[]));
}

/// A state beyond a limit is judged, and not followed.
#[test]
fn limits() {
    let text = |limit: &str| {
        format!(
            "algorithm A\nshared x: 0..9\nprocess i of 2, for ever:\n  going:\n    await x < 9\n    \
             atomic x ← x + 1 + i\n{limit}\nreachable four: x = 4\nreachable six: x = 6\n\
             at end five: x < 5\n"
        )
    };
    for (nth, limit) in ["limit x", "limit small: x < 4", "limit x, x"].into_iter().enumerate() {
        let (name, options) = (format!("limit-{nth}"), Vec::new());
        agrees(&Setting { name, text: text(limit), options });
    }
}

/// A loop in a step ends where a value would leave its domain.
#[test]
fn a_loop_that_a_domain_ends() {
    let text = "algorithm A\nmessage free(n: 1..4), held\nclient i of 2:\n  own left: 0..4 = 4\n  when \
                left > 2 and in_transit(any, i, server) = 0:\n    left ← left − 1\n    send free(left) to \
                server\n  on held: skip\nserver:\n  own first: 1..4 = 1\n  own taken[1..4]: bool\n  on \
                free(n) from j:\n    taken[n] ← true\n    while first < 4 and not taken[first]: first ← \
                first + 1\n    send held to j\n    if first = 3: first ← 1\nreachable three: server.first \
                = 3\n";
    let setting = Setting { name: "loop".into(), text: text.into(), options: Vec::new() };
    agrees(&setting);
}

/// What would take too long to write, or too much room, gets a sentence.
#[test]
fn what_is_too_large_is_said() {
    let sets = "      b ← {size(b), min k in b: k}\n".repeat(6);
    let mins = "      x ← min(min(min(min(x, y), y), y), y)\n".repeat(6);
    let ask = |it: i32| format!("      if {it} in b: x ← (x + {it}) mod 9\n");
    let asks = (0..12).map(ask).collect::<Vec<_>>().concat();
    for (code, why) in [
        (sets, "An expression is too long for a model."),
        (mins, "The algorithm is too large for a model."),
        (asks, "A step has more than 2000 ways to go."),
    ] {
        let text = format!(
            "algorithm A\nshared x, y: 0..9\nprocess i of 2:\n  own b: set of 0..30\n  a:\n    \
             atomic:\n{code}"
        );
        let compiled = listing::compile(&text, &[]).unwrap_or_else(|it| panic!("{} {text}", it[0]));
        let said = promela::promela(&compiled).expect_err(&code);
        assert!(said.starts_with(why), "{said}\n{text}");
    }
}

/// A step of very many blocks that asks the same again and again: there is one way through them, or they
/// are too many, and no end of the stack.
#[test]
fn a_long_step_is_walked_or_refused() {
    for rounds in [5, 20, 30] {
        let text = format!(
            "algorithm A\nshared x: 0..3\nprocess i of 2:\n  own y: 0..3\n  a:\n    atomic:\n      for each \
             b in 1..{rounds}: for each c in 1..{rounds}: if x = 0: y ← 1\n"
        );
        let compiled = listing::compile(&text, &[]).unwrap_or_else(|it| panic!("{} {text}", it[0]));
        let said = promela::promela(&compiled).err();
        let is_long = rounds > 20;
        assert_eq!(said.is_some(), is_long, "{rounds} {said:?}");
        assert!(said.is_none_or(|it| it.starts_with("A step is too long for a model.")));
    }
}

/// An `await` that asks very often, on a short stack: what cannot be walked is refused.
#[test]
fn a_long_await_is_walked_or_refused() {
    for (count, why) in
        [(20, None), (300, Some("The algorithm is too")), (400, Some("A step is too"))]
    {
        let text = format!(
            "algorithm A\nshared a, b: 0..{count}\nprocess i of 2:\n  go:\n    await some k in 1..{count}: a + \
             b = 2 · k\n"
        );
        let compiled = listing::compile(&text, &[]).unwrap_or_else(|it| panic!("{} {text}", it[0]));
        let short = thread::Builder::new().stack_size(1 << 20);
        let run = short.spawn(move || promela::promela(&compiled).err()).expect("a thread");
        let said = run.join().expect("no panic");
        let begins = |it: &String| why.is_some_and(|why| it.starts_with(why));
        assert!(said.as_ref().map_or(why.is_none(), begins), "{count} {said:?}");
    }
}

/// Each listing with its default options, and with each value of each option.
fn all_settings() -> Vec<Setting> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../algorithms/listings");
    let mut settings = Vec::new();
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|it| it != "ilv") {
            continue;
        }
        let default = Setting::of(&path.file_stem().unwrap().to_string_lossy(), &[]);
        for option in listing::options(&listing::parse(&default.text).listing) {
            for value in option.values.into_iter().skip(1) {
                let options = vec![(option.name.clone(), value)];
                settings.push(Setting {
                    options,
                    text: default.text.clone(),
                    name: default.name.clone(),
                });
            }
        }
        settings.push(default);
    }
    settings.sort_by_key(Setting::title);
    let mixed = MIXED.iter().map(|(name, options)| Setting::of(name, options));
    settings.extend(mixed);
    settings
}

/// Settings in which several things are different at once.
const MIXED: &[(&str, &[(&str, &str)])] = &[
    ("assign23", &[("assignment", "one_by_one"), ("reads", "middle_first")]),
    ("bakery", &[("processes", "2"), ("tie_break", "none")]),
    ("bakery", &[("processes", "2"), ("crash", "reset"), ("hand", "off")]),
    ("bakery", &[("processes", "2"), ("registers", "safe")]),
    ("jones_bakery", &[("processes", "2"), ("hands", "not_raised")]),
    ("jones_bakery", &[("processes", "2"), ("ties", "nobody_first")]),
    ("paxos", &[("proposers", "1"), ("losses", "1"), ("crashes", "1")]),
    ("raft_election", &[("servers", "2"), ("terms", "1"), ("losses", "1"), ("duplicates", "1")]),
    ("ricart_agrawala", &[("processes", "2"), ("between_requesters", "yes")]),
    ("ricart_agrawala", &[("processes", "2"), ("channels", "unordered"), ("faults", "duplicate")]),
    ("token_ring", &[("wants", "not_last"), ("not_waiting", "keep")]),
    ("token_ring", &[("faults", "lost"), ("new_token", "anybody"), ("time_out", "sure")]),
    ("two_phase_commit", &[("losses", "1"), ("impatient", "yes"), ("log", "lost")]),
];

#[test]
fn every_listing() {
    if !golden::is_everything() || !spin::is_installed() {
        return;
    }
    let settings = Mutex::new(all_settings().into_iter());
    let (different, compared) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let next = settings.lock().unwrap().next();
                    let Some(setting) = next else { break };
                    let Some((report, model)) = setting.export() else { continue };
                    let found = match model {
                        Ok(model) => setting.compare(&report, &model),
                        Err(why) => vec![format!("{}: {why}", setting.title())],
                    };
                    eprintln!("{}: {} states", setting.title(), report.states);
                    different.lock().unwrap().extend(found);
                    compared.lock().unwrap().push(setting.name);
                }
            });
        }
    });
    let different = different.into_inner().unwrap();
    assert!(different.is_empty(), "{}", different.join("\n"));
    let compared = compared.into_inner().unwrap();
    assert!(compared.len() >= 100, "{} settings", compared.len());
    for setting in all_settings() {
        assert!(compared.contains(&setting.name), "nothing is small enough of {}", setting.name);
    }
}

/// A text that the exporter cannot write gets a sentence that says where.
#[test]
fn what_is_not_exported_is_said() {
    let text = "algorithm A\nshared x: 0..9\nprocess i of 2:\n  own big: set of 0..40\n  a:\n    \
                x ← size(big)\n";
    let compiled = listing::compile(text, &[]).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let why = promela::promela(&compiled).expect_err("sets have 31 members");
    assert!(why.starts_with("A set with more than 31 possible members"), "{why}");
    assert!(why.ends_with("This is in the line `x ← size(big)`."), "{why}");
}
