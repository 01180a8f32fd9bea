//! Reads traces, one CTA at a time.

use super::{Block, Direction, Header, Instruction, Memory, Warp, lanes, side_by_side};
use crate::error::{Error, Place, Result};
use crate::files;
use arrayvec::ArrayVec;
use std::collections::HashSet;
use std::io::{BufRead, Read};
use std::path::Path;
use std::str::{FromStr, SplitAsciiWhitespace};
use std::sync::Arc;

/// Maximum bytes of a line; a file with a longer line is not a trace.
const MAX_LINE: u64 = 1 << 20;

/// A trace: its header and, as an iterator, its CTAs. Only one CTA is in memory at a time. The
/// iterator ends after the first error.
pub struct Reader<R> {
    /// Lines before the first CTA.
    pub header: Header,
    lines: Lines<R>,
    /// Opcodes read so far, each stored once.
    opcodes: HashSet<Arc<str>>,
    /// Whether the header ended with the start of the first CTA.
    begun: bool,
    ended: bool,
}

/// Found text and expected text.
type Wrong = (String, String);

fn wrong(found: impl ToString, expected: impl ToString) -> Wrong {
    (found.to_string(), expected.to_string())
}

impl Reader<Box<dyn BufRead>> {
    /// Opens a `.traceg` or `.traceg.xz` file.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be read, [`Error::Input`] with the line if its header is invalid.
    pub fn open(path: &Path) -> Result<Reader<Box<dyn BufRead>>> {
        Reader::new(&path.display().to_string(), files::open(path)?)
    }
}

impl<R: BufRead> Reader<R> {
    /// Reads a trace's header; messages show `name`.
    ///
    /// # Errors
    /// [`Error::Input`] with the line if it is invalid.
    pub fn new(name: &str, text: R) -> Result<Reader<R>> {
        let mut lines = Lines { name: name.into(), number: 0, bytes: Vec::new(), text };
        let (header, begun) = read_header(&mut lines)?;
        Ok(Reader { header, lines, opcodes: HashSet::new(), begun, ended: false })
    }

