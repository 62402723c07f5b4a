//! Sets of small numbers, a bit each.

/// Those below `end` for which that holds. No jump depends on it.
#[inline]
pub fn set_of(end: usize, holds: impl Fn(usize) -> bool) -> u32 {
    (0..end).fold(0, |set, it| set | u32::from(holds(it)) << it)
}

/// The members of a set, the lowest first.
#[inline]
pub fn members(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let least = set.trailing_zeros() as usize;
        set &= set.checked_sub(1)?;
        Some(least)
    })
}
