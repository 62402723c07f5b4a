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
path.soft { fill: #66625a }
.span { fill-opacity: .14; stroke-width: 1 }
.decided { fill-opacity: 0; stroke-dasharray: 1 3; stroke-width: 2.25; stroke-linecap: round }
.crashed { fill-opacity: 0; stroke-dasharray: 4 4 }
.pole { stroke: #b3261e; stroke-dasharray: 3 3 }
.cloth { fill: #b3261e }
.bad { fill: #b3261e; font-weight: 600 }
.veil { fill: #fbfaf7; fill-opacity: .62 }
.now { stroke: #1c1b19; stroke-width: 1.5 }
{hues}@media (prefers-color-scheme: dark) {
.paper, .veil { fill: #161513 }
text, .title { fill: #edeae3 }
.label, .number { stroke: #161513 }
.number, text.soft, .link, .head, path.soft { fill: #a39e93 }
.lane { stroke: #45423c }
.arrow, .round { stroke: #a39e93 }
.pole { stroke: #f28b82 }
.cloth, .bad { fill: #f28b82 }
.now { stroke: #edeae3 }
{dark hues}}
";

/// The colours of processes, on a light and on a dark ground.
const HUES: [[&str; 2]; 6] = [
    ["#2b6cb0", "#7db3ec"],
    ["#b04a08", "#f0a064"],
    ["#0a7061", "#5ec9b7"],
    ["#a8327a", "#e38bc0"],
    ["#6646b8", "#b3a0f2"],
    ["#66660c", "#c6c25a"],
];

fn style() -> String {
    let [light, dark] = [0, 1].map(|ground| {
        HUES.iter().enumerate().fold(String::new(), |mut rules, (process, hues)| {
            let (p, hue) = (format!("p{process}"), hues[ground]);
            let _ = writeln!(rules, "path.{p}, text.{p} {{ fill: {hue} }}");
            let _ = writeln!(rules, ".span.{p} {{ fill: {hue}; stroke: {hue} }}");
            rules
        })
    });
    STYLE.replace("{hues}", &light).replace("{dark hues}", &dark)
}

pub struct Sheet(String);

impl Sheet {
    pub fn new(width: i32, height: i32, title: &str, summary: &str) -> Sheet {
        let (title, summary) = (escaped(title), escaped(summary));
        let mut sheet = Sheet(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n<title>{title}</title>\n<desc>{summary}</desc>\n\
             <style>{}</style>\n",
            style()
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
