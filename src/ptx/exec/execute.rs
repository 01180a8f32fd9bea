//! Executes the effects of an instruction on values and memory, for the lanes of a warp. Control
//! flow is in [`super::SimtStack`].

use super::atomic::update;
use super::fault::{Doubt, Trouble};
use super::memory::{Area, Memory, Refusal, in_window};
use super::race::{Races, Touch};
use super::texture;
use crate::bits::LANES;
use crate::ptx::alu::{self, Source, Value};
use crate::ptx::isa::{
    Access, Atomic, AtomicOp, Compare, Op, Order, Shuffle, Space, Texture, Type, Vote,
};
use crate::ptx::kernel::window;
use arrayvec::ArrayVec;

/// Operands of an instruction, in order: values, and separately predicates.
#[derive(Default)]
pub struct Inputs<'a> {
    /// Values of the sources that are not predicates, in order.
    pub values: ArrayVec<Source<'a>, 12>,
    /// Masks of the predicate sources, in order; bit n is lane n.
    pub predicates: ArrayVec<u32, 4>,
}

/// Results of an instruction: destination n is `values[n]` or, for a predicate, `predicates[n]`.
/// Only the executing lanes are valid.
pub struct Outputs {
    /// Values, by destination.
    pub values: [Value; 8],
    /// Masks of predicates, by destination; bit n is lane n.
    pub predicates: [u32; 2],
    /// Loads, stores and atomics: each lane's address in its state space. Textures: the address of
    /// the texel's first channel in global memory, or [`texture::OUTSIDE`].
    pub addresses: [u64; LANES],
}

impl Default for Outputs {
    fn default() -> Self {
        let zero = Value { lo: [0; LANES], hi: [0; LANES] };
        Outputs { values: [zero; 8], predicates: [0; 2], addresses: [0; LANES] }
    }
}

/// A fault and the lane in which it happened.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneTrouble {
    /// Lane in the warp, 0 to 31.
    pub lane: usize,
    /// Cause of the end of the run.
    pub trouble: Trouble,
}

/// The memories and textures that a warp can access.
pub struct World<'a> {
    /// Global memory, module variables, buffers.
    pub memory: &'a mut Memory,
    /// Shared memory of the CTA.
    pub shared: &'a mut Area,
    /// Local memory of the warp: `local_bytes` for each thread, thread by thread.
    pub local: &'a mut Area,
    /// Local memory of a thread, bytes.
    pub local_bytes: u64,
    /// Parameter space of the kernel.
    pub params: &'a mut Area,
    /// Textures of the launch.
    pub textures: &'a texture::Textures,
    /// Number of the warp in its CTA.
    pub warp: usize,
    /// Lanes of the warp whose thread has not ended.
    pub living: u32,
    /// Race detection in shared memory; `None` if it is off.
    pub races: Option<&'a mut Races>,
    /// The first doubtful behaviour, and its lane.
    pub doubtful: Option<(Doubt, usize)>,
}

/// Executes an instruction that is neither control flow nor a barrier, for these lanes.
///
/// # Errors
/// The first lane with illegal behaviour.
#[inline]
pub fn execute(
    op: &Op,
    inputs: &Inputs,
    lanes: u32,
    world: &mut World,
    out: &mut Outputs,
) -> Result<(), LaneTrouble> {
    let values = &inputs.values;
    let predicate = |n: usize| inputs.predicates.get(n).copied().unwrap_or(u32::MAX);
    match op {
        Op::Compute(compute) => alu::compute(compute, values, &mut out.values[0]),
        Op::Compare(compare) => self::compare(compare, values, predicate(0), out),
        Op::Classify(classify) => out.predicates[0] = alu::classify(classify, values[0]),
        Op::Logic(logic) => out.predicates[0] = alu::logic(*logic, predicate(0), predicate(1)),
        Op::Select(ty) => {
            alu::select(*ty, values[0], values[1], predicate(0), &mut out.values[0]);
        }
        Op::Pack(ty) => alu::pack(*ty, values, &mut out.values[0]),
        Op::Unpack(ty) => alu::unpack(*ty, values[0], &mut out.values),
        Op::Carry(carry) => {
            let carry_in = if carry.carry_in { predicate(0) } else { 0 };
            out.predicates[1] = alu::carry(carry, values, carry_in, &mut out.values[0]);
        }
        Op::Load(access) => return load(access, values, lanes, world, out),
        Op::Store(access) => return store(access, values, lanes, world, out),
        Op::Atomic(atomic) => return self::atomic(atomic, values, lanes, world, out),
        Op::Texture(texture) => return sample(texture, values, lanes, world, out),
        Op::Shuffle(kind) => shuffle(*kind, values, lanes, world, out),
        Op::Vote { kind, negated } => {
            let wanted = if *negated { !predicate(0) } else { predicate(0) };
            vote(*kind, wanted, values.first(), lanes, out);
            world.expect_members(values.first(), lanes);
        }
        Op::Match { all, ty } => {
            matching(*all, ty.bits() == 64, values, lanes, out);
            world.expect_members(values.get(1), lanes);
        }
        Op::Reduce { op, ty } => {
            reduce(*op, *ty, values, lanes, out);
            world.expect_members(values.get(1), lanes);
        }
        Op::WarpBarrier => world.expect_members(values.first(), lanes),
        Op::ActiveMask => out.values[0].lo = [lanes; LANES],
        Op::Branch(_)
        | Op::BranchIndexed(_)
        | Op::Barrier(_)
        | Op::Fence(_)
        | Op::Exit
        | Op::Trap
        | Op::Nop => {}
    }
    Ok(())
}

