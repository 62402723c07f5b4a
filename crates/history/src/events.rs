//! A search over events with sets of configurations: an operation takes effect as late as it can, when one has to.

use crate::lookup::Lookup;
use crate::search::{Decision, Op, Outlook, Precedence, Step};
use std::collections::BTreeMap;
use std::mem;

/// What has taken effect of the open ops, a bit for each place.
type Places = Box<[u64]>;

pub struct Events<'a> {
    ops: &'a [Op],
    /// Calls and ends, in order of lines.
    marks: Vec<(usize, Mark)>,
    next_mark: usize,
    outlook: Outlook,
    /// Which op is open in a place.
    open: Vec<Option<usize>>,
    /// In which place an op is open.
    place: Vec<Option<usize>>,
    /// The places of those that have to come.
    must: Places,
    /// The place of what ends now.
    ending: Option<usize>,
    /// Behind the last event.
    now: Least,
    /// To be gone on from, until what ends now has taken effect.
    todo: Vec<Configuration>,
    seen: Least,
    /// Behind the event.
    then: Least,
    /// What has taken effect, each with what did before.
    trail: Vec<(Step, usize)>,
}

#[derive(Clone, Copy)]
enum Mark {
    Call(usize),
    End(usize),
}

#[derive(Clone)]
struct Configuration {
    value: u32,
    gone: Places,
    /// Where its trail ends; 0 is the beginning.
    trail: usize,
}

/// Configurations, without those in which more has taken effect that need not than in another one.
#[derive(Default)]
struct Least {
    by_value: BTreeMap<(u32, Places), Vec<Configuration>>,
    count: usize,
}

impl Least {
    /// Whether it belongs to them.
    fn insert(&mut self, configuration: &Configuration, must: &Places) -> bool {
        let gone = &configuration.gone;
        let key = gone.iter().zip(must).map(|(gone, must)| gone & must).collect();
        let group = self.by_value.entry((configuration.value, key)).or_default();
        if group.iter().any(|other| is_within(&other.gone, gone)) {
            return false;
        }
        let before = group.len();
        group.retain(|other| !is_within(gone, &other.gone));
        group.push(configuration.clone());
        self.count = self.count + group.len() - before;
        true
    }

    fn into_all(self) -> impl Iterator<Item = Configuration> {
        self.by_value.into_values().flatten()
    }
}

fn is_within(small: &Places, large: &Places) -> bool {
    small.iter().zip(large).all(|(small, large)| small & !large == 0)
}

