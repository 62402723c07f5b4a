//! A playground in somebody's page: one box, and below it the panels that its link names.

use super::{super::verdicts::Verdicts, Listeners, Views};
use crate::theme;
use catalog::{Panel, Theme};
use session::{snippet, state::Message};
use yew::prelude::*;

impl Views<'_> {
    pub fn embed(&self, listeners: Listeners, shown: Theme) -> Html {
        let Listeners { onclick, onkeydown } = listeners;
        let Views { now, setting, claims, tell, .. } = self;
        let has = |panel| now.scenario.shown.panels.has(panel);
        html! {
            <article ref={self.root.clone()} class="lab embed" tabindex="-1" {onkeydown} {onclick}
                data-theme={theme::name(shown)} aria-label={now.scenario.entry().name}>
                {self.notices()}
                <div class="box">
                    if has(Panel::Narration) { {self.narration()} }
                    if has(Panel::Stage) { {self.scene()} }
                    {self.question()}
                    {self.bar()}
                </div>
                if has(Panel::Timeline) { <div class="time">{self.timeline()}</div> }
                if has(Panel::Listing) { <div class="program">{self.listing(None)}</div> }
                if has(Panel::Verdicts) {
                    <Verdicts scenario={setting.clone()} {claims} unasked={false} tell={tell.clone()} />
                }
                {self.help()}
            </article>
        }
    }

    /// The player, the possible steps, and where all of it is.
    fn bar(&self) -> Html {
        let Views { now, tell, .. } = self;
        let has = |panel| now.scenario.shown.panels.has(panel);
        let name = now.scenario.entry().name;
        let home = self.props.host.home();
        html! {
            <div class="bar">
                if has(Panel::Transport) { {self.transport()} }
                if has(Panel::Scheduler) {
                    <button class="steps" popovertarget="steps">
                        <span class="long">{"Steps"}</span>
                        <span class="short">{"⋯"}<span class="unseen">{" Steps"}</span></span>
                    </button>
                    <div id="steps" class="menu" popover="auto">
                        <button class="short" onclick={tell.reform(|_| Message::Forward)}>
                            {"Step forward"}
                        </button>
                        {self.scheduler(Html::default())}
                    </div>
                }
                if !home.is_empty() {
                    <a class="source" href={snippet::link(&home, &now.scenario)} target="_blank"
                        rel="noopener">
                        <span class="long">{name}{" in Interleave"}</span>
                        <span class="short">
                            {"Open ↗"}<span class="unseen">{" "}{name}{" in Interleave"}</span>
                        </span>
                    </a>
                }
            </div>
        }
    }
}
