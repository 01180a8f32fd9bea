//! Choice of the TLP: the number of resident CTAs of a kernel on an SM.
//!
//! [`crate::compiler::occupancy`] gives the largest TLP that fits. [`choose`] selects, of all TLPs
//! up to it, the one with the best predicted IPC. The prediction uses three profiles of the kernel:
//! with the real L1 and no shifts (`cache`), with an L1 that always hits and no shifts (`ideal`),
//! and with an L1 that always hits and the shifts of the racetrack (`racetrack`). The cost of
//! shifting, `ideal` minus `racetrack`, is subtracted from `cache`, which assumes that the two
//! effects are independent. If predictions are equal, the smaller TLP wins, because fewer registers
//! need shorter shifts.
//!
//! More shifts cannot by themselves make a kernel faster, but they change the order in which warps
//! are scheduled, so the cost from the profiles can be negative. A negative cost is used unchanged
//! in the prediction and is reported.
//!
//! Source: Liang and Wang 2016, section 4.2, equations 1 and 2.

/// Profiles of a kernel: the IPC at every TLP, starting at TLP 1, in three settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Profiles {
    /// Real L1, no shifts.
    pub cache: Vec<f64>,
    /// L1 that always hits, no shifts.
    pub ideal: Vec<f64>,
    /// L1 that always hits, shifts of the racetrack.
    pub racetrack: Vec<f64>,
}

/// The chosen TLP of a kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    pub tlp: usize,
    /// Predicted IPC at every TLP, starting at TLP 1.
    pub predicted: Vec<f64>,
    /// TLPs at which the cost of shifting is negative, because of scheduling noise.
    pub noise: Vec<Noise>,
}

/// A TLP at which the cost of shifting is negative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noise {
    pub tlp: usize,
    /// Cost of shifting in IPC; below 0.
    pub shift_cost: f64,
}

/// Errors in profiles.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ProfileError {
    #[error("the profiles are empty, expected at least the IPC at TLP 1")]
    Empty,
    #[error(
        "the profiles have {cache} (cache), {ideal} (ideal) and {racetrack} (racetrack) TLPs, \
         expected the same number"
    )]
    Lengths { cache: usize, ideal: usize, racetrack: usize },
    #[error("the {profile} profile has IPC {ipc} at TLP {tlp}, expected a finite IPC >= 0")]
    NotAnIpc { profile: &'static str, tlp: usize, ipc: f64 },
}

/// Chooses the TLP with the best predicted IPC, the smallest of equals.
///
/// # Errors
/// [`ProfileError`] if the profiles are empty, differ in length, or hold a value that is no IPC.
pub fn choose(profiles: &Profiles) -> Result<Choice, ProfileError> {
    profiles.check()?;
    let costs: Vec<f64> =
        profiles.ideal.iter().zip(&profiles.racetrack).map(|(ideal, rm)| ideal - rm).collect();
    let predicted: Vec<f64> =
        profiles.cache.iter().zip(&costs).map(|(cache, cost)| cache - cost).collect();
    let noise = costs.iter().enumerate().filter(|(_, cost)| **cost < 0.0);
    let noise = noise.map(|(n, cost)| Noise { tlp: n + 1, shift_cost: *cost }).collect();
    Ok(Choice { tlp: first_best(&predicted) + 1, predicted, noise })
}

impl Profiles {
    fn check(&self) -> Result<(), ProfileError> {
        let lengths = [self.cache.len(), self.ideal.len(), self.racetrack.len()];
        let [cache, ideal, racetrack] = lengths;
        if lengths == [0; 3] {
            return Err(ProfileError::Empty);
        }
        if ideal != cache || racetrack != cache {
            return Err(ProfileError::Lengths { cache, ideal, racetrack });
        }
        check_ipcs("cache", &self.cache)?;
        check_ipcs("ideal", &self.ideal)?;
        check_ipcs("racetrack", &self.racetrack)
    }
}

fn check_ipcs(profile: &'static str, ipcs: &[f64]) -> Result<(), ProfileError> {
    match ipcs.iter().position(|ipc| !ipc.is_finite() || *ipc < 0.0) {
        Some(n) => Err(ProfileError::NotAnIpc { profile, tlp: n + 1, ipc: ipcs[n] }),
        None => Ok(()),
    }
}

