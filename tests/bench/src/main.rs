//! `bench LINK states|runs [WITHOUT]`: searches the link's algorithm, and prints how many states and
//! transitions there are, the most memory taken, in bytes, and the processor time from the text to a
//! module that runs, in seconds.

use std::{env, fs};

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    let (link, how, without) = match &args[..] {
        [link, how] => (link, how, ""),
        [link, how, without] => (link, how, without.as_str()),
        _ => panic!("usage: bench LINK states|runs [WITHOUT]"),
    };
    let begun = processor_time();
    let mut search = bench::Search::new(link, how, without);
    let ahead = processor_time() - begun;
    search.advance();
    println!("{} {} {ahead}", search.found(), memory_max());
}

/// What the kernel calls the high-water mark; zero where it does not say.
fn memory_max() -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|text| text.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|text| text.trim().trim_end_matches(" kB").parse::<usize>().ok());
    kilobytes.unwrap_or(0) * 1024
}

/// That of this thread so far, in seconds; zero where the kernel does not say.
#[expect(clippy::cast_precision_loss, reason = "less than a month in nanoseconds")]
fn processor_time() -> f64 {
    let all = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = all.split_whitespace().next().and_then(|text| text.parse::<u64>().ok());
    nanoseconds.unwrap_or(0) as f64 / 1e9
}
