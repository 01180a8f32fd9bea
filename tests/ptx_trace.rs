//! Do traces and recorded requests say what a run did, and is nothing but a trace read as one?

use crate::support::{self, assert_refused, fermi, outcome};
use proptest::prelude::*;
use regforge::compiler::allocate::allocate;
use regforge::compiler::liveness::Liveness;
use regforge::compiler::values::split_webs;
use regforge::error::Error;
use regforge::files::Whole;
use regforge::ptx::cfg::Cfg;
use regforge::ptx::exec::{Area, Code, Event, Geometry, Memory, Schedule, Start, Watch, run};
use regforge::ptx::isa::*;
use regforge::ptx::kernel::{Home, Kernel, window};
use regforge::ptx::launch::Launch;
use regforge::ptx::trace::{
    Block, Command, Header, Instruction as Traced, Reader, Requests, Summary, Writer, read_list,
    sass,
};
use regforge::ptx::{Source, decode, parse};
use regforge::stream::{Direction, Stream};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

const SHIPPED: &str = "kernels/matrix_multiply_tiled/case.toml";

/// Opcodes of Accel-Sim's map for Volta, `gpu-simulator/ISA_Def/volta_opcode.h`.
const VOLTA: &str = "
    FADD FADD32I FCHK FFMA32I FFMA FMNMX FMUL FMUL32I FSEL FSET FSETP FSWZADD MUFU HADD2 HADD2_32I
    HFMA2 HFMA2_32I HMUL2 HMUL2_32I HSET2 HSETP2 HMMA DADD DFMA DMUL DSETP BMSK BREV FLO IABS IADD
    IADD3 IADD32I IDP IDP4A IMAD IMMA IMNMX IMUL IMUL32I ISCADD ISCADD32I ISETP LEA LOP LOP3 LOP32I
    POPC SHF SHR VABSDIFF VABSDIFF4 F2F F2I I2F I2I I2IP FRND MOV MOV32I PRMT SEL SGXT SHFL PLOP3
    PSETP P2R R2P LD LDC LDG LDL LDS ST STG STL STS MATCH QSPC ATOM ATOMS ATOMG RED CCTL CCTLL
    ERRBAR MEMBAR CCTLT TEX TLD TLD4 TMML TXD TXQ BMOV BPT BRA BREAK BRX BSSY BSYNC CALL EXIT JMP
    JMX KILL NANOSLEEP RET RPCMOV RTT WARPSYNC YIELD B2R BAR CS2R CSMTEST DEPBAR GETLMEMBASE LEPC
    NOP PMTRIG R2B S2R SETCTAID SETLMEMBASE VOTE VOTE_VTG";

fn volta_knows(opcode: &str) -> bool {
    VOLTA.split_whitespace().any(|name| Some(name) == opcode.split('.').next())
}

