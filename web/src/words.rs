//! Words of the page that are nobody else's.

use catalog::Family;

/// The heading over a family of algorithms.
pub fn family(family: Family) -> &'static str {
    match family {
        Family::SharedRegisters => "Mutual exclusion with shared registers",
        Family::Messages => "Mutual exclusion by messages",
        Family::Consensus => "Consensus",
    }
}

/// "1 step", "2 steps".
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// `12345` as `12 345`, with narrow no-break spaces.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}
