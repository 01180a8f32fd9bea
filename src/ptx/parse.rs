//! Builds the syntax tree from tokens, by recursive descent with one or two tokens of lookahead.

mod expression;

use super::lexer::Token;
use super::literal;
use super::source::Source;
use super::syntax::*;
use crate::error::Result;
use expression::{ANY, PRODUCT};
use logos::{Lexer, Logos};
use std::ops::Range;

/// Maximum nesting of braces in scopes, initial values and operands. The error message in
/// `Parser::nested` contains this number, too.
pub const MAX_NESTING: usize = 100;

/// Parses an entire file.
///
/// # Errors
/// [`Error::Text`](crate::error::Error::Text) at the first token that PTX does not allow at its
/// position.
pub fn parse(source: &Source) -> Result<Module<'_>> {
    Parser::new(&source.text).module().map_err(|fault| {
        let found = fault.found.map_or_else(|| quoted(fault.part), str::to_string);
        source.error(fault.part, found, fault.expected)
    })
}

/// Quotes text for an error.
fn quoted(part: &str) -> String {
    match part {
        "" => "the end of the file".into(),
        part => format!("'{part}'"),
    }
}

/// An error while it is returned; small, because every function may return it.
struct Fault<'a> {
    part: &'a str,
    /// Description of what was found; if `None`, `part` itself is quoted.
    found: Option<&'static str>,
    expected: &'static str,
}

type Parsed<'a, T> = std::result::Result<T, Fault<'a>>;

struct Parser<'a> {
    text: &'a str,
    lexer: Lexer<'a, Token>,
    /// The next token; `span` is its position.
    token: Token,
    span: Range<usize>,
    /// End of the previous token.
    end: usize,
    depth: usize,
    /// Location of the last `.loc`.
    location: Option<Location>,
    files: Vec<File<'a>>,
}

