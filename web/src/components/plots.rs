//! What is measured over random runs: a picture and a table, made in the tab, a little at a time.

use super::stage::measure::{self, Room};
use catalog::{Plotting, Scenario};
use gloo_timers::callback::Timeout;
use session::plots::drawn;
use yew::prelude::*;

/// So much is measured before the page may draw again.
const AT_ONCE: usize = 8;

#[derive(Properties, PartialEq)]
pub struct PlotsProps {
    /// The scenario without its run.
    pub setting: Scenario,
}

/// Plots on their way, and the setting that they are of.
type Making = Option<(Scenario, Vec<Plotting>)>;

#[component]
pub fn Plots(PlotsProps { setting }: &PlotsProps) -> Html {
    let node = use_node_ref();
    let room = measure::use_width(&node);
    let making = use_mut_ref(|| Making::None);
    let round = use_state_eq(|| 0_usize);
    use_effect_with((setting.clone(), *round), {
        let (making, round) = (making.clone(), round.setter());
        move |(setting, now)| {
            let (setting, next) = (setting.clone(), now + 1);
            let later = Timeout::new(0, move || {
                if measure_more(&mut making.borrow_mut(), setting) {
                    round.set(next);
                }
            });
            move || drop(later)
        }
    });
    let making = making.borrow();
    let made =
        making.as_ref().filter(|making| making.0 == *setting).map_or(&[][..], |making| &making.1);
    html! {
        <div ref={node} class="plots">
            <h2 class="unseen">{"Counts"}</h2>
            { for made.iter().map(|it| plot(it, room.map_or(0.0, Room::units))) }
        </div>
    }
}

/// Measures a little more; false once nothing is left.
fn measure_more(making: &mut Making, setting: Scenario) -> bool {
    if making.as_ref().is_none_or(|making| making.0 != setting) {
        let plots = setting.plots();
        *making = Some((setting, plots));
    }
    let mut plots = making.iter_mut().flat_map(|it| &mut it.1);
    plots.any(|it| (0..AT_ONCE).fold(false, |on, _| it.advance() || on))
}

fn plot(it: &Plotting, width: f64) -> Html {
    let plot = it.plot();
    html! {
        <div key={plot.title} class="plot" aria-busy={(!it.is_whole()).to_string()}>
            { Html::from_html_unchecked(drawn(plot, it.is_whole(), width, "").into()) }
        </div>
    }
}
