//! `text-bench LINK interpreted|generated`: searches, and prints how many states and transitions
//! there are, and after that the milliseconds from the text to the system and of the search.

use std::env;
use std::time::Instant;

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    let [link, how] = &args[..] else { panic!("usage: text-bench LINK interpreted|generated") };
    let start = Instant::now();
    let mut search = text_bench::TextSearch::new(link, how);
    let ready = start.elapsed().as_secs_f64() * 1e3;
    let start = Instant::now();
    search.advance();
    let searched = start.elapsed().as_secs_f64() * 1e3;
    println!("{} {ready:.2} {searched:.0}", search.found());
}
