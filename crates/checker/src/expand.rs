//! Taking every step that there is from one state.

use model::{Action, Log, Model, Stepped};

/// Where the states go that steps lead to.
pub trait Drafts<S> {
    /// A copy of `state`, to become the one that [`Self::add`] takes.
    fn draft(&mut self, state: &S) -> &mut S;
    /// Takes the draft.
    fn add(&mut self);
}

/// What came of it.
#[derive(Default)]
pub struct Came {
    /// How many steps there are.
    pub transitions: usize,
    /// Some lead beyond what the model follows.
    pub is_beyond: bool,
    /// There is none, faults aside: runs end here.
    pub is_end: bool,
    /// And yet somebody waits.
    pub is_deadlock: bool,
}

/// Shows `each` every attempt.
#[inline]
pub fn expand<M: Model>(
    model: &M,
    before: &M::State,
    drafts: &mut impl Drafts<M::State>,
    each: &mut impl FnMut(&M::State, Action, Stepped, &M::State),
) -> Came {
    let mut came = Came::default();
    let (mut can_go_on, mut waits) = (false, false);
    model.actions(before, &mut |action| {
        let after = drafts.draft(before);
        let stepped = model.step(after, action, &mut Log::off());
        each(before, action, stepped, after);
        match stepped {
            Stepped::Ran(_) => {
                can_go_on |= !action.is_fault();
                came.transitions += 1;
                drafts.add();
            }
            Stepped::Beyond => {
                can_go_on |= !action.is_fault();
                came.is_beyond = true;
            }
            Stepped::Waits => waits = true,
            Stepped::Done | Stepped::Refused => {}
        }
    });
    came.is_end = !can_go_on;
    came.is_deadlock = waits && !can_go_on;
    came
}
