//! The syntax tree of PTX.
//!
//! Every `&'a str` is a part of the source text, so that [`Source::error`](super::Source::error)
//! can show the position of an error in the tree. Names keep their `%` and `$`; opcodes and types
//! are without their first dot.

use std::borrow::Cow;

/// An entire file.
#[derive(Clone, Debug, PartialEq)]
pub struct Module<'a> {
    /// ISA version: `7.8`, two numbers with a dot.
    pub version: &'a str,
    /// Architecture and options of all `.target` lines: `sm_35`, `debug`.
    pub targets: Vec<&'a str>,
    /// Width of an address if the file specifies it: 32 or 64 bits.
    pub address_size: Option<u32>,
    /// Files declared by `.file`, in order.
    pub files: Vec<File<'a>>,
    /// Variables outside functions, in order.
    pub variables: Vec<Variable<'a>>,
    /// Declarations and definitions, in order.
    pub functions: Vec<Function<'a>>,
    /// `.alias` lines, in order.
    pub aliases: Vec<Alias<'a>>,
    /// Text of `.pragma` outside functions, without quotes.
    pub pragmas: Vec<&'a str>,
}

/// `.file 1 "kernel.cu"`: a source file that [`Location`]s refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct File<'a> {
    /// Number by which `.loc` names the file.
    pub index: u32,
    /// Without quotes, with escapes as written.
    pub name: &'a str,
}

/// `.alias alias, target;`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alias<'a> {
    /// Name that is declared.
    pub alias: &'a str,
    /// Function that the alias stands for.
    pub target: &'a str,
}

/// Linking directive: visibility of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linkage {
    /// `.extern`: defined in another module.
    Extern,
    /// `.visible`: visible to other modules.
    Visible,
    /// `.weak`: visible; another module's definition may replace it.
    Weak,
    /// `.common`: visible; merged with definitions of the same name.
    Common,
}

/// State space of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// `.reg`: registers.
    Reg,
    /// `.const`: read-only memory of the module.
    Const,
    /// `.global`: device memory.
    Global,
    /// `.shared`: memory of a CTA.
    Shared,
    /// `.local`: memory of a thread.
    Local,
    /// `.param`: parameters of a kernel or a call.
    Param,
    /// `.tex`: textures of PTX 1.x.
    Tex,
}

/// Kind of function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionKind {
    /// `.entry`: a kernel.
    Entry,
    /// `.func`: a device function.
    Func,
}

/// A declaration or definition of a kernel or device function.
#[derive(Clone, Debug, PartialEq)]
pub struct Function<'a> {
    /// Kernel or device function.
    pub kind: FunctionKind,
    /// Linking directive, if there is one.
    pub linkage: Option<Linkage>,
    /// Names in `.attribute(...)`.
    pub attributes: Vec<&'a str>,
    /// Return parameters, in order.
    pub returns: Vec<Variable<'a>>,
    /// Name by which it is launched or called.
    pub name: &'a str,
    /// Parameters, in order.
    pub params: Vec<Variable<'a>>,
    /// `.maxntid 256, 1, 1`, `.noreturn` and the like, in order.
    pub directives: Vec<Directive<'a>>,
    /// `None` in a declaration.
    pub body: Option<Vec<Statement<'a>>>,
}

/// Directive of a function about its launch: `.maxntid 256, 1, 1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Directive<'a> {
    /// Name without the dot.
    pub name: &'a str,
    /// Numbers after the name, in order.
    pub values: Vec<Number<'a>>,
    /// Text of `.pragma "..."`, without quotes.
    pub text: Option<&'a str>,
}