/// Every operation, with every type where its name depends on that.
fn operations() -> Vec<Op> {
    use Float as F;
    use Integer as I;
    const TYPES: [Type; 19] = [
        Type::Pred,
        Type::B8,
        Type::B16,
        Type::B32,
        Type::B64,
        Type::U8,
        Type::U16,
        Type::U32,
        Type::U64,
        Type::S8,
        Type::S16,
        Type::S32,
        Type::S64,
        Type::F16,
        Type::F16x2,
        Type::Bf16,
        Type::Bf16x2,
        Type::F32,
        Type::F64,
    ];
    let signed = [false; 2];
    let integers = [
        [I::Add, I::AddSaturate, I::Sub, I::SubSaturate, I::MulLo, I::MulHi, I::MulWide, I::MadLo],
        [
            I::MadHi,
            I::MadHiSaturate,
            I::MadWide,
            I::Mul24Lo,
            I::Mul24Hi,
            I::Mad24Lo,
            I::Mad24Hi,
            I::Rem,
        ],
        [I::Mad24HiSaturate, I::SumAbsDiff, I::Div, I::Abs, I::Neg, I::Min, I::Max, I::PopCount],
        [
            I::CountLeadingZeros,
            I::FindLeadingBit,
            I::FindLeadingBitShift,
            I::Reverse,
            I::Extract,
            I::Insert,
            I::And,
            I::Or,
        ],
        [
            I::Xor,
            I::Not,
            I::LogicalNot,
            I::ShiftLeft,
            I::ShiftRight,
            I::Logic3(1),
            I::FunnelLeft { wrap: true },
            I::FunnelRight { wrap: true },
        ],
    ];
    let mut all: Vec<Op> = integers
        .into_iter()
        .flatten()
        .chain([
            I::Dot4 { signed },
            I::Dot2 { signed, high: false },
            I::AbsDiff4 { signed, add: true },
        ])
        .map(|op| Op::Compute(Compute::Integer(op, Type::U32)))
        .collect();
    let floats = [
        [F::Add, F::Sub, F::Mul, F::Fma, F::Div, F::Abs, F::Neg, F::Min, F::Max, F::MinNan],
        [
            F::MaxNan,
            F::Rcp,
            F::Sqrt,
            F::Rsqrt,
            F::Sin,
            F::Cos,
            F::Lg2,
            F::Ex2,
            F::Tanh,
            F::CopySign,
        ],
    ];
    let spaces =
        [Space::Generic, Space::Global, Space::Shared, Space::Local, Space::Const, Space::Param];
    for ty in TYPES {
        let float = |op| Op::Compute(Compute::Float(op, ty, FloatMode::default()));
        all.extend(floats.iter().flatten().copied().map(float));
        for to in TYPES {
            for to_integral in [false, true] {
                all.push(Op::Compute(Compute::Convert(Convert {
                    from: ty,
                    to,
                    rounding: Rounding::Zero,
                    to_integral,
                    flush: false,
                    saturate: false,
                })));
            }
        }
        for value in [None, Some(Type::U32)] {
            let test = Test::Less;
            all.push(Op::Compare(Compare { test, ty, flush: false, combine: None, value }));
        }
        for kind in [CarryKind::Add, CarryKind::Sub, CarryKind::MadLo, CarryKind::MadHi] {
            all.push(Op::Carry(Carry { kind, ty, carry_in: true, carry_out: true }));
        }
        all.extend([
            Op::Compute(Compute::Move(ty)),
            Op::Classify(Classify::Float(FloatKind::Finite, ty)),
            Op::Select(ty),
            Op::Pack(ty),
            Op::Unpack(ty),
        ]);
        for space in spaces {
            let access = Access::plain(space, ty);
            let op = AtomicOp::Add;
            all.extend([
                Op::Load(access),
                Op::Store(access),
                Op::Atomic(Atomic { access, op }),
                Op::Classify(Classify::IsSpace(space)),
            ]);
        }
    }
    for float in [false, true] {
        all.push(Op::Compute(Compute::SelectSign { ty: Type::U32, float, flush: false }));
    }
    all.push(Op::Compute(Compute::Permute(Permute::Index)));
    all.push(Op::Logic(Logic::And));
    all.push(Op::Texture(Texture {
        reference: None,
        geometry: TextureGeometry::D2,
        to: Type::F32,
        coordinates: Type::F32,
    }));
    all.extend([Shuffle::Up, Shuffle::Down, Shuffle::Butterfly, Shuffle::Index].map(Op::Shuffle));
    let vote = |kind| Op::Vote { kind, negated: false };
    all.extend([Vote::All, Vote::Any, Vote::Uniform, Vote::Ballot].map(vote));
    all.extend([false, true].map(|all| Op::Match { all, ty: Type::U32 }));
    let negated = false;
    let barriers = [
        Barrier::Sync,
        Barrier::Arrive,
        Barrier::CountTrue { negated },
        Barrier::AllTrue { negated },
        Barrier::AnyTrue { negated },
    ];
    all.extend(barriers.map(Op::Barrier));
    all.extend([Op::ActiveMask, Op::Branch(0), Op::BranchIndexed(vec![0]), Op::WarpBarrier]);
    all.extend([Op::Fence(Scope::Gpu), Op::Exit, Op::Trap, Op::Nop]);
    all
}

#[test]
fn every_operation_has_a_name_that_volta_knows() {
    for op in operations() {
        assert!(volta_knows(sass(&op)), "{op:?}: {}", sass(&op));
    }
}

/// A kernel whose registers are webs, and the registers of a thread that they share.
fn allocated(kernel: &Kernel) -> (Kernel, Vec<Home>) {
    let webs = split_webs(kernel);
    let cfg = Cfg::new(&webs);
    let homes = allocate(&webs, &cfg, &Liveness::new(&webs, &cfg)).homes;
    (webs, homes)
}

/// Diverges, loads and stores 64 bits, guards, adds atomically; its second warp has 8 threads.
const PTX: &str = "
.version 6.0
.target sm_70
.address_size 64
.visible .entry small(.param .u64 p)
{
    .reg .pred %q;
    .reg .b32 %r<3>;
    .reg .b64 %d<4>;
    ld.param.u64 %d0, [p];
    mov.u32 %r0, %tid.x;
    mul.wide.u32 %d1, %r0, 8;
    add.s64 %d2, %d0, %d1;
    setp.lt.u32 %q, %r0, 3;
    @%q bra LESS;
    ld.global.u64 %d3, [%d2];
    st.global.u64 [%d2+8], %d3;
LESS:
    @!%q red.global.add.u32 [%d0], 1;
    st.volatile.global.u8 [%d0], %r0;
    ret;
}";