/// Tokens.
impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Parser<'a> {
        let mut parser = Parser {
            text,
            lexer: Token::lexer(text),
            token: Token::End,
            span: 0..0,
            end: 0,
            depth: 0,
            location: None,
            files: Vec::new(),
        };
        parser.advance();
        parser
    }

    fn advance(&mut self) {
        self.end = self.span.end;
        self.token = match self.lexer.next() {
            Some(token) => token.unwrap_or(Token::Unknown),
            None => Token::End,
        };
        self.span = self.lexer.span();
    }

    /// The text of the next token.
    fn next(&self) -> &'a str {
        &self.text[self.span.clone()]
    }

    /// The text from `start` to the end of the previous token.
    fn since(&self, start: usize) -> &'a str {
        &self.text[start..self.end]
    }

    fn take(&mut self) -> &'a str {
        let text = self.next();
        self.advance();
        text
    }

    fn accept(&mut self, token: Token) -> bool {
        let there = self.token == token;
        if there {
            self.advance();
        }
        there
    }

    fn expect(&mut self, token: Token, expected: &'static str) -> Parsed<'a, &'a str> {
        match self.token == token {
            true => Ok(self.take()),
            false => self.unexpected(expected),
        }
    }

    fn unexpected<T>(&self, expected: &'static str) -> Parsed<'a, T> {
        let rest = &self.text[self.span.start..];
        let found = match self.token {
            Token::OpenComment => Some("a comment without end"),
            Token::Unknown if rest.starts_with('"') => Some("a string without end"),
            _ => None,
        };
        let part = match self.token {
            // The position after the last token, without the empty lines that follow it.
            Token::End => &self.text[self.end..self.end],
            // Only the first character of a token that never ends.
            _ if found.is_some() => &rest[..1],
            _ => self.next(),
        };
        Err(Fault { part, found, expected })
    }

    /// Parses a recursive part of the grammar, with a limit on the depth.
    fn nested<T>(&mut self, part: impl FnOnce(&mut Parser<'a>) -> Parsed<'a, T>) -> Parsed<'a, T> {
        if self.depth == MAX_NESTING {
            return Err(Fault {
                part: self.next(),
                found: Some("one more level of nesting"),
                expected: "at most 100 levels",
            });
        }
        self.depth += 1;
        let result = part(self);
        self.depth -= 1;
        result
    }

    /// Items separated by commas, up to and including the closing token.
    fn items<T>(
        &mut self,
        close: Token,
        mut item: impl FnMut(&mut Parser<'a>) -> Parsed<'a, T>,
    ) -> Parsed<'a, Vec<T>> {
        let mut items = vec![item(self)?];
        while self.accept(Token::Comma) {
            items.push(item(self)?);
        }
        let expected = match close {
            Token::CloseParen => "',' or ')'",
            Token::CloseBrace => "',' or '}'",
            Token::CloseBracket => "',' or ']'",
            _ => "',' or ';'",
        };
        self.expect(close, expected)?;
        Ok(items)
    }

    /// Like [`Parser::items`], but the list may be empty.
    fn items_if_any<T>(
        &mut self,
        close: Token,
        item: impl FnMut(&mut Parser<'a>) -> Parsed<'a, T>,
    ) -> Parsed<'a, Vec<T>> {
        match self.accept(close) {
            true => Ok(Vec::new()),
            false => self.items(close, item),
        }
    }

    /// A word without dots.
    fn name(&mut self, expected: &'static str) -> Parsed<'a, &'a str> {
        match self.token == Token::Word && !self.next().contains('.') {
            true => Ok(self.take()),
            false => self.unexpected(expected),
        }
    }

    /// The text of a string, without quotes.
    fn string(&mut self) -> Parsed<'a, &'a str> {
        let text = self.expect(Token::String, "a string in quotes")?;
        Ok(&text[1..text.len() - 1])
    }

    /// A literal without a sign.
    fn number(&mut self) -> Parsed<'a, Number<'a>> {
        let text = self.expect(Token::Number, "a number")?;
        match literal::value(text) {
            Some(value) => Ok(Number { text, value }),
            None => Err(Fault { part: text, found: None, expected: "a number of at most 64 bits" }),
        }
    }

    fn integer(&mut self) -> Parsed<'a, (&'a str, i64)> {
        match self.number()? {
            Number { text, value: Value::Integer(value) } => Ok((text, value)),
            Number { text, .. } => Err(Fault { part: text, found: None, expected: "an integer" }),
        }
    }

    fn small(&mut self) -> Parsed<'a, u32> {
        self.small_of("an integer from 0 to 4294967295", |_| true)
    }

    /// A 32-bit number for which `legal` is true.
    fn small_of(
        &mut self,
        expected: &'static str,
        legal: impl FnOnce(u32) -> bool,
    ) -> Parsed<'a, u32> {
        let (part, value) = self.integer()?;
        let value = u32::try_from(value).ok().filter(|value| legal(*value));
        value.ok_or(Fault { part, found: None, expected })
    }

    /// The sum of the offsets `+4`, `-4`, `+-4` after a name; 0 without an offset.
    fn offset(&mut self) -> Parsed<'a, i64> {
        let mut sum = 0i64;
        loop {
            let plus = match self.token {
                Token::Plus => true,
                Token::Minus => false,
                _ => return Ok(sum),
            };
            self.advance();
            let (_, term) = self.constant_integer(PRODUCT)?;
            sum = sum.wrapping_add(if plus { term } else { term.wrapping_neg() });
        }
    }
}

/// Outside functions.
impl<'a> Parser<'a> {
    fn module(mut self) -> Parsed<'a, Module<'a>> {
        if self.next() != ".version" {
            return self.unexpected(".version, with which PTX begins");
        }
        self.advance();
        let version = self.version()?;
        let mut module = Module {
            version,
            targets: Vec::new(),
            address_size: None,
            files: Vec::new(),
            variables: Vec::new(),
            functions: Vec::new(),
            aliases: Vec::new(),
            pragmas: Vec::new(),
        };
        while self.token != Token::End {
            self.module_item(&mut module)?;
        }
        module.files = self.files;
        Ok(module)
    }

    fn version(&mut self) -> Parsed<'a, &'a str> {
        let is_number = |digits: &str| digits.parse::<u32>().is_ok();
        match self.next().split_once('.') {
            Some((major, minor)) if is_number(major) && is_number(minor) => Ok(self.take()),
            _ => self.unexpected("a version such as 7.8"),
        }
    }

