//! Names everything that a unit's code can use, and compares its ports with the sheet.

use super::tree::{Field, SignalKind, Tree};
use super::{PrintError, Sheet};
use crate::emit::{Direction, Port, clocked};
use std::collections::{HashMap, HashSet};
use std::ops::Index;

/// Index of a symbol in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Input,
    Output,
    Local,
    /// A flop's output, `head_q`.
    State,
    /// A flop's input, `head_d`.
    Next,
    /// A flop's enable, `head_en`; exists only if the code writes it.
    Enable,
    Constant,
    /// A value of an enum.
    Variant,
}

impl Role {
    pub fn is_writable(self) -> bool {
        use Role::*;
        matches!(self, Output | Local | Next | Enable)
    }

    pub fn is_readable(self) -> bool {
        !matches!(self, Role::Next | Role::Enable)
    }

    /// Whether the symbol is printed as a localparam if it is read.
    pub fn is_constant(self) -> bool {
        matches!(self, Role::Constant | Role::Variant)
    }
}

#[derive(Debug)]
pub struct Symbol {
    pub verilog: String,
    pub width: usize,
    pub role: Role,
    /// Value of a constant.
    pub value: u64,
    /// Name of a variant's enum; empty for all other symbols.
    pub group: String,
    pub note: String,
    /// The output that this register drives, if there is one.
    pub output: Option<String>,
}

/// All symbols of a unit, found by rust-hdl's names: `op_o`, `head$q`, `Op$Nop`.
#[derive(Debug, Default)]
pub struct Symbols {
    list: Vec<Symbol>,
    by_key: HashMap<String, Id>,
    taken: HashSet<String>,
}

impl Index<Id> for Symbols {
    type Output = Symbol;

    fn index(&self, id: Id) -> &Symbol {
        &self.list[id.0]
    }
}

impl Symbols {
    pub fn new(tree: &Tree, sheet: &Sheet) -> Result<Symbols, PrintError> {
        check_ports(tree, sheet.ports)?;
        let mut symbols = Symbols::default();
        symbols.take("clk_i")?;
        for field in tree.fields.iter().chain(&tree.flops) {
            symbols.add_variants(field)?;
        }
        for field in &tree.fields {
            symbols.add_field(field)?;
        }
        for flop in &tree.flops {
            symbols.add_flop(flop)?;
        }
        for (name, note) in sheet.notes {
            symbols.add_note(name, note)?;
        }
        Ok(symbols)
    }

    pub fn find(&self, key: &str) -> Option<Id> {
        self.by_key.get(key).copied()
    }

    pub fn ids(&self) -> impl Iterator<Item = Id> + use<> {
        (0..self.list.len()).map(Id)
    }

    /// Reserves a name in the module.
    pub fn take(&mut self, name: &str) -> Result<(), PrintError> {
        let is_reserved = RESERVED.split_whitespace().any(|word| word == name);
        if is_reserved || !self.taken.insert(name.to_string()) {
            let name = name.to_string();
            return Err(PrintError::NameTaken(name));
        }
        Ok(())
    }

    /// Puts a register behind an output: from now on the code uses `op` in place of `op_o`.
    pub fn name_inner_register(&mut self, id: Id) -> Result<(), PrintError> {
        let output = self[id].verilog.clone();
        let stem = output.strip_suffix("_o").or(output.strip_suffix('o'));
        let name = stem.unwrap_or(&output).to_string();
        self.take(&name)?;
        self.list[id.0].verilog = name;
        self.list[id.0].output = Some(output);
        Ok(())
    }

    fn add(&mut self, key: String, symbol: Symbol) -> Result<(), PrintError> {
        self.take(&symbol.verilog)?;
        self.by_key.insert(key, Id(self.list.len()));
        self.list.push(symbol);
        Ok(())
    }

    fn add_variants(&mut self, field: &Field) -> Result<(), PrintError> {
        for (value, variant) in field.variants.iter().enumerate() {
            let key = variant.replace("::", "$");
            let value = value as u64;
            if let Some(id) = self.find(&key) {
                // The same enum again; a different enum with the same name is an error.
                if (self[id].value, self[id].width) == (value, field.width) {
                    continue;
                }
            }
            let symbol = Symbol {
                verilog: variant.replace("::", ""),
                width: field.width,
                role: Role::Variant,
                value,
                group: variant.split("::").next().unwrap_or_default().to_string(),
                note: String::new(),
                output: None,
            };
            self.add(key, symbol)?;
        }
        Ok(())
    }

