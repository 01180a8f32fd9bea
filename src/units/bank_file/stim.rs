//! Stimulus: kernels of random size, and random requests.

use super::{In, InFile, Model, Out, Params, Shared, SharedIn, SharedOut};
use crate::units::channels::{
    READ_PORTS, Requests, Traffic, WRITE_PORTS, ones, requests, responses,
};
use crate::units::dice::Dice;
use crate::units::{Bins, Joined, RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus, for every storage.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        /// A bank reads.
        const READ                      = 1 << 8;
        /// A bank writes.
        const WRITE                     = 1 << 9;
        /// A bank reads and writes in one cycle.
        const READ_AND_WRITE            = 1 << 10;
        /// Several banks have requests, and all are granted.
        const ALL_BANKS_GRANTED         = 1 << 11;
        /// Some banks with requests are granted, and some are not.
        const MORE_REQUESTS_THAN_GRANTS = 1 << 12;
        /// A read is refused on its channel.
        const READ_REFUSED              = 1 << 13;
        /// A write is refused on its channel.
        const WRITE_REFUSED             = 1 << 14;
        /// Several answers in one cycle.
        const SEVERAL_ANSWERS           = 1 << 15;
        /// A read on every channel is accepted.
        const ALL_READS_ACCEPTED        = 1 << 16;
        /// A write on every channel is accepted.
        const ALL_WRITES_ACCEPTED       = 1 << 17;
        /// A reset discards waiting requests.
        const RESET_WHILE_WAITING       = 1 << 18;
        /// Only one bank has requests, and more than one offered read is refused.
        const BURST_TO_ONE_BANK         = 1 << 19;
        /// All write channels are offered, and none is accepted.
        const WRITE_FLOOD               = 1 << 20;
    }
}

fn reachable(params: &Shared) -> Scenarios {
    let mut all = Scenarios::all();
    let (banks, max_banks) = (params.banks(), params.max_banks());
    all.set(Scenarios::READ_AND_WRITE, params.front.two_ports);
    all.set(Scenarios::ALL_BANKS_GRANTED, max_banks > 1);
    all.set(Scenarios::MORE_REQUESTS_THAN_GRANTS, max_banks < banks);
    all.set(Scenarios::SEVERAL_ANSWERS, max_banks > 1);
    all.set(Scenarios::ALL_READS_ACCEPTED, banks >= READ_PORTS);
    all.set(Scenarios::ALL_WRITES_ACCEPTED, banks >= WRITE_PORTS);
    all
}

fn scenarios(i: &SharedIn, o: &SharedOut) -> Scenarios {
    let idle = o.bank_request & !o.bank_grant;
    let refused = i.read_valid & !o.read_ready;
    let all_writes = i.write_valid.count_ones() == WRITE_PORTS as u32;
    let mut hit = Scenarios::empty();
    hit.set(Scenarios::READ, o.bank_read != 0);
    hit.set(Scenarios::WRITE, o.bank_write != 0);
    hit.set(Scenarios::READ_AND_WRITE, o.bank_read & o.bank_write != 0);
    hit.set(Scenarios::ALL_BANKS_GRANTED, idle == 0 && o.bank_request.count_ones() > 1);
    hit.set(Scenarios::MORE_REQUESTS_THAN_GRANTS, o.bank_grant != 0 && idle != 0);
    hit.set(Scenarios::READ_REFUSED, refused != 0);
    hit.set(Scenarios::WRITE_REFUSED, i.write_valid & !o.write_ready != 0);
    hit.set(Scenarios::SEVERAL_ANSWERS, o.rsp_valid.count_ones() > 1);
    hit.set(Scenarios::ALL_READS_ACCEPTED, i.read_valid & o.read_ready == 0xff);
    hit.set(Scenarios::ALL_WRITES_ACCEPTED, i.write_valid & o.write_ready == 7);
    hit.set(Scenarios::RESET_WHILE_WAITING, !i.rst_n && o.bank_request != 0);
    let one_bank = o.bank_request.count_ones() == 1;
    hit.set(Scenarios::BURST_TO_ONE_BANK, one_bank && refused.count_ones() > 1);
    hit.set(Scenarios::WRITE_FLOOD, all_writes && i.write_valid & o.write_ready == 0);
    hit
}

/// Stimulus of a file's own inputs.
pub trait Driver<S: InFile>: Default + Send {
    /// Begins another kernel, after a reset.
    fn new_kernel(&mut self, _params: &Params<S>, _dice: &mut Dice) {}

    /// Changes the rates for a new phase, from two random bytes.
    fn new_phase(&mut self, _random: [u8; 2]) {}

    /// Completes the inputs once the offered requests are known. Not called in a cycle of reset.
    fn offered(&mut self, _requests: &Requests, _inputs: &mut S::FileIn) {}

    /// Sets the next inputs. False while the file is set up and takes no request.
    fn next(&mut self, _inputs: &mut S::FileIn) -> bool {
        true
    }
}

/// Random requests.
pub struct Random<S: InFile> {
    traffic: Traffic,
    params: Params<S>,
    driver: S::FileDriver,
}

impl<S: InFile> RandomStimulus<Model<S>> for Random<S> {
    type Scenarios = Joined<Scenarios, S::FileScenarios>;

    fn new(params: &Params<S>, seed: u64) -> Self {
        let shared = &params.shared;
        Random {
            traffic: Traffic::new(&shared.placement, &shared.front.queue, seed),
            params: params.clone(),
            driver: S::FileDriver::default(),
        }
    }

    fn scenarios(inputs: &In<S>, outputs: &Out<S>) -> Joined<Scenarios, S::FileScenarios> {
        let shared = scenarios(&inputs.shared, &outputs.shared);
        Joined { shared, own: S::file_scenarios(inputs, outputs) }
    }

    fn reachable(params: &Params<S>) -> Joined<Scenarios, S::FileScenarios> {
        Joined { shared: reachable(&params.shared), own: S::FileScenarios::every() }
    }
}

impl<S: InFile> Stimulus<Model<S>> for Random<S> {
    fn next(&mut self, i: &In<S>, o: &Out<S>) -> In<S> {
        let throw = self.traffic.dice.throw(16384);
        if throw.new_phase {
            let [read, write, target, bank, first, second, ..] = self.traffic.dice.bytes();
            self.driver.new_phase([first, second]);
            self.traffic.new_phase([read, write, target, bank]);
        }
        let mut next = i.clone();
        let responses = responses!(&o.shared);
        if i.shared.rst_n {
            for n in ones((i.shared.read_valid & o.shared.read_ready).into()) {
                if S::destroys(S::channel_hints(&i.own, n)) {
                    self.traffic.forget(i.shared.read_warp[n], i.shared.read_reg[n]);
                }
            }
            self.traffic.observe(&requests!(&mut next.shared), &responses);
        }
        next.shared.rst_n = !throw.reset;
        if throw.reset {
            self.traffic.new_kernel();
            self.driver.new_kernel(&self.params, &mut self.traffic.dice);
        }
        next.shared.regs_per_thread = self.traffic.regs_per_thread();
        if throw.reset {
            (next.shared.read_valid, next.shared.write_valid) = (0, 0);
        } else if self.driver.next(&mut next.own) {
            self.traffic.offer(&mut requests!(&mut next.shared), &responses);
            self.driver.offered(&requests!(&mut next.shared), &mut next.own);
        }
        next
    }
}
