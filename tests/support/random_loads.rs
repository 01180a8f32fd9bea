//! Random programs of loads that warps can share, in PTX.
//!
//! A thread loads into eight registers and mixes them into eight others, which it stores in the end. It
//! loads from a table that nobody writes, from its CTA's data, and from two words of its own, mostly from
//! few places, so that the same words are asked for again and again. The data is written between
//! barriers: by each thread in eight bytes of its own, by additions anywhere. So the result is the same
//! in whatever order warps run.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use regforge::error::Place as FilePlace;
use regforge::ptx::launch::{Buffer, Contents, Dtype, Launch, Param, Pointer, Value};
use regforge::ptx::{Loaded, Source};
use regforge::run::Case;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

pub const CTAS: usize = 3;

/// Threads of a CTA at most.
pub const THREADS: usize = 96;

/// Shapes of a CTA: rows of 32, 16 and 8 lanes, and a last warp of 13.
const BLOCKS: [[u32; 3]; 5] = [[96, 1, 1], [32, 3, 1], [16, 6, 1], [8, 12, 1], [77, 1, 1]];

/// Where a load or an addition goes.
#[derive(Clone, Copy)]
enum Array {
    Table,
    Data,
}

/// Element of an array by thread, column and row.
#[derive(Clone, Copy)]
struct Index {
    thread: u32,
    column: u32,
    row: u32,
    /// Of the sum's bits, these change.
    xor: u32,
}

/// A program, the same one for the same seed.
pub struct Program {
    pub seed: u64,
    block: [u32; 3],
    code: String,
}

impl Program {
    /// More than any index reaches, in elements of 16 bytes.
    pub const TABLE_WORDS: usize = 4096;
    /// Of a CTA; as many.
    pub const DATA_WORDS: usize = 4096;

    pub fn new(seed: u64) -> Program {
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let block = BLOCKS[seed as usize % BLOCKS.len()];
        let mut author = Author { rng, block, places: Vec::new(), code: String::new(), labels: 0 };
        author.places = (0..3).map(|_| author.place()).collect();
        author.begin();
        author.statements(24, Around::default());
        author.end();
        Program { seed, block, code: author.code }
    }

    pub fn block(&self) -> [u32; 3] {
        self.block
    }

    /// What arrays hold at first.
    pub fn words(&self, count: usize) -> Vec<u8> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(!self.seed);
        (0..4 * count).map(|_| rng.random()).collect()
    }

    /// As PTX.
    pub fn text(&self) -> String {
        format!(
            ".version 7.8\n.target sm_70\n.address_size 64\n\n.visible .entry program(\n    \
             .param .u64 table, .param .u64 data, .param .u64 own, .param .u64 out)\n{{\n    \
             .reg .pred %p<2>;\n    .reg .b32 %r<24>;\n    .reg .b64 %d<6>;\n{}}}\n",
            self.code
        )
    }
}

/// What a statement stands in.
#[derive(Clone, Copy, Default)]
struct Around {
    depth: usize,
    /// Threads of the CTA may be on different ways, so that they must not meet.
    diverged: bool,
    /// Loops use one counter.
    looping: bool,
}

/// Words of an array, by thread.
#[derive(Clone, Copy)]
struct Place {
    array: Array,
    index: Index,
    /// Of the first thread.
    first: u32,
}

struct Author {
    rng: Xoshiro256PlusPlus,
    block: [u32; 3],
    /// Where loads mostly go.
    places: Vec<Place>,
    code: String,
    labels: usize,
}

// %r0 thread, %r1 column, %r2 row, %r3 CTA, %r4 to %r6 for a moment, %r7 counter, %r8 to %r15 values, %r16 to %r23 loaded.
// %d0 table, %d1 data of the CTA, %d2 the thread's own words, %d3 its result, %d4 and %d5 for a moment.
impl Author {
    fn line(&mut self, text: impl AsRef<str>) {
        writeln!(self.code, "    {}", text.as_ref()).expect("a string takes all");
    }

    fn lines(&mut self, text: &[&str]) {
        text.iter().for_each(|line| self.line(line));
    }

