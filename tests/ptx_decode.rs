//! Is every instruction of real PTX understood, and does it mean what the text says?

use regforge::ptx::decode::{decode, supported};
use regforge::ptx::isa::{
    Access, Atomic, AtomicOp, Cache, Compute, Convert, Guard, Instruction, Integer, Logic, Op,
    Operand, Order, Reg, Reuse, Scope, Space, Special, Type,
};
use regforge::ptx::kernel::{Kernel, Program, window};
use regforge::ptx::{Source, parse};

fn program(text: &str) -> Program {
    try_program(text).unwrap_or_else(|error| panic!("{error}"))
}

fn try_program(text: &str) -> regforge::error::Result<Program> {
    let source = Source::new("test.ptx", text);
    let module = parse(&source)?;
    decode(&source, &module, None)
}

/// A kernel with these statements.
fn kernel(body: &str) -> Kernel {
    program(&entry(body)).kernels.remove(0)
}

fn entry(body: &str) -> String {
    format!(
        ".version 7.8\n.target sm_35\n.address_size 64\n.visible .entry k(.param .u64 p, .param .u32 n)\n{{\n\
         .reg .pred %p<9>;\n.reg .b16 %h<9>;\n.reg .b32 %r<9>;\n.reg .b64 %d<9>;\n.reg .f32 %f<9>;\n\
         .reg .f64 %g<9>;\n{body}\n}}\n"
    )
}

/// The only instruction of a kernel.
fn one(body: &str) -> Instruction {
    let mut kernel = kernel(body);
    assert_eq!(kernel.code.len(), 1, "{:?}", kernel.code);
    kernel.code.remove(0)
}

fn refused(body: &str, parts: &[&str]) {
    let error = try_program(&entry(body)).expect_err("refused").to_string();
    for part in parts {
        assert!(error.contains(part), "no '{part}' in: {error}");
    }
}

/// Of compilers from 2009 to today, as counted in real kernels.
const OPCODES: &str = "\
    add.s32 ld.param.u64 ld.global.nc.v4.f32 mul.wide.s32 mov.u32 fma.rn.f32 st.shared.f64 \
    setp.geu.ftz.f32 bra.uni sub.f64 cvt.rzi.s32.f32 shl.b64 xor.b32 and.pred shr.u64 or.b16 \
    selp.b32 cvta.to.global.u64 cvta.shared.u64 mad.lo.s32 bar.sync bfe.u32 div.rn.f32 \
    div.full.f32 max.f64 tex.2d.v4.f32.f32 tex.1d.v4.s32.s32 barrier.sync neg.f32 ret \
    rsqrt.approx.ftz.f32 not.b32 abs.s32 atom.shared.add.u32 atom.global.cas.b32 red.global.add.f32 \
    ex2.approx.ftz.f32 sqrt.rn.f32 prmt.b32 min.s16 rcp.rn.f64 call.uni rem.u64 sin.approx.f32 \
    cos.approx.f32 bfi.b32 madc.hi.cc.u32 mad.lo.cc.u32 lg2.approx.f32 vabsdiff4.u32.u32.u32.add \
    addc.cc.u32 subc.u32 add.cc.s32 brev.b32 bfind.shiftamt.u32 bfind.u32 shfl.sync.down.b32 \
    shfl.up.b32 clz.b32 popc.b64 bar.warp.sync barrier.cta.sync.aligned bar.red.popc.u32 \
    vote.sync.ballot.b32 vote.all.pred match.any.sync.b32 redux.sync.add.s32 activemask.b32 lop3.b32 shf.l.wrap.b32 \
    dp4a.u32.s32 membar.gl fence.acq_rel.gpu isspacep.shared testp.infinite.f32 copysign.f32 \
    cvt.rn.f16x2.f32 fma.rn.f16x2 ld.relaxed.gpu.global.u32 st.release.sys.global.u32 \
    ld.global.L1::no_allocate.L2::128B.v2.u32 atom.add.noftz.f16x2 prefetch.global.L2 nanosleep.u32 \
    cvt.rn.bf16.f32 tanh.approx.f32 brx.idx \
    sub.rn.f32 ld.f32 sqrt.approx.f32 ld.u32 selp.s32 sub.rn.f64 ld.s8 st.u32 cvta.global.u64 \
    min.u16 st.param.f32 shr.s16 setp.lt.u16 cvt.s32.s16 ld.u8 ld.u64 st.param.b32 ld.const.s32 \
    st.u8 ld.v4.f32 max.u32 shr.b32 add.u32 ld.param.v2.f32 ld.param.u8 setp.eq.b16 \
    mov.s32 st.shared.s32 ld.s32 mul.ftz.f32 st.s32 fma.rn.ftz.f32 sub.ftz.f32 div.approx.ftz.f32 \
    mov.s64 add.ftz.f32 setp.eq.u32 setp.ne.u32 exit ld.param.s32 st.param.u64 \
    st.volatile.shared.s32 sub.u32 ld.volatile.shared.s32 mad.rn.f64 sqrt.approx.ftz.f32 \
    st.volatile.s32 mul24.lo.s32 ld.volatile.s32 st.u64 mad.f32 st.global.s32 mul.lo.u64 \
    cvt.s32.u32 cvt.s64.u32 ld.v2.u32 st.local.s32 ld.local.s32 st.param.u32 st.param.s32 \
    set.gt.u32.s32 set.le.u32.s32 set.eq.u32.u32 set.gt.u32.u32 set.ne.u32.s32 cvt.u8.u32 ld.u16 \
    st.v2.s32 sub.u64 ld.local.f64 st.u16 mad.lo.s64 set.lt.u32.f32 ld.local.s64 set.ne.u32.u32 \
    ld.f64 st.v2.u32 mul24.lo.u32 cvt.u16.u8 shr.s64 mov.b16 ld.const[1].f32 ldu.global.f32";

#[test]
fn every_opcode_of_real_kernels_is_modelled() {
    for opcode in OPCODES.split_whitespace() {
        let mut parts = opcode.split('.');
        let base = parts.next().unwrap();
        assert!(supported(base, &parts.collect::<Vec<_>>()), "{opcode}");
    }
    for opcode in ["frobnicate.u32", "add.f31", "ld.global.moon.f32", "wmma.load.a", "add"] {
        let mut parts = opcode.split('.');
        let base = parts.next().unwrap();
        assert!(!supported(base, &parts.collect::<Vec<_>>()), "{opcode}");
    }
}

