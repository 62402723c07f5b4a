//! The picture, and what its signs mean.

use crate::components::stage::geometry::{Point, Rect, point, segment, short};
use crate::components::stage::parts::{self, own};
use catalog::{Action, Graph, Scenario, Valence, grouped};
use session::valence::{plan::Plan, view::View};
use yew::prelude::*;

/// Of a state.
const R: f64 = 10.0;

pub struct Drawing<'a> {
    pub graph: &'a Graph,
    pub plan: &'a Plan,
    /// The state at the cursor.
    pub here: usize,
    /// The run to it.
    pub run: &'a [Action],
    pub scenario: &'a Scenario,
    /// Which part is in the frame.
    pub view: View,
}

impl Drawing<'_> {
    pub fn sheet(&self) -> Html {
        let View { x, y, scale } = self.view;
        let transform = format!("translate({} {})scale({})", short(x), short(y), short(scale));
        html! {
            <>
                <g class="valence-leads" aria-hidden="true">
                    { self.lead(0) }
                    { self.lead(self.here) }
                </g>
                <g {transform}>
                    <g aria-hidden="true">
                        { self.steps() }
                        { self.taken() }
                        { for self.graph.steps(self.here).filter_map(|it| self.next(it.to, it.process?)) }
                    </g>
                    { for self.plan.layers.iter().flatten().map(|&it| self.state(it)) }
                </g>
                <g class="valence-labels" aria-hidden="true">
                    { self.label(0, "start") }
                    if self.here != 0 { { self.label(self.here, "here") } }
                </g>
            </>
        }
    }

    /// From the margin to a state.
    fn lead(&self, state: usize) -> Html {
        let to = self.view.at(self.plan.at[state]);
        parts::path("valence-lead", segment(point(0.0, to.y), to))
    }

    /// A word in the margin.
    fn label(&self, state: usize, word: &'static str) -> Html {
        let at = point(8.0, self.view.at(self.plan.at[state]).y);
        let rect = Rect { x: at.x, y: at.y - 11.0, w: 14.0 + 7.5 * word.len() as f64, h: 22.0 };
        html! {
            <>
                { parts::frame(rect, 6.0, "valence-label") }
                { parts::words(rect.center(), "valence-word", "middle", word) }
            </>
        }
    }

    /// Every step.
    fn steps(&self) -> Html {
        let line = |it: &catalog::Edge| self.line(it.from, it.to);
        parts::path("valence-steps", self.graph.edges.iter().map(line).collect())
    }

    /// The run to the cursor.
    fn taken(&self) -> Html {
        let (mut at, mut path) = (0, String::new());
        for &action in self.run {
            let Some(step) = self.graph.steps(at).find(|it| it.action == action) else { break };
            path += &self.line(at, step.to);
            at = step.to;
        }
        parts::path("valence-taken", path)
    }

    /// A step that can be taken now, and whose it is.
    fn next(&self, to: usize, process: u8) -> Option<Html> {
        let middle = self.plan.at[self.here].mix(self.plan.at[to], 0.55);
        let aside = if self.plan.at[to].x < self.plan.at[self.here].x { -9.0 } else { 9.0 };
        let beside = point(middle.x + aside, middle.y);
        (to != self.here).then(|| {
            html! {
                <g class={classes!("valence-next", own(process.into()))}>
                    { parts::path("valence-step", self.line(self.here, to)) }
                    { parts::words(beside, "valence-who", "middle", &process.to_string()) }
                </g>
            }
        })
    }

    /// From state to state; bent if it goes anywhere but to the next layer.
    fn line(&self, from: usize, to: usize) -> String {
        let is_down = self.graph.nodes[to].depth == self.graph.nodes[from].depth + 1;
        let (from, to) = (self.plan.at[from], self.plan.at[to]);
        if is_down {
            return segment(from, to);
        }
        let middle = from.mix(to, 0.5);
        let by = point(middle.x + 28.0, middle.y + 28.0);
        let [x, y, by_x, by_y, to_x, to_y] = [from.x, from.y, by.x, by.y, to.x, to.y].map(short);
        format!("M{x} {y}Q{by_x} {by_y} {to_x} {to_y}")
    }

    fn state(&self, at: usize) -> Html {
        let node = &self.graph.nodes[at];
        let is_here = at == self.here;
        // the caller says what is to be seen
        let seen = letters(self.graph, &node.values).map_or_else(String::new, |it| it + ". ");
        let label = format!("{seen}Step {}. {}", node.depth, self.graph.told(at));
        let href = format!("#{}", self.scenario.with_run(node.run.clone()));
        html! {
            <a key={at} class="valence-state" {href} transform={self.plan.at[at].translate()}
                tabindex={if is_here { "0" } else { "-1" }} data-state={at.to_string()}
                aria-current={is_here.then_some("true")}
                aria-label={label}>
                { parts::frame(Rect::around(Point::default(), 26.0, 34.0), 6.0, "valence-target") }
                if is_here {
                    <circle class="valence-cursor" r="15.5" />
                }
                { sign(self.graph, node.valence, &node.values) }
            </a>
        }
    }
}