    fn block(&mut self) -> Result<Option<Block>> {
        while !std::mem::take(&mut self.begun) {
            match self.lines.next()? {
                None => return Ok(None),
                Some("#BEGIN_TB") => self.begun = true,
                Some(line) if line.starts_with('#') => {}
                Some(line) => {
                    let found = quoted(line);
                    return Err(self.lines.error(wrong(found, "#BEGIN_TB")));
                }
            }
        }
        let mut block = Partial::default();
        loop {
            let Some(line) = self.lines.next()? else {
                return Err(self.lines.error(wrong("the end of the file", "#END_TB")));
            };
            match block.line(line, &self.header, &mut self.opcodes) {
                Ok(true) => return Ok(Some(block.block)),
                Ok(false) => {}
                Err(wrong) => return Err(self.lines.error(wrong)),
            }
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Block>;

    fn next(&mut self) -> Option<Result<Block>> {
        if self.ended {
            return None;
        }
        let block = self.block().transpose();
        self.ended = !matches!(block, Some(Ok(_)));
        block
    }
}

/// Trimmed, non-empty lines with their numbers.
struct Lines<R> {
    name: String,
    /// Number of the last line read.
    number: usize,
    bytes: Vec<u8>,
    text: R,
}

impl<R: BufRead> Lines<R> {
    fn next(&mut self) -> Result<Option<&str>> {
        loop {
            self.bytes.clear();
            self.number += 1;
            let mut text = (&mut self.text).take(MAX_LINE);
            match text.read_until(b'\n', &mut self.bytes) {
                Ok(0) => return Ok(None),
                Ok(n) if n as u64 == MAX_LINE && self.bytes.last() != Some(&b'\n') => {
                    let expected = format!("fewer than {MAX_LINE}");
                    return Err(self.error(wrong(format!("{n} bytes in a line"), expected)));
                }
                Ok(_) => {}
                Err(error) => {
                    return Err(self.error(wrong(format!("unreadable text ({error})"), "a trace")));
                }
            }
            if !self.bytes.trim_ascii().is_empty() {
                break;
            }
        }
        match std::str::from_utf8(&self.bytes) {
            Ok(line) => Ok(Some(line.trim())),
            Err(_) => Err(self.error(wrong("bytes that are not text", "a trace"))),
        }
    }

    fn error(&self, (found, expected): Wrong) -> Error {
        Error::input(Place::line(&self.name, self.number), found, expected)
    }
}

/// A line as messages quote it.
fn quoted(line: &str) -> String {
    const SHOWN: usize = 60;
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("'{}...'", &line[..end]),
        None => format!("'{line}'"),
    }
}

/// The header, and whether the first CTA has started.
fn read_header<R: BufRead>(lines: &mut Lines<R>) -> Result<(Header, bool)> {
    let mut header = Header {
        name: String::new(),
        id: 0,
        grid: [0; 3],
        block: [0; 3],
        shared_bytes: 0,
        registers: 0,
        binary_version: 0,
        stream: 0,
        shared_base: 0,
        local_base: 0,
        nvbit_version: String::new(),
        tracer_version: 0,
        line_info: false,
    };
    let begun = loop {
        let line = lines.next()?.map(str::to_string);
        let done = match line.as_deref() {
            Some(line) if line.starts_with('-') => header.set(line).map(|()| None),
            Some(line) if line.starts_with('#') => Ok(Some(line == "#BEGIN_TB")),
            Some(line) => Err(wrong(quoted(line), "-key = value, or #traces format = ...")),
            None => Err(wrong("the end of the file", "-key = value, then #traces format = ...")),
        };
        if let Some(begun) = done.map_err(|wrong| lines.error(wrong))? {
            break begun;
        }
    };
    for (what, shape) in [("grid", header.grid), ("block", header.block)] {
        if shape.contains(&0) {
            let expected = format!("-{what} dim = (x,y,z), none of them 0, above this line");
            return Err(lines.error(wrong(format!("no {what}"), expected)));
        }
    }
    Ok((header, begun))
}

impl Header {
    /// Parses a line `-key = value`. Unknown keys, as of future tracers, are ignored.
    fn set(&mut self, line: &str) -> std::result::Result<(), Wrong> {
        let Some((key, value)) = line.split_once('=') else {
            return Err(wrong(quoted(line), "-key = value"));
        };
        let value = value.trim();
        match key.trim_start_matches('-').trim() {
            "kernel name" => self.name = value.into(),
            "kernel id" => self.id = number(value, "a number")?,
            "grid dim" => self.grid = parenthesised(value)?,
            "block dim" => self.block = parenthesised(value)?,
            "shmem" => self.shared_bytes = number(value, "a number of bytes")?,
            "nregs" => self.registers = number(value, "a number of registers")?,
            "binary version" => self.binary_version = number(value, "a number")?,
            "cuda stream id" => self.stream = number(value, "a number")?,
            "shmem base_addr" => self.shared_base = hexadecimal(value, "an address")?,
            "local mem base_addr" => self.local_base = hexadecimal(value, "an address")?,
            "nvbit version" => self.nvbit_version = value.into(),
            "accelsim tracer version" => self.tracer_version = number(value, "a number")?,
            "enable lineinfo" => self.line_info = number::<u8>(value, "0 or 1")? != 0,
            _ => {}
        }
        Ok(())
    }
}

fn number<T: FromStr>(text: &str, expected: &str) -> std::result::Result<T, Wrong> {
    text.parse().map_err(|_| wrong(quoted(text), expected))
}

fn hexadecimal(text: &str, expected: &str) -> std::result::Result<u64, Wrong> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    let bad = || wrong(quoted(text), format!("{expected}, hexadecimal"));
    match digits.starts_with('+') {
        true => Err(bad()),
        false => u64::from_str_radix(digits, 16).map_err(|_| bad()),
    }
}

fn triple(text: &str) -> Option<[u32; 3]> {
    let mut numbers = text.split(',').map(|number| number.trim().parse().ok());
    let triple = [numbers.next()??, numbers.next()??, numbers.next()??];
    numbers.next().is_none().then_some(triple)
}

fn parenthesised(text: &str) -> std::result::Result<[u32; 3], Wrong> {
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    inner.and_then(triple).ok_or_else(|| wrong(quoted(text), "(x,y,z)"))
}

/// A CTA that is partly read.
#[derive(Default)]
struct Partial {
    block: Block,
    has_place: bool,
    /// Instructions of the last warp that are still missing; `None` until `insts` gives their
    /// number.
    missing: Option<u64>,
}

