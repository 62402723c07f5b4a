//! A page's picture for social cards and feeds: what it is, its dare, what the checker found, and
//! the stage at its moment.

pub(crate) mod chip;
mod raster;
mod resolved;

use crate::GALLERY_TITLE;
use crate::{
    File, GALLERY, algorithms,
    site::{PICTURE as SIZE, picture_file},
};
use anyhow::{Context, Result, anyhow, ensure};
use catalog::{Entry, Report, Scenario};
use chip::chip;
use export::poster::{self, Drawing, Theme, snippets::escaped};
pub use raster::Raster;
use session::path;
use std::thread;

/// Around everything.
const MARGIN: f64 = 56.0;
/// How wide lines are at most.
const COLUMN: f64 = 480.0;
/// The picture's place: from here to the margin.
const FRAME_LEFT: f64 = 576.0;
/// Between the picture and its frame.
const PADDING: f64 = 20.0;
/// The picture is laid out for this size, and shown a little larger.
const STAGE_SIZE: (u32, u32) = (440, 398);

const GALLERY_LEAD: &str = "Concurrent algorithms, one step at a time: decide who moves next, break \
    them, and have every other order tried as well.";
const GALLERY_DARE: &str = "Which one can you break?";

const STYLE: &str = ".paper{fill:var(--paper)}\
    .frame{fill:var(--panel);stroke:var(--line);stroke-width:2px}\
    .brand{fill:var(--soft)}\
    .lead{fill:var(--soft)}\
    .title{fill:var(--ink)}\
    .dare{fill:var(--ink)}\
    .rule{fill:none;stroke:var(--line);stroke-width:2px}\
    .found{fill:var(--ink)}\
    .found.good{fill:var(--good)}\
    .found.bad{fill:var(--bad)}\
    .sign{fill:none;stroke:var(--ink);stroke-width:2px}\
    .sign.good{stroke:var(--good)}\
    .sign.bad{stroke:var(--bad)}";

/// How a kind of words is set.
struct Font {
    css: &'static str,
    /// From line to line.
    line: f64,
}

impl Font {
    /// How high some lines are.
    fn of(&self, lines: &[String]) -> f64 {
        self.line * f64::from(lines.len() as u32)
    }
}

const BRAND: Font = Font { css: "font:700 24px sans-serif;letter-spacing:1px", line: 24.0 };
const TITLE: Font = Font { css: "font:700 50px serif", line: 58.0 };
const LEAD: Font = Font { css: "font:400 27px serif", line: 37.0 };
const FOUND: Font = Font { css: "font:400 24px sans-serif", line: 32.0 };
const DARE: Font = Font { css: "font:italic 400 30px serif", line: 40.0 };
/// Of the sign beside what was found, with room.
const SIGN: f64 = 38.0;

/// Each drawn on a thread of its own.
pub fn pictures(reports: &[Report]) -> Result<Vec<File>> {
    let of = |(entry, report): (&'static Entry, _)| {
        anyhow::Ok((picture_file(&format!("{}.html", entry.slug)), Social::of(entry, report)?))
    };
    let mut pictures = algorithms().zip(reports).map(of).collect::<Result<Vec<_>>>()?;
    pictures.push((picture_file(GALLERY), Social::of_gallery()));
    let raster = Raster::default();
    let draw = |(file, picture): &(String, Social)| Ok((file.clone(), picture.png(&raster)?));
    thread::scope(|scope| {
        let threads: Vec<_> =
            pictures.iter().map(|picture| scope.spawn(|| draw(picture))).collect();
        threads.into_iter().map(|thread| thread.join().expect("drawing does not panic")).collect()
    })
}

/// What is to be seen on a picture.
pub struct Social {
    title: &'static str,
    lead: &'static str,
    dare: &'static str,
    /// What the checker found; the gallery says nothing of that.
    found: Option<Found>,
    stage: String,
}

/// A verdict as the pages draw it.
struct Found {
    class: String,
    /// The sign beside it, drawn in 16 by 16.
    path: String,
    /// As it stands in HTML.
    words: String,
}

impl Found {
    /// What a chip says.
    fn of(chip: &str) -> Option<Found> {
        let between = |from: &str, to: &str| {
            let (_, rest) = chip.split_once(from)?;
            Some(rest.split_once(to)?.0.to_owned())
        };
        Some(Found {
            class: between("<li class=\"", "\"")?,
            path: between("<path d=\"", "\"")?,
            words: between("<span>", "</span>")?,
        })
    }
}

impl Social {
    pub fn of(entry: &'static Entry, report: &Report) -> Result<Social> {
        let chip = chip(report).into_string();
        Ok(Social {
            title: entry.name,
            lead: entry.about().article.lead,
            dare: entry.dares.first().map_or("", |dare| dare.title),
            found: Some(Found::of(&chip).context("no verdict")?),
            stage: stage(entry),
        })
    }

    /// With the first of all algorithms.
    pub fn of_gallery() -> Social {
        Social {
            title: GALLERY_TITLE,
            lead: GALLERY_LEAD,
            dare: GALLERY_DARE,
            found: None,
            stage: stage(&catalog::entries()[0]),
        }
    }

