//! Reads arrays from `.npy` files.

use super::Dtype;
use crate::error::{Error, Place, Result};
use crate::files::is_input;
use npyz::{DType, NpyHeader, Order};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Maximum header size in bytes; a plain array's header is below 128.
const MAX_HEADER: usize = 1024;

/// Number of opening brackets in the header of a plain array: `{` around everything, `(` around the
/// shape.
const MAX_BRACKETS: usize = 2;

/// Maximum digits in a header. With at most 18 digits in total, the product of all numbers, and so
/// the number of elements, is below 2^64.
const MAX_DIGITS: usize = 18;

/// Reads an array of `count` elements of this type, little-endian, of any shape.
///
/// # Errors
/// [`Error::Input`] if the file contains anything else; the error is placed at `named` if the file
/// cannot be read.
pub(super) fn read(path: &Path, named: &Place, dtype: Dtype, count: usize) -> Result<Vec<u8>> {
    is_input(path);
    let limit = MAX_HEADER + count * dtype.bytes() + 1;
    let mut content = Vec::new();
    File::open(path).and_then(|file| file.take(limit as u64).read_to_end(&mut content)).map_err(
        |error| {
            let found = format!("unreadable file {} ({error})", path.display());
            Error::input(named.clone(), found, "an existing .npy file")
        },
    )?;
    parse(&content, dtype, count)
        .map_err(|(found, expected)| Error::input(Place::whole(path.display()), found, expected))
}

/// Found text and expected text.
type Refused = (String, String);

/// The element bytes of a file in memory.
pub(super) fn parse(
    content: &[u8],
    dtype: Dtype,
    count: usize,
) -> std::result::Result<Vec<u8>, Refused> {
    let refuse = |found: String, expected: &str| Err((found, expected.to_string()));
    let data_at = match header_end(content) {
        Some(end) => end,
        None => return refuse("no header for a numeric array".into(), "an .npy file"),
    };
    let header = match NpyHeader::from_reader(&content[..data_at]) {
        Ok(header) => header,
        Err(error) => return refuse(error.to_string(), "an .npy file"),
    };
    if !fits(&header.dtype(), dtype) {
        let expected = format!("dtype '<{}' ({dtype})", code(dtype));
        return refuse(format!("dtype {}", header.dtype().descr()), &expected);
    }
    if header.len() != count as u64 {
        let found = format!("{} elements (shape {:?})", header.len(), header.shape());
        return refuse(found, &count.to_string());
    }
    if header.order() == Order::Fortran && header.shape().len() > 1 {
        return refuse("Fortran (column-major) order".into(), "C's order");
    }
    let (data, bytes) = (&content[data_at..], count * dtype.bytes());
    match data.len() == bytes {
        true => Ok(data.to_vec()),
        // The file is read only far enough to show that it is too long.
        false if data.len() > bytes => {
            refuse(format!("more than {bytes} bytes of data"), &format!("{bytes} bytes"))
        }
        false => refuse(format!("{} bytes of data", data.len()), &format!("{bytes} bytes")),
    }
}

/// End of the header, if the header is valid and harmless. This check is needed because npyz
/// multiplies shapes without overflow checks, recurses as deep as brackets nest, and trusts the
/// length in the header.
fn header_end(content: &[u8]) -> Option<usize> {
    let start = match content.get(6)? {
        1 => 10,
        _ => 12,
    };
    let mut length = [0; 4];
    length[..start - 8].copy_from_slice(content.get(8..start)?);
    let length = u32::from_le_bytes(length) as usize;
    if length > MAX_HEADER {
        return None;
    }
    let text = content.get(start..start + length)?;
    let brackets = text.iter().filter(|byte| b"{[(".contains(byte)).count();
    let digits = text.iter().filter(|byte| byte.is_ascii_digit()).count();
    let harmless = brackets <= MAX_BRACKETS && digits <= MAX_DIGITS;
    (harmless && text.iter().all(|&byte| is_plain(byte))).then_some(start + length)
}

/// Whether the byte may occur in the header of a plain array. `x` may not: a hexadecimal number
/// could hide digits.
fn is_plain(byte: u8) -> bool {
    (byte.is_ascii_alphanumeric() && !byte.eq_ignore_ascii_case(&b'x'))
        || b"{}[]()'\",:_<>|= \n".contains(&byte)
}

/// Kind and size of the type, as numpy writes them after the byte order.
fn code(dtype: Dtype) -> String {
    let kind = match dtype.name().as_bytes()[0] {
        b'u' => 'u',
        b'i' => 'i',
        _ => 'f',
    };
    format!("{kind}{}", dtype.bytes())
}

