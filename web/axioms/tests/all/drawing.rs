//! The picture of a cycle.

#[path = "../../../../crates/litmus/tests/all/corpus.rs"]
#[allow(dead_code)]
mod corpus;

use super::STORE_BUFFERING;
use axioms::{Drawing, Placed, Xy, answered};
use std::collections::BTreeSet;

fn drawn(test: &str, memory: usize) -> Option<Drawing> {
    answered(test).unwrap().memories.swap_remove(memory).cycle
}

#[test]
fn a_cycle_has_a_column_for_each_thread_and_an_arrow_to_each_next_access() {
    let drawing = drawn(STORE_BUFFERING, 0).unwrap();
    let words = |all: &[Placed]| all.iter().map(|placed| placed.words.clone()).collect::<Vec<_>>();
    assert_eq!(words(&drawing.threads), ["P0", "P1"]);
    assert_eq!(words(&drawing.events), ["W x=1", "R y=0", "W y=1", "R x=0"]);
    let labels: Vec<_> = drawing.arrows.iter().map(|arrow| &*arrow.label.words).collect();
    assert_eq!(labels, ["po", "fr", "po", "fr"]);
    let [write, read, other, _] = &drawing.events[..] else { panic!() };
    assert_eq!((write.x, write.y), (drawing.threads[0].x, other.y));
    assert!(read.x == write.x && read.y > write.y && other.x > write.x);
    for (nth, arrow) in drawing.arrows.iter().enumerate() {
        let corners = &arrow.corners;
        let (first, last) = (corners[0], corners[corners.len() - 1]);
        assert!(touches(&drawing, nth, first), "{arrow:?}");
        assert!(touches(&drawing, (nth + 1) % 4, last), "{arrow:?}");
    }
    // nothing is forbidden
    assert_eq!(drawn(STORE_BUFFERING, 1), None);
}

/// Whether a point is on the edge of a box.
fn touches(drawing: &Drawing, event: usize, (x, y): Xy) -> bool {
    let ([width, height], event) = (drawing.box_size, &drawing.events[event]);
    let (x, y) = ((x - event.x).abs(), (y - event.y).abs());
    x == width / 2 && y <= height / 2 || y == height / 2 && x <= width / 2
}

/// Whether a part of a line comes into a box.
fn crosses(drawing: &Drawing, event: &Placed, from: Xy, to: Xy) -> bool {
    let [width, height] = drawing.box_size;
    (1..100).any(|nth| {
        let at = |from: i32, to: i32| from + (to - from) * nth / 100;
        let (x, y) = (at(from.0, to.0), at(from.1, to.1));
        (x - event.x).abs() < width / 2 - 1 && (y - event.y).abs() < height / 2 - 1
    })
}

/// Of all public tests: nothing stands on something else, and all of it is within the picture.
#[test]
fn the_cycles_of_the_corpus_can_be_read() {
    let (mut seen, mut count) = (BTreeSet::new(), 0);
    for test in corpus::all() {
        for memory in answered(&test.litmus()).unwrap().memories {
            let Some(drawing) = memory.cycle else { continue };
            if !seen.insert(memory.why.clone()) {
                continue;
            }
            count += 1;
            legible(&drawing, &memory.why.unwrap());
        }
    }
    assert!(count > 70, "{count}");
}

fn legible(drawing: &Drawing, why: &str) {
    for arrow in &drawing.arrows {
        let corners = &arrow.corners;
        for pair in corners.windows(2) {
            let hit =
                drawing.events.iter().find(|placed| crosses(drawing, placed, pair[0], pair[1]));
            assert_eq!(hit, None, "{why}: {arrow:?}");
        }
        let is_within =
            |(x, y): &Xy| (0..drawing.width).contains(x) && (0..drawing.height).contains(y);
        assert!(corners.iter().all(is_within), "{why}: {arrow:?}");
    }
    for (nth, one) in drawing.arrows.iter().enumerate() {
        for other in &drawing.arrows[nth + 1..] {
            let (one, other) = (&one.label, &other.label);
            let apart = (one.x - other.x).abs() > 22 || (one.y - other.y).abs() > 12;
            assert!(apart, "{why}: {one:?} {other:?}");
        }
    }
    let places: BTreeSet<String> =
        drawing.events.iter().map(|placed| format!("{} {}", placed.x, placed.y)).collect();
    assert_eq!(places.len(), drawing.events.len(), "{why}");
}