fn compare(op: &Compare, values: &[Source], combine: u32, out: &mut Outputs) {
    match op.value {
        Some(ty) => {
            let truths = alu::compare(op, values[0], values[1], combine);
            alu::as_value(ty, truths, &mut out.values[0]);
        }
        None => out.predicates = alu::compare_both(op, values[0], values[1], combine),
    }
}

/// The lanes of a mask, ascending.
#[inline]
fn each(mut lanes: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = lanes.trailing_zeros() as usize;
        lanes &= lanes.wrapping_sub(1);
        (lane < LANES).then_some(lane)
    })
}

/// Each lane's address in its state space.
fn addresses(access: &Access, base: Source, out: &mut [u64; LANES]) {
    let offset = access.offset as u64;
    match access.narrow {
        true => {
            for (address, low) in out.iter_mut().zip(base.lo) {
                *address = u64::from(low.wrapping_add(offset as u32));
            }
        }
        false => {
            for ((address, low), high) in out.iter_mut().zip(base.lo).zip(base.hi) {
                *address = (u64::from(*high) << 32 | u64::from(*low)).wrapping_add(offset);
            }
        }
    }
}

impl World<'_> {
    /// The area of a lane's access, and the offset of the access in the area.
    #[inline]
    fn find(
        &mut self,
        space: Space,
        lane: usize,
        address: u64,
        size: usize,
        touch: Touch,
    ) -> Result<(&mut Area, usize), Refusal> {
        // Start of the access in an area of `bytes` bytes.
        let within = |area: &Area, bytes: u64| {
            if address > bytes || bytes - address < size as u64 {
                return Err(Refusal::OutOfBounds { nearest: area.name.clone(), bytes });
            }
            match address.is_multiple_of(size as u64) {
                true => Ok(address as usize),
                false => Err(Refusal::Misaligned),
            }
        };
        let own = lane * self.local_bytes as usize;
        match space {
            Space::Global | Space::Const => self.memory.find(address, size),
            Space::Shared => {
                let at = within(self.shared, self.shared.bytes.len() as u64)?;
                if let Some(races) = &mut self.races
                    && races.touch(at, size, self.warp, touch)
                {
                    self.doubtful = self.doubtful.or(Some((Doubt::Race, lane)));
                }
                Ok((self.shared, at))
            }
            Space::Local => {
                let at = within(self.local, self.local_bytes)?;
                Ok((self.local, own + at))
            }
            Space::Param => {
                let at = within(self.params, self.params.bytes.len() as u64)?;
                Ok((self.params, at))
            }
            Space::Generic => {
                let windows = [
                    (window::SHARED, Space::Shared),
                    (window::LOCAL, Space::Local),
                    (window::PARAM, Space::Param),
                ];
                match windows.into_iter().find(|(start, _)| in_window(address, *start)) {
                    Some((start, space)) => self.find(space, lane, address - start, size, touch),
                    None => self.memory.find(address, size),
                }
            }
        }
    }

    /// Reports a lane whose member mask names a live lane that does not execute the instruction. A
    /// GPU would wait for that lane. A SIMT stack cannot wait and continues with the executing
    /// lanes.
    fn expect_members(&mut self, mask: Option<&Source>, lanes: u32) {
        let absent = self.living & !lanes;
        if let Some(mask) = mask.filter(|_| absent != 0)
            && let Some(lane) = each(lanes).find(|&lane| mask.lo[lane] & absent != 0)
        {
            self.doubtful = self.doubtful.or(Some((Doubt::AbsentMember, lane)));
        }
    }

    /// The area of a lane's store, and the offset of the store in the area.
    fn find_to_store(
        &mut self,
        access: &Access,
        lane: usize,
        address: u64,
        touch: Touch,
    ) -> Result<(&mut Area, usize), LaneTrouble> {
        let size = size_of_access(access);
        let found = self.find(access.space, lane, address, size, touch);
        let writable = found.and_then(|(area, at)| match area.read_only {
            true => Err(Refusal::ReadOnly { name: area.name.clone() }),
            false => Ok((area, at)),
        });
        writable.map_err(|refusal| refused(access, lane, address, true, refusal))
    }
}

