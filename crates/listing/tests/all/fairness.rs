//! Strong fairness: of a line, of a rule, and of a message.

use crate::searches::verdicts;
use listing::compile;

fn finds(text: &str, words: &[&str]) {
    let system = compile(text, &[]).unwrap_or_else(|found| panic!("{}\n{text}", found[0]));
    let found = verdicts(system);
    for word in words {
        assert!(found.contains(word), "{word}: {found}");
    }
}

/// The gate opens and closes for ever; the guest may come in while it is open.
fn gate(comes: &str) -> String {
    format!(
        "algorithm A gate

shared open: bool

gate:
  moving:
    open ← not open
    become moving

guest:
  waiting:
    {comes}
  inside:
    pause

eventually comes in: waiting → inside
"
    )
}

#[test]
fn what_is_possible_again_and_again_comes_if_it_is_strongly_fair() {
    finds(&gate("await open"), &["comes in: NO"]);
    finds(&gate("strongly await open"), &["comes in: yes"]);
}

/// Strong fairness does not help where it may never be possible again.
#[test]
fn what_need_not_be_possible_again_need_not_come() {
    let text = gate("strongly await open").replace("open ← not open", "choose open in bool");
    let text = text.replace("choose open in bool", "choose b in bool\n    open ← b");
    finds(&text, &["comes in: NO"]);
}

#[test]
fn a_rule_is_strongly_fair_by_itself() {
    let text = "algorithm A coin tossed for ever

tosser:
  own side: none | heads | tails
  WORD when true: side ← heads
  when true: side ← tails

eventually heads at last: tosser.side = heads
";
    finds(&text.replace("WORD ", ""), &["heads at last: NO"]);
    finds(&text.replace("WORD", "strongly"), &["heads at last: yes"]);
}
