//! What stands where, in pictures of single algorithms.

use super::{has_class, moments, shapes, still};
use catalog::{Moment, Scenario};
use picture::geometry::Rect;
use picture::{Frame, Kind, Scene, Shape, Thing, Viewport, draw, failure, summary::summary};

/// The picture of a link's moment beside the columns of a large window.
fn wide(link: &str) -> (Scene, Moment) {
    let scenario = Scenario::parse(link).unwrap().scenario;
    let moment = scenario.moment();
    let reason = failure(&scenario, &moment);
    (still(&scenario, &moment, reason.as_ref(), Viewport::new(820.0, 610.0)), moment)
}

fn texts(scene: &Scene) -> Vec<&str> {
    let text = |shape: &'_ Shape| matches!(shape.kind, Kind::Text { .. });
    let texts = shapes(scene).filter(|shape| text(shape)).filter_map(|shape| match &shape.kind {
        Kind::Text { text, .. } => Some(&**text),
        _ => None,
    });
    texts.collect()
}

/// A fork lies between the two who may take it, and says who has it.
#[test]
fn what_neighbours_share_lies_between_them() {
    let (scene, _) = wide("dining-philosophers?v=1&run=QAJS.Fcqg");
    let of = |thing| scene.place(thing).unwrap().center();
    let disc = |it| {
        let part = scene.parts.iter().find(|part| part.of == Some(Thing::Process(it))).unwrap();
        let disc = part.shapes.iter().find(|shape| has_class(shape, "disc")).unwrap();
        disc.bounds().center()
    };
    for index in 0..3_u8 {
        let fork = catalog::Cell { array: "fork", index, single: false, label: None };
        let (left, right) = (disc((usize::from(index) + 2) % 3), disc(index.into()));
        assert!(of(Thing::Cell(fork)).distance(left.mix(right, 0.5)) < 12.0, "fork {index}");
    }
    let threads = shapes(&scene).filter(|shape| has_class(shape, "thread")).count();
    assert_eq!(threads, 3);
    assert_eq!(shapes(&scene).filter(|shape| has_class(shape, "holds")).count(), 3);
    assert!(texts(&scene).contains(&"waits: fork[1] = 1"), "{:?}", texts(&scene));
}

#[test]
fn a_ring_has_its_values_in_its_discs_and_its_loop_in_the_midst() {
    let link = "dijkstra-ring?machines=4&states=2&v=1&loop=4&run=Q48-l3DRDR.dAj4";
    let (scene, moment) = wide(link);
    for (process, cell) in moment.view.arrays[0].cells.iter().enumerate() {
        let part =
            scene.parts.iter().find(|part| part.of == Some(Thing::Process(process))).unwrap();
        let value = part.shapes.iter().find(|shape| has_class(shape, "value")).unwrap();
        let Kind::Text { text, .. } = &value.kind else { panic!("{value:?}") };
        assert_eq!(*text, cell.value);
    }
    assert_eq!(shapes(&scene).filter(|shape| has_class(shape, "state")).count(), 8);
    assert!(texts(&scene).contains(&"8 steps,"));
}

/// Two who give way to each other for ever never enter the room, so the loop is drawn there.
#[test]
fn a_loop_is_drawn_in_the_room_that_nobody_enters() {
    let (scene, _) = wide("dekker?gives-way=no&v=1&loop=4&run=ABR.OqMH");
    let states = shapes(&scene).filter(|shape| has_class(shape, "state")).count();
    assert!(states > 1, "{states}");
    let room = shapes(&scene).find(|shape| has_class(shape, "room")).unwrap().bounds();
    let round = shapes(&scene).find(|shape| has_class(shape, "round")).unwrap().bounds();
    assert!(round.y >= room.y && round.bottom() <= room.bottom(), "{round:?} {room:?}");
}

/// Rows of a store, and what each writer has of them, are wells in the colours of their writers.
#[test]
fn rows_are_wells() {
    let (scene, moment) = wide("row-isolation?swap=store&v=1&run=AAVT.4z0I");
    assert_eq!(moment.view.rows.len(), 4);
    let wells = shapes(&scene).filter(|shape| has_class(shape, "well")).count();
    assert_eq!(wells, 4 * moment.view.columns.len());
    let water = shapes(&scene).find(|shape| has_class(shape, "water")).unwrap();
    assert_eq!(water.ink, Some(0), "the last one to swap");
    assert!(texts(&scene).contains(&"my_cols of 1"));
    let (queue, _) = wide("cassandra-queue?v=1&run=ABAFV.nl3x");
    let inks: Vec<_> =
        shapes(&queue).filter(|shape| has_class(shape, "water")).map(|shape| shape.ink).collect();
    assert!(inks.contains(&Some(0)) && inks.contains(&Some(1)), "{inks:?}");
}

