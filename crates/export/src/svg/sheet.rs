//! The file itself, element by element.

use std::fmt::Write;

const STYLE: &str = "
.paper { fill: #fbfaf7 }
text { font: 11px system-ui, sans-serif; fill: #1c1b19 }
.title { font: 600 19px Georgia, serif }
.name { font-weight: 700; font-size: 12px }
.label, .number { text-anchor: middle; paint-order: stroke; stroke: #fbfaf7; stroke-width: 4px; stroke-linejoin: round }
.number, text.soft { fill: #66625a }
.link { font: 10px ui-monospace, monospace; fill: #66625a }
.lane { stroke: #cfcac0 }
.arrow { fill: none; stroke: #66625a }
.read { stroke-dasharray: 4 3 }
.head { fill: #66625a }
.round { fill: none; stroke: #66625a; stroke-width: 1.5 }
path.p0, text.p0 { fill: #2b6cb0 }
path.p1, text.p1 { fill: #b04a08 }
path.p2, text.p2 { fill: #0a7061 }
path.p3, text.p3 { fill: #a8327a }
path.soft { fill: #66625a }
.span { fill-opacity: .14; stroke-width: 1 }
.span.p0 { fill: #2b6cb0; stroke: #2b6cb0 }
.span.p1 { fill: #b04a08; stroke: #b04a08 }
.span.p2 { fill: #0a7061; stroke: #0a7061 }
.span.p3 { fill: #a8327a; stroke: #a8327a }
.decided { fill-opacity: 0; stroke-dasharray: 1 3; stroke-width: 2.25; stroke-linecap: round }
.crashed { fill-opacity: 0; stroke-dasharray: 4 4 }
.pole { stroke: #b3261e; stroke-dasharray: 3 3 }
.cloth { fill: #b3261e }
.bad { fill: #b3261e; font-weight: 600 }
.veil { fill: #fbfaf7; fill-opacity: .62 }
.now { stroke: #1c1b19; stroke-width: 1.5 }
@media (prefers-color-scheme: dark) {
.paper, .veil { fill: #161513 }
text, .title { fill: #edeae3 }
.label, .number { stroke: #161513 }
.number, text.soft, .link, .head, path.soft { fill: #a39e93 }
.lane { stroke: #45423c }
.arrow, .round { stroke: #a39e93 }
path.p0, text.p0 { fill: #7db3ec }
path.p1, text.p1 { fill: #f0a064 }
path.p2, text.p2 { fill: #5ec9b7 }
path.p3, text.p3 { fill: #e38bc0 }
.span.p0 { fill: #7db3ec; stroke: #7db3ec }
.span.p1 { fill: #f0a064; stroke: #f0a064 }
.span.p2 { fill: #5ec9b7; stroke: #5ec9b7 }
.span.p3 { fill: #e38bc0; stroke: #e38bc0 }
.pole { stroke: #f28b82 }
.cloth, .bad { fill: #f28b82 }
.now { stroke: #edeae3 }
}
";

pub struct Sheet(String);

impl Sheet {
    pub fn new(width: i32, height: i32, title: &str, summary: &str) -> Sheet {
        let (title, summary) = (escaped(title), escaped(summary));
        let mut sheet = Sheet(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n<title>{title}</title>\n<desc>{summary}</desc>\n\
             <style>{STYLE}</style>\n"
        ));
        sheet.frame("paper", (0, 0), (width, height), 0);
        sheet
    }

    pub fn text(&mut self, x: i32, y: i32, class: &str, text: &str) {
        let text = escaped(text);
        let _ = writeln!(self.0, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>");
    }

    pub fn path(&mut self, class: &str, path: &str) {
        let _ = writeln!(self.0, "<path class=\"{class}\" d=\"{path}\"/>");
    }

    pub fn frame(&mut self, class: &str, (x, y): (i32, i32), (w, h): (i32, i32), round: i32) {
        let _ = writeln!(
            self.0,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{round}\"/>"
        );
    }

    /// A step, which says what happened in it.
    pub fn mark(&mut self, (x, y): (i32, i32), class: &str, path: &str, told: &str) {
        let told = escaped(told);
        let _ = writeln!(
            self.0,
            "<g transform=\"translate({x} {y})\"><title>{told}</title>\
             <path class=\"{class}\" d=\"{path}\"/></g>"
        );
    }

    pub fn end(mut self) -> String {
        self.0.push_str("</svg>\n");
        self.0
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