/// Index of the first of the largest values.
fn first_best(values: &[f64]) -> usize {
    let mut best = 0;
    for (n, value) in values.iter().enumerate() {
        if *value > values[best] {
            best = n;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn profiles(cache: &[f64], ideal: &[f64], racetrack: &[f64]) -> Profiles {
        Profiles { cache: cache.to_vec(), ideal: ideal.to_vec(), racetrack: racetrack.to_vec() }
    }

    #[test]
    fn cost_of_shifts_moves_the_choice() {
        let cache = [10.0, 18.0, 20.0, 19.0];
        let free = choose(&profiles(&cache, &[9.0; 4], &[9.0; 4])).unwrap();
        assert_eq!((free.tlp, free.predicted.as_slice()), (3, cache.as_slice()));
        let shifting = choose(&profiles(&cache, &[9.0; 4], &[8.5, 7.0, 4.0, 3.0])).unwrap();
        assert_eq!((shifting.tlp, shifting.predicted), (2, vec![9.5, 16.0, 15.0, 13.0]));
        assert!(shifting.noise.is_empty());
    }

    #[test]
    fn of_equals_the_smaller_tlp_wins() {
        assert_eq!(choose(&profiles(&[1.0, 2.0, 2.0], &[0.0; 3], &[0.0; 3])).unwrap().tlp, 2);
        assert_eq!(choose(&profiles(&[0.0; 8], &[0.0; 8], &[0.0; 8])).unwrap().tlp, 1);
        // Equal only after the cost of shifting is subtracted.
        assert_eq!(choose(&profiles(&[3.0, 4.0], &[5.0, 6.0], &[5.0, 5.0])).unwrap().tlp, 1);
    }

    #[test]
    fn a_gain_from_shifting_is_reported_and_used() {
        let choice = choose(&profiles(&[3.0, 3.0], &[5.0, 5.0], &[4.0, 5.25])).unwrap();
        assert_eq!((choice.tlp, choice.predicted), (2, vec![2.0, 3.25]));
        assert_eq!(choice.noise, [Noise { tlp: 2, shift_cost: -0.25 }]);
    }

    #[test]
    fn bad_profiles_are_refused() {
        let error = |cache: &[f64], ideal: &[f64], racetrack: &[f64]| {
            choose(&profiles(cache, ideal, racetrack)).unwrap_err().to_string()
        };
        assert!(error(&[], &[], &[]).contains("empty"));
        assert!(error(&[1.0], &[1.0, 2.0], &[1.0]).contains("1 (cache), 2 (ideal) and 1"));
        assert!(error(&[1.0], &[1.0], &[]).contains("0 (racetrack)"));
        assert!(
            error(&[1.0, 2.0], &[1.0, f64::NAN], &[1.0, 1.0])
                .contains("ideal profile has IPC NaN at TLP 2")
        );
        assert!(error(&[f64::INFINITY], &[1.0], &[1.0]).contains("cache"));
        assert!(error(&[1.0], &[1.0], &[-1.0]).contains("racetrack profile has IPC -1"));
    }

    prop_compose! {
        /// IPCs in multiples of 1/64, so that sums and differences are exact.
        fn any_profiles()(triples in prop::collection::vec(prop::array::uniform3(0u16..1000), 1..=8)) -> Profiles {
            let of = |n: usize| triples.iter().map(|t| f64::from(t[n]) / 64.0).collect();
            Profiles { cache: of(0), ideal: of(1), racetrack: of(2) }
        }
    }

    proptest! {
        #[test]
        fn the_choice_is_a_profiled_tlp_and_no_smaller_is_as_good(profiles in any_profiles()) {
            let Choice { tlp, predicted, .. } = choose(&profiles).unwrap();
            prop_assert!((1..=profiles.cache.len()).contains(&tlp));
            let best = predicted[tlp - 1];
            prop_assert!(predicted[..tlp - 1].iter().all(|ipc| *ipc < best));
            prop_assert!(predicted[tlp - 1..].iter().all(|ipc| *ipc <= best));
        }

        #[test]
        fn only_the_difference_of_the_ideal_profiles_counts(
            profiles in any_profiles(), more in 0u16..1000,
        ) {
            let raised = |ipcs: &[f64]| ipcs.iter().map(|ipc| ipc + f64::from(more) / 64.0).collect();
            let raised = Profiles {
                cache: profiles.cache.clone(),
                ideal: raised(&profiles.ideal),
                racetrack: raised(&profiles.racetrack),
            };
            prop_assert_eq!(choose(&profiles), choose(&raised));
        }
    }
}
