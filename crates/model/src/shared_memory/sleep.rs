//! Which steps of processes that share memory commute.
//!
//! A byte for each process tells what its next step touches, where that is known. Two steps of
//! different processes commute unless they touch the same cell, and one writes it, or both change
//! what properties remember.

use crate::sleep_set::{Footprint, Skipped, SleepSet, TriedSteps};
use crate::{Action, PROCESSES_MAX, Stepped};

/// Which cell: cells whose numbers have the same last bits are taken for one.
const CELL: u8 = 0b0001_1111;
/// In which of the ways that follow, if at all.
const HOW: u8 = 0b0110_0000;
const READS: u8 = 0b0010_0000;
const WRITES: u8 = 0b0100_0000;
/// The process reads the cell and waits.
const WAITS: u8 = 0b0110_0000;
/// The step changes what properties remember.
const HISTORY: u8 = 0b1000_0000;

/// Or several cells.
const UNKNOWN: u8 = Footprint::MUCH.0;
const NOTHING: u8 = Footprint::NOTHING.0;

impl Footprint {
    #[inline]
    pub(super) fn and_cell(self, cell: usize, writes: bool) -> Footprint {
        let it = cell as u8 & CELL | if writes { WRITES } else { READS };
        match self.0 {
            NOTHING => Footprint(it),
            // the same cell, which is written if it is written at all
            before if (before ^ it) & CELL == 0 && before != UNKNOWN => {
                Footprint(if (before | it) & WRITES == 0 { READS } else { WRITES } | it & CELL)
            }
            _ => Footprint::MUCH,
        }
    }

    #[inline]
    pub(super) fn and_history(self) -> Footprint {
        Footprint(if self.0 == UNKNOWN { UNKNOWN } else { self.0 | HISTORY })
    }
}

/// Of so many processes, those whose steps do not sleep, by the lowest bits of their bytes; and what
/// would come of the others, as if each had one step.
#[inline]
pub fn outside(sleep_set: SleepSet, processes: usize) -> (u32, Skipped) {
    let SleepSet(known) = sleep_set;
    let all = each(1) >> (8 * (PROCESSES_MAX - processes));
    let halves = known | known >> 4;
    let quarters = halves | halves >> 2;
    let sleep = (quarters | quarters >> 1) & each(1);
    let wait = known >> 5 & known >> 6 & each(1);
    // a product of bits that are so far apart counts them
    let steps = (sleep & !wait).wrapping_mul(each(1)) >> 24;
    (all & !sleep, Skipped { steps: steps as usize, waits: wait != 0 })
}

/// Whether a step of a process sleeps that is one and does not wait.
pub fn runs(sleep_set: SleepSet, process: usize) -> bool {
    let byte = sleep_set.0.to_le_bytes()[process];
    byte != UNKNOWN && byte & HOW != WAITS
}

const fn each(byte: u8) -> u32 {
    u32::from_le_bytes([byte; PROCESSES_MAX])
}

/// See [`crate::Model::sleep_set`].
#[inline]
pub fn sleep_set(
    tried: &mut TriedSteps,
    action: Action,
    stepped: Stepped,
    footprint: Footprint,
) -> SleepSet {
    let Action::Step { process, choice } = action else { return SleepSet::default() };
    let mine = match stepped {
        Stepped::Ran(_) => footprint.0,
        Stepped::Waits if footprint != Footprint::MUCH => footprint.0 | WAITS,
        _ => UNKNOWN,
    };
    let place = 8 * u32::from(process);
    let others = tried.known & !(0xff << place);
    let with_mine = others | u32::from(mine) << place;
    // where an outcome is open, all steps of the process sleep or none
    let is_alike = choice <= 1 || tried.known == with_mine;
    tried.known = if is_alike { with_mine } else { others };
    SleepSet(commuting(others, mine))
}

/// Those of the steps that commute with one, all at once.
#[inline]
fn commuting(others: u32, one: u8) -> u32 {
    if one == UNKNOWN {
        return 0;
    }
    // in each byte, one bit is right: that of READS
    let is_apart = ((others ^ each(one)) & each(CELL)) + each(CELL);
    let touches = others | others >> 1;
    let writes = !others & others >> 1;
    let clashes = match one & HOW {
        0 => 0,
        WRITES => !is_apart & touches,
        _ => !is_apart & writes,
    };
    let both_remember = (others & each(one & HISTORY)) >> 2;
    let wake = (clashes | both_remember) & each(READS);
    others & !((wake >> 5) * 0xff)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commute(one: u8, other: u8) -> bool {
        let cell = |it| (it & HOW != 0).then_some(it & CELL);
        let writes = |it| it & HOW == WRITES;
        let clash =
            cell(one).is_some() && cell(one) == cell(other) && (writes(one) || writes(other));
        one != UNKNOWN && !clash && one & other & HISTORY == 0
    }

    #[test]
    fn each_byte_is_looked_at_by_itself() {
        for one in 0..=u8::MAX {
            for other in 0..=u8::MAX {
                let others = [other, other.wrapping_mul(7), other ^ 0x55, 0];
                let left = others.map(|it| if commute(one, it) { it } else { UNKNOWN });
                let expected = u32::from_le_bytes(left);
                assert_eq!(commuting(u32::from_le_bytes(others), one), expected, "{one} {other}");
            }
        }
    }

    #[test]
    fn sleep_sets_are_summed_up() {
        for first in 0..=u8::MAX {
            for processes in 1..=PROCESSES_MAX {
                let mut known = [first, first.wrapping_mul(5), first ^ 0x68, 0];
                known[processes..].fill(UNKNOWN);
                let sleep_set = SleepSet(u32::from_le_bytes(known));
                let those = |holds: &dyn Fn(u8) -> bool| {
                    known[..processes].iter().filter(|it| holds(**it)).count()
                };
                let (left, skipped) = outside(sleep_set, processes);
                let is_left = |i: usize| left >> (8 * i) & 0xff == 1;
                assert!((0..processes).all(|i| is_left(i) == (known[i] == UNKNOWN)));
                assert_eq!(left.count_ones() as usize, those(&|it| it == UNKNOWN));
                let steps = those(&|it| it != UNKNOWN && it & HOW != WAITS);
                assert_eq!(skipped, Skipped { steps, waits: those(&|it| it & HOW == WAITS) > 0 });
                assert_eq!((0..processes).filter(|&i| runs(sleep_set, i)).count(), steps);
            }
        }
    }

    #[test]
    fn a_step_touches_one_cell_or_much() {
        let reads = |it: Footprint, cell| it.and_cell(cell, false);
        let read = reads(Footprint::NOTHING, 3);
        assert_eq!(read, Footprint(READS | 3));
        assert_eq!(reads(read, 3), read);
        assert_eq!(read.and_cell(3, true), Footprint(WRITES | 3));
        assert_eq!(reads(read.and_cell(3, true), 3), Footprint(WRITES | 3));
        assert_eq!(reads(read, 4), Footprint::MUCH);
        assert_eq!(reads(Footprint::MUCH, 4), Footprint::MUCH);
        assert_eq!(Footprint::MUCH.and_history(), Footprint::MUCH);
    }
}
