//! A GIF that goes round: one palette for all, and of each still what differs from the one before.

use crate::palette::{Colours, Palette, dots};
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use std::borrow::Cow;

/// What the still before shows through.
const THROUGH: u8 = 255;

pub struct Gif {
    width: u16,
    height: u16,
    colours: Colours,
    film: Option<Film>,
}

/// What has been written.
struct Film {
    file: Encoder<Vec<u8>>,
    palette: Palette,
    /// What is seen at the end of it.
    seen: Vec<u8>,
    /// What is seen last, until when is not known yet.
    last: Option<Frame<'static>>,
    /// When that began, and the end of all, in milliseconds.
    from: u32,
    to: u32,
}

impl Gif {
    pub fn new(width: u16, height: u16) -> Gif {
        Gif { width, height, colours: Colours::default(), film: None }
    }

    /// Counts the colours of a still, before any is added.
    pub fn look(&mut self, still: &[u8]) {
        self.colours.look(still);
    }

    pub fn add(&mut self, still: &[u8], ms: u32) -> Result<(), EncodingError> {
        let film = match &mut self.film {
            Some(film) => film,
            none => none.insert(Film::begin(self.width, self.height, self.colours.palette())?),
        };
        let seen: Vec<u8> = dots(still).map(|dot| film.palette.index(dot)).collect();
        if let Some(part) = changed(&film.seen, &seen, self.width) {
            film.write_last()?;
            film.last = Some(part);
            film.from = film.to;
            film.seen = seen;
        }
        film.to += ms;
        Ok(())
    }

    pub fn file(self) -> Result<Vec<u8>, EncodingError> {
        let Some(mut film) = self.film else { return Ok(Vec::new()) };
        film.write_last()?;
        film.file.into_inner()
    }
}

impl Film {
    fn begin(width: u16, height: u16, palette: Palette) -> Result<Film, EncodingError> {
        let mut file = Encoder::new(Vec::new(), width, height, &palette.bytes())?;
        file.set_repeat(Repeat::Infinite)?;
        // nothing is seen yet: all of the first still differs
        let seen = vec![THROUGH; usize::from(width) * usize::from(height)];
        Ok(Film { file, palette, seen, last: None, from: 0, to: 0 })
    }

    fn write_last(&mut self) -> Result<(), EncodingError> {
        let Some(mut frame) = self.last.take() else { return Ok(()) };
        // hundredths of a second, each as they are from the beginning
        frame.delay = u16::try_from(self.to / 10 - self.from / 10).unwrap_or(u16::MAX);
        self.file.write_frame(&frame)
    }
}

/// The rectangle in which two stills differ; none where they do not.
fn changed(before: &[u8], after: &[u8], width: u16) -> Option<Frame<'static>> {
    let width = usize::from(width);
    let differs = |at: &usize| before[*at] != after[*at];
    let rows = |at: usize| at / width;
    let top = rows((0..after.len()).find(differs)?);
    let bottom = rows((0..after.len()).rfind(differs)?);
    let is_column = |x: &usize| (top..=bottom).any(|y| differs(&(y * width + x)));
    let left = (0..width).find(is_column)?;
    let right = (0..width).rfind(is_column)?;
    let row = |y: usize| y * width + left..=y * width + right;
    let dot = |at: usize| if differs(&at) { after[at] } else { THROUGH };
    let buffer: Vec<u8> = (top..=bottom).flat_map(row).map(dot).collect();
    let small = |size: usize| u16::try_from(size).expect("within the width and the height");
    Some(Frame {
        left: small(left),
        top: small(top),
        width: small(right - left + 1),
        height: small(bottom - top + 1),
        transparent: Some(THROUGH),
        dispose: DisposalMethod::Keep,
        buffer: Cow::Owned(buffer),
        ..Frame::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gif::{ColorOutput, DecodeOptions};

    const SIZE: (u16, u16) = (4, 3);

    /// White, but for one dot.
    fn still(at: usize, colour: [u8; 3]) -> Vec<u8> {
        let mut dots = [[255; 4]; 12];
        dots[at] = [colour[0], colour[1], colour[2], 255];
        dots.concat()
    }

    #[test]
    fn each_still_is_seen_for_its_time_and_what_is_the_same_is_written_once() {
        let (red, blue) = ([200, 0, 0], [0, 0, 200]);
        let stills =
            [(still(5, red), 900), (still(5, red), 65), (still(6, blue), 65), (still(6, red), 500)];
        let mut gif = Gif::new(SIZE.0, SIZE.1);
        for (still, _) in &stills {
            gif.look(still);
        }
        for (still, ms) in &stills {
            gif.add(still, *ms).unwrap();
        }
        let file = gif.file().unwrap();

        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        let mut decoder = options.read_info(&*file).unwrap();
        let (mut seen, mut frames) = (vec![0; 48], Vec::new());
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            for (nth, dot) in frame.buffer.chunks_exact(4).enumerate() {
                let (x, y) = (nth % usize::from(frame.width), nth / usize::from(frame.width));
                let at = (usize::from(frame.top) + y) * 4 + usize::from(frame.left) + x;
                if dot[3] != 0 {
                    seen[at * 4..][..4].copy_from_slice(dot);
                }
            }
            frames.push((seen.clone(), frame.delay, (frame.width, frame.height)));
        }
        let expected =
            [(still(5, red), 96, SIZE), (still(6, blue), 7, (2, 1)), (still(6, red), 50, (1, 1))];
        assert_eq!(frames, expected);
    }
}