fn small(ptx: &str) -> Kernel {
    let source = Source::new("small.ptx", ptx);
    decode(&source, &parse(&source).unwrap(), None).unwrap().kernels.remove(0)
}

fn start_of_small() -> Start {
    let buffer = Area::known("buffer", window::BUFFERS, vec![0; 512]);
    let params = window::BUFFERS.to_le_bytes().to_vec();
    Start { memory: Memory::new(vec![buffer]), params, ..Start::default() }
}

const SMALL: Geometry =
    Geometry { grid: [2, 1, 1], block: [40, 1, 1], dynamic_shared: 0, static_shared: 0 };

/// By hand, so that what is expected does not hang on the allocation.
fn home(name: &str) -> Home {
    match name {
        "%q" => Home::Predicate(0),
        "%r0" => Home::Word(1),
        "%d0" => Home::Pair(4),
        "%d1" => Home::Pair(6),
        "%d2" => Home::Pair(8),
        "%d3" => Home::Pair(10),
        other => panic!("{other}"),
    }
}

fn trace_of_small(ptx: &str) -> String {
    let kernel = small(ptx);
    let homes: Vec<Home> = kernel.registers.iter().map(|register| home(&register.name)).collect();
    let header = Header::new("small", &SMALL, 12);
    let mut writer = Writer::new(&header, &kernel, &homes, &SMALL, Vec::new());
    let code = Code::new(&kernel, &homes);
    let done = run(&code, &SMALL, start_of_small(), Schedule::default(), &mut writer, || {});
    done.unwrap_or_else(|fault| panic!("{fault}"));
    String::from_utf8(writer.finish().unwrap()).unwrap()
}

const GOLDEN: &str = "\
-kernel name = small
-kernel id = 1
-grid dim = (2,1,1)
-block dim = (40,1,1)
-shmem = 0
-nregs = 12
-binary version = 70
-cuda stream id = 0
-shmem base_addr = 0x0000000001000000
-local mem base_addr = 0x0000000002000000
-nvbit version = none
-accelsim tracer version = 4
-enable lineinfo = 0

#traces format = [line_num] PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width [adrrescompress?] [mem_addresses]

#BEGIN_TB

thread block = 0,0,0

warp = 0
insts = 11
0000 ffffffff 1 R4 LDC.64 0 0
0010 ffffffff 1 R1 S2R 0 0
0020 ffffffff 1 R6 IMAD.WIDE 1 R1 0
0030 ffffffff 1 R8 IADD3 2 R4 R6 0
0040 ffffffff 0 ISETP 1 R1 0
0050 00000007 0 BRA 0 0
0060 fffffff8 1 R10 LDG.E.64 1 R8 8 1 0x10000018 8
0070 fffffff8 0 STG.E.64 2 R8 R10 8 1 0x10000020 8
0080 fffffff8 0 RED.E.ADD 1 R4 4 1 0x10000000 0
0090 ffffffff 0 STG.E.U8 2 R4 R1 1 1 0x10000000 0
00a0 ffffffff 0 EXIT 0 0

warp = 1
insts = 11
0000 000000ff 1 R4 LDC.64 0 0
0010 000000ff 1 R1 S2R 0 0
0020 000000ff 1 R6 IMAD.WIDE 1 R1 0
0030 000000ff 1 R8 IADD3 2 R4 R6 0
0040 000000ff 0 ISETP 1 R1 0
0050 00000000 0 BRA 0 0
0060 000000ff 1 R10 LDG.E.64 1 R8 8 1 0x10000100 8
0070 000000ff 0 STG.E.64 2 R8 R10 8 1 0x10000108 8
0080 000000ff 0 RED.E.ADD 1 R4 4 1 0x10000000 0
0090 000000ff 0 STG.E.U8 2 R4 R1 1 1 0x10000000 0
00a0 000000ff 0 EXIT 0 0

#END_TB
";

#[test]
fn a_small_kernels_trace_is_as_written_by_hand() {
    let trace = trace_of_small(PTX);
    let (first, second) = trace.split_at(GOLDEN.len().min(trace.len()));
    assert_eq!(first, GOLDEN);
    let block = &GOLDEN[GOLDEN.find("\n#BEGIN_TB").unwrap()..];
    assert_eq!(second, block.replace("thread block = 0,0,0", "thread block = 1,0,0"));
}

