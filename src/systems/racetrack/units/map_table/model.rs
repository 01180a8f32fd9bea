//! Model of the map table.

use super::{In, Out, Params};
use crate::systems::racetrack::units::PortRegions;

#[derive(Clone, Debug)]
pub struct Model {
    geometry: PortRegions,
    /// Loaded port region and offset of each entry.
    places: Vec<(u8, u8)>,
    /// Whether each entry was loaded since reset.
    known: Vec<bool>,
    /// Whether anything was loaded since reset.
    loaded: bool,
}

impl Model {
    /// Port region and offset of an entry. State only.
    #[inline]
    pub fn place(&self, entry: u16) -> (u8, u8) {
        match self.loaded {
            true => self.places[usize::from(entry)],
            false => self.geometry.place(usize::from(entry)),
        }
    }

    /// Loads the port region and offset of an entry.
    pub fn load(&mut self, entry: u16, port: u8, offset: u8) {
        self.loaded = true;
        self.places[usize::from(entry)] = (port, offset);
        self.known[usize::from(entry)] = true;
    }

    /// Returns to the reset state.
    pub fn clear(&mut self) {
        self.loaded = false;
        self.known.fill(false);
    }

    /// Whether an entry may be looked up: it was loaded, or nothing was.
    pub fn knows(&self, entry: u16) -> bool {
        self.known.get(usize::from(entry)).is_some_and(|known| *known || !self.loaded)
    }
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        let geometry = params.geometry;
        let positions = geometry.positions();
        Model {
            geometry,
            places: vec![(0, 0); positions],
            known: vec![false; positions],
            loaded: false,
        }
    }

    #[inline]
    fn outputs(&self, i: &In) -> Out {
        let (read_port, read_offset) = self.place(i.read_entry);
        let (write_port, write_offset) = self.place(i.write_entry);
        Out { read_port, read_offset, write_port, write_offset }
    }

    fn tick(&mut self, i: &In) {
        if !i.rst_n {
            self.clear();
        } else if i.load_valid {
            self.load(i.load_entry, i.load_port, i.load_offset);
        }
    }

    fn accepts(&self, i: &In) -> bool {
        self.geometry.contains(i.load_port, i.load_offset)
            && usize::from(i.load_entry) < self.geometry.positions()
            && self.knows(i.read_entry)
            && self.knows(i.write_entry)
    }
}
