//! Pictures of failures: witnesses, messages with their steps, and comparisons, as in the banner.

use super::{has_class, moments, shapes, still};
use catalog::{Action, Scenario, entries};
use picture::geometry::Rect;
use picture::{Frame, Kind, Scene, Shape, Thing, Viewport, draw, failure};

const RAFT: &str = "raft-election?terms=1&vote=volatile&crashes=1&v=1&run=U9z3YlH1TKf.KQl6";
const PAXOS: &str = "paxos?adopts=nothing&v=1&run=Y9z3YiMobGKjpico6WztZqep7f.t_x5";
const SCHROEDER: &str = "needham-schroeder?v=1&run=Y4UR1pJGK6VN.xfMo";

fn drawn(link: &str) -> Scene {
    drawn_in(link, Viewport::new(820.0, 610.0))
}

fn drawn_in(link: &str, room: Viewport) -> Scene {
    let scenario = Scenario::parse(link).unwrap().scenario;
    let moment = scenario.moment();
    let reason = failure(&scenario, &moment);
    still(&scenario, &moment, reason.as_ref(), room)
}

fn texts(scene: &Scene) -> Vec<&str> {
    let mut all = Vec::new();
    for shape in shapes(scene) {
        if let Kind::Text { text, .. } = &shape.kind {
            all.push(&**text);
        }
    }
    all
}

fn broken(scene: &Scene) -> Vec<usize> {
    let is_broken =
        |part: &&picture::Part| part.shapes.iter().any(|shape| has_class(shape, "is-broken"));
    let of = |part: &picture::Part| match part.of {
        Some(Thing::Process(who)) => Some(who),
        _ => None,
    };
    scene.parts.iter().filter(is_broken).filter_map(of).collect()
}

/// Both leaders have a ring, and between them stands how many there are; the vote that was forgotten is struck.
#[test]
fn two_leaders_are_told_by_votes_a_crash_and_what_may_be() {
    let scene = drawn(RAFT);
    let told = texts(&scene);
    assert_eq!(broken(&scene), [0, 1]);
    assert!(told.contains(&"2, at most 1") && told.contains(&"step 5"), "{told:?}");
    assert!(told.windows(2).any(|told| told == ["7", "granted(1)"]), "{told:?}");
    assert_eq!(told.iter().filter(|text| **text == "2 of 3").count(), 2, "{told:?}");
    let seats = shapes(&scene).filter(|shape| has_class(shape, "is-free")).count();
    assert_eq!(seats, 2, "one of three has not voted for each");
}

/// The messages in the banner lie on their lanes, each with the number of its step.
#[test]
fn messages_of_a_reason_have_the_numbers_of_their_steps() {
    let scene = drawn(PAXOS);
    let told = texts(&scene);
    assert_eq!(broken(&scene), [0, 1]);
    for pair in [["14", "propose(2, 1)"], ["12", "promise(2, 1, 0)"]] {
        assert!(told.windows(2).any(|told| told == pair), "{told:?}");
    }
    assert!(told.contains(&"0 ≠ 1"), "{told:?}");
    // acceptors only answer
    let squares = shapes(&scene)
        .filter(|shape| has_class(shape, "disc") && matches!(shape.kind, Kind::Rect { .. }));
    assert_eq!(squares.count(), 2);
}

/// Whom Bob and Alice take for their partners is an arrow, and what Eve knows are tokens.
#[test]
fn a_variable_of_the_claim_that_names_a_process_is_an_arrow() {
    let scene = drawn(SCHROEDER);
    let told = texts(&scene);
    let partners = told.iter().filter(|text| **text == "partner").count();
    assert_eq!(shapes(&scene).filter(|shape| has_class(shape, "holds")).count(), 2);
    assert!(
        partners >= 2 && ["Na", "Nb", "Ne"].iter().all(|token| told.contains(token)),
        "{told:?}"
    );
}

