//! Names of a module: each is given once, and none is a word of TLA+ or of a module that it extends.

use std::cell::RefCell;
use std::collections::HashSet;

const TAKEN: &str = "\
    ASSUME ASSUMPTION AXIOM BOOLEAN CASE CHOOSE CONSTANT CONSTANTS DOMAIN ELSE ENABLED EXCEPT EXTENDS FALSE IF IN \
    INSTANCE LAMBDA LET LOCAL MODULE OTHER RECURSIVE SF_ STRING SUBSET THEN THEOREM TRUE UNCHANGED UNION VARIABLE \
    VARIABLES WF_ WITH Nat Int Seq Head Tail Append Len SubSeq SelectSeq Cardinality IsFiniteSet BagToSet SetToBag \
    BagIn EmptyBag BagCardinality CopiesIn BagOfAll BagUnion SubBag IsABag Init Next Spec Steps Faults Beyond Stuck \
    Within Remember Passed Stage Max Min Lowest Highest Other Without Places InTransit Values Messages Arrives Everyone OnTheirWay Taken Send \
    First Between Second Stands Resting Ahead Mine Inside Gone Leaves Places At vars network i j k m f t p q r s x y S e n";

pub struct Names {
    taken: RefCell<HashSet<String>>,
}

impl Names {
    pub fn new() -> Names {
        Names { taken: RefCell::new(TAKEN.split_whitespace().map(str::to_owned).collect()) }
    }

    /// The first of the wanted names that is free, or the last with a number.
    pub fn give(&self, wanted: &[&str]) -> String {
        let mut taken = self.taken.borrow_mut();
        let all: Vec<String> = wanted.iter().map(|text| identifier(text)).collect();
        let last = all.last().cloned().unwrap_or_default();
        let numbered = (2..).map(|nth| format!("{last}_{nth}"));
        let name = all.into_iter().chain(numbered).find(|text| !taken.contains(text));
        let name = name.expect("numbers without end");
        taken.insert(name.clone());
        name
    }
}

/// A name in the letters that TLA+ has.
pub fn identifier(words: &str) -> String {
    let mut name = String::new();
    for char in words.chars() {
        match char {
            it if it.is_ascii_alphanumeric() => name.push(it),
            '\'' | '’' => {}
            _ if name.ends_with('_') => {}
            _ => name.push('_'),
        }
    }
    let name = name.trim_matches('_');
    let begins = name.starts_with(|letter: char| letter.is_ascii_alphabetic());
    if begins && !name.starts_with("WF_") && !name.starts_with("SF_") {
        name.to_owned()
    } else {
        format!("v_{name}").trim_end_matches('_').to_owned()
    }
}
