use crate::{runs, scenario, written};
use export::Format;
use roxmltree::{Document, Node};

fn elements<'a>(document: &'a Document, name: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    document
        .descendants()
        .filter(move |node| node.has_tag_name(("http://www.w3.org/2000/svg", name)))
}

fn classed(document: &Document, class: &'static str) -> usize {
    let has = |node: &Node| {
        node.attribute("class").is_some_and(|all| all.split(' ').any(|text| text == class))
    };
    document.descendants().filter(has).count()
}

#[test]
fn every_run_is_drawn_whole_and_stands_alone() {
    for run in runs() {
        let text = written(&run, Format::Svg);
        let document = Document::parse(&text).unwrap();
        let trace = run.trace();
        let root = document.root_element();
        assert_eq!(root.first_element_child().unwrap().tag_name().name(), "title");
        assert!(elements(&document, "desc").count() == 1);
        // no script, nothing from elsewhere
        let known = ["svg", "title", "desc", "style", "rect", "text", "path", "g"];
        for node in document.descendants().filter(Node::is_element) {
            assert!(known.contains(&node.tag_name().name()), "{node:?}");
            assert!(!node.attributes().any(|it| it.name().starts_with("on")), "{node:?}");
            assert!(!node.attributes().any(|it| it.name().ends_with("href")), "{node:?}");
        }
        assert!(!text.contains("url(") && !text.contains("@import"));
        // steps, arrows, spans and broken properties
        assert_eq!(elements(&document, "g").count(), trace.steps.len(), "{run}");
        assert_eq!(classed(&document, "arrow"), trace.arrows.len(), "{run}");
        let spans = trace.spans.len() + trace.operations.len();
        assert_eq!(classed(&document, "span"), spans, "{run}");
        let broken = trace.steps.iter().filter(|step| !step.breaks.is_empty()).count();
        assert_eq!(classed(&document, "cloth"), broken, "{run}");
        assert_eq!(classed(&document, "name"), trace.processes, "{run}");
        assert_eq!(classed(&document, "round"), usize::from(run.loops_from.is_some()), "{run}");
        assert_eq!(classed(&document, "now"), usize::from(run.at < trace.steps.len()), "{run}");
        // the link is there, to be read again
        let link = elements(&document, "text").last().unwrap().text().unwrap().to_owned();
        assert_eq!(scenario(link.strip_prefix("interleave ").unwrap()), run);
    }
}

/// By the widths that our own estimate allows: 4 or 7 pixels a letter.
#[test]
fn labels_of_a_lane_do_not_run_into_each_other() {
    let width = |text: &str| {
        text.chars()
            .map(|letter| if " .,:;ijl|!'()[]".contains(letter) { 4 } else { 7 })
            .sum::<i32>()
    };
    for run in runs() {
        let text = written(&run, Format::Svg);
        let document = Document::parse(&text).unwrap();
        let mut ends: Vec<(String, i32)> = Vec::new();
        for label in
            elements(&document, "text").filter(|node| node.attribute("class") == Some("label"))
        {
            let y = label.attribute("y").unwrap().to_owned();
            let x: i32 = label.attribute("x").unwrap().parse().unwrap();
            let half = width(label.text().unwrap()) / 2;
            let end = ends.iter().rev().find(|it| it.0 == y).map_or(0, |it| it.1);
            assert!(x - half > end, "{run}: {:?}", label.text());
            ends.push((y, x + half));
        }
        let right: i32 = document.root_element().attribute("width").unwrap().parse().unwrap();
        assert!(ends.iter().all(|it| it.1 < right), "{run}");
    }
}
