//! A finger that goes sideways.

pub use session::swipe::SwipeDirection;
use session::swipe::way;
use web_sys::PointerEvent;

/// Where a finger is put down; a mouse does not swipe.
pub fn begin(event: &PointerEvent) -> Option<(i32, i32)> {
    (event.pointer_type() != "mouse" && event.is_primary())
        .then(|| (event.client_x(), event.client_y()))
}

/// Which way it has gone when it is lifted.
pub fn end(from: (i32, i32), event: &PointerEvent) -> Option<SwipeDirection> {
    way((event.client_x() - from.0, event.client_y() - from.1))
}
