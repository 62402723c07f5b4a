//! Which fences the text needs with the memory that is chosen: asked at a press, answered by a worker, with the run
//! that fails without each, and a press that writes them.

use super::Dispatch;
use super::inquiries::{Asked, Known, use_asked};
use catalog::{Scenario, grouped};
use session::fencing::{FailingRun, Fence, FenceSet, FencesFound, memory};
use session::state::Message;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct FencingProps {
    /// The scenario without its run.
    pub setting: Scenario,
    pub tell: Dispatch,
}

#[component]
pub fn Fencing(FencingProps { setting, tell }: &FencingProps) -> Html {
    let asked: Asked<FencesFound> = use_asked();
    let draw = use_force_update();
    let draw = use_callback((), move |(), ()| draw.force_update());
    let is_asked = asked.knows(setting);
    use_effect_with((setting.clone(), is_asked), {
        let (asked, draw) = (asked.clone(), draw.clone());
        move |(setting, is_asked): &(Scenario, bool)| {
            if *is_asked {
                asked.visit(setting, &draw);
                draw.emit(());
            }
            move || asked.leave()
        }
    });
    if memory(setting).is_none() {
        return Html::default();
    }
    let ask = {
        let (asked, draw, setting) = (asked.clone(), draw.clone(), setting.clone());
        move |_: MouseEvent| {
            asked.visit(&setting, &draw);
            draw.emit(());
        }
    };
    let stop = {
        let (asked, draw) = (asked.clone(), draw.clone());
        move |_: MouseEvent| {
            asked.stop();
            draw.emit(());
        }
    };
    let known = if is_asked { asked.known() } else { Known::NOTHING };
    html! {
        <section class="fencing" aria-label="Fences">
            if is_asked {
                <h2>{"Fences"}</h2>
                <p role="status">{title(&known)}</p>
                if known.pace.is_some() {
                    <button onclick={stop}>{"Stop"}</button>
                }
                { for known.found.as_ref().map(|found| answer(found, tell)) }
            } else {
                <button onclick={ask}>{"Which fences are needed?"}</button>
            }
        </section>
    }
}

fn title(known: &Known<FencesFound>) -> String {
    match known {
        Known { problem: Some(why), .. } => why.clone(),
        Known { found: Some(found), pace: None, .. } => found.told.sentence.clone(),
        Known { found, pace: Some(pace), .. } => {
            let searches = found.as_ref().map_or(0, |found| found.told.searches);
            format!("Search {}: {} states.", searches + 1, grouped(pace.states))
        }
        Known { .. } => "Nothing is known yet.".into(),
    }
}

fn answer(found: &FencesFound, tell: &Dispatch) -> Html {
    let told = &found.told;
    let are_several = told.sets.len() > 1;
    let sets = told.sets.iter().zip(&found.texts).enumerate();
    html! {
        <>
            { for told.hopeless.iter().map(|run| html! { <p>{"With all fences, "}{failing(run)}</p> }) }
            { for sets.map(|(nth, (set, text))| html! {
                <>
                    if are_several { <h3>{format!("Set {}", nth + 1)}</h3> }
                    { of_set(set, text, tell) }
                </>
            }) }
            if found.is_whole {
                { for told.failing.iter().map(|it| html! {
                    <p class="note">{format!("“{}” fails with sequential memory already: no fence mends that.", it.property)}</p>
                }) }
                { for told.bound.iter().map(|bound| html! { <p class="note">{bound}</p> }) }
            }
        </>
    }
}

fn of_set(set: &FenceSet, text: &str, tell: &Dispatch) -> Html {
    let write = {
        let text = text.to_owned();
        let tell = tell.clone();
        move |_: MouseEvent| {
            tell.emit(Message::Edit(true));
            tell.emit(Message::Write(text.clone()));
        }
    };
    let words =
        if set.fences.len() == 1 { "Write it into the text" } else { "Write them into the text" };
    html! {
        <>
            <ul>{ for set.fences.iter().map(fence) }</ul>
            if !set.proven {
                <p class="note">{"Nothing fails in the states seen: no proof."}</p>
            }
            if !set.fences.is_empty() {
                <button class="primary" onclick={write}>{words}</button>
            }
        </>
    }
}

fn fence(fence: &Fence) -> Html {
    html! {
        <li>
            {"Behind "}<code>{&fence.behind}</code>{format!(", line {}. ", fence.line)}
            if let Some(run) = &fence.without {
                {"Without it, "}{failing(run)}
            }
        </li>
    }
}

/// "“mutual exclusion” fails: shortest run 8 steps", and the run.
fn failing(run: &FailingRun) -> Html {
    html! {
        <>
            {format!("“{}” {}. ", run.property, run.sentence)}
            { for run.why.iter().map(|why| format!("{why} ")) }
            <a href={format!("#{}", run.link)}>{"Play this run"}</a>
        </>
    }
}
