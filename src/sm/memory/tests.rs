//! Tests of the complete hierarchy. Latencies are written as sums of the configuration's keys.

use super::*;
use proptest::prelude::*;

fn config(changes: &[(&'static str, u64)]) -> Config {
    crate::systems::config("fermi").unwrap().with("test", changes).unwrap()
}

/// The cycle of an answer that needs no ticket.
fn known(when: When) -> u64 {
    assert!(when.is_known());
    when.cycle
}

/// The hierarchy of an SM that is alone at its L2.
#[derive(Clone)]
struct Hierarchy {
    own: super::Hierarchy,
    l2: L2,
}

impl Hierarchy {
    fn new(config: &Config) -> Hierarchy {
        Hierarchy { own: super::Hierarchy::new(config), l2: L2::new(config) }
    }

    fn access(&mut self, now: u64, kind: AccessKind, line: u64, bytes: u32) -> Option<u64> {
        self.l2.cycle(now);
        self.own.access(&mut self.l2, now, kind, line, bytes).map(known)
    }

    fn next_free(&self, now: u64) -> u64 {
        self.own.next_free(now)
    }

    fn has(&self, line: u64) -> bool {
        self.own.has(line)
    }

    fn statistics(&self) -> &Statistics {
        self.own.statistics()
    }
}

/// Cycles of an access without contention.
struct Unloaded<'a>(&'a Config);

impl Unloaded<'_> {
    fn packet(&self, bytes: u64) -> u64 {
        (8 + bytes).div_ceil(self.0.memory().interconnect_bytes)
    }

    /// From the link to L2 until all bytes are back.
    fn l2(&self, bytes: u64) -> u64 {
        let memory = self.0.memory();
        2 * memory.interconnect_latency + memory.l2_latency + self.packet(bytes)
    }

    /// Through DRAM's controller to a bank without an open row.
    fn dram(&self) -> u64 {
        let memory = self.0.memory();
        let transfer = self.0.l1().line_bytes.div_ceil(memory.dram_bytes);
        let clocks = memory.dram_trcd + memory.dram_tcl + transfer;
        memory.dram_latency + (clocks * self.0.gpu().clock_mhz as u64).div_ceil(memory.dram_mhz)
    }
}

/// Asks until it is accepted. Returns the cycle of that, and of the data.
fn insist(hierarchy: &mut Hierarchy, mut now: u64, kind: AccessKind, line: u64) -> (u64, u64) {
    loop {
        match hierarchy.access(now, kind, line, 128) {
            Some(done) => return (now, done),
            None => now = hierarchy.next_free(now),
        }
    }
}

#[test]
fn unloaded_latencies_are_what_the_configuration_says() {
    for changes in [
        &[][..],
        &[("l1.latency", 35), ("texture.latency", 60), ("memory.interconnect_latency", 0)],
        &[("l1.line_bytes", 64), ("memory.dram_mhz", 350), ("gpu.sms", 1)],
    ] {
        let config = config(changes);
        let (unloaded, line) = (Unloaded(&config), config.l1().line_bytes);
        let mut hierarchy = Hierarchy::new(&config);
        let (l1, texture) = (config.l1().latency, config.texture().latency);
        let l2 = unloaded.l2(line);
        // Half a line, so that a store of it changes only a part.
        let half = line as u32 / 2;
        let mut expect = |now: u64, kind: AccessKind, at: u64, latency: u64| {
            assert_eq!(hierarchy.access(now, kind, at * line, half), Some(now + latency), "{now}");
        };
        expect(5, AccessKind::Load, 0, l1 + l2 + unloaded.dram());
        expect(1_000, AccessKind::Load, 0, l1);
        expect(2_000, AccessKind::Texture, 0, texture + l2);
        expect(3_000, AccessKind::Texture, 0, texture);
        // The store leaves after L1's lookup and throws the line out.
        expect(4_000, AccessKind::Store, 0, l1 + unloaded.packet(line / 2));
        expect(5_000, AccessKind::Load, 0, l1 + l2);
        let back = unloaded.l2(line / 2);
        expect(6_000, AccessKind::Atomic, 0, l1 + back);
        expect(7_000, AccessKind::Load, 0, l1 + l2);
        // In another channel.
        expect(8_000, AccessKind::Atomic, 1_024, l1 + back + unloaded.dram());
        expect(9_000, AccessKind::LocalStore, 0, l1);
        expect(10_000, AccessKind::LocalLoad, 0, l1);
        let far = 256 / line;
        expect(11_000, AccessKind::LocalStore, far, l1 + l2 + unloaded.dram());
        expect(12_000, AccessKind::LocalLoad, far, l1);
        assert_eq!(
            hierarchy.access(13_000, AccessKind::LocalStore, 2 * far * line, 2 * half),
            Some(13_000 + l1)
        );
    }
}

