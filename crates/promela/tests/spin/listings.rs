//! The published listings.

use crate::STATES_MAX;
use crate::setting::Setting;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::thread;

/// What makes a listing small enough where one value of one option alone is too much.
const SMALLER: &[(&str, &[(&str, &str)])] = &[
    ("abd_register", &[("writers", "1")]),
    ("bakery", &[("processes", "2")]),
    ("bakery_messages", &[("processes", "2")]),
    ("causal_broadcast", &[("nodes", "2")]),
    ("chandy_lamport", &[("nodes", "2")]),
    ("fault_tolerant_permission", &[("entries", "1")]),
    ("jones_bakery", &[("processes", "2")]),
    ("lamport_lock", &[("entries", "1")]),
    ("logical_clocks", &[("events", "2")]),
    ("mcs_lock", &[("processes", "2")]),
    ("paxos", &[("proposers", "1")]),
    ("raft_election", &[("servers", "2"), ("terms", "1")]),
    ("ricart_agrawala", &[("processes", "2")]),
    ("semaphore_server", &[("clients", "2")]),
];

/// The settings that are not compared, and why: in the order of their names.
const LEFT_OUT: &[(&str, &str)] = &[
    ("bakery processes=4", TOO_LARGE),
    (
        "bakery_messages count=on",
        "A set with more than 31 possible members is not exported. This is in the line `on C_is(c) from j:`.",
    ),
    ("black_white_bakery processes=3", TOO_LARGE),
    ("cf23 replicas=3", TOO_LARGE),
    ("chandy_misra philosophers=4", TOO_LARGE),
    ("erlang_lock", SORTED),
    ("erlang_lock clock=lamport", SORTED),
    ("erlang_lock delivery=fifo", SORTED),
    ("erlang_lock delivery=mailbox", SORTED),
    ("erlang_lock delivery=mailbox_split", SORTED),
    ("erlang_lock delivery=unordered", SORTED),
    ("erlang_lock early_acks=kept", SORTED),
    ("erlang_lock entries=1", SORTED),
    ("erlang_lock entries=3", SORTED),
    ("erlang_lock equal_times=oldest_first", SORTED),
    ("erlang_lock equal_times=process_id", SORTED),
    ("erlang_lock own_request=on_release", SORTED),
    ("erlang_lock processes=3", SORTED),
    ("erlang_lock tells=once", SORTED),
    ("fault_tolerant_permission processes=3", TOO_LARGE),
    ("filter_lock processes=4", TOO_LARGE),
    (
        "independent_reads copies=each_reader",
        "A store to one of several variables, chosen by a value, is not exported. This is in the line `a pending write reaches \
         memory`.",
    ),
    ("jones_bakery processes=4", TOO_LARGE),
    ("lamport_lock processes=3", TOO_LARGE),
    ("logical_clocks processes=4", TOO_LARGE),
    ("mcs_lock processes=4", TOO_LARGE),
    ("michael_scott_queue items=2", TOO_LARGE),
    ("paxos acceptors=3", TOO_LARGE),
    ("paxos ballots=4", TOO_LARGE),
    ("ricart_agrawala processes=4", TOO_LARGE),
    ("row_lock", TOO_LARGE),
    ("row_lock answers=one_by_one", TOO_LARGE),
    ("row_lock clients=3", TOO_LARGE),
    ("row_lock clock=falls_back", TOO_LARGE),
    ("row_lock crash=one", TOO_LARGE),
    ("row_lock down=1", TOO_LARGE),
    ("row_lock down=2", TOO_LARGE),
    ("row_lock entries=2", TOO_LARGE),
    ("row_lock gets=column", TOO_LARGE),
    ("row_lock gets=row", TOO_LARGE),
    ("row_lock gets=row_once", TOO_LARGE),
    ("row_lock late=client_time", TOO_LARGE),
    ("row_lock late=server_time", TOO_LARGE),
    ("row_lock order=number_first", TOO_LARGE),
    ("row_lock re_read=after_waiting", TOO_LARGE),
    ("row_lock read_level=all", TOO_LARGE),
    ("row_lock read_level=one", TOO_LARGE),
    ("row_lock tie_break=client_id", TOO_LARGE),
    ("row_lock write_level=one", TOO_LARGE),
    ("stable_storage waits=none", TOO_LARGE),
    ("treiber_stack top_has=a_count", TOO_LARGE),
    ("two_phase_locking abort=circle", WAYS),
];

