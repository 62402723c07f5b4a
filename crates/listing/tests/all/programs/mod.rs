//! Texts become the same programs as before: a digest of each, in `tests/programs.txt`.
//!
//! A pass of the language that is written anew has to give the same programs. Where a digest differs, states,
//! transitions and lengths of runs have to be equal all the same, and the commit says why it differs.
//! `PROGRAMS=FOLDER cargo test -p listing --test all programs` writes each program as text, so that those of two
//! commits can be compared; `UPDATE=1` writes the table anew.

pub mod dump;

use crate::texts;
use dump::dump;
use listing::{compile, options, parse};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Random texts, in lines of so many; a quick run compares the first lines.
const RANDOM: u64 = 2000;
const QUICK_RANDOM: u64 = 200;
const A_LINE: u64 = 20;

const TABLE: &str = include_str!("../../programs.txt");

/// FNV-1a: short, and the same everywhere.
fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// A text with some options, as text.
fn program(text: &str, chosen: &[(&str, &str)]) -> String {
    match compile(text, chosen) {
        Ok(compiled) => dump(compiled.program().clone()),
        Err(errors) => format!("{errors:#?}"),
    }
}

/// Each published listing with its default options, and with each other value of each.
fn published() -> Vec<(String, String)> {
    let mut programs = Vec::new();
    let listings = |it: &&(String, String)| it.0.contains("listings/");
    for (file, text) in texts::texts().iter().filter(listings) {
        let name = Path::new(file).file_stem().expect("a name").to_string_lossy();
        programs.push((name.to_string(), program(text, &[])));
        for option in options(&parse(text).listing) {
            for value in &option.values[1..] {
                let setting = format!("{name}?{}={value}", option.name);
                programs.push((setting, program(text, &[(&option.name, value)])));
            }
        }
    }
    programs
}

fn random(count: u64) -> Vec<(String, String)> {
    let of = |seed| sampler::algorithm(seed).map_or_else(String::new, |text| program(&text, &[]));
    let line = |first: u64| {
        let seeds = first..first + A_LINE;
        (format!("random-{first}-{}", seeds.end - 1), seeds.map(of).collect())
    };
    (0..count).step_by(A_LINE as usize).map(line).collect()
}

fn rows(programs: Vec<(String, String)>) -> Vec<String> {
    let folder = std::env::var_os("PROGRAMS").map(PathBuf::from);
    let row = |(name, program): (String, String)| {
        if let Some(folder) = &folder {
            fs::write(folder.join(format!("{name}.program")), &program)
                .expect("a folder to write to");
        }
        format!("{name} {:016x}", digest(&program))
    };
    programs.into_iter().map(row).collect()
}

fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some()
}

#[test]
fn texts_become_the_same_programs() {
    let is_whole = golden::is_everything() || is_set("PROGRAMS") || is_set("UPDATE");
    let count = if is_whole { RANDOM } else { QUICK_RANDOM };
    let mut rows = rows(published());
    rows.extend(self::rows(random(count)));
    if is_set("UPDATE") {
        let table = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs.txt");
        return fs::write(table, rows.join("\n") + "\n").expect("the table");
    }
    let known: BTreeSet<&str> = TABLE.lines().collect();
    let others: Vec<_> = rows.iter().filter(|row| !known.contains(row.as_str())).collect();
    assert!(others.is_empty(), "other programs than before: {others:#?}");
    let left_out = ((RANDOM - count) / A_LINE) as usize;
    assert_eq!(known.len(), rows.len() + left_out, "as many programs as before");
}
