//! The chart itself: states, steps, and the run that has been taken.

// words are short
#![allow(clippy::cast_precision_loss)]

use super::Charted;
use crate::components::stage::geometry::{Point, Rect, point, segment, short};
use crate::components::stage::parts::{self, own};
use catalog::{Action, Edge, Scenario};
use session::chart::view::View;
use yew::prelude::*;

pub struct Drawing<'a> {
    pub charted: &'a Charted,
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
                <g class="chart-leads" aria-hidden="true">
                    { self.lead(0) }
                    { self.lead(self.here) }
                </g>
                <g {transform}>
                    <g aria-hidden="true">
                        { self.steps() }
                        { self.taken() }
                        { for self.charted.graph.steps(self.here).filter_map(|step| self.next(step.to, step.process?)) }
                    </g>
                    { for self.charted.plan.layers.iter().flatten().map(|&it| self.state(it)) }
                </g>
                <g class="chart-labels" aria-hidden="true">
                    { self.label(0, "start") }
                    if self.here != 0 { { self.label(self.here, "here") } }
                </g>
            </>
        }
    }

    /// From the margin to a state.
    fn lead(&self, state: usize) -> Html {
        let to = self.view.at(self.charted.plan.at[state]);
        parts::path("chart-lead", segment(point(0.0, to.y), to))
    }

    /// A word in the margin.
    fn label(&self, state: usize, word: &'static str) -> Html {
        let at = point(8.0, self.view.at(self.charted.plan.at[state]).y);
        let rect = Rect { x: at.x, y: at.y - 11.0, w: 14.0 + 7.5 * word.len() as f64, h: 22.0 };
        html! {
            <>
                { parts::frame(rect, 6.0, "chart-label") }
                { parts::words(rect.center(), "chart-word", "middle", word) }
            </>
        }
    }

    /// Every step.
    fn steps(&self) -> Html {
        let line = |edge: &Edge| self.line(edge.from, edge.to);
        parts::path("chart-steps", self.charted.graph.edges.iter().map(line).collect())
    }

    /// The run to the cursor.
    fn taken(&self) -> Html {
        let (mut at, mut path) = (0, String::new());
        for &action in self.run {
            let Some(step) = self.charted.graph.steps(at).find(|step| step.action == action) else {
                break;
            };
            path += &self.line(at, step.to);
            at = step.to;
        }
        parts::path("chart-taken", path)
    }

    /// A step that can be taken now, and whose it is.
    fn next(&self, to: usize, process: u8) -> Option<Html> {
        let middle = self.charted.plan.at[self.here].mix(self.charted.plan.at[to], 0.55);
        let aside =
            if self.charted.plan.at[to].x < self.charted.plan.at[self.here].x { -9.0 } else { 9.0 };
        let beside = point(middle.x + aside, middle.y);
        (to != self.here).then(|| {
            html! {
                <g class={classes!("chart-next", own(process.into()))}>
                    { parts::path("chart-step", self.line(self.here, to)) }
                    { parts::words(beside, "chart-who", "middle", &process.to_string()) }
                </g>
            }
        })
    }

    /// From state to state; bent if it goes anywhere but to the next layer.
    fn line(&self, from: usize, to: usize) -> String {
        let is_down =
            self.charted.graph.nodes[to].depth == self.charted.graph.nodes[from].depth + 1;
        let (from, to) = (self.charted.plan.at[from], self.charted.plan.at[to]);
        if is_down {
            return segment(from, to);
        }
        let middle = from.mix(to, 0.5);
        let by = point(middle.x + 28.0, middle.y + 28.0);
        let [x, y, by_x, by_y, to_x, to_y] = [from.x, from.y, by.x, by.y, to.x, to.y].map(short);
        format!("M{x} {y}Q{by_x} {by_y} {to_x} {to_y}")
    }

    fn state(&self, at: usize) -> Html {
        let node = &self.charted.graph.nodes[at];
        let is_here = at == self.here;
        let mark = &self.charted.marks[at];
        let label = format!("{}Step {}. {}", mark.seen, node.depth, mark.told);
        let href = format!("#{}", self.scenario.with_run(node.run.clone()));
        html! {
            <a key={at} class="chart-state" {href} transform={self.charted.plan.at[at].translate()}
                tabindex={if is_here { "0" } else { "-1" }} data-state={at.to_string()}
                aria-current={is_here.then_some("true")}
                aria-label={label}>
                { parts::frame(Rect::around(Point::default(), 26.0, 34.0), 6.0, "chart-target") }
                if is_here {
                    <circle class="chart-cursor" r="15.5" />
                }
                { mark.sign.clone() }
            </a>
        }
    }
}
