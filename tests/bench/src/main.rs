//! `bench LINK states|runs`: searches the link's algorithm, and prints how many states and transitions
//! there are, and the most memory taken, in bytes.

use std::{env, fs};

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    let [link, how] = &args[..] else { panic!("usage: bench LINK states|runs") };
    let mut search = bench::Search::new(link, how);
    search.advance();
    println!("{} {}", search.found(), memory_max());
}

/// What the kernel calls the high-water mark; zero where it does not say.
fn memory_max() -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|it| it.trim().trim_end_matches(" kB").parse::<usize>().ok());
    kilobytes.unwrap_or(0) * 1024
}
