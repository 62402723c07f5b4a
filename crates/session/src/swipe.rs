//! A finger that goes sideways.

/// So far it goes at least, in pixels, and no further up or down than half of that.
const FAR: i32 = 44;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SwipeDirection {
    Left,
    Right,
}

/// Which way a finger went that moved so far.
pub fn way((x, y): (i32, i32)) -> Option<SwipeDirection> {
    let is_sideways = x.abs() >= FAR && 2 * y.abs() <= x.abs();
    is_sideways.then_some(if x < 0 { SwipeDirection::Left } else { SwipeDirection::Right })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_long_way_sideways_is_a_swipe() {
        assert_eq!(way((60, 10)), Some(SwipeDirection::Right));
        assert_eq!(way((-60, -30)), Some(SwipeDirection::Left));
        assert_eq!(way((40, 0)), None);
        assert_eq!(way((60, 40)), None);
    }
}