    fn threads(&self) -> u32 {
        self.block[0] * self.block[1]
    }

    fn begin(&mut self) {
        self.lines(&[
            "ld.param.u64 %d0, [table];",
            "ld.param.u64 %d1, [data];",
            "ld.param.u64 %d2, [own];",
            "ld.param.u64 %d3, [out];",
            "mov.u32 %r1, %tid.x;",
            "mov.u32 %r2, %tid.y;",
            "mov.u32 %r3, %ctaid.x;",
        ]);
        let (width, data) = (self.block[0], 4 * Program::DATA_WORDS);
        self.line(format!("mad.lo.u32 %r0, %r2, {width}, %r1;"));
        self.line(format!("mad.wide.u32 %d1, %r3, {data}, %d1;"));
        self.line(format!("mad.lo.u32 %r4, %r3, {THREADS}, %r0;"));
        self.lines(&["mad.wide.u32 %d2, %r4, 8, %d2;", "mad.wide.u32 %d3, %r4, 4, %d3;"]);
        for value in 8..24 {
            self.line(format!("mad.lo.u32 %r{value}, %r4, {}, {value};", value * 2 + 1));
        }
    }

    fn end(&mut self) {
        for value in 9..24 {
            self.line("mul.lo.u32 %r8, %r8, 31;");
            self.line(format!("xor.b32 %r8, %r8, %r{value};"));
        }
        self.lines(&["st.global.u32 [%d3], %r8;", "ret;"]);
    }

    fn statements(&mut self, count: usize, around: Around) {
        for _ in 0..count {
            match self.rng.random_range(0..20) {
                0 if around.depth < 2 => self.condition(around),
                1 if !around.looping => self.repeat(around),
                2..=3 if !around.diverged => self.write_data(),
                4 => self.write_own(),
                5 => self.read_own(),
                6 => self.fence(),
                7..=8 => self.mix(),
                _ => self.load(),
            }
        }
    }

    fn label(&mut self) -> usize {
        self.labels += 1;
        self.labels
    }

    /// A register that is mixed.
    fn value(&mut self) -> u32 {
        self.rng.random_range(8..16)
    }

    /// A register that is loaded.
    fn loaded(&mut self) -> u32 {
        self.rng.random_range(16..24)
    }

    /// A predicate that some threads have: by their number, or by what they computed.
    fn predicate(&mut self) {
        match self.rng.random_range(0..3) {
            0 => {
                let limit = self.rng.random_range(1..self.threads());
                self.line(format!("setp.lt.u32 %p0, %r0, {limit};"));
            }
            1 => {
                let bit = 1 << self.rng.random_range(0..6);
                self.line(format!("and.b32 %r4, %r0, {bit};"));
                self.line("setp.eq.u32 %p0, %r4, 0;");
            }
            _ => {
                let value = self.value();
                self.line(format!("and.b32 %r4, %r{value}, 3;"));
                self.line("setp.ne.u32 %p0, %r4, 0;");
            }
        }
    }

    fn condition(&mut self, around: Around) {
        let (other, end) = (self.label(), self.label());
        let inside = Around { depth: around.depth + 1, diverged: true, ..around };
        self.predicate();
        self.line(format!("@%p0 bra $L{other};"));
        self.statements(3, inside);
        self.line(format!("bra $L{end};"));
        self.line(format!("$L{other}:"));
        self.statements(2, inside);
        self.line(format!("$L{end}:"));
    }

    /// The same loads again, by all threads as often.
    fn repeat(&mut self, around: Around) {
        let (top, trips) = (self.label(), self.rng.random_range(2..4));
        self.line("mov.u32 %r7, 0;");
        self.line(format!("$L{top}:"));
        self.statements(4, Around { looping: true, depth: around.depth + 1, ..around });
        self.line("add.u32 %r7, %r7, 1;");
        self.line(format!("setp.lt.u32 %p1, %r7, {trips};"));
        self.line(format!("@%p1 bra $L{top};"));
    }

    fn mix(&mut self) {
        let (to, from) = (self.value(), self.loaded());
        let factor = self.rng.random_range(3..40);
        self.line(format!("mad.lo.u32 %r{to}, %r{from}, {factor}, %r{to};"));
    }

