use super::*;

const WIDTHS: [f64; 5] = [288.0, 360.0, 519.0, 520.0, 760.0];

fn overlap(a: &Rect, b: &Rect) -> bool {
    a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom()
}

#[test]
fn messages_cover_neither_each_other_nor_a_node() {
    for width in WIDTHS {
        for nodes in 2..=4 {
            let plan = Plan::new(width, nodes, false);
            let channels = (0..nodes).flat_map(|a| (0..nodes).map(move |b| (a, b)));
            let tokens: Vec<Rect> = channels
                .filter(|(a, b)| a != b)
                .flat_map(|(a, b)| (0..plan.depth).map(move |nth| (a, b, nth)))
                .map(|(a, b, nth)| plan.token(a, b, nth).unwrap())
                .collect();
            for (index, a) in tokens.iter().enumerate() {
                assert!(a.x >= 0.0 && a.right() <= width, "{width} {nodes} {a:?}");
                assert!(a.y >= 0.0 && a.bottom() <= plan.size.y, "{width} {nodes} {a:?}");
                for b in &tokens[..index] {
                    assert!(!overlap(a, b), "{width} {nodes} {a:?} {b:?}");
                }
                for node in &plan.nodes {
                    let b = Rect::around(*node, 2.0 * R, 2.0 * R);
                    assert!(!overlap(a, &b), "{width} {nodes} {a:?} {b:?}");
                }
            }
        }
    }
}

#[test]
fn text_stays_in_the_picture() {
    for width in WIDTHS {
        for nodes in 2..=4 {
            let plan = Plan::new(width, nodes, false);
            for node in 0..nodes {
                let room = plan.text_room(node);
                let at = plan.text_at(node, plan.lines, room);
                let last = at.y + LINE * (plan.lines - 1) as f64;
                assert!(at.y >= 6.0 && last <= plan.size.y, "{width} {nodes} {at:?}");
                assert!(at.x >= room / 2.0 && at.x + room / 2.0 <= width, "{width} {at:?}");
                assert!(room > 100.0, "{width} {nodes} {room}");
            }
        }
    }
}
