//! Writes that wait in store buffers.

use super::{BOXES, bounds, has_class, shapes, still};
use catalog::{Action, Cell, Scenario};
use picture::geometry::Rect;
use picture::{
    Frame, Kind, Scene, Shape, Thing, Viewport, draw, failure, hands, step_of, summary::summary,
};
use std::collections::BTreeSet;

/// The text of an algorithm with partial store order, in which writes may overtake each other.
fn buffered(slug: &str, memory: &str) -> Scenario {
    let published = Scenario::parse(slug).unwrap().scenario;
    let text = published.source();
    let at = text.find("\nshared").unwrap();
    let text = format!("{}\noption memory: sequential, {memory}\n{}", &text[..at], &text[at..]);
    let mut scenario = Scenario::parse("new").unwrap().scenario.with_text(&text);
    assert_eq!(scenario.text.as_ref().map_or(0, |text| text.errors().len()), 0, "{text}");
    scenario.setting.set("memory", memory);
    scenario
}

fn run(mut scenario: Scenario, run: &str) -> Scenario {
    scenario.run = run.split_whitespace().map(|step| step.parse().unwrap()).collect();
    scenario.at = scenario.run.len();
    scenario
}

/// Moments of runs at random, with store buffers below columns, and above cells.
pub fn moments() -> Vec<Scenario> {
    let mut all = Vec::new();
    for (slug, seed) in [
        ("peterson", 3),
        ("bakery", 5),
        ("sequence-lock", 7),
        ("register-consensus", 8),
        ("dijkstra-ring", 9),
    ] {
        let mut scenario = buffered(slug, "pso");
        for step in 0..15 {
            let moves: Vec<Action> = scenario.moment().steps().map(|step| step.action).collect();
            let Some(&action) = moves.get(catalog::pick(seed, step, moves.len())) else { break };
            scenario.run.push(action);
            scenario.at += 1;
            if step % 5 == 4 {
                all.push(scenario.clone());
            }
        }
    }
    all
}

const FLAG_0: Cell = Cell { array: "flag", index: 0, single: false, label: None };

fn texts_of(scene: &Scene, thing: Thing) -> Vec<String> {
    let parts = scene.parts.iter().filter(|part| part.of == Some(thing));
    let texts = parts.flat_map(|part| &part.shapes).filter_map(|shape| match &shape.kind {
        Kind::Text { text, .. } => Some(text.clone()),
        _ => None,
    });
    texts.collect()
}

#[test]
fn a_pending_write_stands_in_the_queue_of_its_process() {
    let scenario = run(buffered("peterson", "tso"), "s0 s0 s0");
    let moment = scenario.moment();
    let pending = |place| Thing::Pending { process: 0, place };
    for (w, h) in BOXES {
        let scene = still(&scenario, &moment, None, Viewport::new(w, h));
        assert_eq!(texts_of(&scene, pending(0)), ["flag[0] ← true"], "{w}×{h}");
        assert_eq!(texts_of(&scene, pending(1)), ["turn ← 1"], "{w}×{h}");
        // the oldest is nearest to memory, and both are between their process and what they write
        let at = |thing| scene.place(thing).unwrap().center().y;
        let (first, second) = (at(pending(0)), at(pending(1)));
        assert!(at(Thing::Process(0)) < second && second < first, "{w}×{h}");
        assert!(first < at(Thing::Cell(FLAG_0)), "{w}×{h}");
        // on the cell a dot says so
        let part = scene.parts.iter().find(|part| part.of == Some(Thing::Cell(FLAG_0))).unwrap();
        let dots = part.shapes.iter().filter(|shape| has_class(shape, "is-pending"));
        assert_eq!(dots.map(|dot| dot.ink).collect::<Vec<_>>(), [Some(0)], "{w}×{h}");
        assert_eq!(bounds(&scene, "queue").len(), 2, "{w}×{h}");
    }
    let told = summary(&moment);
    assert!(told.contains("Pending writes of process 0: flag[0] ← true, turn ← 1."), "{told}");
}

/// A bar stands between what was written before a store fence and what is written later, which may not arrive first.
#[test]
fn a_store_fence_stands_between_two_writes() {
    let text = "algorithm A\noption memory: pso, tso\nshared x, y, z: 0..1\nwriter:\n  going:\n    x ← 1\n    fence stores\n    y ← \
                1\n    z ← 1\n";
    let start = Scenario::parse("new").unwrap().scenario.with_text(text);
    let scenario = run(start, "s0 s0 s0");
    let moment = scenario.moment();
    let pending = |place| Thing::Pending { process: 0, place };
    for (w, h) in BOXES {
        let scene = still(&scenario, &moment, None, Viewport::new(w, h));
        let bars = bounds(&scene, "fence");
        let [bar] = &bars[..] else { panic!("{w}×{h}: {bars:?}") };
        let at = |place| scene.place(pending(place)).unwrap().center().y;
        assert!(at(1) < bar.y && bar.y < at(0), "{w}×{h}: {bar:?}");
    }
    assert_eq!(step_of(&moment, pending(0)), Some(Action::Arrive(0, 1)));
    assert_eq!(step_of(&moment, pending(1)), None);
    let told = summary(&moment);
    assert!(told.contains("Pending writes of the writer: x ← 1, a store fence, y ← 1."), "{told}");
    // it leaves with the write before it
    let scenario = run(scenario, "s0 s0 s0 a0=1");
    let moment = scenario.moment();
    assert_eq!(step_of(&moment, pending(0)), Some(Action::Arrive(0, 1)));
    let scene = still(&scenario, &moment, None, Viewport::new(820.0, 610.0));
    assert_eq!(bounds(&scene, "fence").len(), 0);
}