/// A state of this kind, centred on the origin.
pub fn sign(graph: &Graph, valence: Valence, values: &[usize]) -> Html {
    let origin = Point::default();
    let name = |text: &str| parts::words(origin, "valence-value", "middle", text);
    match (valence, values) {
        (Valence::Never, _) => parts::circle("valence-never", origin, R - 1.0),
        (Valence::Split, _) => html! {
            <>
                { parts::path("valence-split", "M0-12L12 0L0 12L-12 0z".into()) }
                { name("≠") }
            </>
        },
        (_, [value]) => html! {
            <g class={colour(graph, *value)}>
                { parts::circle("valence-part", origin, R) }
                { name(&brief(graph, *value, 2)) }
            </g>
        },
        _ => html! {
            <>
                if valence == Valence::Critical {
                    <circle class="valence-critical" r="12.5" />
                }
                { for (0..).zip(values).map(|(nth, &value)| html! {
                    { sector(nth, values.len(), colour(graph, value)) }
                }) }
                if let Some(letters) = letters(graph, values) {
                    { name(&letters) }
                }
            </>
        },
    }
}

/// One of so many equal parts of a disc, from the bottom to the left: a dash of a ring that has no
/// hole, which needs no angles.
fn sector(nth: usize, of: usize, colour: Option<&'static str>) -> Html {
    if of == 2 {
        let half = format!("M0-{R}A{R} {R} 0 0 {nth} 0 {R}z");
        return html! { <path class={classes!("valence-part", colour)} d={half} /> };
    }
    html! {
        <circle class={classes!("valence-sector", colour)} r={short(R / 2.0)} transform="rotate(90)"
            stroke-width={short(R)} pathLength={of.to_string()}
            stroke-dasharray={format!("1 {}", of - 1)} stroke-dashoffset={format!("-{nth}")} />
    }
}

/// As the process whose input it is.
pub fn colour(graph: &Graph, value: usize) -> Option<&'static str> {
    graph.values[value].process.map(|it| own(it.into()))
}

/// So much of a value as fits.
fn brief(graph: &Graph, value: usize, letters: usize) -> String {
    graph.values[value].value.chars().take(letters).collect()
}

/// Which values are left, where that is several and not all.
fn letters(graph: &Graph, values: &[usize]) -> Option<String> {
    let is_some = values.len() > 1 && values.len() < graph.values.len();
    is_some.then(|| values.iter().map(|&it| brief(graph, it, 1)).collect())
}

/// What the signs mean, and how many there are of each.
pub fn legend(graph: &Graph) -> Html {
    let all: Vec<usize> = (0..graph.values.len()).collect();
    let one = |valence, values: &[usize], states: usize, words: String| {
        let sign = sign(graph, valence, values);
        (states > 0).then(|| {
            html! {
                <li key={words.clone()}>
                    <svg viewBox="-14 -14 28 28" aria-hidden="true">{sign}</svg>
                    <span><b>{grouped(states)}</b>{" "}{words}</span>
                </li>
            }
        })
    };
    let kind = |valence, words: &str| one(valence, &all, graph.count(valence), words.into());
    let only = all.iter().filter_map(|&it| {
        let words = format!("univalent: only {} can be decided", graph.values[it].value);
        one(Valence::Univalent, &[it], graph.count_only(it), words)
    });
    html! {
        <ul class="valence-legend">
            { for kind(Valence::Bivalent, "bivalent: more than one value can be decided") }
            { for kind(Valence::Critical, "critical: bivalent, and the next step decides") }
            { for only }
            { for kind(Valence::Split, "two have decided differently") }
            { for kind(Valence::Never, "nothing can be decided any more") }
        </ul>
    }
}
