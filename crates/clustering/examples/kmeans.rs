//! k-means of vectors in a file, from given centroids and for a given number of iterations, to be timed.
//!
//!     kmeans VECTORS.npy CENTROIDS.npy ITERATIONS LABELS.npy [--precision f32|auto] [--threads N]
//!
//! Vectors and centroids are float32 matrices. The labels are written as int64; one JSON object on stdout holds the seconds
//! of the fit alone and the inertia.

use std::error::Error;
use std::fs;
use std::time::Instant;

use linfa::DatasetBase;
use linfa::traits::Fit;
use ndarray::Array2;
use papermap_clustering::kmeans::{Init, KMeansError, KMeansModel, KMeansParams, Precision};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The first bytes of every such file, with the version.
const MAGIC: &[u8] = b"\x93NUMPY\x01\x00";

fn main() -> Result<()> {
    let (files, options) = arguments();
    let [vectors, centroids, iterations, labels] = files.as_slice() else {
        return Err("four arguments were expected: VECTORS CENTROIDS ITERATIONS LABELS".into());
    };
    let precision = match option(&options, "--precision") {
        None | Some("auto") => Precision::Screened,
        Some("f32") => Precision::F32,
        Some(other) => return Err(format!("precision {other}; f32 or auto was expected").into()),
    };
    let threads = option(&options, "--threads").unwrap_or("0").parse()?;
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?;
    let start = read(centroids)?;
    let params = KMeansParams::new(start.nrows())
        .init(Init::Centroids(start))
        .max_iterations(iterations.parse()?)
        .precision(precision);
    let vectors = DatasetBase::from(read(vectors)?);
    let clock = Instant::now();
    let model: KMeansModel = Fit::<_, _, KMeansError>::fit(&params, &vectors)?;
    let seconds = clock.elapsed().as_secs_f64();
    write(labels, &model.labels)?;
    say(&format!(
        r#"{{"seconds": {seconds}, "inertia": {}, "iterations": {}}}"#,
        model.inertia, model.iterations
    ));
    Ok(())
}

/// What stands alone, and options with their values.
fn arguments() -> (Vec<String>, Vec<(String, String)>) {
    let (mut files, mut options) = (Vec::new(), Vec::new());
    let mut rest = std::env::args().skip(1);
    while let Some(argument) = rest.next() {
        if argument.starts_with("--") {
            options.push((argument, rest.next().unwrap_or_default()));
        } else {
            files.push(argument);
        }
    }
    (files, options)
}

fn option<'a>(options: &'a [(String, String)], name: &str) -> Option<&'a str> {
    options.iter().rfind(|(option, _)| option == name).map(|(_, value)| value.as_str())
}

/// A matrix of float32 in row-major order.
fn read(path: &str) -> Result<Array2<f32>> {
    let bytes = fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    let fault = || format!("{path}: a float32 matrix in row-major order was expected, in .npy format 1.0");
    let rest = bytes.strip_prefix(MAGIC).ok_or_else(fault)?;
    let (length, rest) = rest.split_first_chunk::<2>().ok_or_else(fault)?;
    let (header, data) = rest.split_at_checked(usize::from(u16::from_le_bytes(*length))).ok_or_else(fault)?;
    let header = std::str::from_utf8(header)?;
    if !header.contains("'<f4'") || !header.contains("'fortran_order': False") {
        return Err(fault().into());
    }
    let (values, _) = data.as_chunks::<4>();
    let values = values.iter().map(|value| f32::from_le_bytes(*value)).collect();
    Ok(Array2::from_shape_vec(shape(header).ok_or_else(fault)?, values)?)
}

fn shape(header: &str) -> Option<(usize, usize)> {
    let (rows, columns) = header.split_once('(')?.1.split_once(')')?.0.split_once(',')?;
    Some((rows.trim().parse().ok()?, columns.trim().parse().ok()?))
}

fn write(path: &str, labels: &[usize]) -> Result<()> {
    let mut header = format!("{{'descr': '<i8', 'fortran_order': False, 'shape': ({},), }}", labels.len());
    let padding = 63 - (MAGIC.len() + 2 + header.len()) % 64;
    header.push_str(&" ".repeat(padding));
    header.push('\n');
    let mut bytes = [MAGIC, &(header.len() as u16).to_le_bytes(), header.as_bytes()].concat();
    for &label in labels {
        bytes.extend_from_slice(&(label as i64).to_le_bytes());
    }
    Ok(fs::write(path, bytes)?)
}

#[expect(clippy::print_stdout, reason = "the answer of a program goes to stdout")]
fn say(answer: &str) {
    println!("{answer}");
}