/// One variable, parameter, or numbered family of registers. `.reg .b32 a, b;` gives two.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable<'a> {
    /// Linking directive, if there is one.
    pub linkage: Option<Linkage>,
    /// State space.
    pub space: Space,
    /// The bank in `.const[1]` of PTX before 2.2.
    pub bank: Option<u32>,
    /// Alignment in bytes, from `.align`.
    pub align: Option<u32>,
    /// Number of elements of a `.v2`, `.v4` or `.v8`.
    pub vector: Option<u32>,
    /// Type without the dot: `f32`, `pred`, `texref`.
    pub ty: &'a str,
    /// Target of a pointer parameter.
    pub pointer: Option<Pointer>,
    /// Names in `.attribute(...)`: `.managed`.
    pub attributes: Vec<&'a str>,
    /// Name; `_` in a prototype's parameters.
    pub name: &'a str,
    /// n of `%r<n>`, which declares `%r0` to `%r(n-1)`.
    pub count: Option<u32>,
    /// Dimensions of an array, outermost first; `None` for `[]`.
    pub dims: Vec<Option<u64>>,
    /// Initial value, if the text has one.
    pub init: Option<Init<'a>>,
}

/// `.ptr .global .align 16`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pointer {
    /// State space of the target, if the text names one.
    pub space: Option<Space>,
    /// Alignment of the target in bytes.
    pub align: Option<u32>,
}

/// An initial value.
#[derive(Clone, Debug, PartialEq)]
pub enum Init<'a> {
    /// A constant.
    Number(Number<'a>),
    /// The address of a symbol: `symbol+4`; `generic(symbol)+4` in the generic space.
    Symbol {
        /// Symbol whose address is taken.
        name: &'a str,
        /// Offset added to the address, in bytes.
        offset: i64,
        /// Whether it is a generic address, not an address in the symbol's space.
        generic: bool,
    },
    /// `0xff00(symbol)`: the masked bits of an address.
    Mask(Number<'a>, Box<Init<'a>>),
    /// `{...}`
    List(Vec<Init<'a>>),
    /// `addr_mode_0 = clamp_to_edge` of a texture or sampler.
    Field(&'a str, Box<Init<'a>>),
}

/// A constant: a literal, or an expression of several such as `4*(WARP_SZ-1)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number<'a> {
    /// As written.
    pub text: &'a str,
    /// Value of the literal or expression.
    pub value: Value,
}

/// Value of a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// 64 bits in two's complement; an unsigned literal of 2^63 or more reads as negative.
    Integer(i64),
    /// Bits of `0f3F800000`.
    F32(u32),
    /// Bits of `0d3FF0000000000000` and of `1.0`.
    F64(u64),
}

/// A statement of a function's body.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement<'a> {
    /// A declaration of a variable or of registers.
    Variable(Box<Variable<'a>>),
    /// `{...}`: a scope of names.
    Block(Vec<Statement<'a>>),
    /// `label:`, without the colon.
    Label(&'a str),
    /// An instruction with guard and operands.
    Instruction(Instruction<'a>),
    /// `.branchtargets` or `.calltargets`.
    Targets(Targets<'a>),
    /// `.callprototype`.
    Prototype(Box<Prototype<'a>>),
    /// `.pragma`, its text without quotes.
    Pragma(&'a str),
}

/// An instruction as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Instruction<'a> {
    /// `@%p` or `@!%p`, if there is one.
    pub guard: Option<Guard<'a>>,
    /// Operation with its modifiers.
    pub opcode: Opcode<'a>,
    /// Operands, in the order of the text.
    pub operands: Vec<Operand<'a>>,
    /// The last `.loc` before it in its function.
    pub location: Option<Location>,
}

/// `@%p` or `@!%p`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard<'a> {
    /// `!`: executes where the predicate is false.
    pub negated: bool,
    /// Name of the predicate register.
    pub predicate: &'a str,
}

/// A line of the program from which the PTX was compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// [`File::index`].
    pub file: u32,
    /// Line number from 1; compilers write 0 for code without a line.
    pub line: u32,
}

/// `ld.global.v4.f32`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Opcode<'a> {
    /// Text as written; white space may precede a dot.
    pub text: &'a str,
}

impl<'a> Opcode<'a> {
    /// `ld`
    pub fn base(&self) -> &'a str {
        self.parts().next().unwrap_or_default()
    }

    /// `global`, `v4`, `f32`; a modifier with colons is one part: `L1::evict_last`.
    pub fn modifiers(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.parts().skip(1)
    }

    /// The text without white space.
    pub fn compact(&self) -> Cow<'a, str> {
        match self.text.contains(char::is_whitespace) {
            true => self.text.split_whitespace().collect(),
            false => self.text.into(),
        }
    }

    fn parts(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.text.split('.').map(str::trim)
    }
}