    fn fence(&mut self) {
        let kinds = ["membar.gl;", "membar.cta;", "fence.acq_rel.gpu;"];
        let kind = kinds[self.rng.random_range(0..kinds.len())];
        self.line(kind);
    }

    fn index(&mut self) -> Index {
        let none = Index { thread: 0, column: 0, row: 0, xor: 0 };
        match self.rng.random_range(0..8) {
            0..=1 => Index { thread: 1, ..none },
            2..=4 => Index { column: 1, row: self.rng.random_range(0..4) * 16, ..none },
            5 => Index { thread: self.rng.random_range(2..4), ..none },
            6 => Index { thread: 1, xor: self.rng.random_range(1..8), ..none },
            _ => Index { row: 1, ..none },
        }
    }

    fn place(&mut self) -> Place {
        let array = if self.rng.random() { Array::Table } else { Array::Data };
        Place { array, index: self.index(), first: self.rng.random_range(0..40) }
    }

    /// One of the few, perhaps some words away, or any.
    fn some_place(&mut self) -> Place {
        let place = self.places[self.rng.random_range(0..self.places.len())];
        match self.rng.random_range(0..8) {
            0 => self.place(),
            1..=3 => Place { first: place.first + self.rng.random_range(0..4), ..place },
            _ => place,
        }
    }

    /// Puts the address of elements of so many bytes into %d4.
    fn address(&mut self, place: Place, bytes: u32) {
        let base = match place.array {
            Array::Table => 0,
            Array::Data => 1,
        };
        let Index { thread, column, row, xor } = place.index;
        self.line(format!("mul.lo.u32 %r4, %r0, {thread};"));
        self.line(format!("mad.lo.u32 %r4, %r1, {column}, %r4;"));
        self.line(format!("mad.lo.u32 %r4, %r2, {row}, %r4;"));
        self.line(format!("xor.b32 %r4, %r4, {xor};"));
        self.line(format!("mad.wide.u32 %d4, %r4, {bytes}, %d{base};"));
        self.line(format!("add.u64 %d4, %d4, {};", place.first * bytes));
    }

    /// By all threads that are here, or by some. What is wide or narrow is mixed at once.
    fn load(&mut self) {
        let place = self.some_place();
        let orders = [".ca", ".cg", ".cv"];
        let order = orders.get(self.rng.random_range(0..20)).copied().unwrap_or_default();
        let kinds = [("u8", 1), ("s16", 2), ("u64", 8), ("v2.u32", 8), ("v4.u32", 16)];
        let kind = kinds.get(self.rng.random_range(0..40)).copied();
        self.address(place, kind.map_or(4, |(_, bytes)| bytes));
        let guard = if self.rng.random_bool(0.2) { self.guard() } else { "" };
        let (loaded, value) = (self.loaded(), self.value());
        let load = format!("{guard}ld.global{order}");
        match kind.map(|(kind, _)| kind) {
            None => self.line(format!("{load}.u32 %r{loaded}, [%d4];")),
            Some("u64") => {
                self.lines(&["mov.u64 %d5, 0;", &format!("{load}.u64 %d5, [%d4];")]);
                self.line("cvt.u32.u64 %r5, %d5;");
                self.line(format!("xor.b32 %r{value}, %r{value}, %r5;"));
            }
            Some("v2.u32") => {
                self.lines(&["mov.u32 %r5, 1;", "mov.u32 %r6, 2;"]);
                self.line(format!("{load}.v2.u32 {{%r5, %r6}}, [%d4];"));
                self.line(format!("mad.lo.u32 %r{value}, %r5, %r6, %r{value};"));
            }
            Some("v4.u32") => {
                self.line(format!("{load}.v4.u32 {{%r8, %r9, %r10, %r11}}, [%d4];"));
            }
            Some(narrow) => {
                self.lines(&["mov.u32 %r5, 7;", &format!("{load}.{narrow} %r5, [%d4];")]);
                self.line(format!("mad.lo.u32 %r{value}, %r{value}, 13, %r5;"));
            }
        }
    }

