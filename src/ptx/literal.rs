//! Number literals of PTX.

use super::syntax::Value;

/// The value of an unsigned literal; `None` if the text is not a literal or has more than 64 bits.
pub fn value(text: &str) -> Option<Value> {
    let (prefix, digits) = text.split_at_checked(2).unwrap_or((text, ""));
    match (prefix, digits.len()) {
        ("0f" | "0F", 8) => u32::from_str_radix(digits, 16).ok().map(Value::F32),
        ("0d" | "0D", 16) => u64::from_str_radix(digits, 16).ok().map(Value::F64),
        _ => integer(text).or_else(|| decimal_float(text)),
    }
}

/// The value with its sign changed.
pub fn negated(value: Value) -> Value {
    match value {
        Value::Integer(number) => Value::Integer(number.wrapping_neg()),
        Value::F32(bits) => Value::F32(bits ^ 1 << 31),
        Value::F64(bits) => Value::F64(bits ^ 1 << 63),
    }
}

fn integer(text: &str) -> Option<Value> {
    let text = text.strip_suffix('U').unwrap_or(text);
    let (radix, digits) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, &text[2..]),
        [b'0', b'b' | b'B', ..] => (2, &text[2..]),
        [b'0', _, ..] => (8, &text[1..]),
        _ => (10, text),
    };
    u64::from_str_radix(digits, radix).ok().map(|number| Value::Integer(number as i64))
}

/// A decimal float; a digit string without point and exponent, such as a too large integer, is
/// none.
fn decimal_float(text: &str) -> Option<Value> {
    let float = text.contains(['.', 'e', 'E']);
    float.then(|| text.parse::<f64>().ok()).flatten().map(|number| Value::F64(number.to_bits()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_in_every_base() {
        let cases = [
            ("0", 0),
            ("17", 17),
            ("017", 15),
            ("0x1fU", 31),
            ("0XfF", 255),
            ("0b101", 5),
            ("12U", 12),
            ("9223372036854775808", i64::MIN),
            ("0xFFFFFFFFFFFFFFFF", -1),
        ];
        for (text, expected) in cases {
            assert_eq!(value(text), Some(Value::Integer(expected)), "{text}");
        }
    }

    #[test]
    fn floats_by_bits_and_by_digits() {
        assert_eq!(value("0f3F800000"), Some(Value::F32(1f32.to_bits())));
        assert_eq!(value("0d3ff0000000000000"), Some(Value::F64(1f64.to_bits())));
        for (text, expected) in [("1.5", 1.5), ("1.", 1.0), ("1.5e+3", 1500.0), ("2e-1", 0.2)] {
            assert_eq!(value(text), Some(Value::F64(f64::to_bits(expected))), "{text}");
        }
        assert_eq!(negated(Value::F32(0)), Value::F32((-0f32).to_bits()));
        assert_eq!(negated(Value::F64(1f64.to_bits())), Value::F64((-1f64).to_bits()));
    }

    #[test]
    fn what_is_no_number() {
        for text in ["", "0x", "0b2", "08", "1_0", "18446744073709551616", "0f3F80000", "12abc"] {
            assert_eq!(value(text), None, "{text}");
        }
    }
}
