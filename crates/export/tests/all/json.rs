use crate::{runs, written};
use export::Format;
use serde_json::Value;

#[test]
fn a_document_has_all_of_a_run() {
    for run in runs().into_iter().step_by(golden::quick_or(3, 1)) {
        let document: Value = serde_json::from_str(&written(&run, Format::Json)).unwrap();
        let steps = run.run.len();
        let len = |field: &Value| field.as_array().unwrap().len();
        assert_eq!(document["link"], run.to_string());
        assert_eq!(document["at"], run.at);
        assert_eq!(len(&document["trace"]["steps"]), steps, "{run}");
        for field in ["said", "marks", "clocks"] {
            assert_eq!(len(&document[field]), steps, "{run}");
        }
        assert_eq!(len(&document["lanes"]), document["trace"]["processes"]);
        // moments are those that the page shows
        let moments = document["moments"].as_array().unwrap();
        assert_eq!(moments.len(), steps + 1);
        for at in [0, run.at, steps] {
            let mut there = run.clone();
            there.at = at;
            let shown = serde_json::to_value(there.moment()).unwrap();
            assert_eq!(moments[at], shown, "{run} at {at}");
        }
    }
}

/// Every field is described, and nothing is described that is not there.
#[test]
fn the_fields_are_described() {
    let page = include_str!("../../../../docs/EXPORT.md");
    let run = &runs()[0];
    let document: Value = serde_json::from_str(&written(run, Format::Json)).unwrap();
    let fields: Vec<&String> = document.as_object().unwrap().keys().collect();
    for field in &fields {
        assert!(page.contains(&format!("| `{field}` |")), "{field} is not in docs/EXPORT.md");
    }
    // tables of other formats have other heads
    let table = page.lines().skip_while(|text| !text.starts_with("| field |")).skip(2);
    let rows = table.map_while(|text| text.strip_prefix("| `")?.split_once("` |"));
    for (field, _) in rows {
        assert!(fields.iter().any(|it| *it == field), "{field} is no field");
    }
}
