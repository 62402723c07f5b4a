//! What was measured before this was built, by another program.

use super::texts::{BAKERY as BAKERY_OF_TWO, PETERSON_IN_SECTIONS, TICKETS, TOKEN};
use super::{found, press};
use inductive::Within::{Local, Types};

pub const PETERSON: &str = include_str!("../../../algorithms/listings/peterson.ilv");
const DEKKER: &str = include_str!("../../../algorithms/listings/dekker.ilv");
const HYMAN: &str = include_str!("../../../algorithms/listings/hyman.ilv");
const RING: &str = include_str!("../../../algorithms/listings/dijkstra_ring.ilv");
const BAKERY: &str = include_str!("../../../algorithms/listings/bakery.ilv");

pub const EXCLUSION: &str = "inductive exclusion:\n  at most 1 in critical";

#[test]
fn peterson_needs_one_press() {
    assert_eq!(found(PETERSON, EXCLUSION, &[], Types), (392, 384, 16));
    assert_eq!(found(PETERSON, EXCLUSION, &[], Local), (98, 96, 2));
    let (lines, counts) = press(PETERSON, EXCLUSION, &[]);
    assert_eq!(lines, ["never some i ≠ j: i in waiting and j in critical and turn = i"]);
    assert_eq!((counts.inside, counts.leads), (92, 0));
}

/// Mutual exclusion, the flag up behind its line, and whose turn it is.
#[test]
fn peterson_as_it_is_proved() {
    let up = "  all i: flag[i] = (i not in remainder and i not in asking)";
    let turn = "  never some i ≠ j: i in critical and j in waiting and turn = j";
    let of = |lines: &[&str], within| {
        let claim = format!("{EXCLUSION}\n{}", lines.join("\n"));
        found(PETERSON_IN_SECTIONS, &claim, &[], within)
    };
    assert_eq!(of(&[up, turn], Types), (392, 92, 0));
    assert_eq!(of(&[turn], Types), (392, 368, 12));
    // nobody has to write behind which line a flag is up
    assert_eq!(of(&[turn], Local), (98, 92, 0));
    assert_eq!(of(&[up], Types), (392, 96, 2));
}

#[test]
fn dekkers_lock_carries_itself() {
    assert_eq!(found(DEKKER, EXCLUSION, &[], Types), (800, 792, 8));
    assert_eq!(found(DEKKER, EXCLUSION, &[], Local), (200, 198, 0));
}

#[test]
fn hymans_lock_in_one_step_needs_one_press() {
    let at_once = &[("takes", "at_once")];
    assert_eq!(found(HYMAN, EXCLUSION, at_once, Types), (288, 280, 8));
    assert_eq!(found(HYMAN, EXCLUSION, at_once, Local), (72, 70, 2));
    let (lines, counts) = press(HYMAN, EXCLUSION, at_once);
    assert_eq!((lines.len(), counts.leads), (1, 0));
}

#[test]
fn one_privilege_carries_itself_in_dijkstras_ring() {
    let privileges = |machines, states| {
        let chosen = [("machines", machines), ("states", states)];
        found(RING, "inductive one: one_privilege", &chosen, Local)
    };
    assert_eq!(privileges("3", "3"), (27, 15, 0));
    assert_eq!(privileges("4", "4"), (256, 40, 0));
    assert_eq!(privileges("4", "5"), (625, 65, 0));
}

#[test]
fn the_published_bakery_of_three() {
    let chosen = [("entries", "unbounded")];
    assert_eq!(found(BAKERY, EXCLUSION, &chosen, Local), (314_432, 305_122, 10_528));
}

/// Pressed with numbers to 3, three lines carry the bakery of two with numbers to 6 and 9, too.
#[test]
fn three_lines_carry_the_bakery_with_larger_numbers() {
    assert_eq!(found(BAKERY_OF_TWO, EXCLUSION, &[], Types), (82_944, 81_920, 1_472));
    assert_eq!(found(BAKERY_OF_TWO, EXCLUSION, &[], Local), (784, 775, 9));
    let (lines, counts) = press(BAKERY_OF_TWO, EXCLUSION, &[]);
    let expected = [
        "never some i ≠ j: i in critical and number[j] ≠ 0 and (number[j], j) < (number[i], i)",
        "never some i ≠ j: i in taking and j in critical and m[i] < number[j]",
        "never some i ≠ j: i in taking and j in comparing and m[i] < number[j]",
    ];
    assert_eq!(lines, expected);
    assert_eq!((counts.inside, counts.leads), (715, 0));
    let claim = format!("{EXCLUSION}\n  {}", lines.join("\n  "));
    let with = |tickets| found(BAKERY_OF_TWO, &claim, &[("tickets", tickets)], Local);
    assert_eq!(with("6"), (3_025, 2_761, 0));
    assert_eq!(with("9"), (6_724, 6_139, 0));
}

/// Five presses, of which the last two make earlier ones needless.
#[test]
fn a_token_in_a_ring() {
    for within in [Types, Local] {
        assert_eq!(found(TOKEN, EXCLUSION, &[], within), (216, 160, 42));
    }
    let (lines, counts) = press(TOKEN, EXCLUSION, &[]);
    assert_eq!((lines.len(), counts.inside, counts.leads), (5, 10, 0));
    let needed = "inductive exclusion:\n  never some i ≠ j: token[i] and token[j]
  never some i: i in exit and not token[i]\n  never some i: i in critical and not token[i]";
    assert_eq!(found(TOKEN, needed, &[], Local).2, 0);
}

/// What counts is not found.
#[test]
fn a_ticket_lock_is_stuck() {
    let of_three = [("processes", "3")];
    for within in [Types, Local] {
        assert_eq!(found(TICKETS, EXCLUSION, &[], within), (6_400, 6_144, 128));
        assert_eq!(found(TICKETS, EXCLUSION, &of_three, within), (128_000, 114_688, 5_952));
    }
    let (lines, counts) = press(TICKETS, EXCLUSION, &[]);
    assert!(lines.len() < 12 && counts.leads > 0, "{lines:?}");
}

/// Tickets that are out are those from `serving` to `next`, and as many processes have one.
#[test]
fn what_counts_can_be_written() {
    let parts = [
        "all i: holds(i) ⇒ out(ticket[i])",
        "all i ≠ j: holds(i) and holds(j) ⇒ ticket[i] ≠ ticket[j]",
        "all i: i in critical or i in exit ⇒ ticket[i] = serving",
        "(count i: holds(i)) = (next + 4 − serving) mod 4",
    ];
    let text = format!(
        "{TICKETS}\ndefine holds(i): i in waiting or i in critical or i in exit
define out(t): (t + 4 − serving) mod 4 < (next + 4 − serving) mod 4\n"
    );
    let of = |parts: &[&str], processes| {
        let claim = format!("{EXCLUSION}\n  {}", parts.join("\n  "));
        found(&text, &claim, &[("processes", processes)], Types)
    };
    assert_eq!(of(&parts, "2"), (6_400, 472, 0));
    assert_eq!(of(&parts, "3"), (128_000, 5_000, 0));
    assert_eq!(of(&parts[..3], "2"), (6_400, 1_872, 352));
}