    fn module_item(&mut self, module: &mut Module<'a>) -> Parsed<'a, ()> {
        if self.accept(Token::Semicolon) || self.debug_directive()? {
            return Ok(());
        }
        match self.next() {
            ".target" => {
                self.advance();
                module.targets.push(self.name("an architecture such as sm_35")?);
                while self.accept(Token::Comma) {
                    module.targets.push(self.name("an option of .target")?);
                }
            }
            ".address_size" => {
                self.advance();
                module.address_size =
                    Some(self.small_of("32 or 64", |bits| [32, 64].contains(&bits))?);
            }
            ".pragma" => module.pragmas.extend(self.pragma()?),
            ".alias" => {
                self.advance();
                let alias = self.name("the name of a function")?;
                self.expect(Token::Comma, "','")?;
                let target = self.name("the name of a function")?;
                self.expect(Token::Semicolon, "';'")?;
                module.aliases.push(Alias { alias, target });
            }
            _ => {
                let linkage = self.linkage();
                match self.next() {
                    ".entry" => module.functions.push(self.function(FunctionKind::Entry, linkage)?),
                    ".func" => module.functions.push(self.function(FunctionKind::Func, linkage)?),
                    _ => module.variables.extend(self.variables(
                        linkage,
                        "a variable (.global, .const, ...) or a function (.entry, .func)",
                    )?),
                }
            }
        }
        Ok(())
    }

    fn linkage(&mut self) -> Option<Linkage> {
        let linkage = match self.next() {
            ".extern" => Linkage::Extern,
            ".visible" => Linkage::Visible,
            ".weak" => Linkage::Weak,
            ".common" => Linkage::Common,
            _ => return None,
        };
        self.advance();
        Some(linkage)
    }

    /// Parses a directive about the source program, if one is next. In old files such a directive
    /// ends with its line, in new ones with a semicolon.
    fn debug_directive(&mut self) -> Parsed<'a, bool> {
        match self.next() {
            ".loc" => self.loc()?,
            ".file" => self.file()?,
            ".section" => self.section()?,
            _ => return Ok(false),
        }
        self.accept(Token::Semicolon);
        Ok(true)
    }

