//! The threads of a search. A browser's wasm has none.

#[cfg(not(target_family = "wasm"))]
pub struct Threads(rayon::ThreadPool);

#[cfg(not(target_family = "wasm"))]
impl Threads {
    /// None if there cannot be so many.
    pub fn new(count: usize) -> Option<Threads> {
        rayon::ThreadPoolBuilder::new().num_threads(count).build().ok().map(Threads)
    }

    pub fn count(&self) -> usize {
        self.0.current_num_threads()
    }

    /// What is done there is done by all of them.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.0.install(work)
    }
}

#[cfg(target_family = "wasm")]
pub enum Threads {}

#[cfg(target_family = "wasm")]
impl Threads {
    pub fn new(_: usize) -> Option<Threads> {
        None
    }

    pub fn count(&self) -> usize {
        match *self {}
    }

    pub fn install<T>(&self, _: impl FnOnce() -> T) -> T {
        match *self {}
    }
}
