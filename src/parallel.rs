//! Work on all cores.
//!
//! The scheduling is that of `rayon`. Its iterators are used here only, on numbers, so that they
//! are compiled once and not for each kind of job.

use crate::error::Result;
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The results of `work` on each item, in the order of the items.
///
/// Each item is a job of its own. Jobs start in the order of the items: those that take long
/// should come first. `work` may call the functions of this module, too.
pub fn map<T: Send, R: Send>(
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let items: Vec<_> = items.into_iter().map(|item| Mutex::new(Some(item))).collect();
    let results: Vec<_> = items.iter().map(|_| Mutex::new(None)).collect();
    run(items.len(), &|n| {
        // No lock is held during the work.
        let item = lock(&items[n]).take();
        let result = item.map(&work);
        *lock(&results[n]) = result;
    });
    results.iter().filter_map(|result| lock(result).take()).collect()
}

/// The results of `work` on each item, in the order of the items. After an error, no job of a later
/// item starts.
///
/// # Errors
/// The error of the first item that has one, for any number of threads.
pub fn try_map<T: Send, R: Send>(
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    let first_failed = AtomicUsize::new(usize::MAX);
    let results = map(items.into_iter().enumerate(), |(n, item)| {
        let result = (n < first_failed.load(Ordering::Relaxed)).then(|| work(item))?;
        if result.is_err() {
            first_failed.fetch_min(n, Ordering::Relaxed);
        }
        Some(result)
    });
    results.into_iter().flatten().collect()
}

/// Calls `work` with each item, as [`map`] does.
pub fn for_each<T: Send>(items: impl IntoIterator<Item = T>, work: impl Fn(T) + Sync) {
    map(items, work);
}

/// Calls `job` with each number below `count`; jobs start in this order.
fn run(count: usize, job: &(dyn Fn(usize) + Sync)) {
    let next = AtomicUsize::new(0);
    let start_next = |_| job(next.fetch_add(1, Ordering::Relaxed));
    (0..count).into_par_iter().with_max_len(1).for_each(start_next);
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::{map, try_map};
    use crate::error::Error;
    use std::sync::Mutex;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let squares = map(0..1000u64, |n| map(0..n, |_| n).into_iter().sum::<u64>());
        assert_eq!(squares, (0..1000).map(|n| n * n).collect::<Vec<u64>>());
    }

    #[test]
    fn the_first_error_is_returned_and_no_job_starts_after_it() {
        let started = Mutex::new(0);
        let odd = |n: u32| Error::Disagreement(format!("{n} is odd"));
        let work = |n: u32| {
            *started.lock().unwrap() += 1;
            let even = n.is_multiple_of(2).then_some(n);
            even.ok_or_else(|| odd(n))
        };
        let error = try_map(0..100_000, work).unwrap_err();
        assert_eq!(error.to_string(), odd(1).to_string());
        assert!(*started.lock().unwrap() < 1000);
        assert_eq!(try_map([2, 4], work).unwrap(), [2, 4]);
    }
}
