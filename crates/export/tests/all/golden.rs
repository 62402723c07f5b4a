//! One run each, word for word. `UPDATE=1 cargo test -p export` writes them anew: read the
//! difference.

use crate::{scenario, written};
use export::Format;
use std::{env, fs, path::Path};

/// Two enter at once: shared variables.
const TIE: &str = "bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw";
/// A message is doubled.
const DOUBLED: &str = "ricart-agrawala?processes=2&faults=duplicate&v=1&run=EGVPNqE6_.Jyd7";
/// Two steps of it are enough to see every field.
const START: &str = "assign23";

#[test]
fn each_format_is_as_it_was() {
    for (format, link) in [
        (Format::Mermaid, DOUBLED),
        (Format::Svg, TIE),
        (Format::Shiviz, DOUBLED),
        (Format::Itf, TIE),
        (Format::Json, START),
    ] {
        let mut run = scenario(link);
        if link == START {
            run = run.with_run(vec!["s0".parse().unwrap(), "s1".parse().unwrap()]);
        }
        let text = written(&run, format);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!(
            "tests/all/golden/{}.{}",
            format.name(),
            format.extension()
        ));
        if env::var_os("UPDATE").is_some() {
            fs::write(&path, &text).unwrap();
        }
        let golden = fs::read_to_string(&path).unwrap_or_default();
        // what is JSON may have its fields in another order, as other crates choose serde_json's map
        let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).ok();
        let is_same = text == golden || json(&text).is_some_and(|it| json(&golden) == Some(it));
        assert!(is_same, "{} is not as it was; UPDATE=1 writes it anew", format.name());
    }
}