#[test]
fn modifiers_that_must_be_there_are_not_guessed() {
    let cases: [(&str, &[&str]); 19] = [
        ("mul.u32 %r1, %r2, %r3;", &["12:1", "'mul'", "mul with one of .lo, .hi, .wide"]),
        ("mad.s32 %r1, %r2, %r3, %r4;", &["mad with one of .lo, .hi, .wide"]),
        ("mul24.u32 %r1, %r2, %r3;", &["mul24 with one of .lo, .hi"]),
        ("madc.u32 %r1, %r2, %r3, %r4;", &["madc with one of .lo"]),
        ("shf.wrap.b32 %r1, %r2, %r3, 4;", &["shf with one of .l, .r"]),
        ("shf.l.b32 %r1, %r2, %r3, 4;", &["shf with one of .wrap, .clamp"]),
        ("cvt.f32.f64 %f1, %g1;", &["'cvt'", "cvt with one of .rn, .rz, .rm, .rp"]),
        ("cvt.f32.s32 %f1, %r1;", &["cvt with one of .rn"]),
        ("cvt.s32.f32 %r1, %f1;", &["cvt with one of .rni, .rzi"]),
        ("cvt.rn.s32.f32 %r1, %f1;", &["cvt with one of .rni, .rzi"]),
        ("div.f32 %f1, %f2, %f3;", &["div with one of .full, .approx, .rn"]),
        ("div.f64 %g1, %g2, %g3;", &["div with one of .rn"]),
        ("rcp.f32 %f1, %f2;", &["rcp with one of .approx, .rn"]),
        ("sqrt.f32 %f1, %f2;", &["sqrt with one of .approx, .rn"]),
        ("fma.f32 %f1, %f2, %f3, %f1;", &["fma with one of .rn"]),
        ("ex2.f32 %f1, %f2;", &["ex2 with one of .approx"]),
        ("match.sync.b32 %r1, %r2, -1;", &["match with one of .any, .all"]),
        ("cvta.u64 %d1, %d2;", &["cvta with one of .global"]),
        ("bar 0;", &["bar with one of .sync, .arrive, .red"]),
    ];
    cases.iter().for_each(|(text, parts)| refused(text, parts));
    kernel(
        "mad.f32 %f1, %f2, %f3, %f1;\nadd.f32 %f1, %f2, %f3;\ncvt.f64.f32 %g1, %f1;\n\
         cvt.f32.f32 %f1, %f2;\ncvt.rni.f32.f32 %f1, %f2;\ndiv.s32 %r1, %r2, %r3;",
    );
}

#[test]
fn modifiers_that_a_type_does_not_have_are_refused() {
    let cases: [(&str, &[&str]); 25] = [
        ("add.sat.u32 %r1, %r2, %r3;", &["12:1", "'add.sat'", "no .sat with type .u32"]),
        ("sub.sat.s64 %d1, %d2, %d3;", &["no .sat with type .s64"]),
        ("add.sat.f64 %g1, %g2, %g3;", &["no .sat with type .f64"]),
        ("add.ftz.f64 %g1, %g2, %g3;", &["no .ftz with type .f64"]),
        ("add.ftz.s32 %r1, %r2, %r3;", &["no .ftz with type .s32"]),
        ("add.rn.s32 %r1, %r2, %r3;", &["no .rn with type .s32"]),
        ("add.cc.f32 %f1, %f2, %f3;", &["no .cc with type .f32"]),
        ("div.approx.s32 %r1, %r2, %r3;", &["no .approx with type .s32"]),
        ("div.approx.f64 %g1, %g2, %g3;", &["div with one of .rn"]),
        ("mul.lo.f32 %f1, %f2, %f3;", &["no .lo with type .f32"]),
        ("mul.wide.u64 %d1, %d2, %d3;", &["'mul' of type .u64", ".u16, .u32, .s16, .s32"]),
        ("add.b32 %r1, %r2, %r3;", &["'add' of type .b32", ".u16, .u32, .u64, .s16"]),
        ("and.u32 %r1, %r2, %r3;", &["'and' of type .u32", ".b16, .b32, .b64"]),
        ("redux.sync.add.f32 %f1, %f2, -1;", &["'redux' of type .f32", ".u32, .s32"]),
        ("redux.sync.or.u32 %r1, %r2, -1;", &["'redux' of type .u32", ".b32"]),
        ("redux.add.u32 %r1, %r2, -1;", &["redux.add.u32", ".sync"]),
        ("abs.u32 %r1, %r2;", &["'abs' of type .u32", ".s16, .s32, .s64"]),
        ("sin.approx.s32 %r1, %r2;", &["'sin' of type .s32", "a floating-point type"]),
        ("mad.lo.sat.s32 %r1, %r2, %r3, %r4;", &["no .sat with type .s32"]),
        ("min.NaN.s32 %r1, %r2, %r3;", &["no .NaN with type .s32"]),
        ("sin.approx.f64 %g1, %g2;", &["'sin' of type .f64"]),
        ("setp.eq.ftz.s32 %p1, %r2, %r3;", &["no .ftz with type .s32"]),
        ("setp.lt.b32 %p1, %r2, %r3;", &["setp with one of .eq, .ne"]),
        ("cvt.ftz.u32.u16 %r1, %h1;", &["no .ftz with type .u32.u16"]),
        ("cvt.sat.s32.u16 %r1, %h1;", &["no .sat with type .s32.u16"]),
    ];
    cases.iter().for_each(|(text, parts)| refused(text, parts));
    kernel(
        "add.sat.s32 %r1, %r2, %r3;\nmad.hi.sat.s32 %r1, %r2, %r3, %r4;\nadd.sat.f32 %f1, %f2, %f3;\n\
         cvt.sat.u8.s32 %r1, %r2;\ncvt.sat.u32.s32 %r1, %r2;\nmin.NaN.f32 %f1, %f2, %f3;\n\
         rcp.approx.ftz.f64 %g1, %g2;\nsetp.lo.u32 %p1, %r1, %r2;\nsetp.neu.f64 %p1, %g1, %g2;",
    );
}

#[test]
fn registers_are_numbered_as_they_are_named_and_have_their_types() {
    let kernel = kernel("add.s32 %r7, %r3, 5;\nmov.b64 %d1, %d1;");
    let names: Vec<_> = kernel.registers.iter().map(|r| (r.name.as_str(), r.ty)).collect();
    assert_eq!(names, [("%r7", Type::B32), ("%r3", Type::B32), ("%d1", Type::B64)]);
    let add = &kernel.code[0];
    assert_eq!(add.op, Op::Compute(Compute::Integer(Integer::Add, Type::S32)));
    assert_eq!(add.dst, [Some(Reg(0))]);
    assert_eq!(add.src, [Operand::Reg(Reg(1)), Operand::Imm(5)]);
    assert_eq!(add.line, 12);
}

