//! Legal points of the parameter space, for tests and sweeps.

use super::{Config, Key, KeyType, Value};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeSet;

/// The values of some keys.
type Point = Vec<(&'static str, u64)>;

/// Two keys, by index, with a value each.
type Pair = [(usize, u64); 2];

/// Two configurations: these keys at their lowest values, and at their highest. If that is illegal,
/// all keys move inwards by the same number of sweep values until the point is legal.
pub fn extremes(config: &Config, keys: &[&'static Key]) -> Vec<Config> {
    let choices: Vec<(&'static str, Vec<u64>)> =
        keys.iter().filter_map(|key| Some((key.path, values(config, key)?))).collect();
    let steps = choices.iter().map(|(_, values)| values.len()).max().unwrap_or(1);
    let extreme = |name: &str, highest: bool| {
        (0..steps).find_map(|step| {
            let point: Point = choices
                .iter()
                .map(|(path, values)| {
                    let step = step.min(values.len() - 1);
                    (*path, values[if highest { values.len() - 1 - step } else { step }])
                })
                .collect();
            config.with(name, &point).ok()
        })
    };
    [("smallest", false), ("largest", true)]
        .into_iter()
        .filter_map(|(name, highest)| extreme(name, highest))
        .collect()
}

/// Legal points that contain every legal pair of values of two keys, and at least `at_least` points
/// if that many exist. The result is deterministic.
pub fn covering(config: &Config, keys: &[&'static Key], at_least: usize) -> Vec<Config> {
    /// Random candidates for each next point.
    const CANDIDATES: usize = 60;
    /// Consecutive rounds without a new pair after which the remaining pairs count as impossible.
    const PATIENCE: usize = 25;

    let choices: Vec<(&'static str, Vec<u64>)> =
        keys.iter().filter_map(|key| Some((key.path, values(config, key)?))).collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut seen: BTreeSet<Point> = BTreeSet::new();
    let mut covered: BTreeSet<Pair> = BTreeSet::new();
    let mut points = Vec::new();
    let mut in_vain = 0;
    while in_vain < PATIENCE {
        let candidates = (0..CANDIDATES).filter_map(|_| {
            let pick = |(path, values): &(&'static str, Vec<u64>)| {
                (*path, values[rng.random_range(0..values.len())])
            };
            let point: Point = choices.iter().map(pick).collect();
            let name = format!("point-{}", points.len());
            let legal = (!seen.contains(&point)).then(|| config.with(&name, &point).ok())??;
            let new = pairs(&point).filter(|pair| !covered.contains(pair)).count();
            Some((new, point, legal))
        });
        let best = candidates.max_by_key(|(new, ..)| *new);
        match best {
            Some((new, point, legal)) if new > 0 || points.len() < at_least => {
                covered.extend(pairs(&point));
                seen.insert(point);
                points.push(legal);
                in_vain = 0;
            }
            _ => in_vain += 1,
        }
    }
    points
}

/// Sweep values of an integer key or a flag.
fn values(config: &Config, key: &Key) -> Option<Vec<u64>> {
    match (key.kind, config.value(key.path)?) {
        (KeyType::Integer { min, max }, Value::Integer(default)) => {
            let all = [min, *default, max].into_iter().chain(key.sweep.iter().copied());
            Some(all.collect::<BTreeSet<u64>>().into_iter().collect())
        }
        (KeyType::Flag, _) => Some(vec![0, 1]),
        _ => None,
    }
}

fn pairs(point: &Point) -> impl Iterator<Item = Pair> {
    let values = point.iter().map(|(_, value)| *value).enumerate();
    let values: Vec<(usize, u64)> = values.collect();
    let count = values.len();
    (0..count).flat_map(move |a| {
        let values = values.clone();
        (a + 1..count).map(move |b| [values[a], values[b]])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fermi() -> Config {
        crate::systems::config("fermi").unwrap()
    }

    fn positions(config: &Config) -> Option<u64> {
        match config.value("racetrack.positions")? {
            Value::Integer(number) => Some(*number),
            _ => None,
        }
    }

    #[test]
    fn both_extremes_are_legal_for_all_keys_together() {
        let keys: Vec<&Key> = fermi().schema().keys().collect();
        let points = extremes(&fermi(), &keys);
        assert_eq!(points.len(), 2);
        assert_eq!((positions(&points[0]), positions(&points[1])), (Some(4), Some(512)));
    }

    /// Every pair of values of a legal point occurs in the covering.
    #[test]
    fn every_legal_pair_occurs() {
        let config = fermi();
        let paths = ["racetrack.positions", "racetrack.ports", "racetrack.write_cycles"];
        let keys: Vec<&'static Key> =
            paths.iter().map(|path| fermi().schema().key(path).unwrap()).collect();
        let points = covering(&config, &keys, 30);
        let value = |config: &Config, path| match config.value(path) {
            Some(Value::Integer(number)) => *number,
            _ => unreachable!(),
        };
        let held = |a: (&'static str, u64), b: (&'static str, u64)| {
            points.iter().any(|p| value(p, a.0) == a.1 && value(p, b.0) == b.1)
        };
        for (n, a) in paths.iter().enumerate() {
            for b in &paths[n + 1..] {
                for x in values(&config, key_of(a)).unwrap() {
                    for y in values(&config, key_of(b)).unwrap() {
                        let possible = values(&config, key_of("racetrack.ports"))
                            .unwrap()
                            .into_iter()
                            .flat_map(|ports| {
                                values(&config, key_of("racetrack.positions"))
                                    .unwrap()
                                    .into_iter()
                                    .map(move |positions| (ports, positions))
                            })
                            .any(|(ports, positions)| {
                                let point = [
                                    ("racetrack.ports", ports),
                                    ("racetrack.positions", positions),
                                    (*a, x),
                                    (*b, y),
                                ];
                                let consistent = point.iter().all(|(path, value)| {
                                    (*path != *a || *value == x) && (*path != *b || *value == y)
                                });
                                consistent && config.with("try", &point).is_ok()
                            });
                        assert!(!possible || held((a, x), (b, y)), "{a}={x} {b}={y}");
                    }
                }
            }
        }
    }

    fn key_of(path: &str) -> &'static Key {
        fermi().schema().key(path).unwrap()
    }
}
