//! The picture beside a student's program: the shortest run that fails, or the program from its start.

use super::super::playground::{Playground, StateRef};
use crate::host::{HostRef, Nobody};
use catalog::{Look, Panel, Panels, Parsed, Scenario, Shown, Theme};
use session::state::State;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct FigureProps {
    pub scenario: Scenario,
}

#[component]
pub fn Figure(FigureProps { scenario }: &FigureProps) -> Html {
    let host = use_memo((), |()| HostRef::new(Rc::new(Nobody)));
    let opened = use_memo(scenario.clone(), |scenario| {
        let panels = Panels::NONE.with(Panel::Narration).with(Panel::Stage);
        let panels = panels.with(Panel::Transport).with(Panel::Scheduler);
        let shown = Shown { look: Look::Embed, panels, ..scenario.shown };
        let scenario = Scenario { shown, ..scenario.clone() };
        StateRef(Rc::new(State::open(&Parsed::from(scenario))))
    });
    html! {
        <Playground opened={(*opened).clone()} host={(*host).clone()} own_theme={Theme::default()}
            on_theme={Callback::from(|_| false)} on_there={Callback::noop()} />
    }
}