#[test]
fn constants_have_the_bits_of_their_type() {
    let constant = |text: &str| match one(text).src.last() {
        Some(Operand::Imm(bits)) => *bits,
        other => panic!("{other:?}"),
    };
    let single = |value: f32| u64::from(value.to_bits());
    assert_eq!(constant("add.f32 %f1, %f2, 0f3F800000;"), single(1.0));
    assert_eq!(constant("add.f32 %f1, %f2, 0d3FE0000000000000;"), single(0.5));
    assert_eq!(constant("add.f32 %f1, %f2, 1.5;"), single(1.5));
    assert_eq!(constant("add.f64 %g1, %g2, 0f3F800000;"), 1f64.to_bits());
    assert_eq!(constant("add.f64 %g1, %g2, 0.25;"), 0.25f64.to_bits());
    assert_eq!(constant("add.s64 %d1, %d2, -8;"), -8i64 as u64);
    assert_eq!(constant("shl.b64 %d1, %d2, 3;"), 3);
    assert_eq!(constant("mov.u32 %r1, WARP_SZ;"), 32);
    assert_eq!(constant("st.global.f32 [%d1], 0f00000000;"), 0);
}

#[test]
fn registers_have_the_width_and_the_kind_of_their_operands() {
    let cases: [(&str, &[&str]); 12] = [
        ("add.u32 %r1, %d2, 1;", &["13:14", "'%d2' of type .b64", ".u32, .s32 or .b32"]),
        ("add.u64 %r1, %d2, 1;", &["13:9", "'%r1' of type .b32", ".u64, .s64 or .b64"]),
        ("add.f32 %f1, %f2, s;", &["'s' of type .s32", "a register of type .f32 or .b32"]),
        ("add.s32 s, s, %f1;", &["'%f1' of type .f32", ".u32, .s32 or .b32"]),
        ("fma.rn.f64 %g1, %f1, %g1, %g1;", &["'%f1' of type .f32", ".f64 or .b64"]),
        ("shl.b64 %d1, %d1, %d2;", &["'%d2' of type .b64"]),
        ("mul.wide.u32 %r1, %r2, %r3;", &["'%r1' of type .b32", ".u64"]),
        ("mov.b64 {%r1, %h1}, %d1;", &["'%h1' of type .b16", "a register of 32 bits"]),
        ("ld.global.u32 %h1, [%d1];", &["'%h1' of type .b16", ".b32 or wider"]),
        ("ld.global.f32 %g1, [%d1];", &["'%g1' of type .f64", ".f32 or .b32 or wider"]),
        ("ld.global.u32 %r1, [%f1];", &["'%f1' of type .f32"]),
        ("selp.b32 %r1, %r2, %r3, %r4;", &["'%r4' of type .b32", "a predicate"]),
    ];
    cases.iter().for_each(|(text, parts)| refused(&format!(".reg .s32 s;\n{text}"), parts));
    let legal = "and.b32 %r1, %f1, s;\nmov.b32 %f1, u;\nadd.s32 u, s, %r1;\nmov.b64 %d1, %g1;\n\
        add.f32 %r1, %r2, %f1;\nld.global.u8 %d1, [%d2];\nst.global.u16 [%d1], %r1;\n\
        st.global.b8 [%d1], %f1;\ncvt.u16.u8 %r1, %d2;\ncvt.f32.f16 %f1, %r1;\n\
        popc.b64 %r1, %d1;\nbfe.u64 %d1, %d2, %r1, 3;\nfma.rn.f16x2 %r1, %r1, %r2, %r3;\n\
        mul.wide.u16 %r1, %h1, %h2;\nmov.u16 %h1, %tid.x;\nshfl.sync.idx.b32 %f1, %f2, 0, 31, -1;\n\
        isspacep.shared %p1, %d1;\natom.global.cas.b64 %d1, [%d2], %d3, 1;\n\
        atom.global.add.L2::cache_hint.u32 %r1, [%d2], 1, %d3;";
    kernel(&format!(".reg .s32 s;\n.reg .u32 u;\n{legal}"));
}

#[test]
fn constants_may_be_expressions() {
    let value = |text: &str| match one(&format!("mov.u64 %d1, {text};")).src[0] {
        Operand::Imm(bits) => bits as i64,
        other => panic!("{other:?}"),
    };
    let cases = [
        ("4*3+1", 13),
        ("4+3*2", 10),
        ("(4+3)*2", 14),
        ("10-4-3", 3),
        ("-7/2", -3),
        ("7 % 4", 3),
        ("1<<4|3", 19),
        ("~0", -1),
        ("!0 + !5", 1),
        ("-1>>1", -1),
        ("0xffffffffffffffff>>60", 15),
        ("(.u64)-1 >> 60", 15),
        ("-1 < 0U", 0),
        ("-1 < 0", 1),
        ("1 == 1 && 2 != 3", 1),
        ("3 > 2 ? 5 : 6", 5),
        ("WARP_SZ*4-+-1", 129),
        ("6&3^1", 3),
    ];
    cases.iter().for_each(|(text, expected)| assert_eq!(value(text), *expected, "{text}"));
    assert_eq!(one("ld.param.u32 %r1, [p+4*2-8];").src, [Operand::Imm(0)]);
    assert_eq!(kernel(".shared .b8 x[4*32][1+1];\nmov.u32 %r1, x;").shared_bytes, 256);
    let text = ".version 7.8\n.target sm_70\n.global .u32 a[2] = {2*3, 1<<3};\n";
    assert_eq!(program(text).variables[0].initial, [6, 0, 0, 0, 8, 0, 0, 0]);
    refused("mov.u32 %r1, 4/0;", &["12:14", "'4/0'", "for which the operator is defined"]);
    refused("mov.u32 %r1, 4*1.5;", &["'4*1.5'", "for which the operator is defined"]);
    refused("mov.u32 %r1, (4+1;", &["12:18", "';'", "an operator or ')'"]);
    refused("mov.u32 %r1, 1<<64;", &["'1<<64'"]);
    let deep = format!("mov.u32 %r1, {}1;", "(".repeat(5000));
    refused(&deep, &["at most 100 levels"]);
    refused(&format!("mov.u32 %r1, {}1;", "-".repeat(5000)), &["at most 100 levels"]);
}

