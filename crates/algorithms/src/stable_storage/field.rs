//! A field of a stable variable, and what three of them are worth together.

/// As a process sees it, which is as it is in the cache; and as it is on disk, where a crash
/// leaves it.
#[derive(Clone, Copy)]
pub struct Field(pub u8);

/// What a decayed value or time reads. Its checksum fits no other field.
const DECAYED: u8 = 7;
/// What a decayed checksum reads: the one of value 0 and time 3, which nobody stores.
const DECAYED_SUM: u8 = 3;

impl Field {
    pub fn seen(self) -> u8 {
        self.0 >> 4
    }

    pub fn stored(self) -> u8 {
        self.0 & 15
    }

    pub fn is_on_disk(self) -> bool {
        self.seen() == self.stored()
    }

    /// A process writes it: into the cache, or to disk if there is none.
    pub fn written(self, value: u8, has_cache: bool) -> u8 {
        value << 4 | if has_cache { self.stored() } else { value }
    }

    /// The cache writes it to disk.
    pub fn flushed(self) -> u8 {
        self.seen() << 4 | self.seen()
    }

    /// A crash empties the cache.
    pub fn lost(self) -> u8 {
        self.stored() << 4 | self.stored()
    }

    /// It decays on disk; what is still in the cache will be written over it.
    pub fn decayed(self, is_sum: bool) -> u8 {
        let bad = if is_sum { DECAYED_SUM } else { DECAYED };
        if self.is_on_disk() { bad << 4 | bad } else { self.seen() << 4 | bad }
    }
}

/// A checksum that no two pairs of value and time share.
pub fn checksum(value: u8, time: u8) -> u8 {
    4 * value + time
}

pub fn show(field: u8) -> String {
    show_as(field, false)
}

pub fn show_sum(field: u8) -> String {
    show_as(field, true)
}

fn show_as(field: u8, is_sum: bool) -> String {
    let field = Field(field);
    let seen = word(field.seen(), is_sum);
    match field.is_on_disk() {
        true => seen,
        false => format!("{seen} ({} on disk)", word(field.stored(), is_sum)),
    }
}

/// What is read of a field.
pub fn word(read: u8, is_sum: bool) -> String {
    match read == if is_sum { DECAYED_SUM } else { DECAYED } {
        true => "#".into(),
        false => read.to_string(),
    }
}

/// Value, time and checksum of copy 0, and of copy 1.
pub type Copies = [u8; 6];

/// Whether the checksum of copy `c` fits.
pub fn is_whole(read: Copies, c: usize) -> bool {
    read[3 * c + 2] == checksum(read[3 * c], read[3 * c + 1])
}

/// The copy whose value an inspect returns; none if both are bad.
pub fn better(read: Copies) -> Option<usize> {
    match (is_whole(read, 0), is_whole(read, 1)) {
        (true, true) => Some(usize::from(read[1] <= read[4])),
        (true, false) => Some(0),
        (false, true) => Some(1),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decay_of_any_field_is_noticed() {
        for (value, time) in (0..4).flat_map(|value| (0..4).map(move |time| (value, time))) {
            if (value, time) == (0, 3) {
                continue;
            }
            let fields = [value, time, checksum(value, time)];
            for at in 0..3 {
                let mut read = [0; 6];
                read[..3].copy_from_slice(&fields);
                assert!(is_whole(read, 0));
                read[at] = Field(fields[at] << 4 | fields[at]).decayed(at == 2) & 15;
                assert!(!is_whole(read, 0), "{fields:?}, {at}");
            }
        }
    }

    #[test]
    fn what_is_written_reaches_the_disk_by_a_flush_and_no_crash() {
        let written = Field(Field(0).written(2, true));
        assert_eq!((written.seen(), written.stored()), (2, 0));
        assert_eq!((written.flushed(), written.lost()), (0x22, 0));
        assert_eq!(Field(0).written(2, false), 0x22);
        assert_eq!(show(written.0), "2 (0 on disk)");
    }
}
