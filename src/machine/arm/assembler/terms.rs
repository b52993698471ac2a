//! Expressions in the source, by the precedence of armasm: unary operators; `*` `/` `:MOD:`; shifts; `+` `-` and the bitwise
//! ones; comparisons; logical ones.

use super::cursor::{Cursor, Parsed};
use super::expression::{Expression, LocalKey, Node, Value};
use super::lex::{Operator, TokenKind, run};
use crate::diagnostic::Diagnostic;

/// How deep parentheses may nest.
const DEEPEST: usize = 32;
/// How many steps one expression may have.
const LONGEST: usize = 500;

impl Cursor<'_> {
    /// Takes an expression.
    pub(super) fn expression(&mut self) -> Parsed<Expression> {
        let from = self.index();
        let mut nodes = Vec::new();
        self.operation(1, 0, &mut nodes)?;
        let span = self.span_from(from);
        if nodes.len() > LONGEST {
            return Err(Box::new(
                Diagnostic::error("expression-too-long", "this expression is too long").at(span),
            ));
        }
        Ok(Expression { nodes, span })
    }

    /// Operands joined by operators of at least this rank.
    fn operation(&mut self, least: u8, depth: usize, nodes: &mut Vec<Node>) -> Parsed<()> {
        self.operand(depth, nodes)?;
        while let Some((operator, rank)) = self.operator().filter(|(_, rank)| *rank >= least) {
            let span = self.span();
            if operator == Operator::Unknown {
                return Err(self.unknown_operator());
            }
            if operator == Operator::Divide && self.word_at(1) == "/" {
                return Err(self.expected("the end of the line"));
            }
            self.advance();
            self.operation(rank + 1, depth, nodes)?;
            nodes.push(Node::Binary(operator, span));
        }

        Ok(())
    }

    /// The operator between operands that is next.
    fn operator(&self) -> Option<(Operator, u8)> {
        let operator = match self.peek()? {
            TokenKind::Sign('=') => Operator::Equal,
            TokenKind::Operator(operator) => operator,
            _ => return None,
        };
        let rank = match operator {
            Operator::Times | Operator::Divide | Operator::Modulo => 5,
            Operator::ShiftLeft | Operator::ShiftRight | Operator::RotateLeft | Operator::RotateRight => 4,
            Operator::Plus | Operator::Minus | Operator::And | Operator::Or | Operator::Xor | Operator::Unknown => 3,
            Operator::Equal
            | Operator::Unequal
            | Operator::Less
            | Operator::LessOrEqual
            | Operator::Greater
            | Operator::GreaterOrEqual => 2,
            Operator::LogicalAnd | Operator::LogicalOr | Operator::LogicalXor => 1,
            Operator::Not | Operator::LogicalNot | Operator::Defined | Operator::Length => return None,
        };

        Some((operator, rank))
    }

    fn unknown_operator(&self) -> Box<Diagnostic> {
        Box::new(
            Diagnostic::error("unknown-operator", format!("`{}` is not an operator", self.word()))
                .at(self.span())
                .help("operators are `+ - * /` and `:MOD: :AND: :OR: :EOR: :NOT: :SHL: :SHR:`"),
        )
    }

    fn operand(&mut self, depth: usize, nodes: &mut Vec<Node>) -> Parsed<()> {
        let mut before = Vec::new();
        while let Some(TokenKind::Operator(operator)) = self.peek() {
            match operator {
                Operator::Plus | Operator::Minus | Operator::Not | Operator::LogicalNot | Operator::Length => {
                    before.push((operator, self.span()));
                }
                Operator::Defined => {
                    self.advance();
                    let name = self.name("a symbol")?;
                    nodes.push(if self.context.variables.contains_key(&*name) {
                        Node::Number(1)
                    } else {
                        Node::Defined(name)
                    });
                    nodes.extend(
                        before
                            .into_iter()
                            .rev()
                            .map(|(operator, span)| Node::Unary(operator, span)),
                    );
                    return Ok(());
                }
                Operator::Unknown => return Err(self.unknown_operator()),
                _ => return Err(self.expected("a number or a symbol")),
            }
            self.advance();
        }

        self.single(depth, nodes)?;
        nodes.extend(
            before
                .into_iter()
                .rev()
                .map(|(operator, span)| Node::Unary(operator, span)),
        );

        Ok(())
    }

    /// An operand without operators.
    fn single(&mut self, depth: usize, nodes: &mut Vec<Node>) -> Parsed<()> {
        let node = match self.peek() {
            Some(TokenKind::Number(Some(number))) => Node::Number(number),
            Some(TokenKind::Number(None)) => return Err(self.bad_number()),
            Some(TokenKind::Character) => {
                let bytes = self.string()?;
                let &[byte] = bytes.as_slice() else {
                    return Err(self.expected("one ASCII character between the apostrophes"));
                };
                Node::Number(u32::from(byte))
            }
            Some(TokenKind::Text { .. }) => Node::Text(self.string()?.into()),
            Some(TokenKind::Word) if self.peek_register().is_some() => {
                return Err(self.expected("a number or a symbol"));
            }
            Some(TokenKind::Word | TokenKind::Barred) => {
                let span = self.span();
                let name = self.name("a number or a symbol")?;
                nodes.push(match self.context.variables.get(&*name) {
                    Some(Value::Number(number)) => Node::Number(*number),
                    Some(Value::Text(text)) => Node::Text(text.clone()),
                    Some(Value::Address(_)) | None => {
                        self.context.used.insert(name.clone());
                        Node::Symbol(name, span)
                    }
                });
                return Ok(());
            }
            Some(TokenKind::Local) => self.local()?,
            Some(TokenKind::Sign('.')) => Node::Here,
            Some(TokenKind::Sign('{')) => self.built_in()?,
            Some(TokenKind::Sign('(')) => {
                if depth >= DEEPEST {
                    return Err(Box::new(
                        Diagnostic::error("expression-too-long", "parentheses are nested too deep").at(self.span()),
                    ));
                }
                self.advance();
                self.operation(1, depth + 1, nodes)?;
                return if self.take(')') {
                    Ok(())
                } else {
                    Err(self.expected("`)`"))
                };
            }
            _ => return Err(self.expected("a number or a symbol")),
        };

        self.advance();
        nodes.push(node);
        Ok(())
    }

    /// Takes a symbol's name.
    pub(super) fn name(&mut self, what: &str) -> Parsed<std::rc::Rc<str>> {
        let word = self.word();
        let name = match self.peek() {
            Some(TokenKind::Word) => word,
            Some(TokenKind::Barred) => &word[1..word.len() - 1],
            _ => return Err(self.expected(what)),
        };
        self.advance();
        Ok(name.into())
    }

    fn bad_number(&self) -> Box<Diagnostic> {
        let word = self.word();
        let digits = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let error = Diagnostic::error("wrong-number", format!("`{word}` is not a 32-bit number")).at(self.span());
        let help = if digits.is_empty() || word.starts_with("0x") && word.len() > 10 {
            "the largest number is 4294967295 (0xFFFFFFFF)"
        } else if digits.len() < word.len() && digits.chars().all(|letter| letter.is_ascii_hexdigit()) {
            "write hexadecimal as `0x1F` or `&1F`"
        } else {
            "write decimal as `31`, hexadecimal as `0x1F` or `&1F`, binary as `2_11111`; a name starts with a letter"
        };

        Box::new(error.help(help))
    }

    /// `{PC}`, `{TRUE}` and the like; the closing brace stays.
    fn built_in(&mut self) -> Parsed<Node> {
        let node = match self.word_at(1).to_ascii_uppercase().as_str() {
            "PC" | "VAR" => Node::Here,
            "TRUE" => Node::Number(1),
            "FALSE" => Node::Number(0),
            "CODESIZE" | "CONFIG" => Node::Number(32),
            "ARMASM_VERSION" => Node::Number(5_060_000),
            _ => return Err(self.expected("a number or a symbol")),
        };
        self.advance();
        self.advance();

        if self.peek() != Some(TokenKind::Sign('}')) {
            return Err(self.expected("`}`"));
        }

        Ok(node)
    }

    /// `%F1`, `%B1`, `%1`, also with a level (`%BT1`) and the name of the ROUT after it; for GNU as `1f` and `1b`.
    fn local(&mut self) -> Parsed<Node> {
        let word = self.word();
        let (directions, rest) = if let Some(rest) = word.strip_prefix('%') {
            rest.split_at(run(rest, |letter| letter.is_ascii_alphabetic()))
        } else {
            let (number, direction) = word.split_at(run(word, |letter| letter.is_ascii_digit()));
            (direction, number)
        };

        let digits = run(rest, |letter| letter.is_ascii_digit());
        let number = rest[..digits].parse::<u32>().ok();
        let direction = directions.to_ascii_uppercase();
        let known = matches!(
            direction.as_str(),
            "" | "F" | "B" | "FA" | "FT" | "BA" | "BT" | "A" | "T"
        );

        let Some(number) = number.filter(|_| known) else {
            return Err(Box::new(
                Diagnostic::error(
                    "wrong-operand",
                    format!("`{word}` is not a reference to a numeric label"),
                )
                .at(self.span())
                .help("write `%F1` for the next label `1`, `%B1` for the last one"),
            ));
        };

        let count = self.context.locals.get(&number).copied().unwrap_or(0);
        let nth = match direction.as_bytes().first() {
            Some(b'F') => count + 1,
            Some(b'B') => count,
            _ => count.max(1),
        };
        let key = LocalKey {
            number,
            routine: self.context.routine,
            nth,
        };

        Ok(Node::Local(key, self.span()))
    }
}