#[test]
fn a_line_under_way_is_waited_for() {
    let config = config(&[]);
    let mut hierarchy = Hierarchy::new(&config);
    let done = hierarchy.access(0, AccessKind::Load, 0, 4).unwrap();
    assert_eq!(hierarchy.access(3, AccessKind::Load, 0, 4), Some(done));
    assert_eq!(
        hierarchy.access(done - 1, AccessKind::Load, 0, 4),
        Some(done - 1 + config.l1().latency)
    );
    assert_eq!(hierarchy.access(done, AccessKind::Load, 0, 4), Some(done + config.l1().latency));
    let expected = Accesses { accesses: 4, hits: 1, pending_hits: 2, misses: 1 };
    assert_eq!(hierarchy.statistics().loads, expected);
}

#[test]
fn as_many_wait_for_a_line_as_may() {
    let config = config(&[("l1.mshr_merges", 3)]);
    let mut hierarchy = Hierarchy::new(&config);
    let done = hierarchy.access(0, AccessKind::Load, 0, 4).unwrap();
    assert_eq!(hierarchy.access(0, AccessKind::Load, 0, 4), Some(done));
    assert_eq!(hierarchy.access(1, AccessKind::LocalStore, 0, 4), Some(done));
    assert_eq!(hierarchy.access(1, AccessKind::Load, 0, 4), None);
    assert_eq!(hierarchy.access(1, AccessKind::LocalStore, 0, 4), None);
    assert_eq!(insist(&mut hierarchy, 1, AccessKind::Load, 0), (done, done + config.l1().latency));
    let statistics = hierarchy.statistics();
    let refused = (statistics.load_reservation_failures, statistics.store_reservation_failures);
    assert_eq!(refused, (2, 1));
    assert_eq!((statistics.loads.accesses, statistics.local_stores.accesses), (3, 1));
}

#[test]
fn as_many_lines_are_under_way_as_there_are_mshrs() {
    let config = config(&[("l1.mshr_entries", 2)]);
    let mut hierarchy = Hierarchy::new(&config);
    let first = hierarchy.access(0, AccessKind::Load, 0, 4).unwrap();
    let second = hierarchy.access(1, AccessKind::Load, 256, 4).unwrap();
    assert!(first < second);
    // Only lines that must be brought need one.
    assert_eq!(hierarchy.access(1, AccessKind::Load, 512, 4), None);
    assert_eq!(hierarchy.access(1, AccessKind::LocalStore, 512, 4), None);
    assert!(hierarchy.access(1, AccessKind::LocalStore, 512, 128).is_some());
    assert!(hierarchy.access(1, AccessKind::Texture, 512, 4).is_some());
    assert!(hierarchy.access(2, AccessKind::Store, 768, 4).is_some());
    assert_eq!(hierarchy.access(first - 1, AccessKind::Load, 1024, 4), None);
    assert!(hierarchy.access(first, AccessKind::Load, 1024, 4).is_some());
    assert_eq!(hierarchy.access(first, AccessKind::Load, 1280, 4), None);
    assert_eq!(insist(&mut hierarchy, first, AccessKind::Load, 1280).0, second);
}

