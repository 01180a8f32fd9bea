//! Agreement of our cycles with GPGPU-Sim's.

use super::Compared;
use serde::Serialize;

/// Largest relative error that counts as close.
const CLOSE: f64 = 0.15;

/// Agreement of our cycles with GPGPU-Sim's over a list of launches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Agreement {
    pub launches: usize,
    /// Mean of |ours / theirs - 1|, percent.
    pub mean_absolute_error: f64,
    /// Geometric mean of ours / theirs.
    pub geometric_mean: f64,
    /// Launches within 15 %, percent.
    pub within_15: f64,
    /// Pearson's correlation of the cycles' logarithms.
    pub log_correlation: f64,
    /// Pearson's correlation of ranks (Spearman's).
    pub rank_correlation: f64,
    /// Number of launches whose resident CTAs were measured, and of those that agree.
    pub ctas_compared: usize,
    pub ctas_equal: usize,
}

impl Agreement {
    /// Agreement over these launches; `None` without any.
    pub fn of(launches: &[Compared]) -> Option<Agreement> {
        if launches.is_empty() {
            return None;
        }
        let mean = |of: &dyn Fn(&Compared) -> f64| {
            launches.iter().map(of).sum::<f64>() / launches.len() as f64
        };
        let close = |launch: &Compared| f64::from((launch.ratio - 1.0).abs() <= CLOSE);
        let ours: Vec<f64> = launches.iter().map(|launch| launch.cycles).collect();
        let theirs: Vec<f64> = launches.iter().map(|launch| launch.gpgpusim).collect();
        let logs = |all: &[f64]| all.iter().map(|cycles| libm::log(*cycles)).collect::<Vec<_>>();
        let ctas = launches.iter().filter_map(|launch| Some((launch.ctas?, launch.ctas_gpgpusim?)));
        Some(Agreement {
            launches: launches.len(),
            mean_absolute_error: 100.0 * mean(&|launch| (launch.ratio - 1.0).abs()),
            geometric_mean: libm::exp(mean(&|launch| libm::log(launch.ratio))),
            within_15: 100.0 * mean(&close),
            log_correlation: correlation(&logs(&ours), &logs(&theirs)),
            rank_correlation: correlation(&ranks(&ours), &ranks(&theirs)),
            ctas_compared: ctas.clone().count(),
            ctas_equal: ctas.filter(|(ours, theirs)| ours == theirs).count(),
        })
    }
}

/// Pearson's coefficient; 1 if either list is constant.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len() as f64;
    let (mean_a, mean_b) = (mean(a), mean(b));
    let product = |x: &[f64], mean_x: f64, y: &[f64], mean_y: f64| {
        x.iter().zip(y).map(|(x, y)| (x - mean_x) * (y - mean_y)).sum::<f64>()
    };
    let spread = product(a, mean_a, a, mean_a) * product(b, mean_b, b, mean_b);
    if spread == 0.0 { 1.0 } else { product(a, mean_a, b, mean_b) / spread.sqrt() }
}

/// Ranks from 1; equal values share their mean rank.
fn ranks(all: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let below = all.iter().filter(|other| *other < value).count();
        let equal = all.iter().filter(|other| *other == value).count();
        below as f64 + (equal as f64 + 1.0) / 2.0
    };
    all.iter().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn launches(pairs: &[(f64, f64)]) -> Vec<Compared> {
        pairs.iter().map(|(ours, theirs)| Compared::new("k", *ours, *theirs)).collect()
    }

    #[test]
    fn by_hand() {
        let all = launches(&[(110.0, 100.0), (160.0, 200.0), (400.0, 400.0)]);
        let found = Agreement::of(&all).unwrap();
        assert!((found.mean_absolute_error - 10.0).abs() < 1e-9);
        assert!((found.geometric_mean - 0.88f64.cbrt()).abs() < 1e-9);
        assert!((found.within_15 - 200.0 / 3.0).abs() < 1e-9);
        assert_eq!(found.rank_correlation, 1.0);
        assert_eq!(Agreement::of(&[]), None);
    }

    #[test]
    fn correlation_of_ranks_counts_order_and_shares_ties() {
        assert_eq!(ranks(&[3.0, 1.0, 3.0]), [2.5, 1.0, 2.5]);
        let turned = Agreement::of(&launches(&[(1.0, 9.0), (2.0, 3.0), (3.0, 1.0)])).unwrap();
        assert!((turned.rank_correlation + 1.0).abs() < 1e-9);
        assert!((turned.log_correlation + 1.0).abs() < 0.02);
    }
}
