//! The diagram itself, as far as it is seen.

use super::{flag, operations};
use crate::components::stage::geometry::{Arrow, Point, Rect, point, segment, short};
use crate::components::stage::parts::{self, own};
use catalog::{Arrow as Link, ArrowKind, Gap, Operation, Placed, Span, Trace, Zone};
use export::Mark;
use session::timeline::flags::Flag;
use session::timeline::plan::Plan;
use session::timeline::split;
use session::timeline::words;
use std::ops::Range;
use yew::prelude::*;

pub struct Diagram<'a> {
    pub trace: &'a Trace,
    pub plan: Plan,
    pub flags: &'a [Flag],
    /// Of the whole sheet.
    pub width: f64,
    pub at: usize,
    pub picked: Option<usize>,
    pub ringed: &'a [usize],
    pub gaps: &'a [Gap],
    /// Whether the knob has words to its right.
    pub has_rounds: bool,
    /// The steps to draw.
    pub window: Range<usize>,
    /// Arrows to later steps are hidden.
    pub known: usize,
    /// The event that the tabulator key reaches.
    pub stop: usize,
    /// An order of the operations, if it was asked for.
    pub order: &'a [Placed],
}

/// Half of the room that an arrow leaves around a mark.
const CLEAR: f64 = 9.0;
/// How thick a span is.
const H: f64 = 21.0;
/// And one in which a process waits.
const WAIT: f64 = 5.0;

/// How far a bracket is above its lane, or where operations are named along their bars; and how long its feet are.
const BRACKET: f64 = 15.0;
const BRACKET_OF_OPERATIONS: f64 = 9.5;
const BRACKET_FOOT: f64 = 5.0;

