//! The memory that making machine code takes is at most what it is said to take: an allocator knows.
//! In a program of its own, as other tests would take some at the same time.

use codegen::{Executor, Native, generate};
use peak_alloc::PeakAlloc;
use std::fs;
use std::path::Path;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Makes machine code of a text, and returns how many bytes that took and how many it is said to.
fn taken(what: &str, text: &str) -> (usize, usize) {
    let program =
        listing::compile(text, &[]).unwrap_or_else(|errors| panic!("{what}: {}", errors[0]));
    let module = generate(program.program()).unwrap_or_else(|why| panic!("{what}: {why}"));
    assert!(module.too_large.is_empty(), "{what}");
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let code = Native::default()
        .compile(&module, Vec::new())
        .unwrap_or_else(|why| panic!("{what}: {why}"));
    (ALLOCATOR.peak_usage() - before, code.bytes())
}

/// Six processes with a variable each, which take these lines.
fn of_lines(count: usize, line: &str) -> String {
    let lines = line.repeat(count);
    format!("algorithm A\nshared x[process]: 0..9\nprocess i of 6:\n  own y: 0..9\n  go:\n{lines}")
}

/// One function of very many short conditions, 216 for each time: of all texts these take most, for
/// their length.
fn of_terms(term: &str, times: usize) -> String {
    let all = vec![format!("(all a: all b: all c: {term})"); times].join(" and ");
    format!(
        "algorithm A\nshared x: 0..9\nshared open: bool\nshared y[process]: 0..9\nprocess i of 6:\n  go:\n    \
         pause\nalways p: {all}\n"
    )
}

/// Near the most that a function and a module may have.
fn large() -> Vec<(&'static str, String)> {
    let branch = "if (all j: x[j] < 5 or (some k: x[k] > x[j])): y ← (y + 1) mod 10\n";
    let property = |nth| format!("always p{nth}: (all a: all c: x[a] < 4 or x[c] < 3)\n");
    let properties = (0..150).map(property).collect::<Vec<_>>().concat();
    vec![
        ("numbers", of_terms("x < 4", 8)),
        ("truths", of_terms("open", 7)),
        ("elements", of_terms("y[a] < y[b]", 5)),
        ("branches", of_lines(1, "    atomic:\n") + &format!("      {branch}").repeat(10)),
        ("steps", of_lines(24, "    if x[i] < y: x[i] ← (x[i] + y) mod 10\n")),
        ("stores", of_lines(1, "    atomic:\n") + &"      x[y mod 6] ← x[i]\n".repeat(250)),
        ("properties", of_lines(1, "    x[i] ← 1\n") + &properties),
    ]
}

#[test]
fn making_machine_code_takes_no_more_than_is_said() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../algorithms/listings");
    let mut texts =
        large().into_iter().map(|(name, text)| (name.to_owned(), text)).collect::<Vec<_>>();
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|it| it == "ilv") {
            texts.push((path.display().to_string(), fs::read_to_string(&path).unwrap()));
        }
    }
    for (name, text) in texts {
        let (taken, said) = taken(&name, &text);
        println!("{name}: {taken} bytes of {said}");
        assert!(taken <= said, "{name}: {taken} bytes, and not {said}");
    }
}
