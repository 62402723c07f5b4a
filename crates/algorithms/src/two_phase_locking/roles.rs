//! Who treats which accounts, and with which locks.

use super::locks::Mode;
use super::{Claims, Locking, TwoPhaseLocking};
use model::Pid;

impl TwoPhaseLocking {
    pub(super) fn is_auditor(&self, i: Pid) -> bool {
        i >= self.transfers
    }

    pub(super) fn locking(&self, i: Pid) -> Locking {
        if self.is_auditor(i) { self.audit } else { self.transfer }
    }

    pub(super) fn audits_with_locks(&self) -> bool {
        self.auditors > 0 && self.audit != Locking::None
    }

    pub(super) fn has_locks(&self) -> bool {
        self.transfer != Locking::None || self.audits_with_locks()
    }

    pub(super) fn releases_late(&self) -> bool {
        !matches!(self.transfer, Locking::BeforeUpdate | Locking::None)
    }

    pub(super) fn payer(&self, i: Pid) -> usize {
        i % self.accounts
    }

    pub(super) fn receiver(&self, i: Pid) -> usize {
        (i + 1) % self.accounts
    }

    /// The account that process `i` treats in place `k`.
    pub(super) fn account(&self, i: Pid, k: u8) -> usize {
        let (payer, receiver) = (self.payer(i), self.receiver(i));
        match k {
            _ if self.is_auditor(i) => k.into(),
            0 if self.has_order => payer.min(receiver),
            0 => payer,
            _ if self.has_order => payer.max(receiver),
            _ => receiver,
        }
    }

    pub(super) fn is_last(&self, i: Pid, k: u8) -> bool {
        usize::from(k) + 1 == if self.is_auditor(i) { self.accounts } else { 2 }
    }

    /// Whether transfers inspect with a read-only lock, which they turn into one to write.
    pub(super) fn upgrades(&self) -> bool {
        self.transfer == Locking::TwoPhase && self.claims != Claims::InUse
    }

    /// How process `i` claims what it is to inspect.
    pub(super) fn mode(&self, i: Pid) -> Mode {
        if self.is_auditor(i) || self.upgrades() { Mode::ReadOnly } else { Mode::InUse }
    }

    pub(super) fn mode_to_write(&self) -> Mode {
        if self.claims == Claims::SoleReader { Mode::SoleReader } else { Mode::InUse }
    }
}
