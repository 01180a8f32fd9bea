//! Builds the initial state of a run from the image of a launch.

use super::memory::{Area, Memory};
use super::texture::{TextureObject, Textures};
use super::{Geometry, Start};
use crate::ptx::isa::{Space, Type};
use crate::ptx::kernel::{Kernel, Program};
use crate::ptx::launch::{BoundTexture, Dtype, Image, Launch};

impl Geometry {
    /// The shape of a launch of this kernel.
    pub fn new(launch: &Launch, kernel: &Kernel) -> Geometry {
        Geometry {
            grid: launch.grid,
            block: launch.block,
            dynamic_shared: launch.dynamic_shared,
            static_shared: kernel.shared_bytes,
        }
    }
}

impl Start {
    /// Initial state: module variables with the program's or the launch's contents, buffers,
    /// parameters, textures.
    pub fn new(program: &Program, kernel: &Kernel, image: &Image) -> Start {
        let mut areas = Vec::new();
        for variable in &program.variables {
            let mut bytes = variable.initial.clone();
            if let Some(symbol) = image.symbols.iter().find(|s| s.address == variable.address) {
                bytes[..symbol.bytes.len()].copy_from_slice(&symbol.bytes);
            }
            let mut area = Area::known(&variable.name, variable.address, bytes);
            area.read_only = variable.space == Space::Const;
            areas.push(area);
        }
        areas.extend(image.buffers.iter().map(|buffer| match buffer.defined {
            true => Area::known(&buffer.name, buffer.address, buffer.bytes.clone()),
            false => Area::unknown(&buffer.name, buffer.address, buffer.bytes.len()),
        }));
        let reference =
            |name: &String| (name.clone(), image.texture_reference(name).map(texture_object));
        let object =
            |texture: &BoundTexture| texture.handle.map(|handle| (handle, texture_object(texture)));
        Start {
            memory: Memory::new(areas),
            params: image.params.clone(),
            textures: Textures {
                references: kernel.textures.iter().map(reference).collect(),
                objects: image.textures.iter().filter_map(object).collect(),
            },
        }
    }
}

fn texture_object(bound: &BoundTexture) -> TextureObject {
    TextureObject {
        address: bound.address,
        width: bound.texture.width,
        height: bound.texture.height,
        format: match bound.texture.format {
            Dtype::U8 => Type::U8,
            Dtype::I8 => Type::S8,
            Dtype::U16 => Type::U16,
            Dtype::I16 => Type::S16,
            Dtype::U32 => Type::U32,
            Dtype::I32 => Type::S32,
            Dtype::U64 => Type::U64,
            Dtype::I64 => Type::S64,
            Dtype::F32 => Type::F32,
            Dtype::F64 => Type::F64,
        },
        channels: bound.texture.channels as u8,
    }
}