#[test]
fn addresses_have_base_offset_and_space() {
    let load = |text: &str| match one(text) {
        Instruction { op: Op::Load(access), src, .. } => (access, src[0]),
        other => panic!("{other:?}"),
    };
    let (access, base) = load("ld.global.nc.v2.f32 {%f1, %f2}, [%d1+-8];");
    let expected = Access { elements: 2, offset: -8, ..Access::plain(Space::Global, Type::F32) };
    assert_eq!((access, base), (expected, Operand::Reg(Reg(2))));
    assert!(load("ld.shared.u8 %r1, [%r2+4];").0.narrow);
    assert_eq!(load("ld.param.u32 %r1, [n];").1, Operand::Imm(8));
    assert_eq!(load("ld.param.u32 %r1, [p+4];").1, Operand::Imm(4));
    let sink = one("ld.global.v4.f32 {%f1, _, _, %f2}, [%d1];");
    assert_eq!(sink.dst, [Some(Reg(0)), None, None, Some(Reg(1))]);
}

#[test]
fn narrow_signed_results_fill_wide_registers() {
    let kernel = kernel("cvt.s8.s32 %r1, %r2;");
    let convert = |from, to| match kernel.code.iter().find_map(|i| match i.op {
        Op::Compute(Compute::Convert(c @ Convert { .. })) if (c.from, c.to) == (from, to) => {
            Some(i.dst.clone())
        }
        _ => None,
    }) {
        Some(dst) => dst,
        None => panic!("{from:?} to {to:?}: {:?}", kernel.code),
    };
    assert_eq!(convert(Type::S32, Type::S8), convert(Type::S8, Type::S32));
    assert_eq!(kernel.code.len(), 2);
    assert_eq!(one("cvt.u8.u32 %r1, %r2;").dst.len(), 1);
}

#[test]
fn guards_and_labels_become_numbers() {
    let kernel = kernel(
        "setp.lt.s32 %p1, %r1, 3;\n@!%p1 bra done;\nloop:\nadd.s32 %r1, %r1, 1;\n\
         @%p1 bra loop;\ndone: ret;",
    );
    let p = Reg(0);
    assert_eq!(kernel.code[1].guard, Some(Guard { reg: p, negated: true }));
    assert_eq!(kernel.code[1].op, Op::Branch(4));
    assert_eq!(
        (&kernel.code[3].op, kernel.code[3].guard.unwrap().negated),
        (&Op::Branch(2), false)
    );
    assert_eq!(kernel.code[4].op, Op::Exit);
}

#[test]
fn inner_scopes_have_labels_and_registers_of_their_own() {
    let kernel = kernel(
        "{\n.reg .pred q;\nsetp.eq.s32 q, %r1, 0;\n@q bra L;\nL:\n}\n\
         {\n.reg .pred q;\nsetp.eq.s32 q, %r1, 0;\n@q bra L;\nL:\n}\nret;",
    );
    let q: Vec<_> = kernel.registers.iter().filter(|register| register.name == "q").collect();
    assert_eq!(q.len(), 2);
    let targets: Vec<_> = kernel.code.iter().filter(|i| matches!(i.op, Op::Branch(_))).collect();
    assert_eq!((&targets[0].op, &targets[1].op), (&Op::Branch(2), &Op::Branch(4)));
}

#[test]
fn comparisons_combine_and_negate() {
    let Op::Compare(compare) = one("setp.lt.and.f32 %p1|%p2, %f1, %f2, !%p3;").op else {
        panic!("a comparison")
    };
    assert_eq!(compare.combine, Some((Logic::And, true)));
    assert_eq!(one("setp.lt.and.f32 %p1|%p2, %f1, %f2, !%p3;").dst.len(), 2);
    let Op::Compare(compare) = one("set.gt.u32.s32 %r1, %r2, %r3;").op else {
        panic!("a comparison")
    };
    assert_eq!((compare.value, compare.ty), (Some(Type::U32), Type::S32));
}

#[test]
fn the_condition_code_is_a_predicate_of_its_own() {
    let kernel = kernel("add.cc.u32 %r1, %r2, %r3;\naddc.u32 %r4, %r5, 0;");
    let cc = kernel.code[0].dst[1].unwrap();
    assert_eq!((kernel.ty(cc), kernel.registers[cc.index()].name.as_str()), (Type::Pred, "cc"));
    assert_eq!(kernel.code[1].src[2], Operand::Reg(cc));
    assert_eq!(kernel.code[1].dst[1], None);
}

#[test]
fn shared_variables_lie_side_by_side_and_dynamic_ones_behind() {
    let text = format!(
        ".version 4.0\n.target sm_35\n.extern .shared .align 16 .b8 dynamic[];\n\
         .shared .align 4 .f32 outer[5];\n{}",
        entry(
            ".shared .align 8 .b8 inner[3];\nmov.u32 %r1, inner;\nmov.u32 %r2, outer;\n\
             mov.u32 %r3, dynamic;\nld.shared.f32 %f1, [outer+8];\ncvta.shared.u64 %d1, %d2;"
        )
        .lines()
        .skip(3)
        .map(|line| format!("{line}\n"))
        .collect::<String>()
    );
    let kernel = &program(&text).kernels[0];
    let imm = |n: usize| kernel.code[n].src[0];
    assert_eq!([imm(0), imm(1), imm(2), imm(3)], [0, 4, 32, 12].map(Operand::Imm));
    assert_eq!(kernel.shared_bytes, 24);
    assert_eq!(kernel.code[4].src[1], Operand::Imm(window::SHARED));
}

#[test]
fn dynamic_shared_memory_is_aligned_as_its_strictest_name_says() {
    let text = ".version 7.8\n.target sm_35\n.address_size 64\n\
         .extern .shared .align 128 .b8 dynamic[];\n.extern .shared .b32 words[];\n\
         .visible .entry k()\n{\n.shared .b8 own[20];\n.reg .b64 %d<4>;\nmov.u64 %d1, own;\n\
         mov.u64 %d2, words;\nmov.u64 %d3, dynamic;\n}\n";
    let kernel = &program(text).kernels[0];
    let places: Vec<Operand> = kernel.code.iter().map(|mov| mov.src[0]).collect();
    assert_eq!(places, [0, 128, 128].map(Operand::Imm));
    assert_eq!(kernel.shared_bytes, 128);
}

/// Each function and each block has its own; a function that is called twice has one.
#[test]
fn shared_variables_of_one_name_lie_apart() {
    let text = ".version 7.8\n.target sm_35\n.address_size 64\n\
         .func f()\n{\n.shared .b32 s;\n.reg .b64 %d<2>;\nmov.u64 %d1, s;\nret;\n}\n\
         .visible .entry k()\n{\n.shared .b32 s[2];\n.reg .b64 %d<2>;\nmov.u64 %d1, s;\n\
         call f;\ncall f;\n{\n.shared .b32 s;\nmov.u64 %d1, s;\n}\nmov.u64 %d1, s;\n}\n";
    let kernel = &program(text).kernels[0];
    let moves = kernel.code.iter().filter(|instruction| !instruction.src.is_empty());
    let places: Vec<Operand> = moves.map(|instruction| instruction.src[0]).collect();
    assert_eq!(places, [0, 8, 8, 12, 0].map(Operand::Imm));
    assert_eq!(kernel.shared_bytes, 16);
}

