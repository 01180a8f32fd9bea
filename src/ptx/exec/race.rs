//! Race detection: warps of a CTA that access the same shared byte without a barrier in between.

use super::memory::Area;

/// Kind of access to a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// A load.
    Read,
    /// A store.
    Write,
    /// Atomic or volatile: the program itself orders such accesses.
    Ordered,
}

/// Accesses to a byte since the last barrier.
#[derive(Clone, Copy, Default)]
struct Byte {
    /// Number of barriers before these accesses; accesses of an earlier epoch are ignored.
    epoch: u32,
    /// Number of the warp plus one; 0 for none.
    writer: u16,
    reader: u16,
}

/// The value of `reader` if several warps have read.
const SEVERAL: u16 = u16::MAX;

/// Detects races in the shared memory of a CTA.
#[derive(Clone)]
pub struct Races {
    bytes: Vec<Byte>,
    epoch: u32,
}

impl Races {
    /// Starts detection for this area, without any access so far.
    pub fn new(shared: &Area) -> Races {
        Races { bytes: vec![Byte::default(); shared.bytes.len()], epoch: 0 }
    }

    /// Starts a new epoch: a barrier has completed.
    pub fn barrier(&mut self) {
        self.epoch += 1;
    }

    /// Records an access of a warp. True if another warp has accessed a byte of it and one of the
    /// two writes.
    pub fn touch(&mut self, at: usize, size: usize, warp: usize, touch: Touch) -> bool {
        if touch == Touch::Ordered {
            return false;
        }
        let (me, epoch) = (warp as u16 + 1, self.epoch);
        let mut race = false;
        for byte in &mut self.bytes[at..at + size] {
            if byte.epoch != epoch {
                *byte = Byte { epoch, ..Byte::default() };
            }
            let other = |who: u16| who != 0 && who != me;
            race |= other(byte.writer);
            match touch {
                Touch::Write => {
                    race |= other(byte.reader);
                    byte.writer = me;
                }
                _ if byte.reader == 0 || byte.reader == me => byte.reader = me,
                _ => byte.reader = SEVERAL,
            }
        }
        race
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn races() -> Races {
        Races::new(&Area::unknown("shared memory", 0, 16))
    }

    #[test]
    fn two_warps_conflict_if_one_writes() {
        let mut races = races();
        assert!(!races.touch(0, 4, 0, Touch::Write));
        assert!(!races.touch(0, 4, 0, Touch::Read));
        assert!(!races.touch(4, 4, 1, Touch::Write));
        assert!(races.touch(0, 4, 1, Touch::Read));
        assert!(!races.touch(0, 4, 1, Touch::Ordered));
    }

    #[test]
    fn readers_do_not_conflict_but_a_writer_with_any_of_them() {
        let mut races = races();
        assert!(!races.touch(8, 4, 0, Touch::Read) && !races.touch(8, 4, 1, Touch::Read));
        assert!(races.touch(11, 1, 0, Touch::Write));
    }

    #[test]
    fn a_barrier_parts_them() {
        let mut races = races();
        assert!(!races.touch(0, 8, 0, Touch::Write));
        races.barrier();
        assert!(!races.touch(0, 8, 1, Touch::Read));
        races.barrier();
        assert!(!races.touch(0, 8, 0, Touch::Write));
    }
}
