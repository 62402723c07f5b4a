//! The page as it begins, as text: what stands in a document until the page is started there. It is drawn
//! by the same components, so that nothing moves when they take over.

use crate::{
    components::{Playground, PlaygroundProps, StateRef},
    host::{HostRef, Nobody},
};
use catalog::{Scenario, Theme};
use session::{prepared::Ready, state::State};
use std::{
    pin::pin,
    rc::Rc,
    task::{Context, Poll, Waker},
};
use yew::{Callback, LocalServerRenderer};

/// A scenario on our own page, and what is known of it.
pub fn written(scenario: &Scenario, ready: &Ready) -> String {
    let props = PlaygroundProps {
        opened: StateRef(Rc::new(State::open(&scenario.clone().into()))),
        host: HostRef::new(Rc::new(Nobody)),
        own_theme: Theme::default(),
        on_theme: Callback::from(|_| false),
        known: ready.found(scenario),
        on_there: Callback::noop(),
    };
    let page = LocalServerRenderer::<Playground>::with_props(props).hydratable(false).render();
    let mut page = pin!(page);
    let mut turn = Context::from_waker(Waker::noop());
    loop {
        // nothing of it waits for anything outside
        if let Poll::Ready(text) = page.as_mut().poll(&mut turn) {
            return text;
        }
    }
}