#[test]
fn initial_values_fill_the_dimensions_that_they_name() {
    let words = |declaration: &str| {
        let text =
            format!(".version 7.8\n.target sm_70\n.address_size 64\n.global {declaration};\n");
        let text = text + ".visible .entry k()\n{\nret;\n}\n";
        let initial = &program(&text).variables[0].initial;
        let word = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().unwrap());
        initial.chunks(4).map(word).collect::<Vec<_>>()
    };
    assert_eq!(words(".u32 a[3][2] = {{1}, {2, 3}}"), [1, 0, 2, 3, 0, 0]);
    assert_eq!(words(".u32 a[2][2] = {1, 2, 3}"), [1, 2, 3, 0]);
    assert_eq!(words(".v4 .u32 a[2] = {{1, 2}, {5, 6, 7, 8}}"), [1, 2, 0, 0, 5, 6, 7, 8]);
    assert_eq!(words(".u32 a[] = {7, 8, 9}"), [7, 8, 9]);
    assert_eq!(words(".u32 a[][2] = {{7}, {8, 9}}"), [7, 0, 8, 9]);
    let empty = ".version 7.8\n.target sm_70\n.global .u32 a[0][4294967296][4294967296] = {{1}};\n";
    let error = try_program(empty).expect_err("refused").to_string();
    assert!(error.contains("more values than elements"), "{error}");
    let long = ".version 7.8\n.target sm_70\n.global .u32 a[1][2] = {{1, 2, 3}};\n";
    let error = try_program(long).expect_err("refused").to_string();
    assert!(error.contains("more values than elements"), "{error}");
}

#[test]
fn calls_do_not_nest_without_end() {
    let mut text =
        ".version 7.8\n.target sm_70\n.address_size 64\n.func f0()\n{\nret;\n}\n".to_string();
    for n in 1..5000 {
        text += &format!(".func f{n}()\n{{\ncall f{};\nret;\n}}\n", n - 1);
    }
    let error = try_program(&(text + ".visible .entry k()\n{\ncall f4999;\nret;\n}\n"));
    let error = error.expect_err("refused").to_string();
    assert!(error.contains("nested below 100 calls"), "{error}");
}

#[test]
fn a_register_parameter_takes_what_a_variable_in_param_holds() {
    let text = ".version 7.8\n.target sm_70\n.address_size 64\n\
         .func (.reg .u32 o) f(.reg .u32 a)\n{\nadd.u32 o, a, 1;\nret;\n}\n\
         .visible .entry k()\n{\n.reg .u32 %r<3>;\n.param .b32 p;\nst.param.b32 [p], 55;\n\
         call (%r1), f, (p);\n}\n";
    let code = &program(text).kernels[0].code;
    let loads = code.iter().filter(|instruction| matches!(instruction.op, Op::Load(_)));
    assert_eq!(loads.count(), 1, "{code:?}");
}

/// Between registers or constants of the caller and parameters in memory of the callee.
#[test]
fn a_scalar_parameter_in_memory_takes_a_register_or_a_constant() {
    let text = ".version 7.8\n.target sm_70\n.address_size 64\n\
         .func (.param .b32 o) f(.param .b32 a, .param .b32 b)\n{\n.reg .b32 %r<3>;\n\
         ld.param.b32 %r1, [a];\nld.param.b32 %r2, [b];\nadd.u32 %r1, %r1, %r2;\n\
         st.param.b32 [o], %r1;\nret;\n}\n\
         .func (.reg .u32 o) g()\n{\nmov.u32 o, 3;\nret;\n}\n\
         .visible .entry k()\n{\n.reg .b32 %r<3>;\n.param .b32 p;\ncall (p), g;\n\
         call (%r1), f, (p, 5);\ncall (%r1), f, (%r1, %r1);\n}\n";
    let code = &program(text).kernels[0].code;
    let count = |is: fn(&Op) -> bool| code.iter().filter(|instruction| is(&instruction.op)).count();
    assert_eq!(count(|op| matches!(op, Op::Load(_))), 4 + 2, "{code:?}");
    assert_eq!(count(|op| matches!(op, Op::Store(_))), 2 + 1 + 3, "{code:?}");
    let wrong = text.replace("(p, 5)", "(p, 5.0)");
    let error = try_program(&wrong).expect_err("refused").to_string();
    assert!(error.contains("'5.0', expected an integer constant"), "{error}");
    let array = text.replace(".param .b32 b)", ".param .b32 b[2])");
    let error = try_program(&array).expect_err("refused").to_string();
    assert!(error.contains("'5', expected a variable in .param"), "{error}");
}

#[test]
fn a_very_long_name_is_not_shown_whole() {
    let name = "L".repeat(3000);
    let error = try_program(&entry(&format!("bra {name};"))).expect_err("refused").to_string();
    assert!(error.contains("LLL..., expected a label") && error.len() < 600, "{error}");
}

#[test]
fn a_name_is_declared_once_in_a_block() {
    let again = |body: &str, name: &str, line: usize| {
        refused(body, &[&format!("'{name}' again"), &format!("a new name: line {line} has it")]);
    };
    again("L:\nadd.u32 %r1, %r1, 1;\nL:\nret;", "L", 12);
    again(".reg .b32 x;\n.reg .f32 x;", "x", 12);
    again(".reg .b32 %r<4>;", "%r", 8);
    again(".shared .b32 s;\n.local .b32 s;", "s", 12);
    again(".reg .v2 .f32 v;\n.reg .v4 .f32 v;", "v", 12);
    kernel(".reg .b32 x;\n{\n.reg .b32 x;\nL:\n}\n{\nL:\nmov.u32 x, 1;\n}");
    let twice = |text: &str, name: &str, line: usize| {
        let text = format!(".version 7.8\n.target sm_35\n.address_size 64\n{text}");
        let error = try_program(&text).expect_err("refused").to_string();
        let expected = format!("'{name}' again, expected a new name: line {line} has it");
        assert!(error.contains(&expected), "{error}");
    };
    twice(".global .b32 g;\n.const .b32 g;\n", "g", 4);
    twice(".entry k()\n{\nret;\n}\n.entry k()\n{\nret;\n}\n", "k", 4);
    twice(".entry k(.param .b32 p, .param .b64 p)\n{\nret;\n}\n", "p", 4);
    program(".version 7.8\n.target sm_35\n.extern .global .b32 g;\n.global .b32 g;\n");
    program(".version 7.8\n.target sm_35\n.func f();\n.func f()\n{\nret;\n}\n");
}

