//! What stands still: sections, names, lanes, and the boxes that hold cells.

use super::Drawing;
use crate::geometry::{Rect, point};
use crate::scene::{Anchor, Part, Scene, curve, frame, line, path, words};
use crate::text;
use catalog::Zone;

/// From one line to the next of what is hatched all over.
const HATCH: f64 = 20.0;

impl Drawing<'_> {
    /// Those in a section right now.
    pub(super) fn inside(&self, zones: &[Zone]) -> Vec<usize> {
        let moment = if self.has_walked() { self.after } else { self.before };
        let processes = moment.view.processes.iter().enumerate();
        processes.filter(|(_, it)| zones.contains(&it.zone)).map(|process| process.0).collect()
    }

    pub(super) fn ground(&self, scene: &mut Scene) {
        let faded = self.frame.failure.is_some();
        let mut ground = Part { faded, ..Part::default() };
        for (index, band) in self.plan.bands.iter().enumerate() {
            let Rect { x, y, w, .. } = band.rect;
            if band.is_room {
                let inside = self.inside(&band.zones);
                let fails = self.frame.failure.is_some_and(|failure| failure.is_room);
                let (class, ink) = match inside[..] {
                    _ if fails => continue,
                    [] => ("room", None),
                    [one] => ("room is-taken", Some(one)),
                    _ => ("room is-taken", None),
                };
                let rect = band.rect.grown(-3.0);
                ground.shapes.push(frame(class, rect, 12.0).inked(ink));
            } else if index > 1 {
                ground.shapes.push(line("zone-line", point(x + 8.0, y), point(x + w - 8.0, y)));
            }
        }
        for &(from, to) in &self.plan.lanes {
            let lane = self.plan.lane(self.view(), from, to);
            let lane = lane.trimmed(self.plan.r + 6.0, self.plan.r + 8.0);
            ground.shapes.push(curve("lane", &lane));
        }
        for rect in &self.plan.boxes {
            ground.shapes.push(frame("box", rect.grown(2.0), 8.0));
        }
        for card in &self.plan.cards {
            ground.shapes.push(frame("card", card.rect, 14.0).ink(card.process));
        }
        scene.parts.push(ground);
    }

    /// What perhaps no run comes to stands on hatched ground, below everything else.
    pub(super) fn elsewhere(&self, scene: &mut Scene) {
        if !self.after.begins_elsewhere {
            return;
        }
        let whole = Rect { x: 0.0, y: 0.0, w: scene.w, h: scene.h };
        let hatch = path("cell-hatch", whole.hatch(HATCH), whole);
        scene.parts.insert(0, Part { shapes: vec![hatch], ..Part::default() });
    }

    /// What things are called, above all lines.
    pub(super) fn names(&self, scene: &mut Scene) {
        let sizes = self.plan.sizes;
        let mut names = Part { faded: self.frame.failure.is_some(), ..Part::default() };
        let wholes: Vec<&String> =
            self.view().arrays.iter().filter_map(|array| array.whole.as_ref()).collect();
        let mut kept = Part::default();
        for it in &self.plan.names {
            if wholes.contains(&&it.text) {
                // what the parts are together does not fade
                kept.shapes.push(words(
                    "name mono is-whole",
                    it.at,
                    it.anchor,
                    sizes.word,
                    &*it.text,
                ));
                continue;
            }
            let class = match (it.is_code, it.ink) {
                (true, _) => "name mono",
                (false, Some(_)) => "name is-own",
                (false, None) => "name",
            };
            names.shapes.push(words(class, it.at, it.anchor, sizes.small, &*it.text).inked(it.ink));
        }
        if let Some(crash) = &self.view().crash {
            let told = format!("If it crashed now: {}", crash.words);
            let letters = text::letters(self.plan.room.w - 12.0, sizes.small, false);
            let lines = text::wrap(&told, letters, if self.plan.room.is_phone() { 2 } else { 1 });
            let line = sizes.small + 3.0;
            let mut y = self.plan.room.h - line * (lines.len() as f64 - 0.5);
            for told in lines {
                let at = point(self.plan.room.w / 2.0, y);
                names.shapes.push(words("name is-crash", at, Anchor::Middle, sizes.small, told));
                y += line;
            }
        }
        scene.parts.extend([names, kept]);
    }
}
