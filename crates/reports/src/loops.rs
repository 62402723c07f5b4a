//! Whether anybody can wait for ever: the parts of the graph in which a run can stay while somebody
//! waits, and whether it can do so although every promise is kept.
//!
//! A run that never ends stays, from some moment on, within one strongly connected part of the
//! states that it visits again and again. Promises are of weak fairness: if a part keeps them, so
//! does every larger part around it in which the same one waits. So only the largest parts need to
//! be judged.
//!
//! The parts are found by David J. Pearce's variant of Tarjan's algorithm ([A space-efficient
//! algorithm for finding strongly connected components][paper], Information Processing Letters
//! 116(1), 2016, "`PEA_FIND_SCC2`"), which keeps one number for each state.
//!
//! [paper]: https://doi.org/10.1016/j.ipl.2015.08.010

use crate::lasso::{self, Lasso};
use crate::paths::{Edge, Paths};

/// Not in question: nobody waits there.
const OUTSIDE: u32 = u32::MAX;
const UNVISITED: u32 = 0;

/// At most that many bytes are needed for each state.
pub const BYTES: usize = 40;

pub struct Loops {
    /// Of each state: the order of visiting, or, once its part is known, the number of that. Parts
    /// are numbered downwards, so that they are above all that is being visited.
    rank: Vec<u32>,
    /// The last one that was given away, of each kind.
    visited: u32,
    part: u32,
    /// Where the next visit may begin.
    next: u32,
    /// The path of the visit, and the states ahead of it, for each state of the path.
    path: Vec<Frame>,
    ahead: Vec<u32>,
    /// Visited states whose part is not known yet and that are no longer on the path.
    behind: Vec<u32>,
    edges: Vec<Edge>,
    /// Who is in question: all at first, and then one after the other, where parts have states in
    /// which they wait and others in which they do not.
    who: u64,
    /// Those states, in any order, and who is still to be looked at there.
    mixed: Vec<u32>,
    left: u64,
    /// One for each property of the kind.
    findings: Vec<Finding>,
}

struct Frame {
    state: u32,
    ahead_from: u32,
    is_first_of_part: bool,
    has_self_loop: bool,
}

#[derive(Clone, Default)]
pub struct Finding {
    /// The first state in which somebody waits and nothing has to happen any more.
    pub end: Option<u32>,
    /// A part in which a run can stay, in order.
    part: Vec<u32>,
    pub lasso: Option<Lasso>,
}

impl Loops {
    /// None if there is no memory.
    pub fn new(paths: &dyn Paths, properties: usize) -> Option<Loops> {
        let mut rank = Vec::new();
        rank.try_reserve_exact(paths.states() as usize).ok()?;
        Some(Loops {
            rank,
            visited: 0,
            part: OUTSIDE,
            next: 0,
            path: Vec::new(),
            ahead: Vec::new(),
            behind: Vec::new(),
            edges: Vec::new(),
            who: u64::MAX,
            mixed: Vec::new(),
            left: 0,
            findings: vec![Finding::default(); properties],
        })
    }

