//! The Verilog template of a bank, which includes the storage's part, and the checkers of all
//! banks.

use super::{Bank, Params, Storage};
use crate::bits::bits_for;
use crate::emit::{Design, Direction, Module, Port, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::units::{Unit, read_queue, unit_ports, write_buffer};
use askama::Template;

/// A storage's part of a bank's Verilog.
pub struct Parts {
    /// Verilog text behind the front. It drives `read_row` and `write_row` from `read_entry_i` and
    /// `write_entry_i`. It drives `read_o`, `write_o`, `rsp_valid_o`, `rsp_data_o` and its own
    /// outputs from `grant_i`, `read_wanted`, `write_wanted`, `queue_row`, `buffer_row`,
    /// `buffer_lane_mask` and `buffer_data`.
    pub text: String,
    /// The units that the text instantiates, once each.
    pub designs: Vec<Design>,
}

/// A storage's part of the checkers. In it the wire `x` is the output `x_o`.
#[derive(Clone, Copy, Default)]
pub struct Part {
    /// Declarations of `busy` and of wires that the assertions need. If reads have hints, also of
    /// `forgets`: the offered read leaves its entry undefined until the entry is written.
    pub wires: &'static str,
    /// Assumptions of every checker.
    pub assumes: &'static str,
    /// Assertions of the checker of order, `bank_check`.
    pub asserts: &'static str,
}

#[derive(Template)]
#[template(path = "rf_bank.v", escape = "none")]
struct Body<'a, S: Storage> {
    params: &'a Params<S>,
    module: &'static str,
    queue_module: &'static str,
    buffer_module: &'static str,
    contract: String,
    ports: String,
    row_bits: usize,
    data_bits: usize,
    /// Bits of a count of writes, 0 to `max_write_run`.
    run_bits: usize,
    storage: &'a str,
}

pub(super) fn design<S: Storage>(params: &Params<S>) -> Result<Design> {
    let front = &params.shared;
    let [(queue_owner, queue_module), (buffer_owner, buffer_module)] = S::WAITING;
    let Parts { text, designs } = S::parts(&params.own)?;
    let body = Body::<S> {
        params,
        module: S::MODULE,
        queue_module,
        buffer_module,
        contract: comment(S::CONTRACT),
        ports: port_list(&unit_ports::<Bank<S>>(params)),
        row_bits: front.queue.position.row_bits(),
        data_bits: front.buffer.data_bits(),
        run_bits: bits_for(front.max_write_run + 1),
        storage: text.trim_end(),
    };
    let body = body.render().map_err(Error::emission(S::NAME))?;
    let queue = read_queue::design_as(&front.queue, queue_owner, queue_module)?;
    let buffer = write_buffer::design_as(&front.buffer, buffer_owner, buffer_module)?;
    let parts: Vec<Design> = [queue, buffer].into_iter().chain(designs).collect();
    let mut module = Module::leaf(Bank::<S>::OWNER, S::MODULE, body);
    module.children = parts.iter().map(|part| (part.top().name, 1)).collect();
    let mut modules: Vec<Module> = parts.into_iter().flat_map(|part| part.modules).collect();
    modules.push(module);
    Ok(Design { modules })
}

/// The device under test in a checker.
pub struct Dut {
    /// Declarations of the device's inputs, as inputs of the checker.
    pub inputs: String,
    /// Declarations of the device's outputs, as wires.
    pub wires: String,
    /// Instance of the device.
    pub instance: String,
}

impl Dut {
    /// Declarations and instance of a module with these ports.
    pub fn new(module: &str, ports: &[Port]) -> Dut {
        let of = |direction| ports.iter().filter(move |port| port.direction == direction);
        let input = |port: &Port| format!("    input wire {}{},\n", range(port), port.verilog());
        let wire = |port: &Port| format!("  wire {}{};\n", range(port), port.name);
        let inputs = of(Direction::Input).map(|port| format!("      .{0}({0})", port.verilog()));
        let outputs =
            of(Direction::Output).map(|port| format!("      .{}({})", port.verilog(), port.name));
        let connections: Vec<String> = inputs.chain(outputs).collect();
        Dut {
            inputs: of(Direction::Input).map(input).collect(),
            wires: of(Direction::Output).map(wire).collect(),
            instance: format!(
                "  {module} u_dut (\n      .clk_i(clk_i),\n{}\n  );\n",
                connections.join(",\n")
            ),
        }
    }
}