#[test]
fn those_in_a_queue_are_pins_and_those_awaited_are_free_seats() {
    let (scene, moment) = wide("semaphore-server?queue=lifo&v=1&run=YBUZOVliI7.BpM8");
    let server = moment.view.processes.last().unwrap();
    assert_eq!(server.queues[0].1.iter().map(|it| it.process).collect::<Vec<_>>(), [1]);
    let pins = |part: usize, class| {
        let parts = scene.parts.iter().filter(|it| it.of == Some(Thing::Process(part)));
        let pins = parts.flat_map(|part| &part.shapes).filter(|shape| has_class(shape, class));
        pins.map(|pin| pin.ink).collect::<Vec<_>>()
    };
    assert_eq!(pins(3, "pin"), [Some(1)]);
    assert_eq!(pins(2, "is-free"), [Some(3)]);
}

/// One points to another, and to both is pinned which processes point there.
#[test]
fn cells_of_a_pool_are_boxes_that_point_to_each_other() {
    let (scene, _) = wide("treiber-stack?v=1&at=25&run=A50DniA4g6lXqVe-pU.yD8d");
    assert_eq!(shapes(&scene).filter(|shape| has_class(shape, "box")).count(), 6);
    assert_eq!(shapes(&scene).filter(|shape| has_class(shape, "pointer")).count(), 1);
    let pins = shapes(&scene).filter(|shape| has_class(shape, "ticket")).map(|shape| shape.ink);
    assert_eq!(pins.collect::<Vec<_>>(), [0, 1, 0, 1].map(Some));
    for text in ["0 freed", "1 used", "5 fresh", "cell: next", "old", "n"] {
        assert!(texts(&scene).contains(&text), "{text}: {:?}", texts(&scene));
    }
}

/// Stable storage, in the middle of writing its first copy.
#[test]
fn a_crash_is_drawn_before_it_comes() {
    let scenario = Scenario::parse("stable-storage?v=1&at=4&run=A4gDvq6_Q5MX.N60L").unwrap();
    let scenario = Scenario { at: 4, ..scenario.scenario };
    let (scene, moment) = wide(&scenario.to_string());
    let crash = moment.view.crash.as_ref().expect("it may crash");
    let told = texts(&scene).concat().replace(' ', "");
    for words in ["If it crashed now", crash.words.split(',').next().unwrap_or_default()] {
        assert!(told.contains(&words.replace(' ', "")), "{words:?} is not in {told:?}");
    }
    assert_eq!(crash.words, "V[copy][0] = 1 and V[time][0] = 1 are lost.");
    let name = summary(&moment);
    assert!(name.contains("V[copy]: 1 (0 after a crash), 0"), "{name}");
    assert!(name.contains("A crash now would leave V[copy]: 0, 0; "), "{name}");
}

/// Eight arrays on a phone: where they have no room below each other, they share rows.
#[test]
fn processes_stand_above_the_cells_and_the_crash_is_said_below_them() {
    for scenario in moments(catalog::entry("stable-storage").expect("there")) {
        let moment = scenario.moment();
        for (w, h) in [(356.0, 358.0), (484.0, 344.0), (360.0, 416.0)] {
            let scene = still(&scenario, &moment, None, Viewport::new(w, h));
            let bounds = |class: &str| -> Vec<Rect> {
                shapes(&scene).filter(|shape| has_class(shape, class)).map(Shape::bounds).collect()
            };
            for cell in bounds("cell") {
                for other in bounds("disc").into_iter().chain(bounds("is-crash")) {
                    let is_apart = !other.grown(-2.0).overlaps(&cell);
                    assert!(is_apart, "{scenario} {w}×{h}: {other:?} on {cell:?}");
                }
            }
        }
    }
}

