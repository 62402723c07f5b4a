//! How a step moves: nobody jumps, and what is sent arrives.

use super::{has_class, shapes, still};
use catalog::{Entry, Moment, Scenario};
use picture::geometry::Point;
use picture::{Frame, Movement, Scene, Thing, Viewport, draw};

fn disc(scene: &Scene, process: usize) -> Point {
    let mut parts = scene.parts.iter().filter(|part| part.of == Some(Thing::Process(process)));
    let mut shapes = parts.next().unwrap().shapes.iter();
    shapes.find(|shape| has_class(shape, "disc")).unwrap().bounds().center()
}

/// A run at random, step by step; in a quick run its beginning.
fn walk(entry: &'static Entry, mut look: impl FnMut(&Scenario, &Moment, &Moment)) {
    let mut scenario = Scenario::new(entry);
    let mut before = scenario.moment();
    for step in 0..golden::quick_or(12, 40) {
        let moves: Vec<_> = before.steps().map(|step| step.action).collect();
        let Some(&action) = moves.get(catalog::pick(11, step, moves.len())) else { break };
        scenario.run.push(action);
        scenario.at += 1;
        let after = scenario.moment();
        look(&scenario, &before, &after);
        before = after;
    }
}

#[test]
fn a_step_begins_where_the_one_before_ended_and_nobody_jumps() {
    const FRAMES: u32 = 40;
    for entry in catalog::entries() {
        walk(entry, |scenario, before, after| {
            for (w, h) in [(820.0, 610.0), (360.0, 416.0)] {
                let room = Viewport::new(w, h);
                let at = |t: f64| {
                    let frame = Frame::still(
                        entry.stage(),
                        entry.zones(&scenario.setting),
                        after,
                        None,
                        room,
                    );
                    draw(&Frame { before: Some(before), t, ..frame })
                };
                let first = still(scenario, before, None, room);
                let scenes: Vec<Scene> =
                    (0..=FRAMES).map(|it| at(f64::from(it) / f64::from(FRAMES))).collect();
                for process in 0..after.view.processes.len() {
                    assert!(disc(&first, process).distance(disc(&scenes[0], process)) < 1e-6);
                    for pair in scenes.windows(2) {
                        let way = disc(&pair[0], process).distance(disc(&pair[1], process));
                        assert!(way < 0.16 * (w + h), "{scenario}: {way} in one frame");
                    }
                }
            }
        });
    }
}

/// A message that is delivered goes from where it rests to the one who receives it.
#[test]
fn a_message_arrives_where_it_was_sent() {
    let mut arrived = 0;
    for entry in catalog::entries() {
        walk(entry, |scenario, before, after| {
            let received = after.events.iter().find_map(|event| match event {
                catalog::Event::Receive { mail, .. } => Some(*mail),
                _ => None,
            });
            // replicas have wells, and what lands there becomes their cells
            let is_between = |message_id: &catalog::MessageId| {
                usize::from(message_id.to) < after.view.processes.len()
            };
            let Some(mail) = received.filter(is_between) else { return };
            if !after.view.replicas.is_empty() {
                return;
            }
            let all = &before.view.messages;
            let index = all.iter().position(|message| message.mail == mail);
            let index = index.unwrap_or_else(|| panic!("{scenario} {mail:?}"));
            let room = Viewport::new(820.0, 610.0);
            let frame =
                Frame::still(entry.stage(), entry.zones(&scenario.setting), after, None, room);
            let place = |t: f64| {
                let scene = draw(&Frame { before: Some(before), t, ..frame });
                let pill =
                    scene.parts.iter().find(|part| part.of == Some(Thing::Message(index)))?;
                let body = pill.shapes.iter().find(|shape| has_class(shape, "pill"))?;
                Some((body.bounds().center(), disc(&scene, usize::from(mail.to))))
            };
            let taken = 540.0 / Movement::of(before, after).ms;
            let (from, to) = place(0.0).unwrap_or_else(|| panic!("{scenario} {index} {mail:?}"));
            let (end, _) =
                place(taken * 0.97).unwrap_or_else(|| panic!("{scenario} {index} {mail:?}"));
            // of a crowd only some are seen before they fly
            let scene = still(scenario, before, None, room);
            let pill = scene.parts.iter().find(|part| part.of == Some(Thing::Message(index)));
            if let Some(pill) =
                pill.and_then(|part| part.shapes.iter().find(|shape| has_class(shape, "pill")))
            {
                assert!(from.distance(pill.bounds().center()) < 1e-6, "{scenario}");
            }
            let near = (0.2 * from.distance(to)).max(48.0);
            assert!(end.distance(to) < near, "{scenario}: {end:?} {to:?}");
            arrived += 1;
        });
    }
    assert!(arrived > 20, "{arrived}");
}

/// The value of a read is seen on its way, and the cell keeps its own until a write has landed.
#[test]
fn values_fly_and_land() {
    let entry = catalog::entry("bakery").unwrap();
    let (mut read, mut written) = (0, 0);
    walk(entry, |scenario, before, after| {
        let room = Viewport::new(820.0, 610.0);
        let frame = Frame::still(entry.stage(), entry.zones(&scenario.setting), after, None, room);
        let at = |t: f64| draw(&Frame { before: Some(before), t, ..frame });
        let chips = |t: f64| shapes(&at(t)).filter(|shape| has_class(shape, "chip")).count();
        for event in &after.events {
            match event {
                catalog::Event::Read { .. } => read += usize::from(chips(0.3) > 0),
                catalog::Event::Write { .. } => written += usize::from(chips(0.3) > 0),
                _ => continue,
            }
            assert_eq!(chips(1.0), 0, "{scenario}");
        }
    });
    assert!(read > 3 && written > 3, "{read} {written}");
}

/// Other options may have other processes; the picture before has nothing to do with that after.
#[test]
fn processes_may_come_and_go_between_two_pictures() {
    let open = |link: &str| Scenario::parse(link).unwrap().scenario;
    let (three, two) = (open("bakery"), open("bakery?processes=2&v=1&run=AAVBQX"));
    let room = Viewport::new(700.0, 500.0);
    for (before, after) in [(&three, &two), (&two, &three)] {
        let entry = after.entry();
        let moments = [before.moment(), after.moment()];
        let zones = entry.zones(&after.setting);
        for t in [0.0, 0.3, 1.0] {
            let frame = Frame::still(entry.stage(), zones, &moments[1], None, room);
            let scene = draw(&Frame { before: Some(&moments[0]), t, ..frame });
            assert!(!scene.parts.is_empty());
        }
    }
}