/// Accel-Sim waits for the exit of every thread.
#[test]
fn threads_that_run_over_the_end_exit_in_the_trace() {
    let trace = trace_of_small(&PTX.replace("    ret;\n", ""));
    let masks = |mask| trace.matches(&format!("{mask} 0 EXIT 0 0")).count();
    assert_eq!((masks("ffffffff"), masks("000000ff")), (2, 2));
}

/// What a run did, apart from the writer: by CTA and warp.
struct Seen<'a> {
    homes: &'a [Home],
    warps: BTreeMap<(u64, usize), Vec<One>>,
}

/// An instruction: PC, mask, whether it writes and which word, words it reads, addresses.
#[derive(Debug, PartialEq)]
struct One {
    pc: u64,
    mask: u32,
    dst: Option<u16>,
    src: BTreeSet<u16>,
    addresses: Vec<u64>,
}

impl Watch for Seen<'_> {
    fn executed(&mut self, event: &Event) {
        let word = |reg: Reg| match self.homes[reg.index()] {
            Home::Word(n) | Home::Pair(n) => Some(n as u16),
            Home::Predicate(_) => None,
        };
        let accesses = match &event.instruction.op {
            Op::Load(access) | Op::Store(access) => {
                !matches!(access.space, Space::Const | Space::Param)
            }
            Op::Atomic(_) => true,
            _ => false,
        };
        let mut addresses = Vec::new();
        for lane in 0..32 {
            if accesses && event.lanes & (1 << lane) != 0 {
                addresses.push(event.addresses[lane]);
            }
        }
        let one = One {
            pc: 16 * event.pc as u64,
            mask: event.lanes,
            dst: event.instruction.writes().filter_map(word).next(),
            src: event.instruction.reads().filter_map(word).collect(),
            addresses,
        };
        self.warps.entry((event.cta, event.warp)).or_default().push(one);
    }
}

/// Both.
struct Two<A, B>(A, B);

impl<A: Watch, B: Watch> Watch for Two<A, B> {
    fn executed(&mut self, event: &Event) {
        self.0.executed(event);
        self.1.executed(event);
    }
}

/// What the trace says, in the same form.
fn one(traced: &Traced) -> One {
    One {
        pc: traced.pc,
        mask: traced.mask,
        dst: traced.dst.first().copied(),
        src: traced.src.iter().copied().collect(),
        addresses: traced.memory.iter().flat_map(|memory| memory.addresses.clone()).collect(),
    }
}

/// The width that Accel-Sim takes from an opcode.
fn width(opcode: &str) -> u32 {
    let bits = |part: &str| part.strip_prefix('U').unwrap_or(part).parse::<u32>().ok();
    opcode.split('.').find_map(bits).map_or(4, |bits| bits / 8)
}

fn with_launch<T>(case: &Path, f: impl FnOnce(&Launch, &Kernel, &[Home], Start) -> T) -> T {
    let launch = Launch::read(case).unwrap();
    let loaded = launch.load().unwrap();
    let kernel = launch.kernel(&loaded.program).unwrap();
    let image = launch.image(&loaded.program, kernel, loaded.addresses).unwrap();
    let (webs, homes) = allocated(kernel);
    let start = Start::new(&loaded.program, &webs, &image);
    f(&launch, &webs, &homes, start)
}

fn check_trace(case: &Path, file: &Path) {
    with_launch(case, |launch, kernel, homes, start| {
        let geometry = Geometry::new(launch, kernel);
        let header = Header::new(&kernel.name, &geometry, 40);
        let out = Whole::create(file).unwrap();
        let writer = Writer::new(&header, kernel, homes, &geometry, out);
        let mut two = Two(writer, Seen { homes, warps: BTreeMap::new() });
        let code = Code::new(kernel, homes);
        let done = run(&code, &geometry, start, Schedule::default(), &mut two, || {});
        let counts = done.unwrap_or_else(|fault| panic!("{fault}")).counts;
        assert!(!file.exists(), "half a trace can be seen");
        two.0.finish().unwrap().finish().unwrap();
        let mut reader = Reader::open(file).unwrap();
        assert_eq!(reader.header, header);
        let mut summary = Summary::default();
        for (number, block) in (&mut reader).map(Result::unwrap).enumerate() {
            assert_eq!(block.cta, geometry.cta(number as u64));
            assert_eq!(block.warps.len(), geometry.warps());
            summary.add(&block);
            for (n, warp) in block.warps.iter().enumerate() {
                assert_eq!(warp.number as usize, n);
                let seen = two.1.warps.remove(&(number as u64, n)).unwrap();
                check_warp(&warp.instructions, &seen);
            }
        }
        assert!(two.1.warps.is_empty());
        assert_eq!(summary.ctas, geometry.ctas());
        assert_eq!(summary.instructions, counts.warp_instructions);
        assert_eq!(summary.thread_instructions, counts.thread_instructions);
        let accesses = counts.global_accesses + counts.shared_accesses + counts.local_accesses;
        assert_eq!(summary.loads + summary.stores + summary.atomics, accesses);
    });
}

