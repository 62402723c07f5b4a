//! Every algorithm at its start, in the middle and at its key moments, in boxes of every class: what
//! is drawn can be read, stays in its box and fills it, and moves without a jump.

mod buffers;
mod motion;
mod pills;
mod places;
mod reasons;
mod tags;

use catalog::{Entry, Moment, Scenario};
use picture::geometry::Rect;
use picture::{Failure, Frame, Kind, Scene, Shape, Thing, Viewport, draw, failure};

/// Beside the columns of a large and of a small window, an embed, a tablet and a phone.
const BOXES: [(f64, f64); 6] = [
    (820.0, 610.0),
    (720.0, 500.0),
    (600.0, 420.0),
    (520.0, 360.0),
    (390.0, 430.0),
    (360.0, 416.0),
];

/// The moments of an algorithm that are looked at; in a quick run fewer of them.
fn moments(entry: &'static Entry) -> Vec<Scenario> {
    let mut all = Vec::new();
    let links = entry.dares.iter().map(|dare| dare.link).chain([entry.card]);
    for link in links {
        let scenario = Scenario::parse(&format!("{}{link}", entry.slug)).unwrap().scenario;
        let end = scenario.at;
        let places = golden::quick_or(&[2, 4][..], &[0, 1, 2, 3, 4]);
        for at in places.iter().map(|place| end * place / 4) {
            all.push(Scenario { at, ..scenario.clone() });
        }
    }
    all
}

fn each(mut look: impl FnMut(&str, &Scene, &Moment)) {
    for scenario in catalog::entries().iter().flat_map(moments).chain(buffers::moments()) {
        let moment = scenario.moment();
        let reason = failure(&scenario, &moment);
        for (w, h) in BOXES {
            let scene = still(&scenario, &moment, reason.as_ref(), Viewport::new(w, h));
            look(&format!("{scenario} {w}×{h}"), &scene, &moment);
        }
    }
}

fn still(scenario: &Scenario, moment: &Moment, reason: Option<&Failure>, room: Viewport) -> Scene {
    let entry = scenario.entry();
    let frame = Frame::still(entry.stage(), entry.zones(&scenario.setting), moment, reason, room);
    draw(&Frame { is_live: true, ..frame })
}

fn shapes(scene: &Scene) -> impl Iterator<Item = &Shape> {
    scene.parts.iter().flat_map(|part| &part.shapes)
}

/// Where the shapes of a class are.
fn bounds(scene: &Scene, class: &str) -> Vec<Rect> {
    shapes(scene).filter(|shape| has_class(shape, class)).map(Shape::bounds).collect()
}

fn text_of(shape: &Shape) -> Option<&str> {
    match &shape.kind {
        Kind::Text { text, .. } => Some(text),
        _ => None,
    }
}

fn has_class(shape: &Shape, class: &str) -> bool {
    shape.class.split(' ').any(|text| text == class)
}

#[test]
fn text_can_be_read_and_processes_can_be_hit() {
    each(|name, scene, moment| {
        let mut discs = 0;
        for shape in shapes(scene) {
            match &shape.kind {
                Kind::Text { size, text, .. } => {
                    assert!(*size >= 12.0, "{name}: {text:?} has {size} pixels");
                    assert!(!text.trim().is_empty(), "{name}: an empty text");
                }
                _ if has_class(shape, "disc") => {
                    let wide = shape.bounds().w;
                    assert!(wide >= 40.0, "{name}: a disc {wide} pixels wide");
                    discs += 1;
                }
                _ => {}
            }
        }
        assert_eq!(discs, moment.view.processes.len(), "{name}");
    });
}

#[test]
fn values_of_cells_are_large_where_there_is_room() {
    let mut seen = 0;
    each(|name, scene, _| {
        for part in scene.parts.iter().filter(|part| matches!(part.of, Some(Thing::Cell(_)))) {
            let cell = part.shapes.iter().find(|shape| has_class(shape, "cell")).map(Shape::bounds);
            let Some(cell) = cell.filter(|cell| cell.h >= 30.0 && cell.w >= 44.0) else { continue };
            for shape in part.shapes.iter().filter(|shape| has_class(shape, "value")) {
                let Kind::Text { size, text, .. } = &shape.kind else { continue };
                if text.chars().count() <= 2 {
                    assert!(*size >= 17.9, "{name}: {text:?} has {size} pixels in {cell:?}");
                    seen += 1;
                }
            }
        }
    });
    assert!(seen > 1000, "{seen}");
}

