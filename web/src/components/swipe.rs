//! A finger that goes sideways.

use web_sys::PointerEvent;

/// So far it goes at least, in pixels, and no further up or down than half of that.
const FAR: i32 = 44;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    Left,
    Right,
}

/// Where a finger is put down; a mouse does not swipe.
pub fn begin(event: &PointerEvent) -> Option<(i32, i32)> {
    (event.pointer_type() != "mouse" && event.is_primary())
        .then(|| (event.client_x(), event.client_y()))
}

/// Which way it has gone when it is lifted.
pub fn end(from: (i32, i32), event: &PointerEvent) -> Option<Way> {
    way((event.client_x() - from.0, event.client_y() - from.1))
}

fn way((x, y): (i32, i32)) -> Option<Way> {
    let is_sideways = x.abs() >= FAR && 2 * y.abs() <= x.abs();
    is_sideways.then_some(if x < 0 { Way::Left } else { Way::Right })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_long_way_sideways_is_a_swipe() {
        assert_eq!(way((60, 10)), Some(Way::Right));
        assert_eq!(way((-60, -30)), Some(Way::Left));
        assert_eq!(way((40, 0)), None);
        assert_eq!(way((60, 40)), None);
    }
}