/// Also where nothing is known of the moment before.
#[test]
fn a_way_out_begins_in_the_room_and_passes_above_the_words() {
    let entry = catalog::entry("clh-lock").expect("there");
    let link = format!("{}{}", entry.slug, entry.card);
    let (mut scenario, mut seen) = (Scenario::parse(&link).unwrap().scenario, 0);
    for at in 0..scenario.run.len() {
        scenario.at = at;
        let moment = scenario.moment();
        let (room, zones) = (Viewport::new(756.0, 610.0), entry.zones(&scenario.setting));
        let frame = Frame::still(entry.stage(), zones, &moment, None, room);
        let scene = draw(&Frame { is_reduced: true, ..frame });
        let threads = shapes(&scene).filter(|shape| has_class(shape, "thread"));
        // the way out is level and upright
        for it in threads.map(Shape::bounds).filter(|rect| rect.w.min(rect.h) < 1.0) {
            assert!(it.w.max(it.h) > 20.0, "step {at}: {it:?}");
            let words = shapes(&scene).filter(|shape| has_class(shape, "said")).map(Shape::bounds);
            assert!(!words.into_iter().any(|word| word.grown(-3.0).overlaps(&it)), "step {at}");
            seen += 1;
        }
    }
    assert!(seen >= 2, "{seen}");
}

/// Also on a phone, where each cell of a pool has four fields.
#[test]
fn no_value_is_wider_than_its_field() {
    let link = "lazy-list?removes=at-once&v=1&run=A5ADiAOIwntQFV61XqcX.c8lf";
    let scenario = Scenario::parse(link).unwrap().scenario;
    let moment = scenario.moment();
    for (w, h) in super::BOXES {
        let scene = still(&scenario, &moment, None, Viewport::new(w, h));
        let mut seen = 0;
        for part in scene.parts.iter().filter(|part| matches!(part.of, Some(Thing::Cell(_)))) {
            let of = |class: &str| part.shapes.iter().find(|shape| has_class(shape, class));
            let (Some(cell), Some(value)) = (of("cell"), of("value")) else { continue };
            let (room, wide) = (cell.bounds().w, value.bounds().w);
            assert!(wide <= room.max(8.0) + 0.5, "{w}×{h}: {value:?} in {room}");
            seen += 1;
        }
        assert!(seen > 20, "{w}×{h}: {seen}");
    }
}

/// Where something fails, what is only on its way lies over nothing that says why.
#[test]
fn many_messages_on_their_way_are_dots_at_a_failure() {
    let link = "raft-election?terms=1&vote=volatile&crashes=1&v=1&run=U9z3YlH1TKf.KQl6";
    let (scene, moment) = wide(link);
    assert!(moment.view.messages.len() > 3, "{:?}", moment.view.messages);
    let on_their_way = scene.parts.iter().filter(|part| matches!(part.of, Some(Thing::Message(_))));
    let pills = on_their_way.flat_map(|part| &part.shapes).filter(|shape| has_class(shape, "pill"));
    let pills: Vec<Rect> = pills.map(Shape::bounds).collect();
    assert!(!pills.is_empty() && pills.iter().all(|pill| pill.w < 16.0), "{pills:?}");
    let before = Scenario { at: moment.at - 1, ..Scenario::parse(link).unwrap().scenario };
    let scene = still(&before, &before.moment(), None, Viewport::new(820.0, 610.0));
    assert!(shapes(&scene).any(|shape| has_class(shape, "pill") && shape.bounds().w > 40.0));
}

/// The second leader of a term is one beside the first, which is no less a reason.
#[test]
fn who_stands_where_the_last_step_led_does_not_fade() {
    let link = "raft-election?terms=1&vote=volatile&crashes=1&v=1&run=U9z3YlH1TKf.KQl6";
    let (scene, moment) = wide(link);
    let leads = |it: usize| moment.view.processes[it].zone.name() == "leader";
    assert_eq!([0, 1, 2].map(leads), [true, true, false]);
    let of = |it| scene.parts.iter().find(|part| part.of == Some(Thing::Process(it))).unwrap();
    assert_eq!([0, 1].map(|it| of(it).faded), [false; 2]);
}

/// Where two stand one below the other, what is said of the upper one is not crossed out.
#[test]
fn a_band_between_two_begins_below_the_words_of_the_upper_one() {
    let link = "two-phase-commit?impatient=yes&v=1&run=YEJEe9I0IEN.svpY";
    let scenario = Scenario::parse(link).unwrap().scenario;
    let moment = scenario.moment();
    let reason = failure(&scenario, &moment);
    for (w, h) in super::BOXES {
        let scene = still(&scenario, &moment, reason.as_ref(), Viewport::new(w, h));
        let band = shapes(&scene).find(|shape| has_class(shape, "band")).unwrap().bounds();
        let band = Rect { x: band.x - 7.0, w: band.w + 14.0, ..band };
        let said = shapes(&scene).filter(|shape| has_class(shape, "said")).map(Shape::bounds);
        let crossed = said.into_iter().find(|words| words.grown(-2.0).overlaps(&band));
        assert_eq!(crossed, None, "{w}×{h}: {band:?}");
        assert!(band.h > 8.0, "{w}×{h}: {band:?}");
    }
}

