//! Errata about dead bits (stt-e13 to stt-e15), shown on kernels by our compiler passes.

use crate::compiler::allocate;
use crate::compiler::liveness::Liveness;
use crate::config::DuplicateReads;
use crate::error::Result;
use crate::papers::computed::Shown;
use crate::ptx::cfg::Cfg;
use crate::ptx::decode::decode;
use crate::ptx::isa::Op;
use crate::ptx::kernel::{Home, Kernel};
use crate::ptx::parse;
use crate::ptx::source::Source;
use crate::systems::stt::compiler::hints::{collected, hints};

/// Operand slots of a collector unit.
const SLOTS: usize = 3;

/// Dead bits of an instruction in the paper.
const BITS: usize = 4;

/// Promotion threshold; it has no effect on dead bits.
const PROMOTE_ABOVE: usize = 3;

/// A kernel with allocated registers, and their homes.
fn allocated(name: &str, text: &str) -> Result<(Kernel, Vec<Home>)> {
    let source = Source::new(name, text);
    let program = decode(&source, &parse(&source)?, None)?;
    Ok(allocate::allocated(&program.kernels[0]))
}

/// The result if an erratum could not be shown.
fn failed(stated: &str, error: &crate::error::Error) -> Shown {
    Shown { stated: stated.into(), ours: error.to_string(), confirmed: false }
}

/// Numbers of the store instructions.
fn stores(kernel: &Kernel) -> Vec<usize> {
    let code = kernel.code.iter().enumerate();
    code.filter(|(_, instruction)| matches!(instruction.op, Op::Store(_))).map(|(n, _)| n).collect()
}

/// stt-e13: two values of different arms share a word, and both are stored after reconvergence.
pub fn e13() -> Shown {
    const TEXT: &str = include_str!("../../../../tests/dead_reads/two_values.ptx");
    let stated = "the last read of a value needs no restore";
    let (kernel, homes) = match allocated("two_values.ptx", TEXT) {
        Ok(allocated) => allocated,
        Err(error) => return failed(stated, &error),
    };
    let cfg = Cfg::new(&kernel);
    let deaths = Liveness::new(&kernel, &cfg).deaths(&kernel, &cfg);
    let bits = hints(&kernel, &homes, DuplicateReads::Merged, PROMOTE_ABOVE);
    let values = |store: usize| {
        let words = |reg: &crate::ptx::isa::Reg| homes[reg.index()].words().collect::<Vec<_>>();
        deaths[store].iter().flat_map(words).collect::<Vec<usize>>()
    };
    let stores = stores(&kernel);
    let (first, second) = (stores[0], stores[1]);
    let shared = values(first).into_iter().find(|word| values(second).contains(word));
    let last = |store: usize| {
        let reads = collected(&kernel.code[store], &homes, DuplicateReads::Merged);
        let place = reads.iter().position(|read| Some(*read) == shared);
        place.is_some_and(|place| bits[store].last >> place & 1 != 0)
    };
    Shown {
        stated: stated.into(),
        ours: format!(
            "two stores are each the last read of their value in register word {}, but only the \
             second is the last read of the word",
            shared.map_or("?".into(), |word| word.to_string())
        ),
        confirmed: shared.is_some() && !last(first) && last(second),
    }
}

/// stt-e14: a younger instruction kills a word that an older store of four values has not yet read.
pub fn e14() -> Shown {
    let stated = "the bank skips the restore of every read with a dead bit";
    let (words, killed) = match overtaken() {
        Ok(found) => found,
        Err(error) => return failed(stated, &error),
    };
    let place = words.iter().position(|word| Some(*word) == killed);
    Shown {
        stated: stated.into(),
        ours: format!(
            "a store reads {} words with {SLOTS} collector slots; a dead read of the next \
             instruction destroys word {} of them before the store has read it",
            words.len(),
            place.map_or("?".into(), |place| (place + 1).to_string())
        ),
        confirmed: place.is_some_and(|place| place >= SLOTS),
    }
}

/// stt-e15: the same store collects more words than there are dead bits.
pub fn e15() -> Shown {
    let stated = format!("{BITS} dead bits per instruction");
    match overtaken() {
        Ok((words, _)) => Shown {
            stated,
            ours: format!("st.v4 with a 64-bit address reads {} words", words.len()),
            confirmed: words.len() > BITS,
        },
        Err(error) => failed(&stated, &error),
    }
}

/// Words that the first store collects, and the word of these that the next instruction kills.
fn overtaken() -> Result<(Vec<usize>, Option<usize>)> {
    const TEXT: &str = include_str!("../../../../tests/dead_reads/overtaken_store.ptx");
    let (kernel, homes) = allocated("overtaken_store.ptx", TEXT)?;
    let bits = hints(&kernel, &homes, DuplicateReads::Merged, PROMOTE_ABOVE);
    let collected = |n: usize| collected(&kernel.code[n], &homes, DuplicateReads::Merged);
    let store = stores(&kernel)[0];
    let killed = collected(store + 1).into_iter().enumerate();
    let killed = killed.filter(|(n, _)| bits[store + 1].last >> n & 1 != 0).map(|(_, word)| word);
    let words = collected(store);
    let killed = killed.into_iter().find(|word| words.contains(word));
    Ok((words, killed))
}