/// Size of all elements together, in bytes.
fn size_of_access(access: &Access) -> usize {
    access.ty.bytes() as usize * usize::from(access.elements)
}

fn refused(
    access: &Access,
    lane: usize,
    address: u64,
    store: bool,
    refusal: Refusal,
) -> LaneTrouble {
    let bytes = size_of_access(access);
    let trouble = Trouble::Access { space: access.space, address, bytes, store, refusal };
    LaneTrouble { lane, trouble }
}

fn load(
    access: &Access,
    values: &[Source],
    lanes: u32,
    world: &mut World,
    out: &mut Outputs,
) -> Result<(), LaneTrouble> {
    addresses(access, values[0], &mut out.addresses);
    let size = access.ty.bytes() as usize;
    let elements = usize::from(access.elements);
    if let Some(unknown) = load_likely(access, lanes, world, out) {
        world.doubtful = world.doubtful.or(unknown.map(|lane| (Doubt::UninitialisedMemory, lane)));
        return Ok(());
    }
    let touch = if access.order == Order::Volatile { Touch::Ordered } else { Touch::Read };
    let mut unknown = None;
    for lane in each(lanes) {
        let address = out.addresses[lane];
        let (area, at) = world
            .find(access.space, lane, address, size * elements, touch)
            .map_err(|refusal| refused(access, lane, address, false, refusal))?;
        let values = &mut out.values[..elements];
        if !load_lane(area, at, access.ty.is_signed(), size, values, lane) {
            unknown = unknown.or(Some(lane));
        }
    }
    world.doubtful = world.doubtful.or(unknown.map(|lane| (Doubt::UninitialisedMemory, lane)));
    Ok(())
}

/// The area of the first lane's address, which is likely the area of all lanes.
fn likely_area<'a>(access: &Access, first: u64, world: &'a mut World) -> Option<&'a mut Area> {
    match access.space {
        Space::Global | Space::Const => world.memory.below(first),
        Space::Shared if world.races.is_none() => Some(world.shared),
        Space::Param => Some(world.params),
        _ => None,
    }
}

/// Loads all lanes from one area, the usual case, without a search per lane. Returns the first lane
/// that reads uninitialised memory. `None` if the lanes use several areas, or if there is a fault.
fn load_likely(
    access: &Access,
    lanes: u32,
    world: &mut World,
    out: &mut Outputs,
) -> Option<Option<usize>> {
    let area = likely_area(access, out.addresses[each(lanes).next()?], world)?;
    match (access.ty.bytes(), access.elements) {
        (4, 1) => load_from(area, access, 4, 1, lanes, out),
        (size, elements) => load_from(area, access, size as usize, elements.into(), lanes, out),
    }
}

/// Loads all lanes from one area; `size` and `elements` are those of the access. Returns the same
/// as [`load_likely`].
// Inlined, so that the usual access is compiled with its size as a constant.
#[inline(always)]
fn load_from(
    area: &Area,
    access: &Access,
    size: usize,
    elements: usize,
    lanes: u32,
    out: &mut Outputs,
) -> Option<Option<usize>> {
    let bytes = size * elements;
    let mut unknown = None;
    for lane in each(lanes) {
        let address = out.addresses[lane];
        let at = area.at(address, bytes).filter(|_| address.is_multiple_of(bytes as u64))?;
        let values = &mut out.values[..elements];
        if !load_lane(area, at, access.ty.is_signed(), size, values, lane) {
            unknown = unknown.or(Some(lane));
        }
    }
    Some(unknown)
}

