//! Behavioural model of the merge unit.

use super::{In, Out, PATIENCE, Params, SOURCES};
use crate::bits::{LANES, WarpRegister};

/// Sources, lanes and destination of a job.
#[derive(Clone, Copy, Debug, Default)]
pub struct Job {
    pub copy: bool,
    /// First lane of the result.
    pub first: u8,
    /// Last lane of the result.
    pub last: u8,
    /// Last lane that comes from register a.
    pub split: u8,
    /// Physical registers a and b.
    pub sources: [u16; SOURCES],
    /// Distance from a lane of the result to the lane of each source, in two's complement.
    pub shifts: [u8; SOURCES],
    pub dest: u16,
}

#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    busy: bool,
    job: Job,
    /// Sources whose read is not answered yet, one bit each.
    held: u8,
    /// Whether the read of the lowest held source was accepted.
    asked: bool,
    /// Consecutive cycles without progress, up to `PATIENCE`.
    waited: u8,
    result: WarpRegister,
}

impl Model {
    /// Whether a job is in flight. State only.
    #[inline]
    pub fn busy(&self) -> bool {
        self.busy
    }

    /// Sources whose read is not answered yet, one bit each. State only.
    #[inline]
    pub fn held(&self) -> u8 {
        self.held
    }

    /// Registers a and b of the job. State only.
    #[inline]
    pub fn sources(&self) -> [u16; SOURCES] {
        self.job.sources
    }

    /// Sources that are held in the next cycle, one bit each, and their registers, 0 if not held.
    #[inline]
    fn holds(&self, i: &In) -> (u8, [u16; SOURCES]) {
        let answered = u8::from(i.rsp_valid) << self.turn();
        let (hold, sources) = match (i.rst_n, i.start) {
            (false, _) => (0, [0; SOURCES]),
            (true, true) => (if i.copy { 1 } else { 3 }, [i.a_phys, i.b_phys]),
            (true, false) => (self.held & !answered, self.job.sources),
        };
        (hold, std::array::from_fn(|n| sources[n] * u16::from(hold >> n & 1)))
    }

    /// The source that is read or answered next: 0 for register a, 1 for b.
    #[inline]
    fn turn(&self) -> usize {
        usize::from(self.held & 1 == 0)
    }

    /// The register whose read is offered. State only.
    #[inline]
    fn read(&self) -> Option<u16> {
        (self.held != 0 && !self.asked).then(|| self.job.sources[self.turn()])
    }

    /// The register whose write is offered, and its value. State only.
    #[inline]
    pub fn write(&self) -> Option<(u16, &WarpRegister)> {
        (self.busy && self.held == 0).then_some((self.job.dest, &self.result))
    }

    /// Begins a job. No job may be in flight.
    #[inline]
    pub fn start(&mut self, job: Job) {
        (self.busy, self.job) = (true, job);
        (self.held, self.asked, self.waited) = (if job.copy { 1 } else { 3 }, false, 0);
        self.result = [0; LANES];
    }

    /// Advances the job by one cycle and counts cycles without progress.
    #[inline]
    fn proceed(&mut self, i: &In) {
        let (reads, writes) = (self.read().is_some(), self.write().is_some());
        let refused = reads && !i.read_ready || writes && !i.write_ready;
        let waits = refused || self.asked && !i.rsp_valid;
        self.waited = if waits { (self.waited + 1).min(PATIENCE) } else { 0 };
        self.asked |= reads && i.read_ready;
        self.busy &= !(writes && i.write_ready);
        if i.rsp_valid {
            self.answer(&i.rsp_data);
        }
    }

    /// Takes the answer to the read of a source.
    #[inline]
    pub fn answer(&mut self, data: &WarpRegister) {
        let which = self.turn();
        self.held &= !(1 << which);
        self.asked = false;
        if self.job.copy {
            self.result = *data;
            return;
        }
        let sign = 1 << self.params.index_bits();
        let raw = i32::from(self.job.shifts[which]);
        let shift = (raw ^ sign) - sign;
        for lane in self.lanes(which, shift) {
            let source = (lane as i32 + shift) as usize & (self.params.lanes - 1);
            self.result[lane] |= data[source];
        }
    }

    /// Lanes of the result that come from a source.
    #[inline]
    fn lanes(&self, which: usize, shift: i32) -> std::ops::Range<usize> {
        let lanes = self.params.lanes as i32;
        let Job { first, last, split, .. } = self.job;
        let (from, to) = match (self.params.plain, which) {
            (true, _) => (-shift, lanes - shift),
            (false, 0) => (first.into(), i32::from(split) + 1),
            (false, _) => (i32::from(split) + 1, i32::from(last) + 1),
        };
        from.max(0) as usize..to.clamp(0, lanes) as usize
    }

    /// Resets the unit.
    pub fn clear(&mut self) {
        (self.busy, self.held, self.asked) = (false, 0, false);
    }
}

/// The job that the inputs describe.
#[inline]
fn job(i: &In) -> Job {
    Job {
        copy: i.copy,
        first: i.first,
        last: i.last,
        split: i.split,
        sources: [i.a_phys, i.b_phys],
        shifts: [i.a_shift, i.b_shift],
        dest: i.dest_phys,
    }
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        Model {
            params: *params,
            busy: false,
            job: Job::default(),
            held: 0,
            asked: false,
            waited: 0,
            result: [0; LANES],
        }
    }

    #[inline]
    fn outputs(&self, i: &In) -> Out {
        let (busy, held, held_phys) = (self.busy, self.held, self.job.sources);
        let (hold, hold_phys) = self.holds(i);
        let mut o = Out { busy, held, held_phys, hold, hold_phys, ..Out::default() };
        if let Some(phys) = self.read() {
            (o.read_valid, o.read_phys) = (true, phys);
        }
        if let Some((phys, data)) = self.write() {
            (o.write_valid, o.write_phys, o.write_data) = (true, phys, *data);
        }
        o.urgent = busy && self.waited == PATIENCE;
        o
    }

    #[inline]
    fn tick(&mut self, i: &In) {
        if !i.rst_n {
            return self.clear();
        }
        if i.start {
            return self.start(job(i));
        }
        self.proceed(i);
    }

    /// A job begins only while none is in flight, and its source lanes exist. An answer comes only
    /// after an accepted read.
    fn accepts(&self, i: &In) -> bool {
        let lanes = self.params.lanes as i32;
        let sign = lanes;
        let inside = |from: i32, to: i32, shift: u8| {
            let shift = (i32::from(shift) ^ sign) - sign;
            from > to || from + shift >= 0 && to + shift < lanes
        };
        let (first, last, split) = (i.first.into(), i.last.into(), i32::from(i.split));
        let merges = first <= split
            && split <= last
            && last < lanes
            && inside(first, split, i.a_shift)
            && inside(split + 1, last, i.b_shift);
        let starts = !i.start || !self.busy && !i.rsp_valid && (i.copy || merges);
        starts && (!i.rsp_valid || self.asked)
    }
}