/// An operand as written.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand<'a> {
    /// A register, symbol, label, special value, or the sink `_`.
    Name(&'a str),
    /// `%tid.x`, `%r1.b0`: name and member.
    Member(&'a str, &'a str),
    /// A constant.
    Number(Number<'a>),
    /// `symbol+16`, in the same form as an address.
    Offset(Address<'a>),
    /// `symbol[4]`: name and index.
    Element(&'a str, Box<Address<'a>>),
    /// `[%rd1+8]`
    Address(Address<'a>),
    /// `[texture, {%f1, %f2}]` and other brackets with several parts.
    Composite(Vec<Operand<'a>>),
    /// `{%r1, %r2}`
    Vector(Vec<Operand<'a>>),
    /// `(a, b)`: results or arguments of a call.
    List(Vec<Operand<'a>>),
    /// `%p|%q`: two results.
    Pair(Box<Operand<'a>>, &'a str),
    /// `!%p`
    Not(Box<Operand<'a>>),
    /// `-%r1`
    Minus(Box<Operand<'a>>),
}

/// A name plus an offset, or an offset alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address<'a> {
    /// Register or symbol; `None` for an offset alone.
    pub base: Option<&'a str>,
    /// Offset added to the base, in bytes.
    pub offset: i64,
    /// As written, without brackets.
    pub text: &'a str,
}

/// `label: .branchtargets A, B;` or `label: .calltargets f, g;`
#[derive(Clone, Debug, PartialEq)]
pub struct Targets<'a> {
    /// Name by which instructions refer to the list.
    pub label: &'a str,
    /// Labels or functions.
    pub kind: TargetKind,
    /// The labels or functions, in order.
    pub names: Vec<&'a str>,
}

/// Kind of targets in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetKind {
    /// `.branchtargets`: labels of an indirect branch.
    Branch,
    /// `.calltargets`: functions of an indirect call.
    Call,
}

/// `label: .callprototype (.param .b32 _) _ (.param .b64 _);`
#[derive(Clone, Debug, PartialEq)]
pub struct Prototype<'a> {
    /// Name by which indirect calls refer to the prototype.
    pub label: &'a str,
    /// Return parameters, in order.
    pub returns: Vec<Variable<'a>>,
    /// Parameters, in order.
    pub params: Vec<Variable<'a>>,
    /// `.noreturn` and the like, in order.
    pub directives: Vec<Directive<'a>>,
}

impl<'a> Module<'a> {
    /// All instructions, in the order of the text.
    pub fn instructions(&self) -> impl Iterator<Item = &Instruction<'a>> {
        self.functions.iter().flat_map(Function::instructions)
    }
}

impl<'a> Function<'a> {
    /// All instructions, including those of nested scopes, in the order of the text.
    pub fn instructions(&self) -> impl Iterator<Item = &Instruction<'a>> {
        let mut open: Vec<std::slice::Iter<Statement<'a>>> = Vec::new();
        open.extend(self.body.iter().map(|body| body.iter()));
        std::iter::from_fn(move || {
            loop {
                match open.last_mut()?.next() {
                    Some(Statement::Instruction(instruction)) => return Some(instruction),
                    Some(Statement::Block(inner)) => open.push(inner.iter()),
                    Some(_) => {}
                    None => drop(open.pop()),
                }
            }
        })
    }
}