#[test]
fn a_set_of_lines_under_way_takes_no_more() {
    let config = config(&[("l1.sets", 1), ("l1.ways", 2)]);
    let mut hierarchy = Hierarchy::new(&config);
    let first = hierarchy.access(0, AccessKind::Load, 0, 4).unwrap();
    hierarchy.access(0, AccessKind::Load, 256, 4).unwrap();
    assert_eq!(hierarchy.access(first - 1, AccessKind::Load, 512, 4), None);
    assert_eq!(insist(&mut hierarchy, first - 1, AccessKind::Load, 512).0, first);
    assert_eq!(hierarchy.statistics().evictions, 1);
}

#[test]
fn stores_fill_the_queue_when_l2_is_slow() {
    let config = config(&[("memory.l2_banks", 1)]);
    let mut hierarchy = Hierarchy::new(&config);
    let accepted =
        (0..100).filter(|_| hierarchy.access(0, AccessKind::Store, 0, 128).is_some()).count();
    assert_eq!(accepted, 8);
    // L2 takes one access per interval, which includes the share of the other SMs.
    let busy = config.l1().line_bytes / 32 * config.gpu().sms as u64;
    let mut now = 0;
    for _ in 0..100 {
        now = insist(&mut hierarchy, now, AccessKind::Store, 0).0;
    }
    assert!((92 * busy..=108 * busy).contains(&now), "{now}");
}

#[test]
fn dirty_local_lines_are_written_back_once() {
    let config = config(&[("l1.sets", 1), ("l1.ways", 1)]);
    let mut hierarchy = Hierarchy::new(&config);
    hierarchy.access(0, AccessKind::LocalStore, 0, 128).unwrap();
    hierarchy.access(10_000, AccessKind::LocalLoad, 4_096, 4).unwrap();
    assert_eq!(hierarchy.statistics().write_backs, 1);
    // It comes back from L2, unchanged.
    let unloaded = config.l1().latency + Unloaded(&config).l2(config.l1().line_bytes);
    assert_eq!(hierarchy.access(20_000, AccessKind::LocalLoad, 0, 4), Some(20_000 + unloaded));
    hierarchy.access(30_000, AccessKind::LocalLoad, 4_096, 4).unwrap();
    let statistics = hierarchy.statistics();
    assert_eq!((statistics.write_backs, statistics.evictions), (1, 3));
    assert_eq!((statistics.l2.accesses, statistics.l2.hits, statistics.dram.reads), (4, 2, 1));
    assert_eq!(statistics.local_store_fetches, 0);
    // Each of three requests and a line has a header, and each of three returned lines.
    assert_eq!((statistics.bytes_to_l2, statistics.bytes_from_l2), (4 * 8 + 128, 3 * 136));
}

#[test]
fn l2_writes_changed_lines_back_to_dram() {
    // One set of one line.
    let config = config(&[("memory.l2_kilobytes", 16), ("memory.l2_ways", 1), ("gpu.sms", 128)]);
    let mut hierarchy = Hierarchy::new(&config);
    hierarchy.access(0, AccessKind::Store, 0, 128).unwrap();
    hierarchy.access(20_000, AccessKind::Store, 256, 4).unwrap();
    hierarchy.access(40_000, AccessKind::Load, 512, 4).unwrap();
    hierarchy.access(60_000, AccessKind::Load, 768, 4).unwrap();
    let statistics = hierarchy.statistics();
    // The partial store fetches its line.
    assert_eq!((statistics.dram.reads, statistics.dram.writes), (3, 2));
    assert_eq!((statistics.l2_write_backs, statistics.l2.misses), (2, 4));
}