/// As many processes as there may be, in each layout: columns, cells, a mesh, a server, clients of a row.
const MANY: [(&str, usize, &str); 5] = [
    (
        "columns",
        16,
        "shared taken: bool\nshared number[process]: 0..6\nprocess i of 16, for ever:\n  waiting:\n    \
         await not test_and_set(taken)\n  critical:\n    number[i] ← 1\n    taken ← false\n",
    ),
    (
        "cells",
        16,
        "shared x: 0..16\nprocess i of 16:\n  own seen: 0..16\n  going:\n    seen ← x\n    x ← seen + 1\n",
    ),
    (
        "mesh",
        16,
        "message ask(k: 0..15)\nprocess i of 16:\n  own from: none | process\n  when from = none:\n    \
         from ← i\n    send ask(i) to 15 − i\n  on ask(k) from j: from ← j\n",
    ),
    (
        "server",
        16,
        "message ask, told\nclient i of 15:\n  own got: bool\n  when not got and in_transit(any) < 3: send \
         ask to server\n  on told: got ← true\nserver:\n  own seen: set of client\n  on ask from j:\n    \
         seen ← seen + {j}\n    send told to j\n",
    ),
    (
        "row",
        13,
        "row r on 3:\n  x[1..4]: none | 1..3\nprocess i of 13:\n  going:\n    write r.x[1] = 1\n",
    ),
];

/// None covers another, each is in its box and can be clicked on by itself, and steps can be drawn.
#[test]
fn sixteen_processes_have_room() {
    for (name, count, text) in MANY {
        let text = format!("algorithm A {name}\n{text}");
        let mut scenario = Scenario::parse("new").unwrap().scenario.with_text(&text);
        let errors = scenario.text.as_ref().map(|text| format!("{:?}", text.errors()));
        assert_eq!(errors.as_deref(), Some("[]"), "{name}");
        for step in 0..12 {
            let moment = scenario.moment();
            assert_eq!(moment.view.processes.len(), count, "{name}");
            for (w, h) in BOXES {
                let scene = still(&scenario, &moment, None, Viewport::new(w, h));
                let of = |class: &'static str| {
                    shapes(&scene).filter(move |shape| has_class(shape, class)).map(Shape::bounds)
                };
                let discs: Vec<Rect> = of("disc").collect();
                assert_eq!(discs.len(), count, "{name} {w}×{h}");
                for (at, disc) in discs.iter().enumerate() {
                    let is_inside = disc.x >= -0.5
                        && disc.y >= -0.5
                        && disc.right() <= w + 0.5
                        && disc.bottom() <= h + 0.5;
                    assert!(is_inside, "{name} {w}×{h}: {at} at {disc:?}");
                    for other in &discs[..at] {
                        let apart = disc.center().distance(other.center());
                        // with room for a message between two of a mesh
                        let least = if name == "mesh" { disc.w * 1.4 } else { disc.w };
                        assert!(apart >= least, "{name} {w}×{h}: {at} covers another: {disc:?}");
                    }
                }
                let hits = of("hit")
                    .filter(|rect| discs.iter().any(|disc| disc.center() == rect.center()));
                let hits: Vec<Rect> = hits.collect();
                for (at, hit) in hits.iter().enumerate() {
                    for other in &hits[..at] {
                        let apart = hit.center().distance(other.center());
                        assert!(2.0 * apart + 0.1 >= hit.w + other.w, "{name} {w}×{h}: {hit:?}");
                    }
                }
            }
            let moves: Vec<_> = moment.steps().map(|step| step.action).collect();
            let Some(&action) = moves.get(catalog::pick(7, step, moves.len())) else { break };
            scenario.run.push(action);
            scenario.at += 1;
        }
    }
}

/// Who hears them must be able to tell them apart.
#[test]
fn no_two_variables_have_one_name() {
    each(|name, scene, _| {
        let is_variable =
            |of: Option<Thing>| matches!(of, Some(Thing::Cell(_) | Thing::Column { .. }));
        let parts = scene.parts.iter().filter(|part| is_variable(part.of)).map(|part| &part.name);
        let mut names: Vec<&String> = parts.filter(|part| !part.is_empty()).collect();
        names.sort();
        let twice = names.windows(2).find(|window| window[0] == window[1]);
        assert_eq!(twice, None, "{name}");
    });
}

