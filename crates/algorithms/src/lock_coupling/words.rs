//! The words of the lines that follow the knobs, and what the page shows of a process.

use super::operations::{Kind, Search};
use super::{At, LOCK, Local, LockCoupling};
use model::shared_memory::Memory;
use model::{Pid, ProcessView, Zone};

/// A node by its key.
pub fn node(key: u8) -> String {
    if key == 0 { "–".into() } else { key.to_string() }
}

/// The lock holds nobody, or one more than a process's number.
pub fn holder(lock: u8) -> String {
    lock.checked_sub(1).map_or_else(|| "free".into(), |i| i.to_string())
}

/// A set of keys.
pub fn keys(set: u8) -> String {
    let keys = (1..8).filter(|key| set & 1 << key != 0).map(|key: u8| key.to_string());
    keys.collect::<Vec<_>>().join(" ")
}

pub fn answer(answer: u8) -> &'static str {
    match answer {
        0 => "–",
        1 => "no",
        _ => "yes",
    }
}

impl LockCoupling {
    pub(super) fn step_words(&self) -> String {
        let (who, indent) = match (self.walks_with_locks(), self.search) {
            (true, Search::Unlocked) => ("if i searches:\n", "  "),
            _ => ("", ""),
        };
        format!("{who}{indent}while c has a child towards key:\n{indent}  p ← c; c ← that child")
    }

    pub(super) fn right_words(&self) -> String {
        let one = "r ← right[c]\nif l = none or r = none: s ← the other one";
        let two = match (self.deletes_root(), self.locks_successor) {
            (false, _) => "",
            (true, true) => "\nelse: s ← c; n ← r; repeat:",
            (true, false) => "\nelse: q ← c; s ← r",
        };
        format!("{one}{two}")
    }

    pub(super) fn look_left_words(&self) -> String {
        match self.locks_successor {
            true => "  n ← left[s]\n  if there is none: leave the loop".into(),
            false => "  while left[s] ≠ none:\n    q ← s; s ← left[s]".into(),
        }
    }

    pub(super) fn show_process(
        &self,
        i: Pid,
        my: &Local,
        memory: Memory<'_>,
        view: &mut ProcessView,
    ) {
        let row = |at: At| view.row == Some(at as u8);
        let claims = match () {
            () if row(At::Top) => Some(0),
            () if row(At::Claim) || row(At::ClaimNext) => Some(my.n),
            () if row(At::ClaimParent) => Some(my.p),
            () if row(At::ClaimTarget) => Some(my.c),
            () => None,
        };
        if let Some(node) = claims {
            view.awaits.extend(memory.get(LOCK, node.into()).checked_sub(1));
        }
        let (kind, key) = self.operation(i);
        let verb = match kind {
            Kind::Search => "search",
            Kind::Insert => "insert",
            Kind::Delete => "delete",
        };
        view.status = format!("{verb} {key}");
        if view.zone == Zone::Remainder {
            view.status = format!("{verb} {key}: {}", answer(my.answer));
        }
        if matches!(view.zone, Zone::Exit | Zone::Remainder) {
            return;
        }
        let deletes = kind == Kind::Delete;
        let all = [
            ("c", my.c, true),
            ("p", my.p, deletes),
            ("n", my.n, self.has_locks(i)),
            ("l", my.l, deletes),
            ("r", my.r, deletes),
            ("s", my.s, deletes),
            ("q", my.q, deletes && self.deletes_root()),
            ("t", my.t, deletes && self.deletes_root()),
        ];
        let shown = all.into_iter().filter(|(.., is_shown)| *is_shown);
        view.locals.extend(shown.map(|(name, value, _)| (name, node(value))));
    }
}
