//! A playground as our own page shows it, with all around it.

use super::{
    super::{
        faces::View, fencing::Fencing, guide::guide, header::Header, narration::unpressed,
        needs::Needs, one_at_a_time::OneAtATime, sheet::tabs, verdicts::Verdicts, watches::Watch,
        what_if::what_if,
    },
    Listeners, PARTS, Views,
    fingers::Fingers,
};
use crate::{browser::window, theme};
use catalog::Theme;
use yew::prelude::*;

impl Views<'_> {
    pub fn page(&self, listeners: Listeners, fingers: Fingers, shown: Theme, reached: u32) -> Html {
        let Listeners { onclick, onkeydown } = listeners;
        let Fingers { down, up, cancel } = fingers;
        let Views { now, tell, sheet, count, .. } = self;
        let on_keys = {
            let helping = self.helping.setter();
            Callback::from(move |_| helping.set(true))
        };
        let on_sheet = {
            let sheet = sheet.setter();
            Callback::from(move |to| sheet.set(to))
        };
        let header = Header {
            state: now,
            host: &self.props.host,
            own_theme: self.props.own_theme,
            on_theme: &self.props.on_theme,
            on_keys,
            tell,
        };
        html! {
            <div ref={self.root.clone()} class="lab page" tabindex="-1" {onkeydown} {onclick} data-theme={theme::name(shown)}>
                { header.draw() }
                if !now.path.is_empty() { {guide(now, reached)} }
                {self.notices()}
                <main onpointerdown={down} onpointerup={up} onpointercancel={cancel} data-tab={sheet.tab.name()} data-tall={sheet.is_tall.to_string()}
                    data-drawer={self.is_drawn_out.then_some("open")} data-editing={now.is_editing.then_some("yes")}>
                    {self.narration()}
                    {self.scene()}
                    <section class="player" aria-label="Player">{self.transport()}</section>
                    {tabs(**sheet, count.1 > 0, &on_sheet)}
                    {self.scheduler(self.question())}
                    <section class="program" aria-label="Program" tabindex="0">
                        if self.has(7) { {self.listing(Some(tell))} }
                    </section>
                    <section class="time" aria-label="Time">{self.timeline()}</section>
                    {self.handle()}
                    <div class="ever">
                        if self.has(PARTS) { {self.ever()} }
                    </div>
                    if window().is_none() { {unpressed(now)} }
                </main>
                {self.help()}
            </div>
        }
    }

    /// Draws out what stands at the side, where there is no room for it.
    fn handle(&self) -> Html {
        let ((holds, fails), is_out) = (*self.count, *self.is_drawn_out);
        let is_drawn_out = self.is_drawn_out.setter();
        html! {
            <button class="handle" aria-expanded={is_out.to_string()}
                onclick={move |_| is_drawn_out.set(!is_out)}>
                {"What if, verdicts "}
                <span class="good">{format!("✓ {holds}")}</span>{" "}
                <span class={classes!((fails > 0).then_some("bad"))}>{format!("✗ {fails}")}</span>
            </button>
        }
    }

    /// What holds in every run, and what could be otherwise.
    fn ever(&self) -> Html {
        let Views { now, tell, setting, claims, on_view, .. } = self;
        let runs = now.errors().is_empty();
        let on_variants = on_view.reform(|()| View::Variants);
        let on_states = on_view.reform(|()| View::States);
        html! {
            <>
                if !runs {
                    <p class="stale">{"For the last version without errors"}</p>
                }
                {what_if(&now.scenario, &self.breaking, tell, &on_variants)}
                <Verdicts scenario={setting.clone()} {claims} unasked={true} known={self.props.known.clone()}
                    offers_memory={runs} wanted={now.tried} {on_states} tell={tell.clone()}
                    on_count={self.acts.count.clone()} />
                if let Some(needed) = &self.needed {
                    <Needs needed={needed.clone()} tell={tell.clone()} />
                }
                <OneAtATime setting={setting.clone()} />
                if runs {
                    <Fencing setting={setting.clone()} tell={tell.clone()} />
                }
                <Watch count={now.scenario.watched.len()} error={now.not_watched.clone()}
                    example={now.watchable()} tell={tell.clone()} />
            </>
        }
    }
}