    fn add_field(&mut self, field: &Field) -> Result<(), PrintError> {
        let (verilog, role) = match field.kind {
            SignalKind::Constant => (upper_camel(&field.name), Role::Constant),
            SignalKind::Input => (field.name.clone(), Role::Input),
            SignalKind::Output => (field.name.clone(), Role::Output),
            SignalKind::Local | SignalKind::Flop => (field.name.clone(), Role::Local),
        };
        self.add(field.name.clone(), plain(verilog, field, role))
    }

    fn add_flop(&mut self, flop: &Field) -> Result<(), PrintError> {
        for (part, role) in [("q", Role::State), ("d", Role::Next), ("en", Role::Enable)] {
            let mut symbol = plain(format!("{}_{part}", flop.name), flop, role);
            if role == Role::Enable {
                symbol.width = 1;
            }
            self.add(format!("{}${part}", flop.name), symbol)?;
        }
        // A reset value other than zero gets a name; a value of an enum has one already.
        if flop.width > 1 && flop.value != 0 && flop.variants.is_empty() {
            let name = format!("{}_reset", flop.name);
            let symbol = plain(upper_camel(&name), flop, Role::Constant);
            self.add(format!("{}$reset", flop.name), symbol)?;
        }
        Ok(())
    }

    fn add_note(&mut self, name: &str, note: &str) -> Result<(), PrintError> {
        let flop = name.strip_suffix("_reset");
        let flop = flop.filter(|flop| self.find(&format!("{flop}$q")).is_some());
        let reset = flop.map(|flop| format!("{flop}$reset"));
        let keys = [Some(name.replace("::", "$")), Some(format!("{name}$q")), reset];
        match keys.iter().flatten().find_map(|key| self.find(key)) {
            Some(id) => self.list[id.0].note = note.to_string(),
            // Every reset value may have a note, but not every one has a name.
            None if flop.is_some() => {}
            None => return Err(PrintError::UnknownNote(name.into())),
        }
        Ok(())
    }
}

fn plain(verilog: String, field: &Field, role: Role) -> Symbol {
    Symbol {
        verilog,
        width: field.width,
        role,
        value: field.value,
        group: String::new(),
        note: String::new(),
        output: None,
    }
}

/// `hold_cycles` to `HoldCycles`.
fn upper_camel(name: &str) -> String {
    let mut upper = true;
    let mut result = String::new();
    for letter in name.chars() {
        match (letter, upper) {
            ('_', _) => {}
            (_, true) => result.extend(letter.to_uppercase()),
            (_, false) => result.push(letter),
        }
        upper = letter == '_';
    }
    result
}

fn check_ports(tree: &Tree, ports: &[Port]) -> Result<(), PrintError> {
    let is_port = |field: &&Field| matches!(field.kind, SignalKind::Input | SignalKind::Output);
    for port in ports {
        let name = port.verilog();
        let Some(field) = tree.fields.iter().filter(is_port).find(|f| f.name == name) else {
            return Err(PrintError::PortMissing(name));
        };
        let direction = match field.kind {
            SignalKind::Input => Direction::Input,
            _ => Direction::Output,
        };
        if direction != port.direction {
            return Err(PrintError::PortDirection(name));
        }
        if field.width != port.width() {
            let (block, sheet) = (field.width, port.width());
            return Err(PrintError::PortWidth { name, block, sheet });
        }
    }
    let listed: HashSet<String> = ports.iter().map(Port::verilog).collect();
    let is_extra = |field: &&Field| is_port(field) && !listed.contains(&field.name);
    if let Some(field) = tree.fields.iter().find(is_extra) {
        let name = field.name.clone();
        return Err(PrintError::PortExtra(name));
    }
    // The sheet includes the clock implicitly, with the reset.
    let missing = |name: &str| PrintError::PortMissing(name.into());
    match (clocked(ports), tree.has_clock) {
        (true, false) => Err(missing("clk_i")),
        (false, true) => Err(PrintError::PortExtra("clk_i".into())),
        (false, false) if !tree.flops.is_empty() => Err(missing("rst_ni")),
        _ => Ok(()),
    }
}

/// Words of Verilog and SystemVerilog that a field name might match by accident. Rust keywords, and
/// words that rust-hdl itself rejects, are not listed.
const RESERVED: &str = "
    alias always and assert assign before begin bind bins bit buf byte case cell checker class
    clocking constraint context cover default design dist end event expect export extends first_match
    force foreach forever fork function generate global iff implies import include initial inout
    input inside instance int integer interface intersect join large library local logic matches
    medium nand new nor not null or output package packed parameter primitive priority program
    property protected pull0 pull1 pulldown pullup pure rand real ref release repeat restrict signed
    small soft solve specify string strong super supply0 supply1 table tagged task this throughout
    time tran tri type union unique unsigned until uwire var vectored void wait wand weak wildcard
    with within wor xnor xor";
