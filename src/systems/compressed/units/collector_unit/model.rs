//! The collector unit's behaviour.

use super::{In, MAX_SLOTS, Out, Params};
use crate::bits::{LANES, WarpRegister};
use crate::systems::compressed::indirection::Indirection;

/// Progress of a slot's operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Free,
    /// Waits for its table entry.
    Claimed,
    /// Waits for parts.
    Located,
    /// All parts have arrived; waits for a converter.
    Whole,
    /// In a converter.
    Converting,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    state: State,
    entry: Indirection,
    /// Whether each part is still to be granted.
    left: [bool; 2],
    /// Number of granted parts that have not arrived yet.
    due: u8,
    field: WarpRegister,
}

#[derive(Clone, Debug)]
pub struct Model {
    slots: Vec<Slot>,
    /// Slot whose part was granted last.
    granted: usize,
    /// Slot whose operand a converter took last.
    taken: usize,
}

/// Request for a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    pub slot: usize,
    pub entry: Indirection,
    pub part: usize,
    /// Whether it is the last part of the operand.
    pub last: bool,
}

/// An arriving part.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    pub slot: usize,
    /// Whether it is the last part of the operand.
    pub last: bool,
    /// Slices in place and extended.
    pub data: &'a WarpRegister,
}

/// Operand offered to a converter.
#[derive(Clone, Copy, Debug)]
pub struct Conversion<'a> {
    pub slot: usize,
    pub slices: usize,
    pub data: &'a WarpRegister,
}

impl Model {
    /// The requested part. State only.
    #[inline]
    pub fn request(&self) -> Option<Request> {
        let slot = self.next(self.granted, |slot| slot.left != [false; 2])?;
        let Slot { entry, left, .. } = &self.slots[slot];
        Some(Request { slot, entry: *entry, part: usize::from(!left[0]), last: *left != [true; 2] })
    }

    /// The first slot after `last`, in circular order, for which `wants` holds.
    #[inline]
    fn next(&self, last: usize, wants: impl Fn(&Slot) -> bool) -> Option<usize> {
        let mut from_next = (last + 1..self.slots.len()).chain(0..=last);
        from_next.find(|slot| wants(&self.slots[*slot]))
    }

    /// The operand offered to a converter. State only.
    #[inline]
    pub fn conversion(&self) -> Option<Conversion<'_>> {
        let slot = self.next(self.taken, |slot| slot.state == State::Whole)?;
        let Slot { entry, field, .. } = &self.slots[slot];
        Some(Conversion { slot, slices: entry.slices(), data: field })
    }

    /// Slots whose operand is in a converter, including the offered one if it is `taken` now. State
    /// only.
    pub fn converting(&self, taken: bool) -> impl Iterator<Item = usize> {
        let offered = self.conversion().map(|operand| operand.slot).filter(|_| taken);
        let has = |slot: &usize| self.slots[*slot].state == State::Converting;
        (0..self.slots.len()).filter(has).chain(offered)
    }

    /// Whether a converted operand can be answered in the cycle in which `part` (slot, last)
    /// arrives: no other operand is answered then.
    #[inline]
    pub fn converted_ready(&self, part: Option<(usize, bool)>) -> bool {
        self.unconverted(part).is_none()
    }

    /// The slot whose operand is completed by `part` (slot, last) and answered without conversion.
    #[inline]
    fn unconverted(&self, part: Option<(usize, bool)>) -> Option<usize> {
        let (slot, last) = part?;
        (last && !self.slots[slot].entry.converts()).then_some(slot)
    }

    /// Slots with parts that are granted but have not arrived, and whether the next one is the
    /// last. State only.
    pub fn due(&self) -> impl Iterator<Item = (usize, bool)> {
        let due = |(n, slot): (usize, &Slot)| {
            let last = slot.due == 1 && slot.left == [false; 2];
            (slot.due > 0).then_some((n, last))
        };
        self.slots.iter().enumerate().filter_map(due)
    }

    /// Whether all slots are free, so that a cycle without inputs changes nothing. State only.
    #[inline]
    pub fn is_idle(&self) -> bool {
        self.slots.iter().all(|slot| slot.state == State::Free)
    }

    /// Whether a slot may be claimed. State only.
    pub fn is_free(&self, slot: usize) -> bool {
        self.slots.get(slot).is_some_and(|slot| slot.state == State::Free)
    }

    /// Claims a slot, whose register is being looked up, and clears its field.
    #[inline]
    pub fn claim(&mut self, slot: usize) {
        let operand = &mut self.slots[slot];
        (operand.state, operand.field) = (State::Claimed, [0; LANES]);
    }

    /// Sets the table entry of a slot, whose parts may then be requested.
    #[inline]
    pub fn locate(&mut self, slot: usize, entry: Indirection) {
        let operand = &mut self.slots[slot];
        (operand.state, operand.entry) = (State::Located, entry);
        operand.left = [true, entry.is_split()];
    }

    /// The operand answered in a cycle, from the arriving part or the converted operand.
    #[inline]
    pub fn answer(
        &self,
        part: Option<Part<'_>>,
        converted: Option<(usize, &WarpRegister)>,
    ) -> Option<(usize, WarpRegister)> {
        let whole = part.filter(|part| self.unconverted(Some((part.slot, part.last))).is_some());
        match whole {
            Some(part) => Some((part.slot, merged(&self.slots[part.slot].field, part.data))),
            None => converted.map(|(slot, data)| (slot, *data)),
        }
    }

    /// The clock edge: `grant` accepts the request, `part` arrives, a converter takes the offered
    /// operand if `taken`, and the converted operand of slot `converted` comes back.
    #[inline]
    pub fn clock(
        &mut self,
        grant: bool,
        part: Option<Part<'_>>,
        taken: bool,
        converted: Option<usize>,
    ) {
        let granted = self.request().filter(|_| grant);
        if let Some(slot) = self.conversion().map(|operand| operand.slot).filter(|_| taken) {
            self.slots[slot].state = State::Converting;
            self.taken = slot;
        }
        if let Some(slot) = converted {
            self.slots[slot].state = State::Free;
        }
        if let Some(Part { slot, last, data }) = part {
            let operand = &mut self.slots[slot];
            operand.field = merged(&operand.field, data);
            operand.due -= 1;
            if last {
                let converts = operand.entry.converts();
                operand.state = if converts { State::Whole } else { State::Free };
            }
        }
        if let Some(request) = granted {
            let operand = &mut self.slots[request.slot];
            operand.left[request.part] = false;
            operand.due += 1;
            self.granted = request.slot;
        }
    }

    /// Resets the unit.
    pub fn clear(&mut self) {
        for slot in &mut self.slots {
            (slot.state, slot.left, slot.due) = (State::Free, [false; 2], 0);
        }
        (self.granted, self.taken) = (0, 0);
    }
}

