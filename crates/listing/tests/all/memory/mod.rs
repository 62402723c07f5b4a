//! `option memory: sequential, tso, pso`: store buffers.

mod alike;
mod crashes;
mod fences;
mod litmus;
mod locks;
mod rules;
mod views;

use litmus::{Finals, Litmus, MEMORIES, Memory};

/// Shapes by the names that they have in the field.
const SHAPES: &[(&str, &str)] = &[
    ("SB", "W x 1, R y a | W y 1, R x b"),
    ("SB, one fence", "W x 1, F, R y a | W y 1, R x b"),
    ("SB, fences", "W x 1, F, R y a | W y 1, F, R x b"),
    ("SB, swaps", "S a 1, X x a, R y b | S a 1, X y a, R x b"),
    ("SB+rfi", "W x 1, R x a, R y b | W y 1, R y a, R x b"),
    ("SB, an extra write each", "W x 1, W z 1, R y a | W y 1, W u 1, R x b"),
    ("MP", "W x 1, W y 1 | R y a, R x b"),
    ("MP, fence", "W x 1, F, W y 1 | R y a, R x b"),
    ("MP, swap", "W x 1, S a 1, X y a | R y a, R x b"),
    ("LB", "R x a, W y 1 | R y b, W x 1"),
    ("IRIW", "W x 1 | W y 1 | R x a, R y b | R y c, R x d"),
    ("WRC", "W x 1 | R x a, W y 1 | R y b, R x c"),
    ("CoRR", "W x 1, W x 2 | R x a, R x b"),
    ("CoWR", "W x 1, R x a | W x 2"),
    ("n4", "R x a, W x 1 | R x b, W x 2"),
    ("n5", "W x 1, R x a | W x 2, R x b"),
    ("n6", "W x 1, R x a, R y b | W y 1, W x 2"),
    ("n7", "W x 1, R x a, R y b | W y 1 | R y c, R x d"),
    ("R", "W x 1, W y 1 | W y 2, R x a"),
    ("R, fence", "W x 1, F, W y 1 | W y 2, R x a"),
    ("R, fences", "W x 1, F, W y 1 | W y 2, F, R x a"),
    ("S", "W x 2, W y 1 | R y a, W x 1"),
    ("S, fence", "W x 2, F, W y 1 | R y a, W x 1"),
    ("2+2W", "W x 1, W y 2 | W y 1, W x 2"),
    ("2+2W, one fence", "W x 1, F, W y 2 | W y 1, W x 2"),
    ("2+2W, fences", "W x 1, F, W y 2 | W y 1, F, W x 2"),
    ("RWC", "W x 1 | R x a, R y b | W y 1, R x c"),
    ("3SB", "W x 1, R y a | W y 1, R z b | W z 1, R x c"),
    ("SB, store fences", "W x 1, FS, R y a | W y 1, FS, R x b"),
    ("MP, store fence", "W x 1, FS, W y 1 | R y a, R x b"),
    ("MP, two store fences", "W x 1, FS, FS, W y 1, FS, W z 1 | R z a, R y b, R x c"),
    ("MP, store fence behind", "FS, W x 1, W y 1, FS | R y a, R x b"),
    ("R, store fences", "W x 1, FS, W y 1 | W y 2, FS, R x a"),
    ("S, store fence", "W x 2, FS, W y 1 | R y a, W x 1"),
    ("2+2W, one store fence", "W x 1, FS, W y 2 | W y 1, W x 2"),
    ("2+2W, store fences", "W x 1, FS, W y 2 | W y 1, FS, W x 2"),
    ("a store fence behind two", "W x 1, W y 1, FS, W z 1 | R z a, R y b, R x c"),
    ("a store fence before two", "W x 1, FS, W y 1, W z 1, W x 2 | R z a, R y b, R x c"),
    ("Peterson's core", "W x 1, W t 1, R y a, R t b | W y 1, W t 2, R x a, R t b"),
    ("Peterson's core, fences", "W x 1, W t 1, F, R y a, R t b | W y 1, W t 2, F, R x a, R t b"),
];

fn shape(name: &str) -> Litmus {
    Litmus::new(SHAPES.iter().find(|it| it.0 == name).unwrap_or_else(|| panic!("{name}")).1)
}

#[test]
fn a_search_finds_the_results_that_queues_of_writes_have() {
    for (name, text) in SHAPES {
        let litmus = Litmus::new(text);
        for (memory, word) in MEMORIES {
            for places in 1..=3 {
                let (searched, found) =
                    (litmus.searched(word, places), litmus.finals(memory, places));
                assert_eq!(searched, found, "{name}, {word}, {places} places");
            }
        }
    }
}