/// A list is sorted in one step.
const SORTED: &str = "An expression is too long for a model. This is in the line `on request(t) from j when is_idle:`.";
const WAYS: &str = "The algorithm is too large for a model. This is in the line `atomic:`.";
const TOO_LARGE: &str = "It has more than 60000 states.";

/// Each listing with its default options, and with each value of each option; and the same made smaller.
fn settings() -> Vec<(Setting, Option<Setting>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../algorithms/listings");
    let mut settings = Vec::new();
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|it| it != "ilv") {
            continue;
        }
        let name = path.file_stem().unwrap().to_string_lossy();
        let text = fs::read_to_string(&path).unwrap();
        let options = listing::options(&listing::parse(&text).listing);
        let values = options.iter().flat_map(|option| {
            option.values[1..].iter().map(|value| vec![(&option.name[..], &value[..])])
        });
        for chosen in [Vec::new()].into_iter().chain(values) {
            let smaller = SMALLER.iter().find(|it| it.0 == name).map(|it| {
                let others = it.1.iter().filter(|it| chosen.iter().all(|chosen| chosen.0 != it.0));
                let all: Vec<_> = others.chain(&chosen).copied().collect();
                Setting::of(&name, &all)
            });
            settings.push((Setting::of(&name, &chosen), smaller));
        }
    }
    settings.extend(MIXED.iter().map(|(name, options)| (Setting::of(name, options), None)));
    settings.sort_by_key(|it| it.0.title());
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

/// What of a listing was found different, or why it was not compared.
fn compare(whole: &Setting, smaller: Option<&Setting>) -> Result<Vec<String>, String> {
    let smaller_one =
        |why| smaller.map_or(Err(why), |setting| Ok((setting, setting.export(STATES_MAX)?)));
    let exported = whole.export(STATES_MAX).map(|it| (whole, it)).or_else(smaller_one);
    let (setting, (report, model)) = exported?;
    eprintln!("{}: {} states", setting.title(), report.states);
    Ok(setting.compare(&report, &model))
}

/// Whether a listing claims that there is an order of its operations.
fn claims_an_order(title: &str) -> bool {
    let name = title.split(' ').next().unwrap_or_default();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../algorithms/listings");
    let text = fs::read_to_string(folder.join(format!("{name}.ilv"))).unwrap();
    text.lines().any(|line| line.starts_with("linearizable"))
}

#[test]
fn every_listing() {
    if !golden::is_everything() || !spin::is_installed() {
        return;
    }
    // those whose names begin so
    let only = std::env::var("LISTINGS").unwrap_or_default();
    let settings = settings().into_iter().filter(|it| it.0.title().starts_with(&only));
    let settings = Mutex::new(settings);
    let found = Mutex::new((Vec::new(), BTreeMap::new()));
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let next = settings.lock().unwrap().next();
                    let Some((whole, smaller)) = next else { break };
                    let compared = compare(&whole, smaller.as_ref());
                    let (different, left_out) = &mut *found.lock().unwrap();
                    match compared {
                        Ok(found) => different.extend(found),
                        Err(why) => _ = left_out.insert(whole.title(), why),
                    }
                }
            });
        }
    });
    let (different, left_out) = found.into_inner().unwrap();
    assert!(different.is_empty(), "{}", different.join("\n"));
    // objects have no model: what they claim is about orders of operations
    let left_out = left_out.iter().map(|(it, why)| (&**it, &**why));
    let (objects, left_out): (Vec<_>, Vec<_>) =
        left_out.partition(|it| it.1.starts_with(ways::paths::OPERATIONS));
    assert!(objects.iter().all(|it| claims_an_order(it.0)), "{objects:?}");
    let known = LEFT_OUT.iter().copied().filter(|it| it.0.starts_with(&only));
    assert_eq!(left_out, known.collect::<Vec<_>>());
}
