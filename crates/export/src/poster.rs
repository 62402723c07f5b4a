//! A moment on other pages: its picture as an SVG file that stands alone, and snippets with it.
//!
//! The picture is the stage as the page draws it, the rules of the page's style sheet that it needs,
//! and the sentence that says what happens. No script, no font, nothing from elsewhere, so that it
//! works in an `<img>`.

mod animated;
mod caption;
mod markup;
mod rules;
pub mod snippets;

pub use animated::{Still, animated};
use caption::Caption;
use catalog::{Moment, Scenario, plain};
use markup::Picture;
use picture::{Frame, Viewport, draw, failure, summary::summary};
use serde::Deserialize;
use std::fmt::Write;

/// How large the picture is to be drawn: legible when a phone makes it smaller, and in a column of
/// text not lost.
pub const WIDTH: u32 = 420;
pub const HEIGHT: u32 = 400;
/// Around everything.
const MARGIN: u32 = 16;
const PAGE: &str = ".paper{fill:var(--paper)}";

/// What is to be told with the picture.
#[derive(Deserialize, Debug)]
pub struct Words {
    /// The algorithm's name.
    pub name: String,
    pub at: usize,
    pub steps: usize,
    /// What just happened.
    pub said: String,
    /// Who waits, and why; may be empty.
    pub waiting: String,
    /// What breaks here and why, a sentence for each property.
    pub broken: Vec<String>,
    pub theme: Theme,
    /// How else it is to be shown on other pages: pairs of a link.
    #[serde(default)]
    pub shown: Vec<(String, String)>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// As the reader's system says.
    System,
    Light,
    Dark,
}

impl From<catalog::Theme> for Theme {
    fn from(theme: catalog::Theme) -> Theme {
        match theme {
            catalog::Theme::System => Theme::System,
            catalog::Theme::Light => Theme::Light,
            catalog::Theme::Dark => Theme::Dark,
        }
    }
}

impl Words {
    /// What the picture is of.
    pub fn title(&self) -> String {
        match self.steps {
            0 => self.name.clone(),
            steps => format!("{}, step {} of {steps}", self.name, self.at),
        }
    }

    /// What happens, as one text.
    pub fn told(&self) -> String {
        let sentences: Vec<String> = self.sentences().map(|sentence| sentence.1).collect();
        sentences.join(" ")
    }

    /// What happens, each part with its class.
    fn sentences(&self) -> impl Iterator<Item = (&'static str, String)> {
        let broken = self.broken.iter().map(|why| ("breaks", why.clone()));
        // why it broke says who waits
        let waiting = if self.broken.is_empty() { self.waiting.clone() } else { String::new() };
        let rest = [("told", self.said.clone()), ("waits", waiting)];
        broken.chain(rest).filter(|(_, sentence)| !sentence.is_empty())
    }
}

/// How wide and how high the file is.
pub fn size(words: &Words, stage: &str) -> Result<(u32, u32), String> {
    let picture = Picture::read(stage)?;
    Ok(outer(&picture, &Caption::of(words, picture.width)))
}

/// Where on its stage a point of a file is that was drawn at the usual size. The point is told in
/// parts of the file's width and height.
pub fn on_stage(words: &Words, x: f64, y: f64) -> (f64, f64) {
    let caption = Caption::of(words, WIDTH);
    let whole = |stage: u32| f64::from(stage + 2 * MARGIN);
    let (left, top) = (MARGIN, MARGIN + caption.above());
    (x * whole(WIDTH) - f64::from(left), y * whole(HEIGHT + caption.height()) - f64::from(top))
}

fn outer(picture: &Picture, caption: &Caption) -> (u32, u32) {
    (picture.width + 2 * MARGIN, picture.height + caption.height() + 2 * MARGIN)
}

/// A stage as pieces of SVG, for those who draw more around it.
pub struct Drawing {
    pub width: u32,
    pub height: u32,
    /// The rules of a style sheet that it needs, after those of its user.
    pub style: String,
    /// What is drawn, without an `<svg>` around it.
    pub drawn: String,
}

/// `own` are the user's rules, which may name the tokens of the page.
pub fn drawing(own: &str, stage: &str, theme: Theme) -> Result<Drawing, String> {
    let picture = Picture::read(stage)?;
    let style = rules::style(own, &picture, theme);
    let Picture { width, height, drawn, .. } = picture;
    Ok(Drawing { width, height, style, drawn })
}

/// The file. `stage` is the `<svg>` of a stage, as HTML or XML; what is not drawing in it is left
/// out. Says why where that cannot be read.
pub fn svg(words: &Words, stage: &str) -> Result<String, String> {
    let picture = Picture::read(stage)?;
    let caption = Caption::of(words, picture.width);
    let (width, height) = outer(&picture, &caption);
    let style = rules::style(&[caption::STYLE, PAGE].concat(), &picture, words.theme);
    let top = MARGIN + caption.above();
    let mut file = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n<title>{}</title>\n\
         <desc>{}</desc>\n<style>{style}</style>\n\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n",
        escaped(&words.title()),
        escaped(&format!("{} {}", words.told(), picture.summary)),
    );
    caption.draw(&mut file, MARGIN, height - MARGIN);
    let _ =
        writeln!(file, "<g transform=\"translate({MARGIN} {top})\">{}</g>\n</svg>", picture.drawn);
    Ok(file)
}

/// The picture of the moment at the cursor of a run.
pub fn of(scenario: &Scenario) -> Result<String, String> {
    let moment = scenario.moment();
    let words = Words {
        name: scenario.entry().name.into(),
        at: scenario.at,
        steps: scenario.run.len(),
        said: plain(&moment.said),
        waiting: plain(&moment.waiting),
        broken: scenario.reasons_told(),
        theme: scenario.shown.theme.into(),
        shown: Vec::new(),
    };
    svg(&words, &stage(scenario, &moment, (WIDTH, HEIGHT)))
}

/// The `<svg>` of a moment's picture in this size.
pub fn stage(scenario: &Scenario, moment: &Moment, size: (u32, u32)) -> String {
    let entry = scenario.entry();
    let reason = failure(scenario, moment);
    let room = Viewport::new(size.0.into(), size.1.into());
    let zones = entry.zones(&scenario.setting);
    let scene = draw(&Frame::still(entry.stage(), zones, moment, reason.as_ref(), room));
    picture::svg::whole(&scene, &summary(moment))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
