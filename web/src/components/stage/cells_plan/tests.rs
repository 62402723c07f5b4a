use super::super::WIDTH_STILL;
use super::*;
use catalog::{Cell, CellView};

const WIDTHS: [f64; 6] = [288.0, 324.0, 360.0, 469.0, 470.0, 720.0];

fn array(name: &'static str, shape: Shape, len: usize) -> ArrayView {
    let cells = vec![CellView::default(); len];
    ArrayView { name, owned: false, shape, whole: (shape == Shape::Word).then(String::new), cells }
}

/// A chain in which every node but the first and the last has another node on its left.
fn tree() -> Vec<ArrayView> {
    let mut arrays = ["left", "right"].map(|it| array(it, Shape::Tree, 8)).to_vec();
    for (from, side, to) in [(0, 1, 3), (3, 0, 1), (3, 1, 7), (7, 0, 5), (5, 1, 6)] {
        let at = Cell { array: "left", index: to, single: false };
        arrays[side].cells[from].points_to = Some(at);
    }
    arrays.push(array("lock", Shape::Locks, 8));
    arrays
}

fn parts(len: usize) -> Vec<ArrayView> {
    let mut pointer = array("pointer", Shape::Row, 1);
    pointer.cells[0].points_to = Some(Cell { array: "low", index: 1, single: false });
    vec![pointer, array("low", Shape::Part, len), array("high", Shape::Part, len)]
}

/// Arrays of every shape, alone and together.
fn views() -> Vec<Vec<ArrayView>> {
    let to = Some(Cell { array: "row", index: 2, single: false });
    let mut pointer = array("pointer", Shape::Row, 1);
    pointer.cells[0].points_to = to;
    vec![
        vec![array("word", Shape::Word, 4), array("lock", Shape::Locks, 1)],
        vec![array("word", Shape::Word, 2), array("none", Shape::Locks, 0)],
        vec![
            array("value", Shape::Column, 2),
            array("time", Shape::Column, 2),
            array("sum", Shape::Column, 2),
            array("clock", Shape::Row, 1),
            array("request", Shape::Row, 1),
        ],
        vec![
            array("balance", Shape::Row, 3),
            array("lock", Shape::Locks, 3),
            array("want", Shape::Row, 4),
        ],
        tree(),
        parts(2),
        parts(4),
        vec![pointer.clone(), array("row", Shape::Row, 4)],
        vec![array("row", Shape::Row, 4), pointer.clone()],
        // other rows of blocks are between, above and below
        vec![pointer.clone(), array("wide", Shape::Row, 5), array("row", Shape::Row, 5)],
        vec![array("row", Shape::Row, 5), array("wide", Shape::Row, 5), pointer.clone()],
        // and other lines of the same block
        vec![
            array("row", Shape::Column, 3),
            array("other", Shape::Column, 3),
            pointer,
            array("lock", Shape::Locks, 1),
        ],
    ]
}

/// Every picture that there can be, with its name.
fn plans() -> Vec<(String, Vec<ArrayView>, Plan)> {
    let mut plans = Vec::new();
    let sizes = WIDTHS.map(|it| (it, false));
    for (width, still) in sizes.into_iter().chain([(WIDTH_STILL, true)]) {
        for processes in 1..=4 {
            for (index, arrays) in views().into_iter().enumerate() {
                let plan = Plan::new(width, processes, &arrays, still, true, 0.0);
                plans.push((format!("{index} {width} {processes} {still}"), arrays, plan));
            }
        }
    }
    plans
}

fn overlap(a: &Rect, b: &Rect) -> bool {
    // as exactly as it is drawn
    a.x + 0.05 < b.right() && b.x + 0.05 < a.right() && a.y < b.bottom() && b.y < a.bottom()
}

fn is_in(plan: &Plan, it: &Rect) -> bool {
    it.x >= 0.0 && it.right() <= plan.size.x + 0.05 && it.y >= 0.0 && it.bottom() <= plan.size.y
}

