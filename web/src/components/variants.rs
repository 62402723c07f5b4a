//! Settings that differ by a few options: each is searched in turn, and a table tells which changes
//! matter. What was found stays while the reader looks at one of its runs.

mod sweeps;
mod table;

use catalog::{Knob, Scenario};
use session::variants::{Sweep, SweepState};
pub use sweeps::{Sweeps, use_sweeps};
use table::table;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct VariantsProps {
    /// The scenario without its run.
    pub setting: Scenario,
    pub sweeps: Sweeps,
    /// A run was chosen.
    pub on_show: Callback<()>,
}

#[component]
pub fn VariantsView(VariantsProps { setting, sweeps, on_show }: &VariantsProps) -> Html {
    let draw = use_force_update();
    let draw = use_callback((), move |(), ()| draw.force_update());
    let is_all = use_state_eq(|| false);
    use_effect_with((setting.clone(), sweeps.clone()), {
        let draw = draw.clone();
        move |(setting, sweeps)| {
            let sweeps = sweeps.clone();
            sweeps.visit(setting, &draw);
            draw.emit(());
            move || sweeps.leave()
        }
    });
    let does = |what: fn(&Sweeps)| {
        let (sweeps, draw) = (sweeps.clone(), draw.clone());
        Callback::from(move |_: MouseEvent| {
            what(&sweeps);
            draw.emit(());
        })
    };
    let on_turn = {
        let (sweeps, draw, setting) = (sweeps.clone(), draw.clone(), setting.clone());
        Callback::from(move |option: &'static str| {
            sweeps.turn(option, &setting);
            draw.emit(());
        })
    };
    let on_all = Callback::from({
        let is_all = is_all.setter();
        move |()| is_all.set(true)
    });
    // in one form whatever may change, so that what the reader presses stays
    let sweep = sweeps.sweep();
    let finding = sweep.as_ref().and_then(|sweep| sweep.variants.finding(None));
    let options_now = sweep.as_ref().map(|sweep| sweep.variants.options()).unwrap_or_default();
    let title = sweep.as_ref().map(|sweep| sweep.variants.title(finding.as_ref()));
    let shown = |sweep| table(sweep, finding.as_ref(), setting, on_show, (*is_all, &on_all));
    html! {
        <div class="variants">
            <h2 class="unseen">{"Variants"}</h2>
            <p class="face-title" role="status">{title.unwrap_or_else(|| NONE.into())}</p>
            <div class="face-note">{ for sweep.iter().map(|it| size(it, does)) }</div>
            { options(setting, &options_now, &on_turn) }
            { sweep.as_ref().map(shown).unwrap_or_default() }
        </div>
    }
}

const NONE: &str = "Choose an option that may change.";

/// How many settings there are, how far the search has come, and what stops it or goes on.
fn size(sweep: &Sweep, does: impl Fn(fn(&Sweeps)) -> Callback<MouseEvent>) -> Html {
    let button = match sweep.at {
        SweepState::Row(..) => html! { <button onclick={does(Sweeps::stop)}>{"Stop"}</button> },
        _ if sweep.is_whole() => Html::default(),
        _ => html! { <button class="primary" onclick={does(Sweeps::go_on)}>{"Go on"}</button> },
    };
    html! { <><p>{sweep.variants.size()}{" "}{told(sweep)}</p>{button}</> }
}

/// How far it has come, for eyes.
fn told(sweep: &Sweep) -> String {
    match &sweep.at {
        SweepState::Row(_, Some(pace)) => {
            format!("{} states of this one.", catalog::grouped(pace.states))
        }
        SweepState::Failed(why) => why.clone(),
        _ => String::new(),
    }
}

/// Which options may change.
fn options(setting: &Scenario, now: &[&str], on_turn: &Callback<&'static str>) -> Html {
    let several = |it: &(&'static Knob, _)| it.0.values.len() > 1;
    let one = |(option, _): (&'static Knob, _)| {
        let is_on = now.contains(&option.name);
        html! {
            <button key={option.name} class="chip" aria-pressed={is_on.to_string()} title={option.words}
                onclick={on_turn.reform(move |_| option.name)}>{option.name}</button>
        }
    };
    html! {
        <details class="variants-options">
            <summary>{"Which options may change"}</summary>
            <div role="group" aria-label="Options that may change">
                { for setting.setting.iter().filter(several).map(one) }
            </div>
        </details>
    }
}
