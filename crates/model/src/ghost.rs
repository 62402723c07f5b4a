//! History that the algorithm does not have but a property needs. It is part of the state, and
//! never read by a row.

use crate::{PROCESSES_MAX, Pid, Plain, Renaming, Zone};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

pub trait Ghost: Plain {
    /// `who` has run a row of the zone `ran` and now stands in the zone that `zone` tells.
    ///
    /// A row that changes neither this nor its zone must change neither, too, after any row of
    /// another process: a search may leave out one of the two orders (see [`crate::SleepSet`]).
    fn ran(&mut self, who: Pid, ran: Zone, zone: impl Fn(Pid) -> Zone);

    /// Gives processes other names.
    fn rename(&mut self, _: &Renaming) {}
}

/// Nothing to remember.
impl Ghost for () {
    #[inline]
    fn ran(&mut self, _: Pid, _: Zone, _: impl Fn(Pid) -> Zone) {}
}

/// Who had left the doorway before whom entered it: what "first come, first served" is about.
#[derive(Clone, Copy, FromZeros, Immutable, IntoBytes, Unaligned)]
#[repr(C)]
pub struct FirstCome {
    /// Per process, a set: itself once it is in the doorway, and all who were waiting by then and
    /// have not been served since.
    ahead: [u8; PROCESSES_MAX],
}

impl FirstCome {
    /// Whether `who` still has somebody in front of it.
    pub fn has_ahead(&self, who: Pid) -> bool {
        self.ahead[who] & !(1 << who) != 0
    }
}

impl Ghost for FirstCome {
    #[inline]
    fn ran(&mut self, who: Pid, ran: Zone, zone: impl Fn(Pid) -> Zone) {
        if ran == Zone::Doorway && self.ahead[who] == 0 {
            let waiting = (0..PROCESSES_MAX).filter(|&it| zone(it) == Zone::Waiting && it != who);
            self.ahead[who] = waiting.fold(1 << who, |set, it| set | 1 << it);
        }
        match zone(who) {
            Zone::Critical => {
                for it in (0..PROCESSES_MAX).filter(|&it| it != who) {
                    self.ahead[it] &= !(1 << who);
                }
            }
            Zone::Exit | Zone::Remainder | Zone::Crashed => {
                for it in 0..PROCESSES_MAX {
                    self.ahead[it] &= !(1 << who);
                }
                self.ahead[who] = 0;
            }
            _ => {}
        }
    }

    fn rename(&mut self, names: &Renaming) {
        self.ahead = names.array(self.ahead.map(|set| names.set(set)));
    }
}
