//! Verdicts beside properties, found while the reader goes on writing.

use super::client::{ADDRESS, Client, PLAYGROUND};
use super::{LOCK, at, position};
use crate::interleave;
use serde_json::{Value, json};

/// Far more states than a search visits within a test.
const LARGE: &str = "algorithm Large
shared x[0..9]: 0..9
process i of 6, for ever:
  remainder:
    for each k in 0..9:
      x[k] ← 9 − x[k]
      x[k] ← (x[k] + i) mod 10
always small: all k in 0..9: x[k] ≤ 9
";

fn title(lens: &Value) -> &str {
    lens["command"]["title"].as_str().unwrap()
}

#[test]
fn each_property_has_its_verdict_and_the_address_of_its_run() {
    let mut client = Client::start(&[]);
    client.open(LOCK);
    let lenses = client.verdicts();
    let claimed =
        lenses.iter().find(|value| at(LOCK, &value["range"]) == "mutual exclusion").unwrap();
    assert!(title(claimed).starts_with("fails: shortest run "), "{claimed}");
    assert_eq!(claimed["command"]["command"], "interleave.open");
    let address = claimed["command"]["arguments"][0].as_str().unwrap();
    assert!(address.starts_with(&format!("{PLAYGROUND}/new.html#new?")), "{address}");
    // the address is that of a run that breaks the property
    let played = interleave(&["play", address]);
    assert_eq!(super::super::code(&played), 1);
    assert!(super::super::out(&played).contains("Broken: mutual exclusion."));
    let given = lenses.iter().find(|value| title(value).starts_with("no deadlock: ")).unwrap();
    assert_eq!(at(LOCK, &given["range"]), "𝔸 lock 𝔹");
    assert_eq!(given["command"]["command"], "");

    let hover = client.ask_at("hover", position(LOCK, "mutual exclusion", 0));
    let says = hover["contents"]["value"].as_str().unwrap();
    assert!(says.contains("Two are in the critical section"), "{says}");
    assert!(says.contains(&format!("[Open the run]({address})")), "{says}");

    let asked = json!({ "command": "interleave.open", "arguments": [address] });
    assert_eq!(client.ask("workspace/executeCommand", asked), Value::Null);
    let shown = client.wait(|value| value["method"] == "window/showDocument");
    assert_eq!(shown["params"], json!({ "uri": address, "external": true }));
}

#[test]
fn who_can_show_no_document_gets_the_address_in_a_message() {
    let (mut client, _) = Client::with(&[], json!({}));
    let asked = json!({ "command": "interleave.open", "arguments": ["https://example.org/"] });
    client.ask("workspace/executeCommand", asked);
    let shown = client.wait(|value| value["method"] == "window/showMessage");
    assert_eq!(shown["params"], json!({ "type": 3, "message": "https://example.org/" }));
}

/// Also of a text with errors: the page says them, too.
#[test]
fn a_text_has_an_address_on_the_playground() {
    let mut client = Client::start(&[]);
    for text in [LOCK, "algorithm A\nshared x 0..2\n"] {
        client.open(text);
        let asked = json!({ "command": "interleave.address", "arguments": [ADDRESS] });
        let address = client.ask("workspace/executeCommand", asked);
        let link = address.as_str().unwrap().strip_prefix("https://example.org/lab/new.html#");
        let scenario = catalog::Scenario::parse(link.expect("a page")).unwrap().scenario;
        assert_eq!(scenario.text.expect("a text of its own").source(), text);
    }
}

#[test]
fn what_is_not_claimed_by_default_is_told_so() {
    let mut client = Client::start(&[]);
    let text = LOCK.replace("in critical\n", "in critical    with order = set_first\n");
    client.open(&text);
    let lenses = client.verdicts();
    let claimed =
        lenses.iter().find(|value| at(&text, &value["range"]) == "mutual exclusion").unwrap();
    assert_eq!(title(claimed), "not claimed with the default options");
}

/// Who writes gets answers while a search goes on, and a new text ends the search of the old one.
#[test]
fn a_search_keeps_nobody_waiting() {
    let mut client = Client::start(&["--states-max", "20000000"]);
    client.open(LARGE);
    assert_eq!(client.diagnostics(), [] as [Value; 0]);
    for _ in 0..20 {
        let hover = client.ask_at("hover", position(LARGE, "x[k]", 0));
        assert!(hover["contents"]["value"].as_str().unwrap().contains("share"));
        let lenses = client.lenses();
        let own = lenses.iter().find(|value| at(LARGE, &value["range"]) == "small").unwrap();
        assert_eq!(title(own), "checking…");
    }
    client.change(LOCK);
    let lenses = client.verdicts();
    assert!(lenses.iter().any(|it| title(it).starts_with("fails: ")), "{lenses:?}");
    client.change(LARGE);
    client.diagnostics();
    assert_eq!(client.end(), 0, "in the middle of a search");
}

#[test]
fn a_search_ends_at_its_bound_and_says_so() {
    let mut client = Client::start(&["--states-max", "1000"]);
    client.open(LARGE);
    let lenses = client.verdicts();
    let own = lenses.iter().find(|value| at(LARGE, &value["range"]) == "small").unwrap();
    assert!(title(own).starts_with("bounded: "), "{own}");
}

#[test]
fn published_listings_have_no_errors_and_are_formatted() {
    let mut client = Client::start(&["--states-max", "100"]);
    for entry in catalog::entries() {
        let text = entry.source;
        client.open(text);
        assert_eq!(client.diagnostics(), [] as [Value; 0], "{}", entry.slug);
        let edits = client.ask_of("formatting", json!({ "options": {} }));
        assert_eq!(edits, json!([]), "{}", entry.slug);
        client.close();
    }
}
