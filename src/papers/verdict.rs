//! Verdicts, and the comparison of our numbers with the papers'.
//!
//! A paper's number is known to the digits that it prints: 33 stands for every number that rounds
//! to 33. Our number equals the paper's if it prints alike with the same digits. Lists are equal if
//! all their elements are, texts if they are identical.

use super::computed::Value;
use std::fmt;

/// Verdict on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Our value equals the paper's at the printed precision.
    Reproduced,
    /// An input of ours; our configuration has the paper's value.
    Taken,
    /// A parameter of the paper's baseline, or a figure that it cites; nothing else determines it.
    Given,
    /// Our value differs, and an erratum concerns the claim.
    Erratum,
    /// Our value differs, and no erratum explains it.
    Deviates,
    /// We lack an input.
    NeedsInput,
    /// Needs a unit or a simulation that does not exist yet.
    NotYet,
}

impl Verdict {
    pub const ALL: [Verdict; 7] = [
        Verdict::Reproduced,
        Verdict::Taken,
        Verdict::Given,
        Verdict::Erratum,
        Verdict::Deviates,
        Verdict::NeedsInput,
        Verdict::NotYet,
    ];

    /// Name for tables and JSON.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Reproduced => "reproduced",
            Verdict::Taken => "taken",
            Verdict::Given => "given",
            Verdict::Erratum => "erratum",
            Verdict::Deviates => "deviates",
            Verdict::NeedsInput => "needs input",
            Verdict::NotYet => "not yet",
        }
    }

    /// Meaning, for a legend.
    pub fn meaning(self) -> &'static str {
        match self {
            Verdict::Reproduced => "our value equals the paper's at the printed precision",
            Verdict::Taken => "an input of ours, checked to equal the paper's value",
            Verdict::Given => "a parameter that the paper sets, or a figure that it cites",
            Verdict::Erratum => "our value differs, and an erratum affects the claim",
            Verdict::Deviates => "our value differs, and no erratum explains it",
            Verdict::NeedsInput => "needs an input that we lack",
            Verdict::NotYet => "needs a unit or a simulation that does not exist yet",
        }
    }
}

/// Source of our value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    Computed,
    Simulated,
    Synthesised,
}

impl Evidence {
    pub fn word(self) -> &'static str {
        match self {
            Evidence::Computed => "computed",
            Evidence::Simulated => "simulated",
            Evidence::Synthesised => "synthesised",
        }
    }
}

/// The digits with which a number is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Precision {
    /// Digits after the point.
    decimals: usize,
    /// Whether it is printed with an exponent: `1.38e-08`.
    scientific: bool,
}

impl Precision {
    /// Precision of a number as written in TOML: `80.0`, `15360`, `1.38e-08`.
    pub fn of(literal: &str) -> Precision {
        let literal = literal.to_ascii_lowercase();
        let (mantissa, scientific) = match literal.split_once('e') {
            Some((mantissa, _)) => (mantissa, true),
            None => (literal.as_str(), false),
        };
        let decimals = mantissa.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        Precision { decimals, scientific }
    }

    /// A number with these digits; halves are rounded away from zero.
    pub fn print(self, number: f64) -> String {
        // Half of the last digit is seldom exact in binary, and the formatter rounds an exact half
        // to even. A slightly larger number prints as the exact decimal number would.
        const HAIR: f64 = 1.0 + 1e-12;
        let number = if number == 0.0 { 0.0 } else { number * HAIR };
        let text = match self.scientific {
            true => format!("{number:.*e}", self.decimals),
            false => format!("{number:.*}", self.decimals),
        };
        match text.strip_prefix('-') {
            Some(size) if size.parse() == Ok(0.0) => size.into(),
            _ => text,
        }
    }