/// Nobody has such a page, and yet some may ask for it.
#[test]
fn no_box_is_too_small_or_too_odd() {
    for entry in catalog::entries() {
        for scenario in moments(entry).into_iter().rev().step_by(3) {
            let moment = scenario.moment();
            let reason = failure(&scenario, &moment);
            for (w, h) in [(0.0, 0.0), (320.0, 270.0), (3000.0, 260.0), (290.0, 2400.0)] {
                let scene = still(&scenario, &moment, reason.as_ref(), Viewport::new(w, h));
                let all = shapes(&scene).map(Shape::bounds);
                assert!(all.into_iter().all(|it| it.w.is_finite() && it.h.is_finite()));
            }
        }
    }
}

#[test]
fn everything_is_in_the_box() {
    let mut found: Vec<String> = Vec::new();
    each(|name, scene, _| {
        for shape in shapes(scene).filter(|it| !has_class(it, "ring") && !has_class(it, "hit")) {
            let it = shape.bounds();
            // lines are drawn on both sides of their edge; and the widths of texts are guessed
            let slack = if matches!(shape.kind, Kind::Text { .. }) { 6.0 } else { 1.5 };
            let is_inside = it.x >= -slack
                && it.y >= -slack
                && it.right() <= scene.w + slack
                && it.bottom() <= scene.h + slack;
            if !is_inside {
                found.push(format!("{name}: {} {it:?}", shape.class));
            }
        }
    });
    assert!(found.is_empty(), "{} are outside:\n{}", found.len(), found.join("\n"));
}

#[test]
fn what_is_drawn_fills_its_box() {
    let mut found: Vec<String> = Vec::new();
    each(|name, scene, _| {
        let drawn = shapes(scene).filter(|it| !has_class(it, "hit") && !has_class(it, "ring"));
        let all = drawn.map(Shape::bounds).reduce(|a, b| a.joined(&b)).unwrap_or_default();
        if all.w < scene.w * 0.55 || all.h < scene.h * 0.65 {
            found.push(format!("{name}: {all:?}"));
        }
    });
    assert!(found.is_empty(), "{} do not:\n{}", found.len(), found.join("\n"));
}

/// Variables that cannot be told apart from what lies upon them cannot be read.
#[test]
fn no_variable_covers_another() {
    let mut found: Vec<String> = Vec::new();
    each(|name, scene, _| {
        let of = |part: &&picture::Part| matches!(part.of, Some(Thing::Cell(_)));
        let cells: Vec<Rect> = scene
            .parts
            .iter()
            .filter(of)
            .filter_map(|part| {
                let cell = part.shapes.iter().find(|shape| has_class(shape, "cell"))?;
                Some(cell.bounds().grown(-1.5))
            })
            .collect();
        for (nth, cell) in cells.iter().enumerate() {
            if cells[..nth].iter().any(|rect| rect.overlaps(cell)) {
                found.push(format!("{name}: {cell:?}"));
            }
        }
    });
    assert!(found.is_empty(), "{} do:\n{}", found.len(), found.join("\n"));
}

/// What stands beside a process covers no other process, and nothing that stands beside another.
#[test]
fn words_beside_processes_do_not_cover_each_other() {
    each(|name, scene, _| {
        let mut labels: Vec<(Thing, Rect, &str)> = Vec::new();
        let mut discs: Vec<(Thing, Rect)> = Vec::new();
        for part in &scene.parts {
            let Some(thing @ Thing::Process(_)) = part.of else { continue };
            for shape in &part.shapes {
                match &shape.kind {
                    Kind::Text { text, .. } if has_class(shape, "said") => {
                        labels.push((thing, shape.bounds(), text));
                    }
                    Kind::Circle { at, r } if has_class(shape, "disc") => {
                        discs.push((thing, Rect::around(*at, 1.5 * r, 1.5 * r)));
                    }
                    _ => {}
                }
            }
        }
        for (index, (thing, rect, text)) in labels.iter().enumerate() {
            for (other, at, words) in &labels[..index] {
                let apart = thing == other || !rect.grown(-2.0).overlaps(&at.grown(-2.0));
                assert!(apart, "{name}: {text:?} covers {words:?}");
            }
            for (other, disc) in &discs {
                assert!(thing == other || !rect.grown(-2.0).overlaps(disc), "{name}: {text:?}");
            }
        }
    });
}

