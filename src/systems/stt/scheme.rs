//! The paper's schemes against read disturbance, and one scheme of ours.

use super::compiler::{Dead, Hints};
use super::units::restore_selector::Mode;
use super::units::stt_register_file::FileIn;
use crate::config::{Opt, OptKind, Options};
use crate::sm::Hint;

/// The enabled techniques. They set the scheme inputs of the register file and the hints of reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// Name for `--scheme`.
    pub name: &'static str,
    /// Restore mode of reads that are not dead.
    pub restore: Mode,
    /// Whether writes are buffered and merged.
    pub write_buffer: bool,
    /// Whether dead reads skip the restore.
    pub dead_reads: bool,
    /// Whether values that are read often are kept in the read buffer.
    pub read_buffer: bool,
    /// Whether a selective restore ends after the reverse read if nothing was lost.
    pub early_out: bool,
    /// Whether a dead read cancels the buffered write of its register.
    pub cancel: bool,
}

impl Scheme {
    /// No technique: disturbed cells lose their values.
    pub const STT: Scheme = Scheme {
        name: "stt",
        restore: Mode::None,
        write_buffer: false,
        dead_reads: false,
        read_buffer: false,
        early_out: false,
        cancel: false,
    };
    pub const WB: Scheme = Scheme { name: "wb", write_buffer: true, ..Scheme::STT };
    pub const RD: Scheme = Scheme { name: "rd", restore: Mode::Selective, ..Scheme::WB };
    pub const CO: Scheme = Scheme { name: "co", dead_reads: true, ..Scheme::RD };
    pub const CORB: Scheme = Scheme { name: "corb", read_buffer: true, ..Scheme::CO };
    pub const CORBAR: Scheme = Scheme { name: "corbar", restore: Mode::Adaptive, ..Scheme::CORB };
    /// Our scheme, not in the paper. Intended for `stt.drain_from = 2`.
    pub const OURS: Scheme =
        Scheme { name: "ours", early_out: true, cancel: true, ..Scheme::CORBAR };

    /// All schemes; each adds a technique to the one before it.
    pub const ALL: [Scheme; 7] = [
        Scheme::STT,
        Scheme::WB,
        Scheme::RD,
        Scheme::CO,
        Scheme::CORB,
        Scheme::CORBAR,
        Scheme::OURS,
    ];

    /// The command-line option that selects the scheme.
    pub const OPTION: Opt = Opt::new(
        "scheme",
        OptKind::Choice(&["stt", "wb", "rd", "co", "corb", "corbar", "ours"]),
        "techniques against read disturbance; each word adds one: none (stt), write buffer (wb), \
         restores (rd), no restore of dead reads (co), read buffer (corb), adaptive restores \
         (corbar), early out and cancelled writes (ours, for use with -p stt.drain_from=2) \
         [default: corbar]",
    );

    /// The selected scheme; `corbar` by default.
    pub fn of(options: &Options) -> Scheme {
        let named = |scheme: &Scheme| options.word(Scheme::OPTION.name) == Some(scheme.name);
        Scheme::ALL.into_iter().find(named).unwrap_or(Scheme::CORBAR)
    }

    /// The register file's inputs beside the request channels.
    pub fn inputs(&self) -> FileIn {
        FileIn {
            restore_mode: self.restore,
            early_out: self.early_out,
            write_buffer_en: self.write_buffer,
            read_buffer_en: self.read_buffer,
            cancel_en: self.cancel,
            ..FileIn::default()
        }
    }

    /// Whether disturbed cells are never restored.
    pub fn is_unprotected(&self) -> bool {
        self.restore == Mode::None
    }

    /// Hints of the reads of each instruction, in the order of its reads, under this scheme and
    /// rule.
    pub fn hints(&self, hints: &[Hints], rule: Dead) -> Vec<Vec<Hint>> {
        let of = |hints: &Hints| {
            let reads = u32::BITS - (hints.last | hints.promote).leading_zeros();
            (0..reads).map(|n| self.hint(hints, n, rule)).collect()
        };
        hints.iter().map(of).collect()
    }

    fn hint(&self, hints: &Hints, read: u32, rule: Dead) -> Hint {
        let is_dead = |converged| self.dead_reads && hints.dead(rule, converged) >> read & 1 != 0;
        Hint {
            dead: is_dead(false),
            dead_if_converged: is_dead(true),
            promote: self.read_buffer && hints.promote >> read & 1 != 0,
        }
    }
}

/// The command-line option that selects the rule for dead reads.
pub const DEAD: Opt = Opt::new(
    "dead",
    OptKind::Choice(&["paper", "converged", "warp", "both"]),
    "rule for dead reads: the last read by the thread (paper; unsound if lanes diverge), the same \
     if all living lanes are active (converged), the last read by the warp, waiting lanes included \
     (warp), or converged or warp (both) [default: both]",
);

/// The selected rule for dead reads; `both` by default.
pub fn dead_rule(options: &Options) -> Dead {
    let named = |rule: &Dead| options.word(DEAD.name) == Some(rule.name());
    Dead::ALL.into_iter().find(named).unwrap_or(Dead::Both)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scheme_and_rule_can_be_named() {
        let words = |opt: Opt| match opt.kind {
            OptKind::Choice(words) => words,
            _ => &[],
        };
        assert_eq!(words(Scheme::OPTION), Scheme::ALL.map(|scheme| scheme.name));
        assert_eq!(words(DEAD), Dead::ALL.map(Dead::name));
    }

    /// Read 0 is dead if all living lanes are active, read 1 is always dead, read 2 is promoted.
    #[test]
    fn hints_follow_the_rule_and_the_scheme() {
        let hints = [Hints { last: 0b011, last_in_warp: 0b010, promote: 0b100 }];
        let bits = |scheme: Scheme, rule| {
            let reads = scheme.hints(&hints, rule).remove(0);
            let mask = |of: fn(&Hint) -> bool| {
                reads.iter().enumerate().fold(0, |mask, (n, hint)| mask | u32::from(of(hint)) << n)
            };
            [mask(|h| h.dead), mask(|h| h.dead_if_converged), mask(|h| h.promote)]
        };
        assert_eq!(bits(Scheme::CORBAR, Dead::Both), [0b010, 0b011, 0b100]);
        assert_eq!(bits(Scheme::CORBAR, Dead::Converged), [0, 0b011, 0b100]);
        assert_eq!(bits(Scheme::CORBAR, Dead::Warp), [0b010, 0b010, 0b100]);
        assert_eq!(bits(Scheme::CORBAR, Dead::Paper), [0b011, 0b011, 0b100]);
        assert_eq!(bits(Scheme::CO, Dead::Both), [0b010, 0b011, 0]);
        assert_eq!(bits(Scheme::RD, Dead::Both), [0, 0, 0]);
    }
}
