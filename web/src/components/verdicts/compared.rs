//! With what a setting is compared: what is published, which is checked for that, or what was before.

use super::{Asking, Checks, VerdictsProps};
use crate::check::{Found, Limit, Line, Mark, Status};
use session::state::is_of_reader;
use std::rc::Rc;
use yew::prelude::*;

pub struct Compared {
    is_text: bool,
    /// What was found of what is published, where that is another setting.
    usual: Option<Rc<Found>>,
}

impl Compared {
    /// What a property was, where `before` was found of the setting before.
    pub fn mark(&self, line: &Line, before: Option<&Found>) -> Option<Mark> {
        let usual = self.usual.as_deref();
        let before = if self.is_text { usual } else { before.or(usual) }?;
        let before = before.lines.iter().find(|before| before.property == line.property);
        before.map(|before| before.mark)
    }
}

/// A link that opens with changed options is compared with the published ones.
#[hook]
pub fn use_compared(props: &VerdictsProps, checks: &Checks) -> Compared {
    let VerdictsProps { scenario, unasked, known: given, is_own, .. } = props;
    let given = given.as_ref().and_then(|(_, usual)| usual.as_ref());
    let usual = use_state_eq(|| Status::known(given));
    let is_given = use_mut_ref(|| matches!(&*usual, Status::Done { .. }));
    let checker = use_mut_ref(|| None);
    let default = scenario.as_published().start_of_size();
    let is_text = scenario.text.is_some() && !is_of_reader(scenario) && !is_own;
    // a text is compared with the published one, options with the published ones, and a reader's own text with
    // nothing
    let published = if is_text { scenario.as_published() } else { default.clone() };
    let is_compared = is_text || scenario.text.is_none();
    let is_changed = *unasked && is_compared && published != *scenario;
    let is_default = published == default;
    let is_done = matches!(&*checks.status, Status::Done { .. });
    let is_wanted = is_done && (is_text || checks.known.borrow()[1].is_none());
    use_effect_with((published, is_changed, is_wanted), {
        let status = usual.setter();
        move |(published, is_changed, is_wanted)| {
            if *is_changed && *is_wanted && !(is_given.replace(false) && is_default) {
                let scenario = published.clone();
                let asking = Asking { checker, status, scenario, from_here: None };
                asking.check(Limit::Unasked);
            }
        }
    });
    let usual = match &*usual {
        Status::Done { found, .. } if is_changed => Some(Rc::clone(found)),
        _ => None,
    };
    Compared { is_text, usual }
}
