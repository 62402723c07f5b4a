//! What a case takes, in processor time and memory, and what is told of one that never ends.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// More processor time than any text may take.
pub const TIME_MAX: Duration = Duration::from_secs(2);
/// More memory than all of them may take, in bytes.
pub const MEMORY_MAX: usize = 500_000_000;

/// After so much the case is given up, and with it all others.
const GIVE_UP: (Duration, usize) = (Duration::from_secs(20), 2_000_000_000);

/// The case in hand.
pub struct Watch {
    case: Arc<Mutex<Case>>,
    /// When it began, by the processor time of this thread: other tests run beside it.
    begun: Cell<Duration>,
}

struct Case {
    number: u64,
    text: String,
    begun: Duration,
}

impl Watch {
    /// Looks at the case in hand from now on.
    pub fn begin() -> Watch {
        let case = Case { number: 0, text: String::new(), begun: of_all_threads() };
        let watch = Arc::new(Mutex::new(case));
        let weak = Arc::downgrade(&watch);
        std::thread::spawn(move || {
            while let Some(watch) = weak.upgrade() {
                {
                    let case = watch.lock().expect("no panic while it is held");
                    let spent = of_all_threads().saturating_sub(case.begun);
                    if spent > GIVE_UP.0 || resident("VmRSS:") > GIVE_UP.1 {
                        let Case { number, text, .. } = &*case;
                        println!("\nFUZZ_FIRST={number} FUZZ_CASES=1: It does not end.\n{text}");
                        std::process::exit(1);
                    }
                }
                drop(watch);
                std::thread::sleep(Duration::from_millis(200));
            }
        });
        Watch { case: watch, begun: Cell::new(of_this_thread()) }
    }

    pub fn case(&self, number: u64, text: &str) {
        let text = text.to_owned();
        let case = Case { number, text, begun: of_all_threads() };
        *self.case.lock().expect("no panic while it is held") = case;
        self.begun.set(of_this_thread());
    }

    /// The processor time of the case in hand so far.
    pub fn time(&self) -> Duration {
        of_this_thread().saturating_sub(self.begun.get())
    }
}

/// The result, or the words of a panic.
pub fn caught<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|panic| {
        let words = panic.downcast_ref::<String>().cloned();
        let words = words.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()));
        words.unwrap_or_else(|| "It panicked.".to_owned())
    })
}

/// The most memory that there was at once, in bytes; none where the system does not say.
pub fn memory() -> usize {
    resident("VmHWM:")
}

fn resident(line: &str) -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|text| text.strip_prefix(line));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse::<usize>().ok());
    number.map_or(0, |number| number * 1024)
}

#[cfg(unix)]
fn of_all_threads() -> Duration {
    processor_time(rustix::time::ClockId::ProcessCPUTime)
}

#[cfg(unix)]
fn of_this_thread() -> Duration {
    processor_time(rustix::time::ClockId::ThreadCPUTime)
}

#[cfg(unix)]
fn processor_time(clock: rustix::time::ClockId) -> Duration {
    let time = rustix::time::clock_gettime(clock);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Elsewhere nobody asks.
#[cfg(not(unix))]
fn of_all_threads() -> Duration {
    Duration::ZERO
}

#[cfg(not(unix))]
fn of_this_thread() -> Duration {
    Duration::ZERO
}
