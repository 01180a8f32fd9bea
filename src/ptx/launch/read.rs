//! Reads a [`Launch`] from a `case.toml`.

use super::{
    Binding, Buffer, Contents, Dtype, ElementBytes, Expect, Generator, Ignore, Launch, Param,
    Pixels, Pointer, Reloc, Symbol, Texture, TextureShape, Value, npy,
};
use crate::error::{Error, Result};
use crate::fields::{ANY_U64, Bounds, Field, Fields, Source};
use crate::files::read_text;
use crate::ptx::isa::Space;
use crate::ptx::kernel::window;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Maximum grid and CTA in each dimension, and maximum threads per CTA: CUDA's limits.
const MAX_GRID: [u32; 3] = [i32::MAX as u32, 65_535, 65_535];
const MAX_BLOCK: [u32; 3] = [1024, 1024, 64];
const MAX_THREADS: u32 = 1024;

/// Maximum bytes of an array, and of all buffers together; they fit below 4 GB with their gaps.
const MAX_BYTES: u64 = 1 << 31;

/// Maximum number of buffers of a launch.
const MAX_BUFFERS: usize = 4096;

/// Maximum bytes of a struct by value: CUDA's limit for all parameters.
const MAX_STRUCT: i128 = 32_764;

/// 32-bit registers per thread.
const REGISTERS: Bounds = (1, 256);

/// Maximum relative difference between `value` and `bits`: five digits must agree.
const VALUE_BITS: f64 = 1e-5;

const TOP: &[&str] = &[
    "name",
    "suite",
    "note",
    "ptx",
    "entry",
    "grid",
    "block",
    "dynamic_smem",
    "registers",
    "profiles",
    "param",
    "buffer",
    "symbol",
    "texref",
    "texobj",
];
const ARRAY: &[&str] =
    &["name", "dtype", "count", "init", "fill", "generate", "seed", "low", "high"];
const BUFFER: &[&str] = &[
    "relocs",
    "expect",
    "rtol",
    "atol",
    "ignore_period",
    "ignore_from",
    "ignore_to",
    "image_width",
    "image_channels",
];
const SYMBOL: &[&str] = &["space"];
const TEXTURE: &[&str] =
    &["name", "buffer", "geom", "width", "height", "format", "channels", "address", "filter"];
const PARAM: &[&str] = &["index", "kind"];
const RELOC: &[&str] = &["at", "buffer", "offset"];

impl Launch {
    /// Reads a launch and the arrays that it names.
    ///
    /// # Errors
    /// [`Error::Input`] with the line if the launch is incomplete or illegal; [`Error::Io`] if the
    /// file cannot be read.
    pub fn read(path: &Path) -> Result<Launch> {
        let text = read_text(path, "TOML text")?;
        let source = Source { path, text: &text };
        let table = source.parse()?;
        launch(&Fields::top(&source, &table), path)
    }
}

fn launch(top: &Fields, path: &Path) -> Result<Launch> {
    top.only(&[TOP])?;
    let tables = top.tables("buffer")?;
    let known = Known::new(&tables)?;
    let buffers =
        tables.iter().zip(&known.0).map(|(fields, array)| buffer(fields, array, &known, path));
    let buffers = buffers.collect::<Result<_>>()?;
    let textures = read_textures(top, &known)?;
    let params = top.tables("param")?;
    let params =
        params.iter().enumerate().map(|(index, fields)| param(fields, index, &known, &textures));
    let symbols = top.tables("symbol")?;
    let symbols = symbols.iter().map(|fields| symbol(fields, path));
    let entry = top.required("entry")?;
    let name = top.text("name")?;
    Ok(Launch {
        name: if name.is_empty() { entry.text()?.to_string() } else { name },
        suite: top.text("suite")?,
        note: top.text("note")?,
        ptx: beside(path, top.required("ptx")?.text()?),
        entry: entry.text()?.to_string(),
        grid: top.required("grid")?.triple(MAX_GRID)?,
        block: block(top)?,
        dynamic_shared: top.integer("dynamic_smem", (0, window::BYTES.into()), 0)?,
        params: params.collect::<Result<_>>()?,
        symbols: symbols.collect::<Result<_>>()?,
        registers: top.optional("registers").map(|field| registers(&field)).transpose()?,
        profiles: match top.optional("profiles") {
            Some(field) => {
                let entries = field.entries()?;
                let profile = |entry: &Field| Ok((entry.name().to_string(), registers(entry)?));
                entries.iter().map(profile).collect::<Result<_>>()?
            }
            None => BTreeMap::new(),
        },
        place: entry.at,
        buffers,
        textures,
    })
}

