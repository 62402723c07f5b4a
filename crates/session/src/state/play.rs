//! The player: along the run, or where a random schedule leads.

use super::{RANDOM_MAX, State};
use crate::path::KeyMoment;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Playing {
    /// To the end of the run; or round and round, where it ends in a loop.
    Replay,
    /// On and on, by the seed.
    Random,
}

impl State {
    /// Plays what is ahead, or stops. Where nothing is ahead it offers to play at random, and does
    /// so when that `was_offered`.
    pub(super) fn play(&mut self, was_offered: bool) {
        let was_playing = self.playing.is_some();
        self.playing = match self.playing {
            None if self.has_more() => Some(Playing::Replay),
            None if was_offered => self.can_move().then_some(Playing::Random),
            _ => None,
        };
        self.offers_random =
            self.playing.is_none() && !was_playing && !was_offered && self.can_move();
    }

    /// Plays the run from its beginning.
    pub(super) fn replay(&mut self) {
        self.seek(0);
        self.playing = Some(Playing::Replay);
    }

    /// Whether the player goes on: there is more of the run, or it goes round.
    fn has_more(&self) -> bool {
        self.scenario.steps.is_some() || self.ahead().is_some()
    }

    /// How many steps Play will take before it stops; none where it goes round and round.
    pub fn to_play(&self) -> Option<usize> {
        let is_round = self.scenario.loops_from.is_some() || self.scenario.steps.is_some();
        let to_end = || Some(self.len() - self.at()).filter(|_| !is_round);
        self.to_event().filter(|_| self.scenario.steps.is_none()).or_else(to_end)
    }

    pub(super) fn play_at_random(&mut self) {
        self.playing = match self.playing {
            Some(Playing::Random) => None,
            _ => self.can_move().then_some(Playing::Random),
        };
    }

    /// Which step of the run comes next. The end of a loop is the state in which it begins.
    pub fn ahead(&self) -> Option<usize> {
        Some(self.at()).filter(|at| *at < self.len()).or(self.scenario.loops_from)
    }

    /// One step along the run.
    pub(super) fn follow(&mut self) {
        if let Some(step) = self.ahead() {
            self.rounds += usize::from(step < self.at());
            self.scenario.at = step + 1;
        }
    }

    pub(super) fn tick(&mut self) {
        match self.playing {
            Some(Playing::Replay) => match self.scenario.steps {
                Some((from, to)) if self.at() >= to => self.scenario.at = from,
                _ => self.follow(),
            },
            Some(Playing::Random) if self.at() < RANDOM_MAX => self.act_at_random(),
            _ => {}
        }
        let over = match self.playing {
            Some(Playing::Replay) => !self.has_more() || self.is_at_event(),
            Some(Playing::Random) => self.at() >= RANDOM_MAX,
            None => false,
        };
        if over {
            self.playing = None;
        }
    }

    /// Where the player stops, for what happens there; a loop goes on once the reader goes on.
    fn is_at_event(&self) -> bool {
        let is_event = |(_, stop): (usize, &KeyMoment)| stop.event() == self.at();
        self.rounds == 0 && self.scenario.steps.is_none() && self.here().is_some_and(is_event)
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