    /// A number with two more digits than the paper's, without trailing zeros among these.
    pub fn print_ours(self, number: f64) -> String {
        let finer = Precision { decimals: self.decimals + 2, ..self };
        let text = finer.print(number);
        let (mantissa, exponent) = match text.split_once('e') {
            Some((mantissa, exponent)) => (mantissa, format!("e{exponent}")),
            None => (text.as_str(), String::new()),
        };
        format!("{}{exponent}", mantissa.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// A claim's value with the digits of its numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Printed {
    pub value: Value,
    /// Precision of each number, in order; empty for texts.
    pub precisions: Vec<Precision>,
}

impl Printed {
    /// Whether our value equals the paper's at the printed precision.
    pub fn agrees(&self, ours: &Value) -> bool {
        match (numbers(&self.value), numbers(ours)) {
            (Some(theirs), Some(ours)) => {
                let pairs = theirs.iter().zip(ours).zip(&self.precisions);
                theirs.len() == ours.len()
                    && pairs.into_iter().all(|((t, o), p)| p.print(*t) == p.print(*o))
            }
            _ => self.value == *ours,
        }
    }

    /// Deviation of our value from the paper's in percent; for a list, that of the element that
    /// deviates most. `None` for texts, for lists of unequal length, and if a value of the paper is
    /// zero.
    pub fn deviation_percent(&self, ours: &Value) -> Option<f64> {
        let (theirs, ours) = (numbers(&self.value)?, numbers(ours)?);
        if theirs.len() != ours.len() || theirs.contains(&0.0) {
            return None;
        }
        let each = theirs.iter().zip(ours).map(|(theirs, ours)| 100.0 * (ours / theirs - 1.0));
        each.max_by(|a, b| a.abs().total_cmp(&b.abs()))
    }

    /// Our value as text, with two more digits than the paper's.
    pub fn print_ours(&self, ours: &Value) -> String {
        let precision = |n| self.precisions.get(n).copied().unwrap_or(Precision::of("0"));
        match ours {
            Value::Number(number) => precision(0).print_ours(*number),
            Value::Numbers(numbers) => {
                let each = numbers.iter().enumerate().map(|(n, x)| precision(n).print_ours(*x));
                each.collect::<Vec<_>>().join(", ")
            }
            Value::Text(text) => text.clone(),
            Value::Texts(texts) => texts.join(", "),
        }
    }
}

impl fmt::Display for Printed {
    /// The value as the paper prints it.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match &self.value {
            Value::Text(text) => f.write_str(text),
            Value::Texts(texts) => f.write_str(&texts.join(", ")),
            value => {
                let pairs = numbers(value).unwrap_or_default().iter().zip(&self.precisions);
                let each = pairs.map(|(number, precision)| precision.print(*number));
                f.write_str(&each.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

/// The numbers of a value; `None` for text.
pub fn numbers(value: &Value) -> Option<&[f64]> {
    match value {
        Value::Number(number) => Some(std::slice::from_ref(number)),
        Value::Numbers(numbers) => Some(numbers),
        Value::Text(_) | Value::Texts(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(literals: &[&str]) -> Printed {
        let numbers: Vec<f64> = literals.iter().map(|text| text.parse().unwrap()).collect();
        let value = match numbers.as_slice() {
            [number] => Value::Number(*number),
            _ => Value::Numbers(numbers),
        };
        Printed { value, precisions: literals.iter().map(|text| Precision::of(text)).collect() }
    }

    fn agrees(literal: &str, ours: f64) -> bool {
        printed(&[literal]).agrees(&Value::Number(ours))
    }

    #[test]
    fn a_number_stands_for_all_that_rounds_to_it() {
        assert!(agrees("33", 100.0 / 3.0) && agrees("33", 33.3) && !agrees("33", 33.6));
        assert!(!agrees("93.7", 93.75) && agrees("93.8", 93.75) && agrees("93.75", 93.75));
        assert!(!agrees("93.75", 93.7) && !agrees("46.6", 140.0 / 3.0));
        assert!(agrees("80.0", 80.04) && !agrees("80.0", 80.4) && agrees("80", 80.4));
        // Halves, and numbers without an exact binary representation, are compared as decimals.
        assert!(agrees("3", 2.5) && agrees("-3", -2.5) && agrees("1.01", 1.005));
        assert!(agrees("0", 0.4) && agrees("0", -0.4) && !agrees("0", 0.6));
    }

    #[test]
    fn an_exponent_counts_its_own_digits() {
        assert!(agrees("1.38e-08", 1.3849e-8) && !agrees("1.38e-08", 1.386e-8));
        assert!(!agrees("1.38e-08", 1.38e-7) && agrees("2.5e-11", 2.46e-11));
    }

    #[test]
    fn lists_agree_element_by_element() {
        let table = printed(&["256", "60", "33", "93.75"]);
        assert!(table.agrees(&Value::Numbers(vec![256.0, 60.0, 33.3, 93.75])));
        assert!(!table.agrees(&Value::Numbers(vec![256.0, 60.0, 33.3, 93.7])));
        assert!(!table.agrees(&Value::Numbers(vec![256.0, 60.0, 33.3])));
        assert!(!table.agrees(&Value::Text("256".into())));
        assert_eq!(table.to_string(), "256, 60, 33, 93.75");
    }

    #[test]
    fn texts_agree_if_they_are_the_same() {
        let texts = |names: &[&str]| Value::Texts(names.iter().map(|s| s.to_string()).collect());
        let printed = Printed { value: texts(&["64!", "8!"]), precisions: vec![] };
        assert!(printed.agrees(&texts(&["64!", "8!"])));
        assert!(!printed.agrees(&texts(&["128!", "16!"])) && !printed.agrees(&texts(&["64!"])));
        assert_eq!(printed.deviation_percent(&texts(&["128!", "16!"])), None);
    }

    #[test]
    fn the_deviation_is_that_of_the_worst_element() {
        let deviation = |theirs: &[&str], ours: &[f64]| {
            printed(theirs).deviation_percent(&Value::Numbers(ours.to_vec()))
        };
        assert_eq!(deviation(&["4", "8"], &[3.0, 7.0]), Some(-25.0));
        assert_eq!(deviation(&["4", "8"], &[4.0, 12.0]), Some(50.0));
        assert_eq!(deviation(&["4", "8"], &[4.0]), None);
        assert_eq!(deviation(&["0", "8"], &[1.0, 8.0]), None);
    }

    #[test]
    fn ours_has_two_digits_more() {
        let ours = |literal: &str, number| printed(&[literal]).print_ours(&Value::Number(number));
        assert_eq!(ours("33", 100.0 / 3.0), "33.33");
        assert_eq!(ours("15360", 15_360.0), "15360");
        assert_eq!(ours("93.75", 93.75), "93.75");
        assert_eq!(ours("1.4e-08", 1.3849e-8), "1.385e-8");
    }
}
