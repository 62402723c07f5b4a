//! Up to 255 colours for a film: the most frequent as they are, and the others near by.

use color_quant::NeuQuant;
use std::collections::HashMap;

pub type Rgb = [u8; 3];

/// A GIF has one more, which is see-through.
const COLOURS_MAX: usize = 255;
/// Paper, lines and fills: their shade would be seen to be another one.
const EXACT: usize = 128;
/// How exact the others are, from 1, the best, to 30.
const SAMPLED: i32 = 1;

/// How many dots have a colour.
#[derive(Default)]
pub struct Colours(HashMap<Rgb, u32>);

pub struct Palette {
    colours: Vec<Rgb>,
    /// The nearest of them, of each that was asked for.
    nearest: HashMap<Rgb, u8>,
}

/// The dots of a still, which hides whatever is behind it.
pub fn dots(still: &[u8]) -> impl Iterator<Item = Rgb> {
    still.chunks_exact(4).map(|dot| [dot[0], dot[1], dot[2]])
}

impl Colours {
    pub fn look(&mut self, still: &[u8]) {
        for dot in dots(still) {
            *self.0.entry(dot).or_default() += 1;
        }
    }

    pub fn palette(&self) -> Palette {
        let mut all: Vec<(Rgb, u32)> =
            self.0.iter().map(|(colour, count)| (*colour, *count)).collect();
        all.sort_unstable_by_key(|(colour, count)| (u32::MAX - count, *colour));
        let exact = if all.len() <= COLOURS_MAX { all.len() } else { EXACT };
        let (exact, others) = all.split_at(exact);
        let mut colours: Vec<Rgb> = exact.iter().map(|(colour, _)| *colour).collect();
        colours.extend(near(others));
        Palette { colours, nearest: HashMap::new() }
    }
}

/// Colours in the place of these, which are too many.
fn near(others: &[(Rgb, u32)]) -> Vec<Rgb> {
    if others.is_empty() {
        return Vec::new();
    }
    // a rare colour counts as well: it may be the only one of its kind
    let weighed = |(colour, count): &(Rgb, u32)| vec![*colour; 1 + count.ilog2() as usize];
    let dots = others.iter().flat_map(weighed);
    let dots: Vec<u8> = dots.flat_map(|[red, green, blue]| [red, green, blue, u8::MAX]).collect();
    let map = NeuQuant::new(SAMPLED, COLOURS_MAX - EXACT, &dots).color_map_rgb();
    map.chunks_exact(3).map(|rgb| [rgb[0], rgb[1], rgb[2]]).collect()
}

impl Palette {
    /// Red, green and blue of each.
    pub fn bytes(&self) -> Vec<u8> {
        self.colours.concat()
    }

    pub fn index(&mut self, colour: Rgb) -> u8 {
        let Palette { colours, nearest } = self;
        *nearest.entry(colour).or_insert_with(|| {
            let far = |rgb: &Rgb| {
                rgb.iter().zip(colour).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum::<u32>()
            };
            let nearest =
                (0..colours.len()).min_by_key(|nth| far(&colours[*nth])).unwrap_or_default();
            u8::try_from(nearest).unwrap_or_default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many greys and blues, one of each but for white, of which there are many.
    fn still(colours: u16) -> Vec<u8> {
        let dots = (0..colours)
            .map(|nth| [(nth % 256) as u8, (nth % 256) as u8, (nth / 256 * 60) as u8, 255]);
        dots.chain([[255; 4]; 500]).flatten().collect()
    }

    #[test]
    fn what_has_room_stays_exact() {
        let mut colours = Colours::default();
        colours.look(&still(200));
        let mut palette = colours.palette();
        for dot in dots(&still(200)) {
            let index = usize::from(palette.index(dot));
            assert_eq!(palette.bytes()[index * 3..][..3], dot);
        }
    }

    #[test]
    fn of_many_colours_the_frequent_stay_exact_and_the_others_are_near() {
        let mut colours = Colours::default();
        colours.look(&still(1024));
        let mut palette = colours.palette();
        assert!(palette.bytes().len() <= 3 * COLOURS_MAX);
        let mut shown = |dot: Rgb| {
            let index = usize::from(palette.index(dot));
            [0, 1, 2].map(|part| palette.bytes()[index * 3 + part])
        };
        assert_eq!(shown([255; 3]), [255; 3]);
        for dot in dots(&still(1024)) {
            let far = shown(dot).iter().zip(dot).map(|(a, b)| a.abs_diff(b)).max();
            assert!(far < Some(24), "{dot:?} is shown as {:?}", shown(dot));
        }
    }
}
