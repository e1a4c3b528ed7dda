//! Throughput of each kernel on every path of this CPU, one thread: operations a second for products, values a second
//! for the others. The shapes are those of a text of 256 tokens in a model 384 wide.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use papermap_kernels::int8::{Int8Columns, Int8Rows, upper_scores};
use papermap_kernels::matrix::{Arithmetic, LeftRows, Output, PackedMatrix, Rows, multiply};
use papermap_kernels::{
    AttentionSpace, Heads, Isa, LayerNorm, attend, dot_on, gelu, layer_norm, softmax, two_largest_on,
};

const TOKENS: usize = 256;
const HIDDEN: usize = 384;
const INNER: usize = 1536;

fn numbers(count: usize) -> Vec<f32> {
    (0..count).map(|i| ((i * 7919 % 1009) as f32 / 1009.0) - 0.5).collect()
}

fn rows(arithmetic: Arithmetic, count: usize, depth: usize) -> LeftRows {
    let mut rows = LeftRows::new(arithmetic);
    rows.reshape(count, depth);
    rows.set_rows(Rows { values: &numbers(count * depth), count, stride: depth }, 1.0);
    rows
}

/// A name that tells the arithmetics of a path apart.
fn name(arithmetic: Arithmetic) -> String {
    let isa = arithmetic.isa();
    if arithmetic == Arithmetic::single(isa) {
        format!("{isa}-f32")
    } else if arithmetic == Arithmetic::reduced(isa) {
        format!("{isa}-bf16")
    } else {
        format!("{isa}-split")
    }
}

fn products(criterion: &mut Criterion) {
    for (shape, depth, columns) in
        [("qkv", HIDDEN, 3 * HIDDEN), ("up", HIDDEN, INNER), ("down", INNER, HIDDEN), ("scores", 32, TOKENS)]
    {
        let mut group = criterion.benchmark_group(format!("product-{shape}"));
        group.throughput(Throughput::Elements((2 * TOKENS * depth * columns) as u64));
        for arithmetic in Arithmetic::available() {
            let matrix = PackedMatrix::from_rows(arithmetic, &numbers(columns * depth), columns, depth);
            let left = rows(arithmetic, TOKENS, depth);
            let mut output = vec![0.0; TOKENS * columns];
            group.bench_function(BenchmarkId::from_parameter(name(arithmetic)), |bencher| {
                bencher.iter(|| multiply(left.all(), &matrix, Output::set(&mut output)));
            });
        }
        group.finish();
    }
}

fn attention(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("attention");
    group.throughput(Throughput::Elements((4 * TOKENS * TOKENS * HIDDEN) as u64));
    let projected = numbers(TOKENS * 3 * HIDDEN);
    for arithmetic in Arithmetic::available() {
        let (mut space, mut context) = (AttentionSpace::new(arithmetic), rows(arithmetic, TOKENS, HIDDEN));
        group.bench_function(BenchmarkId::from_parameter(name(arithmetic)), |bencher| {
            let heads = Heads { count: 12, width: 32 };
            bencher.iter(|| attend(&projected, &[TOKENS], heads, &mut space, &mut context));
        });
    }
    group.finish();
}

fn packing(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("packing");
    group.throughput(Throughput::Elements((TOKENS * 32) as u64));
    let values = numbers(TOKENS * 3 * HIDDEN);
    let part = Rows { values: &values, count: TOKENS, stride: 3 * HIDDEN };
    for arithmetic in Arithmetic::available() {
        let mut matrix = PackedMatrix::new(arithmetic);
        group.bench_function(BenchmarkId::new("keys", name(arithmetic)), |bencher| {
            bencher.iter(|| matrix.pack_rows(part, 32));
        });
        group.bench_function(BenchmarkId::new("values", name(arithmetic)), |bencher| {
            bencher.iter(|| matrix.pack_columns(part, 32));
        });
        let mut left = rows(arithmetic, TOKENS, 32);
        group.bench_function(BenchmarkId::new("queries", name(arithmetic)), |bencher| {
            bencher.iter(|| left.set_rows(part, 0.5));
        });
    }
    group.finish();
}

fn screening(criterion: &mut Criterion) {
    const COLUMNS: usize = 300;
    let mut group = criterion.benchmark_group("screen");
    group.throughput(Throughput::Elements((2 * TOKENS * HIDDEN * COLUMNS) as u64));
    let (values, bias) = (numbers(TOKENS * HIDDEN), vec![0.0; COLUMNS]);
    let columns = Int8Columns::new(&numbers(COLUMNS * HIDDEN), &bias, HIDDEN);
    let mut scores = vec![0.0; TOKENS * COLUMNS];
    for isa in Isa::available() {
        let Some(mut rows) = Int8Rows::new(HIDDEN) else { continue };
        values.chunks_exact(HIDDEN).for_each(|row| rows.push(row));
        group.bench_function(BenchmarkId::new("int8", isa), |bencher| {
            bencher.iter(|| upper_scores(isa, &rows, &columns, &mut scores));
        });
        group.bench_function(BenchmarkId::new("two-largest", isa), |bencher| {
            bencher.iter(|| {
                let leads = scores.chunks_exact(COLUMNS).map(|row| two_largest_on(isa, row).largest);
                leads.sum::<f32>()
            });
        });
    }
    group.finish();
}

fn rowwise(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("rowwise");
    group.throughput(Throughput::Elements((TOKENS * TOKENS) as u64));
    for isa in Isa::available() {
        let mut values = numbers(TOKENS * TOKENS);
        let mut copy = rows(Arithmetic::reduced(isa), TOKENS, TOKENS);
        let (weight, bias) = (numbers(TOKENS), numbers(TOKENS));
        group.bench_function(BenchmarkId::new("softmax", isa), |bencher| {
            bencher.iter(|| softmax(isa, &mut values, &mut copy));
        });
        group.bench_function(BenchmarkId::new("layer-norm", isa), |bencher| {
            let norm = LayerNorm { weight: &weight, bias: &bias, epsilon: 1e-12 };
            bencher.iter(|| layer_norm(isa, &mut values, norm, &mut copy, 0));
        });
        let mut values = numbers(TOKENS * TOKENS);
        group.bench_function(BenchmarkId::new("gelu", isa), |bencher| {
            bencher.iter(|| gelu(isa, &mut values));
        });
        let (a, b) = (numbers(TOKENS * TOKENS), numbers(TOKENS * TOKENS));
        group.bench_function(BenchmarkId::new("dot", isa), |bencher| bencher.iter(|| dot_on(isa, &a, &b)));
    }
    group.finish();
}

criterion_group!(benches, products, attention, packing, screening, rowwise);
criterion_main!(benches);