impl Diagram<'_> {
    pub fn background(&self) -> Html {
        let lanes: String = (0..self.trace.processes)
            .map(|lane| self.plan.lane(lane))
            .map(|y| segment(point(0.0, y), point(self.width, y)))
            .collect();
        let spans = self.trace.spans.iter().filter(|span| self.is_seen(span.from, self.end(span)));
        let flags = self.flags.iter().filter(|flag| self.is_seen(flag.step, flag.step + 16));
        let is_shown = |link: &&Link| {
            link.to < self.known && self.plan.is_apart() && self.is_seen(link.from, link.to)
        };
        let arrows = self.trace.arrows.iter().filter(is_shown);
        html! {
            <>
                <path class="lanes" d={lanes} />
                if self.plan.is_apart() {
                    { for self.operations() }
                    { for spans.map(|span| self.span(span)) }
                } else {
                    { for (0..self.plan.lanes).map(|it| self.spans(it as u8)) }
                }
                { for arrows.map(|arrow| self.link(arrow)) }
                if self.plan.is_apart() {
                    { for self.gaps.iter().map(|gap| self.bracket(gap)) }
                }
                { for flags.map(|flag| flag::draw(flag, self.plan.height())) }
                { self.ruler() }
            </>
        }
    }

    /// A bar from each call to its return, with what was called and what it returned.
    fn operations(&self) -> impl Iterator<Item = Html> {
        let all = self.trace.operations.iter().enumerate();
        let end = |operation: &Operation| operation.to.unwrap_or(self.trace.steps.len());
        let seen = all.filter(move |(_, it)| self.is_seen(it.from, end(it)));
        seen.map(|(nth, it)| operations::bar(self, nth, it))
    }

    /// Whether something from one step to another is, at least in part, in the window.
    pub fn is_seen(&self, from: usize, to: usize) -> bool {
        from < self.window.end && to >= self.window.start
    }

    fn end(&self, span: &Span) -> usize {
        span.to.unwrap_or(self.trace.steps.len())
    }

    /// A process's colour; a replica has none.
    fn hue(&self, lane: u8) -> Option<&'static str> {
        let lane = usize::from(lane);
        (lane < self.trace.processes - self.trace.replicas).then(|| own(lane))
    }

    fn mark(&self, step: usize) -> Point {
        self.plan.mark(step, &self.trace.steps[step])
    }

    /// Above a lane, from the last step before an interruption to the next one behind it.
    fn bracket(&self, gap: &Gap) -> Html {
        let above = if self.plan.names_operations() { BRACKET_OF_OPERATIONS } else { BRACKET };
        let y = self.plan.lane(gap.process.into()) - above;
        let from = self.plan.step(gap.from);
        let end = gap.to.filter(|to| *to < self.known);
        let to = end.map_or(self.plan.cursor(self.known), |step| self.plan.step(step));
        let foot = |x: f64| segment(point(x, y), point(x, y + BRACKET_FOOT));
        let line = segment(point(from, y), point(to, y)) + &foot(from);
        let line = if end.is_some() { line + &foot(to) } else { line };
        html! { <path class="bracket" d={line} /> }
    }

    fn ruler(&self) -> Html {
        let every = self.plan.numbered();
        let knob = self.plan.cursor(self.at);
        let right = if self.has_rounds { 72.0 } else { 18.0 };
        let is_clear =
            |number: usize| !(-18.0..right).contains(&(self.plan.step(number - 1) - knob));
        let choices = self.trace.choices;
        let numbers = self.window.clone().map(|step| step + 1).filter(|number| {
            *number > choices && (number - choices).is_multiple_of(every) && is_clear(*number)
        });
        html! {
            <>
                { for numbers.map(|number| {
                    let at = point(self.plan.step(number - 1), self.plan.ruler());
                    parts::words(at, "ruler-number", "middle", &(number - choices).to_string())
                }) }
            </>
        }
    }

    /// Who was in the critical section, or the like, of a lane whose steps are too close for words.
    fn spans(&self, lane: u8) -> Html {
        let spans = self.trace.spans.iter();
        let spans = spans.filter(|span| span.process == lane && span.zone != Zone::Waiting);
        let y = self.plan.lane(lane.into());
        let x = |step| self.plan.step(step);
        let lines = spans.map(|span| segment(point(x(span.from), y), point(x(self.end(span)), y)));
        let lines: String = lines.collect();
        html! { <path class={classes!("strokes", "is-span", self.hue(lane))} d={lines} /> }
    }

    fn span(&self, span: &Span) -> Html {
        let from = self.plan.step(span.from);
        let (to, end) = match span.to {
            Some(to) => (self.plan.step(to), H / 2.0),
            None => (self.plan.cursor(self.trace.steps.len()), 2.0),
        };
        let y = self.plan.lane(span.process.into());
        if span.zone == Zone::Waiting {
            let rect = Rect { x: from, y: y - WAIT / 2.0, w: to - from, h: WAIT };
            return html! {
                <g class={classes!("span", "is-waiting", own(span.process.into()))}>
                    { parts::frame(rect, 0.0, "span-body") }
                </g>
            };
        }
        let rect = Rect { x: from - H / 2.0, y: y - H / 2.0, w: to + end - from + H / 2.0, h: H };
        let name = span.zone.name();
        let room = to - from - 22.0;
        let state = match span.zone {
            Zone::Crashed => "is-crashed",
            Zone::Decided => "is-decided",
            _ => "is-critical",
        };
        html! {
            <g class={classes!("span", state, own(span.process.into()))}>
                { parts::frame(rect, H / 2.0, "span-body") }
                if room > 6.2 * name.len() as f64 {
                    { parts::words(point(from + 12.0, y), "span-name", "start", name) }
                }
            </g>
        }
    }

    fn link(&self, link: &Link) -> Html {
        let (from, to) = (self.mark(link.from), self.mark(link.to));
        let arrow = Arrow::straight(from.toward(to, CLEAR), to.toward(from, CLEAR));
        let focus = self.picked.or(self.at.checked_sub(1));
        let class = classes!(
            match link.kind {
                ArrowKind::Message => "is-message",
                ArrowKind::Lost => "is-message is-lost",
                ArrowKind::ReadsFrom => "is-read",
            },
            (focus == Some(link.from) || focus == Some(link.to)).then_some("is-near"),
            self.trace.steps[link.from].process.and_then(|process| self.hue(process)),
        );
        match link.kind {
            // it ends in the mark of the step that lost it
            ArrowKind::Lost => html! { <g class={classes!("arrow", class)}>
                <path class="arrow-line" d={segment(from.toward(to, CLEAR), to)} />
            </g> },
            _ => parts::arrow(&arrow, class),
        }
    }

    /// That the link's run goes on with a step that the model refuses.
    pub fn end_of_run(&self) -> Html {
        if self.trace.refused.is_none() {
            return Html::default();
        }
        let x = self.plan.cursor(self.trace.steps.len()) + 10.0;
        html! {
            <g class="flag is-refused">
                <path class="flag-pole" d={format!("M{} {}V{}", short(x), short(self.plan.head()), short(self.plan.height()))} />
                { parts::words(point(x + 6.0, self.plan.lane(0)), "flag-words", "start", "not possible") }
            </g>
        }
    }

    /// The steps themselves, each a button; if they are too close for that, each a stroke.
    pub fn events(&self) -> Html {
        if !self.plan.is_apart() {
            return html! { <>{ for (0..self.plan.lanes).map(|it| self.strokes(it as u8)) }</> };
        }
        html! { <>{ for self.window.clone().map(|step| self.event(step)) }</> }
    }

    fn strokes(&self, lane: u8) -> Html {
        const HALF: f64 = 7.0;
        let y = self.plan.lane(lane.into());
        let steps =
            self.window.clone().filter(|window| self.trace.steps[*window].process == Some(lane));
        let xs = steps.map(|step| self.plan.step(step));
        let strokes: String = xs.map(|x| segment(point(x, y - HALF), point(x, y + HALF))).collect();
        html! { <path class={classes!("strokes", self.hue(lane))} d={strokes} /> }
    }

    fn event(&self, index: usize) -> Html {
        let step = &self.trace.steps[index];
        let at = self.mark(index);
        let relation = self.picked.map(|picked| self.trace.order.relation(picked, index));
        let class = classes!(
            "event",
            step.process.and_then(|process| self.hue(process)),
            relation.map_or("is-before", split::class),
        );
        let label = format!("{}: {}", self.trace.name_of(index), words::brief(self.trace, index));
        html! {
            <g key={index} {class} transform={at.translate()} role="button"
                tabindex={if index == self.stop { "0" } else { "-1" }}
                aria-pressed={(self.picked == Some(index)).to_string()}
                aria-label={label} data-step={index.to_string()}>
                { parts::frame(Rect::around(Point::default(), self.plan.column.max(20.0), 32.0), 6.0, "event-target") }
                if self.picked.unwrap_or(self.at.wrapping_sub(1)) == index {
                    <circle class="event-halo" r="9.5" />
                }
                if self.ringed.contains(&index) {
                    <circle class="event-ring" r="12.5" />
                }
                { shape(Mark::of(step), relation == Some(catalog::Relation::Concurrent)) }
            </g>
        }
    }
}

/// A mark; one that is concurrent has a dot in it.
pub fn shape(mark: Mark, dotted: bool) -> Html {
    html! {
        <>
            <path class="mark" d={mark.path()} />
            if dotted {
                <circle class="mark-dot" r="1.7" />
            }
        </>
    }
}