fn check_warp(traced: &[Traced], seen: &[One]) {
    assert_eq!(traced.len(), seen.len());
    for (traced, seen) in traced.iter().zip(seen) {
        let mut got = one(traced);
        if seen.src.len() > 4 {
            assert_eq!(got.src.len(), 4);
            assert!(got.src.is_subset(&seen.src));
            got.src = seen.src.clone();
        }
        assert_eq!(&got, seen, "{}", traced.opcode);
        assert!(volta_knows(&traced.opcode), "{}", traced.opcode);
        if let Some(memory) = &traced.memory {
            assert_eq!(memory.width, width(&traced.opcode), "{}", traced.opcode);
        }
        assert!(traced.dst.len() <= 1);
    }
}

fn check_traces(case: &Path) {
    let folder = tempfile::tempdir().unwrap();
    for name in ["kernel-1.traceg", "kernel-1.traceg.xz"] {
        check_trace(case, &folder.path().join(name));
    }
}

#[test]
fn what_is_written_is_what_a_run_did() {
    check_traces(Path::new(SHIPPED));
}

#[test_with::env(REGFORGE_DATA)]
#[test]
fn traces_and_streams_of_real_kernels_are_what_a_run_did() {
    let folder = support::data("kernels");
    for name in ["bitonicSortShared1", "convolutionTexture_rows", "scalarProd"] {
        let case = folder.join(name).join("case.toml");
        check_traces(&case);
        check_streams(&case);
    }
}

#[test]
fn the_commands_write_and_read_traces() {
    let folder = tempfile::tempdir().unwrap();
    let mut summaries = Vec::new();
    for xz in [false, true] {
        let out = folder.path().join(format!("traces {xz}"));
        let name = out.to_str().unwrap();
        let mut args = vec!["ptx", "trace", SHIPPED, "-o", name];
        args.extend(xz.then_some("--xz"));
        let (code, _, stderr) = outcome(&args);
        assert_eq!(code, 0, "{stderr}");
        let file = out.join(if xz { "kernel-1.traceg.xz" } else { "kernel-1.traceg" });
        let copy = |address| Command::Copy { address, bytes: 4 * 2304 };
        let list = read_list(&out.join("kernelslist.g")).unwrap();
        // Buffer c, the first one, is not copied: the launch does not say what it holds.
        assert_eq!(list, [copy(0x1000_2500), copy(0x1000_4a00), Command::Launch(file.clone())]);
        assert!(std::fs::read(&file).unwrap().starts_with(if xz { b"\xfd7zXZ" } else { b"-kern" }));
        let (code, stdout, stderr) = outcome(&["ptx", "trace-info", name, "--json"]);
        assert_eq!(code, 0, "{stderr}");
        let info: serde_json::Value = serde_json::from_str(&stdout).unwrap();
        summaries.push(info["kernels"][0].clone());
        let (code, table, _) = outcome(&["ptx", "trace-info", file.to_str().unwrap()]);
        assert_eq!(code, 0);
        assert!(table.contains("16,416") && table.contains("matrix_multiply_tiled"), "{table}");
    }
    for key in ["instructions", "thread_instructions", "loads", "stores", "registers", "warps"] {
        assert_eq!(summaries[0][key], summaries[1][key]);
    }
    let of = |key: &str| summaries[0][key].as_u64().unwrap();
    assert_eq!((of("ctas"), of("warps"), of("instructions")), (9, 72, 16_416));
    assert_refused(&["ptx", "trace-info", "nowhere"], 2, &["nowhere"]);
}

fn read(text: &str) -> Result<Vec<Block>, Error> {
    Reader::new("t.traceg", text.as_bytes())?.collect()
}

/// A trace of one warp of 4 threads with these lines.
fn trace(version: u32, line_info: u8, lines: &[&str]) -> String {
    format!(
        "-kernel name = k\n-kernel id = 7\n-grid dim = (2,1,1)\n-block dim = (4,1,1)\n-nregs = 9\n\
         -accelsim tracer version = {version}\n-enable lineinfo = {line_info}\n-new key = x\n\n\
         #traces format = whatever\n\n#BEGIN_TB\n\nthread block = 1,0,0\ncluster id = 0,0,0\n\n\
         warp = 0\ninsts = {}\n{}\n\n#END_TB\n",
        lines.len(),
        lines.join("\n")
    )
}