impl Partial {
    /// Processes a line. True if it is the last one of the CTA.
    fn line(
        &mut self,
        line: &str,
        header: &Header,
        opcodes: &mut HashSet<Arc<str>>,
    ) -> std::result::Result<bool, Wrong> {
        let (key, value) = match line.split_once('=') {
            Some((key, value)) => (key.trim(), value.trim()),
            None => (line, ""),
        };
        match key {
            "#END_TB" | "warp" if !self.has_place => {
                return Err(wrong(key, "thread block = x,y,z first"));
            }
            "#END_TB" => {
                self.end_warp(key)?;
                return Ok(true);
            }
            "#BEGIN_TB" => return Err(wrong(key, "#END_TB first")),
            "thread block" => {
                self.block.cta = cta(value, header.grid)?;
                self.has_place = true;
            }
            "warp" => {
                self.end_warp("warp")?;
                self.begin_warp(value, header)?;
            }
            "insts" if self.missing.is_none() && !self.block.warps.is_empty() => {
                self.missing = Some(number(value, "a number of instructions")?);
            }
            "insts" => return Err(wrong("insts", "warp = n first")),
            // Hopper's cluster coordinates; nothing here depends on them.
            key if key.starts_with("cluster ") || key.starts_with('#') => {}
            _ => self.push(line, header, opcodes)?,
        }
        Ok(false)
    }

    fn begin_warp(&mut self, value: &str, header: &Header) -> std::result::Result<(), Wrong> {
        let number: u32 = number(value, "a warp's number")?;
        if u128::from(number) >= header.warps() {
            let expected = format!("a warp below {}", header.warps());
            return Err(wrong(format!("warp {number}"), expected));
        }
        if self.block.warps.iter().any(|warp| warp.number == number) {
            return Err(wrong(format!("warp {number} again"), "each warp of a CTA at most once"));
        }
        self.block.warps.push(Warp { number, instructions: Vec::new() });
        self.missing = None;
        Ok(())
    }

    /// Rejects an end before all instructions of the warp are read.
    fn end_warp(&self, found: &str) -> std::result::Result<(), Wrong> {
        match self.missing {
            None if !self.block.warps.is_empty() => Err(wrong(found, "insts = n")),
            Some(missing) if missing > 0 => {
                Err(wrong(found, format!("{missing} more instructions of the warp")))
            }
            _ => Ok(()),
        }
    }

    fn push(
        &mut self,
        line: &str,
        header: &Header,
        opcodes: &mut HashSet<Arc<str>>,
    ) -> std::result::Result<(), Wrong> {
        let (Some(warp), Some(missing)) = (self.block.warps.last_mut(), &mut self.missing) else {
            return Err(wrong(quoted(line), "warp = n and insts = n before instructions"));
        };
        let expected = "#END_TB or warp = n: the warp has no more instructions";
        *missing = missing.checked_sub(1).ok_or_else(|| wrong(quoted(line), expected))?;
        let mut fields = Fields(line.split_ascii_whitespace());
        warp.instructions.push(instruction(&mut fields, header, opcodes)?);
        Ok(())
    }
}

fn cta(value: &str, grid: [u32; 3]) -> std::result::Result<[u32; 3], Wrong> {
    let within = |cta: &[u32; 3]| cta.iter().zip(grid).all(|(&n, of)| n < of);
    let [x, y, z] = grid;
    let expected = || format!("x,y,z within the grid ({x},{y},{z})");
    triple(value).filter(within).ok_or_else(|| wrong(quoted(value), expected()))
}

/// Remaining columns of a line.
struct Fields<'a>(SplitAsciiWhitespace<'a>);

impl<'a> Fields<'a> {
    fn text(&mut self, what: &str) -> std::result::Result<&'a str, Wrong> {
        self.0.next().ok_or_else(|| wrong("the end of the line", what))
    }

    fn number<T: FromStr>(&mut self, what: &str) -> std::result::Result<T, Wrong> {
        number(self.text(what)?, what)
    }

    fn hexadecimal(&mut self, what: &str) -> std::result::Result<u64, Wrong> {
        hexadecimal(self.text(what)?, what)
    }

    /// A number of registers, followed by these registers.
    fn registers(&mut self, what: &str) -> std::result::Result<ArrayVec<u16, 8>, Wrong> {
        let mut registers = ArrayVec::new();
        let count: usize = self.number(&format!("a number of {what}s"))?;
        if count > registers.capacity() {
            let expected = format!("at most {} {what}s", registers.capacity());
            return Err(wrong(count, expected));
        }
        for _ in 0..count {
            let text = self.text(what)?;
            let register = text.strip_prefix('R').and_then(|number| number.parse().ok());
            registers
                .push(register.ok_or_else(|| wrong(quoted(text), format!("{what}, R0 to R255")))?);
        }
        Ok(registers)
    }
}