#[test]
fn module_variables_hold_their_initial_values() {
    let text = format!(
        ".version 4.0\n.target sm_35\n.address_size 64\n.const .align 4 .f32 c[3] = {{0f3F800000, 2.0}};\n\
         .global .u64 pointer = c;\n.visible .global .align 1 .b8 bytes[4] = {{1, 2, 0xff}};\n{}",
        entry("ld.const.f32 %f1, [c+4];")
            .lines()
            .skip(3)
            .map(|l| format!("{l}\n"))
            .collect::<String>()
    );
    let program = program(&text);
    let variable = |name: &str| program.variables.iter().find(|v| v.name == name).unwrap();
    let c = variable("c");
    assert_eq!((c.space, c.address, c.bytes), (Space::Const, window::CONST, 12));
    assert_eq!(c.initial[4..8], 2f32.to_le_bytes());
    assert_eq!(variable("pointer").initial, c.address.to_le_bytes());
    assert_eq!(variable("bytes").initial, [1, 2, 255, 0]);
    assert_eq!(program.kernels[0].code[0].src, [Operand::Imm(window::CONST + 4)]);
}

const CALLS: &str = ".version 7.0\n.target sm_35\n.address_size 64\n\
.func (.param .b32 result) square(.param .b32 x)\n{\n.reg .b32 %r<3>;\nld.param.u32 %r1, [x];\n\
mul.lo.s32 %r2, %r1, %r1;\nst.param.b32 [result], %r2;\nret;\n}\n\
.func (.reg .u32 out) twice(.reg .u32 in)\n{\nadd.u32 out, in, in;\nret;\n}\n\
.visible .entry k(.param .u64 p)\n{\n.reg .pred %p<2>;\n.reg .b32 %r<9>;\n\
{\n.param .b32 a;\n.param .b32 b;\nst.param.b32 [a+0], %r1;\n\
@%p1 call.uni (b), square, (a);\nld.param.b32 %r2, [b+0];\n}\n\
call (%r3), twice, (%r2);\nret;\n}\n";

#[test]
fn calls_are_inlined_with_their_parameters_in_place() {
    let kernel = &program(CALLS).kernels[0];
    let spaces: Vec<_> = kernel
        .code
        .iter()
        .filter_map(|i| match i.op {
            Op::Load(access) | Op::Store(access) => Some((access.space, i.src[0])),
            _ => None,
        })
        .collect();
    let at = |address| (Space::Local, Operand::Imm(address));
    assert_eq!(spaces, [at(0), at(0), at(4), at(4)]);
    assert!(kernel.local_bytes >= 8);
    // The guarded call is jumped over where the guard does not hold.
    let (n, jump) =
        kernel.code.iter().enumerate().find(|(_, i)| matches!(i.op, Op::Branch(_))).unwrap();
    assert!(jump.guard.unwrap().negated);
    let Op::Branch(target) = jump.op else { unreachable!() };
    assert!(target > n + 3 && matches!(kernel.code[target].op, Op::Load(_)));
    // `ret` of the callee goes on behind the call, that of the kernel ends the thread.
    assert_eq!(kernel.code.iter().filter(|i| i.op == Op::Exit).count(), 1);
    let square = kernel.registers.iter().filter(|register| register.name == "%r1").count();
    assert_eq!(square, 2);
}

#[test]
fn special_registers_are_operands() {
    let special = |text: &str| one(text).src[0];
    assert_eq!(special("mov.u32 %r1, %ctaid.y;"), Operand::Special(Special::Ctaid(1)));
    assert_eq!(special("cvt.u32.u16 %r1, %tid.x;"), Operand::Special(Special::Tid(0)));
    assert_eq!(special("mov.u32 %r1, %nctaid.w;"), Operand::Imm(0));
    assert_eq!(special("mov.u32 %r1, %laneid;"), Operand::Special(Special::LaneId));
    assert_eq!(special("mov.u32 %r1, %lanemask_lt;"), Operand::Special(Special::LaneMaskLt));
}

#[test]
fn atomics_and_reductions_differ_by_their_destination() {
    let atomic = one("atom.global.cas.b32 %r1, [%d1+4], %r2, %r3;");
    let Op::Atomic(Atomic { access, op }) = atomic.op else { panic!("an atomic") };
    assert_eq!((op, access.offset), (AtomicOp::CompareAndSwap, 4));
    assert_eq!((atomic.dst.len(), atomic.src.len()), (1, 3));
    assert_eq!(one("red.shared.add.u32 [%r1], 1;").dst, [None]);
}