/// Loads a lane's elements of this size; returns whether all of them were written before.
#[inline(always)]
fn load_lane(
    area: &Area,
    at: usize,
    signed: bool,
    size: usize,
    values: &mut [Value],
    lane: usize,
) -> bool {
    let mut all_known = true;
    for (n, value) in values.iter_mut().enumerate() {
        let (bits, known) = area.load(at + n * size, size);
        let bits = if signed { sign_extended(bits, size) } else { bits };
        (value.lo[lane], value.hi[lane]) = (bits as u32, (bits >> 32) as u32);
        all_known &= known;
    }
    all_known
}

fn sign_extended(bits: u64, bytes: usize) -> u64 {
    let spare = 64 - 8 * bytes as u32;
    ((bits << spare) as i64 >> spare) as u64
}

fn store(
    access: &Access,
    values: &[Source],
    lanes: u32,
    world: &mut World,
    out: &mut Outputs,
) -> Result<(), LaneTrouble> {
    addresses(access, values[0], &mut out.addresses);
    let size = access.ty.bytes() as usize;
    let elements = usize::from(access.elements);
    if store_likely(access, values, lanes, world, out).is_some() {
        return Ok(());
    }
    let touch = if access.order == Order::Volatile { Touch::Ordered } else { Touch::Write };
    for lane in each(lanes) {
        let address = out.addresses[lane];
        let (area, at) = world.find_to_store(access, lane, address, touch)?;
        for (n, value) in values[1..=elements].iter().enumerate() {
            area.store(at + n * size, size, join(value, lane));
        }
    }
    Ok(())
}

/// Stores all lanes to one area, like [`load_likely`]. On `None`, some lanes may have been stored
/// already.
fn store_likely(
    access: &Access,
    values: &[Source],
    lanes: u32,
    world: &mut World,
    out: &Outputs,
) -> Option<()> {
    let area = likely_area(access, out.addresses[each(lanes).next()?], world)?;
    if area.read_only {
        return None;
    }
    match (access.ty.bytes(), access.elements) {
        (4, 1) => store_to(area, values, 4, 1, lanes, out),
        (size, elements) => store_to(area, values, size as usize, elements.into(), lanes, out),
    }
}

/// Stores all lanes to one area, like [`load_from`].
#[inline(always)]
fn store_to(
    area: &mut Area,
    values: &[Source],
    size: usize,
    elements: usize,
    lanes: u32,
    out: &Outputs,
) -> Option<()> {
    let bytes = size * elements;
    for lane in each(lanes) {
        let address = out.addresses[lane];
        let at = area.at(address, bytes).filter(|_| address.is_multiple_of(bytes as u64))?;
        for (n, value) in values[1..=elements].iter().enumerate() {
            area.store(at + n * size, size, join(value, lane));
        }
    }
    Some(())
}

fn join(value: &Source, lane: usize) -> u64 {
    u64::from(value.hi[lane]) << 32 | u64::from(value.lo[lane])
}

/// Whether an address of this space is in shared memory.
fn is_shared(space: Space, address: u64) -> bool {
    let window = window::SHARED..window::SHARED + window::BYTES;
    space == Space::Shared || space == Space::Generic && window.contains(&address)
}

fn atomic(
    atomic: &Atomic,
    values: &[Source],
    lanes: u32,
    world: &mut World,
    out: &mut Outputs,
) -> Result<(), LaneTrouble> {
    let access = &atomic.access;
    addresses(access, values[0], &mut out.addresses);
    let size = access.ty.bytes() as usize;
    for lane in each(lanes) {
        let address = out.addresses[lane];
        let (area, at) = world.find_to_store(access, lane, address, Touch::Ordered)?;
        let (old, known) = area.load(at, size);
        let operand = |n: usize| values.get(n).map_or(0, |value| join(value, lane));
        let flush = access.ty == Type::F32 && !is_shared(access.space, address);
        let new = update(atomic.op, access.ty, flush, old, operand(1), operand(2));
        area.store(at, size, new);
        let value = &mut out.values[0];
        (value.lo[lane], value.hi[lane]) = (old as u32, (old >> 32) as u32);
        if !known {
            world.doubtful = world.doubtful.or(Some((Doubt::UninitialisedMemory, lane)));
        }
    }
    Ok(())
}

