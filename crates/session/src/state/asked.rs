//! What is asked of a state: where the cursor stands, and what is near it.

use super::State;
use crate::path::{self, KeyMoment};
use catalog::{Action, Look};

impl State {
    pub fn at(&self) -> usize {
        self.scenario.at
    }

    pub fn len(&self) -> usize {
        self.scenario.run.len()
    }

    /// Where the button to the start leads: not out of the steps that are to be played.
    pub fn start(&self) -> usize {
        self.scenario.steps.map_or(0, |steps| steps.0)
    }

    pub fn end(&self) -> usize {
        self.scenario.steps.map_or(self.len(), |steps| steps.1)
    }

    pub fn is_empty(&self) -> bool {
        self.scenario.run.is_empty()
    }

    /// The moment of the path that this run leads to, or has just passed.
    pub fn here(&self) -> Option<(usize, &KeyMoment)> {
        let at = path::here(&self.path, &self.scenario)?;
        Some((at, &self.path[at]))
    }

    /// How many steps of a key moment's run are ahead.
    pub fn to_event(&self) -> Option<usize> {
        let (_, stop) = self.here()?;
        stop.event().checked_sub(self.at()).filter(|it| *it > 0)
    }

    /// The moment that the reader's own run has reproduced: it breaks here what breaks there.
    pub fn met(&self) -> Option<(usize, &KeyMoment)> {
        let broken = self.trace.breaks_at(self.at());
        let is_own = self.is_own && self.here().is_none();
        let meets = |moment: &KeyMoment| {
            moment.is_setting_of(&self.scenario)
                && moment.breaks.iter().any(|text| broken.contains(text))
        };
        let at = self.path.iter().position(meets).filter(|_| is_own)?;
        Some((at, &self.path[at]))
    }

    /// The key moment from which the reader has gone an own way.
    pub fn left(&self) -> Option<&KeyMoment> {
        let is_away = self.is_own && self.here().is_none();
        self.came_from.filter(|_| is_away).and_then(|at| self.path.get(at))
    }

    /// What a key moment of this path announces.
    pub fn ahead_of(&self, stop: &KeyMoment) -> String {
        let at = self.path.iter().position(|moment| moment == stop).unwrap_or(usize::MAX);
        let (known, ahead) = self.announced.get_or_init(|| (at, stop.ahead()));
        if *known == at { ahead.clone() } else { stop.ahead() }
    }

    /// Whether it is the whole page, and no guest on another one.
    pub fn is_page(&self) -> bool {
        self.scenario.shown.look == Look::Page
    }

    /// The name of a region that readers may jump to; a guest adds none to the page around it.
    pub fn landmark(&self, name: &'static str) -> Option<&'static str> {
        self.is_page().then_some(name)
    }

    /// Whether anything may move that is not held back.
    pub fn can_move(&self) -> bool {
        self.moves().next().is_some()
    }

    pub(super) fn moves(&self) -> impl Iterator<Item = Action> {
        self.moment.steps().map(|step| step.action).filter(|action| !self.held.contains(action))
    }
}