fn range(port: &Port) -> String {
    match port.range() {
        none if none.is_empty() => none,
        range => range + " ",
    }
}

#[derive(Template)]
#[template(path = "props/bank_check.sv", escape = "none")]
struct Check<'a, S: Storage> {
    params: &'a Params<S>,
    dut: Dut,
    part: Part,
}

#[derive(Template)]
#[template(path = "props/bank_value.sv", escape = "none")]
struct Value<'a, S: Storage> {
    params: &'a Params<S>,
    dut: Dut,
    part: Part,
}

/// Kind of request that a proof of a bound follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// A read; no write is offered after it.
    Read,
    /// A write; no read is offered after it.
    Write,
}

#[derive(Template)]
#[template(path = "props/bank_bound.sv", escape = "none")]
struct Bound<'a, S: Storage> {
    params: &'a Params<S>,
    dut: Dut,
    part: Part,
    /// The kind of access that is followed, the other kind, which is no longer offered, and the
    /// word for the end of the first.
    access: &'static str,
    other: &'static str,
    done: &'static str,
    wait: usize,
    step: usize,
    bound: usize,
}

/// Proves that no access overtakes an older one of its entry, and that each read is answered once,
/// to its requester.
///
/// # Errors
/// Errors of emission.
pub fn in_order<S: Storage>(params: &Params<S>, part: Part, sizes: &str) -> Result<Proof> {
    let checker =
        Check::<S> { params, dut: Dut::new(S::MODULE, &unit_ports::<Bank<S>>(params)), part };
    Ok(Proof {
        name: "bank_check",
        claim: format!(
            "C1, C4, RM-I10, RM-I11, RM-I13, RM-I15: no read or write overtakes an older one of its \
             entry; answers go once to who asked; {sizes}"
        ),
        checker: checker.render().map_err(Error::emission(S::NAME))?,
        modules: design::<S>(params)?.modules,
    })
}

/// Proves that every read is answered with the value of the last write.
///
/// # Errors
/// Errors of emission.
pub fn answers_right<S: Storage>(params: &Params<S>, part: Part, sizes: &str) -> Result<Proof> {
    let checker =
        Value::<S> { params, dut: Dut::new(S::MODULE, &unit_ports::<Bank<S>>(params)), part };
    Ok(Proof {
        name: "bank_value",
        claim: format!("C1, C2: reads are answered with the last write; {sizes}"),
        checker: checker.render().map_err(Error::emission(S::NAME))?,
        modules: design::<S>(params)?.modules,
    })
}

/// Proves a bound on the cycles until every read, or every write, is performed. Assumes that the
/// bank is granted within `wait` cycles and then performs a request within `step` cycles.
///
/// # Errors
/// Errors of emission.
pub fn answers_in_time<S: Storage>(
    params: &Params<S>,
    part: Part,
    access: Access,
    [wait, step]: [usize; 2],
    sizes: &str,
) -> Result<Proof> {
    let (access, other, done) = match access {
        Access::Read => ("read", "write", "answered"),
        Access::Write => ("write", "read", "performed"),
    };
    let bound = (params.shared.queue.depth + params.shared.buffer.depth) * step;
    let checker = Bound::<S> {
        params,
        dut: Dut::new(S::MODULE, &unit_ports::<Bank<S>>(params)),
        part,
        access,
        other,
        done,
        wait,
        step,
        bound,
    };
    Ok(Proof {
        name: "bank_bound",
        claim: format!("C5: every {access} is performed within {bound} cycles; {sizes}"),
        checker: checker.render().map_err(Error::emission(S::NAME))?,
        modules: design::<S>(params)?.modules,
    })
}
