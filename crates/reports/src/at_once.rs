//! Several pieces of work at a time.

/// Does `each` for all of `work`: by the threads of the pool that this is called in, where there are
/// threads, else one after the other.
pub fn at_once<T: Send>(work: &mut [T], each: impl Fn(&mut T) + Sync) {
    #[cfg(not(target_os = "unknown"))]
    if work.len() > 1 {
        let mut tasks: Vec<_> = work.iter_mut().map(|it| || each(it)).collect();
        let mut tasks: Vec<_> = tasks.iter_mut().map(|it| it as &mut Task).collect();
        return run(&mut tasks);
    }
    work.iter_mut().for_each(each);
}

#[cfg(not(target_os = "unknown"))]
type Task<'a> = dyn FnMut() + Send + 'a;

/// Compiled once, and not for every kind of work.
#[cfg(not(target_os = "unknown"))]
fn run(tasks: &mut [&mut Task<'_>]) {
    rayon::scope(|scope| {
        for it in tasks {
            scope.spawn(|_| it());
        }
    });
}
