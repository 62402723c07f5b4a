//! Orders of a few operations of any object: whether there is one, why there is none, and for each operation the
//! longest that contains it.

use std::collections::HashMap;

/// The most operations: a bit for each.
pub const FEW: usize = 64;
/// The most sets that are tried.
const TRIES_MAX: usize = 20_000;
/// The most other results that are told.
const INSTEAD_MAX: usize = 3;

/// Operations, each known by its place. Numbers stand for results and for values of the object.
pub trait Operations {
    fn count(&self) -> usize;

    /// The value that the object begins with.
    fn first(&self) -> usize;

    /// What an operation can do alone: its result, and the value behind it.
    fn effects(&mut self, value: usize, operation: usize) -> Vec<(usize, usize)>;

    fn has_returned(&self, operation: usize) -> bool;

    /// Whether it has returned with this result.
    fn fits(&self, operation: usize, result: usize) -> bool;

    /// Whether one has to come before the other.
    fn precedes(&self, one: usize, other: usize) -> bool;
}

/// What comes of a search for an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    Order(Vec<usize>),
    Nothing,
    /// It took too much work.
    Open,
}

/// Why some operations have no order: by their results, one would have to come before another one, and does not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contradiction {
    /// Pairs that keep their order, which leaves no other way.
    pub premises: Vec<(usize, usize)>,
    /// The first one comes before the second one, and has to come behind it. None if no pair matters.
    pub pair: Option<(usize, usize)>,
    /// The operation whose result does not come about: the second one.
    pub operation: usize,
    /// Which results it can have instead, so that the others have theirs. None if these are many, or not known.
    pub instead: Option<Vec<usize>>,
}

/// An order of all but some of those that returned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Longest {
    pub order: Vec<usize>,
    pub without: Vec<usize>,
}

/// What is asked.
#[derive(Clone, Default)]
struct Question {
    /// These have to come, with their results. Each other one may come, with any result.
    needed: u64,
    /// One of them that may have any result but some.
    other: Option<(usize, Vec<usize>)>,
    /// Pairs of them that need not keep their order.
    ignored: Vec<(usize, usize)>,
    /// How many of them may be left out, and which may not.
    skips: u32,
    kept: u64,
}

/// What has come or is left out, and the value behind it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    value: usize,
    placed: u64,
    skipped: u64,
}

impl Node {
    /// An operation with this result and value comes next.
    fn with(self, at: usize, (result, value): (usize, usize)) -> (Node, Option<(usize, usize)>) {
        (Node { value, placed: self.placed | 1 << at, ..self }, Some((at, result)))
    }
}

/// An operation with its result, and where it came.
type Before = Option<(Node, Option<(usize, usize)>)>;

pub struct Few<'a> {
    operations: &'a mut dyn Operations,
    /// Which have to come before each.
    before: Vec<u64>,
    /// How much work is left.
    left: usize,
}

