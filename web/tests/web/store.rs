//! The picture of a store and its clients, of which there is no algorithm yet.

use super::page::{until, window};
use catalog::{
    Action, Choice, Life, Mail, MessageView, Moment, Possible, ProcessView, ReplicaView, Speed,
    Stage, StoredView, View, Zone,
};
use std::{cell::RefCell, rc::Rc};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web::components::stage::{StageProps, StageView};
use web_sys::{Element, Event};
use yew::{Callback, Renderer};

const CLIENTS: u8 = 3;

fn client(zone: Zone, status: &str, token: Option<&str>) -> ProcessView {
    let token = token.map(str::to_owned);
    ProcessView { status: status.into(), token, ..ProcessView::new("client", zone, None) }
}

fn replica(up: bool, cells: &[(&str, u8, u8)]) -> ReplicaView {
    let cells = cells.iter().map(|(column, value, timestamp)| StoredView {
        column: (*column).into(),
        value: value.to_string(),
        timestamp: timestamp.to_string(),
        writer: None,
        late: None,
    });
    ReplicaView { up, cells: cells.collect() }
}

fn message(kind: u8, from: u8, to: u8, text: &str) -> MessageView {
    let mail = Mail { from, to, kind, nth: 0 };
    let puts = match text.split_once(" = ") {
        Some((column, value)) => vec![StoredView {
            column: column.into(),
            value: value.into(),
            timestamp: String::new(),
            writer: None,
            late: None,
        }],
        None => Vec::new(),
    };
    MessageView { mail, from, to, text: text.into(), kind: "message", puts }
}

fn deliver(message: usize, it: &MessageView) -> Choice {
    Choice {
        action: Action::Deliver(it.mail),
        process: Some(it.to),
        who: None,
        label: String::new(),
        possible: Possible::Now,
        why: None,
        waits_for: Vec::new(),
        row: None,
        cell: None,
        writes: Vec::new(),
        fault: false,
        message: Some(message),
    }
}

/// Client 0 writes to all, 1 has been answered by two, 2 has heard from one; one replica is down.
pub fn moment() -> Moment {
    let messages = vec![
        message(0, 0, CLIENTS, "number:0 = 2"),
        message(0, 0, CLIENTS + 1, "number:0 = 2"),
        message(0, 0, CLIENTS + 2, "number:0 = 2"),
        message(1, CLIENTS, 1, "1 @7"),
        message(1, CLIENTS + 1, 1, "ack"),
        message(2, 1, CLIENTS + 1, "read number:2"),
        message(0, 2, CLIENTS + 2, "choosing:2 = 0"),
        message(2, 2, CLIENTS + 2, "read number:0"),
        message(2, 2, CLIENTS + 2, "read number:1"),
    ];
    let replicas = vec![
        replica(
            true,
            &[
                ("choosing:0", 1, 4),
                ("number:0", 0, 9),
                ("choosing:1", 0, 10),
                ("number:1", 1, 7),
                ("choosing:2", 1, 12),
                ("number:2", 0, 0),
            ],
        ),
        replica(true, &[("choosing:0", 1, 4), ("choosing:1", 1, 3)]),
        replica(false, &[("choosing:0", 0, 1)]),
    ];
    let next = messages.iter().enumerate().map(|(index, it)| deliver(index, it));
    let waits =
        Choice { waits_for: vec![1], possible: Possible::Waits, ..deliver(0, &messages[3]) };
    let waits = Choice { action: Action::step(2), process: Some(2), message: None, ..waits };
    Moment {
        at: 9,
        events: Vec::new(),
        said: Vec::new(),
        waiting: Vec::new(),
        next: next.chain([waits]).collect(),
        actor: None,
        broken: Vec::new(),
        crashed_in: Vec::new(),
        view: View {
            crash: None,
            processes: vec![
                ProcessView {
                    hand: true,
                    ..client(Zone::Doorway, "writing, 0 of 2 acks", Some("2"))
                },
                client(Zone::Critical, "in the critical section", Some("1")),
                ProcessView {
                    life: Life::Running,
                    ..client(Zone::Waiting, "reading number:0, 1 of 2 answers", Some("?"))
                },
            ],
            arrays: Vec::new(),
            messages,
            replicas,
            columns: ["choosing:0", "number:0", "choosing:1", "number:1", "choosing:2", "number:2"]
                .map(String::from)
                .into(),
        },
    }
}

#[wasm_bindgen_test]
async fn a_message_to_a_replica_is_delivered_by_a_click() {
    let document = window().document().unwrap();
    let root = document.create_element("div").unwrap();
    document.body().unwrap().append_child(&root).unwrap();
    let acted = Rc::new(RefCell::new(Vec::new()));
    let on_act = {
        let acted = Rc::clone(&acted);
        Callback::from(move |action| acted.borrow_mut().push(action))
    };
    let props = StageProps {
        stage: Stage::Replicas,
        zones: &[],
        moment: Rc::new(moment()),
        trace: None,
        on_act,
        held: Rc::default(),
        on_hold: Callback::noop(),
        marked: None,
        on_mark: Callback::noop(),
        speed: Speed::default(),
        still: false,
        size: None,
    };
    let view = Renderer::<StageView>::with_root_and_props(root.clone(), props).render();
    let text = || root.text_content().unwrap();
    until(text, || text().contains("@9")).await;
    let text = text();
    assert!(text.contains("replica 2"), "{text}");
    let find = |css: &str| -> Option<Element> { root.query_selector(css).unwrap() };
    let summary = find("svg").unwrap().get_attribute("aria-label").unwrap();
    assert!(summary.contains("Replica 2 (down): choosing:0 = 0 @1"), "{summary}");
    let label = "deliver number:0 = 2 from 0 to replica 1";
    let things = root.query_selector_all("[role=button]").unwrap();
    let things = (0..things.length()).filter_map(|it| things.get(it)?.dyn_into::<Element>().ok());
    let name = |it: &Element| it.query_selector("title").unwrap().and_then(|it| it.text_content());
    let token = things.into_iter().find(|it| name(it).as_deref() == Some(label)).expect(label);
    token.dispatch_event(&Event::new("click").unwrap()).unwrap();
    assert_eq!(*acted.borrow(), [Action::Deliver(Mail { from: 0, to: 4, kind: 0, nth: 0 })]);
    view.destroy();
    root.remove();
}
