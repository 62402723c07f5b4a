//! Random small histories of every object: both searches, what is told of a failure, and all orders by trying.

use super::brute::{Precedence, has_order, is_order, until};
use history::{
    Call, End, Engine, Failure, History, Limits, Object, Operation, Verdict, by_name, check,
    decide_by, longest, names, sentence,
};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};

const LIMITS: Limits = Limits { bytes_max: 100_000_000 };
/// Of each object.
const HISTORIES: usize = 1_500;
const OPERATIONS: u64 = 7;

struct Random {
    from: Xoshiro256PlusPlus,
    /// Whether results may be wrong.
    errs: bool,
}

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.from.next_u64() % bound
    }

    fn any<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len() as u64) as usize]
    }

    fn call(&mut self, object: &dyn Object) -> Call {
        let values = if self.errs { 3 } else { 50 };
        let (number, other) = (self.below(values), self.below(values));
        let key = *self.any(&["x", "y"]);
        let text = *self.any(&["a", "b", "ab"]);
        let step = |random: &mut Random, write: &str| match random.below(2) {
            0 => json!(["read", *random.any(&["x", "y"])]),
            _ => json!([write, *random.any(&["x", "y"]), random.below(2)]),
        };
        let mut steps = |write: &str| vec![step(self, write), step(self, write)];
        let all = match object.name() {
            "register" => vec![("read", vec![]), ("write", vec![json!(number)])],
            "cas-register" => vec![
                ("read", vec![]),
                ("write", vec![json!(number)]),
                ("cas", vec![json!(number), json!(other)]),
            ],
            "mutex" => vec![("acquire", vec![]), ("release", vec![])],
            "queue" => vec![("enqueue", vec![json!(number)]), ("dequeue", vec![])],
            "stack" => vec![("push", vec![json!(number)]), ("pop", vec![])],
            "kv" => vec![
                ("get", vec![json!(key)]),
                ("get", vec![json!(key)]),
                ("append", vec![json!(key), json!(text)]),
                ("append", vec![json!(key), json!(text)]),
                ("put", vec![json!(key), json!(text)]),
            ],
            "multi-register" => vec![("txn", steps("write"))],
            _ => vec![("txn", steps("append"))],
        };
        let (name, args) = self.any(&all).clone();
        Call { name: name.to_owned(), args }
    }

    /// As a real object would have it, that takes effect at some time in between; now and then with another value
    /// before it, so that the result is wrong.
    fn history(&mut self, object: &dyn Object, count: usize) -> History {
        let (mut history, mut value, mut line) = (History::default(), object.initial(), 0);
        let mut past = vec![value.clone()];
        // each process with its open call, and the result once it has taken effect
        let mut open: Vec<(usize, Option<Value>)> = Vec::new();
        loop {
            let is_full = history.operations.len() == count;
            let at = self.below(open.len().max(1) as u64) as usize;
            if !is_full && open.len() < 3 && (open.is_empty() || self.below(2) == 0) {
                let used: Vec<&Value> =
                    open.iter().map(|(nth, _)| &history.operations[*nth].process).collect();
                let process = (0..4).map(|it| json!(it)).find(|value| !used.contains(&value));
                line += 1;
                let call = self.call(object);
                open.push((history.operations.len(), None));
                let process = process.expect("there are more");
                history.operations.push(Operation { process, call, called: line, end: None });
            } else if open.is_empty() {
                break;
            } else if open[at].1.is_none() && self.below(12) > 0 {
                let call = &history.operations[open[at].0].call;
                let from = if self.errs && self.below(4) == 0 { self.any(&past) } else { &value };
                let outcomes = object.outcomes(from, call);
                let is_stuck = self.errs && outcomes.is_empty() && self.below(2) == 0;
                if let Some((result, after)) = outcomes.into_iter().next() {
                    past.push(std::mem::replace(&mut value, after));
                    open[at].1 = Some(result);
                } else if is_stuck {
                    open[at].1 = Some(Value::Null);
                }
            } else {
                let (nth, result) = open.swap_remove(at);
                line += 1;
                let operation = &mut history.operations[nth];
                operation.end = match (self.below(14), result) {
                    (0, _) | (_, None) => None,
                    (1, _) => Some((line, End::Done)),
                    (2, _) if self.errs => Some((line, End::Failed)),
                    (_, Some(result)) => Some((line, End::Returned(result))),
                };
            }
        }
        history.lines = line;
        history
    }
}

#[test]
fn searches_and_explanations_agree_with_all_orders() {
    let mut more_than_two = 0;
    for name in names() {
        let object = by_name(name).unwrap();
        let mut random = Random { from: Xoshiro256PlusPlus::seed_from_u64(7), errs: true };
        let mut counts = [0; 4];
        for _ in 0..HISTORIES {
            let count = 2 + random.below(OPERATIONS - 1) as usize;
            let history = random.history(object, count);
            agrees(&history, object, &mut counts);
        }
        let [good, bad, sequential, larger] = counts;
        assert!(good > 500 && bad > 100 && sequential > 20, "{name}: {counts:?}");
        more_than_two += larger;
    }
    assert!(more_than_two > 200, "{more_than_two}");
}