/// A run that begins where a link says, perhaps where none comes: below all else, at its start and after its step, and
/// told to those who do not see it.
#[test]
fn what_perhaps_no_run_reaches_stands_on_hatched_ground() {
    let lead = Scenario::parse("peterson?lead=EO&v=1&at=0&run=AP.6_OT").unwrap().scenario;
    for at in [0, 1] {
        let scenario = Scenario { at, ..lead.clone() };
        let moment = scenario.moment();
        let reason = failure(&scenario, &moment);
        assert_eq!(reason.is_some(), at == 1);
        for (w, h) in super::BOXES {
            let scene = still(&scenario, &moment, reason.as_ref(), Viewport::new(w, h));
            let ground = shapes(&scene).next().unwrap();
            assert!(has_class(ground, "cell-hatch"), "{w}×{h}: {ground:?}");
            assert_eq!(ground.bounds(), Rect { x: 0.0, y: 0.0, w, h });
        }
        assert!(summary(&moment).ends_with(". Perhaps no run comes here."), "{}", summary(&moment));
    }
    let (scene, moment) = wide("peterson?v=1&run=ABUX.RCcj");
    assert!(!has_class(shapes(&scene).next().unwrap(), "cell-hatch"));
    assert!(!summary(&moment).contains("no run"));
}

/// Two cards are as high as what they hold, and a program without sections is in none.
#[test]
fn a_card_is_as_high_as_what_it_holds() {
    let (scene, _) = wide("replicated-counter?changes=1&keeps=one-number&v=1&run=A57mv.bhQ1");
    let cards: Vec<Rect> =
        shapes(&scene).filter(|shape| has_class(shape, "card")).map(Shape::bounds).collect();
    let cells = shapes(&scene).filter(|shape| has_class(shape, "cell")).map(Shape::bounds);
    // those of the sum at the foot lie below
    let cells: Vec<Rect> =
        cells.filter(|cell| cards.iter().any(|card| card.overlaps(cell))).collect();
    assert_eq!((cards.len(), cells.len()), (2, 4));
    let low = |all: &[Rect]| all.iter().map(Rect::bottom).fold(0.0, f64::max);
    assert!(low(&cards) - low(&cells) < 24.0, "{cards:?} {cells:?}");
    assert!(!texts(&scene).contains(&"running"), "{:?}", texts(&scene));
    // what it had received lies on its way, with the number of the step
    let told = texts(&scene);
    assert!(told.windows(2).any(|told| told == ["4", "state(−1,0)"]), "{told:?}");
}

/// In a small figure, too, it stands beside each process what a click does.
#[test]
fn a_low_picture_says_beside_a_disc_what_a_click_does() {
    let scenario = Scenario::parse("peterson").unwrap().scenario;
    let scene = still(&scenario, &scenario.moment(), None, Viewport::new(410.0, 230.0));
    let steps = texts(&scene).into_iter().filter(|text| text.starts_with('▸')).count();
    assert_eq!(steps, 2, "{:?}", texts(&scene));
}

/// Where wells are low, a value stands beside its timestamp, and no level runs through it.
#[test]
fn values_in_low_wells_are_read() {
    let scenario = moments(catalog::entry("cf23").expect("there")).into_iter();
    let mut seen = 0;
    for scenario in scenario.filter(|scenario| scenario.moment().view.replicas.len() == 3) {
        let scene = still(&scenario, &scenario.moment(), None, Viewport::new(356.0, 290.0));
        let of = |class: &str| -> Vec<Rect> {
            shapes(&scene).filter(|shape| has_class(shape, class)).map(Shape::bounds).collect()
        };
        let (wells, levels) = (of("well"), of("level"));
        let values =
            of("value").into_iter().filter(|value| wells.iter().any(|well| well.overlaps(value)));
        for value in values {
            let over = of("badge-text").into_iter().chain(levels.iter().copied());
            assert!(!over.into_iter().any(|rect| rect.overlaps(&value)), "{scenario}: {value:?}");
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen}");
}