impl<'a> Events<'a> {
    pub fn new(ops: &'a [Op], value: u32, lookup: &Lookup) -> Events<'a> {
        let mut marks = Vec::new();
        for (nth, op) in ops.iter().enumerate() {
            marks.push((op.called, Mark::Call(nth)));
            if op.end != usize::MAX {
                marks.push((op.end, Mark::End(nth)));
            }
        }
        marks.sort_unstable_by_key(|mark| mark.0);
        let places = vec![0; most_open(&marks).div_ceil(64)].into_boxed_slice();
        let mut now = Least::default();
        now.insert(&Configuration { value, gone: places.clone(), trail: 0 }, &places);
        Events {
            ops,
            marks,
            next_mark: 0,
            outlook: Outlook::new(ops, lookup),
            open: Vec::new(),
            place: vec![None; ops.len()],
            must: places,
            ending: None,
            now,
            todo: Vec::new(),
            seen: Least::default(),
            then: Least::default(),
            trail: vec![(Step { op: usize::MAX, value }, 0)],
        }
    }

    /// Goes on for so many steps.
    pub fn advance(&mut self, lookup: &mut Lookup, steps: u64) -> Decision {
        for _ in 0..steps {
            if let Some(configuration) = self.todo.pop() {
                self.go_on(&configuration, lookup);
            } else if let Some(place) = self.ending.take() {
                self.leave(place);
                if self.now.count == 0 {
                    return Decision::None;
                }
            } else {
                match self.marks.get(self.next_mark) {
                    Some((_, Mark::Call(op))) => self.enter(*op),
                    Some((_, Mark::End(op))) => self.end(*op),
                    None => return Decision::Order(self.order()),
                }
                self.next_mark += 1;
            }
        }
        Decision::Open
    }

    pub fn bytes(&self) -> usize {
        let count = self.now.count + self.seen.count + self.then.count + self.todo.len();
        count * (120 + 16 * self.must.len()) + self.trail.len() * size_of::<(Step, usize)>()
    }

    fn enter(&mut self, op: usize) {
        let free = self.open.iter().position(Option::is_none);
        let place = free.unwrap_or_else(|| {
            self.open.push(None);
            self.open.len() - 1
        });
        self.open[place] = Some(op);
        self.place[op] = Some(place);
        if self.ops[op].must {
            self.must[place / 64] |= 1 << (place % 64);
        }
    }

    /// Where it has taken effect, all is well; it may do so now; or not at all, if it need not.
    fn end(&mut self, op: usize) {
        let place = self.place[op].expect("it was called");
        self.ending = Some(place);
        for mut configuration in mem::take(&mut self.now).into_all() {
            let is_gone = has(&configuration.gone, place);
            if !is_gone {
                self.seen.insert(&configuration, &self.must);
                self.todo.push(configuration.clone());
            }
            if is_gone || !self.ops[op].must {
                put(&mut configuration.gone, place, false);
                self.then.insert(&configuration, &self.must);
            }
        }
    }

    fn leave(&mut self, place: usize) {
        if let Some(op) = self.open[place].take() {
            self.place[op] = None;
        }
        self.must[place / 64] &= !(1 << (place % 64));
        self.now = mem::take(&mut self.then);
        self.seen = Least::default();
    }

    /// Every op that can take effect next.
    fn go_on(&mut self, from: &Configuration, lookup: &mut Lookup) {
        let open = self.open.iter().enumerate();
        let open = open.filter(|(place, _)| !has(&from.gone, *place));
        let open: Vec<(usize, usize)> =
            open.filter_map(|(place, op)| Some((place, (*op)?))).collect();
        for &(place, op) in &open {
            let replaces = |other: usize| other != op && self.ops[other].replaces(&self.ops[op]);
            if open.iter().any(|other| replaces(other.1)) {
                continue;
            }
            let Op { must, call_number, .. } = self.ops[op];
            for &value in &*lookup.after(from.value, call_number) {
                if must || value != from.value {
                    self.take(from, (place, op), value, lookup);
                }
            }
        }
    }

    fn take(
        &mut self,
        from: &Configuration,
        (place, op): (usize, usize),
        value: u32,
        lookup: &mut Lookup,
    ) {
        let is_last = self.ending == Some(place);
        let mut gone = from.gone.clone();
        put(&mut gone, place, true);
        if self.is_hopeless(value, &gone, lookup) {
            return;
        }
        put(&mut gone, place, !is_last);
        let taken = Configuration { value, gone, trail: self.trail.len() };
        let set = if is_last { &mut self.then } else { &mut self.seen };
        if set.insert(&taken, &self.must) {
            self.trail.push((Step { op, value }, from.trail));
            if !is_last {
                self.todo.push(taken);
            }
        }
    }

    /// The end is the last mark that was passed.
    fn is_hopeless(&self, value: u32, gone: &Places, lookup: &Lookup) -> bool {
        let now = self.marks[self.next_mark - 1].0;
        let is_gone = |op: usize| match self.place[op] {
            Some(place) => has(gone, place),
            None => self.ops[op].called < now,
        };
        self.outlook.is_hopeless(self.ops, Precedence::Time, value, is_gone, lookup)
    }

    fn order(&mut self) -> Vec<Step> {
        let any = mem::take(&mut self.now).into_all().next();
        let mut at = any.map_or(0, |configuration| configuration.trail);
        let mut order = Vec::new();
        while at != 0 {
            order.push(self.trail[at].0);
            at = self.trail[at].1;
        }
        order.reverse();
        order
    }
}

fn most_open(marks: &[(usize, Mark)]) -> usize {
    let (mut open, mut most) = (0, 0);
    for (_, mark) in marks {
        match mark {
            Mark::Call(_) => open += 1,
            Mark::End(_) => open -= 1,
        }
        most = most.max(open);
    }
    most
}

fn has(places: &Places, place: usize) -> bool {
    places[place / 64] >> (place % 64) & 1 == 1
}

fn put(places: &mut Places, place: usize, is_gone: bool) {
    let bit = 1 << (place % 64);
    match is_gone {
        true => places[place / 64] |= bit,
        false => places[place / 64] &= !bit,
    }
}
