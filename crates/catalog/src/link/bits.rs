//! Bits, six to a character of the URL-safe base64 alphabet (RFC 4648, section 5).

pub const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

#[derive(Default)]
pub struct Writer {
    text: String,
    bits: u32,
    len: u32,
}

impl Writer {
    /// Appends the lowest `width` bits of `value`, highest first.
    pub fn put(&mut self, value: u32, width: u32) {
        for at in (0..width).rev() {
            self.bits = self.bits << 1 | (value >> at & 1);
            self.len += 1;
            if self.len == 6 {
                self.text.push(char::from(DIGITS[self.bits as usize]));
                (self.bits, self.len) = (0, 0);
            }
        }
    }

    /// Appends a number from 1 up: Elias' gamma code (1975, <https://doi.org/10.1109/TIT.1975.1055349>).
    pub fn put_gamma(&mut self, value: u32) {
        let width = value.ilog2();
        self.put(0, width);
        self.put(value, width + 1);
    }

    /// The text; a last, incomplete character is filled with ones.
    pub fn finish(mut self) -> String {
        while self.len > 0 {
            self.put(1, 1);
        }
        self.text
    }
}

/// How many bits [`Writer::put_gamma`] takes.
pub fn gamma_width(value: u32) -> u32 {
    2 * value.ilog2() + 1
}

pub struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader { text: text.as_bytes(), at: 0 }
    }

    fn bit(&mut self) -> Option<u32> {
        let digit = *self.text.get(self.at / 6)?;
        let value = DIGITS.iter().position(|&it| it == digit)?;
        let bit = value >> (5 - self.at % 6) & 1;
        self.at += 1;
        Some(bit as u32)
    }

    /// The next `width` bits; none at the end or at a character that is not a digit.
    pub fn take(&mut self, width: u32) -> Option<u32> {
        (0..width).try_fold(0, |value, _| Some(value << 1 | self.bit()?))
    }

    pub fn take_gamma(&mut self) -> Option<u32> {
        let mut width = 0;
        while self.take(1)? == 0 {
            width += 1;
        }
        (width < 31).then_some(())?;
        Some(1 << width | self.take(width)?)
    }

    /// Whether nothing is left but the ones that fill the last character.
    pub fn is_at_end(&self) -> bool {
        let mut rest = Reader { text: self.text, at: self.at };
        self.text.len() * 6 - self.at < 6 && std::iter::from_fn(|| rest.bit()).all(|bit| bit == 1)
    }
}
