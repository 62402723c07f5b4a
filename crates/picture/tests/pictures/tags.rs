//! What stands in discs: numbers, or letters of the roles, with the names beside them.

use super::{BOXES, each, has_class, shapes, still, text_of};
use catalog::{Action, Scenario};
use picture::{Scene, Shape, Thing, Viewport, summary::summary, tags};

/// A text whose roles are these, each with one message.
fn of(roles: &[&str]) -> Scenario {
    let text = |role: &&str| {
        let done = format!("{}_done", role.split(' ').next().unwrap_or_default());
        format!("{role}:\n  own {done}: bool\n  when not {done}: {done} ← true\n")
    };
    let roles: String = roles.iter().map(text).collect();
    let text = format!("algorithm A by roles\nmessage ask\n{roles}");
    let scenario = Scenario::parse("new").unwrap().scenario.with_text(&text);
    let errors = scenario.text.as_ref().map(|text| format!("{:?}", text.errors()));
    assert_eq!(errors.as_deref(), Some("[]"), "{text}");
    scenario
}

/// What each disc says.
fn in_discs(scene: &Scene) -> Vec<String> {
    let numbers = shapes(scene).filter(|shape| has_class(shape, "number"));
    numbers.filter_map(text_of).map(Into::into).collect()
}

#[test]
fn roles_have_letters_and_their_processes_numbers() {
    for (roles, expected) in [
        (&["node i of 3"][..], &["0", "1", "2"][..]),
        (&["process i of 2", "server"], &["P0", "P1", "S"]),
        (&["alice", "bob", "eve"], &["A", "B", "E"]),
        (&["commander", "lieutenant p of 2"], &["C", "L1", "L2"]),
        (&["proposer i of 2", "acceptor a of 2"], &["P0", "P1", "A2", "A3"]),
        // the same letter, and one that others do not have
        (&["commander", "client c of 2", "disk"], &["Co", "Cl1", "Cl2", "D"]),
        (&["cat", "car", "cow"], &["Cat", "Car", "Co"]),
        // too long alike
        (&["reader", "readjuster", "disk"], &["R0", "R1", "D2"]),
        (&["reader r of 2", "readjuster"], &["R0", "R1", "R"]),
        // where a letter and a number are a name
        (&["p i of 2", "p1"], &["P0", "P1", "P2"]),
    ] {
        let scenario = of(roles);
        let moment = scenario.moment();
        assert_eq!(tags(&moment.view), expected, "{roles:?}");
        for (w, h) in BOXES {
            let scene = still(&scenario, &moment, None, Viewport::new(w, h));
            assert_eq!(in_discs(&scene), expected, "{roles:?} {w}×{h}");
        }
    }
}

/// Also on a phone, and where discs are small.
#[test]
fn letters_fit_their_discs() {
    let mut seen = 0;
    let mut look = |name: &str, scene: &Scene| {
        for part in scene.parts.iter().filter(|part| matches!(part.of, Some(Thing::Process(_)))) {
            let of =
                |class| part.shapes.iter().find(|shape| has_class(shape, class)).map(Shape::bounds);
            let (Some(disc), Some(letters)) = (of("disc"), of("number")) else { continue };
            assert!(letters.w <= 0.91 * disc.w, "{name}: {letters:?} in {disc:?}");
            seen += usize::from(letters.w > 0.5 * disc.w);
        }
    };
    each(|name, scene, _| look(name, scene));
    for roles in [&["commander", "client c of 4"][..], &["commander", "client c of 13"]] {
        let scenario = of(roles);
        for (w, h) in BOXES {
            let scene = still(&scenario, &scenario.moment(), None, Viewport::new(w, h));
            look(&format!("{roles:?} {w}×{h}"), &scene);
        }
    }
    assert!(seen > 10, "{seen}");
}

/// A letter has its name beside it; a number has none.
#[test]
fn names_stand_beside_letters() {
    let open = |link: &str| Scenario::parse(link).unwrap().scenario;
    let said = |link: &str, (w, h): (f64, f64)| -> Vec<String> {
        let scenario = open(link);
        let scene = still(&scenario, &scenario.moment(), None, Viewport::new(w, h));
        let said = shapes(&scene).filter(|shape| has_class(shape, "said"));
        said.filter_map(text_of).map(Into::into).collect()
    };
    for (w, h) in BOXES {
        let names = said("needham-schroeder", (w, h));
        for name in ["Alice", "Bob", "Eve"] {
            assert!(names.iter().any(|it| it == name), "{w}×{h}: {name}: {names:?}");
        }
        let names = said("paxos", (w, h));
        for name in ["proposer 0", "acceptor 2"] {
            assert!(names.iter().any(|it| it == name), "{w}×{h}: {name}: {names:?}");
        }
        // in a circle
        let names = said("chain-replication", (w, h));
        for name in ["server 0", "writer", "reader"] {
            assert!(names.iter().any(|it| it == name), "{w}×{h}: {name}: {names:?}");
        }
        let names = said("raft-election", (w, h));
        assert!(!names.iter().any(|name| name.starts_with("server")), "{w}×{h}: {names:?}");
    }
}

/// A pin, the words of a failure and those for who does not see it speak of the same processes.
#[test]
fn whatever_stands_for_a_process_agrees_with_its_disc() {
    let scenario = Scenario::parse("two-phase-commit?impatient=yes&v=1&run=YEJEe9I0IEN.svpY")
        .unwrap()
        .scenario;
    let middle = Scenario { at: 5, ..scenario.clone() };
    let moment = middle.moment();
    for (w, h) in BOXES {
        let scene = still(&middle, &moment, None, Viewport::new(w, h));
        let pins = shapes(&scene).filter(|shape| has_class(shape, "pin-number"));
        assert_eq!(pins.filter_map(text_of).collect::<Vec<_>>(), ["C"], "{w}×{h}");
    }
    let told = summary(&moment);
    assert!(told.contains("from participant 2 to the coordinator"), "{told}");
    let end = scenario.moment();
    let reason = picture::failure(&scenario, &end);
    let scene = still(&scenario, &end, reason.as_ref(), Viewport::new(820.0, 610.0));
    let said: Vec<&str> = shapes(&scene).filter_map(text_of).collect();
    assert!(said.windows(2).any(|said| said == ["3", "prepare"]), "{said:?}");
    // a message of one whose disc has a number is from that
    let ask = Scenario::parse("ricart-agrawala").unwrap().scenario.with_run(vec![Action::step(0)]);
    let told = summary(&ask.moment());
    assert!(told.contains("from 0 to 1"), "{told}");
}
