//! The picture beside a student's program: the shortest run that fails, or the program from its start.

use super::super::playground::{Playground, StateRef};
use crate::host::{Dialog, Host, HostRef, Way};
use catalog::{Look, Panel, Panels, Parsed, Scenario, Theme};
use session::state::State;
use std::rc::Rc;
use yew::prelude::*;

/// The task's page has its own address.
struct Beside;

impl Host for Beside {
    fn show(&self, _link: &str, _way: Way, _refused: &Callback<String>) {}

    fn home(&self) -> String {
        String::new()
    }

    fn theme(&self, _theme: Theme) {}

    fn resized(&self, _height: f64) {}

    // an embed offers none
    fn open(&self, _dialog: Dialog, _link: &str, _failed: Callback<String>) {}
}

#[derive(Properties, PartialEq)]
pub struct FigureProps {
    pub scenario: Scenario,
}

#[component]
pub fn Figure(FigureProps { scenario }: &FigureProps) -> Html {
    let host = use_memo((), |()| HostRef::new(Rc::new(Beside)));
    let opened = use_memo(scenario.clone(), |scenario| {
        let panels = Panels::NONE.with(Panel::Narration).with(Panel::Stage);
        let panels = panels.with(Panel::Transport).with(Panel::Scheduler);
        let scenario = Scenario { look: Look::Embed, panels, ..scenario.clone() };
        StateRef(Rc::new(State::open(&Parsed::from(scenario))))
    });
    html! {
        <Playground opened={(*opened).clone()} host={(*host).clone()} own_theme={Theme::default()}
            on_theme={Callback::from(|_| false)} on_there={Callback::noop()} />
    }
}
