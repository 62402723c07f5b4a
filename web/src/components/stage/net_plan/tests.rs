use super::super::WIDTH_STILL;
use super::*;

const WIDTHS: [f64; 6] = [288.0, 324.0, 360.0, 469.0, 470.0, 720.0];
const STAGES: [Stage; 4] = [Stage::Clique, Stage::Ring, Stage::ClientServer, Stage::Replicas];

/// Every picture that there can be, with its name.
fn plans() -> Vec<(String, Plan)> {
    let mut plans = Vec::new();
    for stage in STAGES {
        let sizes = WIDTHS.map(|it| (it, false));
        for (width, still) in sizes.into_iter().chain([(WIDTH_STILL, true)]) {
            for nodes in 2..=4 {
                for replicas in if stage == Stage::Replicas { 1..=3 } else { 0..=0 } {
                    let plan = Plan::new(stage, width, nodes, replicas, still);
                    plans.push((format!("{stage:?} {width} {nodes} {replicas} {still}"), plan));
                }
            }
        }
    }
    plans
}

fn overlap(a: &Rect, b: &Rect) -> bool {
    a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom()
}

fn is_in(plan: &Plan, it: &Rect) -> bool {
    it.x >= 0.0 && it.right() <= plan.size.x && it.y >= 0.0 && it.bottom() <= plan.size.y
}

/// The messages of all channels, each place once. In a ring, only who is next is sent to.
fn tokens(plan: &Plan, is_ring: bool) -> Vec<Rect> {
    let mut places: Vec<Point> = Vec::new();
    for it in &plan.slots {
        let skips = is_ring && it.to != (it.from + 1) % plan.nodes.len();
        if !skips && !places.contains(&it.first) {
            places.push(it.first);
        }
    }
    let queues = places.iter().filter_map(|at| plan.slots.iter().find(|it| it.first == *at));
    let all = queues.flat_map(|it| (0..plan.depth).map(|nth| it.place(nth)));
    all.map(|it| Rect::around(it, plan.token, TOKEN)).collect()
}

fn discs(plan: &Plan) -> Vec<Rect> {
    plan.nodes.iter().map(|it| Rect::around(*it, 2.0 * plan.r, 2.0 * plan.r)).collect()
}

/// The room for all lines of a node's text.
fn text(plan: &Plan, node: usize) -> Rect {
    let room = plan.text_room(node);
    let at = plan.text_at(node, plan.lines, room);
    let h = LINE * plan.lines as f64;
    Rect { x: at.x - room / 2.0, y: at.y - LINE / 2.0, w: room, h }
}

#[test]
fn a_ticket_covers_nobody_else() {
    for (name, plan) in plans() {
        let discs = discs(&plan);
        for (node, at) in plan.nodes.iter().enumerate() {
            let ticket = Rect::around(point(at.x, at.y + plan.ticket), 18.0, 18.0);
            for (other, disc) in discs.iter().enumerate() {
                assert!(node == other || !overlap(&ticket, disc), "{name}: {node} and {other}");
            }
        }
    }
}

#[test]
fn messages_cover_neither_each_other_nor_a_node_nor_its_text() {
    for (name, plan) in plans() {
        let tokens = tokens(&plan, name.starts_with("Ring"));
        let texts = (0..plan.nodes.len()).map(|it| text(&plan, it));
        let others: Vec<Rect> =
            discs(&plan).into_iter().chain(plan.boxes.clone()).chain(texts).collect();
        assert!(plan.token >= 45.0, "{name} {}", plan.token);
        for (index, a) in tokens.iter().enumerate() {
            assert!(is_in(&plan, a), "{name} {a:?}");
            for b in tokens[..index].iter().chain(&others) {
                assert!(!overlap(a, b), "{name} {a:?} {b:?}");
            }
        }
    }
}

#[test]
fn texts_stay_in_the_picture_and_cover_nothing() {
    for (name, plan) in plans() {
        let others: Vec<Rect> = discs(&plan).into_iter().chain(plan.boxes.clone()).collect();
        for node in 0..plan.nodes.len() {
            let a = text(&plan, node);
            assert!(is_in(&plan, &a) && a.w > 75.0, "{name} {a:?} {:?}", plan.size);
            let texts: Vec<Rect> = (0..node).map(|it| text(&plan, it)).collect();
            for b in others.iter().chain(&texts) {
                assert!(!overlap(&a, b), "{name} {a:?} {b:?}");
            }
        }
    }
}

#[test]
fn boxes_stand_apart_in_the_picture() {
    for (name, plan) in plans() {
        for (index, a) in plan.boxes.iter().enumerate() {
            assert!(is_in(&plan, a), "{name} {a:?}");
            assert!(plan.boxes[..index].iter().all(|b| !overlap(a, b)), "{name} {a:?}");
        }
    }
}

#[test]
fn an_alarm_is_in_the_picture() {
    for (name, plan) in plans() {
        let alarm = Rect::around(plan.alarm, 150.0, LINE + 4.0);
        assert!(is_in(&plan, &alarm), "{name} {alarm:?}");
    }
}

#[test]
fn every_channel_has_a_slot() {
    for (name, plan) in plans() {
        let (nodes, boxes) = (plan.nodes.len() as u8, plan.boxes.len() as u8);
        for a in 0..nodes {
            let others = if boxes > 0 { nodes..nodes + boxes } else { 0..nodes };
            for b in others.filter(|it| *it != a) {
                assert!(plan.slot(a, b).is_some() && plan.slot(b, a).is_some(), "{name} {a} {b}");
            }
        }
    }
}

/// What is kept, and what passes by a node that is dead.
#[test]
fn on_a_ring_there_is_room_in_a_hand_and_past_a_dead_node() {
    for (name, plan) in plans().into_iter().filter(|it| it.0.starts_with("Ring")) {
        let n = plan.nodes.len();
        let alarm = Rect::around(plan.alarm, 110.0, 2.0 * LINE);
        let tokens = tokens(&plan, true);
        for dead in 0..n {
            let living: Vec<usize> = (0..n).filter(|it| *it != dead).collect();
            let held: Vec<Rect> = living.iter().map(|it| plan.held(*it)).collect();
            let (from, to) = ((dead + n - 1) % n, (dead + 1) % n);
            let slot = plan.slot(from as u8, to as u8).unwrap();
            let past = (0..plan.depth).map(|it| Rect::around(slot.place(it), plan.token, TOKEN));
            let past: Vec<Rect> = past.collect();
            for a in held.iter().chain(&past) {
                assert!(is_in(&plan, a), "{name} {a:?}");
                assert!(tokens.iter().all(|b| !overlap(a, b)), "{name} {a:?}");
                assert!(living.iter().all(|it| !overlap(a, &text(&plan, *it))), "{name} {a:?}");
            }
            // four messages would have to be about for the second to be in its way
            let mut near = held.iter().chain(&past[..1]);
            assert!(near.all(|a| !overlap(a, &alarm)), "{name} {dead}");
            assert!(past.iter().all(|a| held.iter().all(|b| !overlap(a, b))), "{name} {dead}");
            assert!(past.iter().all(|a| discs(&plan).iter().all(|b| !overlap(a, b))), "{name}");
        }
    }
}
