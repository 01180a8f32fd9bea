//! The register map of a bank.

use super::MoveMatrix;
use crate::systems::racetrack::units::PortRegions;

/// The position of each entry of a bank: a permutation of the bank's positions.
#[derive(Clone, Debug)]
pub struct Map {
    pub geometry: PortRegions,
    /// Port region and offset of each entry.
    pub place: Vec<(u8, u8)>,
}

impl Map {
    /// The identity map: position = entry.
    pub fn direct(geometry: PortRegions) -> Map {
        let place = |entry| ((entry / geometry.offsets) as u8, (entry % geometry.offsets) as u8);
        Map { geometry, place: (0..geometry.positions()).map(place).collect() }
    }

    /// The map that places neighbouring entries at the same offset.
    pub fn interleaved(geometry: PortRegions) -> Map {
        let place = |entry| ((entry % geometry.ports) as u8, (entry / geometry.ports) as u8);
        Map { geometry, place: (0..geometry.positions()).map(place).collect() }
    }

    /// The map with one group of entries at each offset from 0 on; the order in a group is that of
    /// the ports. All other entries take the remaining positions. A group must not be larger than
    /// the number of ports, and no entry may occur twice.
    pub fn from_groups(geometry: PortRegions, groups: &[Vec<usize>]) -> Map {
        let mut place = vec![None; geometry.positions()];
        let mut taken = vec![0; geometry.offsets];
        for (offset, group) in groups.iter().enumerate() {
            debug_assert!(group.len() <= geometry.ports);
            taken[offset] = group.len();
            for (port, &entry) in group.iter().enumerate() {
                place[entry] = Some((port as u8, offset as u8));
            }
        }
        let left = |offset| (taken[offset]..geometry.ports).map(move |p| (p as u8, offset as u8));
        let mut left = (0..geometry.offsets).flat_map(left);
        let place = place.into_iter().filter_map(|place| place.or_else(|| left.next())).collect();
        Map { geometry, place }
    }

    /// Offset of an entry.
    pub fn offset(&self, entry: usize) -> usize {
        usize::from(self.place[entry].1)
    }

    /// Position of an entry: `port * offsets + offset`.
    pub fn position(&self, entry: usize) -> usize {
        usize::from(self.place[entry].0) * self.geometry.offsets + self.offset(entry)
    }

    /// S of equation 3, in shifts: the cost of all moves, without the shifts to the first access.
    pub fn shifts(&self, matrix: &MoveMatrix) -> u64 {
        let used = matrix.used();
        let cost = |i: usize, j: usize| {
            matrix.moves(i, j) * self.offset(i).abs_diff(self.offset(j)) as u64
        };
        used.iter().map(|&i| used.iter().map(|&j| cost(i, j)).sum::<u64>()).sum()
    }

    /// Shifts from the rest offset to the offset of the first access.
    pub fn initial_move(&self, matrix: &MoveMatrix) -> u64 {
        let rest = self.geometry.rest_offset();
        matrix.first().map_or(0, |first| rest.abs_diff(self.offset(first)) as u64)
    }

    /// Shifts of a head that starts at offset `start` and visits a sequence of entries.
    pub fn replay(&self, start: usize, accesses: impl IntoIterator<Item = usize>) -> u64 {
        let mut head = start;
        let shifts = accesses.into_iter().map(|entry| {
            let from = std::mem::replace(&mut head, self.offset(entry));
            from.abs_diff(head) as u64
        });
        shifts.sum()
    }

    /// Whether the entries and the positions correspond one to one.
    pub fn is_permutation(&self) -> bool {
        let mut seen = vec![false; self.geometry.positions()];
        let fresh = |&(port, offset): &(u8, u8)| {
            let position = usize::from(port) * self.geometry.offsets + usize::from(offset);
            self.geometry.contains(port, offset) && !std::mem::replace(&mut seen[position], true)
        };
        self.place.len() == self.geometry.positions() && self.place.iter().all(fresh)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn maps_are_permutations_in_every_geometry(ports in 1usize..=64, offsets in 1usize..=64) {
            let geometry = PortRegions { ports, offsets };
            prop_assert!(Map::direct(geometry).is_permutation());
            prop_assert!(Map::interleaved(geometry).is_permutation());
            let last = vec![vec![geometry.positions() - 1]];
            let map = Map::from_groups(geometry, &last);
            prop_assert!(map.is_permutation());
            prop_assert_eq!(map.place[geometry.positions() - 1], (0, 0));
        }
    }

    #[test]
    fn positions_follow_the_papers_formula() {
        let geometry = PortRegions { ports: 3, offsets: 5 };
        let map = Map::interleaved(geometry);
        assert_eq!((map.place[7], map.position(7)), ((1, 2), 7));
        assert_eq!(Map::direct(geometry).position(11), 11);
        assert_eq!(Map::direct(geometry).place[11], (2, 1));
    }

    #[test]
    fn a_map_that_meets_itself_is_none() {
        let mut map = Map::direct(PortRegions { ports: 2, offsets: 2 });
        map.place[0] = map.place[1];
        assert!(!map.is_permutation());
        map.place[0] = (2, 0);
        assert!(!map.is_permutation());
    }
}