#[inline]
fn merged(field: &WarpRegister, part: &WarpRegister) -> WarpRegister {
    std::array::from_fn(|lane| field[lane] | part[lane])
}

impl In {
    /// Slot of the arriving part, and whether it is the last one.
    fn coming(&self) -> Option<(usize, bool)> {
        self.part_valid.then_some((self.part_slot.into(), self.part_last))
    }

    fn part(&self) -> Option<Part<'_>> {
        self.coming().map(|(slot, last)| Part { slot, last, data: &self.part })
    }
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        let slot = Slot {
            state: State::Free,
            entry: Indirection::default(),
            left: [false; 2],
            due: 0,
            field: [0; LANES],
        };
        Model { slots: vec![slot; params.slots], granted: 0, taken: 0 }
    }

    fn outputs(&self, i: &In) -> Out {
        let mut o = Out::default();
        if let Some(Request { slot, entry, part, last }) = self.request() {
            (o.req_valid, o.req_slot) = (true, slot as u8);
            (o.req_entry, o.req_second, o.req_last) = (entry.word(), part == 1, last);
        }
        if let Some(Conversion { slot, slices, data }) = self.conversion() {
            (o.convert_valid, o.convert_slot) = (true, slot as u8);
            (o.convert_slices, o.convert_data) = (slices as u8, *data);
        }
        o.converted_ready = self.converted_ready(i.coming());
        let converted = i.converted_valid.then_some((i.converted_slot.into(), &i.converted));
        if let Some((slot, data)) = self.answer(i.part(), converted) {
            (o.rsp_valid, o.rsp_slot, o.rsp_data) = (true, slot as u8, data);
        }
        o
    }

    fn tick(&mut self, i: &In) {
        if !i.rst_n {
            return self.clear();
        }
        let converted = i.converted_valid.then_some(i.converted_slot.into());
        self.clock(i.grant, i.part(), i.convert_grant, converted);
        for slot in 0..self.slots.len() {
            if i.located >> slot & 1 != 0 {
                self.locate(slot, Indirection::from_word(i.entry[slot]));
            }
            if i.claim >> slot & 1 != 0 {
                self.claim(slot);
            }
        }
    }

    /// Only free slots are claimed, and only claimed slots are located, with legal entries. Only a
    /// granted part arrives. Only an operand in a converter comes back, when it can be answered.
    fn accepts(&self, i: &In) -> bool {
        let slot = usize::from(i.converted_slot);
        let comes_back = !i.converted_valid
            || self.converted_ready(i.coming())
                && self.converting(i.convert_grant).any(|n| n == slot);
        let operands = (0..MAX_SLOTS).all(|slot| {
            let is = |state| self.slots.get(slot).is_some_and(|slot| slot.state == state);
            let legal = Indirection::from_word(i.entry[slot]).is_legal();
            (i.claim >> slot & 1 == 0 || is(State::Free))
                && (i.located >> slot & 1 == 0 || is(State::Claimed) && legal)
        });
        let comes = i.coming().is_none_or(|part| self.due().any(|due| due == part));
        comes_back && comes && operands
    }
}