/// A line below a process lies on no edge of its section, and a sign between two cells on no third one.
#[test]
fn what_a_failure_says_lies_on_nothing_else() {
    let burns_lynch = "burns-lynch?looks-again=no&v=1&run=QASQAS.kGlG";
    let burns_lynch = Scenario::parse(burns_lynch).unwrap().scenario;
    // 0 and 2 draw the same ticket, and the one of 1 lies between them
    let mut bakery = Scenario::parse("bakery?tie-break=none").unwrap().scenario;
    while bakery.moment().broken.is_empty() {
        bakery.run.extend([0, 2].map(catalog::Action::step));
        bakery.at = bakery.run.len();
    }
    for scenario in [burns_lynch, bakery] {
        let (link, moment) = (scenario.to_string(), scenario.moment());
        let reason = failure(&scenario, &moment);
        assert!(reason.is_some(), "{link}");
        for (w, h) in BOXES {
            let scene = still(&scenario, &moment, reason.as_ref(), Viewport::new(w, h));
            let of =
                |class: &'static str| shapes(&scene).filter(move |shape| has_class(shape, class));
            let room = of("room").next().unwrap().bounds().grown(-2.0);
            for words in of("said").map(Shape::bounds) {
                let beside = words.right() < room.x || words.x > room.right();
                let within = words.x > room.x && words.right() < room.right();
                assert!(beside || within, "{link} {w}×{h}: {words:?} in {room:?}");
            }
            for sign in of("sign").map(Shape::bounds) {
                let value = of("value").find(|shape| shape.bounds().overlaps(&sign.grown(-3.0)));
                assert!(value.is_none(), "{link} {w}×{h}: {value:?}");
            }
        }
    }
}

/// What is on its way to a replica covers nothing of what replicas hold.
#[test]
fn mutations_wait_beside_the_replicas() {
    let link = "row-lock?v=1&at=22&run=UAJiRuGIkydyYxhFjzJxm8PZ_L3.iwPG";
    let scenario = Scenario::parse(link).unwrap().scenario;
    let moment = scenario.moment();
    for (w, h) in BOXES {
        let scene = still(&scenario, &moment, None, Viewport::new(w, h));
        let [puts, wells] = ["put", "well"].map(|class| bounds(&scene, class));
        assert!(puts.len() >= 3, "{w}×{h}: {puts:?}");
        let covered = wells.iter().find(|well| puts.iter().any(|put| put.overlaps(well)));
        assert!(covered.is_none(), "{w}×{h}: {covered:?}");
    }
}

/// Three servers with a message on each way that can be read, also on a phone.
#[test]
fn messages_on_crossing_lanes_do_not_cover_each_other() {
    let link = "raft-election?terms=1&vote=volatile&crashes=1&v=1&at=3&run=U9z3YlH1TKf.KQl6";
    let scenario = Scenario::parse(link).unwrap().scenario;
    let moment = scenario.moment();
    for (w, h) in BOXES {
        let scene = still(&scenario, &moment, None, Viewport::new(w, h));
        let [pills, discs] = ["pill", "disc"].map(|class| bounds(&scene, class));
        assert_eq!(pills.len(), 4);
        for (at, pill) in pills.iter().enumerate() {
            let other =
                pills[..at].iter().find(|rect| rect.grown(-2.0).overlaps(&pill.grown(-2.0)));
            assert_eq!(other, None, "{w}×{h}: covers {pill:?}");
            let disc = discs.iter().find(|disc| disc.grown(-5.0).overlaps(pill));
            assert_eq!(disc, None, "{w}×{h}: is covered by {pill:?}");
        }
    }
}

/// A word has room around it, which hides the lines below it.
#[test]
fn no_line_runs_through_a_word() {
    const LINES: [&str; 4] = ["way", "trail", "thread", "lane"];
    each(|name, scene, _| {
        let drawn: Vec<&Shape> = scene.parts.iter().flat_map(|part| &part.shapes).collect();
        let is_word = |it: &Shape| has_class(it, "said") || has_class(it, "name");
        let first = drawn.iter().position(|shape| is_word(shape)).unwrap_or(drawn.len());
        let line =
            drawn[first..].iter().find(|shape| LINES.iter().any(|line| has_class(shape, line)));
        assert!(line.is_none(), "{name}: {line:?}");
    });
}