fn instruction(
    fields: &mut Fields,
    header: &Header,
    opcodes: &mut HashSet<Arc<str>>,
) -> std::result::Result<Instruction, Wrong> {
    if header.tracer_version < 3 {
        for what in ["a CTA's x", "a CTA's y", "a CTA's z", "a warp's number"] {
            fields.number::<u32>(what)?;
        }
    }
    let line = match header.line_info {
        true => Some(fields.number("a line's number")?),
        false => None,
    };
    let pc = fields.hexadecimal("a PC")?;
    let mask = fields.hexadecimal("a mask")?;
    let mask = u32::try_from(mask).map_err(|_| wrong(format!("mask {mask:x}"), "32 lanes"))?;
    let dst = fields.registers("destination")?;
    let opcode = interned(fields.text("an opcode")?, opcodes);
    let src = fields.registers("source")?;
    let memory = match fields.number("a width in bytes")? {
        0 => None,
        width => Some(Memory { width, addresses: addresses(fields, mask)? }),
    };
    let immediate = match fields.0.next() {
        None => None,
        Some(text) => Some(number(text, "an immediate, or the end of the line")?),
    };
    match fields.0.next() {
        None => Ok(Instruction { line, pc, mask, dst, opcode, src, memory, immediate }),
        Some(more) => Err(wrong(quoted(more), "the end of the line")),
    }
}

fn interned(text: &str, all: &mut HashSet<Arc<str>>) -> Arc<str> {
    match all.get(text) {
        Some(opcode) => opcode.clone(),
        None => {
            let opcode: Arc<str> = text.into();
            all.insert(opcode.clone());
            opcode
        }
    }
}

/// The addresses of the lanes in a mask, in one of three forms.
fn addresses(fields: &mut Fields, mask: u32) -> std::result::Result<Vec<u64>, Wrong> {
    let form: u32 = fields.number("a form of addresses: 0, 1 or 2")?;
    match form {
        0 => lanes(mask).map(|_| fields.hexadecimal("an address")).collect(),
        1 => {
            let base = fields.hexadecimal("an address")?;
            let stride: i64 = fields.number("a stride")?;
            if !side_by_side(mask) {
                let expected = "lanes side by side where addresses have a stride";
                return Err(wrong(format!("mask {mask:08x}"), expected));
            }
            let at = |n: usize| base.wrapping_add_signed(stride.wrapping_mul(n as i64));
            Ok((0..mask.count_ones() as usize).map(at).collect())
        }
        2 => {
            let mut address = fields.hexadecimal("an address")?;
            let mut addresses = Vec::new();
            for n in 0..mask.count_ones() {
                if n > 0 {
                    address = address.wrapping_add_signed(fields.number("a distance")?);
                }
                addresses.push(address);
            }
            Ok(addresses)
        }
        // Higher forms are those of Hopper's bulk copies.
        other => Err(wrong(format!("addresses of form {other}"), "0, 1 or 2")),
    }
}

/// Totals of a trace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// CTAs in the trace.
    pub ctas: u64,
    /// Warps of all CTAs.
    pub warps: u64,
    /// Warp instructions.
    pub instructions: u64,
    /// Thread instructions: executing lanes, summed over all instructions.
    pub thread_instructions: u64,
    /// Warp instructions with addresses that load, by their opcode.
    pub loads: u64,
    /// Warp instructions that store.
    pub stores: u64,
    /// Atomic warp instructions.
    pub atomics: u64,
}

impl Summary {
    /// Counts a CTA.
    pub fn add(&mut self, block: &Block) {
        self.ctas += 1;
        self.warps += block.warps.len() as u64;
        for instruction in block.warps.iter().flat_map(|warp| &warp.instructions) {
            self.instructions += 1;
            self.thread_instructions += u64::from(instruction.mask.count_ones());
            match instruction.direction() {
                Some(Direction::Load) => self.loads += 1,
                Some(Direction::Store) => self.stores += 1,
                Some(Direction::Atomic) => self.atomics += 1,
                None => {}
            }
        }
    }
}