fn agrees(history: &History, object: &dyn Object, counts: &mut [usize; 4]) {
    let initial = object.initial();
    let has = |history: &History, is_fixed: &dyn Fn(usize) -> bool| {
        has_order(history, object, &initial, Precedence::Time, is_fixed)
    };
    let is_good = has(history, &|_| true);
    for engine in [Engine::Orders, Engine::Events] {
        assert_eq!(decide_by(engine, history, object, &initial), is_good, "{engine:?} {history:?}");
    }
    let failure = match check(history, object, &initial, LIMITS, &mut || true) {
        Verdict::Linearizable(order) => {
            assert!(
                is_good && is_order(history, object, &initial, &order),
                "{order:?} {history:?}"
            );
            counts[0] += 1;
            return;
        }
        Verdict::Not(failure) => failure,
        Verdict::Open => panic!("{history:?}"),
    };
    assert!(!is_good && failure.is_first, "{history:?}");
    counts[1] += 1;
    let bad = until(history, failure.line);
    assert!(has(&until(history, failure.line - 1), &|_| true), "{failure:?} {history:?}");
    assert!(!has(&bad, &|_| true), "{failure:?} {history:?}");
    let sequential = has_order(history, object, &initial, Precedence::Process, &|_| true);
    assert_eq!(failure.is_sequentially_consistent, Some(sequential), "{history:?}");
    counts[2] += usize::from(sequential);
    longest_are_longest(&bad, object, &failure);
    let said = sentence(history, object, &initial, &failure).expect("it is small");
    assert!(!said.contains("whatever the other operations did"), "{said} {history:?}");
    let culprits = failure.culprits.expect("it is small");
    assert!(culprits.is_smallest, "{history:?}");
    let size = culprits.operations.len();
    counts[3] += usize::from(size > 2);
    let all = bad.operations.len();
    let sets = (0..1_u32 << all).map(|set| (0..all).filter(move |nth| set >> nth & 1 == 1));
    for set in sets.map(Iterator::collect::<Vec<_>>).filter(|set| set.len() < size) {
        assert!(has(&bad, &|nth| set.contains(&nth)), "{set:?} {culprits:?} {bad:?}");
    }
    assert!(!has(&bad, &|nth| culprits.operations.contains(&nth)), "{culprits:?} {bad:?}");
}

/// Each order that is told is one, and with fewer left out there is none that contains the operation.
fn longest_are_longest(bad: &History, object: &dyn Object, failure: &Failure) {
    let initial = object.initial();
    let only = |is_left: &dyn Fn(usize) -> bool| {
        let all = bad.operations.iter().enumerate();
        let operations = all.filter(|(nth, _)| is_left(*nth)).map(|(_, it)| it.clone()).collect();
        History { operations, lines: bad.lines }
    };
    let found = longest(bad, object, &initial, failure).expect("it is small");
    let mut returned = found.in_none.clone();
    for (order, without) in &found.orders {
        let history = only(&|nth| order.contains(&nth));
        let place = |nth: &usize| order.iter().filter(|other| *other < nth).count();
        let order: Vec<usize> = order.iter().map(place).collect();
        assert!(is_order(&history, object, &initial, &order), "{found:?} {bad:?}");
        returned.extend(without);
    }
    assert!(!returned.is_empty(), "{bad:?}");
    let culprit = failure.culprits.as_ref().unwrap().operations[0];
    let part = |nth: usize| object.part(&bad.operations[nth].call);
    let is_asked =
        |nth: &usize| part(*nth) == part(culprit) && bad.operations[*nth].returned().is_some();
    let all: Vec<usize> = (0..bad.operations.len()).filter(is_asked).collect();
    // all sets are tried
    if all.len() > 4 {
        return;
    }
    for &nth in &all {
        let orders = found.orders.iter().filter(|(order, _)| order.contains(&nth));
        let least = orders.map(|(_, without)| without.len()).min();
        assert_eq!(least.is_none(), found.in_none.contains(&nth), "{found:?} {bad:?}");
        for set in 0..1_u32 << all.len() {
            let without: Vec<usize> =
                (0..all.len()).filter(|at| set >> at & 1 == 1).map(|at| all[at]).collect();
            if without.contains(&nth) || least.is_some_and(|least| without.len() >= least) {
                continue;
            }
            let history = only(&|nth| part(nth) == part(culprit) && !without.contains(&nth));
            let has = has_order(&history, object, &initial, Precedence::Time, &|_| true);
            assert!(!has, "{nth} without {without:?}: {found:?} {bad:?}");
        }
    }
}

/// What nobody can try all orders of, a search decides nevertheless.
#[test]
fn longer_histories_are_decided() {
    for name in names() {
        let object = by_name(name).unwrap();
        let from = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut random = Random { from, errs: false };
        for nth in 0..8 {
            let history = random.history(object, 80);
            let mut patience = 400;
            let go_on = &mut || {
                patience -= 1;
                patience > 0
            };
            match check(&history, object, &object.initial(), LIMITS, go_on) {
                Verdict::Linearizable(order) => {
                    assert!(is_order(&history, object, &object.initial(), &order), "{name} {nth}");
                }
                other => panic!("{name} {nth}: {other:?}"),
            }
        }
    }
}
