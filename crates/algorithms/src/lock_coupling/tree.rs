//! The tree as the set that it stands for, and what operations do to such a set, one by one.

use super::operations::Kind;
use super::{It, LEFT, RIGHT, States, side};
use model::Pid;

/// Each node with its left and its right child; the root is the right child of the place above it.
pub const TREE: [(usize, u8, u8); 6] =
    [(0, 0, 3), (1, 0, 0), (3, 1, 7), (5, 0, 6), (6, 0, 0), (7, 5, 0)];

/// The keys in the tree at the start: a set.
fn keys_at_start() -> u8 {
    TREE[1..].iter().fold(0, |set, (key, ..)| set | 1 << key)
}

/// The nodes that can be reached: a set. It comes to an end even where there is a circle.
pub fn nodes(state: &States) -> u8 {
    let mut set = 1u8;
    loop {
        let children = (0..8)
            .filter(|&x| set & 1 << x != 0)
            .flat_map(|x| [state.cell(LEFT, x), state.cell(RIGHT, x)])
            .filter(|&child| child != 0);
        let more = children.fold(set, |set, child| set | 1 << child);
        if more == set {
            return set & !1;
        }
        set = more;
    }
}

/// The keys that a search finds: a set.
pub fn keys(state: &States) -> u8 {
    let finds = |key: u8| {
        let mut at = 0;
        for _ in 0..8 {
            at = state.cell(side(at, key), at.into());
            if at == 0 || at == key {
                break;
            }
        }
        at == key
    };
    (1..8).filter(|&key| finds(key)).fold(0, |set, key| set | 1 << key)
}

/// Whether some order, one by one, gives these answers and leaves these keys.
pub fn is_serial(it: &It, answer: impl Fn(Pid) -> u8, keys: u8) -> bool {
    let n = it.processes().len();
    let orders = (0..n.pow(n as u32)).map(|code| (0..n).map(move |at| code / n.pow(at as u32) % n));
    orders.into_iter().any(|order| {
        let (mut set, mut done) = (keys_at_start(), 0u8);
        let agrees = order.into_iter().all(|i| {
            let (kind, key) = it.program.operation(i);
            let is_there = set & 1 << key != 0;
            let is_new = done & 1 << i == 0;
            done |= 1 << i;
            match kind {
                Kind::Search => {}
                Kind::Insert => set |= 1 << key,
                Kind::Delete => set &= !(1 << key),
            }
            is_new && (answer(i) == 2) == (is_there == (kind != Kind::Insert))
        });
        agrees && set == keys
    })
}
