//! The parts of a playground, of which a page and an embed are put together.

use super::{
    super::{
        ahead::StepPreview,
        faces::{View, view_switch},
        keys::keys as keys_dialog,
        narration::narration,
        notices::notices,
        quiz::quiz,
        scheduler::scheduler,
        sheet::{BottomSheet, Tab},
        stage::StageView,
        text::Text,
        timeline::Timeline,
        transport::transport,
        watches::watches,
    },
    StateRef, Views,
};
use catalog::Panel;
use session::{narration::coming, state::Message};
use std::rc::Rc;
use yew::prelude::*;

impl Views<'_> {
    /// Each is made when its turn has come.
    pub fn has(&self, part: usize) -> bool {
        !self.is_page() || self.parts >= part
    }

    /// The picture, or what stands in its place.
    pub fn scene(&self) -> Html {
        if !self.has(3) {
            return Html::default();
        }
        let Views { now, setting, shown, on_view, .. } = self;
        let shown = *shown;
        html! {
            <section class="scene" data-face={shown.name()} aria-label={now.landmark("Picture")}>
                if shown == View::Picture {
                    {self.picture()}
                } else {
                    {shown.draw(setting, &now.scenario, (&self.sweeps, &self.lines), on_view)}
                }
                {watches(now, &self.tell)}
                if self.is_page() { {view_switch(shown, setting, on_view)} }
            </section>
        }
    }

    fn picture(&self) -> Html {
        let Views { now, acts, marked, said, .. } = self;
        let entry = now.scenario.entry();
        html! {
            <StageView stage={entry.stage()} zones={entry.zones(&now.scenario.setting)}
                moment={now.moment.clone()} trace={now.trace.clone()} said={said.clone()}
                coming={Rc::new(coming(now))} on_act={acts.act.clone()}
                held={now.held.clone()} on_hold={acts.hold.clone()} marked={**marked}
                on_mark={acts.mark.clone()} on_cell={acts.cell.clone()}
                on_swipe={acts.swipe.clone()} on_still={acts.still.clone()} speed={now.speed} />
        }
    }

    /// What happened, and why it failed.
    pub fn narration(&self) -> Html {
        let Views { now, tell, sheet, to_come, .. } = self;
        // the reason of a failure comes when the picture has arrived, if there is one
        let is_moving = self.shown == View::Picture
            && (self.is_page() || now.scenario.shown.panels.has(Panel::Stage))
            && !self.still.as_ref().is_some_and(|moment| Rc::ptr_eq(moment, &now.moment));
        // its steps are in the diagram, which is a tab of a phone
        let on_ring = {
            let (tell, sheet) = (tell.clone(), sheet.clone());
            Callback::from(move |steps| {
                tell.emit(Message::Ring(steps));
                sheet.set(BottomSheet { tab: Tab::Time, ..*sheet });
            })
        };
        html! { if self.has(2) { {narration(now, is_moving, to_come.as_deref(), tell, &on_ring)} } }
    }

    pub fn transport(&self) -> Html {
        html! { if self.has(4) { {transport(self.now, &self.tell)} } }
    }

    /// The possible steps, with what stands beside their heading.
    pub fn scheduler(&self, beside: Html) -> Html {
        let Views { now, tell, marked, acts, .. } = self;
        let ahead = html! {
            if self.is_page() {
                <StepPreview scenario={now.scenario.clone()} moment={now.moment.clone()} tell={tell.clone()} />
            }
        };
        html! { if self.has(5) { {scheduler(now, tell, beside, ahead, (**marked, &acts.mark))} } }
    }

    pub fn question(&self) -> Html {
        quiz(self.now, &self.tell)
    }

    pub fn timeline(&self) -> Html {
        if !self.has(6) {
            return Html::default();
        }
        let Views { now, acts, .. } = self;
        let gaps = self.needed.as_ref().map_or_else(Rc::default, |needed| Rc::from(&*needed.gaps));
        html! {
            <Timeline trace={now.trace.clone()} at={now.at()} picked={now.scenario.picked} ringed={now.ringed.clone()}
                loops_from={now.scenario.loops_from} rounds={now.rounds} {gaps}
                goes_to={now.to_event().map(|steps| now.at() + steps)}
                hides={now.scenario.asks} forks={now.branches.forks(&now.scenario.run)}
                on_order={acts.order.clone()} on_seek={acts.seek.clone()}
                on_pick={acts.pick.clone()} on_branch={acts.branch.clone()} />
        }
    }

    pub fn listing(&self, tell: Option<&super::super::Dispatch>) -> Html {
        let on_lines = self.is_page().then(|| self.on_view.reform(|()| View::Lines));
        html! { <Text state={StateRef(Rc::clone(self.now))} tell={tell.cloned()} {on_lines} /> }
    }

    pub fn notices(&self) -> Html {
        notices(self.now, &self.tell)
    }

    /// The list of keys, where it is asked for.
    pub fn help(&self) -> Html {
        let helping = self.helping.setter();
        html! {
            if *self.helping {
                {keys_dialog(&self.now.trace, Callback::from(move |()| helping.set(false)))}
            }
        }
    }
}
