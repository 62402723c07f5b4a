//! What keys do on the diagram.

use catalog::Trace;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    Seek(usize),
    Pick(Option<usize>),
    Focus(usize),
    Branch(usize),
}

/// What presses a button.
pub fn presses(key: &str) -> bool {
    matches!(key, "Enter" | " ")
}

/// On the cursor, which is a slider.
pub fn on_cursor(key: &str, at: usize, len: usize) -> Option<Key> {
    const PAGE: usize = 10;
    let at = match key {
        "ArrowLeft" | "ArrowDown" => at.saturating_sub(1),
        "ArrowRight" | "ArrowUp" => (at + 1).min(len),
        "PageDown" => at.saturating_sub(PAGE),
        "PageUp" => (at + PAGE).min(len),
        "Home" => 0,
        "End" => len,
        _ => return None,
    };
    Some(Key::Seek(at))
}

/// On a step: left and right in time, up and down to the nearest step of another lane.
pub fn on_step(key: &str, step: usize, picked: Option<usize>, trace: &Trace) -> Option<Key> {
    let last = trace.steps.len().checked_sub(1)?;
    Some(match key {
        "ArrowLeft" => Key::Focus(step.saturating_sub(1)),
        "ArrowRight" => Key::Focus((step + 1).min(last)),
        "Home" => Key::Focus(0),
        "End" => Key::Focus(last),
        "ArrowUp" => Key::Focus(beside(trace, step, -1)),
        "ArrowDown" => Key::Focus(beside(trace, step, 1)),
        _ if presses(key) => Key::Pick(Some(step).filter(|it| picked != Some(*it))),
        "Escape" if picked.is_some() => Key::Pick(None),
        _ => return None,
    })
}

/// The nearest step in the next lane that has one, in that direction.
fn beside(trace: &Trace, step: usize, direction: i16) -> usize {
    let lane = |it: usize| trace.steps[it].process.map(i16::from);
    let Some(here) = lane(step) else { return step };
    let away = |it: usize| lane(it).map(|it| (it - here) * direction).filter(|it| *it > 0);
    let others = (0..trace.steps.len()).filter_map(|it| Some((away(it)?, it.abs_diff(step), it)));
    others.min().map_or(step, |(_, _, it)| it)
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::Scenario;

    #[test]
    fn the_cursor_stops_at_the_ends() {
        assert_eq!(on_cursor("ArrowLeft", 0, 5), Some(Key::Seek(0)));
        assert_eq!(on_cursor("ArrowRight", 5, 5), Some(Key::Seek(5)));
        assert_eq!(on_cursor("PageUp", 1, 5), Some(Key::Seek(5)));
        assert_eq!(on_cursor("End", 1, 5), Some(Key::Seek(5)));
        assert_eq!(on_cursor("x", 1, 5), None);
    }

    #[test]
    fn steps_are_reached_in_time_and_across_lanes() {
        let trace = Scenario::parse("bakery?v=1&run=QIRKBIBQ.yZu5").unwrap().scenario.trace();
        let lane = |it: usize| trace.steps[it].process.unwrap();
        let go = |key, from| match on_step(key, from, None, &trace) {
            Some(Key::Focus(step)) => step,
            other => panic!("{other:?}"),
        };
        assert_eq!(go("ArrowRight", 0), 1);
        assert_eq!(go("ArrowLeft", 0), 0);
        let bottom = (0..trace.steps.len()).find(|it| lane(*it) == 2).unwrap();
        assert_eq!(lane(go("ArrowUp", bottom)), 1);
        assert_eq!(go("ArrowDown", bottom), bottom);
        assert_eq!(on_step("Enter", 3, Some(3), &trace), Some(Key::Pick(None)));
    }
}
