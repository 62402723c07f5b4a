//! The listing that a link has, or names by its address.

use super::super::Scenario;
use super::{cannot_run, cut};
use crate::engine::listing::edition::from_first;
use crate::engine::listing::hidden::is_hidden;
use crate::engine::{EditedListing, Entry, entries, kept_text};
use crate::link;
use percent_encoding::percent_decode_str;
use std::sync::Arc;

/// The algorithm as published, or with the text that the link has; and what is wrong with that.
pub fn with_text(published: &'static Entry, query: &str) -> (Scenario, Option<String>) {
    let scenario = Scenario::new(published);
    let Some(value) = pair(query, "text=") else { return read(scenario, query) };
    let known = |hash| {
        let sources = entries().iter().chain([published]).map(|entry| entry.source);
        let mut all = sources.flat_map(|source| {
            let [silent, first] =
                [link::text::without_sentences, link::text::first_published].map(|of| of(source));
            let others = link::text::with_other_sentences(source);
            [source.to_owned(), silent, first].into_iter().chain(others)
        });
        all.find(|source| link::text::hash(source) == hash)
    };
    match link::text::decode(value, known) {
        Ok((source, is_first)) => {
            let today = if is_first { from_first(&source) } else { source.clone() };
            let scenario = scenario.with_text(&today);
            let wrong = wrong_in(&scenario);
            (scenario, wrong.or_else(|| (today != source).then(|| TRANSLATED.to_owned())))
        }
        Err(why) => (scenario, Some(format!("{why} The published listing is used."))),
    }
}

fn wrong_in(scenario: &Scenario) -> Option<String> {
    let broken = scenario.text.as_ref().filter(|text| !text.runs());
    broken.and_then(|text| text.errors().first()).map(cannot_run)
}

/// With the text that a page has read at the address that the link has.
fn read(scenario: Scenario, query: &str) -> (Scenario, Option<String>) {
    let Some(value) = pair(query, "from=") else { return (scenario, None) };
    let Some(address) = address(value) else {
        let wrong = format!(
            "“from={}” is no address of a text: it has to begin with https:// and has at most {ADDRESS_MAX} \
             characters. The published listing is used.",
            cut(value)
        );
        return (scenario, Some(wrong));
    };
    let Some(source) = kept_text(&address) else {
        let wrong = format!(
            "The text at {address} has not been read, and the published listing is used. Only a page of the site \
             reads addresses."
        );
        return (scenario, Some(wrong));
    };
    let text = EditedListing::new(&source, scenario.published()).read_from(address);
    let scenario = scenario.with(Some(Arc::new(text)));
    let wrong = wrong_in(&scenario);
    (scenario, wrong)
}

/// The address at which the text of a link is to be read; none if the link has its text itself.
pub fn address_in(link: &str) -> Option<String> {
    let link = super::decoded(link.rsplit('#').next().unwrap_or_default());
    let (_, query) = link.split_once('?')?;
    if pair(query, "text=").is_some() { None } else { address(pair(query, "from=")?) }
}

fn pair<'a>(query: &'a str, name: &str) -> Option<&'a str> {
    query.split('&').find_map(|pair| pair.strip_prefix(name))
}

/// The longest address of a text, in bytes.
const ADDRESS_MAX: usize = 500;
/// What somebody serves to himself, which nobody can change on the way.
const OWN: [&str; 3] = ["http://localhost", "http://127.0.0.1", "http://[::1]"];

fn address(value: &str) -> Option<String> {
    let address = percent_decode_str(value).decode_utf8().ok()?;
    let is_own = OWN
        .iter()
        .any(|host| address.strip_prefix(host).is_some_and(|rest| rest.starts_with([':', '/'])));
    let is_safe = address.starts_with("https://") || is_own;
    let is_seen = address
        .chars()
        .all(|letter| !letter.is_whitespace() && !letter.is_control() && !is_hidden(letter));
    (is_safe && is_seen && address.len() <= ADDRESS_MAX).then(|| address.into_owned())
}

const TRANSLATED: &str = "The listing was written in the first edition of the language, in which a process \
                          of rules could rest in every section. Where it may rest is written now: \
                          `rests in …`.";
