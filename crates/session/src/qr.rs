//! A link as a QR code.

use qrcodegen::{QrCode, QrCodeEcc};
use std::fmt::Write;

/// What a reader of codes needs free around one.
const QUIET: i32 = 4;

/// Black on white, whatever the colours of the page: not every reader knows it the other way round.
pub fn svg(link: &str) -> Result<String, String> {
    let code = QrCode::encode_text(link, QrCodeEcc::Low).map_err(|_| {
        format!("The link has {} characters: too many for a QR code.", link.chars().count())
    })?;
    let size = code.size() + 2 * QUIET;
    let mut path = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|&x| code.get_module(x, y)) {
            // writing to a string does not fail
            let _ = write!(path, "M{} {}h1v1h-1z", x + QUIET, y + QUIET);
        }
    }
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" \
         shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{size}v{size}h-{size}z\"/><path d=\"{path}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rqrr::PreparedImage;
    use std::collections::HashSet;

    /// What a reader of codes finds in the picture, when each of its units is four pixels wide.
    fn read(svg: &str) -> String {
        const SCALE: usize = 4;
        let number = |text: &str| text.parse::<usize>().unwrap();
        let size = number(svg.split("viewBox=\"0 0 ").nth(1).unwrap().split(' ').next().unwrap());
        let path = svg.rsplit("d=\"").next().unwrap().split('"').next().unwrap();
        let dark: HashSet<(usize, usize)> = path
            .split('M')
            .filter_map(|text| text.strip_suffix("h1v1h-1z")?.split_once(' '))
            .map(|(x, y)| (number(x), number(y)))
            .collect();
        let mut image =
            PreparedImage::prepare_from_greyscale(size * SCALE, size * SCALE, |x, y| {
                if dark.contains(&(x / SCALE, y / SCALE)) { 0 } else { 255 }
            });
        let (_, text) = image.detect_grids()[0].decode().unwrap();
        text
    }

    #[test]
    fn what_is_drawn_can_be_read() {
        let long =
            format!("https://example.org/lab/bakery.html#bakery?v=1&run={}", "AAVB".repeat(99));
        for link in ["https://example.org/bakery.html#bakery?v=1&run=AAFRf.vzf6", &long] {
            assert_eq!(read(&svg(link).unwrap()), link);
        }
    }

    #[test]
    fn a_link_that_is_too_long_is_told() {
        let refused = svg(&"a".repeat(2_954)).unwrap_err();
        assert!(refused.contains("2954 characters"), "{refused}");
        assert!(svg(&"a".repeat(2_953)).is_ok());
    }
}