fn fits(found: &DType, dtype: Dtype) -> bool {
    let DType::Plain(found) = found else { return false };
    let text = found.to_string();
    let (order, found) = text.split_at(1);
    found == code(dtype) && (order == "<" || dtype.bytes() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use npyz::WriterBuilder;
    use proptest::prelude::*;

    fn file<T: npyz::AutoSerialize>(shape: &[u64], order: Order, data: Vec<T>) -> Vec<u8> {
        let mut file = Vec::new();
        let options = npyz::WriteOptions::new().default_dtype().shape(shape).order(order);
        let mut writer = options.writer(&mut file).begin_nd().unwrap();
        writer.extend(data).unwrap();
        writer.finish().unwrap();
        file
    }

    fn found(content: &[u8], dtype: Dtype, count: usize) -> String {
        parse(content, dtype, count).unwrap_err().0
    }

    #[test]
    fn shapes_of_the_right_size_are_read() {
        let data = vec![1i32, -2, 3, 4, 5, 6];
        let bytes: Vec<u8> = data.iter().flat_map(|x| x.to_le_bytes()).collect();
        for shape in [&[6][..], &[2, 3], &[1, 6, 1]] {
            let content = file(shape, Order::C, data.clone());
            assert_eq!(parse(&content, Dtype::I32, 6).unwrap(), bytes);
        }
        assert_eq!(parse(&file(&[2], Order::C, vec![7u8, 8]), Dtype::U8, 2).unwrap(), [7, 8]);
        assert_eq!(parse(&file(&[], Order::C, vec![7u8]), Dtype::U8, 1).unwrap(), [7]);
    }

    #[test]
    fn versions_2_and_3_are_read() {
        let content = file(&[2], Order::C, vec![1.5f32, 2.5]);
        for version in [2, 3] {
            let length = [content[8], content[9], 0, 0];
            let newer = [b"\x93NUMPY", &[version, 0][..], &length, &content[10..]].concat();
            assert_eq!(parse(&newer, Dtype::F32, 2), parse(&content, Dtype::F32, 2));
        }
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let content = file(&[2, 3], Order::C, vec![0f64; 6]);
        assert_eq!(found(&content, Dtype::F32, 6), "dtype '<f8'");
        assert_eq!(found(&content, Dtype::F64, 7), "6 elements (shape [2, 3])");
        assert_eq!(found(&content[..content.len() - 1], Dtype::F64, 6), "47 bytes of data");
        let long = [&content[..], &[0]].concat();
        assert_eq!(found(&long, Dtype::F64, 6), "more than 48 bytes of data");
        let fortran = file(&[2, 3], Order::Fortran, vec![0f64; 6]);
        assert!(found(&fortran, Dtype::F64, 6).contains("Fortran"));
        assert_eq!(found(b"", Dtype::F64, 6), "no header for a numeric array");
        let big = String::from_utf8_lossy(&content).replace("<f8", ">f8").into_bytes();
        assert!(parse(&big, Dtype::F64, 6).is_err());
    }

    #[test]
    fn hostile_headers_are_refused() {
        let with = |dict: &str| {
            let length = (dict.len() as u32).to_le_bytes();
            [b"\x93NUMPY\x02\x00", &length[..], dict.as_bytes()].concat()
        };
        let shaped = |shape: &str| {
            with(&format!("{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}}}"))
        };
        for content in [
            shaped("(4294967296, 4294967296, 4294967296)"),
            shaped("(0xffffffffffffffff, 0xffffffffffffffff)"),
            shaped(&"(".repeat(900)),
            with(&"[".repeat(MAX_HEADER)),
            with(&" ".repeat(MAX_HEADER + 1)),
            b"\x93NUMPY\x02\x00\xff\xff\xff\xff".to_vec(),
        ] {
            parse(&content, Dtype::F32, 1).unwrap_err();
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// A valid file with bytes changed and its end cut off gives the elements or an error.
        #[test]
        fn damaged_files_never_panic(
            changes in proptest::collection::vec((0usize..140, any::<u8>()), 0..6),
            keep in 0usize..140,
        ) {
            let mut content = file(&[3], Order::C, vec![1f32, 2.0, 3.0]);
            for (at, byte) in changes {
                let at = at % content.len();
                content[at] = byte;
            }
            let _ = parse(&content, Dtype::F32, 3);
            let _ = parse(&content[..keep.min(content.len())], Dtype::F32, 3);
        }
    }
}
