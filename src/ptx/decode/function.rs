//! Functions: declarations, blocks, labels, calls.

use super::Lines;
use super::modifiers::ty;
use super::scope::{Entity, Scope};
use super::variable::{Global, Globals, is_texture, layout};
use crate::error::{Error, Result, nearest};
use crate::ptx::isa::{Guard, Instruction, Op, Operand, Origin, Reg, Space, Type};
use crate::ptx::kernel::{Kernel, Param, Register, window};
use crate::ptx::source::Source;
use crate::ptx::syntax::{
    Function, FunctionKind, Module, Space as Declared, Statement, Value, Variable,
};
use std::collections::HashMap;

/// Maximum local memory of a thread in bytes, as on GPUs.
const MOST_LOCAL_BYTES: u64 = 512 << 10;

/// Maximum instructions of a kernel after inlining.
const MOST_INSTRUCTIONS: usize = 4_000_000;

/// Maximum nesting depth of calls.
const MAX_CALLS: usize = 100;

/// A function during decoding: the kernel, or an inlined function.
pub struct Frame<'a> {
    name: &'a str,
    pub scope: Scope<'a>,
    /// Target label of `ret`; `None` in the kernel itself, where `ret` ends the thread.
    pub end: Option<usize>,
}

/// Decodes a kernel.
pub struct Decoder<'a> {
    pub source: &'a Source,
    module: &'a Module<'a>,
    pub globals: &'a Globals<'a>,
    lines: &'a Lines<'a>,
    pub code: Vec<Instruction>,
    pub registers: Vec<Register>,
    /// The instruction number of each label, once known.
    labels: Vec<Option<usize>>,
    /// Stack of open calls, the kernel first.
    pub frames: Vec<Frame<'a>>,
    /// Addresses of shared variables. A shared variable of a function is one variable, wherever the
    /// function is inlined.
    shared: HashMap<*const Variable<'a>, u64>,
    shared_bytes: u64,
    /// Start of dynamic shared memory, and its alignment: 0 if it is not used.
    dynamic_start: u64,
    dynamic_align: u64,
    /// Addresses of module variables in local memory, once they are used.
    local: HashMap<&'a str, u64>,
    local_bytes: u64,
    pub textures: Vec<String>,
    /// Register of the condition code, once it is used.
    condition: Option<Reg>,
    /// Line of the instruction that is being decoded; then its line in the source program.
    line: u32,
    origin: Option<Origin>,
}

