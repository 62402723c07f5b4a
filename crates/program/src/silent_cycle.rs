//! Whether a loop without a step has come round to where it was.

/// After so many jumps of one step it is watched. A power of two.
pub const WATCHED_FROM: usize = 1 << 10;

/// All that the rest of a step depends on, at one of its jumps.
#[derive(Default)]
pub struct Round {
    to: usize,
    outcome: i64,
    state: Vec<u8>,
    registers: Vec<i64>,
}

impl Round {
    /// Whether all is as it was at an earlier jump: then it will be so for ever. Called at each jump from
    /// [`WATCHED_FROM`] on, with how many there were; it keeps what is there at each power of two.
    #[cold]
    pub fn is_closed(
        &mut self,
        jumps: usize,
        (to, outcome): (usize, i64),
        state: &[u8],
        registers: &[i64],
    ) -> bool {
        if !jumps.is_power_of_two() {
            return (self.to, self.outcome) == (to, outcome)
                && self.state == state
                && self.registers == registers;
        }
        *self = Round { to, outcome, state: state.to_vec(), registers: registers.to_vec() };
        false
    }
}
