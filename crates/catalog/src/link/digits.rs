//! A number below a known one, as digits: as many as the largest needs, the highest first.

use super::bits::DIGITS;

const RADIX: u128 = 64;

/// How many digits the numbers below `end` have.
fn count(end: u128) -> usize {
    let mut largest = end.saturating_sub(1);
    let mut count = 1;
    while largest >= RADIX {
        largest /= RADIX;
        count += 1;
    }
    count
}

pub fn write(mut number: u128, end: u128) -> String {
    let mut digits = vec![DIGITS[0]; count(end)];
    for digit in digits.iter_mut().rev() {
        *digit = DIGITS[(number % RADIX) as usize];
        number /= RADIX;
    }
    digits.into_iter().map(char::from).collect()
}

/// None of what is no such number, or has another length.
pub fn read(text: &str, end: u128) -> Option<u128> {
    if text.len() != count(end) {
        return None;
    }
    let number = text.bytes().try_fold(0_u128, |number, byte| {
        let digit = DIGITS.iter().position(|known| *known == byte)?;
        number.checked_mul(RADIX)?.checked_add(digit as u128)
    })?;
    (number < end).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for end in [1, 2, 64, 65, 392, 4_096, 4_097, u128::MAX] {
            for number in [0, 1, end / 3, end - 1].into_iter().filter(|it| *it < end) {
                assert_eq!(read(&write(number, end), end), Some(number));
            }
        }
        assert_eq!((write(270, 392).as_str(), write(0, 392).as_str()), ("EO", "AA"));
    }

    #[test]
    fn of_petersons_pairs_of_digits_3704_are_none() {
        let digit = |at: usize| char::from(DIGITS[at]);
        let pairs = (0..64 * 64).map(|at| format!("{}{}", digit(at / 64), digit(at % 64)));
        assert_eq!(pairs.filter(|pair| read(pair, 392).is_none()).count(), 3_704);
        for wrong in ["", "E", "EOA", "E=", "É", "zz"] {
            assert_eq!(read(wrong, 392), None);
        }
    }
}
