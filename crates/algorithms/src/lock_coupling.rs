//! # Lock coupling
//!
//! Searches, insertions and deletions in one binary tree, each of which holds only a few locks: it
//! claims a node, looks where to go, and lets the node above go. Nobody can overtake anybody on
//! the way down, and so the outcome is that of some order, one after the other. Let go before the
//! next node is claimed, or go on without locks where the notes stop, and keys get lost or come
//! back.
//!
//! Douglas W. Jones, [lecture notes 22C:116][notes], University of Iowa, fall 2002, number 29,
//! "Atomic Transactions": its last example, the "shared lexicographic binary tree".
//! R. Bayer and M. Schkolnick, [Concurrency of Operations on B-Trees][coupling] (1977), have the
//! technique.
//!
//! [notes]: http://homepage.divms.uiowa.edu/~jones/opsys/
//! [coupling]: https://doi.org/10.1007/BF00263762

mod article;
mod operations;
mod properties;
mod tree;
mod words;

use model::shared_memory::{self, Array, Memory, Program, Then, Threads, Turn};
use model::{ArrayView, Pid, ProcessView, Shape, Zone};
use operations::{Kind, Search, Updates, Walk};
use tree::TREE;
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

pub struct LockCoupling {
    updates: Updates,
    walk: Walk,
    search: Search,
    /// The successor of a node with two children is also reached with locks.
    locks_successor: bool,
}

#[derive(Clone, Copy, PartialEq, Debug, IntoBytes, Immutable, Unaligned, FromZeros)]
#[repr(u8)]
pub enum At {
    Top,
    Look,
    ReleaseFirst,
    Claim,
    ReleaseParent,
    Step,
    ClaimParent,
    ClaimTarget,
    Insert,
    Left,
    Right,
    ClaimNext,
    LookLeft,
    ReleaseNext,
    TakeRight,
    Splice,
    GiveRight,
    GiveLeft,
    Replace,
    Release,
    End,
}

/// Nodes by their keys. Zero is none, or the place above the root.
#[derive(Clone, Copy, Default, FromZeros, IntoBytes, Immutable, Unaligned)]
#[repr(C)]
pub struct Local {
    /// The node that it has come to, the one above, and the one to go to.
    c: u8,
    p: u8,
    n: u8,
    /// The children of the node that it deletes.
    l: u8,
    r: u8,
    /// What takes its place, the node above that, and the right child of it.
    s: u8,
    q: u8,
    t: u8,
    /// The nodes whose locks it has: a set.
    held: u8,
    /// Zero until it is known; 1 for no, 2 for yes.
    answer: u8,
}

const LEFT: Array = Array::of(0, "left", 8, words::node).shaped(Shape::Tree);
const RIGHT: Array = Array::of(2, "right", 8, words::node).shaped(Shape::Tree);
const LOCK: Array = Array::of(4, "lock", 8, words::holder).shaped(Shape::Locks);

type Line = shared_memory::Line<LockCoupling>;
type It = Threads<LockCoupling>;
type States = shared_memory::State<[u8; 24], Local, ()>;

impl Program for LockCoupling {
    type At = At;
    type Cells = [u8; 24];
    type Local = Local;
    type Ghost = ();

    const ARRAYS: &'static [Array] = &[LEFT, RIGHT, LOCK];
    const ZONES: &'static [Zone] =
        &[Zone::Waiting, Zone::Reading, Zone::Assigning, Zone::Exit, Zone::Remainder];

