//! What k-means can be asked for.

use linfa::ParamGuard;
use ndarray::Array2;

use super::KMeansError;

/// Where a run starts.
#[derive(Debug, Clone, PartialEq)]
pub enum Init {
    /// Different rows, drawn at random.
    Rows,
    /// Greedy k-means++ (Arthur and Vassilvitskii 2007, with `2 + ln k` candidates a step), on a sample of the rows where
    /// rows times clusters are more than about four million.
    PlusPlus,
    /// These centroids, shape `(k, width)`; there is only one run then.
    Centroids(Array2<f32>),
}

/// What a centroid is, and so what a cluster is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Metric {
    /// The mean of the rows; squared Euclidean distance.
    Euclidean,
    /// The mean direction: rows and centroids are taken at unit length (Dhillon and Modha 2001).
    Spherical,
}

/// In which numbers the products are computed that screen the centroids; labels do not depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Precision {
    /// int8 where the CPU has AVX-512 VNNI, bf16 where it has AMX, f32 elsewhere and where there is too little to gain.
    Screened,
    /// f32 throughout.
    F32,
}

/// Parameters of k-means, not yet checked; `check()` turns them into [`KMeansValidParams`].
///
/// Defaults: [`Init::PlusPlus`], 1 run, 300 iterations, tolerance 0, seed 0, [`Metric::Euclidean`],
/// [`Precision::Screened`], prior weight 0. Rows are weighted by the weights of the data set.
#[derive(Debug, Clone, PartialEq)]
pub struct KMeansParams(KMeansValidParams);

/// Checked parameters of k-means; made by `check()` of [`KMeansParams`].
#[derive(Debug, Clone, PartialEq)]
pub struct KMeansValidParams {
    pub(super) k: usize,
    pub(super) init: Init,
    pub(super) runs: usize,
    pub(super) max_iterations: usize,
    pub(super) tolerance: f64,
    pub(super) seed: u64,
    pub(super) metric: Metric,
    pub(super) precision: Precision,
    pub(super) prior_weight: f64,
}

impl KMeansParams {
    /// Parameters for `k` clusters, at least 1.
    #[must_use]
    pub fn new(k: usize) -> Self {
        Self(KMeansValidParams {
            k,
            init: Init::PlusPlus,
            runs: 1,
            max_iterations: 300,
            tolerance: 0.0,
            seed: 0,
            metric: Metric::Euclidean,
            precision: Precision::Screened,
            prior_weight: 0.0,
        })
    }

    /// Sets where each run starts.
    #[must_use]
    pub fn init(mut self, init: Init) -> Self {
        self.0.init = init;
        self
    }

    /// Sets the number of runs, at least 1; the one with the least inertia is the result, ties by lower run.
    #[must_use]
    pub fn n_init(mut self, runs: usize) -> Self {
        self.0.runs = runs;
        self
    }

    /// Sets the most iterations of a run, at least 1.
    #[must_use]
    pub fn max_iterations(mut self, iterations: usize) -> Self {
        self.0.max_iterations = iterations;
        self
    }

    /// Sets the shift of all centroids together, the Frobenius norm, up to which a run has converged; with 0 it goes on
    /// until no row changes its cluster.
    #[must_use]
    pub fn tolerance(mut self, tolerance: f64) -> Self {
        self.0.tolerance = tolerance;
        self
    }

    /// Sets the seed of every random choice.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.0.seed = seed;
        self
    }

    /// Sets what a centroid is.
    #[must_use]
    pub fn metric(mut self, metric: Metric) -> Self {
        self.0.metric = metric;
        self
    }

    /// Sets in which numbers the centroids are screened.
    #[must_use]
    pub fn precision(mut self, precision: Precision) -> Self {
        self.0.precision = precision;
        self
    }

    /// Counts each former centroid as that many more rows of its cluster in a mean; 1 gives the m-k-means of `linfa`.
    #[must_use]
    pub fn prior_weight(mut self, weight: f64) -> Self {
        self.0.prior_weight = weight;
        self
    }
}

impl ParamGuard for KMeansParams {
    type Checked = KMeansValidParams;
    type Error = KMeansError;

    /// Checks every parameter on its own.
    ///
    /// # Errors
    /// [`KMeansError::NoClusters`], [`KMeansError::NoRuns`], [`KMeansError::NoIterations`], [`KMeansError::Negative`];
    /// [`KMeansError::CentroidCount`] and [`KMeansError::NotFinite`] for the first centroids.
    fn check_ref(&self) -> Result<&KMeansValidParams, KMeansError> {
        self.0.check().map(|()| &self.0)
    }

    fn check(self) -> Result<KMeansValidParams, KMeansError> {
        self.0.check().map(|()| self.0)
    }
}

impl KMeansValidParams {
    fn check(&self) -> Result<(), KMeansError> {
        match (self.k, self.runs, self.max_iterations) {
            (0, ..) => return Err(KMeansError::NoClusters),
            (_, 0, _) => return Err(KMeansError::NoRuns),
            (_, _, 0) => return Err(KMeansError::NoIterations),
            _ => {}
        }
        not_negative("the tolerance", self.tolerance)?;
        not_negative("the prior weight", self.prior_weight)?;
        let Init::Centroids(centroids) = &self.init else { return Ok(()) };
        if centroids.nrows() != self.k {
            return Err(KMeansError::CentroidCount { found: centroids.nrows(), expected: self.k });
        }
        super::points::check_finite("centroid", centroids.view())
    }
}

fn not_negative(name: &'static str, value: f64) -> Result<(), KMeansError> {
    if value.is_finite() && value >= 0.0 { Ok(()) } else { Err(KMeansError::Negative { name, value }) }
}
