//! What the published listings expect: as the golden table says, and, where that is quickly searched, as
//! a search finds.

use super::{code, interleave, out};
use listing::expect::{Expectation, Expected};
use listing::link_name;
use listing::tree::ItemKind;
use std::fs;
use std::path::{Path, PathBuf};

/// A listing, and the links of the settings of which it expects something.
struct Listing {
    path: PathBuf,
    text: String,
    expectations: Vec<(String, Expectation)>,
}

fn listings() -> Vec<Listing> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../algorithms/listings");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "ilv"));
    paths.sort();
    paths.into_iter().map(read).collect()
}

fn read(path: PathBuf) -> Listing {
    let text = fs::read_to_string(&path).unwrap();
    let slug = link_name(path.file_stem().unwrap().to_str().unwrap());
    let parsed = listing::parse(&text).listing;
    let options = listing::options(&parsed);
    let expectations = parsed.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Expect(expectation) => Some(expectation.clone()),
        _ => None,
    });
    let link = |of: &Expectation| {
        // links have options in the order of the text
        let pairs = options.iter().filter_map(|option| {
            let (_, value) = of.options.iter().find(|(name, _)| name.text == option.name)?;
            Some(format!("{}={}", option.link, link_name(&value.text)))
        });
        let pairs: Vec<String> = pairs.collect();
        let sign = if pairs.is_empty() { "" } else { "?" };
        format!("{slug}{sign}{}", pairs.join("&"))
    };
    let expectations = expectations.map(|of| (link(&of), of)).collect();
    Listing { path, text, expectations }
}

/// How the golden table says it, if it does; the end of it may be missing.
fn golden_words(of: &Expectation) -> Option<String> {
    let title = of.title.as_ref().map_or("", |title| &*title.text);
    Some(match of.expected {
        Expected::Holds => format!("{title}: yes"),
        Expected::Fails(None) => format!("{title}: NO"),
        Expected::Fails(Some(steps)) => format!("{title}: NO in {steps}"),
        Expected::Reached(None) => format!("{title}: in "),
        Expected::Reached(Some(steps)) => format!("{title}: in {steps}"),
        Expected::NeverReached => format!("{title}: never"),
        Expected::AtMost(value) | Expected::AtLeast(value) => format!("{title}: {value}"),
        Expected::NoBound => format!("{title}: no bound"),
        // their values stand there
        Expected::Outcomes(_) => format!("{title}: "),
        Expected::States(states) => format!(" {states} states "),
        Expected::LinesNotNeeded(_) | Expected::Inductive | Expected::Leads(_) => return None,
    })
}

fn remembers(link: &str) -> bool {
    let scenario = catalog::Scenario::parse(link).unwrap().scenario;
    scenario.entry().system(&scenario.setting).program().remembered().next().is_some()
}

#[test]
fn listings_expect_what_the_golden_table_says() {
    let mut compared = 0;
    for listing in listings() {
        for (link, of) in &listing.expectations {
            let Some(row) = golden::row(link) else { continue };
            // the table has what a search visits, with what properties remember
            if matches!(of.expected, Expected::States(_)) && remembers(link) {
                continue;
            }
            let Some(words) = golden_words(of) else { continue };
            let is_there = row.match_indices(&words).any(|(at, _)| {
                // no longer number
                let next = row[at + words.len()..].chars().next();
                !words.ends_with(|char: char| char.is_ascii_digit())
                    || !next.is_some_and(|char| char.is_ascii_digit())
            });
            assert!(is_there, "{}: no `{words}` in\n{row}", listing.path.display());
            compared += 1;
        }
    }
    assert!(compared >= 200, "{compared} expectations");
}

/// Those whose golden rows are quickly searched; of the others the table has been compared.
#[test]
fn searches_find_what_listings_expect() {
    let is_quick = |listing: &&Listing| {
        let mut rows = listing.expectations.iter().map(|(link, _)| golden::row(link));
        rows.all(|row| row.is_some_and(golden::is_quick)) || golden::is_everything()
    };
    let listings = listings();
    let paths: Vec<&str> =
        listings.iter().filter(is_quick).map(|listing| listing.path.to_str().unwrap()).collect();
    assert!(paths.len() >= 12, "{paths:?}");
    let output = interleave(&[&["test", "--no-progress"], &paths[..]].concat());
    assert_eq!(code(&output), 0, "{}", out(&output));
}

/// Models of others, told anew: the answers are known from outside, and so are most numbers of states.
#[test]
fn models_of_others_have_the_answers_that_are_known() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/models");
    let output = interleave(&["test", "--no-progress", folder.to_str().unwrap()]);
    assert_eq!(code(&output), 0, "{}", out(&output));
    assert!(out(&output).contains("92 passed, 0 failed"), "{}", out(&output));
}

/// Links contain changes to published listings: another expectation must not break them.
#[test]
fn what_is_published_has_no_expectations() {
    for listing in listings() {
        assert!(!listing.expectations.is_empty(), "{}", listing.path.display());
        let slug = link_name(listing.path.file_stem().unwrap().to_str().unwrap());
        let Some(source) = catalog::entry(&slug).map(|entry| entry.source) else { continue };
        let (published, _) = listing.text.split_once("\n\nexpect ").expect("expectations");
        assert_eq!(source, format!("{published}\n"), "{slug}");
    }
}