fn only(version: u32, line_info: u8, line: &str) -> Traced {
    let blocks = read(&trace(version, line_info, &[line])).unwrap();
    assert_eq!(blocks[0].cta, [1, 0, 0]);
    blocks[0].warps[0].instructions[0].clone()
}

#[test]
fn every_tracers_lines_are_read() {
    let addresses = |line: &str| only(4, 0, line).memory.unwrap().addresses;
    let listed = addresses("0010 0000000d 1 R1 LDG.E 1 R2 4 0 0x10 0x0000000000000020 30 ");
    assert_eq!(listed, [0x10, 0x20, 0x30]);
    assert_eq!(addresses("0010 0000000e 1 R1 LDG.E 1 R2 4 1 0x10 -8 "), [0x10, 8, 0]);
    assert_eq!(addresses("0010 0000000d 1 R1 LDG.E 1 R2 4 2 0x10 4 -12"), [0x10, 0x14, 8]);
    assert_eq!(addresses("0010 00000000 1 R1 LDG.E 1 R2 4 1 0x0 0"), [0; 0]);
    assert_eq!(addresses("0010 80000000 1 R1 LDG.E 1 R2 4 2 0x7"), [7]);
    let with_immediate = only(5, 0, "0010 0000000d 0 STG.E 2 R2 R255 4 2 0x10 4 -12 99");
    assert_eq!(with_immediate.immediate, Some(99));
    assert_eq!(with_immediate.memory.unwrap().addresses, [0x10, 0x14, 8]);
    assert_eq!(only(5, 0, "0000 f 0 DEPBAR.LE 0 0 -1").immediate, Some(-1));
    let old = only(2, 0, "1 0 0 0 0020 0000000f 1 R1 IMAD.MOV.U32 2 R255 R255 0 ");
    assert_eq!((old.pc, old.mask, old.line), (0x20, 0xf, None));
    assert_eq!(
        (&*old.opcode, &old.dst[..], &old.src[..]),
        ("IMAD.MOV.U32", &[1][..], &[255; 2][..])
    );
    assert_eq!(only(4, 1, "31 0020 0000000f 0 EXIT 0 0").line, Some(31));
    assert_eq!(only(2, 1, "1 0 0 0 31 0020 0000000f 0 EXIT 0 0").line, Some(31));
}

#[test]
fn damage_is_reported_where_it_stands() {
    let good = trace(4, 0, &["0000 0000000f 0 EXIT 0 0"]);
    assert_eq!(read(&good).unwrap().len(), 1);
    let cases = [
        ("-kernel id = 7", "-kernel id = x", 2, "'x', expected a number"),
        ("-grid dim = (2,1,1)", "-grid dim = (2,1)", 3, "expected (x,y,z)"),
        ("-block dim = (4,1,1)\n", "\n", 10, "no block"),
        ("#BEGIN_TB", "BEGIN", 12, "'BEGIN', expected #BEGIN_TB"),
        ("block = 1,0,0", "block = 2,0,0", 14, "within the grid (2,1,1)"),
        ("thread block = 1,0,0", "", 17, "thread block = x,y,z first"),
        ("warp = 0", "warp = 1", 17, "a warp below 1"),
        ("warp = 0", "warp = 0\ninsts = 0\nwarp = 0", 19, "warp 0 again"),
        ("warp = 0\n", "\n", 18, "warp = n first"),
        ("insts = 1\n", "\n", 19, "insts = n before instructions"),
        ("insts = 1", "insts = 2", 21, "1 more instructions"),
        ("insts = 1", "insts = 0", 19, "no more instructions"),
        ("insts = 1", "insts = 99999999999999", 21, "more instructions"),
        ("#END_TB", "", 22, "the end of the file, expected #END_TB"),
        ("0000 0000000f", "00g0 0000000f", 19, "'00g0', expected a PC"),
        ("0000000f", "10000000f", 19, "32 lanes"),
        ("0 EXIT", "1 EXIT", 19, "'EXIT', expected destination"),
        ("0 EXIT", "9 EXIT", 19, "at most 8"),
        ("EXIT 0 0", "EXIT 0", 19, "the end of the line, expected a width"),
        ("EXIT 0 0", "LDG 0 4 3 0x0", 19, "addresses of form 3"),
        ("EXIT 0 0", "LDG 0 4 0 0x0", 19, "expected an address"),
        ("0000000f 0 EXIT 0 0", "00000005 0 LDG 0 4 1 0x0 4", 19, "side by side"),
        ("EXIT 0 0", "EXIT 0 0 1 2", 19, "'2', expected the end of the line"),
    ];
    for (from, to, line, message) in cases {
        assert!(good.contains(from), "{from}");
        let error = read(&good.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(error.starts_with(&format!("t.traceg:{line}: ")), "{to}: {error}");
        assert!(error.contains(message), "{to}: {error}");
    }
    assert!(read("").unwrap_err().to_string().contains("the end of the file"));
    let endless = "x".repeat(2 << 20);
    assert!(read(&endless).unwrap_err().to_string().contains("bytes in a line"));
}

#[test]
fn damaged_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let (trace, list) = (file("k.traceg.xz"), file("kernelslist.g"));
    check_trace(Path::new(SHIPPED), &trace);
    let mut bytes = std::fs::read(&trace).unwrap();
    bytes.truncate(bytes.len() / 2);
    std::fs::write(&trace, bytes).unwrap();
    let info = |path: &Path, parts: &[&str]| {
        assert_refused(&["ptx", "trace-info", path.to_str().unwrap()], 2, parts);
    };
    info(&trace, &["k.traceg.xz:", "unreadable text"]);
    std::fs::write(&list, "MemcpyHtoD,0x10,4\nMemcpyDtoH\nMemcpyHtoD,0x,4\n").unwrap();
    info(folder.path(), &["kernelslist.g:3: 'MemcpyHtoD,0x,4'", "MemcpyHtoD,0xaddress,bytes"]);
    std::fs::write(&list, "kernel-9.traceg\n").unwrap();
    info(folder.path(), &["kernel-9.traceg"]);
}