/// Which results each memory has beyond those of the one before.
#[test]
fn each_memory_adds_what_is_known_of_it() {
    let sets = |name: &str, places| {
        let litmus = shape(name);
        MEMORIES.map(|(_, word)| litmus.searched(word, places))
    };
    for places in 1..=3 {
        for name in [
            "LB",
            "IRIW",
            "WRC",
            "CoRR",
            "CoWR",
            "n4",
            "n5",
            "SB, fences",
            "SB, swaps",
            "MP, fence",
            "MP, swap",
            "S, fence",
            "2+2W, fences",
            "R, fences",
            "MP, store fence",
            "MP, two store fences",
            "S, store fence",
            "2+2W, store fences",
            "Peterson's core, fences",
        ] {
            let [sequential, tso, pso] = sets(name, places);
            // where a buffer has one place, nothing is overtaken
            let overtakes = name == "Peterson's core, fences" && places > 1;
            assert!(sequential == tso && (overtakes || tso == pso), "{name}, {places}");
        }
        for name in [
            "SB",
            "SB, one fence",
            "SB, store fences",
            "SB+rfi",
            "R",
            "R, fence",
            "R, store fences",
            "RWC",
            "n6",
            "n7",
            "3SB",
        ] {
            let [sequential, tso, _] = sets(name, places);
            assert!(sequential.is_subset(&tso) && sequential != tso, "{name}, {places}");
        }
        // with these, writes overtake nothing that matters
        for name in ["SB, store fences", "R, store fences"] {
            let [_, tso, pso] = sets(name, places);
            assert_eq!(tso, pso, "{name}, {places}");
        }
        for name in [
            "MP",
            "MP, store fence behind",
            "S",
            "2+2W",
            "2+2W, one fence",
            "2+2W, one store fence",
            "a store fence behind two",
            "n6",
        ] {
            let [_, tso, pso] = sets(name, places);
            assert!(tso.is_subset(&pso), "{name}, {places}");
            assert_eq!(tso == pso, places == 1, "{name}, {places}");
        }
    }
    let [sequential, tso, _] = sets("SB, an extra write each", 1);
    assert_eq!(sequential, tso);
    let [sequential, tso, _] = sets("SB, an extra write each", 2);
    assert_ne!(sequential, tso);
}

#[test]
fn a_weaker_memory_and_a_larger_buffer_have_every_result() {
    for (name, text) in SHAPES {
        let litmus = Litmus::new(text);
        let mut before = [(); 3].map(|()| Finals::new());
        for places in 1..=3 {
            let now = MEMORIES.map(|(_, word)| litmus.searched(word, places));
            assert!(now[0].is_subset(&now[1]) && now[1].is_subset(&now[2]), "{name}");
            for (smaller, larger) in before.iter().zip(&now) {
                assert!(smaller.is_subset(larger), "{name}, {places}");
            }
            before = now;
        }
    }
}

/// Two writes to a cell reach memory in their order, whatever else is pending.
#[test]
fn the_two_machines_are_two() {
    let litmus = shape("SB");
    assert_ne!(litmus.finals(Memory::Tso, 1), litmus.finals(Memory::Sequential, 1));
    assert!(litmus.searched("tso", 1).contains(&vec![1, 1, 0, 0]));
}

/// Litmus tests for x86 of the projects `Dat3M` and `herdtools7`: what each is called, its threads, how many final states
/// it has with each memory, and how many places a buffer needs for all of them, with tso and with pso.
const KNOWN: &str = include_str!("known.txt");

#[test]
fn known_tests_have_as_many_results_as_elsewhere() {
    for line in KNOWN.lines() {
        let [name, threads, counts, places] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let numbers = |text: &str| {
            text.split(' ').map(|text| text.parse().expect("a number")).collect::<Vec<usize>>()
        };
        let (counts, places) = (numbers(counts), numbers(places));
        let litmus = Litmus::new(threads);
        let count = |memory: usize, places| litmus.searched(MEMORIES[memory].1, places).len();
        assert_eq!(count(0, 1), counts[0], "{name}");
        for memory in [1, 2] {
            let enough = places[memory - 1];
            assert_eq!(count(memory, enough.max(1)), counts[memory], "{name}, {memory}");
            if enough > 1 {
                assert!(count(memory, enough - 1) < counts[memory], "{name}, {memory}");
            }
        }
    }
}
