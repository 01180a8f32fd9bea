//! Do random programs compute on a register file whose reads destroy what they read what each of their
//! threads computes alone?

use crate::support::programs::{program, run_thread};
use regforge::compiler::allocate::allocate;
use regforge::compiler::liveness::Liveness;
use regforge::compiler::values::split_webs;
use regforge::config::Config;
use regforge::parallel;
use regforge::ptx::cfg::Cfg;
use regforge::ptx::kernel::window;
use regforge::run::{Backend, Case, Simulation};
use regforge::sm::Unwatched;
use regforge::systems;
use regforge::systems::stt::Stt;
use regforge::systems::stt::compiler::Dead;
use regforge::systems::stt::scheme::Scheme;
use regforge::systems::stt::techniques::Restores;
use std::path::Path;
use std::sync::Arc;

/// Four warps, the last one of 13 threads.
const THREADS: u32 = 109;

/// Instructions of a warp after which a loop counts as one that never ends.
const LIMIT: u64 = 10_000;

/// Without buffers, so that every read is one of the array.
const UNBUFFERED: Scheme = Scheme { write_buffer: false, ..Scheme::CO };

/// All schemes that lose nothing, and all rules.
fn sound() -> impl Iterator<Item = (Scheme, Dead)> {
    let schemes = [Scheme::RD, Scheme::CO, Scheme::CORB, Scheme::CORBAR, Scheme::OURS, UNBUFFERED];
    let by_scheme = schemes.map(|scheme| (scheme, Dead::Both));
    let rules = [Dead::Converged, Dead::Warp];
    let by_rule = rules.map(|rule| [(UNBUFFERED, rule), (Scheme::CORBAR, rule)]);
    by_scheme.into_iter().chain(by_rule.into_iter().flatten())
}

/// A random program, and what its threads store when each runs by itself.
struct Program {
    case: Arc<Case>,
    expected: Vec<u8>,
}

impl Program {
    fn new(seed: u64) -> Program {
        let kernel = program(seed, [20, 40, 80][seed as usize % 3]);
        let mut expected = vec![0; 8 * THREADS as usize];
        for (address, value) in (0..THREADS).flat_map(|thread| run_thread(&kernel, thread)) {
            let at = (address - window::BUFFERS) as usize;
            expected[at..at + 8].copy_from_slice(&value.to_le_bytes());
        }
        let frame = Path::new("tests/stt_programs/frame.toml");
        let mut case = Case::on_virtual_registers(frame).unwrap();
        case.launch.name.clone_from(&kernel.name);
        case.kernel = split_webs(&kernel);
        let cfg = Cfg::new(&case.kernel);
        case.homes = allocate(&case.kernel, &cfg, &Liveness::new(&case.kernel, &cfg)).homes;
        Program { case: Arc::new(case), expected }
    }

    /// Whether it computes what its threads compute alone; not if it faults.
    fn is_right(&self, config: &Config, scheme: Scheme, rule: Dead, backend: Backend) -> bool {
        let compiled = Stt.under(&self.case, config, scheme, rule);
        let simulation = Simulation::new(&Stt, &compiled, config).unwrap();
        let outcome = Simulation { backend, limit: LIMIT, ..simulation }.run(&mut Unwatched);
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(error) if backend == Backend::Model => {
                println!("{error}");
                return false;
            }
            Err(error) => panic!("{error}"),
        };
        assert!(Restores::new(&outcome.register_file).is_complete());
        outcome.memory.area("out").unwrap().bytes == self.expected
    }
}

fn all_end_right(seeds: std::ops::Range<u64>, backend: Backend) {
    let config = systems::config_with("zhang-2016", &["stt.disturb=all"]).unwrap();
    parallel::for_each(seeds, |seed| {
        let program = Program::new(seed);
        for (scheme, rule) in sound() {
            let right = program.is_right(&config, scheme, rule, backend);
            assert!(right, "{seed} under {} by {}", scheme.name, rule.name());
        }
    });
}

/// STT-I8 on the SM.
#[test]
fn random_programs_end_right_on_the_model() {
    all_end_right(0..60, Backend::Model);
}

#[test]
fn random_programs_end_right_in_lockstep() {
    all_end_right(1000..1006, Backend::Lockstep);
}

/// More of them: `cargo test --test all stt_programs:: -- --ignored`.
#[test]
#[ignore = "minutes: make soak"]
fn many_random_programs_end_right_in_lockstep() {
    all_end_right(2000..2200, Backend::Lockstep);
}

/// The same check finds most programs wrong by the paper's rule, and all where nothing is restored.
#[test]
fn random_programs_end_wrong_by_the_papers_rule() {
    let config = systems::config_with("zhang-2016", &["stt.disturb=all"]).unwrap();
    let wrong = |scheme, rule| {
        let is_wrong = |seed| !Program::new(seed).is_right(&config, scheme, rule, Backend::Model);
        parallel::map(0..15, is_wrong).into_iter().filter(|wrong| *wrong).count()
    };
    let (paper, unprotected) = (wrong(UNBUFFERED, Dead::Paper), wrong(Scheme::STT, Dead::Both));
    assert!(paper > 5 && unprotected == 15, "{paper} {unprotected}");
}
