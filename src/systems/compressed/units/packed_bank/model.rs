//! The bank's behaviour: requests go directly to the storage.

use super::{In, Out, Params, SharedOut};
use crate::bits::WarpRegister;
use crate::systems::compressed::indirection::slice_bits;
use crate::units::bank::{Action as _, Storage, Wanted, Write};

/// Behavioural model of a bank of packed registers.
#[derive(Clone, Debug)]
pub struct Model<S> {
    storage: S,
    two_ports: bool,
}

impl<S: Storage> Model<S> {
    /// The storage of a bank.
    #[inline]
    pub fn storage(&self) -> &S {
        &self.storage
    }

    /// The request to the storage: rows of the entries to read and to write. State only.
    #[inline]
    pub fn wanted(&self, read: Option<u16>, write: Option<u16>) -> Wanted {
        let row = |entry| self.storage.row(entry);
        Wanted { read: read.map(row), write: write.map(row), ..Wanted::default() }
    }

    /// Data of the last read. State only.
    #[inline]
    pub fn read_data(&self) -> &WarpRegister {
        self.storage.read_data()
    }

    /// The clock edge: the storage performs `action` for the request `wanted`. A write has
    /// its lane mask, slice mask and data.
    #[inline]
    pub fn clock(
        &mut self,
        action: S::Action,
        wanted: &Wanted,
        (lane_mask, slice_mask, data): (u32, u8, &WarpRegister),
        own: &S::In,
    ) {
        let read = wanted.read.filter(|_| action.reads());
        let write = wanted.write.filter(|_| action.writes());
        let bits = slice_bits(slice_mask);
        let write = write.map(|row| Write { row, lane_mask, bits, data });
        self.storage.clock(action, read, write, own);
    }

    /// Resets the storage. Its contents are undefined, as the contract says.
    pub fn clear(&mut self) {
        self.storage.clear();
    }
}

impl<S: Storage> Model<S> {
    fn asked(&self, i: &In<S>) -> Wanted {
        let i = &i.shared;
        self.wanted(i.read_valid.then_some(i.read_entry), i.write_valid.then_some(i.write_entry))
    }
}

impl<S: Storage> crate::units::Model for Model<S> {
    type Params = Params<S>;
    type In = In<S>;
    type Out = Out<S>;

    fn new(params: &Params<S>) -> Self {
        Model { storage: S::new(&params.own), two_ports: params.shared.front.two_ports }
    }

    fn outputs(&self, i: &In<S>) -> Out<S> {
        let wanted = self.asked(i);
        let action = self.storage.decide(&wanted, i.shared.grant, &i.own);
        let shared = SharedOut {
            read: action.reads(),
            write: action.writes(),
            rsp_valid: self.storage.answer().is_some(),
            rsp_data: *self.storage.read_data(),
        };
        Out::<S> { shared, own: self.storage.outputs(&wanted, action) }
    }

    fn tick(&mut self, i: &In<S>) {
        if !i.shared.rst_n {
            return self.clear();
        }
        let wanted = self.asked(i);
        let action = self.storage.decide(&wanted, i.shared.grant, &i.own);
        let written = (i.shared.write_lane_mask, i.shared.write_slice_mask, &i.shared.write_data);
        self.clock(action, &wanted, written, &i.own);
    }

    fn accepts(&self, i: &In<S>) -> bool {
        let front = &i.shared;
        let meet = !self.two_ports || front.read_entry == front.write_entry;
        let both = front.read_valid && front.write_valid;
        (!front.read_valid || self.storage.holds(front.read_entry))
            && (!front.write_valid || self.storage.holds(front.write_entry))
            && self.storage.accepts(&i.own)
            && !(both && meet)
    }
}