#[test]
fn what_makes_no_sense_is_refused_with_its_place() {
    refused("frob.u32 %r1, %r2;", &["test.ptx:12:1", "'frob'", "modelled"]);
    refused("dvi.u32 %r1, %r2, %r3;", &["'dvi'", "the nearest is div"]);
    refused("add.s32.sideways %r1, %r2, %r3;", &["test.ptx:12:1", "sideways"]);
    refused("ld.globl.u32 %r1, [%d1];", &["'ld.globl'", "the nearest modifier is .global"]);
    refused("add.u33 %r1, %r2, %r3;", &["'add.u33'", "a type; the nearest modifier is .u32"]);
    refused("add.s32 %r1, %r2, %r77;", &["test.ptx:12:19", "'%r77'", "register"]);
    refused("add.s32 %r1, %r2;", &["12:1", "2 operands", "expected 3"]);
    refused("@%r1 bra L;\nL:", &["12:2", "'%r1'", "predicate"]);
    refused("bra nowhere;", &["'nowhere'", "label"]);
    refused("bra LOP;\nLOOP:", &["'LOP'", "label", "the nearest name is LOOP"]);
    refused("mov.u32 %r1, %rr2;", &["'%rr2'", "the nearest name is %r"]);
    let twice = try_program(&entry("add.rn.rz.f32 %f1, %f2, %f3;")).expect_err("refused");
    assert!(!twice.to_string().contains("nearest"), "{twice}");
    for extra in [
        "add.u32 %r1, %r2, %r3, %r4;",
        "mov.u32 %r1, %r2, %r3;",
        "st.global.u32 [%d1], 7, 8;",
        "ld.global.u32 %r1, [%d1], 5;",
        "atom.global.cas.b32 %r1, [%d1], 5;",
        "ret 5;",
        "max.f32 %f1, %f2, %f3, %f1;",
    ] {
        refused(extra, &["operands, expected"]);
    }
    refused("mov.f32 %f1, 1;", &["'1'", "a floating-point constant"]);
    refused("mov.u32 %r1, 1.5;", &["'1.5'", "an integer constant"]);
    refused("mov.u32 %r1, %r2+4;", &["'%r2' and an offset"]);
    refused("ld.global.u32 %r1, [a[%r2]];", &["'%r2'", "a constant index"]);
    refused("mov.u32 7, %r1;", &["'7'", "a register"]);
    refused("ld.global.v2.f32 {%f1}, [%d1];", &["2 destinations"]);
    refused("ld.global.f32 %f1, %d1;", &["'%d1'", "[address]"]);
    refused("st.global.v2.f32 [%d1], {%f1};", &["2 values"]);
    refused("call f, ();", &["call of 'f'", "body"]);
    refused("brx.idx %r1, nowhere;", &["'nowhere'", ".branchtargets"]);
    refused("add.s32 %r1, %p1, 5;", &["12:14", "'%p1' of type .pred", ".u32, .s32 or .b32"]);
    refused("and.pred %p1, %p2, %r1;", &["'%r1' of type .b32", "a predicate"]);
    refused("ld.global.v4.u32 {%r1, %r2, %p1, %p2}, [%d1];", &["'%p1' of type .pred"]);
    refused("setp.eq.s32 %r1, %r2, 3;", &["'%r1' of type .b32", "a predicate"]);
    refused("vote.ballot.b32 %r1|%p1, %p2;", &["'%r1'", "a register alone"]);
    refused("bar.red.popc.u32 %r1, 0, %r2;", &["'%r2' of type .b32", "a predicate"]);
    refused(".local .b8 large[600000];", &["600000 bytes", "at most 524288"]);
    refused(".local .align 3 .b8 odd[4];", &["12:15", "'3'", "a power of two"]);
    refused(".local .b8 huge[99999999999];", &["bytes", "at most"]);
    let wide = entry("ret;").replace("address_size 64", "address_size 16");
    let error = try_program(&wide).expect_err("refused").to_string();
    assert!(error.contains("test.ptx:3:15: '16', expected 32 or 64"), "{error}");
    let recursive =
        ".version 7.0\n.target sm_35\n.func f()\n{\ncall f;\n}\n.entry k()\n{\ncall f;\n}\n";
    let error = try_program(recursive).expect_err("refused").to_string();
    assert!(error.contains("recursive call of 'f'"), "{error}");
}

fn access_of(text: &str) -> Access {
    match one(text).op {
        Op::Load(access) | Op::Store(access) | Op::Atomic(Atomic { access, .. }) => access,
        op => panic!("{op:?}"),
    }
}

#[test]
fn accesses_keep_their_order_scope_and_cache_operator() {
    let weak = [
        ("ld.global", Cache::All),
        ("ld.weak.global", Cache::All),
        ("ld.global.ca", Cache::All),
        ("ld.global.cg", Cache::Level2),
        ("ld.global.cs.nc", Cache::Streaming),
        ("ld.global.lu", Cache::LastUse),
        ("ld.global.cv", Cache::Never),
        ("ldu.global", Cache::All),
    ];
    for (opcode, cache) in weak {
        let access = access_of(&format!("{opcode}.u32 %r1, [%d1];"));
        assert_eq!((access.order, access.cache), (Order::Weak, cache), "{opcode}");
    }
    let stores = [("wb", Cache::All), ("wt", Cache::WriteThrough), ("cg", Cache::Level2)];
    for (name, cache) in stores {
        assert_eq!(access_of(&format!("st.global.{name}.u32 [%d1], %r1;")).cache, cache);
    }
    let ordered = [
        ("ld.volatile.global.u32 %r1, [%d1];", Order::Volatile),
        ("ld.relaxed.cta.global.u32 %r1, [%d1];", Order::Relaxed(Scope::Cta)),
        ("ld.acquire.gpu.global.u32 %r1, [%d1];", Order::Acquire(Scope::Gpu)),
        ("ld.mmio.relaxed.sys.global.u32 %r1, [%d1];", Order::Mmio),
        ("st.release.sys.global.u32 [%d1], %r1;", Order::Release(Scope::System)),
        ("atom.global.add.u32 %r1, [%d1], 1;", Order::Relaxed(Scope::Gpu)),
        ("atom.acq_rel.cluster.global.add.u32 %r1, [%d1], 1;", {
            Order::AcquireRelease(Scope::Cluster)
        }),
        ("red.release.global.add.u32 [%d1], 1;", Order::Release(Scope::Gpu)),
    ];
    for (text, order) in ordered {
        assert_eq!(access_of(text).order, order, "{text}");
    }
    let fences = [
        ("membar.cta", Scope::Cta),
        ("membar.gl", Scope::Gpu),
        ("membar.sys", Scope::System),
        ("fence.cta", Scope::Cta),
        ("fence.acq_rel.cluster", Scope::Cluster),
        ("fence.sc.gpu", Scope::Gpu),
        ("fence.proxy.alias", Scope::System),
    ];
    for (text, scope) in fences {
        assert_eq!(one(&format!("{text};")).op, Op::Fence(scope), "{text}");
    }
}

#[test]
fn an_instruction_says_whether_loaded_values_may_be_used_again() {
    let cases: [(Reuse, &[&str]); 3] = [
        (
            Reuse::Allowed,
            &[
                "ld.global.u32 %r1, [%d1];",
                "ld.u32 %r1, [%d1];",
                "ld.weak.global.cs.u32 %r1, [%d1];",
                "ld.global.nc.v2.u32 {%r1, %r2}, [%d1];",
                "ldu.global.u32 %r1, [%d1];",
            ],
        ),
        (
            Reuse::Ends,
            &[
                "membar.gl;",
                "membar.sys;",
                "fence.acq_rel.gpu;",
                "fence.sc.cluster;",
                "fence.proxy.async;",
                "ld.acquire.gpu.global.u32 %r1, [%d1];",
                "ld.acquire.cta.shared.u32 %r1, [%r2];",
                "atom.acquire.gpu.global.add.u32 %r1, [%d1], 1;",
                "atom.acq_rel.sys.global.exch.b32 %r1, [%d1], 1;",
            ],
        ),
        (
            Reuse::Neither,
            &[
                "membar.cta;",
                "fence.acq_rel.cta;",
                "bar.sync 0;",
                "ld.volatile.global.u32 %r1, [%d1];",
                "ld.relaxed.gpu.global.u32 %r1, [%d1];",
                "ld.mmio.relaxed.sys.global.u32 %r1, [%d1];",
                "ld.global.cv.u32 %r1, [%d1];",
                "ld.global.cg.u32 %r1, [%d1];",
                "ld.shared.u32 %r1, [%r2];",
                "ld.const.u32 %r1, [%d1];",
                "ld.param.u32 %r1, [n];",
                "st.global.u32 [%d1], %r1;",
                "st.release.gpu.global.u32 [%d1], %r1;",
                "atom.global.add.u32 %r1, [%d1], 1;",
                "red.release.gpu.global.add.u32 [%d1], 1;",
                "add.u32 %r1, %r2, 1;",
            ],
        ),
    ];
    for (reuse, texts) in cases {
        texts.iter().for_each(|text| assert_eq!(one(text).op.reuse(), reuse, "{text}"));
    }
}

