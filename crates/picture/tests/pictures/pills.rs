//! Messages at rest: on no disc, and on no other message.

use super::{BOXES, MANY, bounds, each, has_class, shapes, still, text_of};
use catalog::Scenario;
use picture::geometry::{Point, Rect, within};
use picture::{Kind, Scene, Shape, Thing, Viewport};

/// The messages of a picture, each with what is written on it.
fn pills(scene: &Scene) -> Vec<(Rect, &str)> {
    let of_messages = scene.parts.iter().filter(|part| matches!(part.of, Some(Thing::Message(_))));
    let pill = of_messages.filter_map(|part| {
        let rect = part.shapes.iter().find(|shape| has_class(shape, "pill"))?.bounds();
        let words = part.shapes.iter().find(|shape| has_class(shape, "pill-text"));
        Some((rect, words.and_then(text_of).unwrap_or_default()))
    });
    pill.collect()
}

fn covers(pill: &Rect, disc: &Shape) -> bool {
    let Kind::Circle { at, r } = disc.kind else { return false };
    let nearest =
        Point { x: within(at.x, pill.x, pill.right()), y: within(at.y, pill.y, pill.bottom()) };
    nearest.distance(at) < r
}

/// What lies on a disc, or on another message.
fn covered(name: &str, scene: &Scene) -> Vec<String> {
    let discs: Vec<&Shape> = shapes(scene).filter(|shape| has_class(shape, "disc")).collect();
    let (mut found, pills) = (Vec::new(), pills(scene));
    for (nth, (pill, text)) in pills.iter().enumerate() {
        if discs.iter().any(|disc| covers(pill, disc)) {
            found.push(format!("{name}: {text} on a disc"));
        }
        if let Some((_, other)) = pills[..nth].iter().find(|it| it.0.overlaps(pill))
            && !text.is_empty()
        {
            found.push(format!("{name}: {text} on {other}"));
        }
    }
    found
}

#[test]
fn no_message_covers_a_disc_or_another_message() {
    let (mut found, mut seen) = (Vec::new(), 0);
    each(|name, scene, _| {
        seen += pills(scene).len();
        found.extend(covered(name, scene));
    });
    assert!(seen > 100, "{seen}");
    assert!(found.is_empty(), "{} do:\n{}", found.len(), found.join("\n"));
}

/// Also among sixteen. Where there is little room, a message loses its arguments, then its name.
#[test]
fn messages_of_many_say_less_and_cover_nothing() {
    let (mut whole, mut names, mut dots) = (0, 0, 0);
    for (name, _, text) in MANY {
        let mut scenario = Scenario::parse("new").unwrap().scenario;
        scenario = scenario.with_text(&format!("algorithm A {name}\n{text}"));
        for step in 0..30 {
            let moment = scenario.moment();
            for (w, h) in BOXES {
                let scene = still(&scenario, &moment, None, Viewport::new(w, h));
                let found = covered(&format!("{name} {w}×{h}"), &scene);
                assert!(found.is_empty(), "{}", found.join("\n"));
                for (_, text) in pills(&scene).iter().filter(|_| name == "mesh") {
                    *match text {
                        text if text.starts_with("ask(") => &mut whole,
                        &"ask" => &mut names,
                        text => {
                            assert_eq!(*text, "");
                            &mut dots
                        }
                    } += 1;
                }
            }
            let moves: Vec<_> = moment.steps().map(|step| step.action).collect();
            let Some(&action) = moves.get(catalog::pick(7, step, moves.len())) else { break };
            scenario.run.push(action);
            scenario.at += 1;
        }
    }
    assert!(whole > 100 && names > 10 && dots > 0, "{whole} {names} {dots}");
}

/// Of those that have no room, how many there are stands behind the last one that has.
#[test]
fn each_message_is_drawn_or_counted() {
    let mut seen = 0;
    each(|name, scene, moment| {
        if !bounds(scene, "well").is_empty()
            || bounds(scene, "pill").iter().any(|bound| bound.w < 16.0)
        {
            return;
        }
        let counts = shapes(scene).filter_map(|shape| match &shape.kind {
            Kind::Text { text, .. } if has_class(shape, "is-strong") => text.strip_prefix('+'),
            _ => None,
        });
        let hidden: usize = counts.filter_map(|count| count.parse::<usize>().ok()).sum();
        seen += hidden;
        assert_eq!(pills(scene).len() + hidden, moment.view.messages.len(), "{name}");
    });
    assert!(seen > 0, "nothing had no room");
}

/// Two who answer themselves: their answers lie beside their discs, and those on their way touch neither.
#[test]
fn what_somebody_sends_to_itself_lies_beside_its_disc() {
    let link = "erlang-lock?delivery=mailbox&v=1&at=6&run=IGCSyiGm1lVqP.zHsk";
    let scenario = Scenario::parse(link).unwrap().scenario;
    let moment = scenario.moment();
    let own = moment.view.messages.iter().filter(|message| message.from == message.to).count();
    assert_eq!((own, moment.view.messages.len()), (2, 4));
    for (w, h) in BOXES {
        let scene = still(&scenario, &moment, None, Viewport::new(w, h));
        assert_eq!(pills(&scene).len(), 4, "{w}×{h}");
        assert_eq!(covered(link, &scene), [""; 0], "{w}×{h}");
    }
}