impl<'a> Few<'a> {
    /// None if they are too many. So much work is done at most.
    pub fn of(operations: &'a mut dyn Operations, work: usize) -> Option<Few<'a>> {
        let count = operations.count();
        if count > FEW {
            return None;
        }
        let before = |other: usize| {
            set((0..count).filter(|&one| one != other && operations.precedes(one, other)))
        };
        let before: Vec<u64> = (0..count).map(before).collect();
        Some(Few { operations, before, left: work })
    }

    /// All that have returned.
    pub fn returned(&self) -> Vec<usize> {
        (0..self.before.len()).filter(|&at| self.operations.has_returned(at)).collect()
    }

    /// An order of all that returned, with others between them where these are needed.
    pub fn order(&mut self) -> Found {
        let needed = set(self.returned());
        self.find(&Question { needed, ..Question::default() })
    }

    /// The smallest set of operations that have no order, even if each other one took effect at any time between its
    /// call and its end or not at all, and with any result. None if there is no such set, or it is not found within
    /// bounds. `last` is a member: without its return there was an order.
    pub fn without_order(&mut self, last: usize) -> Option<Vec<usize>> {
        let others: Vec<usize> = self.returned().into_iter().filter(|&at| at != last).collect();
        let mut tries = 0;
        for size in 0..=others.len() {
            let mut chosen: Vec<usize> = (0..size).collect();
            loop {
                let mut members: Vec<usize> = chosen.iter().map(|&nth| others[nth]).collect();
                members.push(last);
                members.sort_unstable();
                let needed = set(members.iter().copied());
                match self.find(&Question { needed, ..Question::default() }) {
                    Found::Nothing => return Some(members),
                    Found::Open => return None,
                    Found::Order(_) => {}
                }
                tries += 1;
                if tries > TRIES_MAX {
                    return None;
                }
                if !next_choice(&mut chosen, others.len()) {
                    break;
                }
            }
        }
        None
    }

    /// Why a smallest set has no order. None if that is not found within bounds.
    pub fn contradiction(&mut self, members: &[usize], last: usize) -> Option<Contradiction> {
        let needed = set(members.iter().copied());
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        for &other in members {
            let before = members.iter().filter(|&&one| self.before[other] >> one & 1 == 1);
            pairs.extend(before.map(|&one| (one, other)));
        }
        // what follows from others is left out first, and what is said of the last one stays
        let between = |&(one, other): &(usize, usize)| {
            members
                .iter()
                .filter(|&&at| pairs.contains(&(one, at)) && pairs.contains(&(at, other)))
                .count()
        };
        let mut tried = pairs.clone();
        tried.sort_by_key(|pair| (pair.1 == last, usize::MAX - between(pair)));
        let mut question = Question { needed, ..Question::default() };
        for pair in tried {
            question.ignored.push(pair);
            match self.find(&question) {
                Found::Nothing => {}
                Found::Order(_) => drop(question.ignored.pop()),
                Found::Open => return None,
            }
        }
        let mut premises = pairs;
        premises.retain(|pair| !question.ignored.contains(pair));
        let at = premises.iter().rposition(|pair| pair.1 == last);
        let at = at.or(premises.len().checked_sub(1));
        let pair = at.map(|at| premises.remove(at));
        let operation = pair.map_or(last, |pair| pair.1);
        let instead = self.instead(question, operation);
        Some(Contradiction { premises, pair, operation, instead })
    }

    fn instead(&mut self, mut question: Question, operation: usize) -> Option<Vec<usize>> {
        let mut results = Vec::new();
        loop {
            question.other = Some((operation, results.clone()));
            match self.find_with(&question) {
                (Found::Nothing, _) => return Some(results),
                (Found::Open, _) => return None,
                (Found::Order(_), _) if results.len() == INSTEAD_MAX => return None,
                (Found::Order(_), all) => {
                    results
                        .extend(all.iter().find(|taken| taken.0 == operation).map(|taken| taken.1));
                }
            }
        }
    }

    /// For each operation that returned an order with as few left out as possible, each order once; and the
    /// operations that are in none. None if that is not found within bounds.
    pub fn longest(&mut self) -> Option<(Vec<Longest>, Vec<usize>)> {
        let returned = self.returned();
        let needed = set(returned.iter().copied());
        let (mut open, mut orders) = (needed, Vec::new());
        for skips in 0..returned.len() as u32 {
            for &at in &returned {
                if open >> at & 1 == 0 {
                    continue;
                }
                let question = Question { needed, skips, kept: 1 << at, ..Question::default() };
                match self.find(&question) {
                    Found::Open => return None,
                    // nor does another one belong to an order of all
                    Found::Nothing if skips == 0 => break,
                    Found::Nothing => {}
                    Found::Order(order) => {
                        let placed = set(order.iter().copied());
                        open &= !placed;
                        let without = returned.iter().filter(|&&at| placed >> at & 1 == 0);
                        orders.push(Longest { without: without.copied().collect(), order });
                    }
                }
            }
        }
        Some((orders, returned.into_iter().filter(|at| open >> at & 1 == 1).collect()))
    }

    fn find(&mut self, question: &Question) -> Found {
        self.find_with(question).0
    }

    /// An order, and each operation in it with its result.
    fn find_with(&mut self, question: &Question) -> (Found, Vec<(usize, usize)>) {
        let first = Node { value: self.operations.first(), placed: 0, skipped: 0 };
        let mut seen: HashMap<Node, Before> = HashMap::from([(first, None)]);
        let mut open = vec![first];
        let before = self.before_in(question);
        while let Some(node) = open.pop() {
            if question.needed & !(node.placed | node.skipped) == 0 {
                let all = way(&seen, node);
                return (Found::Order(all.iter().map(|taken| taken.0).collect()), all);
            }
            for (next, taken) in self.next(question, &before, node) {
                if self.left == 0 {
                    return (Found::Open, Vec::new());
                }
                self.left -= 1;
                seen.entry(next).or_insert_with(|| {
                    open.push(next);
                    Some((node, taken))
                });
            }
        }
        (Found::Nothing, Vec::new())
    }

    fn before_in(&self, question: &Question) -> Vec<u64> {
        let mut before = self.before.clone();
        for &(one, other) in &question.ignored {
            before[other] &= !(1 << one);
        }
        before
    }

    /// What can come next: nothing has come that it has to precede, and nothing is left that has to precede it. What
    /// is tried first stands last.
    fn next(
        &mut self,
        question: &Question,
        before: &[u64],
        node: Node,
    ) -> Vec<(Node, Option<(usize, usize)>)> {
        let gone = node.placed | node.skipped;
        let left = question.needed & !gone;
        let is_needed = |at: &usize| left >> at & 1 == 1;
        let comes_late = |at: &usize| bits(node.placed).any(|other| before[other] >> at & 1 == 1);
        let open = (0..before.len()).filter(|at| gone >> at & 1 == 0 && before[*at] & left == 0);
        let (needed, others): (Vec<usize>, Vec<usize>) = open.partition(is_needed);
        let mut next = Vec::new();
        for at in others.into_iter().filter(|at| !comes_late(at)) {
            let effects = self.operations.effects(node.value, at);
            next.extend(effects.into_iter().map(|effect| node.with(at, effect)));
        }
        if node.skipped.count_ones() < question.skips {
            let skipped = needed.iter().filter(|at| question.kept >> *at & 1 == 0);
            next.extend(skipped.map(|at| (Node { skipped: node.skipped | 1 << at, ..node }, None)));
        }
        for at in needed.into_iter().filter(|at| !comes_late(at)) {
            for effect in self.operations.effects(node.value, at) {
                let fits = match &question.other {
                    Some((other, but)) if *other == at => !but.contains(&effect.0),
                    _ => self.operations.fits(at, effect.0),
                };
                next.extend(fits.then(|| node.with(at, effect)));
            }
        }
        next
    }
}

fn set(all: impl IntoIterator<Item = usize>) -> u64 {
    all.into_iter().fold(0, |set, at| set | 1 << at)
}

fn bits(set: u64) -> impl Iterator<Item = usize> {
    (0..FEW).filter(move |at| set >> at & 1 == 1)
}

fn way(seen: &HashMap<Node, Before>, node: Node) -> Vec<(usize, usize)> {
    let (mut all, mut at) = (Vec::new(), node);
    while let Some((before, taken)) = seen[&at] {
        all.extend(taken);
        at = before;
    }
    all.reverse();
    all
}

/// The next choice of as many, by size of its members; false behind the last one.
fn next_choice(chosen: &mut [usize], of: usize) -> bool {
    let size = chosen.len();
    let Some(at) = (0..size).rev().find(|&at| chosen[at] + size - at < of) else { return false };
    chosen[at] += 1;
    for next in at + 1..size {
        chosen[next] = chosen[next - 1] + 1;
    }
    true
}