    const LINES: &'static [Line] = &[
        Line::at(Zone::Waiting, At::Top, "await lock[0] = free\nlock[0] ← i", |_, turn, my| {
            claim(turn, my, 0, At::Look)
        })
        .only_if(LockCoupling::walks_with_locks)
        .to("to find the root"),
        Line::at(
            Zone::Reading,
            At::Look,
            "repeat:\n  n ← left[c] if key < c, else right[c]\n  if there is none: leave the loop",
            |it, turn, my| {
                my.n = child(turn, my.c, it.key(turn.i));
                if my.n == 0 {
                    return it.reach(turn.i, my, false);
                }
                Then::Goto(if it.walk == Walk::Released { At::ReleaseFirst } else { At::Claim })
            },
        )
        .only_if(LockCoupling::walks_with_locks),
        Line::at(Zone::Reading, At::ReleaseFirst, "  lock[c] ← free", |_, turn, my| {
            release(turn, my, my.c);
            Then::Goto(At::Claim)
        })
        .only_if(|it| it.walk == Walk::Released),
        Line::at(
            Zone::Waiting,
            At::Claim,
            "  await lock[n] = free\n  lock[n] ← i; p ← c; c ← n\n  if c = key: leave the loop",
            |it, turn, my| {
                let then = claim(turn, my, my.n, At::ReleaseParent);
                if then == Then::Await {
                    return then;
                }
                (my.p, my.c) = (my.c, my.n);
                match it.walk {
                    _ if my.c == it.key(turn.i) => it.reach(turn.i, my, true),
                    Walk::Coupled => Then::Goto(At::ReleaseParent),
                    _ => Then::Goto(At::Look),
                }
            },
        )
        .only_if(LockCoupling::walks_with_locks),
        Line::at(Zone::Reading, At::ReleaseParent, "  lock[p] ← free", |_, turn, my| {
            release(turn, my, my.p);
            Then::Goto(At::Look)
        })
        .only_if(|it| it.walk == Walk::Coupled)
        .to("as the key is farther down"),
        Line::at(Zone::Reading, At::Step, "", |it, turn, my| {
            let (i, next) = (turn.i, child(turn, my.c, it.key(turn.i)));
            if next == 0 {
                return it.reach(i, my, false);
            }
            (my.p, my.c) = (my.c, next);
            if next == it.key(i) { it.reach(i, my, true) } else { Then::Stay }
        })
        .worded(LockCoupling::step_words)
        .only_if(LockCoupling::walks_without_locks),
        Line::at(
            Zone::Waiting,
            At::ClaimParent,
            "if i deletes:\n  await lock[p] = free\n  lock[p] ← i",
            |it, turn, my| {
                let is_at_end = it.walk == Walk::AtEnd;
                claim(turn, my, my.p, if is_at_end { At::ClaimTarget } else { At::Left })
            },
        )
        .only_if(|it| it.deletes() && matches!(it.walk, Walk::Released | Walk::AtEnd)),
        Line::at(
            Zone::Waiting,
            At::ClaimTarget,
            "await lock[c] = free\nlock[c] ← i",
            |it, turn, my| {
                let inserts = it.operation(turn.i).0 == Kind::Insert;
                claim(turn, my, my.c, if inserts { At::Insert } else { At::Left })
            },
        )
        .only_if(|it| it.walk == Walk::AtEnd),
        Line::at(
            Zone::Assigning,
            At::Insert,
            "insert: if key < c: left[c] ← key\n  else: right[c] ← key",
            |it, turn, my| {
                let key = it.key(turn.i);
                turn.write(side(my.c, key), my.c.into(), key);
                leave(my)
            },
        )
        .only_if(LockCoupling::inserts),
        Line::at(Zone::Reading, At::Left, "delete: l ← left[c]", |_, turn, my| {
            my.l = turn.read(LEFT, my.c.into());
            Then::Goto(At::Right)
        })
        .only_if(LockCoupling::deletes),
        Line::at(Zone::Reading, At::Right, "", |it, turn, my| {
            my.r = turn.read(RIGHT, my.c.into());
            if my.l == 0 || my.r == 0 {
                my.s = my.l | my.r;
                return Then::Goto(At::Replace);
            }
            if it.locks_successor {
                (my.s, my.n) = (my.c, my.r);
            } else {
                (my.q, my.s) = (my.c, my.r);
            }
            Then::Goto(At::ClaimNext)
        })
        .worded(LockCoupling::right_words)
        .only_if(LockCoupling::deletes),
        Line::at(
            Zone::Waiting,
            At::ClaimNext,
            "  await lock[n] = free\n  lock[n] ← i; q ← s; s ← n",
            |_, turn, my| {
                let then = claim(turn, my, my.n, At::LookLeft);
                if then != Then::Await {
                    (my.q, my.s) = (my.s, my.n);
                }
                then
            },
        )
        .only_if(|it| it.deletes_root() && it.locks_successor),
        Line::at(Zone::Reading, At::LookLeft, "", |it, turn, my| {
            let next = turn.read(LEFT, my.s.into());
            if it.locks_successor {
                my.n = next;
            }
            match next {
                0 if my.q == my.c => Then::Goto(At::GiveLeft),
                0 => Then::Goto(At::TakeRight),
                _ if !it.locks_successor => {
                    (my.q, my.s) = (my.s, next);
                    Then::Stay
                }
                _ if my.q == my.c => Then::Goto(At::ClaimNext),
                _ => Then::Goto(At::ReleaseNext),
            }
        })
        .worded(LockCoupling::look_left_words)
        .only_if(LockCoupling::deletes_root)
        .to("as the lowest key on the right is to take its place"),
        Line::at(
            Zone::Reading,
            At::ReleaseNext,
            "  if q ≠ c: lock[q] ← free",
            |_, turn, my| {
                release(turn, my, my.q);
                Then::Goto(At::ClaimNext)
            },
        )
        .only_if(|it| it.deletes_root() && it.locks_successor),
        Line::at(Zone::Reading, At::TakeRight, "if q ≠ c:\n  t ← right[s]", |_, turn, my| {
            my.t = turn.read(RIGHT, my.s.into());
            Then::Goto(At::Splice)
        })
        .only_if(LockCoupling::deletes_root),
        Line::at(Zone::Assigning, At::Splice, "  left[q] ← t", |_, turn, my| {
            turn.write(LEFT, my.q.into(), my.t);
            Then::Goto(At::GiveRight)
        })
        .only_if(LockCoupling::deletes_root),
        Line::at(Zone::Assigning, At::GiveRight, "  right[s] ← r", |_, turn, my| {
            turn.write(RIGHT, my.s.into(), my.r);
            Then::Goto(At::GiveLeft)
        })
        .only_if(LockCoupling::deletes_root),
        Line::at(Zone::Assigning, At::GiveLeft, "left[s] ← l", |_, turn, my| {
            turn.write(LEFT, my.s.into(), my.l);
            Then::Goto(At::Replace)
        })
        .only_if(LockCoupling::deletes_root),
        Line::at(
            Zone::Assigning,
            At::Replace,
            "if c < p: left[p] ← s\nelse: right[p] ← s",
            |_, turn, my| {
                turn.write(side(my.p, my.c), my.p.into(), my.s);
                leave(my)
            },
        )
        .only_if(LockCoupling::deletes),
        Line::at(
            Zone::Exit,
            At::Release,
            "for each x that it has locked:\n  lock[x] ← free",
            |_, turn, my| {
                release(turn, my, my.held.trailing_zeros() as u8);
                if my.held == 0 { Then::Goto(At::End) } else { Then::Stay }
            },
        )
        .only_if(|it| it.walk != Walk::None),
        Line::at(Zone::Remainder, At::End, "end", |_, _, _| Then::Done),
    ];
    const PROPERTIES: &'static [model::Property<It>] = properties::PROPERTIES;

    fn processes(&self) -> usize {
        if self.search == Search::None { 2 } else { 3 }
    }

    fn start(&self, i: Pid) -> Option<At> {
        (!self.has_locks(i)).then_some(At::Step)
    }

    fn cells(&self) -> [u8; 24] {
        let mut cells = [0; 24];
        for (x, left, right) in TREE {
            cells[LEFT.cell(x)] = left;
            cells[RIGHT.cell(x)] = right;
        }
        cells
    }

    fn len(&self, array: Array) -> usize {
        if array.name == LOCK.name && self.walk == Walk::None { 0 } else { 8 }
    }

    fn show(&self, i: Pid, my: &Local, memory: Memory<'_>, view: &mut ProcessView) {
        self.show_process(i, my, memory, view);
    }

    fn show_array(&self, array: Array, memory: Memory<'_>, view: &mut ArrayView) {
        for (key, it) in view.cells.iter_mut().enumerate() {
            let value = memory.get(array, key);
            match array.name == LOCK.name {
                true => it.holders.extend(value.checked_sub(1)),
                false => it.points_to = (value > 0).then(|| LEFT.element(value.into())),
            }
        }
    }
}