    pub fn png(&self, raster: &Raster) -> Result<Vec<u8>> {
        let [width, height] = SIZE.map(f64::from);
        let (left, top) = (FRAME_LEFT, MARGIN);
        let (across, down) = (width - MARGIN - left, height - MARGIN - top);
        let (stage, scale) = self.stage(across, down)?;
        let x = left + (across - f64::from(stage.width) * scale) / 2.0;
        let y = top + (down - f64::from(stage.height) * scale) / 2.0;
        let drawn = format!(
            "<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\
             <rect class=\"frame\" x=\"{left}\" y=\"{top}\" width=\"{across}\" height=\"{down}\" rx=\"16\"/>\
             <g transform=\"translate({x} {y}) scale({scale})\">{}</g>{}",
            stage.drawn,
            self.words(raster)?
        );
        raster.png(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">\
             <style>{}</style>{}</svg>",
            resolved::style(&stage.style),
            resolved::marked(&drawn)
        ))
    }

    /// The stage, and how much larger it can be.
    fn stage(&self, across: f64, down: f64) -> Result<(Drawing, f64)> {
        let stage =
            poster::drawing(STYLE, &self.stage, Theme::Light).map_err(|why| anyhow!(why))?;
        let fits = |room: f64, size: u32| (room - 2.0 * PADDING) / f64::from(size);
        let scale = fits(across, stage.width).min(fits(down, stage.height));
        Ok((stage, scale))
    }

    fn words(&self, raster: &Raster) -> Result<String> {
        let mut column = Column { raster, drawn: String::new(), y: MARGIN };
        column.put("brand", &BRAND, MARGIN, &["interleave".into()]);
        column.y += 40.0;
        let title = column.wrap(&escaped(self.title), &TITLE, COLUMN)?;
        column.put("title", &TITLE, MARGIN, &title);
        column.y += 16.0;
        let lead = column.wrap(&escaped(self.lead), &LEAD, COLUMN)?;
        column.put("lead", &LEAD, MARGIN, &lead);
        let end = column.y;
        let top = self.below(&mut column)?;
        ensure!(end + 10.0 <= top, "{}: too many words for a picture ({end}, {top})", self.title);
        Ok(column.drawn)
    }

    /// What stands at the bottom, and where it begins.
    fn below(&self, column: &mut Column) -> Result<f64> {
        let bottom = f64::from(SIZE[1]) - MARGIN;
        let dare = column.wrap(&escaped(self.dare), &DARE, COLUMN)?;
        let mut top = bottom - DARE.of(&dare);
        column.y = top;
        column.put("dare", &DARE, MARGIN, &dare);
        let Some(Found { class, path, words }) = &self.found else { return Ok(top) };
        top -= 14.0;
        let rule = format!("<path class=\"rule\" d=\"M{MARGIN} {top}h{COLUMN}\"/>");
        column.drawn += &rule;
        let lines = column.wrap(words, &FOUND, COLUMN - SIGN)?;
        top -= 14.0 + FOUND.of(&lines);
        column.y = top;
        column.put(&format!("found {class}"), &FOUND, MARGIN + SIGN, &lines);
        let sign = format!(
            "<path class=\"sign {class}\" d=\"{path}\" \
             transform=\"translate({MARGIN} {}) scale(1.75)\"/>",
            top + 2.0
        );
        column.drawn += &sign;
        Ok(top)
    }
}

/// The event before which an algorithm's page opens.
fn stage(entry: &'static Entry) -> String {
    let event = path::best(entry).map(|stop| stop.scenario().clone());
    let scenario = event.unwrap_or_else(|| Scenario::new(entry));
    poster::stage(&scenario, &scenario.moment(), STAGE_SIZE)
}

/// Lines, from top to bottom.
struct Column<'a> {
    raster: &'a Raster,
    drawn: String,
    y: f64,
}

impl Column<'_> {
    fn put(&mut self, class: &str, font: &Font, x: f64, lines: &[String]) {
        for line in lines {
            let text = text(class, font, [x, self.y + font.line * 0.78], line);
            self.drawn += &text;
            self.y += font.line;
        }
    }

    /// Breaks at spaces.
    fn wrap(&self, words: &str, font: &Font, width: f64) -> Result<Vec<String>> {
        let mut lines: Vec<String> = Vec::new();
        for word in words.split(' ') {
            if let Some(last) = lines.last_mut() {
                let longer = format!("{last} {word}");
                if self.raster.width(&text("", font, [0.0; 2], &longer))? <= width {
                    *last = longer;
                    continue;
                }
            }
            let alone = self.raster.width(&text("", font, [0.0; 2], word))?;
            ensure!(alone <= width, "{word:?} is too long for a line");
            lines.push(word.into());
        }
        Ok(lines)
    }
}

/// Words that are escaped already.
fn text(class: &str, font: &Font, [x, y]: [f64; 2], words: &str) -> String {
    let css = font.css;
    format!("<text class=\"{class}\" style=\"{css}\" x=\"{x}\" y=\"{y}\">{words}</text>")
}
