use linfa::prelude::{Fit, Predict};
use linfa::traits::{FitWith, Transformer};
use linfa::{Dataset, DatasetBase, ParamGuard};
use linfa_clustering::{KMeans, KMeansInit};
use linfa_nn::distance::L2Dist;
use ndarray::{Array1, Array2, ArrayView1, Axis, array};
use papermap_kernels::{Isa, exact_squared_distance_on};
use proptest::prelude::*;
use rand::seq::index::sample;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::lloyd::run;
use super::nearest::Prepared;
use super::points::Points;
use super::screen::Screen;
use super::*;
use crate::testing::{blobs, in_pool};
use crate::{ClusterError, UnitRows};

type Records = DatasetBase<Array2<f32>, Array1<()>>;

fn records(matrix: Array2<f32>) -> Records {
    let targets = Array1::from_elem(matrix.nrows(), ());
    Dataset::new(matrix, targets)
}

/// Rows of `width` values: any in ±1, or a few that are often equal, so that distances tie.
fn matrix(rows: usize, width: usize, coarse: bool, seed: u64) -> Array2<f32> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut value =
        || if coarse { f32::from(random.gen_range(-1_i8..2)) * 0.5 } else { random.gen_range(-1.0..1.0) };
    Array2::from_shape_simple_fn((rows, width), &mut value)
}

fn some_rows(of: &Array2<f32>, k: usize, seed: u64) -> Array2<f32> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    of.select(Axis(0), &sample(&mut random, of.nrows(), k).into_vec())
}

fn distance(a: ArrayView1<'_, f32>, b: ArrayView1<'_, f32>) -> f64 {
    exact_squared_distance_on(Isa::PORTABLE, &a.to_vec(), &b.to_vec())
}

fn slow_label(row: ArrayView1<'_, f32>, centroids: &Array2<f32>) -> usize {
    let mut best = (0, f64::INFINITY);
    for (index, centroid) in centroids.rows().into_iter().enumerate() {
        let distance = distance(row, centroid);
        if distance < best.1 {
            best = (index, distance);
        }
    }
    best.0
}

fn slow_labels(rows: &Array2<f32>, centroids: &Array2<f32>) -> Vec<usize> {
    rows.rows().into_iter().map(|row| slow_label(row, centroids)).collect()
}

/// Lloyd's algorithm one distance at a time; none where a cluster becomes empty.
fn slow_lloyd(
    rows: &Array2<f32>,
    mut centroids: Array2<f32>,
    iterations: usize,
    spherical: bool,
) -> Option<(Array2<f32>, Vec<usize>)> {
    for _ in 0..iterations {
        let labels = slow_labels(rows, &centroids);
        for cluster in 0..centroids.nrows() {
            let members: Vec<usize> = (0..labels.len()).filter(|&row| labels[row] == cluster).collect();
            let mut mean = rows.select(Axis(0), &members).mapv(f64::from).mean_axis(Axis(0))?;
            if spherical {
                let length = mean.iter().map(|value| value * value).sum::<f64>().sqrt();
                mean /= if length < 1e-6 { 1.0 } else { length };
            }
            centroids.row_mut(cluster).assign(&mean.mapv(|value| value as f32));
        }
    }
    let labels = slow_labels(rows, &centroids);
    Some((centroids, labels))
}

fn from(start: Array2<f32>) -> KMeansParams {
    KMeansParams::new(start.nrows()).init(Init::Centroids(start))
}

fn model(params: KMeansParams, rows: &Array2<f32>) -> KMeansModel {
    let params = params.check().unwrap();
    Fit::<_, _, KMeansError>::fit(&params, &records(rows.clone())).unwrap()
}

