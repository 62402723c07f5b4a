//! Why operations have no order, in a sentence.

use crate::reasons::failure;
use catalog::Scenario;

/// A read that misses a pending write comes too late only by the clock.
#[test]
fn what_is_violated_by_the_order_in_time_alone_is_said() {
    let text = "define memory: tso\nshared x: 0..1\noperation write:\n  x ← 1\noperation read → 0..1:\n  return x\nwriter:\n  \
                own g: 0..1\n  s:\n    call write\n    call g ← read\nreader:\n  own g: 0..1\n  s:\n    call g ← read\nlinearizable\n";
    let told = "No order explains read → 0 of the reader: it must come before write of the writer, since behind that it could \
                only return 1; but write had returned in step 1, before read → 0 was called in step 2. Sequentially consistent, but not linearizable.";
    assert_eq!(failure(text, "linearizable"), told);
}

#[test]
fn operations_without_an_order_of_each_process_are_named() {
    let text = "define memory: tso\nshared x[0..1]: 0..1\noperation write(k: 0..1):\n  x[k] ← 1\noperation read(k: 0..1) → 0..1:\n  \
                return x[k]\np i of 2:\n  own g: 0..1\n  s:\n    call write(i)\n    call g ← read(1 − i)\nsequentially consistent\n";
    let told = "No order that keeps each process’s own explains read(0) → 0 of p 1: with read(1) → 0 of p 0, it could only return 1.";
    assert_eq!(failure(text, "sequentially consistent"), told);
}

/// With each operation as many others as can be.
#[test]
fn for_each_operation_the_longest_order_is_told() {
    let link = "safe-bits?readers=1&returns=what-it-reads&v=1&run=AAe16v.t3eQ";
    let scenario = Scenario::parse(link).unwrap().scenario;
    let told = [
        "All but read → 0 of the reader have an order: write(1) of the writer · read → 1 of the reader.",
        "All but read → 1 of the reader have an order: read → 0 of the reader.",
    ];
    assert_eq!(scenario.longest_orders().expect("it is small").sentences(), told);
    let before = Scenario { at: scenario.at - 1, ..scenario };
    assert_eq!(before.longest_orders(), None);
}
