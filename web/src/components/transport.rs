//! Play, speed, step, scrub, and a schedule by chance.

use super::{
    Tell,
    branches::OtherBranches,
    icon::{Drawing, Icon},
    select::Select,
};
use crate::{
    state::{Fork, Message, Playing, Speed},
    words::count,
};
use catalog::{Counts, plain};
use web_sys::HtmlInputElement;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct TransportProps {
    pub at: usize,
    pub len: usize,
    pub can_move: bool,
    pub playing: Option<Playing>,
    pub speed: Speed,
    pub seed: u32,
    pub counts: Counts,
    /// What the slider says to those who do not see it.
    pub said: Vec<catalog::Piece>,
    pub forks: Vec<Fork>,
    /// Without what an embed has no room for.
    pub is_brief: bool,
    pub tell: Tell,
}

#[component]
pub fn Transport(props: &TransportProps) -> Html {
    let TransportProps { at, len, can_move, playing, tell, .. } = props;
    let (at, len) = (*at, *len);
    let button = |icon, label: &'static str, message: Message, off: bool| {
        html! {
            <button class="square" aria-label={label} aria-disabled={off.then_some("true")}
                onclick={tell.reform(move |_| message.clone())}>
                <Drawing {icon} />
            </button>
        }
    };
    let at_end = at == len;
    html! {
        <div class="transport" role="group" aria-label="Transport">
            <div class="buttons">
                { button(Icon::Start, "To the start", Message::Start, at == 0) }
                { button(Icon::Back, "Step back", Message::Back, at == 0) }
                { play(*playing, at_end && !can_move, tell) }
                { button(Icon::Forward, "Step forward", Message::Forward, at_end && !can_move) }
                { button(Icon::End, "To the end", Message::End, at_end) }
                { speed(props.speed, tell) }
            </div>
            { scrub(props) }
            if !props.is_brief {
                { chance(props) }
            }
            <OtherBranches forks={props.forks.clone()} tell={tell.clone()} />
            <p class="where">
                <span>{format!("step {at} of {len}")}</span>
                if !props.is_brief {
                { for spent(&props.counts).into_iter().map(|it| html! { <span>{it}</span> }) }
                }
            </p>
        </div>
    }
}

fn play(playing: Option<Playing>, off: bool, tell: &Tell) -> Html {
    let (icon, label) = match playing {
        Some(_) => (Icon::Pause, "Pause"),
        None => (Icon::Play, "Play"),
    };
    html! {
        <button class="primary play" aria-disabled={off.then_some("true")}
            aria-keyshortcuts="Space" onclick={tell.reform(|_| Message::Play)}>
            <Drawing {icon} /><span>{label}</span>
        </button>
    }
}

fn speed(now: Speed, tell: &Tell) -> Html {
    html! {
        <Select label="Speed" options={Speed::ALL.map(|it| it.words().into()).to_vec()}
            chosen={Speed::ALL.iter().position(|it| *it == now).unwrap_or_default()}
            on_choose={tell.reform(|nth: usize| Message::Speed(Speed::ALL[nth]))} />
    }
}

fn scrub(props: &TransportProps) -> Html {
    let oninput = props.tell.reform(|event: InputEvent| {
        let value = event.target_unchecked_into::<HtmlInputElement>().value();
        Message::Seek(value.parse().unwrap_or_default())
    });
    html! {
        <input class="scrub" type="range" min="0" max={props.len.to_string()}
            value={props.at.to_string()} aria-label="Step"
            aria-valuetext={format!("step {} of {}: {}", props.at, props.len, plain(&props.said))}
            {oninput} />
    }
}

fn chance(props: &TransportProps) -> Html {
    let seed = props.seed;
    let onchange = props.tell.reform(move |event: Event| {
        let value = event.target_unchecked_into::<HtmlInputElement>().value();
        Message::Seed(value.parse().unwrap_or(seed))
    });
    let on = props.playing == Some(Playing::Random);
    html! {
        <div class="chance" role="group" aria-label="Random schedule">
            <button aria-pressed={on.to_string()}
                aria-disabled={(!props.can_move).then_some("true")}
                onclick={props.tell.reform(|_| Message::PlayAtRandom)}>
                {"Random schedule"}
            </button>
            <label>{"seed "}
                <input type="number" min="0" max={u32::MAX.to_string()}
                    value={props.seed.to_string()} {onchange} />
            </label>
        </div>
    }
}

/// What was spent up to here, as far as there is any.
fn spent(counts: &Counts) -> Vec<String> {
    let all = [
        (counts.messages, "message", "messages"),
        (counts.accesses, "access", "accesses"),
        (counts.entries, "entry", "entries"),
    ];
    all.into_iter().filter(|it| it.0 > 0).map(|(n, one, many)| count(n, one, many)).collect()
}