/// A path relative to the folder of the launch.
fn beside(path: &Path, name: &str) -> PathBuf {
    path.parent().unwrap_or(Path::new("")).join(name)
}

fn dtype(fields: &Fields, name: &'static str) -> Result<Dtype> {
    fields.choice(name, &Dtype::ALL.map(|dtype| (dtype.name(), dtype)))
}

fn block(top: &Fields) -> Result<[u32; 3]> {
    let field = top.required("block")?;
    let block = field.triple(MAX_BLOCK)?;
    match block.iter().product::<u32>() <= MAX_THREADS {
        true => Ok(block),
        false => field.refuse(format!("at most {MAX_THREADS} threads")),
    }
}

fn registers(field: &Field) -> Result<usize> {
    Ok(field.integer(REGISTERS)? as usize)
}

/// Name, type and size of an array, which are read before everything else.
struct Array {
    name: String,
    dtype: Dtype,
    count: usize,
}

impl Array {
    fn read(fields: &Fields) -> Result<Array> {
        let dtype = dtype(fields, "dtype")?;
        let most = i128::from(MAX_BYTES) / dtype.bytes() as i128;
        let count = fields.required("count")?.integer((1, most))? as usize;
        Ok(Array { name: fresh_name(fields, &[])?, dtype, count })
    }

    fn bytes(&self) -> u64 {
        self.count as u64 * self.dtype.bytes() as u64
    }
}

/// The name of a table, which no earlier table may have.
fn fresh_name(fields: &Fields, before: &[&str]) -> Result<String> {
    let field = fields.required("name")?;
    let name = field.text()?;
    match name.is_empty() || before.contains(&name) {
        true => field.refuse("a unique name"),
        false => Ok(name.to_string()),
    }
}

/// All buffers, so that other tables can refer to them.
struct Known(Vec<Array>);

impl Known {
    fn new(tables: &[Fields]) -> Result<Known> {
        if let Some(fields) = tables.get(MAX_BUFFERS) {
            let found = format!("{} buffers", tables.len());
            return Err(Error::input(fields.at.clone(), found, format!("at most {MAX_BUFFERS}")));
        }
        let mut known = Known(Vec::new());
        for fields in tables {
            fields.only(&[ARRAY, BUFFER])?;
            fresh_name(fields, &known.names())?;
            known.0.push(Array::read(fields)?);
            let total: u64 = known.0.iter().map(Array::bytes).sum();
            if total > MAX_BYTES {
                let found = format!("{total} bytes of buffers up to this one");
                let expected = format!("at most {MAX_BYTES}");
                return Err(Error::input(fields.at.clone(), found, expected));
            }
        }
        Ok(known)
    }

    fn names(&self) -> Vec<&str> {
        self.0.iter().map(|array| &*array.name).collect()
    }

    /// The index of the buffer that the key `buffer` names.
    fn index(&self, fields: &Fields) -> Result<usize> {
        let field = fields.required("buffer")?;
        let name = field.text()?;
        match self.0.iter().position(|array| array.name == name) {
            Some(index) => Ok(index),
            None => field.refuse(format!("a buffer: {}", self.names().join(", "))),
        }
    }

    /// The address that `buffer` and `offset` give.
    fn pointer(&self, fields: &Fields) -> Result<Pointer> {
        let buffer = self.index(fields)?;
        let offset = fields.integer("offset", (0, self.0[buffer].bytes().into()), 0)?;
        Ok(Pointer { buffer, offset })
    }

    /// Pointers to write into other bytes; the number of these bytes is checked later, when it is
    /// known.
    fn relocs(&self, fields: &Fields) -> Result<Vec<Reloc>> {
        let read = |entry: &Fields| {
            entry.only(&[RELOC])?;
            let at = entry.required("at")?.integer((0, MAX_BYTES.into()))? as u64;
            Ok(Reloc { at, to: self.pointer(entry)?, place: entry.at.clone() })
        };
        fields.tables("relocs")?.iter().map(read).collect()
    }
}

