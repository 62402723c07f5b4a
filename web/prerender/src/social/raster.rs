//! SVG to PNG, with fonts of our own: the same on every machine.

use anyhow::{Context, Result};
use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree, fontdb::Database},
};
use std::sync::Arc;

pub struct Raster(Options<'static>);

impl Default for Raster {
    fn default() -> Raster {
        let mut fonts = Database::new();
        for font in [
            dejavu::sans_condensed::regular(),
            dejavu::sans_condensed::bold(),
            dejavu::serif_condensed::regular(),
            dejavu::serif_condensed::bold(),
            dejavu::serif_condensed::italic(),
            dejavu::sans_mono::regular(),
            dejavu::sans_mono::bold(),
        ] {
            fonts.load_font_data(font.into());
        }
        // what the page's lists of fonts end in
        fonts.set_sans_serif_family("DejaVu Sans");
        fonts.set_serif_family("DejaVu Serif");
        fonts.set_monospace_family("DejaVu Sans Mono");
        Raster(Options { fontdb: Arc::new(fonts), ..Options::default() })
    }
}

impl Raster {
    pub fn png(&self, svg: &str) -> Result<Vec<u8>> {
        let tree = self.read(svg)?;
        let size = tree.size().to_int_size();
        let mut pixels =
            Pixmap::new(size.width(), size.height()).context("a picture of no size")?;
        resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
        Ok(pixels.encode_png()?)
    }

    /// How wide a drawing is.
    pub fn width(&self, drawn: &str) -> Result<f64> {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\">{drawn}</svg>"
        );
        Ok(self.read(&svg)?.root().abs_bounding_box().width().into())
    }

    fn read(&self, svg: &str) -> Result<Tree> {
        Tree::from_str(svg, &self.0).with_context(|| svg.to_owned())
    }
}
