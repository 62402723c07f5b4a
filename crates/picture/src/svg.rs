//! A scene as SVG. The page makes elements of the same attributes, so that a picture looks the same
//! wherever it is shown.

use crate::geometry::short;
use crate::scene::{Kind, Part, Scene, Shape};
use std::fmt::Write;

/// An element as it is written: its attributes in order.
pub struct Element<'a> {
    pub tag: &'static str,
    pub attributes: Vec<(&'static str, String)>,
    pub text: Option<&'a str>,
}

const INKS: [&str; 6] = ["p0", "p1", "p2", "p3", "p4", "p5"];

/// The class that gives a process, and all that it owns, its colour.
pub fn ink(process: usize) -> &'static str {
    INKS[process % INKS.len()]
}

impl Shape {
    pub fn element(&self) -> Element<'_> {
        let mut class = String::new();
        for name in self.class.split(' ') {
            if !class.is_empty() {
                class.push(' ');
            }
            // names of their own, as a page has rules for others
            if !name.starts_with("is-") {
                class.push_str("s-");
            }
            class.push_str(name);
        }
        if let Some(process) = self.ink {
            class.push(' ');
            class.push_str(ink(process));
        }
        let mut attributes = vec![("class", class)];
        let mut add = |name, value: f64| attributes.push((name, short(value)));
        let (tag, text) = match &self.kind {
            Kind::Circle { at, r } => {
                add("cx", at.x);
                add("cy", at.y);
                add("r", *r);
                ("circle", None)
            }
            Kind::Rect { rect, round } => {
                add("x", rect.x);
                add("y", rect.y);
                add("width", rect.w);
                add("height", rect.h);
                add("rx", *round);
                ("rect", None)
            }
            Kind::Path { d, .. } => {
                attributes.push(("d", d.clone()));
                ("path", None)
            }
            Kind::Text { at, anchor, size, text } => {
                add("x", at.x);
                add("y", at.y + size * 0.35);
                add("font-size", *size);
                attributes.push(("text-anchor", anchor.name().into()));
                ("text", Some(&**text))
            }
        };
        if self.opacity < 1.0 {
            // two digits, so that a fade is no staircase
            attributes.push(("opacity", hundredths(self.opacity)));
        }
        Element { tag, attributes, text }
    }
}

fn hundredths(part: f64) -> String {
    format!("0.{:02}", (part * 100.0).round().clamp(0.0, 99.0) as u8)
}

impl Part {
    /// The class of the group that holds the shapes.
    pub fn class(&self) -> &'static str {
        if self.faded { "s-part is-faded" } else { "s-part" }
    }
}

/// A scene as an `<svg>`, with the same in words.
pub fn whole(scene: &Scene, told: &str) -> String {
    let (w, h) = (short(scene.w), short(scene.h));
    format!(
        "<svg class=\"stage-sheet\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" \
         aria-label=\"{}\">{}</svg>",
        escaped(told),
        inside(scene)
    )
}

/// The shapes of a scene, as text.
pub fn inside(scene: &Scene) -> String {
    let mut svg = String::new();
    for part in &scene.parts {
        let _ = write!(svg, "<g class=\"{}\">", part.class());
        for shape in &part.shapes {
            let Element { tag, attributes, text } = shape.element();
            let _ = write!(svg, "<{tag}");
            for (name, value) in attributes {
                let _ = write!(svg, " {name}=\"{}\"", escaped(&value));
            }
            match text {
                Some(text) => {
                    let _ = write!(svg, ">{}</{tag}>", escaped(text));
                }
                None => svg.push_str("/>"),
            }
        }
        svg.push_str("</g>");
    }
    svg
}

pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
