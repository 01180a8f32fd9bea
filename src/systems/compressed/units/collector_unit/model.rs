//! The collector unit's behaviour.

use super::{In, MAX_SLOTS, Out, Params};
use crate::bits::{LANES, WarpRegister};
use crate::systems::compressed::indirection::Indirection;

/// How far an operand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Free,
    /// Its entry is yet to come.
    Claimed,
    /// Parts are yet to come.
    Located,
    /// All parts are there and are to be converted.
    Converting,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    state: State,
    entry: Indirection,
    /// Whether each part is yet to be granted.
    left: [bool; 2],
    field: WarpRegister,
}

#[derive(Clone, Debug)]
pub struct Model {
    slots: Vec<Slot>,
    /// The slot whose part comes in this cycle.
    coming: Option<usize>,
    /// The slots that were served last: granted a part, converted.
    granted: usize,
    converted: usize,
}

/// A part that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    pub slot: usize,
    pub entry: Indirection,
    pub part: usize,
}

/// An operand that is offered to a converter.
#[derive(Clone, Copy, Debug)]
pub struct Conversion<'a> {
    pub slot: usize,
    pub slices: usize,
    pub data: &'a WarpRegister,
}

impl Model {
    /// The part that is asked for. State only.
    #[inline]
    pub fn request(&self) -> Option<Request> {
        let slot = self.next(self.granted, |slot| slot.left != [false; 2])?;
        let Slot { entry, left, .. } = &self.slots[slot];
        Some(Request { slot, entry: *entry, part: usize::from(!left[0]) })
    }

    /// The first slot behind the last one, round the end, that wants something.
    #[inline]
    fn next(&self, last: usize, wants: impl Fn(&Slot) -> bool) -> Option<usize> {
        let mut from_next = (last + 1..self.slots.len()).chain(0..=last);
        from_next.find(|slot| wants(&self.slots[*slot]))
    }

    /// The operand that is offered to a converter. State only.
    #[inline]
    pub fn conversion(&self) -> Option<Conversion<'_>> {
        if self.ends().is_some_and(|slot| !self.slots[slot].entry.converts()) {
            return None;
        }
        let slot = self.next(self.converted, |slot| slot.state == State::Converting)?;
        let Slot { entry, field, .. } = &self.slots[slot];
        Some(Conversion { slot, slices: entry.slices(), data: field })
    }

    /// The slot whose last part comes in this cycle. State only.
    #[inline]
    fn ends(&self) -> Option<usize> {
        self.coming.filter(|slot| self.slots[*slot].left == [false; 2])
    }

    /// Whether nothing changes in a cycle in which nothing comes. State only.
    #[inline]
    pub fn is_idle(&self) -> bool {
        self.slots.iter().all(|slot| slot.state == State::Free)
    }

    /// A slot's register is looked up from now on.
    #[inline]
    pub fn claim(&mut self, slot: usize) {
        let operand = &mut self.slots[slot];
        (operand.state, operand.field) = (State::Claimed, [0; LANES]);
    }

    /// Where a slot's register lies.
    #[inline]
    pub fn locate(&mut self, slot: usize, entry: Indirection) {
        let operand = &mut self.slots[slot];
        (operand.state, operand.entry) = (State::Located, entry);
        operand.left = [true, entry.is_split()];
    }

    /// The operand that is answered when this part and this converted operand come.
    #[inline]
    pub fn answer(
        &self,
        part: &WarpRegister,
        converted: Option<&WarpRegister>,
    ) -> Option<(usize, WarpRegister)> {
        match self.ends().filter(|slot| !self.slots[*slot].entry.converts()) {
            Some(slot) => Some((slot, merged(&self.slots[slot].field, part))),
            None => self.conversion().zip(converted).map(|(operand, data)| (operand.slot, *data)),
        }
    }

    /// The clock edge: the request is granted or not, this part has come, the operand that was
    /// offered is converted or not.
    #[inline]
    pub fn clock(&mut self, grant: bool, part: &WarpRegister, converted: bool) {
        let granted = self.request().filter(|_| grant);
        if let Some(slot) = self.conversion().map(|operand| operand.slot).filter(|_| converted) {
            self.slots[slot].state = State::Free;
            self.converted = slot;
        }
        let ends = self.ends().is_some();
        if let Some(slot) = self.coming {
            let operand = &mut self.slots[slot];
            operand.field = merged(&operand.field, part);
            if ends {
                let converts = operand.entry.converts();
                operand.state = if converts { State::Converting } else { State::Free };
            }
        }
        self.coming = granted.map(|request| {
            self.slots[request.slot].left[request.part] = false;
            self.granted = request.slot;
            request.slot
        });
    }

    /// As after reset.
    pub fn clear(&mut self) {
        for slot in &mut self.slots {
            (slot.state, slot.left) = (State::Free, [false; 2]);
        }
        (self.coming, self.granted, self.converted) = (None, 0, 0);
    }
}

#[inline]
fn merged(field: &WarpRegister, part: &WarpRegister) -> WarpRegister {
    std::array::from_fn(|lane| field[lane] | part[lane])
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
            field: [0; LANES],
        };
        Model { slots: vec![slot; params.slots], coming: None, granted: 0, converted: 0 }
    }

    fn outputs(&self, i: &In) -> Out {
        let mut o = Out::default();
        if let Some(Request { slot, entry, part }) = self.request() {
            (o.req_valid, o.req_slot) = (true, slot as u8);
            (o.req_entry, o.req_second) = (entry.word(), part == 1);
        }
        if let Some(Conversion { slices, data, .. }) = self.conversion() {
            (o.convert_valid, o.convert_slices, o.convert_data) = (true, slices as u8, *data);
        }
        let converted = Some(&i.converted).filter(|_| i.convert_grant);
        if let Some((slot, data)) = self.answer(&i.part, converted) {
            (o.rsp_valid, o.rsp_slot, o.rsp_data) = (true, slot as u8, data);
        }
        o
    }

    fn tick(&mut self, i: &In) {
        if !i.rst_n {
            return self.clear();
        }
        self.clock(i.grant, &i.part, i.convert_grant);
        for slot in 0..self.slots.len() {
            if i.located >> slot & 1 != 0 {
                self.locate(slot, Indirection::from_word(i.entry[slot]));
            }
            if i.claim >> slot & 1 != 0 {
                self.claim(slot);
            }
        }
    }

    /// Slots that are free are claimed, those that are claimed are located, by legal entries.
    fn accepts(&self, i: &In) -> bool {
        (0..MAX_SLOTS).all(|slot| {
            let is = |state| self.slots.get(slot).is_some_and(|slot| slot.state == state);
            let legal = Indirection::from_word(i.entry[slot]).is_legal();
            (i.claim >> slot & 1 == 0 || is(State::Free))
                && (i.located >> slot & 1 == 0 || is(State::Claimed) && legal)
        })
    }
}