    /// One for each property of the kind.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    pub fn failures(&self) -> usize {
        let is_one = |it: &&Finding| it.end.is_some() || !it.part.is_empty();
        self.findings.iter().filter(is_one).count()
    }

    pub fn bytes(&self) -> usize {
        self.rank.capacity() * size_of::<u32>()
    }

    /// Looks at up to that many states; false when all is known.
    pub fn advance(&mut self, paths: &dyn Paths, states: usize) -> bool {
        for _ in 0..states {
            if (self.rank.len() as u32) < paths.states() {
                let state = self.rank.len() as u32;
                let is_asked = paths.waiting(state) & self.who != 0;
                self.rank.push(if is_asked { UNVISITED } else { OUTSIDE });
            } else if let Some(frame) = self.path.last() {
                self.go_on(paths, frame.state);
            } else if let Some(&rank) = self.rank.get(self.next as usize) {
                if rank == UNVISITED {
                    self.visit(paths, self.next);
                }
                self.next += 1;
            } else if self.left != 0 {
                self.ask_about_the_next(paths);
            } else {
                self.close(paths);
                return false;
            }
        }
        true
    }

    fn visit(&mut self, paths: &dyn Paths, state: u32) {
        self.visited += 1;
        self.rank[state as usize] = self.visited;
        paths.steps(state, &mut self.edges);
        let ahead_from = self.ahead.len() as u32;
        let is_asked = |it: &u32| self.rank[*it as usize] != OUTSIDE && *it != state;
        self.ahead.extend(self.edges.iter().map(|it| it.to).filter(is_asked));
        let has_self_loop = self.edges.iter().any(|it| it.to == state);
        if self.edges.iter().all(|it| it.promise.is_none()) {
            let waiting = paths.waiting(state);
            for finding in those(waiting, &mut self.findings) {
                finding.end = Some(finding.end.map_or(state, |it| it.min(state)));
            }
        }
        self.path.push(Frame { state, ahead_from, is_first_of_part: true, has_self_loop });
    }

    /// Follows the path: one state further, or back.
    fn go_on(&mut self, paths: &dyn Paths, state: u32) {
        let frame = self.path.last_mut().expect("somewhere");
        while self.ahead.len() as u32 > frame.ahead_from {
            let to = self.ahead[self.ahead.len() - 1];
            let (rank, own) = (self.rank[to as usize], self.rank[state as usize]);
            if rank == UNVISITED {
                return self.visit(paths, to);
            }
            if rank < own {
                self.rank[state as usize] = rank;
                frame.is_first_of_part = false;
            }
            self.ahead.pop();
        }
        let Some(frame) = self.path.pop() else { return };
        if !frame.is_first_of_part {
            return self.behind.push(state);
        }
        let own = self.rank[state as usize];
        let rest = self.behind.iter().rev().take_while(|&&it| self.rank[it as usize] >= own);
        let from = self.behind.len() - rest.count();
        self.part -= 1;
        let mut part = self.behind.split_off(from);
        part.push(state);
        self.visited -= part.len() as u32;
        for &it in &part {
            self.rank[it as usize] = self.part;
        }
        if part.len() > 1 || frame.has_self_loop {
            self.judge(paths, &part);
        }
    }

    /// Whether a run can stay in a part, and who waits there all the time.
    fn judge(&mut self, paths: &dyn Paths, part: &[u32]) {
        let sets = part.iter().map(|&it| paths.waiting(it) & self.who);
        let (all, any) = sets.fold((u64::MAX, 0), |(all, any), it| (all & it, any | it));
        if any != all {
            self.mixed.extend_from_slice(part);
            self.left |= any & !all;
        }
        let Loops { rank, part: number, findings, .. } = self;
        let is_inside = |it: u32| rank[it as usize] == *number;
        let nearest = part.iter().min();
        let mut better = those(all, findings)
            .filter(|it| it.part.is_empty() || it.part.first() > nearest)
            .peekable();
        if better.peek().is_some() && lasso::keeps_promises(paths, part, is_inside) {
            let part: Vec<u32> = (0..paths.states()).filter(|&it| is_inside(it)).collect();
            better.for_each(|it| it.part.clone_from(&part));
        }
    }

    /// Looks at one alone, within the parts in which it does not wait all the time.
    fn ask_about_the_next(&mut self, paths: &dyn Paths) {
        self.who = self.left & self.left.wrapping_neg();
        self.left &= !self.who;
        self.rank.fill(OUTSIDE);
        for &state in &self.mixed {
            if paths.waiting(state) & self.who != 0 {
                self.rank[state as usize] = UNVISITED;
            }
        }
        (self.next, self.part) = (0, OUTSIDE);
    }

    fn close(&mut self, paths: &dyn Paths) {
        self.rank = Vec::new();
        for finding in &mut self.findings {
            if finding.end.is_none() && !finding.part.is_empty() && finding.lasso.is_none() {
                finding.lasso = Some(lasso::through(paths, &finding.part));
            }
        }
    }
}

/// The findings that a set of those who wait is about.
fn those(waiting: u64, findings: &mut [Finding]) -> impl Iterator<Item = &mut Finding> {
    let is_about = move |at: usize| waiting >> (8 * at) & 0xff != 0;
    findings.iter_mut().enumerate().filter(move |(at, _)| is_about(*at)).map(|(_, it)| it)
}