#[test]
fn a_line_is_also_changed_by_hits() {
    let config = config(&[
        ("l1.sets", 1),
        ("l1.ways", 1),
        ("memory.l2_kilobytes", 16),
        ("memory.l2_ways", 1),
        ("gpu.sms", 128),
    ]);
    let mut hierarchy = Hierarchy::new(&config);
    for (n, kind) in [AccessKind::LocalLoad, AccessKind::LocalStore].into_iter().enumerate() {
        hierarchy.access(20_000 * n as u64, kind, 0, 4).unwrap();
    }
    hierarchy.access(40_000, AccessKind::LocalLoad, 256, 4).unwrap();
    assert_eq!(
        (hierarchy.statistics().write_backs, hierarchy.statistics().local_stores.hits),
        (1, 1)
    );

    let mut hierarchy = Hierarchy::new(&config);
    hierarchy.access(0, AccessKind::Load, 0, 4).unwrap();
    hierarchy.access(20_000, AccessKind::Store, 0, 4).unwrap();
    hierarchy.access(40_000, AccessKind::Load, 256, 4).unwrap();
    assert_eq!((hierarchy.statistics().l2_write_backs, hierarchy.statistics().l2.hits), (1, 1));
}

#[test]
fn a_line_under_way_to_l2_is_waited_for() {
    let config = config(&[("gpu.sms", 1)]);
    let mut hierarchy = Hierarchy::new(&config);
    let load = hierarchy.access(0, AccessKind::Load, 0, 4).unwrap();
    let texture = hierarchy.access(0, AccessKind::Texture, 0, 4).unwrap();
    // One after the other on the way back.
    assert_eq!(texture, load + Unloaded(&config).packet(config.l1().line_bytes));
    assert_eq!((hierarchy.statistics().l2.pending_hits, hierarchy.statistics().dram.reads), (1, 1));
}

#[test]
fn an_l1_that_always_hits() {
    let config = config(&[("l1.always_hits", 1), ("l1.latency", 9)]);
    let mut hierarchy = Hierarchy::new(&config);
    for n in 0..1_000 {
        assert_eq!(hierarchy.access(n, AccessKind::Load, n * 128, 4), Some(n + 9));
        assert_eq!(hierarchy.access(n, AccessKind::LocalLoad, n * 128, 4), Some(n + 9));
        assert_eq!(
            hierarchy.access(n, AccessKind::Texture, n * 128, 4),
            Some(n + config.texture().latency)
        );
    }
    let statistics = hierarchy.statistics();
    let all = Accesses { accesses: 1_000, hits: 1_000, ..Accesses::default() };
    assert_eq!([statistics.loads, statistics.local_loads, statistics.textures], [all; 3]);
    assert_eq!(statistics.l2.accesses, 0);
}

/// Cycle in which the last of some loads of neighbouring lines is done.
fn stream(config: &Config, count: u64) -> u64 {
    let mut hierarchy = Hierarchy::new(config);
    let (mut now, mut last) = (0, 0);
    for n in 0..count {
        let (accepted, done) =
            insist(&mut hierarchy, now, AccessKind::Load, n * config.l1().line_bytes);
        (now, last) = (accepted, last.max(done));
    }
    last
}