/// All that has a place of its own, except that a node has the place of its lock.
fn things(arrays: &[ArrayView], plan: &Plan) -> Vec<Rect> {
    let side = 2.0 * plan.r;
    let mut things: Vec<Rect> = plan.discs.iter().map(|it| Rect::around(*it, side, side)).collect();
    for it in &plan.discs {
        let text = point(it.x, it.y + plan.r + 12.0 + LINE * plan.lines as f64 / 2.0);
        things.push(Rect::around(text, plan.room, LINE * plan.lines as f64));
    }
    for (index, place) in plan.places.iter().enumerate() {
        if place.host != index && arrays[place.host].shape == Shape::Tree {
            continue;
        }
        things.extend(&place.cells);
        let captions = place.cells.iter().zip(place.caption.into_iter().cycle());
        things.extend(captions.map(|(rect, by)| Rect {
            x: rect.x + by.x,
            y: rect.bottom() + by.y - 6.0,
            w: rect.w - by.x,
            h: 12.0,
        }));
        if arrays[index].whole.is_some() {
            things.push(Rect::around(place.whole, 120.0, 14.0));
        }
    }
    if plan.foot > 0.0 {
        things.push(Rect { x: 0.0, y: plan.foot - 7.0, w: plan.size.x, h: 14.0 });
    }
    things
}

#[test]
fn nothing_covers_anything_or_leaves_the_picture() {
    for (name, arrays, plan) in plans() {
        let things = things(&arrays, &plan);
        for (index, a) in things.iter().enumerate() {
            assert!(is_in(&plan, a) && a.w > 27.0, "{name} {a:?} {:?}", plan.size);
            for b in &things[..index] {
                assert!(!overlap(a, b), "{name} {a:?} {b:?}");
            }
        }
    }
}

#[test]
fn all_find_room_at_one_cell() {
    for (name, arrays, plan) in plans() {
        let things = things(&arrays, &plan);
        let hosts = (0..arrays.len()).filter(|it| plan.places[*it].host == *it);
        let cells = hosts.flat_map(|it| (0..arrays[it].cells.len()).map(move |cell| (it, cell)));
        for (array, cell) in cells {
            for nth in 0..plan.discs.len() {
                let at = plan.pin(array, cell, nth).unwrap();
                let pin = Rect::around(at, PIN, PIN);
                assert!(is_in(&plan, &pin), "{name} {pin:?}");
                let is_free = things.iter().all(|it| !overlap(it, &pin));
                // nodes side by side are not on the same level; three fit above any
                assert!(is_free || arrays[array].shape == Shape::Part && nth > 0, "{name} {pin:?}");
            }
        }
    }
}

/// So do those at two cells side by side, if each has all of them but one.
#[test]
fn neighbours_keep_apart() {
    for (name, arrays, plan) in plans() {
        for (array, it) in arrays.iter().enumerate().filter(|(at, _)| plan.places[*at].host == *at)
        {
            let most = plan.discs.len().min(3);
            let pins = |cell: usize| -> Vec<Rect> {
                let pins = (0..most).filter_map(|nth| plan.pin(array, cell, nth));
                pins.map(|it| Rect::around(it, PIN, PIN)).collect()
            };
            for (a, b) in (0..it.cells.len()).flat_map(|a| (0..a).map(move |b| (a, b))) {
                let (a, b) = (pins(a), pins(b));
                assert!(a.iter().all(|a| b.iter().all(|b| !overlap(a, b))), "{name} {a:?} {b:?}");
            }
        }
    }
}

#[test]
fn the_lowest_part_of_a_word_is_on_the_right_and_the_parts_touch() {
    let arrays = [array("word", Shape::Word, 2)];
    let cells = &Plan::new(360.0, 2, &arrays, false, false, 0.0).places[0].cells;
    assert_eq!((cells[1].right(), cells[1].y), (cells[0].x, cells[0].y));
}

#[test]
fn a_table_has_an_array_for_each_column() {
    let plan = Plan::new(360.0, 1, &views()[2], false, false, 0.0);
    let cell = |array: usize, index: usize| plan.places[array].cells[index];
    assert!(cell(0, 0).y == cell(2, 0).y && cell(0, 0).x == cell(0, 1).x);
    assert!(cell(0, 0).x < cell(1, 0).x && cell(0, 0).y < cell(0, 1).y);
    assert!(cell(3, 0).y > cell(0, 1).y && cell(3, 0).y == cell(4, 0).y);
}

