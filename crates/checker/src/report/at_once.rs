//! Several pieces of work at a time.

/// Calls `each` for every piece of `work`: by the threads of the pool that this is called in, or one
/// after the other where there are no threads, as in a browser.
pub fn at_once<T: Send>(work: &mut [T], each: impl Fn(&mut T) + Sync) {
    if work.len() <= 1 {
        return work.iter_mut().for_each(each);
    }
    let mut tasks: Vec<_> = work.iter_mut().map(|it| || each(it)).collect();
    let mut tasks: Vec<_> = tasks.iter_mut().map(|task| task as &mut Task).collect();
    run(&mut tasks);
}

type Task<'a> = dyn FnMut() + Send + 'a;

/// Compiled once, and not for every kind of work.
#[cfg(not(target_family = "wasm"))]
fn run(tasks: &mut [&mut Task<'_>]) {
    rayon::scope(|scope| {
        for task in tasks {
            scope.spawn(|_| task());
        }
    });
}

#[cfg(target_family = "wasm")]
fn run(tasks: &mut [&mut Task<'_>]) {
    for task in tasks {
        task();
    }
}
