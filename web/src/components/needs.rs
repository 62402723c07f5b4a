//! What the failure at the moment needs: asked unbidden once the run rests there, and answered by a worker.

use super::Dispatch;
use super::inquiries::{Asked, use_asked};
use catalog::{Needed, Scenario};
use session::needs::{NeedsFound, asked};
use session::state::{Message, State};
use yew::prelude::*;

/// None as long as nothing is known.
#[hook]
pub fn use_needs(now: &State, is_page: bool) -> Option<Needed> {
    let known: Asked<NeedsFound> = use_asked();
    let draw = use_force_update();
    let draw = use_callback((), move |(), ()| draw.force_update());
    let failing = use_memo((now.linked(), now.playing.is_some(), is_page), |_| {
        if is_page { asked(now) } else { None }
    });
    use_effect_with(failing.clone(), {
        let known = known.clone();
        move |failing| {
            if let Some(failing) = &**failing {
                known.visit(failing, &draw);
            }
            move || known.leave()
        }
    });
    let failing = (*failing).as_ref().filter(|failing: &&Scenario| known.knows(failing));
    failing.and_then(|_| known.known().found?.needed)
}

#[derive(Properties, PartialEq)]
pub struct NeedsProps {
    pub needed: Needed,
    pub tell: Dispatch,
}

#[component]
pub fn Needs(NeedsProps { needed, tell }: &NeedsProps) -> Html {
    let seek = |step: usize| tell.reform(move |_: MouseEvent| Message::Seek(step));
    let write = |text: &str| {
        let (text, tell) = (text.to_owned(), tell.clone());
        move |_: MouseEvent| {
            tell.emit(Message::Edit(true));
            tell.emit(Message::Write(text.clone()));
        }
    };
    html! {
        <section class="needs" aria-label="What this failure needs">
            <h2>{"What this failure needs"}</h2>
            <p>
                {&needed.sentence}
                if let Some(step) = needed.turning.first() {
                    {" "}<button class="link" onclick={seek(*step)}>{"Go there"}</button>
                }
            </p>
            { for needed.everywhere.iter().map(|sentence| html! { <p>{sentence}</p> }) }
            if let Some(simpler) = &needed.simpler {
                <p>
                    {&simpler.sentence}{" "}
                    <a href={format!("#{}", simpler.link)}>{"Show such a run"}</a>
                </p>
            }
            if let Some(one_step) = &needed.one_step {
                <p>
                    {&one_step.question}{" "}
                    <button class="link" onclick={write(&one_step.text)}>{"Try it"}</button>
                </p>
            }
        </section>
    }
}
