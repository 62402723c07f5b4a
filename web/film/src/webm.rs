//! The container of a video: a `WebM` with one track (<https://www.webmproject.org/docs/container/>), of elements of EBML
//! (RFC 8794), that can be played from any key still.

/// An identifier, as it is written.
type Id = u32;

const EBML: Id = 0x1A45_DFA3;
const SEGMENT: Id = 0x1853_8067;
const INFO: Id = 0x1549_A966;
const TRACKS: Id = 0x1654_AE6B;
const CUES: Id = 0x1C53_BB6B;
const CLUSTER: Id = 0x1F43_B675;
/// Nanoseconds of a unit of time: milliseconds.
const MILLISECOND: u64 = 1_000_000;
/// The only track.
const TRACK: u64 = 1;

pub struct Webm {
    width: u32,
    height: u32,
    codec: String,
    clusters: Vec<Cluster>,
}

/// Stills from a key still on.
struct Cluster {
    from_ms: u32,
    blocks: Vec<u8>,
}

impl Webm {
    pub fn new(width: u32, height: u32, codec: &str) -> Webm {
        Webm { width, height, codec: codec.into(), clusters: Vec::new() }
    }

    /// What comes before the first key still cannot be seen. A key still has to come every half minute.
    pub fn add(&mut self, still: &[u8], from_ms: u32, is_key: bool) {
        if is_key {
            self.clusters.push(Cluster { from_ms, blocks: Vec::new() });
        }
        let Some(cluster) = self.clusters.last_mut() else { return };
        // in 16 bits
        let since = i16::try_from(from_ms.saturating_sub(cluster.from_ms)).unwrap_or(i16::MAX);
        let mut block = vec![0x80 | TRACK as u8];
        block.extend(since.to_be_bytes());
        block.push(if is_key { 0x80 } else { 0 });
        block.extend(still);
        cluster.blocks.extend(element(0xA3, &block));
    }

    pub fn file(&self, to_ms: u32) -> Vec<u8> {
        let clusters: Vec<Vec<u8>> = self.clusters.iter().map(Cluster::element).collect();
        let head = [info(to_ms), self.tracks()].concat();
        // of a size that does not depend on what is in it
        let size = self.cues(&clusters, 0).len();
        let cues = self.cues(&clusters, head.len() + size);
        [begin(), element(SEGMENT, &[head, cues, clusters.concat()].concat())].concat()
    }

    fn tracks(&self) -> Vec<u8> {
        let video = [number(0xB0, self.width.into()), number(0xBA, self.height.into())];
        let entry = [
            number(0xD7, TRACK),
            number(0x73C5, TRACK),
            // no lacing, and a video
            number(0x9C, 0),
            number(0x83, 1),
            element(0x86, self.codec.as_bytes()),
            element(0xE0, &video.concat()),
        ];
        element(TRACKS, &element(0xAE, &entry.concat()))
    }

    /// Where each cluster is, of which the first is `at` bytes behind the beginning of the segment.
    fn cues(&self, clusters: &[Vec<u8>], mut at: usize) -> Vec<u8> {
        let mut points = Vec::new();
        for (cluster, written) in self.clusters.iter().zip(clusters) {
            let place = [number(0xF7, TRACK), number(0xF1, at as u64)];
            let point = [number(0xB3, cluster.from_ms.into()), element(0xB7, &place.concat())];
            points.extend(element(0xBB, &point.concat()));
            at += written.len();
        }
        element(CUES, &points)
    }
}

impl Cluster {
    fn element(&self) -> Vec<u8> {
        element(CLUSTER, &[number(0xE7, self.from_ms.into()), self.blocks.clone()].concat())
    }
}

/// What kind of file it is.
fn begin() -> Vec<u8> {
    let all = [
        number(0x4286, 1),
        number(0x42F7, 1),
        number(0x42F2, 4),
        number(0x42F3, 8),
        element(0x4282, b"webm"),
        number(0x4287, 4),
        number(0x4285, 2),
    ];
    element(EBML, &all.concat())
}

fn info(to_ms: u32) -> Vec<u8> {
    let name = b"Interleave";
    let all = [
        number(0x2A_D7B1, MILLISECOND),
        element(0x4489, &f64::from(to_ms).to_be_bytes()),
        element(0x4D80, name),
        element(0x5741, name),
    ];
    element(INFO, &all.concat())
}

fn element(id: Id, inside: &[u8]) -> Vec<u8> {
    let id = id.to_be_bytes();
    let begin = id.iter().position(|byte| *byte != 0).unwrap_or_default();
    // a size of eight bytes
    let size = (inside.len() as u64 | 1 << 56).to_be_bytes();
    [&id[begin..], &size, inside].concat()
}

fn number(id: Id, value: u64) -> Vec<u8> {
    element(id, &value.to_be_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The elements of one, with their identifiers.
    fn parts(mut bytes: &[u8]) -> Vec<(Id, &[u8])> {
        let mut parts = Vec::new();
        while let Some(first) = bytes.first() {
            let (id, rest) = bytes.split_at(1 + first.leading_zeros() as usize);
            let (size, rest) = rest.split_at(8);
            let size = u64::from_be_bytes(size.try_into().unwrap()) & ((1 << 56) - 1);
            let (inside, rest) = rest.split_at(size as usize);
            parts.push((id.iter().fold(0, |id, byte| id << 8 | Id::from(*byte)), inside));
            bytes = rest;
        }
        parts
    }

    fn value(bytes: &[u8]) -> u64 {
        u64::from_be_bytes(bytes.try_into().unwrap())
    }

    /// Players find a key still by where the cues say that it is.
    #[test]
    fn cues_lead_to_the_clusters() {
        let mut webm = Webm::new(64, 32, "V_VP9");
        webm.add(b"key", 0, true);
        webm.add(b"then", 60, false);
        webm.add(b"another", 1_000, true);
        let file = webm.file(2_000);
        let all = parts(&file);
        assert_eq!(all.iter().map(|part| part.0).collect::<Vec<_>>(), [EBML, SEGMENT]);
        let segment = all[1].1;
        let inside = parts(segment);
        let ids: Vec<Id> = inside.iter().map(|part| part.0).collect();
        assert_eq!(ids, [INFO, TRACKS, CUES, CLUSTER, CLUSTER]);
        let mut times = Vec::new();
        for (_, point) in parts(inside[2].1) {
            let point = parts(point);
            let place = parts(point[1].1);
            let cluster = parts(&segment[value(place[1].1) as usize..])[0];
            assert_eq!(cluster.0, CLUSTER);
            times.push((value(point[0].1), value(parts(cluster.1)[0].1)));
        }
        assert_eq!(times, [(0, 0), (1_000, 1_000)]);
        let blocks = parts(inside[3].1);
        assert_eq!(blocks[1].1, b"\x81\0\0\x80key");
        assert_eq!(blocks[2].1, b"\x81\0\x3c\0then");
    }
}