    /// `.loc 1 12 5`, optionally with `, function_name name+4, inlined_at 1 20 3`.
    fn loc(&mut self) -> Parsed<'a, ()> {
        self.advance();
        let file = self.small()?;
        let line = self.small()?;
        self.location = Some(Location { file, line });
        if self.token == Token::Number {
            self.small()?;
        }
        while self.accept(Token::Comma) {
            match self.next() {
                "function_name" => {
                    self.advance();
                    if !self.accept(Token::Directive) {
                        self.name("the label of a name")?;
                    }
                    self.offset()?;
                }
                "inlined_at" => {
                    self.advance();
                    for _ in ["file", "line", "column"] {
                        self.small()?;
                    }
                }
                _ => return self.unexpected("function_name or inlined_at"),
            }
        }
        Ok(())
    }

    /// `.file 1 "kernel.cu", 1700000000, 4096`; if there are two strings, the first is a folder.
    fn file(&mut self) -> Parsed<'a, ()> {
        self.advance();
        let index = self.small()?;
        let mut name = self.string()?;
        if self.token == Token::String {
            name = self.string()?;
        }
        while self.accept(Token::Comma) {
            self.integer()?;
        }
        self.files.push(File { index, name });
        Ok(())
    }

    /// Skips `.section .debug_info { ... }`.
    fn section(&mut self) -> Parsed<'a, ()> {
        self.advance();
        while self.token == Token::Directive {
            self.advance();
        }
        self.expect(Token::OpenBrace, "the name of a section and '{'")?;
        let mut open = 1;
        while open > 0 {
            match self.token {
                Token::OpenBrace => open += 1,
                Token::CloseBrace => open -= 1,
                Token::End | Token::Unknown | Token::OpenComment => {
                    return self.unexpected("data of the section, or '}'");
                }
                _ => {}
            }
            self.advance();
        }
        Ok(())
    }

    /// `.pragma "a", "b";`
    fn pragma(&mut self) -> Parsed<'a, Vec<&'a str>> {
        self.advance();
        self.items(Token::Semicolon, Parser::string)
    }

    fn function(
        &mut self,
        kind: FunctionKind,
        linkage: Option<Linkage>,
    ) -> Parsed<'a, Function<'a>> {
        self.advance();
        let attributes = self.attributes()?;
        let returns = self.params()?;
        let name = self.name("the name of a function")?;
        let params = self.params()?;
        let directives = self.directives()?;
        self.location = None;
        let body = match self.token {
            Token::OpenBrace => Some(self.block()?),
            _ => {
                self.expect(Token::Semicolon, "a directive such as .maxntid, '{' or ';'")?;
                None
            }
        };
        Ok(Function { kind, linkage, attributes, returns, name, params, directives, body })
    }

    /// `(.param .u32 a, .param .u32 b)`, or nothing.
    fn params(&mut self) -> Parsed<'a, Vec<Variable<'a>>> {
        match self.accept(Token::OpenParen) {
            true => self.items_if_any(Token::CloseParen, |parser| {
                let kind = parser.variable_kind(None, "a parameter (.param or .reg)")?;
                parser.declarator(&kind)
            }),
            false => Ok(Vec::new()),
        }
    }

    /// Directives between a function's parameters and its body.
    fn directives(&mut self) -> Parsed<'a, Vec<Directive<'a>>> {
        let mut directives = Vec::new();
        while self.token == Token::Directive {
            let name = &self.next()[1..];
            if name == "pragma" {
                let texts = self.pragma()?.into_iter();
                directives.extend(texts.map(|text| Directive {
                    name,
                    values: Vec::new(),
                    text: Some(text),
                }));
                continue;
            }
            self.advance();
            let mut values = Vec::new();
            while self.token == Token::Number || (!values.is_empty() && self.accept(Token::Comma)) {
                values.push(self.number()?);
            }
            directives.push(Directive { name, values, text: None });
        }
        Ok(directives)
    }

    /// `.attribute(.managed)`, or nothing.
    fn attributes(&mut self) -> Parsed<'a, Vec<&'a str>> {
        match self.next() {
            ".attribute" => {
                self.advance();
                self.expect(Token::OpenParen, "'('")?;
                self.items(Token::CloseParen, Parser::attribute)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// `.managed`, `.unified(1, 2)`
    fn attribute(&mut self) -> Parsed<'a, &'a str> {
        let start = self.span.start;
        self.expect(Token::Directive, "an attribute such as .managed")?;
        if self.accept(Token::OpenParen) {
            self.items(Token::CloseParen, Parser::integer)?;
        }
        Ok(self.since(start))
    }
}

/// Variables.
impl<'a> Parser<'a> {
    /// A declaration up to and including its semicolon. If there is none, the error names
    /// `expected`.
    fn variables(
        &mut self,
        linkage: Option<Linkage>,
        expected: &'static str,
    ) -> Parsed<'a, Vec<Variable<'a>>> {
        let kind = self.variable_kind(linkage, expected)?;
        self.items(Token::Semicolon, |parser| parser.declarator(&kind))
    }

    /// `.param .align 4 .v2 .f32 .ptr .global`: everything before the name.
    fn variable_kind(
        &mut self,
        linkage: Option<Linkage>,
        expected: &'static str,
    ) -> Parsed<'a, Variable<'a>> {
        let Some(space) = space(self.next()) else { return self.unexpected(expected) };
        self.advance();
        let mut kind = Variable {
            linkage,
            space,
            bank: None,
            align: None,
            vector: None,
            ty: "",
            pointer: None,
            attributes: Vec::new(),
            name: "",
            count: None,
            dims: Vec::new(),
            init: None,
        };
        if space == Space::Const && self.accept(Token::OpenBracket) {
            kind.bank = Some(self.small()?);
            self.expect(Token::CloseBracket, "']'")?;
        }
        while self.token == Token::Directive {
            self.qualifier(&mut kind)?;
        }
        match kind.ty {
            "" => self.unexpected("a type such as .f32"),
            _ => Ok(kind),
        }
    }

    fn qualifier(&mut self, kind: &mut Variable<'a>) -> Parsed<'a, ()> {
        match self.next() {
            ".attribute" => {
                kind.attributes = self.attributes()?;
                return Ok(());
            }
            ".align" => {
                self.advance();
                let align = Some(self.small_of("a power of two", u32::is_power_of_two)?);
                match &mut kind.pointer {
                    Some(pointer) => pointer.align = align,
                    None => kind.align = align,
                }
                return Ok(());
            }
            ".v2" => kind.vector = Some(2),
            ".v4" => kind.vector = Some(4),
            ".v8" => kind.vector = Some(8),
            ".ptr" => kind.pointer = Some(Pointer::default()),
            word => match (&mut kind.pointer, space(word)) {
                (Some(pointer), Some(space)) => pointer.space = Some(space),
                _ if kind.ty.is_empty() => kind.ty = &word[1..],
                _ => return self.unexpected("a name"),
            },
        }
        self.advance();
        Ok(())
    }

    /// `x`, `x<4>`, `x[2][3]`, `x = 1`
    fn declarator(&mut self, kind: &Variable<'a>) -> Parsed<'a, Variable<'a>> {
        let mut variable = kind.clone();
        variable.name = self.name("a name")?;
        if self.accept(Token::Less) {
            variable.count = Some(self.small()?);
            self.expect(Token::Greater, "'>'")?;
        }
        while self.accept(Token::OpenBracket) {
            variable.dims.push(self.dim()?);
        }
        if self.accept(Token::Equals) {
            variable.init = Some(self.init()?);
        }
        Ok(variable)
    }

    /// Rest of a dimension after its bracket: `4]` or `]`.
    fn dim(&mut self) -> Parsed<'a, Option<u64>> {
        if self.accept(Token::CloseBracket) {
            return Ok(None);
        }
        let (part, size) = self.constant_integer(ANY)?;
        self.expect(Token::CloseBracket, "']'")?;
        let expected = "a number of elements";
        u64::try_from(size).map(Some).map_err(|_| Fault { part, found: None, expected })
    }

    fn init(&mut self) -> Parsed<'a, Init<'a>> {
        match self.token {
            Token::OpenBrace => {
                self.advance();
                let item = |parser: &mut Parser<'a>| parser.nested(Parser::init);
                self.items_if_any(Token::CloseBrace, item).map(Init::List)
            }
            _ if self.is_at_constant() => {
                let number = self.constant()?;
                if !self.accept(Token::OpenParen) {
                    return Ok(Init::Number(number));
                }
                let masked = self.nested(Parser::init)?;
                self.expect(Token::CloseParen, "')'")?;
                Ok(Init::Mask(number, Box::new(masked)))
            }
            _ => self.init_by_name(),
        }
    }

    /// `symbol+4`, `generic(symbol)+4`, `filter_mode = nearest`
    fn init_by_name(&mut self) -> Parsed<'a, Init<'a>> {
        let mut name = self.name("a number, a symbol or '{'")?;
        if self.accept(Token::Equals) {
            return Ok(Init::Field(name, Box::new(self.nested(Parser::init)?)));
        }
        let generic = name == "generic" && self.accept(Token::OpenParen);
        if generic {
            name = self.name("a symbol")?;
            self.expect(Token::CloseParen, "')'")?;
        }
        Ok(Init::Symbol { name, offset: self.offset()?, generic })
    }
}

fn space(directive: &str) -> Option<Space> {
    match directive {
        ".reg" => Some(Space::Reg),
        ".const" => Some(Space::Const),
        ".global" => Some(Space::Global),
        ".shared" => Some(Space::Shared),
        ".local" => Some(Space::Local),
        ".param" => Some(Space::Param),
        ".tex" => Some(Space::Tex),
        _ => None,
    }
}

/// Inside functions.
impl<'a> Parser<'a> {
    /// `{ ... }`
    fn block(&mut self) -> Parsed<'a, Vec<Statement<'a>>> {
        self.expect(Token::OpenBrace, "'{'")?;
        let mut statements = Vec::new();
        while !self.accept(Token::CloseBrace) {
            self.statement(&mut statements)?;
        }
        Ok(statements)
    }

    /// Adds the next statement: a directive may add nothing, a declaration several variables.
    fn statement(&mut self, statements: &mut Vec<Statement<'a>>) -> Parsed<'a, ()> {
        match self.token {
            Token::Semicolon => self.advance(),
            Token::OpenBrace => statements.push(Statement::Block(self.nested(Parser::block)?)),
            Token::At => statements.push(self.guarded()?),
            Token::Word => statements.push(self.label_or_instruction()?),
            Token::Directive => self.directive_inside(statements)?,
            _ => return self.unexpected("an instruction, a declaration, a label or '}'"),
        }
        Ok(())
    }

    fn directive_inside(&mut self, statements: &mut Vec<Statement<'a>>) -> Parsed<'a, ()> {
        if self.debug_directive()? {
            return Ok(());
        }
        if self.next() == ".pragma" {
            statements.extend(self.pragma()?.into_iter().map(Statement::Pragma));
            return Ok(());
        }
        let linkage = self.linkage();
        let variables = self.variables(linkage, "an instruction or a variable (.reg, ...)")?;
        statements.extend(variables.into_iter().map(Box::new).map(Statement::Variable));
        Ok(())
    }

    /// `@%p ld.global.f32 ...;`
    fn guarded(&mut self) -> Parsed<'a, Statement<'a>> {
        self.expect(Token::At, "'@'")?;
        let negated = self.accept(Token::Not);
        let predicate = self.name("a predicate")?;
        let word = self.expect(Token::Word, "an instruction")?;
        self.instruction(Some(Guard { negated, predicate }), word)
    }

    fn label_or_instruction(&mut self) -> Parsed<'a, Statement<'a>> {
        let word = self.take();
        if self.token != Token::Colon {
            return self.instruction(None, word);
        }
        if word.contains('.') {
            return Err(Fault { part: word, found: None, expected: "a label without dots" });
        }
        self.advance();
        match self.next() {
            ".branchtargets" => self.targets(word, TargetKind::Branch),
            ".calltargets" => self.targets(word, TargetKind::Call),
            ".callprototype" => self.prototype(word),
            _ => Ok(Statement::Label(word)),
        }
    }

    fn targets(&mut self, label: &'a str, kind: TargetKind) -> Parsed<'a, Statement<'a>> {
        self.advance();
        let names = self.items(Token::Semicolon, |parser| parser.name("a name"))?;
        Ok(Statement::Targets(Targets { label, kind, names }))
    }

    fn prototype(&mut self, label: &'a str) -> Parsed<'a, Statement<'a>> {
        self.advance();
        let returns = self.params()?;
        self.name("'_' in place of a name")?;
        let params = self.params()?;
        let directives = self.directives()?;
        self.expect(Token::Semicolon, "';'")?;
        Ok(Statement::Prototype(Box::new(Prototype { label, returns, params, directives })))
    }

    /// An instruction whose first word was taken.
    fn instruction(
        &mut self,
        guard: Option<Guard<'a>>,
        word: &'a str,
    ) -> Parsed<'a, Statement<'a>> {
        if word.starts_with(['%', '$']) {
            let expected = "an instruction, or a label with ':'";
            return Err(Fault { part: word, found: None, expected });
        }
        let opcode = self.opcode(word)?;
        let operand = match opcode.base() {
            "call" => Parser::operand_of_call,
            _ => Parser::operand,
        };
        let operands = self.items_if_any(Token::Semicolon, operand)?;
        let location = self.location;
        Ok(Statement::Instruction(Instruction { guard, opcode, operands, location }))
    }

    /// The opcode: the word, the bank of `ld.const[1].f32`, and modifiers after a space.
    fn opcode(&mut self, word: &'a str) -> Parsed<'a, Opcode<'a>> {
        let start = self.end - word.len();
        if word.ends_with(".const") && self.token == Token::OpenBracket && self.adjacent() {
            self.advance();
            self.small()?;
            self.expect(Token::CloseBracket, "']'")?;
        }
        while self.token == Token::Directive && self.continues_opcode() {
            self.advance();
        }
        Ok(Opcode { text: self.since(start) })
    }

    fn adjacent(&self) -> bool {
        self.end == self.span.start
    }

    /// Whether the next token is another modifier; white space may precede it. A token on its own
    /// line that could start a statement is not a modifier: the previous statement lacks its
    /// semicolon.
    fn continues_opcode(&self) -> bool {
        let gap = &self.text[self.end..self.span.start];
        let own_line = gap.contains('\n');
        gap.trim().is_empty() && !(own_line && begins_statement(self.next()))
    }
}

fn begins_statement(directive: &str) -> bool {
    matches!(directive, ".loc" | ".file" | ".section" | ".pragma") || space(directive).is_some()
}

/// Operands.
impl<'a> Parser<'a> {
    /// An operand, or the result or argument list of a call.
    fn operand_of_call(&mut self) -> Parsed<'a, Operand<'a>> {
        match self.accept(Token::OpenParen) {
            true => self
                .nested(|p| p.items_if_any(Token::CloseParen, Parser::operand))
                .map(Operand::List),
            false => self.operand(),
        }
    }

    fn operand(&mut self) -> Parsed<'a, Operand<'a>> {
        let first = match self.token {
            Token::Minus if self.is_before_name() => {
                self.advance();
                Operand::Minus(Box::new(self.operand()?))
            }
            Token::Not if self.is_before_name() => {
                self.advance();
                Operand::Not(Box::new(self.operand()?))
            }
            _ if self.is_at_constant() => Operand::Number(self.constant()?),
            Token::Word => self.by_name()?,
            Token::OpenBracket => self.bracket()?,
            Token::OpenBrace => {
                self.advance();
                Operand::Vector(self.nested(|p| p.items(Token::CloseBrace, Parser::operand))?)
            }
            _ => return self.unexpected("an operand"),
        };
        match self.accept(Token::Bar) {
            true => Ok(Operand::Pair(Box::new(first), self.name("a predicate or '_'")?)),
            false => Ok(first),
        }
    }

    /// A name and its suffixes.
    fn by_name(&mut self) -> Parsed<'a, Operand<'a>> {
        let start = self.span.start;
        let word = self.take();
        if let Some((name, member)) = word.split_once('.') {
            return Ok(Operand::Member(name, member));
        }
        match self.token {
            Token::Plus | Token::Minus => {
                let offset = self.offset()?;
                let text = self.since(start);
                Ok(Operand::Offset(Address { base: Some(word), offset, text }))
            }
            Token::OpenBracket => {
                self.advance();
                let index = self.index()?;
                self.expect(Token::CloseBracket, "']'")?;
                Ok(Operand::Element(word, Box::new(index)))
            }
            _ => Ok(Operand::Name(word)),
        }
    }

    /// The index between the brackets of `array[...]`.
    fn index(&mut self) -> Parsed<'a, Address<'a>> {
        let start = self.span.start;
        let (base, offset) = match self.token {
            Token::Word => (Some(self.name("an index")?), self.offset()?),
            _ => (None, self.constant_integer(ANY)?.1),
        };
        Ok(Address { base, offset, text: self.since(start) })
    }

    /// Whether a name follows the next token: `-%r1` and `!%p` are not constants.
    fn is_before_name(&self) -> bool {
        self.lexer.clone().next() == Some(Ok(Token::Word))
    }

    /// `[...]`: an address, or several parts.
    fn bracket(&mut self) -> Parsed<'a, Operand<'a>> {
        self.advance();
        let parts = self.nested(|p| p.items(Token::CloseBracket, Parser::operand))?;
        let address = match parts[..] {
            [Operand::Name(text)] => Address { base: Some(text), offset: 0, text },
            [Operand::Offset(address)] => address,
            [Operand::Number(Number { text, value: Value::Integer(offset) })] => {
                Address { base: None, offset, text }
            }
            _ => return Ok(Operand::Composite(parts)),
        };
        Ok(Operand::Address(address))
    }
}