proptest! {
    /// Whatever is done to a trace, reading it ends, with blocks or with an error of the user's.
    #[test]
    fn no_damage_makes_the_reader_panic(
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0usize..20, "\\PC{0,6}|[0-9a-fx,= R#-]{0,8}|\\n"), 1..6),
    ) {
        let mut text: Vec<char> = GOLDEN.chars().collect();
        for (at, length, new) in edits {
            let at = at.index(text.len() + 1);
            let end = (at + length).min(text.len());
            text.splice(at..end, new.chars());
        }
        let text: String = text.into_iter().collect();
        if let Err(error) = read(&text) {
            prop_assert_eq!(error.exit_code(), 2);
        }
    }

    /// Whatever lanes and addresses there are, they come back.
    #[test]
    fn addresses_come_back(
        base: u64,
        stride in prop_oneof![-8i64..8, any::<i64>()],
        other in prop::option::of((0usize..32, any::<u64>())),
        threads in 1u32..33,
    ) {
        let kernel = small(PTX);
        let homes = kernel.virtual_homes();
        let geometry = Geometry { block: [threads, 1, 1], ..SMALL };
        let mut addresses: [u64; 32] =
            std::array::from_fn(|n| base.wrapping_add_signed(stride.wrapping_mul(n as i64)));
        if let Some((lane, address)) = other {
            addresses[lane] = address;
        }
        let header = Header::new("k", &geometry, 4);
        let mut writer = Writer::new(&header, &kernel, &homes, &geometry, Vec::new());
        let masks = [u32::MAX, 0, 1, 0x8000_0000, 0xf0, 0x5555_5555, base as u32];
        let load = kernel.code.iter().position(|i| sass(&i.op) == "LDG.E").unwrap();
        for lanes in masks {
            writer.executed(&Event {
                cta: 0,
                warp: 0,
                slot: 0,
                pc: load,
                living: u32::MAX,
                instruction: &kernel.code[load],
                active: u32::MAX,
                lanes,
                addresses: &addresses,
            });
        }
        let text = String::from_utf8(writer.finish().unwrap()).unwrap();
        let block = &read(&text).unwrap()[0];
        for (instruction, mask) in block.warps[0].instructions.iter().zip(masks) {
            let expected: Vec<u64> =
                (0..32).filter(|lane| mask >> lane & 1 != 0).map(|lane| addresses[lane]).collect();
            prop_assert_eq!(instruction.mask, mask);
            prop_assert_eq!(&instruction.memory.as_ref().unwrap().addresses, &expected);
        }
    }
}

/// Counts the requests of a run: reads, writes; and each warp's in order.
struct Counted<'a> {
    homes: &'a [Home],
    reads: u64,
    writes: u64,
    order: Vec<(u64, Direction, u8, BTreeSet<u8>, u32)>,
    cycle: u64,
}

