//! Places of a text: lines and UTF-16 units for a client, bytes for us.

use gen_lsp_types::{Position, Range};
use std::ops;

/// Where the lines of a text begin.
pub struct Places(Vec<usize>);

impl Places {
    /// A line ends with LF, CR LF or CR.
    pub fn new(text: &str) -> Places {
        let bytes = text.as_bytes();
        let ends = bytes.iter().enumerate().filter(|&(at, byte)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        });
        Places([0].into_iter().chain(ends.map(|(at, _)| at + 1)).collect())
    }

    pub fn position(&self, text: &str, byte: usize) -> Position {
        let line = self.0.partition_point(|start| *start <= byte).saturating_sub(1);
        let before = text.get(self.0[line]..byte).unwrap_or_default();
        Position { line: line as u32, character: before.encode_utf16().count() as u32 }
    }

    pub fn range(&self, text: &str, bytes: ops::Range<usize>) -> Range {
        Range { start: self.position(text, bytes.start), end: self.position(text, bytes.end) }
    }

    /// The byte of a position. One behind the end of its line is that end.
    pub fn byte(&self, text: &str, position: Position) -> usize {
        let Some(&start) = self.0.get(position.line as usize) else { return text.len() };
        let mut units = position.character as usize;
        let line = text[start..].split(['\n', '\r']).next().unwrap_or_default();
        for (at, char) in line.char_indices() {
            if units < char.len_utf16() {
                return start + at;
            }
            units -= char.len_utf16();
        }
        start + line.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `←` is one unit of three bytes, `𝔸` two of four.
    #[test]
    fn each_character_has_one_position_and_back() {
        let text = "x ← 𝔸\r\n∈ y\r\rend\n";
        let places = Places::new(text);
        let at = |line, character| Position { line, character };
        for (char, position) in
            [('←', at(0, 2)), ('𝔸', at(0, 4)), ('∈', at(1, 0)), ('y', at(1, 2)), ('e', at(3, 0))]
        {
            let byte = text.find(char).unwrap();
            assert_eq!(places.position(text, byte), position, "{char}");
            assert_eq!(places.byte(text, position), byte, "{char}");
        }
        assert_eq!(places.position(text, text.len()), at(4, 0));
        // within a character, behind a line, behind the text
        assert_eq!(places.byte(text, at(0, 5)), text.find('𝔸').unwrap());
        assert_eq!(places.byte(text, at(0, 99)), text.find('\r').unwrap());
        assert_eq!(places.byte(text, at(9, 0)), text.len());
    }
}