impl<'a> Decoder<'a> {
    pub fn new(
        source: &'a Source,
        module: &'a Module<'a>,
        globals: &'a Globals<'a>,
        lines: &'a Lines<'a>,
    ) -> Decoder<'a> {
        Decoder {
            source,
            module,
            globals,
            lines,
            code: Vec::new(),
            registers: Vec::new(),
            labels: Vec::new(),
            frames: Vec::new(),
            shared: HashMap::new(),
            shared_bytes: 0,
            dynamic_start: 0,
            dynamic_align: 0,
            local: HashMap::new(),
            local_bytes: 0,
            textures: Vec::new(),
            condition: None,
            line: 0,
            origin: None,
        }
    }

    /// Decodes a kernel. A kernel with dynamic shared memory is decoded twice, because the start of
    /// that memory is known only after all static variables have been decoded.
    pub fn kernel(mut self, function: &'a Function<'a>) -> Result<Kernel> {
        let kernel = self.attempt(function)?;
        if self.dynamic_align == 0 {
            return Ok(kernel);
        }
        let mut again = Decoder::new(self.source, self.module, self.globals, self.lines);
        again.dynamic_start = kernel.shared_bytes.next_multiple_of(self.dynamic_align.max(16));
        let mut kernel = again.attempt(function)?;
        // A launch starts dynamic memory at the next multiple of 16; a larger gap counts as static
        // memory.
        if self.dynamic_align > 16 {
            kernel.shared_bytes = again.dynamic_start;
        }
        Ok(kernel)
    }

    fn attempt(&mut self, function: &'a Function<'a>) -> Result<Kernel> {
        self.frames.push(Frame { name: function.name, scope: Scope::default(), end: None });
        self.scope().open();
        let params = self.params(&function.params)?;
        self.body(function)?;
        self.resolve();
        Ok(Kernel {
            name: function.name.to_string(),
            code: std::mem::take(&mut self.code),
            registers: std::mem::take(&mut self.registers),
            params,
            shared_bytes: self.shared_bytes,
            local_bytes: self.local_bytes.next_multiple_of(16),
            textures: std::mem::take(&mut self.textures),
            files: self.module.files.iter().map(|f| (f.index, f.name.to_string())).collect(),
            required_threads: required_threads(function),
        })
    }

    pub fn scope(&mut self) -> &mut Scope<'a> {
        let last = self.frames.len() - 1;
        &mut self.frames[last].scope
    }

    /// Declares a name in the innermost block.
    ///
    /// # Errors
    /// If the block already has that name.
    pub fn name(&mut self, name: &'a str, entity: Entity) -> Result<()> {
        let before = self.scope().name(name, entity);
        self.is_new(name, before)
    }

    fn is_new(&self, name: &str, before: Option<&str>) -> Result<()> {
        before.map_or(Ok(()), |before| Err(self.source.declared_twice(name, before)))
    }

    /// Assigns offsets to the kernel's parameters.
    fn params(&mut self, variables: &'a [Variable<'a>]) -> Result<Vec<Param>> {
        let mut params: Vec<Param> = Vec::new();
        for variable in variables {
            let (bytes, align) = layout(self.source, variable)?;
            let end = params.last().map_or(0, |last| last.offset + last.bytes);
            let offset = end.next_multiple_of(align);
            let entity = Entity::Memory { space: Space::Param, address: offset };
            self.name(variable.name, entity)?;
            params.push(Param { name: variable.name.to_string(), offset, bytes, align });
        }
        Ok(params)
    }

    fn body(&mut self, function: &'a Function<'a>) -> Result<()> {
        match &function.body {
            Some(body) => self.block(body),
            None => {
                let found = format!("'{}' without a body", function.name);
                Err(self.source.error(function.name, found, "a function that is defined"))
            }
        }
    }

    fn block(&mut self, statements: &'a [Statement<'a>]) -> Result<()> {
        self.scope().open();
        for statement in statements {
            if let Statement::Label(name) = statement {
                let label = self.new_label();
                self.name(name, Entity::Label(label))?;
            }
        }
        for statement in statements {
            self.statement(statement)?;
        }
        self.scope().close();
        Ok(())
    }

    fn statement(&mut self, statement: &'a Statement<'a>) -> Result<()> {
        match statement {
            Statement::Variable(variable) => self.declare(variable),
            Statement::Block(statements) => self.block(statements),
            Statement::Label(name) => {
                if let Some(Entity::Label(label)) = self.entity(name) {
                    self.place_label(label);
                }
                Ok(())
            }
            Statement::Instruction(instruction) => {
                self.line = self.lines.of(instruction.opcode.text);
                let origin = instruction.location.filter(|location| location.line > 0);
                self.origin = origin.map(|at| Origin { file: at.file, line: at.line });
                if self.code.len() >= MOST_INSTRUCTIONS {
                    let expected = format!("at most {MOST_INSTRUCTIONS} instructions");
                    let text = instruction.opcode.text;
                    return Err(self.source.error(text, "more after inlining", expected));
                }
                self.instruction(instruction)
            }
            Statement::Targets(targets) => {
                let mut labels = Vec::new();
                for name in &targets.names {
                    labels.push(self.label(name)?);
                }
                self.name(targets.label, Entity::Targets(labels))
            }
            Statement::Prototype(_) | Statement::Pragma(_) => Ok(()),
        }
    }

    fn declare(&mut self, variable: &'a Variable<'a>) -> Result<()> {
        match variable.space {
            Declared::Reg => return self.declare_register(variable),
            Declared::Shared => {
                let address = self.place_shared(variable)?;
                let entity = Entity::Memory { space: Space::Shared, address };
                self.name(variable.name, entity)?;
            }
            Declared::Local | Declared::Param => {
                let address = self.place_local(variable)?;
                let entity = Entity::Memory { space: Space::Local, address };
                self.name(variable.name, entity)?;
            }
            _ => {
                let found = format!("{:?} variable in a function", variable.space);
                return Err(self.source.error(variable.name, found, "reg, local, shared or param"));
            }
        }
        Ok(())
    }

    fn declare_register(&mut self, variable: &'a Variable<'a>) -> Result<()> {
        let Some(ty) = ty(variable.ty) else {
            let found = format!("a register of type '{}'", variable.ty);
            return Err(self.source.error(variable.ty, found, "a type of at most 64 bits"));
        };
        match (variable.count, variable.vector) {
            (Some(count), None) => {
                let before = self.scope().family(variable.name, count, ty);
                self.is_new(variable.name, before)?;
            }
            (None, None) => {
                let reg = self.new_register(variable.name, ty);
                self.name(variable.name, Entity::Register(reg))?;
            }
            (None, Some(n)) => {
                let elements = (0..n).map(|n| format!("{}.{n}", variable.name));
                let elements = elements.map(|name| self.new_register(&name, ty)).collect();
                self.name(variable.name, Entity::Vector(elements))?;
            }
            (Some(_), Some(_)) => {
                let found = "numbered vector registers";
                return Err(self.source.error(variable.name, found, "single ones"));
            }
        }
        Ok(())
    }

    pub fn place_local(&mut self, variable: &'a Variable<'a>) -> Result<u64> {
        let (bytes, align) = layout(self.source, variable)?;
        let address = self.local_bytes.next_multiple_of(align);
        self.local_bytes = address + bytes;
        self.check_bytes(variable, self.local_bytes, MOST_LOCAL_BYTES)?;
        Ok(address)
    }

    /// The address of a shared variable, assigned at its first use.
    pub fn place_shared(&mut self, variable: &'a Variable<'a>) -> Result<u64> {
        let (bytes, align) = layout(self.source, variable)?;
        if variable.dims.first() == Some(&None) {
            self.dynamic_align = self.dynamic_align.max(align);
            return Ok(self.dynamic_start);
        }
        if let Some(address) = self.shared.get(&std::ptr::from_ref(variable)) {
            return Ok(*address);
        }
        let address = self.shared_bytes.next_multiple_of(align);
        self.shared_bytes = address + bytes;
        self.check_bytes(variable, self.shared_bytes, window::BYTES)?;
        self.shared.insert(variable, address);
        Ok(address)
    }

    fn check_bytes(&self, variable: &Variable, bytes: u64, most: u64) -> Result<()> {
        match bytes <= most {
            true => Ok(()),
            false => {
                let expected = format!("at most {most} bytes of such variables");
                Err(self.source.error(variable.name, format!("{bytes} bytes"), expected))
            }
        }
    }

    pub fn new_register(&mut self, name: &str, ty: Type) -> Reg {
        self.registers.push(Register { name: name.to_string(), ty });
        Reg(self.registers.len() as u32 - 1)
    }

    /// The register of the condition code.
    pub fn condition(&mut self) -> Reg {
        match self.condition {
            Some(reg) => reg,
            None => {
                let reg = self.new_register("cc", Type::Pred);
                self.condition = Some(reg);
                reg
            }
        }
    }

    pub fn new_label(&mut self) -> usize {
        self.labels.push(None);
        self.labels.len() - 1
    }

    pub fn place_label(&mut self, label: usize) {
        self.labels[label] = Some(self.code.len());
    }

    /// The label with this name.
    ///
    /// # Errors
    /// If there is none.
    pub fn label(&mut self, name: &'a str) -> Result<usize> {
        match self.entity(name) {
            Some(Entity::Label(label)) => Ok(label),
            _ => Err(self.unlike(name, "a label of this function")),
        }
    }

    /// The entity that a name refers to in the current function.
    pub fn entity(&mut self, name: &'a str) -> Option<Entity> {
        let registers = &mut self.registers;
        let scope = &mut self.frames.last_mut()?.scope;
        scope.get(name, |name, ty| {
            registers.push(Register { name: name.to_string(), ty });
            Reg(registers.len() as u32 - 1)
        })
    }

    /// Appends an instruction with the current line.
    pub fn emit(&mut self, guard: Option<Guard>, op: Op, dst: Vec<Option<Reg>>, src: Vec<Operand>) {
        let (line, origin) = (self.line, self.origin);
        self.code.push(Instruction { guard, op, dst, src, line, origin });
    }

    /// Replaces labels by instruction numbers.
    fn resolve(&mut self) {
        let labels = &self.labels;
        let at = |label: usize| labels[label].unwrap_or(usize::MAX);
        for instruction in &mut self.code {
            match &mut instruction.op {
                Op::Branch(target) => *target = at(*target),
                Op::BranchIndexed(targets) => {
                    targets.iter_mut().for_each(|target| *target = at(*target));
                }
                _ => {}
            }
        }
    }

    /// The function with this name that has a body.
    pub fn function(&self, name: &str) -> Option<&'a Function<'a>> {
        let alias = self.module.aliases.iter().find(|alias| alias.alias == name);
        let name = alias.map_or(name, |alias| alias.target);
        let mut functions = self.module.functions.iter();
        functions.find(|function| {
            function.kind == FunctionKind::Func && function.name == name && function.body.is_some()
        })
    }

    /// Decodes a function's body in place; `bind` binds its parameters in its new scope.
    pub fn inline(
        &mut self,
        function: &'a Function<'a>,
        at: &str,
        bind: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        if self.frames.iter().any(|frame| frame.name == function.name) {
            let found = format!("recursive call of '{}'", function.name);
            return Err(self.source.error(at, found, "calls without recursion"));
        }
        if self.frames.len() > MAX_CALLS {
            let found = format!("call of '{}' nested below {MAX_CALLS} calls", function.name);
            return Err(self.source.error(at, found, "fewer nested calls"));
        }
        let line = self.line;
        let end = self.new_label();
        self.frames.push(Frame { name: function.name, scope: Scope::default(), end: Some(end) });
        self.scope().open();
        bind(self)?;
        self.body(function)?;
        self.frames.pop();
        self.place_label(end);
        self.line = line;
        Ok(())
    }

    /// The space and address of a module variable.
    ///
    /// # Errors
    /// If there is none with this name, or if it is a texture.
    pub fn global(&mut self, name: &'a str) -> Result<(Space, u64)> {
        match self.globals.get(name) {
            Some(Global::Memory(address)) => Ok((Space::Generic, address)),
            Some(Global::Shared(variable)) => Ok((Space::Shared, self.place_shared(variable)?)),
            Some(Global::Local(variable)) => {
                let address = match self.local.get(variable.name) {
                    Some(address) => *address,
                    None => self.place_local(variable)?,
                };
                self.local.insert(variable.name, address);
                Ok((Space::Local, address))
            }
            _ => Err(self.unknown(name)),
        }
    }

    pub fn unknown(&self, name: &str) -> Error {
        self.unlike(name, "a register, variable or special register")
    }

    /// The error that a name is not the expected entity, with the nearest known name.
    fn unlike(&self, name: &str, expected: &str) -> Error {
        let scope = self.frames.last().map(|frame| &frame.scope);
        let mut known: Vec<String> = scope.into_iter().flat_map(Scope::names).collect();
        known.extend(self.globals.names().map(String::from));
        known.retain(|known| known != name);
        known.sort();
        let expected = match nearest(name, known.iter().map(String::as_str)) {
            "" => expected.to_string(),
            nearest => format!("{expected}; the nearest name is {nearest}"),
        };
        self.source.error(name, format!("'{name}'"), expected)
    }

    /// The index of the texture with this name in the kernel.
    pub fn texture(&mut self, name: &str) -> Option<usize> {
        if !matches!(self.globals.get(name), Some(Global::Texture)) {
            return None;
        }
        let found = self.textures.iter().position(|texture| texture == name);
        Some(found.unwrap_or_else(|| {
            self.textures.push(name.to_string());
            self.textures.len() - 1
        }))
    }
}

fn required_threads(function: &Function) -> Option<[u32; 3]> {
    let directive = function.directives.iter().find(|directive| directive.name == "reqntid")?;
    let mut threads = [1; 3];
    for (threads, number) in threads.iter_mut().zip(&directive.values) {
        if let Value::Integer(value) = number.value {
            *threads = u32::try_from(value).unwrap_or(u32::MAX);
        }
    }
    Some(threads)
}

/// Whether a parameter is a register, as in functions of PTX 1.x.
pub fn in_register(variable: &Variable) -> bool {
    variable.space == Declared::Reg && !is_texture(variable)
}
