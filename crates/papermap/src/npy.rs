//! NumPy's file format.

use std::io::{self, Write};

use ndarray::ArrayView2;

/// Bytes that the header is filled up to a multiple of.
const ALIGNMENT: usize = 64;
/// Magic, version and length field.
const PREFIX: usize = 10;

/// Writes the start of an `.npy` file of version 1.0 that holds little-endian float32 in C order; [`write_rows`] goes on.
///
/// # Errors
/// Those of `target`.
pub(crate) fn write_header(target: &mut impl Write, rows: usize, columns: usize) -> io::Result<()> {
    target.write_all(&header(rows, columns))
}

/// Writes further rows.
///
/// # Errors
/// Those of `target`.
pub(crate) fn write_rows(target: &mut impl Write, rows: ArrayView2<'_, f32>) -> io::Result<()> {
    rows.iter().try_for_each(|value| target.write_all(&value.to_le_bytes()))
}

fn header(rows: usize, columns: usize) -> Vec<u8> {
    let mut text = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({rows}, {columns}), }}");
    let length = (PREFIX + text.len() + 1).next_multiple_of(ALIGNMENT) - PREFIX;
    while text.len() + 1 < length {
        text.push(' ');
    }
    text.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((length as u16).to_le_bytes());
    bytes.extend(text.as_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    #[test]
    fn bytes_are_those_of_numpy() {
        let mut bytes = Vec::new();
        write_header(&mut bytes, 1, 3).unwrap();
        write_rows(&mut bytes, array![[1.0_f32, -2.0, 0.5]].view()).unwrap();
        assert_eq!(&bytes[..10], b"\x93NUMPY\x01\x00\x76\x00");
        assert!(
            bytes[10..128].starts_with(b"{'descr': '<f4', 'fortran_order': False, 'shape': (1, 3), }   ")
        );
        assert_eq!(bytes[127], b'\n');
        assert_eq!(bytes[128..], [0, 0, 128, 63, 0, 0, 0, 192, 0, 0, 0, 63]);
    }

    #[test]
    fn the_data_start_on_a_boundary() {
        for (rows, columns) in [(0, 384), (1, 1), (123_456_789, 4096)] {
            assert_eq!(header(rows, columns).len() % ALIGNMENT, 0);
        }
    }
}