    fn guard(&mut self) -> &'static str {
        self.predicate();
        if self.rng.random() { "@%p0 " } else { "@!%p0 " }
    }

    /// A store of some bytes of eight, or of all of them.
    fn store_within(&mut self, address: &str, guard: &str) {
        let value = self.value();
        let kinds = [("u8", 1), ("u16", 2), ("u32", 4), ("v2.u32", 8)];
        let (kind, bytes) = kinds[self.rng.random_range(0..kinds.len())];
        let at = bytes * self.rng.random_range(0..8 / bytes);
        let source = match bytes {
            8 => format!("{{%r{value}, %r8}}"),
            _ => format!("%r{value}"),
        };
        self.line(format!("{guard}st.global.{kind} [{address}+{at}], {source};"));
    }

    fn write_own(&mut self) {
        self.store_within("%d2", "");
    }

    fn read_own(&mut self) {
        let value = self.loaded();
        let at = 4 * self.rng.random_range(0..2);
        self.line(format!("ld.global.u32 %r{value}, [%d2+{at}];"));
    }

    fn write_data(&mut self) {
        self.line("bar.sync 0;");
        match self.rng.random_range(0..3) {
            0 => self.add(),
            _ => self.store_apart(),
        }
        self.line("bar.sync 0;");
    }

    /// Each thread into eight bytes of its own, in the order of threads or against it.
    fn store_apart(&mut self) {
        let threads = self.threads();
        match self.rng.random() {
            true => self.line("mov.u32 %r4, %r0;"),
            false => self.line(format!("sub.u32 %r4, {}, %r0;", threads - 1)),
        }
        let first = 8 * self.rng.random_range(0..20);
        self.line("mad.wide.u32 %d4, %r4, 8, %d1;");
        self.line(format!("add.u64 %d4, %d4, {first};"));
        let guard = if self.rng.random() { self.guard() } else { "" };
        self.store_within("%d4", guard);
    }

    fn add(&mut self) {
        let place = Place { array: Array::Data, ..self.some_place() };
        self.address(place, 4);
        let guard = if self.rng.random() { self.guard() } else { "" };
        let value = self.value();
        self.line(format!("{guard}red.global.add.u32 [%d4], %r{value};"));
    }
}

/// A program as a launch, made in memory.
pub fn case(program: &Program) -> Arc<Case> {
    with_table(program, Program::TABLE_WORDS)
}

/// The same with a table of so many words, of which it reads the first.
pub fn with_table(program: &Program, table_words: usize) -> Arc<Case> {
    let source = Source::new(format!("program {}", program.seed), program.text());
    let place = FilePlace::whole(format!("program {}", program.seed));
    let buffer = |name: &str, words: usize| Buffer {
        name: name.into(),
        dtype: Dtype::U32,
        count: words,
        contents: Contents::Data(program.words(words)),
        relocs: Vec::new(),
        expect: None,
        pixels: None,
        place: place.clone(),
    };
    let mut table = program.words(Program::TABLE_WORDS);
    table.resize(4 * table_words, 0);
    let buffers = vec![
        Buffer { contents: Contents::Data(table), ..buffer("table", table_words) },
        buffer("data", CTAS * Program::DATA_WORDS),
        buffer("own", CTAS * THREADS * 2),
        buffer("out", CTAS * THREADS),
    ];
    let pointer = |buffer| Param {
        value: Value::Pointer(Pointer { buffer, offset: 0 }),
        place: place.clone(),
    };
    let launch = Launch {
        name: format!("program {}", program.seed),
        entry: "program".into(),
        grid: [CTAS as u32, 1, 1],
        block: program.block(),
        params: (0..buffers.len()).map(pointer).collect(),
        buffers,
        suite: String::new(),
        note: String::new(),
        ptx: PathBuf::new(),
        dynamic_shared: 0,
        symbols: Vec::new(),
        textures: Vec::new(),
        registers: None,
        profiles: BTreeMap::new(),
        place: place.clone(),
    };
    let loaded = Loaded::new(&source, None).unwrap_or_else(|e| panic!("{e}\n{}", program.text()));
    Arc::new(Case::new(launch, loaded).unwrap().allocated())
}