fn assert_no_empty_cluster(model: &KMeansModel) {
    assert!((0..model.k()).all(|cluster| model.labels.contains(&cluster)));
    assert!(model.labels.iter().all(|label| *label < model.k()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_screen_gives_the_same_model(
        (n, k) in (1_usize..400).prop_flat_map(|n| (Just(n), 1..=n.min(30))),
        width in 1_usize..40,
        coarse: bool,
        scale in -4_i32..4,
        seed: u64,
    ) {
        let rows = matrix(n, width, coarse, seed) * 4.0_f32.powi(scale);
        let points = Points::unchecked(rows.view());
        let start = some_rows(&rows, k, seed);
        let params = from(start.clone()).max_iterations(25).check().unwrap();
        let model = |screen| {
            run(&Prepared { screen, ..Prepared::new(&points, k, Precision::F32) }, &params, start.clone())
        };
        let models: Vec<KMeansModel> = Screen::every(&points).into_iter().map(model).collect();
        prop_assert_eq!(&models[0], &models[1]);
        prop_assert_eq!(&models[0], &models[2]);
        if models[0].converged {
            prop_assert_eq!(models[0].predict(&rows).to_vec(), models[0].labels.clone());
        }
    }

    #[test]
    fn agrees_with_one_distance_at_a_time(
        (n, k) in (1_usize..260).prop_flat_map(|n| (Just(n), 1..=n.min(40))),
        width in 1_usize..71,
        iterations in 1_usize..20,
        [coarse, spherical] in any::<[bool; 2]>(),
        seed: u64,
    ) {
        let mut rows = matrix(n, width, coarse && !spherical, seed);
        if spherical {
            for mut row in rows.rows_mut() {
                let length = row.iter().map(|value| value * value).sum::<f32>().sqrt();
                row /= length.max(1e-3);
            }
        }
        let start = some_rows(&rows, k, seed);
        let slow = slow_lloyd(&rows, start.clone(), iterations, spherical);
        let metric = if spherical { Metric::Spherical } else { Metric::Euclidean };
        let params = from(start).max_iterations(iterations).metric(metric);
        let fits = [Precision::F32, Precision::Screened].map(|precision| model(params.clone().precision(precision), &rows));
        prop_assert_eq!(&fits[0], &fits[1]);
        assert_no_empty_cluster(&fits[0]);
        if let Some((centroids, labels)) = slow.filter(|(_, labels)| (0..k).all(|label| labels.contains(&label))) {
            prop_assert_eq!(&fits[0].labels, &labels);
            let off = (&fits[0].centroids - &centroids).iter().fold(0.0_f32, |most, off| most.max(off.abs()));
            prop_assert!(off < 1e-5, "{off}");
            let inertia: f64 = (0..n).map(|row| distance(rows.row(row), centroids.row(labels[row]))).sum();
            prop_assert!((fits[0].inertia - inertia).abs() <= 1e-4 * (1.0 + inertia));
        }
    }

    #[test]
    fn labels_of_a_prediction_are_exact(
        [n, k] in [1_usize..200, 1..60],
        width in 0_usize..40,
        coarse: bool,
        scale in -60_i32..60,
        seed: u64,
    ) {
        let scale = 2.0_f32.powi(scale);
        let (rows, centroids) = (matrix(n, width, coarse, seed) * scale, matrix(k, width, coarse, !seed) * scale);
        let slow = slow_labels(&rows, &centroids);
        let model = KMeansModel { centroids, labels: vec![], inertia: 0.0, iterations: 0, converged: true };
        prop_assert_eq!(model.predict(&rows).to_vec(), slow.clone());
        let two = model.two_nearest(rows.view()).unwrap();
        for (row, two) in two.iter().enumerate() {
            let distances: Vec<f64> =
                model.centroids.rows().into_iter().map(|centroid| distance(rows.row(row), centroid)).collect();
            let mut others = distances.clone();
            others.remove(slow[row]);
            prop_assert_eq!((two.label, two.distance.to_bits()), (slow[row], distances[slow[row]].to_bits()));
            let second = others.into_iter().fold(f64::INFINITY, f64::min);
            prop_assert_eq!(two.second_distance.to_bits(), second.to_bits());
            prop_assert!((0.0..=1.0).contains(&two.simplified_silhouette()));
        }
    }

    #[test]
    fn a_weight_counts_as_that_many_rows(n in 1_usize..60, k in 1_usize..6, width in 1_usize..20, seed: u64) {
        let rows = matrix(n, width, false, seed);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let times: Vec<usize> = (0..n).map(|_| random.gen_range(1..4)).collect();
        let repeated: Vec<usize> = (0..n).flat_map(|row| vec![row; times[row]]).collect();
        let weights = times.iter().map(|&times| times as f32).collect::<Vec<_>>();
        let start = some_rows(&rows, k.min(n), seed);
        let weighted = Fit::<_, _, KMeansError>::fit(
            &from(start.clone()).max_iterations(6),
            &records(rows.clone()).with_weights(weights.into()),
        ).unwrap();
        let plain = model(from(start).max_iterations(6), &rows.select(Axis(0), &repeated));
        let labels: Vec<usize> = repeated.iter().map(|&row| weighted.labels[row]).collect();
        prop_assert_eq!(labels, plain.labels);
        prop_assert!((weighted.inertia - plain.inertia).abs() <= 1e-6 * (1.0 + plain.inertia));
    }

    #[test]
    fn the_labels_are_those_of_linfa(n in 20_usize..150, k in 1_usize..8, width in 2_usize..30, iterations in 1_u64..6, seed: u64) {
        let rows = matrix(n, width, false, seed);
        let start = some_rows(&rows, k, seed);
        let reference = KMeans::params_with(k, Xoshiro256PlusPlus::seed_from_u64(0), L2Dist)
            .n_runs(1)
            .max_n_iterations(iterations)
            .tolerance(f32::MIN_POSITIVE)
            .init_method(KMeansInit::Precomputed(start.clone()))
            .fit(&records(rows.clone()))
            .unwrap();
        let ours = model(from(start).max_iterations(iterations as usize).prior_weight(1.0), &rows);
        prop_assume!(ours.k() == k);
        let off = (&ours.centroids - reference.centroids()).iter().fold(0.0_f32, |most, off| most.max(off.abs()));
        prop_assert!(off < 1e-5, "{off}");
        prop_assert_eq!(Array1::from(ours.labels.clone()), reference.predict(&rows));
        prop_assert_eq!(ours.to_linfa().unwrap().predict(&rows), ours.predict(&rows));
        let distances: Array1<f32> = ours.transform(&rows);
        let theirs: Array1<f32> = ours.to_linfa().unwrap().transform(&rows);
        prop_assert!((distances - theirs).iter().all(|off| off.abs() < 1e-4));
    }
}

#[test]
fn finds_clear_groups() {
    let rows = blobs(&[30, 5, 12], 16, 0.1, 2);
    let fit = fit(&rows, 3, 8, 1).unwrap();
    let first: Vec<usize> = [0, 30, 35].iter().map(|&row| fit.labels[row]).collect();
    for (row, label) in fit.labels.iter().enumerate() {
        let group = [30, 35, 47].iter().position(|end| row < *end).unwrap();
        assert_eq!(*label, first[group]);
    }
    assert!(fit.converged && fit.iterations > 0);
}

#[test]
fn one_thread_and_four_give_the_same_bits() {
    let rows = blobs(&[700, 300, 900, 400], 100, 0.9, 5);
    let run = || fit(&rows, 17, 3, 9).unwrap();
    assert_eq!(in_pool(1, run), in_pool(4, run));
}

#[test]
fn as_many_clusters_as_rows_and_no_more() {
    let rows = blobs(&[1, 1, 1, 1, 1], 8, 0.0, 4);
    assert_eq!(fit(&rows, 5, 4, 0).unwrap().k(), 5);
    let twice = rows.select(&[0, 0, 1, 1, 2, 2]);
    let fit = fit(&twice, 6, 4, 0).unwrap();
    assert_eq!(fit.k(), 3);
    assert!(fit.inertia < 1e-12);
}

#[test]
fn rows_that_are_all_alike_are_one_cluster() {
    for value in [0.0, 1e-30, 0.7, 1e30] {
        for init in [Init::Rows, Init::PlusPlus] {
            let fit = model(KMeansParams::new(4).init(init), &Array2::from_elem((9, 3), value));
            assert_eq!((fit.k(), fit.labels), (1, vec![0; 9]));
        }
    }
    assert_eq!(model(KMeansParams::new(4), &Array2::zeros((9, 0))).k(), 1);
}

#[test]
fn numbers_at_the_ends_of_their_range_are_told_apart() {
    for scale in [1e-38, 1e-20, 1e18, 3e38] {
        let rows = array![[1.0, 0.9], [-1.0, 1.0], [0.9, 1.0], [-0.9, 1.0]] * scale;
        let fit = model(KMeansParams::new(2), &rows);
        assert_eq!(
            (fit.k(), fit.labels[0] == fit.labels[2], fit.labels[1] == fit.labels[3]),
            (2, true, true)
        );
        assert_ne!(fit.labels[0], fit.labels[1]);
    }
}

#[test]
fn duplicate_centroids_leave_no_empty_cluster() {
    let rows = blobs(&[20, 20], 8, 0.3, 6);
    let fit = fit_from(&rows, &rows.select(&[0, 0, 0, 0]).view().to_owned()).unwrap();
    assert_eq!(fit.k(), 4);
    assert_no_empty_cluster(&fit);
}

#[test]
fn ties_go_to_the_lower_index() {
    let rows = array![[0.0, 1.0], [0.0, -1.0], [1.0, 0.0]];
    let model = model(KMeansParams::new(1), &rows);
    let tied = KMeansModel { centroids: array![[1.0, 0.0], [-1.0, 0.0], [1.0, 0.0]], ..model };
    assert_eq!(tied.predict(&rows).to_vec(), [0, 0, 0]);
    assert_eq!(tied.two_nearest(rows.view()).unwrap()[2].second, 2);
}

#[test]
fn a_warm_start_goes_on_where_the_model_stopped() {
    let rows = matrix(300, 12, false, 3);
    let params = from(some_rows(&rows, 7, 1));
    let whole = model(params.clone().max_iterations(9), &rows);
    let half = model(params.max_iterations(4), &rows);
    let dataset = records(rows);
    let rest = KMeansParams::new(7).max_iterations(5);
    let warm = FitWith::<_, _, KMeansError>::fit_with(&rest, Some(half), &dataset).unwrap();
    assert_eq!((warm.labels, warm.inertia.to_bits()), (whole.labels, whole.inertia.to_bits()));
    let cold = FitWith::<_, _, KMeansError>::fit_with(&rest, None, &dataset).unwrap();
    assert_eq!(cold, Fit::<_, _, KMeansError>::fit(&rest, &dataset).unwrap());
}

#[test]
fn more_runs_are_never_worse() {
    let rows = matrix(200, 5, false, 8);
    let inertias: Vec<f64> =
        (1..6).map(|runs| model(KMeansParams::new(9).n_init(runs).seed(3), &rows).inertia).collect();
    assert!(inertias.is_sorted_by(|a, b| a >= b), "{inertias:?}");
}

#[test]
fn a_tolerance_stops_early() {
    let rows = matrix(500, 5, false, 8);
    let exact = model(KMeansParams::new(20).seed(3), &rows);
    let rough = model(KMeansParams::new(20).seed(3).tolerance(0.2), &rows);
    assert!(rough.iterations < exact.iterations && rough.converged && exact.converged);
}

#[test]
fn columns_first_is_the_same_as_rows_first() {
    let rows = matrix(50, 7, false, 1);
    let turned = rows.t().as_standard_layout().into_owned().reversed_axes();
    assert!(!turned.is_standard_layout());
    assert_eq!(model(KMeansParams::new(4), &rows), model(KMeansParams::new(4), &turned));
}

#[test]
fn bad_input_is_an_error_not_a_panic() {
    let rows = matrix(6, 3, false, 1);
    let error =
        |params: KMeansParams, data: Records| Fit::<_, _, KMeansError>::fit(&params, &data).unwrap_err();
    let on_rows = |params: KMeansParams| error(params, records(rows.clone()));
    assert_eq!(on_rows(KMeansParams::new(0)), KMeansError::NoClusters);
    assert_eq!(on_rows(KMeansParams::new(1).n_init(0)), KMeansError::NoRuns);
    assert_eq!(on_rows(KMeansParams::new(1).max_iterations(0)), KMeansError::NoIterations);
    assert!(matches!(on_rows(KMeansParams::new(1).tolerance(f64::NAN)), KMeansError::Negative { .. }));
    assert!(matches!(on_rows(KMeansParams::new(1).prior_weight(-1.0)), KMeansError::Negative { .. }));
    assert_eq!(on_rows(from(Array2::zeros((2, 5)))), KMeansError::Width { rows: 3, centroids: 5 });
    let few = KMeansParams::new(3).init(Init::Centroids(Array2::zeros((2, 3))));
    assert_eq!(on_rows(few), KMeansError::CentroidCount { found: 2, expected: 3 });
    let hole = from(Array2::from_elem((1, 3), f32::NAN));
    assert!(matches!(on_rows(hole), KMeansError::NotFinite { whose: "centroid", .. }));
    let one = || KMeansParams::new(1);
    assert_eq!(error(one(), records(Array2::zeros((0, 3)))), KMeansError::NoRows);
    let infinite = error(one(), records(array![[0.0, 1.0], [f32::INFINITY, 0.0]]));
    assert_eq!(infinite, KMeansError::NotFinite { whose: "row", row: 1, column: 0, value: f32::INFINITY });
    let zero = error(one().metric(Metric::Spherical), records(array![[0.0, 1.0], [0.0, 0.0]]));
    assert_eq!(zero, KMeansError::NoDirection { row: 1 });
    let weighted = |weights: Vec<f32>| error(one(), records(rows.clone()).with_weights(weights.into()));
    assert_eq!(weighted(vec![1.0; 5]), KMeansError::WeightCount { weights: 5, rows: 6 });
    assert_eq!(weighted(vec![1.0, 1.0, 0.0, 1.0, 1.0, 1.0]), KMeansError::Weight { row: 2, value: 0.0 });
    assert_eq!(model(KMeansParams::new(50), &rows).k(), 6);
}

#[test]
fn bad_unit_rows_are_an_error_not_a_panic() {
    let rows = blobs(&[4], 8, 0.1, 0);
    let wrong = fit_from(&rows, &Array2::zeros((2, 5)));
    assert_eq!(wrong, Err(ClusterError::KMeans(KMeansError::Width { rows: 8, centroids: 5 })));
    assert_eq!(fit(&rows, 0, 1, 0), Err(ClusterError::NoTopics));
    let nothing = UnitRows::try_from(Array2::zeros((0, 8))).unwrap();
    assert_eq!(fit(&nothing, 2, 1, 0), Err(ClusterError::KMeans(KMeansError::NoRows)));
}

#[test]
fn what_is_not_finite_has_a_label_all_the_same() {
    let fit = model(KMeansParams::new(2), &array![[0.0, 1.0], [1.0, 0.0]]);
    assert_eq!(fit.predict(&array![[f32::NAN, 0.0], [f32::INFINITY, 1.0]]).to_vec(), [0, 0]);
    assert!(fit.two_nearest(array![[f32::NAN, 0.0]].view()).is_err());
}

#[test]
fn means_are_those_of_the_rows() {
    let rows = blobs(&[3, 2], 8, 0.5, 1);
    let means = means(&rows, &[1, 1, 1, 0, 0], 3);
    let expected = (&rows.view().row(3) + &rows.view().row(4)) / 2.0;
    assert!((&means.row(0) - &expected).iter().all(|off| off.abs() < 1e-6));
    assert!(means.row(2).iter().all(|value| value.abs() < 1e-12));
}

#[test]
fn parameters_and_results_cross_threads() {
    fn crosses<T: Send + Sync + Clone + std::fmt::Debug>() {}
    crosses::<KMeansParams>();
    crosses::<KMeansValidParams>();
    crosses::<KMeansModel>();
    crosses::<KMeansError>();
    assert!(KMeansParams::new(3).check().is_ok());
}

/// What `linfa`'s own takes for one fit beside ours, seeding included; with `--ignored --nocapture`, minutes.
#[test]
#[ignore = "takes minutes"]
fn time_beside_linfa() {
    let rows = blobs(&[100; 200], 384, 1.5, 7);
    let dataset = records(rows.view().to_owned());
    let seconds = |work: &mut dyn FnMut() -> f64| {
        let clock = std::time::Instant::now();
        let inertia = work();
        (clock.elapsed().as_secs_f64(), inertia)
    };
    let ours = seconds(&mut || {
        let params = KMeansParams::new(100).check().unwrap();
        Fit::<_, _, KMeansError>::fit(&params, &dataset).unwrap().inertia
    });
    let theirs = seconds(&mut || {
        let params = KMeans::params_with(100, Xoshiro256PlusPlus::seed_from_u64(0), L2Dist).n_runs(1);
        f64::from(params.fit(&dataset).unwrap().inertia()) * rows.len() as f64
    });
    println!("ours {ours:?}, linfa {theirs:?}: seconds and inertia; ratio {:.0}", theirs.0 / ours.0);
}