#[test]
fn a_stream_gets_its_share_of_the_bandwidth() {
    const COUNT: u64 = 3_000;
    for changes in [
        &[][..],
        &[("gpu.sms", 1), ("memory.dram_channels", 1)],
        &[("gpu.sms", 60)],
        &[("gpu.sms", 2), ("memory.dram_mhz", 4_000)],
    ] {
        let config = config(changes);
        let (memory, line, sms) =
            (&config.memory(), config.l1().line_bytes, config.gpu().sms as u64);
        let last = stream(&config, COUNT);
        // Each resource's last access does not wait for the other SMs.
        let channels = memory.dram_channels as u64;
        let clocks = (COUNT - channels) * line / memory.dram_bytes * sms / channels;
        let dram = clocks * config.gpu().clock_mhz as u64 / memory.dram_mhz;
        let banks = memory.l2_banks as u64;
        let l2 = (COUNT - banks) * (line / 32) * sms / banks;
        let link = COUNT * Unloaded(&config).packet(line);
        let bound = dram.max(l2).max(link);
        assert!(last >= bound, "{last} cycles, at least {bound}");
        // Nothing else is in the way, but for what MSHRs can hide.
        let latency = config.l1().latency + Unloaded(&config).l2(line) + Unloaded(&config).dram();
        let hidden = COUNT * latency / config.l1().mshr_entries as u64;
        let most = bound.max(hidden) * 5 / 4;
        assert!(last <= most, "{last} cycles, at most {most}");
    }
}

#[test]
fn hits_do_not_wait_behind_misses() {
    let config = config(&[]);
    let mut hierarchy = Hierarchy::new(&config);
    hierarchy.access(0, AccessKind::Load, 0, 4).unwrap();
    hierarchy.access(1_000, AccessKind::Texture, 4_096, 4).unwrap();
    // In L2, but not in the texture cache.
    let hit = hierarchy.access(1_001, AccessKind::Texture, 0, 4).unwrap();
    let unloaded = config.texture().latency + Unloaded(&config).l2(config.l1().line_bytes);
    assert_eq!(hit, 1_001 + unloaded);
}

/// An access: cycles after the one before, kind, line, whether all of it.
fn any_accesses() -> impl Strategy<Value = Vec<(u64, AccessKind, u64, bool)>> {
    let kinds = [
        AccessKind::Load,
        AccessKind::Store,
        AccessKind::LocalLoad,
        AccessKind::LocalStore,
        AccessKind::Atomic,
        AccessKind::Texture,
    ];
    let later = prop_oneof![8 => 0u64..3, 1 => 0u64..1_000];
    prop::collection::vec(
        (later, prop::sample::select(kinds.to_vec()), 0u64..200, any::<bool>()),
        1..600,
    )
}

fn any_config() -> impl Strategy<Value = Config> {
    let line = prop::sample::select(vec![32u64, 64, 128, 256]);
    (1u64..4, 1u64..5, 1u64..6, 1u64..4, 1u64..40, line, 1u64..30, 1u64..4).prop_map(
        |(sets, ways, entries, merges, latency, line, sms, channels)| {
            config(&[
                ("l1.sets", sets),
                ("l1.ways", ways),
                ("l1.mshr_entries", entries),
                ("l1.mshr_merges", merges),
                ("l1.latency", latency),
                ("texture.sets", ways),
                ("texture.ways", sets),
                ("l1.line_bytes", line),
                ("gpu.sms", sms),
                ("memory.dram_channels", channels),
                ("memory.l2_kilobytes", 16 * sets),
                ("memory.l2_ways", 1 + ways),
                ("memory.l2_banks", channels),
            ])
        },
    )
}

/// Answers and counters.
fn replay(
    config: &Config,
    accesses: &[(u64, AccessKind, u64, bool)],
) -> (Vec<Option<u64>>, Statistics) {
    let mut hierarchy = Hierarchy::new(config);
    let mut now = 0;
    let line_bytes = config.l1().line_bytes;
    let mut one = |(later, kind, line, whole): &(u64, AccessKind, u64, bool)| {
        now += later;
        let bytes = if *whole { line_bytes as u32 } else { 4 };
        let done = hierarchy.access(now, *kind, line * line_bytes, bytes);
        let latency = match kind {
            AccessKind::Texture => config.texture().latency,
            _ => config.l1().latency,
        };
        assert!(done.is_none_or(|done| done >= now + latency), "{done:?} in {now}");
        assert!(hierarchy.next_free(now) > now);
        done
    };
    let answers = accesses.iter().map(&mut one).collect();
    (answers, hierarchy.statistics().clone())
}

