//! Texts of the tests.

/// Peterson's lock with a section for each line of the doorway.
pub const PETERSON_IN_SECTIONS: &str = "\
algorithm Peterson
shared flag[process]: bool
shared turn: process
process i of 2, for ever:
  remainder:
    pause
  asking:
    flag[i] ← true
  yielding:
    turn ← 1 − i
  waiting:
    await not flag[1 − i] or turn = i
  critical:
    pause
  exit:
    flag[i] ← false
";

/// What a process has read of the other stands in a variable, and each line that a claim needs is a section.
pub const BAKERY: &str = "\
algorithm Bakery
option tickets: 3, 6, 9
shared choosing[process]: bool
shared number[process]: 0..tickets
limit number
process i of 2, for ever:
  own m: 0..tickets
  remainder:
    pause
  doorway:
    choosing[i] ← true
    m ← number[1 − i]
  taking:
    number[i] ← m + 1
  closing:
    choosing[i] ← false
  waiting:
    await not choosing[1 − i]
  comparing:
    await number[1 − i] = 0 or (number[i], i) < (number[1 − i], 1 − i)
  critical:
    pause
  exit:
    number[i] ← 0
";

pub const TOKEN: &str = "\
algorithm Token
shared token[process]: bool = [true, false, false]
process i of 3, for ever:
  waiting:
    await token[i]
  critical:
    pause
  exit:
    atomic: token[i] ← false; token[(i + 1) mod 3] ← true
";

pub const TICKETS: &str = "\
algorithm Ticket lock
option processes: 2, 3
shared next, serving: 0..3
process i of processes, for ever:
  own ticket: 0..3
  remainder:
    pause
  doorway:
    atomic: ticket ← next; next ← (next + 1) mod 4
  waiting:
    await serving = ticket
  critical:
    pause
  exit:
    atomic serving ← (serving + 1) mod 4
";

/// The bakery algorithm of tlaplus/Examples (Bakery-Boulangerie), with two processes and numbers to 2: a rule for each
/// way of a label.
pub const MC_BAKERY: &str = "\
algorithm Bakery of tlaplus/Examples

shared num[process]: 0..2
shared flag[process]: bool

process i of 2:
  own unchecked: set of process
  own max_seen: 0..2
  own nxt: process
  sections ncs, e1, e2, e3, e4, w1, w2, cs, exit
  when ncs: become e1
  when e1: flag[i] ← not flag[i]
  when e1: flag[i] ← true; unchecked ← {1 − i}; max_seen ← 0; become e2
  when e2 and unchecked ≠ {}:
    choose j in unchecked
    unchecked ← unchecked − {j}
    if num[j] > max_seen: max_seen ← num[j]
  when e2 and unchecked = {}: become e3
  when e3:
    choose k in 0..2
    num[i] ← k
  when e3:
    choose k in {n in 0..2: n > max_seen}
    num[i] ← k
    become e4
  when e4: flag[i] ← not flag[i]
  when e4: flag[i] ← false; unchecked ← {1 − i}; become w1
  when w1 and unchecked ≠ {}:
    choose j in {n in unchecked: not flag[n]}
    nxt ← j
    become w2
  when w1 and unchecked = {}: become cs
  when w2 and (num[nxt] = 0 or (num[i], i) < (num[nxt], nxt)):
    unchecked ← unchecked − {nxt}
    become w1
  when cs: become exit
  when exit:
    choose k in 0..2
    num[i] ← k
  when exit: num[i] ← 0; become ncs

define before(i, j): num[i] > 0 and (j in ncs or j in e1 or j in exit or is_later(i, j))
define is_later(i, j): looks(i, j) or j in e3 and max_seen[j] ≥ num[i] or has_number(i, j)
define looks(i, j): j in e2 and (i in unchecked[j] or max_seen[j] ≥ num[i])
define has_number(i, j): (j in e4 or waits(j)) and (num[i], i) < (num[j], j) and (j in e4 or i in unchecked[j])
define waits(i): i in w1 or i in w2
define looks_late(i): nxt[i] in e2 and i not in unchecked[nxt[i]] or nxt[i] in e3
";

/// The invariant of its proof, one conjunct after the other.
pub const MC_BAKERY_CONJUNCTS: [&str; 7] = [
    "all i: i in e4 or waits(i) or i in cs ⇒ num[i] ≠ 0",
    "all i: i in e2 or i in e3 ⇒ flag[i]",
    "all i: i in w2 ⇒ nxt[i] ≠ i",
    "all i: waits(i) ⇒ i not in unchecked[i]",
    "all i: waits(i) ⇒ all j ≠ i: j in unchecked[i] or before(i, j)",
    "all i: i in w2 and looks_late(i) ⇒ max_seen[nxt[i]] ≥ num[i]",
    "all i: i in cs ⇒ all j ≠ i: before(i, j)",
];