#[test]
fn orders_and_cache_operators_that_do_not_go_together_are_refused_with_their_place() {
    let cases: [(&str, &[&str]); 17] = [
        ("ld.relaxed.acquire.gpu.u32 %r1, [%d1];", &["'.relaxed' with '.acquire'", "at most one"]),
        ("ld.relaxed.gpu.sys.u32 %r1, [%d1];", &["'.gpu' with '.sys'", "at most one scope"]),
        ("ld.global.ca.cg.u32 %r1, [%d1];", &["'.ca' with '.cg'", "at most one cache operator"]),
        ("ld.release.gpu.u32 %r1, [%d1];", &["'ld.release'", "ld with one of .weak, .volatile"]),
        ("st.acquire.gpu.u32 [%d1], %r1;", &["'st.acquire'", ".release"]),
        ("ldu.relaxed.gpu.u32 %r1, [%d1];", &["'ldu.relaxed'", "ldu with one of .weak"]),
        ("red.acquire.gpu.global.add.u32 [%d1], 1;", &["'red.acquire'", ".relaxed, .release"]),
        ("atom.volatile.add.u32 %r1, [%d1], 1;", &["'atom.volatile'", ".acq_rel"]),
        ("ld.acquire.global.u32 %r1, [%d1];", &["'ld.acquire' without a scope", ".gpu or .sys"]),
        ("ld.gpu.global.u32 %r1, [%d1];", &["scope '.gpu' of a weak access"]),
        ("ld.volatile.sys.u32 %r1, [%d1];", &["scope '.sys' of a volatile access"]),
        ("ld.mmio.relaxed.gpu.u32 %r1, [%d1];", &["'ld.mmio'", ".mmio.relaxed.sys"]),
        ("ld.volatile.global.cg.u32 %r1, [%d1];", &["'.cg' of an ordered access", "weak"]),
        ("ld.global.wt.u32 %r1, [%d1];", &["'ld.wt'", "ld with one of .ca, .cg"]),
        ("atom.global.cg.add.u32 %r1, [%d1], 1;", &["'atom.cg'", "without cache operator"]),
        ("membar.gpu;", &["'membar.gpu'", "membar with one of .cta, .gl, .sys"]),
        ("fence.sc;", &["'fence'", "fence with one of .cta, .cluster, .gpu, .sys"]),
    ];
    for (text, parts) in cases {
        refused(text, &[&["test.ptx:12:1"], parts].concat());
    }
    refused("fence.sc.acq_rel.gpu;", &["12:1", "'.sc' with '.acq_rel'"]);
    refused("st.global.nc.u32 [%d1], %r1;", &["12:1", "nc"]);
}

/// As nvopencc wrote it: no address size, parameters and special registers of 16 bits, module
/// variables of every space, textures by name.
#[test]
fn ptx_of_2009_is_understood() {
    let text = ".version 1.4\n.target sm_10, map_f64_to_f32\n.tex .u64 picture;\n\
        .local .align 4 .b8 scratch[32];\n.const .s32 factor;\n.const .align 4 .b8 table[16];\n\
        .entry old (\n.param .u64 __cudaparm_old_out,\n.param .s32 __cudaparm_old_n)\n{\n\
        .reg .u16 %rh<4>;\n.reg .u32 %r<9>;\n.reg .u64 %rd<4>;\n.reg .f32 %f<6>;\n.reg .pred %p<3>;\n\
        .loc 14 5 0\n$LBB1_old:\nmov.u16 %rh1, %ctaid.x;\nmov.u16 %rh2, %ntid.x;\n\
        mul.wide.u16 %r1, %rh1, %rh2;\ncvt.u32.u16 %r2, %tid.x;\nadd.u32 %r3, %r2, %r1;\n\
        ld.param.s32 %r4, [__cudaparm_old_n];\nsetp.le.s32 %p1, %r4, %r3;\n@%p1 bra $Lt_0;\n\
        mov.u64 %rd1, scratch;\nst.local.s32 [%rd1+4], %r3;\nst.local.s32 [scratch+8], %r3;\n\
        ld.const.s32 %r5, [factor];\nmul24.lo.s32 %r6, %r5, %r3;\nset.gt.u32.s32 %r7, %r6, %r5;\n\
        mov.s32 %r8, 0;\ntex.1d.v4.f32.s32 {%f1,%f2,%f3,%f4},[picture,{%r3,%r8,%r8,%r8}];\n\
        ld.param.u64 %rd2, [__cudaparm_old_out];\nst.global.f32 [%rd2+0], %f1;\n\
        $Lt_0:\nexit;\n$LDWend_old:\n} // old\n";
    let kernel = &program(text).kernels[0];
    assert_eq!(
        (kernel.local_bytes, kernel.textures.as_slice()),
        (32, &["picture".to_string()][..])
    );
    let stores: Vec<_> = kernel.code.iter().filter(|i| matches!(i.op, Op::Store(_))).collect();
    assert_eq!(stores[1].src[0], Operand::Imm(8));
    assert!(kernel.code.iter().any(|i| matches!(i.op, Op::Texture(_)) && i.src.len() == 3));
}

#[test]
fn what_is_printed_is_dropped() {
    let text = format!(
        ".version 7.0\n.target sm_35\n.extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);\n{}",
        entry(
            "{\n.param .b64 a;\n.param .b64 b;\n.param .b32 r;\n\
             call.uni (r), vprintf, (a, b);\nld.param.b32 %r1, [r];\n}\nret;"
        )
        .lines()
        .skip(2)
        .map(|line| format!("{line}\n"))
        .collect::<String>()
    );
    let kernel = &program(&text).kernels[0];
    assert!(matches!(kernel.code[0].op, Op::Store(_)));
    assert_eq!(kernel.code[0].src[0], kernel.code[1].src[0]);
}
