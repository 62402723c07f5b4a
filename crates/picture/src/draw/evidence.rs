//! Draws the clauses of a reason: messages on their lanes with the numbers of their steps, and crashes.

use super::{Drawing, arrow};
use crate::failure::{Crack, Evidence, Failure};
use crate::geometry::{Curve, Point, Rect, point, short};
use crate::layout::PADDING;
use crate::scene::{Anchor, Part, Shape, Thing, circle, frame, path, words};
use crate::text;
use catalog::{Action, Drawn, MessageView};

/// A pill has so many letters at most.
const LETTERS: usize = 18;
/// How far along its lane a pill is moved at most, and in how many steps.
const REACH: f64 = 0.45;
const TRIES: u32 = 20;
/// The radius of a crack in the rim of a disc.
const CRACK: f64 = 10.0;

impl Drawing<'_> {
    /// Whether messages that are reasons are drawn on lanes.
    pub(super) fn has_evidence(&self, failure: &Failure) -> bool {
        !failure.evidence.is_empty() && self.plan.marks.is_none() && self.plan.wells.is_empty()
    }

    /// The ways of messages and of what variables name, below discs and words.
    pub(super) fn ways_of_evidence(&self, failure: &Failure) -> Part {
        let mut part = Part::default();
        for (who, way, _) in self.named_processes(failure) {
            part.shapes.extend(arrow("holds", &way, who, 1.0));
        }
        if !self.has_evidence(failure) {
            return part;
        }
        for reason in &failure.evidence {
            let way = self.clear_of_ends(&self.way_of(reason), reason.from == reason.to);
            part.shapes.extend(arrow("reason", &way, reason.from, 1.0));
        }
        part
    }

    fn way_of(&self, reason: &Evidence) -> Curve {
        self.plan.lane(self.view(), reason.from, reason.to)
    }

    /// Pills on their lanes, clear of everything else where there is room.
    pub(super) fn evidence(&self, failure: &Failure) -> Vec<Part> {
        let mut names = Part::default();
        names.shapes.extend(self.named_processes(failure).into_iter().map(|(.., name)| name));
        if !self.has_evidence(failure) {
            return vec![names];
        }
        let mut taken = self.taken(self.after);
        taken.rects.extend(names.shapes.iter().map(Shape::bounds));
        taken.rects.extend(self.signs_between(failure).into_iter().map(|(_, rect)| rect));
        let pills = failure.evidence.iter().map(|reason| {
            let (rect, text) = self.pill_of(reason, &taken);
            taken.pills.push(rect.grown(3.0));
            self.evidence_pill(reason, rect, text)
        });
        let pills: Vec<Part> = pills.collect();
        std::iter::once(names).chain(pills).collect()
    }

    /// One that has not come yet can still be delivered.
    fn evidence_pill(&self, reason: &Evidence, rect: Rect, text: String) -> Part {
        let is_it = |message: &MessageView| {
            (usize::from(message.from), usize::from(message.to), &*message.text)
                == (reason.from, reason.to, &*reason.text)
        };
        let all = &self.view().messages;
        let index = all.iter().position(is_it);
        let mut part = Part { of: index.map(Thing::Message), ..Part::default() };
        if let Some(index) = index {
            self.pressed(index, &all[index], rect, &mut part);
        }
        let round = rect.h / 2.0;
        let badge = point(rect.x + round, rect.center().y);
        part.shapes.push(frame("pill", rect, round).ink(reason.from));
        part.shapes.push(circle("badge", badge, round - 4.0).ink(reason.from));
        let number = words("badge-text", badge, Anchor::Middle, 12.0, reason.step.to_string());
        part.shapes.push(number.ink(reason.from));
        if !text.is_empty() {
            let at = point(rect.x + rect.h, rect.center().y);
            let size = self.plan.sizes.word.max(12.0);
            part.shapes.push(words("pill-text", at, Anchor::Start, size, text));
        }
        part
    }

    /// The nearest free place to where a message rests, and what is written there: all of it, its name, or
    /// the number alone.
    fn pill_of(&self, reason: &Evidence, taken: &super::spots::Taken) -> (Rect, String) {
        let way = self.way_of(reason);
        let rest =
            if reason.from == reason.to { 0.5 } else { self.plan.rest(reason.from, reason.to) };
        let name = reason.text.split('(').next().unwrap_or_default();
        let texts =
            [&*reason.text, name, ""].map(|text| text::cut(&text.replace('_', " "), LETTERS));
        let step = REACH / f64::from(TRIES);
        let tries =
            (0..=TRIES).flat_map(|nth| [1.0, -1.0].map(|by| rest + by * f64::from(nth) * step));
        let tries = tries.filter(|at| (0.08..=0.92).contains(at));
        // beside its way, where all of that is taken
        let aside = self.plan.sizes.pill + 6.0;
        let places = [(&texts[0], 0.0), (&texts[1], 0.0)]
            .into_iter()
            .chain([aside, -aside, 1.6 * aside, -1.6 * aside].map(|aside| (&texts[1], aside)));
        let mut all = places.flat_map(|(text, aside)| {
            tries.clone().map(move |at| {
                let on = way.at(at);
                (self.around(point(on.x, on.y + aside), text), text)
            })
        });
        let clear = all.find(|(rect, _)| taken.is_clear(rect));
        let alone = || (self.around(way.at(rest), &texts[2]), &texts[2]);
        let (place, text) = clear.unwrap_or_else(alone);
        (place, text.clone())
    }

    fn around(&self, at: Point, text: &str) -> Rect {
        let sizes = self.plan.sizes;
        let wide = match text {
            "" => sizes.pill,
            _ => text::width(text, sizes.word.max(12.0), false) + PADDING / 2.0 + sizes.pill,
        };
        self.inside_room(at, wide, sizes.pill)
    }

    /// Whether a message in flight is drawn as a reason.
    pub(super) fn is_evidence(&self, from: usize, to: usize, text: &str) -> bool {
        let failure = self.frame.failure.filter(|failure| self.has_evidence(failure));
        failure.is_some_and(|failure| {
            failure
                .evidence
                .iter()
                .any(|reason| (reason.from, reason.to, &*reason.text) == (from, to, text))
        })
    }

    /// From each process that fails to the one that a variable of the claim names, with the name.
    fn named_processes(&self, failure: &Failure) -> Vec<(usize, Curve, Shape)> {
        if self.plan.lanes.is_empty() || self.plan.marks.is_some() {
            return Vec::new();
        }
        let is_named = |name: &str| failure.named.iter().any(|word| word == name);
        let places = failure.places.iter().filter_map(|place| match place {
            Thing::Process(who) => Some(*who),
            _ => None,
        });
        let all = places.flat_map(|who| {
            let drawn = self.view().processes[who].drawn.iter();
            drawn.filter_map(move |(name, drawn)| match drawn {
                Drawn::Process(whom) if usize::from(*whom) != who => {
                    Some((who, *name, usize::from(*whom)))
                }
                _ => None,
            })
        });
        let arrow = |(who, name, whom): (usize, &str, usize)| {
            let apart = self.plan.r + 8.0;
            let way = Curve::bowed(self.disc(who), self.disc(whom), 0.0).trimmed(apart, apart);
            let name = name.replace('_', " ");
            (who, way, words("said is-strong", way.at(0.3), Anchor::Middle, 12.0, name))
        };
        all.filter(|(_, name, _)| is_named(name)).map(arrow).collect()
    }

    /// Where a process crashed: a zigzag through its rim, with the step.
    pub(super) fn cracks(&self, failure: &Failure) -> Part {
        let mut part = Part::default();
        for &Crack { who, step } in &failure.cracks {
            self.crack(who, step, "cross", &mut part);
        }
        part
    }

    /// The same, dashed, of crashes that the run goes on with.
    pub(super) fn coming_cracks(&self) -> Part {
        let mut part = Part::default();
        for (action, step) in self.frame.coming.iter().filter(|_| self.t >= 1.0) {
            if let Action::Crash(who) = action {
                self.crack(usize::from(*who), *step, "cross is-free", &mut part);
            }
        }
        part
    }

    fn crack(&self, who: usize, step: usize, class: &'static str, part: &mut Part) {
        let (disc, r) = (self.disc(who), self.radius(who));
        let at = point(disc.x - r * 0.72, disc.y - r * 0.72);
        part.shapes.push(circle("back", at, CRACK));
        let (x, y) = (short(at.x + 2.0), short(at.y - 7.0));
        let d = format!("M{x} {y}l-5 6l5 3l-5 6");
        part.shapes.push(path(class, d, Rect::around(at, 10.0, 16.0)));
        let told = format!("step {step}");
        let wide = text::width(&told, 12.0, false);
        let has_room = at.x - CRACK - wide > 0.0;
        let beside = if has_room {
            point(at.x - CRACK - wide, at.y)
        } else {
            point(1.0, at.y - CRACK - 6.0)
        };
        part.shapes.push(words("said is-strong", beside, Anchor::Start, 12.0, told));
    }
}