proptest! {
    #[test]
    fn nothing_is_lost_and_nothing_is_early(config in any_config(), accesses in any_accesses()) {
        let (answers, statistics) = replay(&config, &accesses);
        prop_assert_eq!(&replay(&config, &accesses), &(answers.clone(), statistics.clone()));
        let Statistics { loads, stores, local_loads, local_stores, atomics, textures, .. } = statistics;
        let all = [loads, stores, local_loads, local_stores, atomics, textures];
        for count in all.iter().chain([&statistics.l2]) {
            prop_assert_eq!(count.accesses, count.hits + count.pending_hits + count.misses);
        }
        let accepted: u64 = all.iter().map(|count| count.accesses).sum();
        let refused = statistics.load_reservation_failures + statistics.store_reservation_failures;
        prop_assert_eq!(accepted, answers.iter().flatten().count() as u64);
        prop_assert_eq!(accepted + refused, accesses.len() as u64);

        let fetched = loads.misses + local_loads.misses + textures.misses + statistics.local_store_fetches;
        let through = stores.accesses + atomics.accesses;
        prop_assert_eq!(statistics.l2.accesses, fetched + through + statistics.write_backs);
        prop_assert!(statistics.local_store_fetches <= local_stores.misses);
        prop_assert!(statistics.write_backs <= statistics.evictions + stores.hits + atomics.hits
            + stores.pending_hits + atomics.pending_hits);
        prop_assert!(statistics.dram.reads <= statistics.l2.misses);
        prop_assert_eq!(statistics.dram.writes, statistics.l2_write_backs);
        let dram = statistics.dram;
        prop_assert_eq!(dram.reads + dram.writes, dram.row_hits + dram.row_misses);

        let line = config.l1().line_bytes;
        let operands: u64 = accesses.iter().zip(&answers)
            .filter(|((_, kind, ..), done)| done.is_some() && matches!(kind, AccessKind::Store | AccessKind::Atomic))
            .map(|((.., whole), _)| if *whole { line } else { 4 })
            .sum();
        let to_l2 = 8 * statistics.l2.accesses + line * statistics.write_backs + operands;
        prop_assert_eq!(statistics.bytes_to_l2, to_l2);
        let lines = statistics.bytes_from_l2 - 8 * (fetched + atomics.accesses) - line * fetched;
        prop_assert!(lines <= operands);
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// A rejected access stays rejected until the named cycle, if there is no other access.
    #[test]
    fn nothing_is_free_before_it_is_said(config in any_config(), accesses in any_accesses()) {
        let mut hierarchy = Hierarchy::new(&config);
        let mut now = 0;
        for (later, kind, line, whole) in accesses {
            now += later;
            let bytes = if whole { config.l1().line_bytes as u32 } else { 4 };
            let line = line * config.l1().line_bytes;
            while hierarchy.access(now, kind, line, bytes).is_none() {
                let next = hierarchy.next_free(now);
                for early in now + 1..next {
                    prop_assert_eq!(hierarchy.clone().access(early, kind, line, bytes), None);
                }
                now = next;
            }
        }
    }
}

#[test]
fn a_local_store_that_misses_goes_to_l2_and_leaves_l1_as_it_was() {
    let changes = [("l1.local_store_miss", 1), ("l1.latency", 9)];
    let config = config(&changes);
    let (unloaded, l1) = (Unloaded(&config), config.l1().latency);
    let mut hierarchy = Hierarchy::new(&config);
    let mut access = |now, kind, bytes| hierarchy.access(now, kind, 0, bytes).unwrap() - now;
    assert_eq!(access(0, AccessKind::LocalStore, 64), l1 + unloaded.packet(64));
    // L2 has brought the rest of the line; L1 has not got it.
    let back = l1 + unloaded.l2(128);
    assert_eq!(access(1_000, AccessKind::LocalLoad, 128), back);
    // While the line is under way and L2's bank is free again, the store does not change it in L1.
    assert_eq!(access(1_100, AccessKind::LocalStore, 64), l1 + unloaded.packet(64));
    // There it is changed where it is.
    assert_eq!(access(2_000, AccessKind::LocalStore, 64), l1);
    let statistics = hierarchy.statistics();
    assert_eq!((statistics.local_store_fetches, statistics.write_backs), (0, 0));
    let expected = Accesses { accesses: 3, hits: 1, pending_hits: 1, misses: 1 };
    assert_eq!(statistics.local_stores, expected);
}

#[test]
fn without_an_l1_every_access_goes_to_l2() {
    let config = config(&[("l1.enabled", 0), ("l1.latency", 9)]);
    let unloaded = Unloaded(&config);
    let mut hierarchy = Hierarchy::new(&config);
    for (now, kind) in [(1_000, AccessKind::Load), (2_000, AccessKind::LocalLoad)] {
        let first = now == 1_000;
        let latency = unloaded.l2(64) + if first { unloaded.dram() } else { 0 };
        assert_eq!(hierarchy.access(now, kind, 0, 64), Some(now + latency));
    }
    hierarchy.access(3_000, AccessKind::LocalStore, 0, 64).unwrap();
    let statistics = hierarchy.statistics();
    let missed = Accesses { accesses: 1, hits: 0, pending_hits: 0, misses: 1 };
    assert_eq!([statistics.loads, statistics.local_loads, statistics.local_stores], [missed; 3]);
    assert_eq!((statistics.l2.accesses, statistics.evictions), (3, 0));
}

#[test]
fn an_uncached_load_leaves_l1_as_it_was() {
    let config = config(&[("l1.latency", 9)]);
    let unloaded = Unloaded(&config);
    let mut hierarchy = Hierarchy::new(&config);
    let missed = unloaded.l2(64) + unloaded.dram();
    assert_eq!(hierarchy.access(0, AccessKind::UncachedLoad, 0, 64), Some(missed));
    assert!(!hierarchy.has(0));
    let brought = hierarchy.access(1_000, AccessKind::Load, 0, 64);
    assert_eq!(brought, Some(1_000 + config.l1().latency + unloaded.l2(128)));
    // It does not look into L1.
    let again = hierarchy.access(2_000, AccessKind::UncachedLoad, 0, 64);
    assert_eq!(again, Some(2_000 + unloaded.l2(64)));
}

/// Latency limits these streams; the queue of a DRAM channel limits faster ones.
#[test]
fn all_sms_together_get_the_bandwidth_that_one_has_of_its_share() {
    const COUNT: u64 = 2_000;
    let changes = [("gpu.sms", 6), ("gpu.sms_simulated", 6)];
    let (alone, together) = (config(&changes[..1]), config(&changes));
    let line = alone.l1().line_bytes;
    let mut l2 = L2::new(&together);
    let mut sms: Vec<_> = (0..6).map(|_| (super::Hierarchy::new(&together), 0, 0)).collect();
    for now in 0.. {
        l2.cycle(now);
        for (n, (own, next, last)) in sms.iter_mut().enumerate() {
            // Streams of their own, 128 MB apart but for a part of a row.
            let at = (n as u64 * ((1 << 20) + 5) + *next) * line;
            let done = if *next < COUNT {
                own.access(&mut l2, now, AccessKind::Load, at, 128).map(known)
            } else {
                None
            };
            *next += u64::from(done.is_some());
            *last = done.unwrap_or(0).max(*last);
        }
        if sms.iter().all(|(_, next, _)| *next == COUNT) {
            break;
        }
    }
    let all = sms.iter().map(|(.., last)| *last).max().unwrap();
    // Rows are lost to other streams, which the share does not model.
    let one = stream(&alone, COUNT);
    assert!((one * 9 / 10..=one * 3 / 2).contains(&all), "{all} cycles together, {one} alone");
    let reads: u64 = sms.iter().map(|(own, ..)| own.statistics().dram.reads).sum();
    assert_eq!(reads, 6 * COUNT);
}

#[test]
fn a_request_does_not_wait_for_one_that_arrives_later() {
    let config = config(&[("gpu.sms", 2), ("gpu.sms_simulated", 2)]);
    let (unloaded, line, l1) = (Unloaded(&config), config.l1().line_bytes, config.l1().latency);
    let banks = config.memory().l2_banks as u64;
    let mut l2 = L2::new(&config);
    let mut sms = [super::Hierarchy::new(&config), super::Hierarchy::new(&config)];
    // The last request of the first SM is behind four on its link, and needs the second SM's bank.
    for at in [1, 2, 3, 4, banks] {
        assert!(sms[0].access(&mut l2, 0, AccessKind::Store, at * line, line as u32).is_some());
    }
    let done = sms[1].access(&mut l2, 0, AccessKind::Load, 0, 4).map(known);
    assert_eq!(done, Some(l1 + unloaded.l2(line) + unloaded.dram()));
}

#[test]
fn a_line_that_one_sm_has_brought_is_in_l2_for_the_others() {
    let config = config(&[("gpu.sms", 2), ("gpu.sms_simulated", 2)]);
    let (line, l1) = (config.l1().line_bytes, config.l1().latency);
    let mut l2 = L2::new(&config);
    let mut sms = [super::Hierarchy::new(&config), super::Hierarchy::new(&config)];
    sms[0].access(&mut l2, 0, AccessKind::Load, 0, 4).unwrap();
    l2.cycle(10_000);
    let done = sms[1].access(&mut l2, 10_000, AccessKind::Load, 0, 4).map(known);
    assert_eq!(done, Some(10_000 + l1 + Unloaded(&config).l2(line)));
    assert_eq!((sms[1].statistics().loads.misses, sms[1].statistics().l2.hits), (1, 1));
}

/// Both schedulers take the same time for a lone request: the latency counts once. The line is
/// then in L1 and L2, and its MSHR is free.
#[test]
fn a_ticket_is_redeemed_after_the_unloaded_latency() {
    for scheduler in [0, 1] {
        let changes =
            [("gpu.sms", 1), ("l1.mshr_entries", 1), ("memory.dram_scheduler", scheduler)];
        let config = config(&changes);
        let (line, l1) = (config.l1().line_bytes, config.l1().latency);
        let (mut own, mut l2) = (super::Hierarchy::new(&config), L2::new(&config));
        let load = |own: &mut super::Hierarchy, l2: &mut L2, now, line| {
            own.access(l2, now, AccessKind::Load, line, 4)
        };
        let mut first = load(&mut own, &mut l2, 0, 0).unwrap();
        let mut second = load(&mut own, &mut l2, 1, 0).unwrap();
        assert_eq!(load(&mut own, &mut l2, 1, 4 * line), None, "no MSHR");
        assert_eq!(first.is_known(), scheduler == 0);
        for now in 0..1_000 {
            l2.cycle(now);
            for arrival in l2.arrivals() {
                while let Some(redeemed) = own.settle(now, arrival) {
                    first.settle(&redeemed);
                    second.settle(&redeemed);
                }
            }
        }
        let done = l1 + Unloaded(&config).l2(line) + Unloaded(&config).dram();
        assert_eq!((first, second), (When::at(done), When::at(done)));
        assert!(!own.is_promised());
        assert_eq!(load(&mut own, &mut l2, 1_000, 0), Some(When::at(1_000 + l1)));
        assert!(load(&mut own, &mut l2, 1_000, 4 * line).is_some(), "an MSHR is free");
        let again = own.access(&mut l2, 1_000, AccessKind::Texture, 0, 4).unwrap();
        assert!(again.is_known(), "L2 has it");
    }
}
