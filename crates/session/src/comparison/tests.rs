use super::*;
use catalog::{Piece, Scenario, plain};

const TIES: &str = "bakery?processes=2";
const NO_TIES: &str = "bakery?processes=2&tie-break=none";
/// Both enter without the rule for equal tickets in its 14th step.
const BOTH: &str = "s0.s0.s0.s1.s1.s1.s0.s0.s1.s1.s0.s0.s1.s1.s0.s1.s1";

fn opened(links: &[&str], schedule: &str) -> Beside {
    let open = |text: &&str| Scenario::parse(text).unwrap().scenario;
    let scenarios: Vec<Scenario> = links.iter().map(open).collect();
    let entries = schedule.split('.').filter(|text| !text.is_empty());
    let schedule: Vec<Action> = entries.map(|entry| entry.parse().unwrap()).collect();
    Beside::new(&scenarios, &schedule)
}

fn said(beside: &Beside) -> String {
    let Finding { head, rest } = beside.finding();
    format!("{head} {}", plain(&rest)).trim_end().into()
}

#[test]
fn it_is_said_where_they_part() {
    // whichever is given first, the published one stands first
    let mut beside = opened(&[NO_TIES, TIES], BOTH);
    assert!(beside.sides()[0].is_published());
    assert_eq!(beside.part(), Some(14));
    beside.seek(13);
    let how = "as published process 1 has to wait: number[0] = 1, \
               as changed it reads number[0] = 1 and enters the critical section";
    assert_eq!(said(&beside), format!("The same up to here. They part at step 14: {how}."));
    assert!(beside.page().sides.iter().all(|side| !side.differs));
    beside.seek(14);
    assert_eq!(said(&beside), format!("Here they part. A{}.", &how[1..]));
    let page = beside.page();
    assert!(page.sides.iter().all(|side| side.differs));
    let skipped = page.sides[0].skipped.as_ref().expect("process 1 waits there");
    assert_eq!(plain(&skipped.line), "Process 1 has to wait: number[0] = 1.");
    assert!(skipped.line.contains(&Piece::Code("number[0] = 1".into())), "{skipped:?}");
    assert!(page.rest.contains(&Piece::Code("number[0] = 1".into())), "{:?}", page.rest);
    assert_eq!(page.sides[1].skipped, None);
    beside.seek(15);
    assert_eq!(said(&beside), format!("They parted at step 14: {how}."));
}

/// Which process has the lower number plays no part while the tickets differ.
#[test]
fn a_part_that_never_comes_is_said() {
    let mut beside = opened(&[TIES, NO_TIES], "s0.s0.s0.s0.s0.s1.s1");
    beside.seek(7);
    assert_eq!((beside.part(), &*said(&beside)), (None, "The same in all 7 steps."));
    assert!(!beside.sheet(800.0).contains("beside-wash"));
    let still = opened(&[TIES, NO_TIES], "");
    assert_eq!(said(&still), "The same at the start. Click a process: it takes its step in both.");
    let sizes = opened(&["bakery?processes=2", "bakery?processes=3"], "s0");
    assert!(!sizes.is_comparable());
}

/// A line that was changed counts for nothing before it makes a difference.
#[test]
fn a_changed_listing_is_compared_line_by_line() {
    let published = Scenario::parse(TIES).unwrap().scenario;
    let source = published.source();
    let changed = source.replacen("await not choosing[j]", "await choosing[j] = false", 1);
    assert_ne!(source, changed);
    let changed = published.with_text(&changed);
    assert!(changed.text.as_ref().unwrap().errors().is_empty());
    let schedule = opened(&[TIES], BOTH).schedule;
    let mut beside = Beside::new(&[changed, published], &schedule);
    beside.seek(5);
    assert_eq!(said(&beside), format!("The same in all {} steps.", schedule.len()));
    let knobs: Vec<String> = beside.page().sides.into_iter().map(|side| side.knobs).collect();
    assert_eq!(knobs, ["published listing", "changed listing"]);
}

#[test]
fn algorithms_are_compared_by_what_they_spend() {
    let links = ["lamport-lock?processes=3", "ricart-agrawala", "token-ring"];
    let mut beside = opened(&links, "");
    beside.randomly(1);
    assert_eq!((beside.schedule().len(), beside.part()), (60, None));
    beside.seek(60);
    let rows = beside.rows();
    let row = |words| rows.iter().find(|row| row.0 == words).map(|it| it.1.join("|")).unwrap();
    assert_eq!(row("entries"), "6|6|6");
    assert_eq!(row("messages per entry"), "6.0|4.0|4.7");
    let said = said(&beside);
    assert!(
        said.starts_with("After 60 turns: Lamport’s lock, 6 entries and 36 messages; "),
        "{said}"
    );
    assert!(beside.page().sides.iter().all(|side| !side.differs));
}

#[test]
fn an_entry_drops_what_was_ahead_unless_it_is_the_same() {
    let mut beside = opened(&[TIES, NO_TIES], BOTH);
    beside.seek(2);
    beside.take("s0".parse().unwrap());
    assert_eq!((beside.at(), beside.schedule().len()), (3, 17));
    beside.take("s0".parse().unwrap());
    assert_eq!((beside.at(), beside.schedule().len()), (4, 4));
    assert_eq!(beside.common(&opened(&[], BOTH).schedule), 3);
}

#[test]
fn each_process_has_one_lane_with_a_line_for_each_side() {
    let mut beside = opened(&[TIES, NO_TIES], BOTH);
    beside.seek(13);
    let sheet = beside.sheet(1400.0);
    let count = |words: &str| sheet.matches(words).count();
    assert_eq!((count("beside-lane "), count("beside-line'")), (2, 4));
    assert_eq!(
        count("beside-skipped"),
        17 - beside.sides()[0].taken(17) + 17 - beside.sides()[1].taken(17)
    );
    assert_eq!((count("beside-mark'") + count("beside-skipped"), count("is-ahead")), (34, 4));
    assert!(sheet.contains(">part at step 14<"));
    assert_eq!(beside.page().legend.split('.').count(), 4);
}
