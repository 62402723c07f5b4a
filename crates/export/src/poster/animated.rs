//! A run as a picture that moves: one SVG file without script, for slides and pages that show images.

use super::{PAGE, Theme, caption, caption::Caption, escaped, markup::Picture, rules};
use std::fmt::Write;

/// One still of the film: how long it stands, what is drawn, and what is said below.
pub struct Still {
    pub ms: u32,
    /// Groups of shapes, each as markup, with a name that stays the same from still to still.
    pub parts: Vec<(String, String)>,
    pub said: String,
}

/// Around everything.
const MARGIN: u32 = 12;
/// The lines that a sentence may take.
const LINES: u32 = 2;
const LINE: u32 = 21;

/// The file. Each group is written once for every stretch of time in which it looks the same.
///
/// # Errors
/// Says why where the markup is not that of a picture.
pub fn animated(
    title: &str,
    told: &str,
    size: (u32, u32),
    stills: &[Still],
    theme: Theme,
) -> Result<String, String> {
    let whole: u32 = stills.iter().map(|still| still.ms).sum();
    let everything: String =
        stills.iter().flat_map(|still| &still.parts).map(|it| &*it.1).collect();
    let svg = format!("<svg width=\"{}\" height=\"{}\">{everything}</svg>", size.0, size.1);
    let style = rules::style(&[caption::STYLE, PAGE].concat(), &Picture::read(&svg)?, theme);
    let (width, height) = (size.0 + 2 * MARGIN, size.1 + 2 * MARGIN + LINES * LINE + LINE);
    let mut file = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n<title>{}</title>\n\
         <desc>{}</desc>\n<style>{style}</style>\n\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n",
        escaped(title),
        escaped(told),
    );
    let top = MARGIN + LINES * LINE;
    let _ = writeln!(file, "<g transform=\"translate({MARGIN} {top})\">");
    for slot in slots(stills) {
        for stretch in stretches(stills, |still| find(still, slot)) {
            stretch.write(&mut file, whole);
        }
    }
    file.push_str("</g>\n");
    let sentences: Vec<String> = stills.iter().map(|still| sentence(&still.said, size.0)).collect();
    let mut said = sentences.iter();
    for stretch in stretches(stills, |_| said.next().map(String::as_str)) {
        stretch.write(&mut file, whole);
    }
    let _ = writeln!(
        file,
        "<text class=\"name\" x=\"{MARGIN}\" y=\"{}\">{}</text>\n</svg>",
        height - MARGIN,
        escaped(title)
    );
    Ok(file)
}

fn sentence(said: &str, width: u32) -> String {
    let mut drawn = String::new();
    for (line, text) in Caption::wrapped(said, width).into_iter().take(LINES as usize).enumerate() {
        let y = MARGIN + 14 + LINE * line as u32;
        let _ = write!(
            drawn,
            "<text class=\"told\" x=\"{MARGIN}\" y=\"{y}\">{}</text>",
            escaped(&text)
        );
    }
    drawn
}

fn find<'a>(still: &'a Still, slot: &str) -> Option<&'a str> {
    still.parts.iter().find(|part| part.0 == slot).map(|it| &*it.1)
}

/// The names of all groups, in an order in which every still paints its own.
fn slots(stills: &[Still]) -> Vec<&str> {
    let mut slots: Vec<&str> = Vec::new();
    for still in stills {
        let mut after = 0;
        for (name, _) in &still.parts {
            match slots.iter().position(|slot| slot == name) {
                Some(at) => after = after.max(at + 1),
                None => {
                    slots.insert(after, name);
                    after += 1;
                }
            }
        }
    }
    slots
}

/// Markup that is shown from one time to another.
struct Stretch<'a> {
    from: u32,
    to: u32,
    drawn: &'a str,
}

fn stretches<'a, 's>(
    stills: &'s [Still],
    mut look: impl FnMut(&'s Still) -> Option<&'a str>,
) -> Vec<Stretch<'a>> {
    let mut stretches: Vec<Stretch<'a>> = Vec::new();
    let mut now = 0;
    for still in stills {
        if let Some(drawn) = look(still) {
            match stretches.last_mut() {
                Some(last) if last.to == now && last.drawn == drawn => last.to += still.ms,
                _ => stretches.push(Stretch { from: now, to: now + still.ms, drawn }),
            }
        }
        now += still.ms;
    }
    stretches
}

impl Stretch<'_> {
    fn write(&self, file: &mut String, whole: u32) {
        let Stretch { from, to, drawn } = *self;
        if from == 0 && to == whole {
            let _ = writeln!(file, "<g>{drawn}</g>");
            return;
        }
        let part = |ms: u32| {
            let parts = u64::from(ms) * 100_000 / u64::from(whole.max(1));
            format!("0.{parts:05}")
        };
        // at its first time a list says what is shown before, which may be nothing
        let (values, times) = match (from, to == whole) {
            (0, _) => ("visible;hidden".to_owned(), format!("0;{}", part(to))),
            (_, true) => ("hidden;visible".to_owned(), format!("0;{}", part(from))),
            _ => ("hidden;visible;hidden".to_owned(), format!("0;{};{}", part(from), part(to))),
        };
        let first = if from == 0 { "visible" } else { "hidden" };
        let _ = writeln!(
            file,
            "<g visibility=\"{first}\"><animate attributeName=\"visibility\" calcMode=\"discrete\" \
             dur=\"{}.{:03}s\" repeatCount=\"indefinite\" values=\"{values}\" keyTimes=\"{times}\"/>{drawn}</g>",
            whole / 1000,
            whole % 1000,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn still(ms: u32, parts: &[(&str, &str)], said: &str) -> Still {
        let parts = parts.iter().map(|part| (part.0.into(), part.1.into())).collect();
        Still { ms, parts, said: said.into() }
    }

    #[test]
    fn what_stays_the_same_is_written_once() {
        let (a, b, c) = ("<path d=\"M0 0\"/>", "<path d=\"M1 1\"/>", "<path d=\"M2 2\"/>");
        let stills = [
            still(300, &[("ground", a), ("disc", b)], "One."),
            still(700, &[("ground", a), ("disc", c)], "One."),
            still(1000, &[("ground", a), ("flight", c), ("disc", b)], "Two."),
        ];
        let file = animated("Title", "Told", (100, 80), &stills, Theme::Light).unwrap();
        assert_eq!(file.matches("M0 0").count(), 1);
        assert_eq!(file.matches("M1 1").count(), 2);
        assert!(file.contains("values=\"visible;hidden\" keyTimes=\"0;0.15000\""), "{file}");
        assert!(file.contains("values=\"hidden;visible;hidden\" keyTimes=\"0;0.15000;0.50000\""));
        assert!(file.contains("dur=\"2.000s\""));
        // a flight is painted below what comes after it
        assert!(slots(&stills) == ["ground", "flight", "disc"]);
        assert_eq!(file.matches(">One.<").count(), 1);
    }
}