/// What is read or said of a cell is what the banner says; what it names is not faded.
#[test]
fn cells_that_the_sentence_names_are_marked_and_not_those_of_the_last_step() {
    for entry in entries() {
        for scenario in moments(entry) {
            let moment = scenario.moment();
            let Some(reason) = scenario.reason_shown() else { continue };
            let failure = failure(&scenario, &moment).unwrap();
            let arrays = moment.view.arrays.iter();
            let cells = arrays.flat_map(|array| (0..array.cells.len()).map(|at| array.cell(at)));
            for cell in cells.filter(|cell| !cell.single) {
                let is_named = reason.text().contains(&format!(" {cell} "));
                assert!(!is_named || failure.concerns(Thing::Cell(cell)), "{scenario}: {cell}");
            }
        }
    }
}

/// Messages that are reasons cover neither each other nor the sign between two processes.
#[test]
fn messages_of_a_reason_cover_nothing() {
    let mut seen = 0;
    for entry in entries() {
        for scenario in moments(entry) {
            let moment = scenario.moment();
            let Some(reason) = failure(&scenario, &moment) else { continue };
            for (w, h) in [(820.0, 610.0), (390.0, 430.0)] {
                let scene = still(&scenario, &moment, Some(&reason), Viewport::new(w, h));
                let own = scene.parts.iter().filter(|part| part.of.is_none());
                let own: Vec<&Shape> = own.flat_map(|part| &part.shapes).collect();
                let of = |class| own.iter().filter(move |shape| has_class(shape, class));
                let pills: Vec<Rect> = of("pill").map(|shape| shape.bounds()).collect();
                seen += pills.len();
                for (nth, pill) in pills.iter().enumerate() {
                    let signs = of("sign").map(|shape| shape.bounds());
                    let mut others = pills[nth + 1..].iter().copied().chain(signs);
                    assert!(
                        !others.any(|other| other.overlaps(pill)),
                        "{scenario} {w}×{h} {pills:?} {:?}",
                        of("sign").map(|s| s.bounds()).collect::<Vec<_>>()
                    );
                }
            }
        }
    }
    assert!(seen > 50, "{seen}");
}

/// Where a run is announced, each message that it goes on with has the number of the step.
#[test]
fn a_message_that_the_run_goes_on_with_has_the_number_of_its_step() {
    let scenario = Scenario::parse(RAFT).unwrap().scenario;
    let scenario = Scenario { at: 3, ..scenario };
    let moment = scenario.moment();
    let coming: Vec<_> = moment
        .view
        .messages
        .iter()
        .map(|message| (Action::Deliver(message.mail), 4))
        .take(1)
        .collect();
    let entry = scenario.entry();
    let zones = entry.zones(&scenario.setting);
    let still = Frame::still(entry.stage(), zones, &moment, None, Viewport::new(820.0, 610.0));
    let numbers = |frame: &Frame<'_>| {
        let scene = draw(frame);
        shapes(&scene).filter(|shape| has_class(shape, "pin-number")).count()
    };
    assert_eq!(numbers(&Frame { coming: &coming, ..still }), numbers(&still) + 1);
    let crash = [(Action::Crash(2), 5)];
    let scene = draw(&Frame { coming: &crash, ..still });
    let cracks: Vec<&Shape> = shapes(&scene).filter(|shape| has_class(shape, "cross")).collect();
    assert!(matches!(&cracks[..], [crack] if has_class(crack, "is-free")), "{cracks:?}");
}

/// The terms are framed where they are, and added up at the foot.
#[test]
fn a_sum_that_is_wrong_is_added_up_at_the_foot() {
    let link = "chandy-lamport?records=states-only&v=1&run=U4Qi0acKHJm_.7IbY";
    for (w, h) in [(760.0, 600.0), (590.0, 470.0), (360.0, 420.0)] {
        let scene = drawn_in(link, Viewport::new(w, h));
        let told: Vec<&Shape> =
            shapes(&scene).filter(|shape| has_class(shape, "sign-text")).collect();
        let [sign] = told[..] else { panic!("{w}×{h} {told:?}") };
        assert!(matches!(&sign.kind, Kind::Text { text, .. } if text == "5 ≠ 6"), "{sign:?}");
        assert!(sign.bounds().y > h / 2.0, "{w}×{h}");
        let numbers = shapes(&scene).filter(|shape| has_class(shape, "value"));
        let numbers = numbers
            .filter(|shape| (shape.bounds().center().y - sign.bounds().center().y).abs() < 2.0);
        assert!(numbers.count() >= 2, "{w}×{h}");
    }
}
