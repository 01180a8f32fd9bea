//! Does the executor do what the ISA says where lanes meet, and does it report what must not be?

use regforge::ptx::exec::{
    Area, Code, Doubt, Event, Execution, Fault, Geometry, Memory, OUTSIDE, Refusal, Schedule,
    Start, TextureObject, Textures, Trouble, Unwatched, Watch, run,
};
use regforge::ptx::isa::{Op, Type};
use regforge::ptx::kernel::window;
use regforge::ptx::{Source, decode, parse};

/// Runs a kernel with these statements in CTAs of so many threads. Its parameter `out` points to a
/// buffer of 4096 bytes that nothing was written to; register `%d0` holds it, `%r0` the thread.
fn attempt(body: &str, ctas: u32, threads: u32) -> Result<Execution, Box<Fault>> {
    let text = format!(
        ".version 7.8\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 out)\n{{\n\
         .reg .pred %p<9>;\n.reg .b16 %h<9>;\n.reg .b32 %r<20>;\n.reg .b64 %d<9>;\n.reg .f32 %f<9>;\n\
         .shared .align 8 .b8 tile[1024];\n.local .align 8 .b8 own[64];\n\
         ld.param.u64 %d0, [out];\nmov.u32 %r0, %tid.x;\n{body}\n}}\n"
    );
    let source = Source::new("k.ptx", text);
    let module = parse(&source).unwrap_or_else(|error| panic!("{error}"));
    let program = decode(&source, &module, None).unwrap_or_else(|error| panic!("{error}"));
    let kernel = &program.kernels[0];
    let out = Area::unknown("out", window::BUFFERS, 4096);
    let start = Start {
        memory: Memory::new(vec![out]),
        params: window::BUFFERS.to_le_bytes().to_vec(),
        ..Start::default()
    };
    let geometry = Geometry {
        grid: [ctas, 1, 1],
        block: [threads, 1, 1],
        dynamic_shared: 0,
        static_shared: kernel.shared_bytes,
    };
    let code = Code::new(kernel, &kernel.virtual_homes());
    let schedule = Schedule { limit: 100_000, races: true, ..Schedule::default() };
    run(&code, &geometry, start, schedule, &mut Unwatched, || {})
}

fn outcome(body: &str, ctas: u32, threads: u32) -> Execution {
    attempt(body, ctas, threads).unwrap_or_else(|fault| panic!("{fault}"))
}