impl Watch for Counted<'_> {
    fn executed(&mut self, event: &Event) {
        self.cycle += 1;
        if event.lanes == 0 {
            return;
        }
        let words = |registers: Vec<Reg>| -> BTreeSet<u8> {
            let each = registers.into_iter().flat_map(|reg| match self.homes[reg.index()] {
                Home::Word(n) => vec![n as u8],
                Home::Pair(n) => vec![n as u8, n as u8 + 1],
                Home::Predicate(_) => vec![],
            });
            each.collect()
        };
        let read = words(event.instruction.reads().collect());
        let written = words(event.instruction.writes().collect());
        self.reads += read.len() as u64;
        self.writes += written.len() as u64;
        let (warp, lanes) = (event.slot as u8, event.lanes);
        for (cycle, direction, words) in
            [(self.cycle - 1, Direction::Read, read), (self.cycle, Direction::Write, written)]
        {
            if !words.is_empty() {
                self.order.push((cycle, direction, warp, words, lanes));
            }
        }
    }
}

/// Records a launch: the stream, and what an independent count says.
fn check_stream(case: &Path, resident: usize, file: &Path) -> (u64, u64) {
    with_launch(case, |launch, kernel, homes, start| {
        let geometry = Geometry::new(launch, kernel);
        let code = Code::new(kernel, homes);
        let counted = Counted { homes, reads: 0, writes: 0, order: Vec::new(), cycle: 0 };
        let mut two = Two(Requests::new(homes, Whole::create(file).unwrap()), counted);
        let schedule = Schedule { resident, turn: 1, ..Schedule::default() };
        let done = run(&code, &geometry, start, schedule, &mut two, || {});
        done.unwrap_or_else(|fault| panic!("{fault}"));
        two.0.finish().unwrap().finish().unwrap();
        let stream = Stream::open(file, fermi().gpu()).unwrap();
        let mut requests = stream.requests.iter();
        for (cycle, direction, warp, words, lanes) in &two.1.order {
            let asked: Vec<_> = requests.by_ref().take(words.len()).collect();
            assert_eq!(&asked.iter().map(|request| request.reg).collect::<BTreeSet<_>>(), words);
            for request in asked {
                assert_eq!((request.cycle, request.direction), (*cycle, *direction));
                assert_eq!((request.warp, request.lane_mask), (*warp, *lanes));
            }
        }
        assert!(requests.next().is_none());
        (two.1.reads, two.1.writes)
    })
}

fn check_streams(case: &Path) {
    let folder = tempfile::tempdir().unwrap();
    for resident in [1, 2] {
        let file = folder.path().join("stream.csv.xz");
        let (reads, writes) = check_stream(case, resident, &file);
        assert!(reads > 0 && writes > 0);
    }
}

#[test]
fn a_stream_has_every_request_of_a_run() {
    check_streams(Path::new(SHIPPED));
}

#[test]
fn a_recorded_stream_runs_through_the_banks_with_every_answer_right() {
    let folder = tempfile::tempdir().unwrap();
    let [by_library, by_command] = ["a.csv", "b.csv.xz"].map(|name| folder.path().join(name));
    // As many as an SM holds: 24 registers of 256 threads each.
    let (reads, writes) = check_stream(Path::new(SHIPPED), 5, &by_library);
    let name = by_command.to_str().unwrap();
    let (code, _, stderr) = outcome(&["ptx", "stream", SHIPPED, "-o", name]);
    assert_eq!(code, 0, "{stderr}");
    assert!(stderr.contains("resident CTAs: 5"), "{stderr}");
    let gpu = fermi().gpu().clone();
    let [a, b] = [by_library, by_command.clone()].map(|file| Stream::open(&file, &gpu).unwrap());
    assert_eq!(a.requests, b.requests);
    let (code, stdout, stderr) = outcome(&["cosim", "racetrack_bank", "--stream", name, "--json"]);
    assert_eq!(code, 0, "{stderr}");
    let result: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    let sum = |counter: &str| -> u64 {
        result["banks"].as_array().unwrap().iter().map(|bank| bank[counter].as_u64().unwrap()).sum()
    };
    assert_eq!(result["requests"], reads + writes);
    assert_eq!((sum("reads"), sum("writes"), sum("answers checked")), (reads, writes, reads));
    let (code, stdout, stderr) = outcome(&["map", name, "--json"]);
    assert_eq!(code, 0, "{stderr}");
    let result: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(result["requests"], reads + writes);
}

#[test]
fn a_stream_that_cannot_be_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("s.csv");
    let args = ["ptx", "stream", SHIPPED, "-o", file.to_str().unwrap(), "--resident"];
    for resident in ["0", "7"] {
        let args: Vec<&str> = args.into_iter().chain([resident]).collect();
        assert_refused(&args, 2, &["--resident", "1 to 6"]);
    }
    assert!(!file.exists());
}
