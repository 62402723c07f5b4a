//! Work on several cores.

/// Does all of the work at once, the first part here and every other on a thread of its own; one
/// after the other where there are no threads.
pub fn at_once<T: Send>(work: &mut [T], each: impl Fn(&mut T) + Sync) {
    #[cfg(target_os = "unknown")]
    work.iter_mut().for_each(each);
    #[cfg(not(target_os = "unknown"))]
    std::thread::scope(|scope| {
        let each = &each;
        let Some((first, others)) = work.split_first_mut() else { return };
        let others = others.iter_mut().map(|it| scope.spawn(move || each(it)));
        let others: Vec<_> = others.collect();
        each(first);
        // the scope's end would wait for the work, and not until whoever did it can do more
        for it in others {
            it.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
}