fn buffer(fields: &Fields, array: &Array, known: &Known, path: &Path) -> Result<Buffer> {
    let relocs = known.relocs(fields)?;
    let contents = match contents(fields, array, path)? {
        Contents::Undefined if !relocs.is_empty() => Contents::Fill(array.dtype.encode_int(0)),
        other => other,
    };
    Ok(Buffer {
        name: array.name.clone(),
        dtype: array.dtype,
        count: array.count,
        contents,
        relocs,
        expect: expect(fields, array, path)?,
        pixels: pixels(fields, array)?,
        place: fields.at.clone(),
    })
}

fn symbol(fields: &Fields, path: &Path) -> Result<Symbol> {
    fields.only(&[ARRAY, SYMBOL])?;
    let array = Array::read(fields)?;
    let contents = contents(fields, &array, path)?;
    if !contents.is_defined() {
        fields.required("init")?;
    }
    Ok(Symbol {
        space: fields.choice("space", &[("const", Space::Const), ("global", Space::Global)])?,
        name: array.name,
        dtype: array.dtype,
        count: array.count,
        contents,
        place: fields.at.clone(),
    })
}

/// The array in the `.npy` file that the key names.
fn load(field: &Field, array: &Array, path: &Path) -> Result<Vec<u8>> {
    npy::read(&beside(path, field.text()?), &field.at, array.dtype, array.count)
}

fn contents(fields: &Fields, array: &Array, path: &Path) -> Result<Contents> {
    let given = ["init", "fill", "generate"].map(|key| fields.optional(key));
    if let [Some(_), Some(other), _] | [Some(_), _, Some(other)] | [_, Some(_), Some(other)] =
        &given
    {
        return other.refuse("only one of init, fill, generate");
    }
    let is_uniform = |field: &Field| field.text().is_ok_and(|rule| rule.starts_with("uniform"));
    if !given[2].as_ref().is_some_and(is_uniform) {
        let stray = ["seed", "low", "high"].iter().find_map(|key| fields.optional(key));
        if let Some(stray) = stray {
            return stray.refuse("the key only with generate = \"uniform_...\"");
        }
    }
    match given {
        [Some(init), ..] => Ok(Contents::Data(load(&init, array, path)?)),
        [_, Some(fill), _] => Ok(Contents::Fill(number(&fill, array.dtype)?)),
        [_, _, Some(rule)] => Ok(Contents::Generated(generator(fields, &rule, array)?)),
        _ => Ok(Contents::Undefined),
    }
}

/// The bytes of a number of this type.
fn number(field: &Field, dtype: Dtype) -> Result<ElementBytes> {
    match dtype.range() {
        Some(range) => Ok(dtype.encode_int(field.integer(range)?)),
        None => float(field, dtype),
    }
}

/// The bytes of a floating-point number. A finite number that the type cannot represent is
/// rejected.
fn float(field: &Field, dtype: Dtype) -> Result<ElementBytes> {
    let value = field.float()?;
    let bytes = dtype.encode_float(value);
    match value.is_finite() && dtype.decode(&bytes).to_f64().is_infinite() {
        true => field.refuse(format!("a finite number of type {dtype}")),
        false => Ok(bytes),
    }
}

fn generator(fields: &Fields, rule: &Field, array: &Array) -> Result<Generator> {
    let dtype = match rule.text()? {
        "iota" => return iota(rule, array),
        "uniform_f32" => Dtype::F32,
        "uniform_f64" => Dtype::F64,
        "uniform_u32" => Dtype::U32,
        "uniform_i32" => Dtype::I32,
        _ => {
            return rule.refuse("uniform_f32 | uniform_f64 | uniform_u32 | uniform_i32 | iota");
        }
    };
    if dtype != array.dtype {
        return rule.refuse(format!("a rule for elements of type {}", array.dtype));
    }
    let seed = fields.integer("seed", ANY_U64, 0)?;
    match dtype.range() {
        Some(range) => uniform_int(fields, seed, range),
        None => uniform_float(fields, seed, dtype),
    }
}

fn iota(rule: &Field, array: &Array) -> Result<Generator> {
    match array.dtype.range() {
        Some((_, max)) if array.count as i128 - 1 > max => {
            rule.refuse(format!("at most {} elements of type {}", max + 1, array.dtype))
        }
        _ => Ok(Generator::Iota),
    }
}