impl LockCoupling {
    /// The walk is over, at the key or where it would be; what comes now.
    fn reach(&self, i: Pid, my: &mut Local, is_there: bool) -> Then<At> {
        let kind = self.operation(i).0;
        my.answer = if is_there == (kind != Kind::Insert) { 2 } else { 1 };
        match (kind, self.walk) {
            (Kind::Search, _) => leave(my),
            (Kind::Insert, _) if is_there => leave(my),
            (Kind::Delete, _) if !is_there => leave(my),
            (Kind::Insert, Walk::AtEnd) => Then::Goto(At::ClaimTarget),
            (Kind::Insert, _) => Then::Goto(At::Insert),
            (Kind::Delete, Walk::AtEnd | Walk::Released) => Then::Goto(At::ClaimParent),
            (Kind::Delete, _) => Then::Goto(At::Left),
        }
    }
}

/// The array with the child of `node` that leads to `key`.
fn side(node: u8, key: u8) -> Array {
    if key < node { LEFT } else { RIGHT }
}

fn child(turn: &mut Turn<'_, '_, LockCoupling>, node: u8, key: u8) -> u8 {
    turn.read(side(node, key), node.into())
}

fn claim(turn: &mut Turn<'_, '_, LockCoupling>, my: &mut Local, node: u8, then: At) -> Then<At> {
    let (i, x) = (turn.i as u8, usize::from(node));
    if turn.peek(LOCK, x) != 0 {
        turn.read(LOCK, x);
        return Then::Await;
    }
    turn.update(LOCK, x, |_| i + 1);
    my.held |= 1 << node;
    Then::Goto(then)
}

fn release(turn: &mut Turn<'_, '_, LockCoupling>, my: &mut Local, node: u8) {
    turn.write(LOCK, node.into(), 0);
    my.held &= !(1 << node);
}

/// It is through, and only has to release its locks.
fn leave(my: &mut Local) -> Then<At> {
    *my = Local { held: my.held, answer: my.answer, ..Local::default() };
    Then::Goto(if my.held == 0 { At::End } else { At::Release })
}