fn sample(
    texture: &Texture,
    values: &[Source],
    lanes: u32,
    world: &mut World,
    out: &mut Outputs,
) -> Result<(), LaneTrouble> {
    for lane in each(lanes) {
        let (handle, coordinates) = match texture.reference {
            Some(_) => (0, values),
            None => (join(&values[0], lane), &values[1..]),
        };
        let object = match texture.reference {
            Some(n) => world.textures.reference(n),
            None => world.textures.object(handle),
        };
        let Some(object) = object else {
            let name = match texture.reference {
                Some(n) => world.textures.name(n).to_string(),
                None => format!("handle {handle:#x}"),
            };
            return Err(LaneTrouble { lane, trouble: Trouble::Texture { name } });
        };
        let mut at = [0; 3];
        at.iter_mut().zip(coordinates).for_each(|(at, value)| *at = value.lo[lane]);
        let address = object.find(texture, at);
        out.addresses[lane] = address;
        let channels = object.read(address, texture.to, world.memory);
        for (value, word) in out.values.iter_mut().zip(channels) {
            value.lo[lane] = word;
        }
    }
    Ok(())
}

/// Each lane takes the value of another lane, or keeps its own if that lane is out of range. The
/// value of a lane that does not execute is undefined: it is read as 0 and reported as doubtful.
fn shuffle(kind: Shuffle, values: &[Source], lanes: u32, world: &mut World, out: &mut Outputs) {
    let mut source_in_range = 0;
    let mut from_inactive = 0;
    for lane in 0..LANES as u32 {
        let n = lane as usize;
        let (distance, control) = (values[1].lo[n] & 31, values[2].lo[n]);
        let (clamp, segment) = (control & 31, control >> 8 & 31);
        let max = (lane & segment) | (clamp & !segment);
        let min = lane & segment;
        let (from, in_range) = match kind {
            Shuffle::Up => {
                let from = lane.wrapping_sub(distance);
                (from, from as i32 >= max as i32)
            }
            Shuffle::Down => (lane + distance, lane + distance <= max),
            Shuffle::Butterfly => (lane ^ distance, lane ^ distance <= max),
            Shuffle::Index => {
                let from = min | (distance & !segment);
                (from, from <= max)
            }
        };
        let from = if in_range { from as usize % LANES } else { n };
        let executes = lanes >> from & 1 != 0;
        source_in_range |= u32::from(in_range) << lane;
        from_inactive |= u32::from(!executes) << lane;
        out.values[0].lo[n] = if executes { values[0].lo[from] } else { 0 };
    }
    out.predicates[1] = source_in_range;
    if let Some(lane) = each(from_inactive & lanes).next() {
        world.doubtful = world.doubtful.or(Some((Doubt::InactiveLane, lane)));
    }
    world.expect_members(values.get(3), lanes);
}

/// The lanes that take part in a vote or comparison with a lane: those in its member mask, if it
/// has one.
fn members(mask: Option<&Source>, lane: usize, lanes: u32) -> u32 {
    lanes & mask.map_or(u32::MAX, |mask| mask.lo[lane])
}

fn vote(kind: Vote, wanted: u32, mask: Option<&Source>, lanes: u32, out: &mut Outputs) {
    out.predicates[0] = 0;
    for lane in 0..LANES {
        let asked = members(mask, lane, lanes);
        let wanted = wanted & asked;
        let truth = match kind {
            Vote::All => wanted == asked,
            Vote::Any => wanted != 0,
            Vote::Uniform => wanted == asked || wanted == 0,
            Vote::Ballot => {
                out.values[0].lo[lane] = wanted;
                continue;
            }
        };
        out.predicates[0] |= u32::from(truth) << lane;
    }
}

/// For each lane, reduces the values of its members.
fn reduce(op: AtomicOp, ty: Type, values: &[Source], lanes: u32, out: &mut Outputs) {
    let of = |lane: usize| u64::from(values[0].lo[lane]);
    for lane in each(lanes) {
        let asked = each(members(values.get(1), lane, lanes)).map(of);
        let all = asked.reduce(|sum, value| update(op, ty, false, sum, value, 0));
        out.values[0].lo[lane] = all.unwrap_or(0) as u32;
    }
}

/// For each lane, the mask of the members that have its value; with `all`, of all members if all
/// have it.
fn matching(all: bool, wide: bool, values: &[Source], lanes: u32, out: &mut Outputs) {
    let value = values[0];
    let of = |lane: usize| (value.lo[lane], if wide { value.hi[lane] } else { 0 });
    out.predicates[1] = 0;
    for lane in each(lanes) {
        let asked = members(values.get(1), lane, lanes);
        let equal = each(asked).filter(|&other| of(other) == of(lane));
        let same = equal.fold(0, |mask, other| mask | 1 << other);
        let agree = same == asked;
        out.predicates[1] |= u32::from(agree) << lane;
        out.values[0].lo[lane] = if all && !agree { 0 } else { same };
    }
}