/// The words of the buffer afterwards.
fn words(outcome: &Execution) -> Vec<u32> {
    let bytes = &outcome.memory.area("out").expect("the buffer").bytes;
    bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

/// What each of 32 threads leaves in `%r1`.
fn lanes(body: &str) -> [u32; 32] {
    let body = format!(
        "{body}\nshl.b32 %r19, %r0, 2;\ncvt.u64.u32 %d8, %r19;\nadd.s64 %d8, %d8, %d0;\n\
                        st.global.u32 [%d8], %r1;\nret;"
    );
    words(&outcome(&body, 1, 32))[..32].try_into().unwrap()
}

fn fault(body: &str, threads: u32) -> Box<Fault> {
    attempt(body, 1, threads).expect_err("a fault")
}

#[test]
fn diverged_lanes_meet_again() {
    // Odd threads add 100, even ones 200; behind the branch all of them vote.
    let got = lanes(
        "and.b32 %r2, %r0, 1;\nsetp.eq.u32 %p1, %r2, 0;\nmov.u32 %r1, 0;\n@%p1 bra even;\n\
         add.u32 %r1, %r1, 100;\nbra.uni meet;\neven:\nadd.u32 %r1, %r1, 200;\nmeet:\n\
         vote.sync.ballot.b32 %r3, %p1, -1;\nxor.b32 %r1, %r1, %r3;",
    );
    for (lane, value) in got.into_iter().enumerate() {
        let own = if lane % 2 == 0 { 200 } else { 100 };
        assert_eq!(value, own ^ 0x5555_5555, "lane {lane}");
    }
}

#[test]
fn loops_run_as_often_as_each_thread_says() {
    let got = lanes(
        "mov.u32 %r1, 0;\nmov.u32 %r2, 0;\nagain:\nsetp.ge.u32 %p1, %r2, %r0;\n@%p1 bra done;\n\
         add.u32 %r1, %r1, %r2;\nadd.u32 %r2, %r2, 1;\nbra again;\ndone:",
    );
    let sums: Vec<u32> = (0..32).map(|n: u32| n * n.saturating_sub(1) / 2).collect();
    assert_eq!(got[..], sums);
}

#[test]
fn indexed_branches_go_where_the_index_says() {
    let got = lanes(
        "and.b32 %r2, %r0, 3;\nT: .branchtargets a, b, c, b;\nbrx.idx %r2, T;\n\
         a:\nmov.u32 %r1, 10;\nbra.uni end;\nb:\nmov.u32 %r1, 20;\nbra.uni end;\n\
         c:\nmov.u32 %r1, 30;\nend:",
    );
    let expected: Vec<u32> = (0..32).map(|lane| [10, 20, 30, 20][lane % 4]).collect();
    assert_eq!(got[..], expected);
}

/// Lanes whose guard does not hold go on to the next instruction, whatever their index.
#[test]
fn a_guarded_indexed_branch_is_taken_where_the_guard_holds() {
    let got = lanes(
        "shr.u32 %r2, %r0, 3;\nsetp.lt.u32 %p1, %r0, 16;\nT: .branchtargets a, b;\n\
         @%p1 brx.idx %r2, T;\nmov.u32 %r1, 5;\nbra end;\na:\nmov.u32 %r1, 10;\nbra.uni end;\n\
         b:\nmov.u32 %r1, 20;\nend:",
    );
    let expected: Vec<u32> = (0..4).flat_map(|n| [[10, 20, 5, 5][n]; 8]).collect();
    assert_eq!(got[..], expected);
}

#[test]
fn shuffles_take_values_from_other_lanes() {
    let shuffle = |mode: &str, b: &str, c: &str| {
        lanes(&format!("add.u32 %r2, %r0, 1000;\nshfl.sync.{mode}.b32 %r1, %r2, {b}, {c}, -1;"))
    };
    let from = |of: &dyn Fn(u32) -> u32| (0..32).map(|l| 1000 + of(l)).collect::<Vec<u32>>();
    assert_eq!(shuffle("bfly", "5", "31")[..], from(&|l| l ^ 5));
    assert_eq!(shuffle("down", "3", "31")[..], from(&|l| if l + 3 <= 31 { l + 3 } else { l }));
    assert_eq!(shuffle("up", "3", "0")[..], from(&|l| if l >= 3 { l - 3 } else { l }));
    assert_eq!(shuffle("idx", "7", "31")[..], from(&|_| 7));
    // Segments of eight lanes: mask 0x18 in bits 12:8.
    assert_eq!(shuffle("idx", "2", "0x181f")[..], from(&|l| (l & 0x18) | 2));
    assert_eq!(shuffle("idx", "10", "0x181f")[..], from(&|l| (l & 0x18) | 2));
    assert_eq!(
        shuffle("down", "3", "0x1807")[..],
        from(&|l| if l % 8 + 3 <= 7 { l + 3 } else { l })
    );
    let range = lanes("shfl.sync.down.b32 %r2|%p1, %r0, 4, 31, -1;\nselp.u32 %r1, 1, 0, %p1;");
    assert_eq!(range, std::array::from_fn(|lane| u32::from(lane + 4 <= 31)));
}

/// Lanes 16 to 31 do not execute the shuffle: lanes 13 to 15 read 0 from them.
const INACTIVE_SOURCES: &str = "setp.lt.u32 %p1, %r0, 16;\nadd.u32 %r2, %r0, 1000;\n\
                                mov.u32 %r1, 7;\n@%p1 shfl.sync.down.b32 %r1|%p2, %r2, 3, 31, -1;\n";

#[test]
fn a_shuffle_from_an_inactive_lane_gives_0_and_is_doubtful() {
    let expected = |lane: u32| match lane {
        0..13 => 1003 + lane,
        13..16 => 0,
        _ => 7,
    };
    assert_eq!(lanes(INACTIVE_SOURCES)[..], (0..32).map(expected).collect::<Vec<_>>());
    let doubtful = outcome(&format!("{INACTIVE_SOURCES}ret;"), 1, 32).doubtful;
    let [found] = &doubtful[..] else { panic!("{doubtful:?}") };
    assert_eq!((found.doubt, found.count), (Doubt::InactiveLane, 1));
    assert_eq!((found.first.line, found.first.thread), (18, [13, 0, 0]));
    // The predicate says whether the source is in range, which an inactive lane is.
    let range = lanes(&format!("{INACTIVE_SOURCES}@%p1 selp.u32 %r1, 1, 0, %p2;"));
    assert_eq!(range[13..17], [1, 1, 1, 7]);
    // Out of range: the own value, and nothing doubtful.
    let own = "add.u32 %r2, %r0, 1000;\nshfl.sync.down.b32 %r1, %r2, 3, 31, -1;\n";
    assert_eq!(lanes(own)[28..], [1031, 1029, 1030, 1031]);
    assert_eq!(outcome(&format!("{own}ret;"), 1, 32).doubtful, []);
}

/// Lanes 16 to 31 wait behind the branch. A GPU lets those that vote wait for them.
#[test]
fn a_member_mask_that_names_waiting_lanes_is_doubtful() {
    let apart = |text: &str| {
        let body = format!(
            "setp.lt.u32 %p1, %r0, 16;\nmov.u32 %r2, %r0;\n@!%p1 bra join;\n{text}\njoin:\nret;"
        );
        outcome(&body, 1, 32).doubtful
    };
    for text in [
        "vote.sync.ballot.b32 %r1, %p1, MASK;",
        "match.any.sync.b32 %r1, %r2, MASK;",
        "redux.sync.or.b32 %r1, %r2, MASK;",
        "shfl.sync.idx.b32 %r1, %r2, 0, 31, MASK;",
        "bar.warp.sync MASK;",
    ] {
        let doubtful = apart(&text.replace("MASK", "-1"));
        let [found] = &doubtful[..] else { panic!("{text} {doubtful:?}") };
        assert_eq!((found.doubt, found.count, found.first.line), (Doubt::AbsentMember, 1, 18));
        assert_eq!(apart(&text.replace("MASK", "0xffff")), [], "{text}");
    }
    // Lanes that have ended are not waited for.
    let ended = "setp.lt.u32 %p1, %r0, 16;\n@!%p1 exit;\nvote.sync.ballot.b32 %r1, %p1, -1;\nret;";
    assert_eq!(outcome(ended, 1, 32).doubtful, []);
}

#[test]
fn votes_and_matches_see_the_executing_lanes() {
    let odd = "and.b32 %r2, %r0, 1;\nsetp.eq.u32 %p1, %r2, 1;\n";
    let of = |text: &str| lanes(&format!("{odd}{text}"));
    assert_eq!(of("vote.sync.ballot.b32 %r1, !%p1, -1;"), [0x5555_5555; 32]);
    let truth = |text: &str| of(&format!("{text}\nselp.u32 %r1, 1, 0, %p2;"));
    assert_eq!(truth("vote.sync.any.pred %p2, %p1, -1;"), [1; 32]);
    assert_eq!(truth("vote.sync.all.pred %p2, %p1, -1;"), [0; 32]);
    assert_eq!(truth("vote.sync.uni.pred %p2, %p1, -1;"), [0; 32]);
    let only_odd = of("mov.u32 %r1, 0;\n@%p1 vote.sync.ballot.b32 %r1, %p1, -1;");
    assert_eq!(only_odd[..2], [0, 0xaaaa_aaaa]);
    let others = of("mov.u32 %r1, 5;\n@%p1 vote.sync.ballot.b32 %r1, !%p1, -1;");
    assert_eq!(others[..2], [5, 0]);
    let same = of("shr.u32 %r3, %r0, 3;\nmatch.any.sync.b32 %r1, %r3, -1;");
    assert_eq!([same[0], same[9], same[31]], [0xff, 0xff00, 0xff00_0000]);
    assert_eq!(of("activemask.b32 %r1;"), [u32::MAX; 32]);
}

#[test]
fn atomics_of_a_warp_come_one_after_the_other() {
    let body = "shl.b32 %r2, %r0, 2;\nmov.u32 %r3, tile;\n\
                setp.eq.u32 %p1, %r0, 0;\n@%p1 st.shared.u32 [%r3], 5;\nbar.sync 0;\n\
                atom.shared.add.u32 %r1, [%r3], 2;";
    assert_eq!(lanes(body), std::array::from_fn(|lane| 5 + 2 * lane as u32));
    let swap = "mov.u32 %r3, tile;\nst.shared.u32 [%r3], 7;\n\
                atom.shared.cas.b32 %r1, [%r3], 7, %r0;";
    let got = lanes(swap);
    assert_eq!([got[0], got[1], got[31]], [7, 0, 0]);
    let most = "mov.u32 %r3, tile;\nst.shared.u32 [%r3], 0;\nred.shared.max.u32 [%r3], %r0;\n\
                ld.shared.u32 %r1, [%r3];";
    assert_eq!(lanes(most), [31; 32]);
}

/// Tiles of four lanes, each with its own mask, in one instruction.
#[test]
fn votes_and_matches_are_among_the_members_that_a_lane_names() {
    let of = |instruction: &str| {
        lanes(&format!(
            "and.b32 %r2, %r0, 28;\nmov.u32 %r4, 15;\nshl.b32 %r4, %r4, %r2;\nand.b32 %r3, %r0, 1;\n\
             setp.eq.u32 %p1, %r3, 0;\nsetp.lt.u32 %p2, %r0, 4;\nshr.u32 %r5, %r0, 2;\n\
             and.b32 %r6, %r0, 3;\n{instruction}"
        ))
    };
    let tile = |lane: usize| 15 << (lane & 28);
    let ballot = of("vote.sync.ballot.b32 %r1, %p1, %r4;");
    let any = of("vote.sync.any.pred %p3, %p2, %r4;\nselp.u32 %r1, 1, 0, %p3;");
    let all = of("vote.sync.all.pred %p3, %p2, %r4;\nselp.u32 %r1, 1, 0, %p3;");
    let alone = of("match.any.sync.b32 %r1, %r6, %r4;");
    let whole = of("match.all.sync.b32 %r1|%p3, %r5, %r4;\n@!%p3 mov.u32 %r1, 7;");
    let sum = of("redux.sync.add.u32 %r1, %r0, %r4;");
    for lane in 0..32 {
        assert_eq!(sum[lane], 4 * (lane as u32 & 28) + 6, "lane {lane}");
        assert_eq!(ballot[lane], 0x5555_5555 & tile(lane), "lane {lane}");
        assert_eq!([any[lane], all[lane]], [u32::from(lane < 4); 2], "lane {lane}");
        assert_eq!((alone[lane], whole[lane]), (1 << lane, tile(lane)), "lane {lane}");
    }
}

#[test]
fn a_reduction_is_of_the_executing_members() {
    let of = |op: &str| {
        // -16 to 15; the odd lanes alone execute it, but for lanes 0 to 7.
        let values = "sub.s32 %r2, %r0, 16;\nand.b32 %r3, %r0, 1;\nsetp.eq.u32 %p1, %r3, 1;\n";
        let found =
            lanes(&format!("{values}mov.u32 %r1, 77;\n@%p1 redux.sync.{op} %r1, %r2, 0xffffff00;"));
        assert_eq!(found[8], 77, "{op}");
        found[9]
    };
    let odd = || (9..32u32).step_by(2).map(|lane| lane.wrapping_sub(16));
    assert_eq!(of("add.s32"), odd().fold(0, u32::wrapping_add));
    assert_eq!((of("min.s32"), of("max.s32")), (-7i32 as u32, 15));
    assert_eq!((of("min.u32"), of("max.u32")), (1, -1i32 as u32));
    assert_eq!(of("and.b32"), odd().fold(u32::MAX, |a, b| a & b));
    assert_eq!(of("or.b32"), odd().fold(0, |a, b| a | b));
    assert_eq!(of("xor.b32"), odd().fold(0, |a, b| a ^ b));
}

#[test]
fn halves_are_compared_one_by_one() {
    // (1, 1) with (2, 0): the lower half is less, the upper one is not.
    let pairs = "mov.b32 %r2, 0x3c003c00;\nmov.b32 %r3, 0x00004000;\n";
    let both = format!(
        "{pairs}setp.lt.f16x2 %p1|%p2, %r2, %r3;\nselp.u32 %r4, 1, 0, %p1;\n\
         selp.u32 %r5, 2, 0, %p2;\nor.b32 %r1, %r4, %r5;"
    );
    assert_eq!(lanes(&both), [1; 32]);
    assert_eq!(lanes(&format!("{pairs}set.lt.f16x2.f16x2 %r1, %r2, %r3;")), [0x3c00; 32]);
    assert_eq!(lanes(&format!("{pairs}set.gt.u32.f16x2 %r1, %r2, %r3;")), [0xffff_0000; 32]);
}

#[test]
fn sums_in_global_memory_have_no_subnormal_numbers() {
    let sum = |start: &str| {
        format!(
            "{start}@%p8 bra done;\nst.u32 [%d1], 1;\natom.add.f32 %f1, [%d1], 0f00000001;\n\
             ld.u32 %r1, [%d1];\nst.global.u32 [%d0], %r1;\ndone:\nret;"
        )
    };
    let first = "setp.ne.u32 %p8, %r0, 0;\n";
    let global = sum(&format!("{first}mov.u64 %d1, %d0;\n"));
    let shared = sum(&format!("{first}mov.u64 %d1, tile;\ncvta.shared.u64 %d1, %d1;\n"));
    assert_eq!([words(&outcome(&global, 1, 32))[0], words(&outcome(&shared, 1, 32))[0]], [0, 2]);
}

#[test]
fn reciprocals_of_the_upper_word_have_an_upper_word() {
    let of = |op: &str, bits: &str| {
        let body = format!(
            "mov.b64 %d1, {bits};\n{op}.approx.ftz.f64 %d2, %d1;\nst.global.u64 [%d0], %d2;\nret;"
        );
        let words = words(&outcome(&body, 1, 1));
        u64::from(words[1]) << 32 | u64::from(words[0])
    };
    assert_eq!(of("rcp", "0d4008000000000000"), 0x3fd5_5555_0000_0000);
    assert_eq!(of("rcp", "0d40080000ffffffff"), 0x3fd5_5555_0000_0000);
    assert_eq!(of("rsqrt", "0dbff0000000000000"), 0x7fff_ffff_0000_0000);
    assert_eq!(of("rcp", "0d0008000000000000"), 0x7ff0_0000_0000_0000);
}

#[test]
fn barriers_count_and_threads_that_ended_do_not_count() {
    let count = "setp.lt.u32 %p1, %r0, 40;\nbar.red.popc.u32 %r1, 0, %p1;\nshl.b32 %r2, %r0, 2;\n\
                 cvt.u64.u32 %d1, %r2;\nadd.s64 %d1, %d1, %d0;\nst.global.u32 [%d1], %r1;\nret;";
    assert_eq!(words(&outcome(count, 1, 96))[..96], [40; 96]);
    let early = "setp.ge.u32 %p1, %r0, 32;\n@%p1 exit;\nbar.sync 0;\nst.global.u32 [%d0], 1;\nret;";
    assert_eq!(words(&outcome(early, 1, 96))[0], 1);
    // A producer arrives, a consumer waits for both.
    let pair = "mov.u32 %r3, tile;\nsetp.lt.u32 %p1, %r0, 32;\n@%p1 bra produce;\nbar.sync 1, 64;\n\
                ld.shared.u32 %r4, [%r3];\nst.global.u32 [%d0], %r4;\nret;\nproduce:\n\
                st.shared.u32 [%r3], 77;\nbar.arrive 1, 64;\nret;";
    assert_eq!(words(&outcome(pair, 1, 64))[0], 77);
    // Two more warps have no part in it and take long.
    let third = format!(
        "setp.ge.u32 %p2, %r0, 64;\n@!%p2 bra two;\nmov.u32 %r5, 0;\nlong:\nadd.u32 %r5, %r5, 1;\n\
         setp.lt.u32 %p3, %r5, 9999;\n@%p3 bra long;\nmov.u32 %r3, tile;\n\
         ld.shared.u32 %r4, [%r3+4];\nst.global.u32 [%d0+4], %r4;\nret;\ntwo:\n{}",
        pair.replace(
            "ret;\nproduce",
            "mov.u32 %r4, 88;\nst.shared.u32 [%r3+4], %r4;\nret;\nproduce"
        )
    );
    assert_eq!(words(&outcome(&third, 1, 128))[..2], [77, 88]);
}

#[test]
fn local_memory_is_each_threads_own_also_through_generic_addresses() {
    let body = "mov.u64 %d1, own;\nst.local.u32 [%d1+4], %r0;\ncvta.local.u64 %d2, %d1;\n\
                ld.u32 %r1, [%d2+4];";
    assert_eq!(lanes(body), std::array::from_fn(|lane| lane as u32));
    let shared = "shl.b32 %r2, %r0, 2;\nmov.u64 %d1, tile;\ncvt.u64.u32 %d2, %r2;\n\
                  add.s64 %d1, %d1, %d2;\ncvta.shared.u64 %d2, %d1;\nst.u32 [%d2], %r0;\n\
                  cvt.u32.u64 %r3, %d1;\nld.shared.u32 %r1, [%r3];";
    assert_eq!(lanes(shared), std::array::from_fn(|lane| lane as u32));
}

#[test]
fn signed_loads_fill_wide_registers_and_vectors_come_in_order() {
    let body = "mov.u32 %r2, tile;\nst.shared.v4.u32 [%r2], {1, 2, 0xffffff80, 4};\n\
                ld.shared.s8 %r1, [%r2+8];";
    assert_eq!(lanes(body), [0xffff_ff80; 32]);
    let wide = "mov.u32 %r2, tile;\nst.shared.s32 [%r2], -3;\nld.shared.s32 %d1, [%r2];\n\
                shr.u64 %d1, %d1, 32;\ncvt.u32.u64 %r1, %d1;";
    assert_eq!(lanes(wide), [u32::MAX; 32]);
    let vector = "mov.u32 %r2, tile;\nst.shared.v2.u32 [%r2], {%r0, 9};\n\
                  ld.shared.v2.u32 {_, %r1}, [%r2];";
    assert_eq!(lanes(vector), [9; 32]);
}

#[test]
fn what_a_program_must_not_do_ends_it_with_its_place() {
    let beyond = fault("add.s64 %d1, %d0, 4096;\nst.global.u32 [%d1], 1;\nret;", 32);
    let Trouble::Access { refusal: Refusal::OutOfBounds { nearest, .. }, store: true, .. } =
        &beyond.trouble
    else {
        panic!("{beyond}")
    };
    assert_eq!((nearest.as_str(), beyond.site.line, beyond.site.thread), ("out", 16, [0; 3]));
    let odd =
        fault("cvt.u64.u32 %d1, %r0;\nadd.s64 %d1, %d1, %d0;\nst.global.u32 [%d1], 1;\nret;", 32);
    let misaligned = matches!(odd.trouble, Trouble::Access { refusal: Refusal::Misaligned, .. });
    assert!(misaligned && odd.site.thread == [1, 0, 0], "{odd}");
    let local = fault("mov.u64 %d1, own;\nld.local.u32 %r1, [%d1+64];\nret;", 1);
    assert!(local.to_string().contains("out of bounds"), "{local}");
    // One element before the first variable: address and size wrap to 0.
    for space in ["shared", "local"] {
        let name = if space == "shared" { "tile" } else { "own" };
        let before = format!("mov.u64 %d1, {name};\nadd.s64 %d1, %d1, -4;\n");
        let load = fault(&format!("{before}ld.{space}.u32 %r1, [%d1];\nret;"), 1);
        let store = fault(&format!("{before}st.{space}.u32 [%d1], 1;\nret;"), 1);
        for fault in [load, store] {
            assert!(fault.to_string().contains("out of bounds"), "{fault}");
        }
    }
    let param = fault("mov.u64 %d1, out;\nld.param.u64 %d2, [%d1+8];\nret;", 1);
    assert!(param.to_string().contains("kernel parameters (8 bytes)"), "{param}");
    let trap = fault("setp.eq.u32 %p1, %r0, 5;\n@%p1 trap;\nret;", 32);
    assert_eq!((&trap.trouble, trap.site.thread), (&Trouble::Trap, [5, 0, 0]));
    let number = fault("bar.sync 16;\nret;", 32);
    assert!(matches!(number.trouble, Trouble::Illegal(_)), "{number}");
}

/// What a compiler says of its source with `.file` and `.loc` stands in the report.
#[test]
fn faults_name_the_line_of_the_program() {
    let text = ".version 7.8\n.target sm_70\n.address_size 64\n.file 3 \"walk.cu\"\n\
                .visible .entry k()\n{\n.loc 3 42 7\ntrap;\n}\n";
    let source = Source::new("k.ptx", text);
    let program = decode(&source, &parse(&source).unwrap(), None).unwrap();
    let kernel = &program.kernels[0];
    let code = Code::new(kernel, &kernel.virtual_homes());
    let geometry = Geometry { grid: [1; 3], block: [1; 3], dynamic_shared: 0, static_shared: 0 };
    let start = Start::default();
    let fault = run(&code, &geometry, start, Schedule::default(), &mut Unwatched, || {});
    let fault = fault.expect_err("a fault").to_string();
    assert!(fault.starts_with("line 8 (instruction 0, walk.cu:42)"), "{fault}");
}

#[test]
fn endless_loops_and_deadlocks_are_found() {
    let endless = fault("again:\nbra again;", 1);
    assert_eq!(endless.trouble, Trouble::Runaway { limit: 100_000 });
    assert!(endless.to_string().contains("line 16"), "{endless}");
    let waits =
        "setp.lt.u32 %p1, %r0, 32;\n@%p1 bra one;\nbar.sync 0;\nret;\none:\nbar.sync 1;\nret;";
    let deadlock = fault(waits, 64);
    assert_eq!(deadlock.trouble, Trouble::Deadlock { waiting: 2 });
}

#[test]
fn what_is_doubtful_is_counted_with_its_first_place() {
    let doubts = |body: &str, threads| {
        let all = outcome(body, 1, threads).doubtful.into_iter();
        all.map(|doubtful| (doubtful.doubt, doubtful.count, doubtful.first)).collect::<Vec<_>>()
    };
    let register = doubts("add.u32 %r1, %r5, 1;\nret;", 64);
    assert_eq!(register.len(), 1);
    assert_eq!((register[0].0, register[0].1), (Doubt::UninitialisedRegister, 2));
    assert_eq!((register[0].2.line, register[0].2.thread), (15, [0; 3]));
    // Written by even threads only.
    let some = "and.b32 %r2, %r0, 1;\nsetp.eq.u32 %p1, %r2, 0;\n@%p1 mov.u32 %r5, 1;\n\
                add.u32 %r1, %r5, 1;\nret;";
    assert_eq!(doubts(some, 32)[0].2.thread, [1, 0, 0]);
    let guarded = "and.b32 %r2, %r0, 1;\nsetp.eq.u32 %p1, %r2, 0;\n@%p1 mov.u32 %r5, 1;\n\
                   @%p1 add.u32 %r1, %r5, 1;\nret;";
    assert_eq!(doubts(guarded, 32), []);
    let memory = doubts("ld.global.u32 %r1, [%d0];\nret;", 32);
    assert_eq!((memory[0].0, memory[0].2.line), (Doubt::UninitialisedMemory, 15));
    assert_eq!(doubts("st.global.u32 [%d0], 1;\nld.global.u32 %r1, [%d0];\nret;", 32), []);
    let shared = doubts("mov.u32 %r2, tile;\nld.shared.u32 %r1, [%r2];\nret;", 32);
    assert_eq!(shared[0].0, Doubt::UninitialisedMemory);
    let divergent = "setp.lt.u32 %p1, %r0, 7;\n@%p1 bra one;\nbar.sync 0;\nbra.uni end;\none:\n\
                     bar.sync 0;\nend:\nret;";
    assert!(doubts(divergent, 32).iter().any(|doubt| doubt.0 == Doubt::DivergentBarrier));
}

#[test]
fn warps_that_touch_the_same_shared_bytes_without_a_barrier_are_found() {
    let neighbour = |barrier: &str| {
        let body = format!(
            "shl.b32 %r2, %r0, 2;\nmov.u32 %r3, tile;\nadd.u32 %r2, %r2, %r3;\n\
             st.shared.u32 [%r2], %r0;\n{barrier}\nxor.b32 %r4, %r2, 128;\n\
             ld.shared.u32 %r1, [%r4];\nret;"
        );
        let doubtful = outcome(&body, 1, 64).doubtful;
        doubtful.iter().filter(|d| d.doubt == Doubt::Race).map(|d| d.first.line).next()
    };
    assert_eq!(neighbour("bar.sync 0;"), None);
    assert!(neighbour("").is_some());
}

#[test]
fn ctas_and_their_order_make_no_difference() {
    let body = "mov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %ntid.x;\nmad.lo.u32 %r3, %r1, %r2, %r0;\n\
                shl.b32 %r4, %r3, 2;\ncvt.u64.u32 %d1, %r4;\nadd.s64 %d1, %d1, %d0;\n\
                st.global.u32 [%d1], %r3;\nret;";
    let expected: Vec<u32> = (0..400).collect();
    let outcome = outcome(body, 8, 50);
    assert_eq!(words(&outcome)[..400], expected);
    // 50 threads are two warps, of which the second has 18 lanes.
    assert_eq!(outcome.counts.warp_instructions, 8 * 2 * 10);
    assert_eq!(outcome.counts.thread_instructions, 400 * 10);
}

/// Keeps the addresses of what samples a texture.
#[derive(Default)]
struct Texels(Vec<[u64; 32]>);

impl Watch for Texels {
    fn executed(&mut self, event: &Event) {
        if matches!(event.instruction.op, Op::Texture(_)) {
            self.0.push(*event.addresses);
        }
    }
}

#[test]
fn a_texture_says_where_its_texels_are() {
    let text = ".version 7.8\n.target sm_70\n.address_size 64\n.global .texref picture;\n\
        .visible .entry k()\n{\n.reg .b32 %r<9>;\n.reg .f32 %f<3>;\nmov.u32 %r0, %tid.x;\n\
        sub.s32 %r1, %r0, 1;\ntex.1d.v4.s32.s32 {%r2, %r3, %r4, %r5}, [picture, {%r1}];\n\
        cvt.rn.f32.s32 %f0, %r1;\nmov.f32 %f1, 0f3F800000;\n\
        tex.2d.v4.s32.f32 {%r2, %r3, %r4, %r5}, [picture, {%f0, %f1}];\nret;\n}\n";
    let source = Source::new("k.ptx", text.to_string());
    let program = decode(&source, &parse(&source).unwrap(), None).unwrap();
    let kernel = &program.kernels[0];
    let (address, width, channels) = (window::BUFFERS + 64, 20, 2);
    let picture = TextureObject { address, width, height: 2, format: Type::S16, channels };
    let start = Start {
        memory: Memory::new(vec![Area::unknown("texels", window::BUFFERS, 4096)]),
        textures: Textures {
            references: vec![("picture".into(), Some(picture))],
            ..Textures::default()
        },
        ..Start::default()
    };
    let geometry =
        Geometry { grid: [1, 1, 1], block: [32, 1, 1], dynamic_shared: 0, static_shared: 0 };
    let code = Code::new(kernel, &kernel.virtual_homes());
    let mut texels = Texels::default();
    run(&code, &geometry, start, Schedule::default(), &mut texels, || {}).unwrap();
    // Lane n asks for texel n - 1 of 4 bytes: as linear memory, and clamped in the second row.
    let linear = |lane: u64| match lane {
        1..=20 => address + 4 * (lane - 1),
        _ => OUTSIDE,
    };
    let clamped = |lane: u64| address + 4 * (width + lane.saturating_sub(1).min(width - 1));
    let lanes = |of: &dyn Fn(u64) -> u64| std::array::from_fn(|lane| of(lane as u64));
    assert_eq!(texels.0, [lanes(&linear), lanes(&clamped)]);
}