#[test]
fn locks_are_under_what_they_lock_if_there_are_as_many() {
    let views = views();
    let places = |at: usize| Plan::new(360.0, 3, &views[at], false, false, 0.0).places;
    let (alone, below, nodes) = (places(0), places(3), places(4));
    assert_eq!([alone[1].host, below[1].host, below[2].host, nodes[1].host], [1, 0, 2, 0]);
    assert!(below[1].cells.iter().zip(&below[0].cells).all(|(lock, it)| lock.x == it.x));
    assert_eq!(nodes[1].cells, nodes[0].cells);
}

#[test]
fn a_tree_hangs_as_its_pointers_say() {
    let arrays = tree();
    let plan = Plan::new(360.0, 1, &arrays, false, false, 0.0);
    let place = &plan.places[0];
    assert_eq!((plan.edges.matches('M').count(), &place.loose[..]), (5, &[2, 4][..]));
    let y = |node: usize| place.cells[node].y;
    assert!(y(0) < y(3) && y(3) < y(1) && y(1) == y(7) && y(7) < y(5) && y(5) < y(6));
    assert!(place.cells.is_sorted_by(|a, b| a.right() < b.x));
}

#[test]
fn parts_are_words_side_by_side() {
    let plan = Plan::new(360.0, 1, &parts(4), false, false, 0.0);
    let cell = |array: usize, index: usize| plan.places[array].cells[index];
    assert_eq!(cell(2, 0).right(), cell(1, 0).x);
    assert!(cell(1, 0).right() < cell(2, 1).x && cell(1, 0).y == cell(2, 3).y);
}

/// The points that a path comes to, which has no other strokes than straight ones.
fn stops(path: &str) -> Vec<Point> {
    let mut stops: Vec<Point> = Vec::new();
    let starts: Vec<usize> = path.match_indices(['M', 'L', 'H', 'V']).map(|it| it.0).collect();
    for (nth, &at) in starts.iter().enumerate() {
        let end = starts.get(nth + 1).copied().unwrap_or(path.len());
        let numbers: Vec<f64> = path[at + 1..end]
            .trim_end_matches('z')
            .split(' ')
            .map(|it| it.parse().unwrap())
            .collect();
        let last = stops.last().copied().unwrap_or_default();
        stops.push(match (&path[at..=at], &numbers[..]) {
            ("H", [x]) => point(*x, last.y),
            ("V", [y]) => point(last.x, *y),
            (_, [x, y]) => point(*x, *y),
            _ => panic!("{path}"),
        });
    }
    stops
}

#[test]
fn a_pointer_ends_at_its_cell_and_runs_over_no_other() {
    for (name, arrays, plan) in plans() {
        let Some(from) = arrays.iter().position(|it| it.name == "pointer") else { continue };
        let to = arrays[from].cells[0].points_to.unwrap();
        let there = arrays.iter().position(|it| it.name == to.array).unwrap();
        let to = (there, usize::from(to.index));
        let arrow = plan.pointer((from, 0), to, 0).unwrap();
        let target = plan.places[there].cells[to.1];
        let tip = stops(&arrow.head)[0];
        let is_across = tip.x > target.center().x && tip.x < target.right();
        let is_up = (tip.y - target.y).abs() < 0.06 || (tip.y - target.bottom()).abs() < 0.06;
        let is_beside =
            (tip.x - target.right()).abs() < 0.06 && tip.y > target.y && tip.y < target.bottom();
        assert!(is_across && is_up || is_beside, "{name} {tip:?} {target:?}");

        let stops = stops(&arrow.line);
        for pair in stops.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let stroke = Rect {
                x: a.x.min(b.x),
                y: a.y.min(b.y),
                w: (a.x - b.x).abs(),
                h: (a.y - b.y).abs(),
            };
            assert!(is_in(&plan, &stroke), "{name} {stroke:?}");
            for cell in plan.places.iter().flat_map(|it| &it.cells) {
                // as exactly as it is drawn
                let inner = Rect::around(cell.center(), cell.w - 0.2, cell.h - 0.2);
                assert!(!overlap_or_touch(&stroke, &inner), "{name} {stroke:?} {cell:?}");
            }
        }
    }
}

fn overlap_or_touch(a: &Rect, b: &Rect) -> bool {
    a.x <= b.right() && b.x <= a.right() && a.y <= b.bottom() && b.y <= a.bottom()
}
