//! Sequence diagrams of Mermaid.

use super::super::texts::file;
use super::super::{code, interleave, json, out, usage_error};
use super::{FITS, PETERSON, follow};

/// The second asks while the first is inside, and is answered when it leaves.
const ASKED: &str = "# A lock

```mermaid
sequenceDiagram
    participant A as Process 0
    participant process 1
    A->>process 1: request(1)
    Note over A: has asked everybody
    process 1-->>+A: reply
```
";

#[test]
fn a_sequence_diagram_is_followed() {
    let two = "ricart-agrawala?processes=2";
    let followed = follow("asked.md", two, ASKED, &[]);
    assert_eq!(code(&followed), 0, "{}", out(&followed));
    assert!(out(&followed).contains("line 7 "), "{}", out(&followed));
    let turned = ASKED
        .replace("-->>+A: reply", "-->>A: request(1)")
        .replace("A->>process 1: request(1)", "A->>process 1: reply");
    assert_eq!(code(&follow("turned.md", two, &turned, &[])), 1);
    // as it is exported: with what is read and written, and a number before each
    for (link, log) in [(PETERSON, FITS), (two, ASKED)] {
        let run = json(&follow("run.log", link, log, &["--json"]))["run"].clone();
        let run = run.as_str().unwrap();
        let diagram = out(&interleave(&["export", run, "--format", "mermaid"]));
        let followed = json(&follow("exported.mmd", link, &diagram, &["--json"]));
        assert_eq!(followed["fits"], true, "{diagram}");
    }
}

#[test]
fn a_diagram_that_cannot_be_read_is_an_error_at_its_line() {
    let wrong = |text: &str| {
        let log = file("wrong.md", text);
        usage_error(&["follow", "ricart-agrawala?processes=2", log.to_str().unwrap()])
    };
    for (arrow, why) in [
        (
            "process 2->>A: reply",
            "wrong.md:7: There is no participant `process 2`. There are process 0, process 1",
        ),
        ("loop", "wrong.md:7: A diagram with `loop` has several runs."),
        ("A to B", "wrong.md:7: No arrow such as `A->>B: request`."),
    ] {
        let text = ASKED.replace("A->>process 1: request(1)", arrow);
        assert!(wrong(&text).contains(why), "{}", wrong(&text));
    }
    let text = [ASKED, ASKED].concat();
    assert!(wrong(&text).contains("wrong.md:13: A second sequence diagram."), "{}", wrong(&text));
}