fn uniform_int(fields: &Fields, seed: u64, (min, max): Bounds) -> Result<Generator> {
    let bound = |key, bounds, default: i128| match fields.optional(key) {
        Some(field) => field.integer(bounds),
        None => Ok(default),
    };
    let low = bound("low", (min, max), min)?;
    let high = bound("high", (low + 1, max + 1), max + 1)?;
    Ok(Generator::UniformInt { seed, low: low as i64, high: high as i64 })
}

fn uniform_float(fields: &Fields, seed: u64, dtype: Dtype) -> Result<Generator> {
    // Rounded to the type: a bound that only a wider type can represent would not be kept.
    let bound = |key, default| match fields.optional(key) {
        Some(field) => float(&field, dtype).map(|bytes| dtype.decode(&bytes).to_f64()),
        None => Ok(default),
    };
    let (low, high) = (bound("low", 0.0)?, bound("high", 1.0)?);
    match low < high && (high - low).is_finite() {
        true => Ok(Generator::UniformFloat { seed, low, high }),
        false => Err(Error::input(
            fields.at.clone(),
            format!("low = {low}, high = {high}"),
            "finite numbers with low < high",
        )),
    }
}

fn expect(fields: &Fields, array: &Array, path: &Path) -> Result<Option<Expect>> {
    let tolerance = |key| fields.optional(key).map_or(Ok(0.0), |field| field.tolerance());
    let (rtol, atol, ignore) = (tolerance("rtol")?, tolerance("atol")?, ignore(fields)?);
    match fields.optional("expect") {
        None => Ok(None),
        Some(field) => {
            let data = load(&field, array, path)?;
            Ok(Some(Expect { data, rtol, atol, ignore }))
        }
    }
}

/// Pixels of an image. The row must be a whole number of pixels, and the buffer a whole number of
/// rows.
fn pixels(fields: &Fields, array: &Array) -> Result<Option<Pixels>> {
    let divisor = |key, of: usize| match fields.optional(key) {
        None => Ok(None),
        Some(field) => {
            let number = field.integer((1, of.max(1) as i128))? as usize;
            match of.is_multiple_of(number) {
                true => Ok(Some(number)),
                false => field.refuse(format!("a divisor of {of}")),
            }
        }
    };
    let channels = divisor("image_channels", array.count)?;
    let width = divisor("image_width", array.count / channels.unwrap_or(1))?;
    match (width, channels) {
        (None, Some(_)) => fields.required("image_width").map(|_| None),
        _ => Ok(width.map(|width| Pixels { width, channels: channels.unwrap_or(1) })),
    }
}

/// The ignored elements; either all three keys are given, or none.
fn ignore(fields: &Fields) -> Result<Option<Ignore>> {
    let keys = ["ignore_period", "ignore_from", "ignore_to"];
    if keys.iter().all(|key| fields.optional(key).is_none()) {
        return Ok(None);
    }
    let number = |key, min: u64, max: u64| {
        Ok(fields.required(key)?.integer((min.into(), max.into()))? as u64)
    };
    let period = number(keys[0], 1, u64::MAX)?;
    let to = number(keys[2], 0, period)?;
    let from = number(keys[1], 0, to)?;
    Ok(Some(Ignore { period, from, to }))
}

fn read_textures(top: &Fields, known: &Known) -> Result<Vec<Texture>> {
    let mut textures: Vec<Texture> = Vec::new();
    for (key, binding) in [("texref", Binding::Reference), ("texobj", Binding::Object)] {
        for fields in top.tables(key)? {
            let same = textures.iter().filter(|texture| texture.binding == binding);
            let names: Vec<&str> = same.map(|texture| &*texture.name).collect();
            let name = fresh_name(&fields, &names)?;
            textures.push(texture(&fields, name, binding, known)?);
        }
    }
    Ok(textures)
}

