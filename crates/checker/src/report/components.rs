//! The strongly connected parts of a graph, or of a part of it, each after all to which it leads.
//!
//! They are found by David J. Pearce's variant of Tarjan's algorithm ([A space-efficient
//! algorithm for finding strongly connected components][paper], Information Processing Letters
//! 116(1), 2016, "`PEA_FIND_SCC2`"), which keeps one number for each state.
//!
//! [paper]: https://doi.org/10.1016/j.ipl.2015.08.010

use crate::report::state_graph::{Edge, StateGraph};

/// Not in question.
const OUTSIDE: u32 = u32::MAX;
const UNVISITED: u32 = 0;

/// At most that many bytes are needed for each state.
pub const BYTES: usize = 40;

/// Which part of the graph is in question.
pub trait Subgraph {
    fn contains(&self, state: u32) -> bool;
    fn follows(&self, from: u32, edge: &Edge) -> bool;
}

pub struct Components {
    /// Of each state: the order of visiting, or, once its part is known, the number of that. Parts
    /// are numbered downwards, so that they are above all that is being visited.
    rank: Vec<u32>,
    /// The last one that was given away, of each kind.
    visited: u32,
    part: u32,
    /// Where visits may still begin. The last states come first, as most steps lead to later
    /// ones, whose parts are then known.
    left: u32,
    /// The path of the visit, and the states ahead of it, for each state of the path.
    path: Vec<Frame>,
    ahead: Vec<u32>,
    /// Visited states whose part is not known yet and that are no longer on the path.
    behind: Vec<u32>,
    room: Vec<Edge>,
    /// The part that was found last, in any order.
    pub found: Vec<u32>,
}

struct Frame {
    state: u32,
    ahead_from: u32,
    is_first_of_part: bool,
    has_self_loop: bool,
}

/// What came of one step of the search for parts.
pub enum Next {
    /// A state, for the first time, and whether somebody has to take a step there.
    Visited {
        state: u32,
        is_fair: bool,
    },
    /// A part, and whether a run can go round in it.
    Found {
        goes_round: bool,
    },
    Busy,
    Over,
}

impl Components {
    /// None if there is no memory.
    pub fn new(states: u32) -> Option<Components> {
        let mut rank = Vec::new();
        rank.try_reserve_exact(states as usize).ok()?;
        Some(Components {
            rank,
            visited: 0,
            part: OUTSIDE,
            left: 0,
            path: Vec::new(),
            ahead: Vec::new(),
            behind: Vec::new(),
            room: Vec::new(),
            found: Vec::new(),
        })
    }

    pub fn bytes(&self) -> usize {
        let Components { rank, path, ahead, behind, found, .. } = self;
        let numbers = [rank, ahead, behind, found].map(Vec::capacity);
        numbers.iter().sum::<usize>() * size_of::<u32>() + path.capacity() * size_of::<Frame>()
    }

    /// Gives its memory back.
    pub fn close(&mut self) {
        for numbers in [&mut self.rank, &mut self.ahead, &mut self.behind, &mut self.found] {
            *numbers = Vec::new();
        }
        self.path = Vec::new();
    }

    /// Gives back what is not needed to tell parts apart.
    pub fn close_but_for_parts(&mut self) {
        let rank = std::mem::take(&mut self.rank);
        self.close();
        self.rank = rank;
    }

    /// Whether two states are of one part, when all are known.
    pub fn are_together(&self, one: u32, other: u32) -> bool {
        self.rank[one as usize] == self.rank[other as usize]
    }

    /// Begins anew, with some only of so many states.
    pub fn begin_with(&mut self, count: u32, states: impl Iterator<Item = u32>) {
        self.rank.clear();
        self.rank.resize(count as usize, OUTSIDE);
        for state in states {
            self.rank[state as usize] = UNVISITED;
        }
        (self.left, self.part) = (count, OUTSIDE);
    }

    /// Whether a state is in the part that was found last.
    pub fn is_inside(&self, state: u32) -> bool {
        self.rank[state as usize] == self.part
    }

    /// Compiled for each kind of graph, as it is done for every step.
    pub fn advance<G: StateGraph + ?Sized>(&mut self, graph: &G, ask: &impl Subgraph) -> Next {
        if (self.rank.len() as u32) < graph.states() {
            let is_asked = ask.contains(self.rank.len() as u32);
            self.rank.push(if is_asked { UNVISITED } else { OUTSIDE });
            self.left += 1;
            Next::Busy
        } else if let Some(frame) = self.path.last() {
            self.go_on(graph, ask, frame.state)
        } else if let Some(state) = self.left.checked_sub(1) {
            self.left = state;
            match self.rank[state as usize] {
                UNVISITED => self.visit(graph, ask, state),
                _ => Next::Busy,
            }
        } else {
            Next::Over
        }
    }

    fn visit<G: StateGraph + ?Sized>(
        &mut self,
        graph: &G,
        ask: &impl Subgraph,
        state: u32,
    ) -> Next {
        self.visited += 1;
        self.rank[state as usize] = self.visited;
        let ahead_from = self.ahead.len() as u32;
        let (mut has_self_loop, mut is_fair) = (false, false);
        for edge in graph.steps(state, &mut self.room) {
            is_fair |= edge.is_fair;
            if !ask.follows(state, edge) {
                continue;
            }
            has_self_loop |= edge.to == state;
            // one whose part is known is no part of this one
            if self.rank[edge.to as usize] < self.part && edge.to != state {
                self.ahead.push(edge.to);
            }
        }
        self.path.push(Frame { state, ahead_from, is_first_of_part: true, has_self_loop });
        Next::Visited { state, is_fair }
    }

    /// Follows the path: one state further, or back.
    fn go_on<G: StateGraph + ?Sized>(
        &mut self,
        graph: &G,
        ask: &impl Subgraph,
        state: u32,
    ) -> Next {
        let frame = self.path.last_mut().expect("somewhere");
        while self.ahead.len() as u32 > frame.ahead_from {
            let to = self.ahead[self.ahead.len() - 1];
            let (rank, own) = (self.rank[to as usize], self.rank[state as usize]);
            if rank == UNVISITED {
                return self.visit(graph, ask, to);
            }
            if rank < own {
                self.rank[state as usize] = rank;
                frame.is_first_of_part = false;
            }
            self.ahead.pop();
        }
        let Some(frame) = self.path.pop() else { return Next::Busy };
        if !frame.is_first_of_part {
            self.behind.push(state);
            return Next::Busy;
        }
        let own = self.rank[state as usize];
        let rest = self.behind.iter().rev().take_while(|&&it| self.rank[it as usize] >= own);
        let from = self.behind.len() - rest.count();
        self.part -= 1;
        self.found.clear();
        self.found.extend(self.behind.drain(from..));
        self.found.push(state);
        self.visited -= self.found.len() as u32;
        for &it in &self.found {
            self.rank[it as usize] = self.part;
        }
        Next::Found { goes_round: self.found.len() > 1 || frame.has_self_loop }
    }
}
