use crate::{runs, scenario, written};
use export::Format;
use regex::Regex;
use std::sync::LazyLock;

/// What Mermaid's grammar of sequence diagrams allows, as far as we use it: a text goes to the end
/// of its line, and has neither `#` nor `;` but in `#code;`.
const TEXT: &str = r"(?:[^#;\n%$\\`<>]|#\d+;|<br/>)+";
const ARROW: &str = r"(?:->>|-->>|-x|--\))";

struct Grammar {
    title: Regex,
    participant: Regex,
    arrow: Regex,
    note: Regex,
    bar: Regex,
}

static GRAMMAR: LazyLock<Grammar> = LazyLock::new(|| {
    let line = |start: &str| Regex::new(&format!("^{start}$")).unwrap();
    Grammar {
        title: line(&format!("title {TEXT}")),
        participant: line(&format!("participant (\\w+) as {TEXT}")),
        arrow: line(&format!("(\\w+){ARROW}(\\w+): \\d+\\. {TEXT}")),
        note: line(&format!("Note over (\\w+)(?:,(\\w+))?: {TEXT}")),
        bar: line(r"(activate|deactivate) (\w+)"),
    }
});

/// The items of a diagram that keeps the rules.
pub fn check(diagram: &str) -> Vec<String> {
    let Grammar { title, participant, arrow, note, bar } = &*GRAMMAR;
    let mut lines = diagram.lines();
    assert_eq!(lines.next(), Some("sequenceDiagram"));
    let mut known: Vec<String> = Vec::new();
    let mut active: Vec<String> = Vec::new();
    let mut depth = 0;
    let mut items = Vec::new();
    for line in lines {
        let it = line.trim_start();
        assert!(line.len() - it.len() == 4 * (1 + depth) || it == "end", "{line}");
        if let Some(named) = participant.captures(it) {
            known.push(named[1].into());
        } else if let Some(found) = arrow.captures(it).or_else(|| note.captures(it)) {
            for name in found.iter().skip(1).flatten() {
                assert!(known.iter().any(|it| it == name.as_str()), "{it}");
            }
            items.push(it.to_owned());
        } else if let Some(found) = bar.captures(it) {
            if &found[1] == "activate" {
                active.push(found[2].into());
            } else {
                // Mermaid refuses to end what has not begun
                let at = active.iter().rposition(|text| *text == found[2]);
                active.remove(at.unwrap_or_else(|| panic!("{it}")));
            }
        } else if it == "loop round and round" {
            depth += 1;
        } else if it == "end" {
            depth -= 1;
        } else if !it.starts_with("%% ") {
            assert!(title.is_match(it), "{it}");
        }
    }
    assert!(active.is_empty() && depth == 0, "{diagram}");
    items
}

#[test]
fn every_run_is_a_diagram_with_all_its_steps() {
    let mut loops = 0;
    for run in runs() {
        let diagram = written(&run, Format::Mermaid);
        let items = check(&diagram);
        for step in 1..=run.run.len() {
            let number = format!(": {step}. ");
            assert!(items.iter().any(|it| it.contains(&number)), "{run}: no step {step}");
        }
        loops += usize::from(diagram.contains("loop round"));
        assert_eq!(diagram.contains("loop round"), run.loops_from.is_some());
    }
    assert!(loops > 3);
}

#[test]
fn a_message_is_doubled_lost_and_on_its_way() {
    let doubled = "ricart-agrawala?processes=2&faults=duplicate&v=1&run=EGVPNqE6_.Jyd7";
    let items = check(&written(&scenario(doubled), Format::Mermaid));
    assert!(items.iter().any(|it| it.contains("the network doubles re")), "{items:#?}");
    let steps = ["s0", "x01a", "d02a"].map(|text| text.parse().unwrap());
    let lost = scenario("ricart-agrawala?faults=loss").with_run(steps.to_vec());
    let items = check(&written(&lost, Format::Mermaid));
    assert_eq!(items[1], "P0-xP1: 2. request(1) is lost");
    assert_eq!(items[2], "P0->>P2: 3. request(1)");
    let sent = scenario("ricart-agrawala").with_run(vec!["s0".parse().unwrap()]);
    let items = check(&written(&sent, Format::Mermaid));
    assert_eq!(items[2], "P0--)P2: 1. request(1) is on its way");
}

/// A time-out is a step like a delivery, and has its line.
#[test]
fn a_time_out_has_a_note() {
    let run = scenario("two-phase-commit?impatient=yes&v=1&run=YEJEe9I0IEN.svpY");
    let is_timeout = |action: &catalog::Action| action.to_string().starts_with('t');
    let at = run.run.iter().position(is_timeout).expect("one of them times out") + 1;
    let diagram = written(&run, Format::Mermaid);
    let noted = diagram.lines().filter(|line| line.ends_with(&format!(": {at}. times out")));
    assert_eq!(noted.count(), 1, "{diagram}");
}