fn texture(fields: &Fields, name: String, binding: Binding, known: &Known) -> Result<Texture> {
    fields.only(&[TEXTURE])?;
    // The only supported address mode and filter.
    for (key, word) in [("address", "clamp"), ("filter", "point")] {
        if fields.optional(key).is_some() {
            fields.choice(key, &[(word, ())])?;
        }
    }
    let geometry = fields
        .choice("geom", &[("1d-linear", TextureShape::Linear), ("2d", TextureShape::Plane)])?;
    let buffer = known.index(fields)?;
    let format = dtype(fields, "format")?;
    let channels = fields.integer("channels", (1, 4), 1)?;
    let bytes = known.0[buffer].bytes();
    let most = bytes / (format.bytes() as u64 * channels);
    let size = |key, min: u64| match fields.optional(key) {
        None if geometry == TextureShape::Linear => Ok(if key == "width" { most } else { 1 }),
        _ => Ok(fields.required(key)?.integer((min.into(), most.into()))? as u64),
    };
    let width = size("width", 1)?;
    let height = match geometry {
        // Hosts set the height to 0 or 1.
        TextureShape::Linear => fields.integer("height", (0, 1), 1).map(|_| 1)?,
        TextureShape::Plane => size("height", 1)?,
    };
    let place = fields.at.clone();
    let texture =
        Texture { name, binding, buffer, geometry, width, height, format, channels, place };
    if channels == 3 || texture.bytes() > bytes || texture.bytes() == 0 {
        let found = format!("{width} * {height} texels of {channels} {format}");
        let expected =
            format!("1, 2 or 4 channels, and at most {bytes} bytes, the size of the buffer");
        return Err(Error::input(fields.at.clone(), found, expected));
    }
    Ok(texture)
}

fn param(fields: &Fields, index: usize, known: &Known, textures: &[Texture]) -> Result<Param> {
    if let Some(field) = fields.optional("index") {
        field.integer((index as i128, index as i128))?;
    }
    let kind = fields.required("kind")?;
    let only = |keys: &[&str]| fields.only(&[PARAM, keys]);
    let value = match kind.text()? {
        "ptr" => {
            only(&["buffer", "offset"])?;
            Value::Pointer(known.pointer(fields)?)
        }
        "texobj" => {
            only(&["texobj"])?;
            Value::Texture(texture_object(fields, textures)?)
        }
        "bytes" => {
            only(&["size", "align", "hex", "relocs"])?;
            structure(fields, known)?
        }
        "f32" | "f64" => {
            only(&["value", "bits"])?;
            plain(value_or_bits(
                fields,
                if kind.text()? == "f32" { Dtype::F32 } else { Dtype::F64 },
            )?)
        }
        "u8" | "i32" | "u32" | "i64" | "u64" => {
            only(&["value"])?;
            let dtype = dtype(fields, "kind")?;
            plain(number(&fields.required("value")?, dtype)?)
        }
        _ => return kind.refuse("ptr | i32 | u32 | i64 | u64 | u8 | f32 | f64 | bytes | texobj"),
    };
    Ok(Param { value, place: fields.at.clone() })
}

fn plain(bytes: ElementBytes) -> Value {
    Value::Bytes { bytes: bytes.to_vec(), relocs: Vec::new() }
}

fn texture_object(fields: &Fields, textures: &[Texture]) -> Result<usize> {
    let field = fields.required("texobj")?;
    let name = field.text()?;
    let is_it = |texture: &Texture| texture.binding == Binding::Object && texture.name == name;
    match textures.iter().position(is_it) {
        Some(index) => Ok(index),
        None => field.refuse("the name of a [[texobj]]"),
    }
}

/// A struct by value.
fn structure(fields: &Fields, known: &Known) -> Result<Value> {
    let size = fields.required("size")?.integer((1, MAX_STRUCT))? as usize;
    // The kernel defines the struct's position; the alignment is only checked for plausibility.
    if let Some(field) = fields.optional("align") {
        let align = field.integer((1, 256))?;
        if align.count_ones() != 1 {
            return field.refuse("a power of two");
        }
    }
    let bytes = fields.required("hex")?.hex(size)?;
    Ok(Value::Bytes { bytes, relocs: known.relocs(fields)? })
}

/// `bits` if it is given, else `value`. If both are given, they must agree to five digits, so that
/// an edit of the unused one is noticed.
fn value_or_bits(fields: &Fields, dtype: Dtype) -> Result<ElementBytes> {
    let Some(bits) = fields.optional("bits") else {
        return float(&fields.required("value")?, dtype);
    };
    let bits = bits.bits(dtype.bytes())?;
    let bytes: ElementBytes = bits.to_le_bytes().into_iter().take(dtype.bytes()).collect();
    if let Some(field) = fields.optional("value") {
        let (exact, value) = (dtype.decode(&bytes).to_f64(), field.float()?);
        let same = exact == value || (exact.is_nan() && value.is_nan());
        let near = exact.is_finite() && (exact - value).abs() <= VALUE_BITS * exact.abs();
        if !same && !near {
            return field.refuse(format!("{exact:?}, the value of bits, or no key bits"));
        }
    }
    Ok(bytes)
}