#[test]
fn a_press_lets_a_write_arrive_that_may() {
    let arrives = |memory, place| {
        let moment = run(buffered("peterson", memory), "s0 s0 s0").moment();
        step_of(&moment, Thing::Pending { process: 0, place })
    };
    assert_eq!(
        [0, 1, 2].map(|place| arrives("tso", place)),
        [Some(Action::Arrive(0, 0)), None, None]
    );
    // to different cells they overtake each other
    let both = [0, 1].map(|place| arrives("pso", place));
    assert_eq!(both, [Some(Action::Arrive(0, 1)), Some(Action::Arrive(0, 2))]);
    let moment = run(buffered("peterson", "tso"), "s0 s0 s0").moment();
    let menu = hands(&moment, &[], Thing::Pending { process: 0, place: 0 });
    assert_eq!(menu.len(), 1, "{menu:?}");
}

/// An arrow leads from the queue to memory, and the write behind comes nearer.
#[test]
fn an_arrival_comes_out_of_the_queue() {
    let [before, after] =
        ["s0 s0 s0", "s0 s0 s0 a0"].map(|steps| run(buffered("peterson", "tso"), steps));
    let (moment, then) = (after.moment(), before.moment());
    let room = Viewport::new(820.0, 610.0);
    let frame = Frame::still(
        after.entry().stage(),
        after.entry().zones(&after.setting),
        &moment,
        None,
        room,
    );
    let at = |t| draw(&Frame { before: Some(&then), t, ..frame });
    let first = Thing::Pending { process: 0, place: 0 };
    let is_there = |scene: &Scene| scene.place(first).unwrap();
    let (start, end) = (is_there(&at(0.0)), is_there(&at(1.0)));
    assert_eq!(start, end);
    assert_eq!(texts_of(&at(0.0), first), ["flag[0] ← true"]);
    assert_eq!(texts_of(&at(1.0), first), ["turn ← 1"]);
    let trail = bounds(&at(1.0), "trail");
    let [trail] = &trail[..] else { panic!("{trail:?}") };
    assert!((trail.y - end.bottom()).abs() < 4.0, "{trail:?} from {end:?}");
}

#[test]
fn what_is_read_of_a_write_of_its_own_is_read_in_the_queue() {
    let scenario = run(buffered("peterson", "tso"), "s0 s0 s0 s1 s1 a1 s1 s0 s0");
    let moment = scenario.moment();
    assert!(
        catalog::plain(&moment.said).contains("turn = 1 is its own pending write"),
        "{:?}",
        moment.said
    );
    let scene = still(&scenario, &moment, None, Viewport::new(820.0, 610.0));
    let turn = scene.place(Thing::Pending { process: 0, place: 1 }).unwrap();
    let mut ends = shapes(&scene).filter(|shape| has_class(shape, "trail")).map(Shape::bounds);
    assert!(ends.any(|end| (end.bottom() - turn.y).abs() < 6.0), "{turn:?}");
}

/// The reason of a failure is the write that was not seen, and it is no faint one.
#[test]
fn a_write_that_nobody_saw_is_a_reason() {
    let scenario = run(buffered("peterson", "tso"), "s0 s0 s0 s0 s1 s1 s1 s1");
    let moment = scenario.moment();
    let told = scenario.reasons()[0].text();
    assert!(
        told.ends_with("Process 1 read flag[0] = false while process 0’s true was pending."),
        "{told}"
    );
    let reason = failure(&scenario, &moment);
    let scene = still(&scenario, &moment, reason.as_ref(), Viewport::new(820.0, 610.0));
    let faded = |place| {
        let of = Some(Thing::Pending { process: 0, place });
        scene.parts.iter().find(|part| part.of == of).unwrap().faded
    };
    assert!(!faded(0) && faded(1));
    assert!(bounds(&scene, "sign").is_empty(), "what is not compared has no sign");
}

#[test]
fn queues_cover_nothing() {
    let mut seen = BTreeSet::new();
    for scenario in moments() {
        let moment = scenario.moment();
        seen.extend(
            (!moment.view.buffers.is_empty()).then(|| format!("{:?}", scenario.entry().stage())),
        );
        for (w, h) in BOXES {
            let scene = still(&scenario, &moment, None, Viewport::new(w, h));
            let queues: Vec<Rect> = bounds(&scene, "queue");
            assert_eq!(queues.len(), moment.view.buffers.len(), "{scenario}");
            for class in ["cell", "disc", "room"] {
                for other in bounds(&scene, class) {
                    let over =
                        queues.iter().find(|queue| queue.grown(-1.0).overlaps(&other.grown(-1.0)));
                    assert!(over.is_none(), "{scenario} {w}×{h}: {over:?} over {class} {other:?}");
                }
            }
        }
    }
    assert!(seen.len() > 1, "{seen:?}");
}
