//! What the page draws, read as markup and written again with nothing in it but drawing.

use super::escaped;
use std::fmt::Write;

/// The elements that a stage is drawn with.
const ELEMENTS: [&str; 6] = ["svg", "g", "path", "rect", "circle", "text"];
/// What belongs to the drawing, in the order in which it is written; all else is for those who click, or listen.
const ATTRIBUTES: [&str; 18] = [
    "class",
    "d",
    "x",
    "y",
    "cx",
    "cy",
    "r",
    "rx",
    "width",
    "height",
    "transform",
    "dx",
    "dy",
    "font-size",
    "text-anchor",
    "opacity",
    "points",
    "fill",
];

pub struct Picture {
    pub width: u32,
    pub height: u32,
    /// The same in words.
    pub summary: String,
    /// All that is inside the `<svg>`.
    pub drawn: String,
    /// Every class that occurs.
    pub classes: Vec<String>,
}

impl Picture {
    pub fn read(stage: &str) -> Result<Picture, String> {
        let mut picture = Picture {
            width: 0,
            height: 0,
            summary: String::new(),
            drawn: String::new(),
            classes: Vec::new(),
        };
        // how many elements are open
        let mut depth = 0_usize;
        let mut rest = stage;
        while let Some(at) = rest.find('<') {
            picture.drawn.push_str(&escaped(&plain(&rest[..at])));
            let end = at + length(&rest[at..]).ok_or("an element does not end")?;
            let tag = &rest[at + 1..end];
            rest = &rest[end + 1..];
            if let Some(name) = tag.strip_prefix('/') {
                depth = depth.checked_sub(1).ok_or("an element ends before it begins")?;
                if depth > 0 {
                    picture.close(name);
                }
                continue;
            }
            let (tag, is_whole) = tag.strip_suffix('/').map_or((tag, false), |text| (text, true));
            let (name, attributes) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
            if !ELEMENTS.contains(&name) {
                return Err(format!("a picture has no <{name}>"));
            }
            let attributes = pairs(attributes)?;
            if depth == 0 {
                picture.root(&attributes)?;
            } else {
                picture.open(name, &attributes);
                if is_whole {
                    picture.close(name);
                }
            }
            depth += usize::from(!is_whole);
        }
        if depth > 0 || picture.width == 0 {
            return Err("the picture is not whole".into());
        }
        Ok(picture)
    }

    fn root(&mut self, attributes: &[(&str, String)]) -> Result<(), String> {
        let get =
            |name| attributes.iter().find(|attribute| attribute.0 == name).map(|it| it.1.as_str());
        let size = |name| get(name).and_then(whole).ok_or("the picture has no size");
        self.width = size("width")?;
        self.height = size("height")?;
        self.summary = get("aria-label").unwrap_or_default().into();
        Ok(())
    }

    fn open(&mut self, name: &str, attributes: &[(&str, String)]) {
        let _ = write!(self.drawn, "<{name}");
        for name in ATTRIBUTES {
            let Some((_, value)) = attributes.iter().find(|attribute| attribute.0 == name) else {
                continue;
            };
            if name == "class" {
                self.classes.extend(value.split_whitespace().map(String::from));
            }
            if !value.is_empty() {
                let _ = write!(self.drawn, " {name}=\"{}\"", escaped(value));
            }
        }
        self.drawn.push('>');
    }

    fn close(&mut self, name: &str) {
        let is_empty = self.drawn.ends_with('>') && self.last_is_open();
        if is_empty {
            self.drawn.pop();
            self.drawn.push_str("/>");
        } else {
            let _ = write!(self.drawn, "</{name}>");
        }
    }

    /// Whether what was written last is the beginning of an element.
    fn last_is_open(&self) -> bool {
        let last = self.drawn.rfind('<').map_or("", |at| &self.drawn[at..]);
        !last.starts_with("</") && !last.ends_with("/>")
    }
}

/// A length in whole pixels, rounded up. Without numbers that have a fraction, the page is spared
/// the code that reads them.
fn whole(length: &str) -> Option<u32> {
    let (whole, part) = length.split_once('.').unwrap_or((length, ""));
    Some(whole.parse::<u32>().ok()? + u32::from(!part.is_empty()))
}

/// Where the tag ends with which a text begins: not within the quotes of an attribute.
fn length(text: &str) -> Option<usize> {
    let mut is_quoted = false;
    text.bytes().position(|byte| {
        is_quoted ^= byte == b'"';
        byte == b'>' && !is_quoted
    })
}

/// The attributes in a tag.
fn pairs(mut text: &str) -> Result<Vec<(&str, String)>, String> {
    let mut pairs = Vec::new();
    while let Some((name, rest)) = text.trim_start().split_once("=\"") {
        let (value, rest) = rest.split_once('"').ok_or("an attribute does not end")?;
        pairs.push((name, plain(value)));
        text = rest;
    }
    Ok(pairs)
}

/// Text without the escapes that browsers and our renderer write.
fn plain(text: &str) -> String {
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    let text = text.replace("&#x27;", "'").replace("&#39;", "'").replace("&nbsp;", "\u{a0}");
    text.replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_drawing_is_left_out() {
        let stage = "<svg class=\"stage-sheet\" width=\"10\" height=\"5.5\" aria-label=\"A &quot;b&quot;\">\
            <g class=\"p0 token\" role=\"button\" tabindex=\"0\" onclick=\"x()\"><path d=\"M0 0\"></path>\
            <text x=\"1\">a &lt; b</text><g aria-label=\"a > b\"></g></g></svg>";
        let Picture { width, height, summary, drawn, classes } = Picture::read(stage).unwrap();
        assert_eq!((width, height, summary.as_str()), (10, 6, "A \"b\""));
        let wanted =
            "<g class=\"p0 token\"><path d=\"M0 0\"/><text x=\"1\">a &lt; b</text><g/></g>";
        assert_eq!(drawn, wanted);
        assert_eq!(classes, ["p0", "token"]);
    }

    #[test]
    fn what_can_do_more_than_be_looked_at_is_refused() {
        for inner in ["<script>", "<a href=\"x\">", "<foreignObject>", "<image>", "<g", "</g></g>"]
        {
            let stage = format!("<svg width=\"1\" height=\"1\">{inner}</svg>");
            assert!(Picture::read(&stage).is_err(), "{inner}");
        }
        assert!(Picture::read("").is_err());
    }
}
