//! Who waits for whom.

use super::{Enabledness, Moment};
use model::{Action, Cell};

impl Moment {
    /// Whether a process waits for another one that will not do that any more.
    pub fn waits_in_vain(&self, who: usize, whom: usize) -> bool {
        let mut own =
            self.next.iter().filter(|choice| choice.process.map(usize::from) == Some(who));
        own.any(|choice| choice.cannot_help.iter().any(|other| usize::from(*other) == whom))
    }

    /// Who waits for whom: for those it names, or for those who hold the variable that it looks at.
    pub fn waits(&self) -> Vec<(usize, usize, Option<Cell>)> {
        let mut waits = Vec::new();
        for choice in &self.next {
            let is_wait = choice.possible == Enabledness::Waits
                && matches!(choice.action, Action::Step { .. });
            let Some(who) = choice.process.filter(|_| is_wait) else { continue };
            waits.extend(choice.waits_for.iter().map(|whom| (who, *whom, choice.cell)));
            let Some(cell) = choice.cell else { continue };
            let array = self.view.arrays.iter().find(|array| array.name == cell.array);
            let holders = array.and_then(|array| array.get(cell)).map(|shown| &shown.holders[..]);
            let held = holders.unwrap_or_default().iter().map(|whom| (who, *whom, Some(cell)));
            waits.extend(held);
        }
        waits.retain(|wait| wait.0 != wait.1);
        waits.sort_unstable();
        waits.dedup();
        waits.into_iter().map(|(who, whom, cell)| (who.into(), whom.into(), cell)).collect()
    }
}
