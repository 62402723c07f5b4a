//! What a stranger has written into a listing and a link stays text in every format.

use crate::{mermaid, shiviz, written};
use catalog::{Scenario, entry};
use export::Format;
use roxmltree::{Document, Node};
use serde_json::Value;

/// Ends of elements, comments, attributes, scripts and diagrams.
const HOSTILE: &str = r#"</title></desc></text><script>alert(1)</script> ]]> --> -- "q" 'a' &amp; %% `x` $y; end {{z}}"#;

/// A run of a listing whose title, property and comments are hostile.
fn hostile(words: &str) -> Scenario {
    let text = format!(
        "algorithm {words}\nshared x: 0..9\nprocess i of 2, for ever:\n  remainder:\n    x ← 1    # to \
         {words}\n  critical:\n    x ← 0    # {words}.\nalways {words}: at most 1 in critical\n"
    );
    let mut scenario =
        Scenario::new(entry("new").expect("a listing of one's own")).with_text(&text);
    let listing = scenario.text.as_ref().expect("another text than the published one");
    assert!(listing.errors().is_empty(), "{:?}", listing.errors());
    scenario.run = ["s0", "s1", "s0"].map(|text| text.parse().unwrap()).to_vec();
    scenario.at = 2;
    scenario.caption = words.into();
    assert_eq!(scenario.moment().broken.len(), 1);
    scenario
}

/// Nothing but drawing and text, whatever it says.
fn is_inert(svg: &str) -> bool {
    let document = Document::parse(svg).unwrap();
    let known = ["svg", "title", "desc", "style", "rect", "text", "path", "circle", "g", "animate"];
    let is_known = |it: &Node| {
        let mut attributes = it.attributes();
        known.contains(&it.tag_name().name())
            && attributes.all(|it| !it.name().starts_with("on") && !it.name().ends_with("href"))
    };
    document.descendants().filter(Node::is_element).all(|node| is_known(&node))
}

#[test]
fn a_picture_is_well_formed_and_inert() {
    let run = hostile(HOSTILE);
    for format in [Format::Svg, Format::AnimatedSvg] {
        let svg = written(&run, format);
        assert!(is_inert(&svg), "{svg}");
        let document = Document::parse(&svg).unwrap();
        let title = document
            .descendants()
            .find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "title")));
        let title = title.and_then(|node| node.text()).unwrap();
        assert!(title.starts_with(HOSTILE), "{title}");
    }
}

#[test]
fn a_diagram_a_log_and_data_have_it_as_text() {
    let run = hostile(HOSTILE);
    assert!(mermaid::check(&written(&run, Format::Mermaid)).len() >= 3);
    assert_eq!(shiviz::read(&written(&run, Format::Shiviz)).len(), 3);
    let json: Value = serde_json::from_str(&written(&run, Format::Json)).unwrap();
    assert_eq!(json["name"], HOSTILE);
    assert_eq!(json["trace"]["steps"][1]["breaks"][0], HOSTILE);
    let itf: Value = serde_json::from_str(&written(&run, Format::Itf)).unwrap();
    assert_eq!(itf["states"].as_array().unwrap().len(), 4);
}

/// A name may take a thousand characters, of any script.
#[test]
fn long_names_are_drawn() {
    for words in ["long ".repeat(200), "x".repeat(1000), "שלום עולם ".repeat(100), "🧑‍🔬".repeat(200)]
    {
        let run = hostile(words.trim());
        for format in Format::ALL {
            let text = written(&run, format);
            match format {
                Format::Svg | Format::AnimatedSvg | Format::Poster => {
                    assert!(is_inert(&text), "{text}");
                }
                Format::Json | Format::Itf => drop(serde_json::from_str::<Value>(&text).unwrap()),
                Format::Mermaid => drop(mermaid::check(&text)),
                Format::Shiviz => drop(shiviz::read(&text)),
            }
        }
    }
}
