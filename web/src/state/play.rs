//! The player: along the run, or where a random schedule leads.

use super::{RANDOM_MAX, State};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Playing {
    /// To the end of the run; or round and round, where it ends in a loop.
    Replay,
    /// On and on, by the seed.
    Random,
}

impl State {
    /// Plays what is ahead, or at random where nothing is; or stops.
    pub(super) fn play(&mut self) {
        self.playing = match self.playing {
            Some(_) => None,
            None if self.at() < self.len() || self.goes_round() => Some(Playing::Replay),
            None => self.can_move().then_some(Playing::Random),
        };
    }

    fn goes_round(&self) -> bool {
        self.scenario.steps.is_some() || self.scenario.loops_from.is_some()
    }

    pub(super) fn play_at_random(&mut self) {
        self.playing = match self.playing {
            Some(Playing::Random) => None,
            _ => self.can_move().then_some(Playing::Random),
        };
    }

    pub(super) fn tick(&mut self) {
        match self.playing {
            Some(Playing::Replay) => {
                let (at, len) = (self.at(), self.len());
                self.scenario.at = match (self.scenario.steps, self.scenario.loops_from) {
                    (Some((from, to)), _) if at >= to => from,
                    // the end of a loop is the state in which it begins
                    (None, Some(from)) if at >= len => len.min(from + 1),
                    _ => len.min(at + 1),
                };
            }
            Some(Playing::Random) if self.at() < RANDOM_MAX => self.act_at_random(),
            _ => {}
        }
        let over = match self.playing {
            Some(Playing::Replay) => !self.goes_round() && self.at() >= self.len(),
            Some(Playing::Random) => self.at() >= RANDOM_MAX,
            None => false,
        };
        if over {
            self.playing = None;
        }
    }

    /// The step that the seed names here; the player stops where there is none.
    pub(super) fn act_at_random(&mut self) {
        let moves: Vec<_> = self.moves().collect();
        let nth = catalog::pick(self.seed, self.at(), moves.len());
        match moves.get(nth) {
            Some(&action) => self.act(action),
            None => self.playing = None,
        }
    }
}
