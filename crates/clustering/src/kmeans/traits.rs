//! k-means by the traits of `linfa`.

use linfa::DatasetBase;
use linfa::traits::{Fit, FitWith, PredictInplace, Transformer};
use linfa_clustering::{IncrKMeansError, KMeans, KMeansInit};
use linfa_nn::distance::L2Dist;
use ndarray::{Array1, Array2, ArrayBase, Data, Ix2};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::fit::{best_run, warm_run};
use super::nearest::{Nearest, Prepared};
use super::points::Points;
use super::{KMeansError, KMeansModel, KMeansValidParams, Precision};

impl<D: Data<Elem = f32>, T> Fit<ArrayBase<D, Ix2>, T, KMeansError> for KMeansValidParams {
    type Object = KMeansModel;

    /// Fits the records, shape `(n, width)`, weighted by the weights of the data set where it has some.
    ///
    /// There are fewer clusters than asked for where there are fewer different rows. The result does not depend on
    /// precision, instruction path or threads. Cost is `O(n k width)` an iteration at most; rows far from any border
    /// between clusters are passed over while the centroids hardly move.
    ///
    /// # Errors
    /// [`KMeansError::NoRows`], [`KMeansError::NotFinite`], [`KMeansError::WeightCount`], [`KMeansError::Weight`],
    /// [`KMeansError::Width`], and [`KMeansError::NoDirection`] for a row of zeros with the spherical metric.
    fn fit(&self, dataset: &DatasetBase<ArrayBase<D, Ix2>, T>) -> Result<KMeansModel, KMeansError> {
        best_run(self, &points(self, dataset)?)
    }
}

impl<'a, D: Data<Elem = f32>, T: 'a> FitWith<'a, ArrayBase<D, Ix2>, T, KMeansError> for KMeansValidParams {
    type ObjectIn = Option<KMeansModel>;
    type ObjectOut = KMeansModel;

    /// Fits the records in one run that starts from the centroids of a model; without one, as `fit`.
    ///
    /// # Errors
    /// As `fit`; [`KMeansError::Width`] where the model has another width.
    fn fit_with(
        &self,
        model: Option<KMeansModel>,
        dataset: &'a DatasetBase<ArrayBase<D, Ix2>, T>,
    ) -> Result<KMeansModel, KMeansError> {
        let points = points(self, dataset)?;
        match model {
            Some(model) => warm_run(self, &points, &model.centroids),
            None => best_run(self, &points),
        }
    }
}

fn points<'a, D: Data<Elem = f32>, T>(
    params: &KMeansValidParams,
    dataset: &'a DatasetBase<ArrayBase<D, Ix2>, T>,
) -> Result<Points<'a>, KMeansError> {
    Points::new(dataset.records.view(), dataset.weights(), params.metric)
}

impl<D: Data<Elem = f32>> PredictInplace<ArrayBase<D, Ix2>, Array1<usize>> for KMeansModel {
    /// The nearest centroid of every row, ties by lower index; 0 for a row that is not finite.
    ///
    /// # Panics
    /// As `linfa`'s own, where rows and labels differ in number, or rows and centroids in width;
    /// [`two_nearest()`](KMeansModel::two_nearest) gives an error instead.
    fn predict_inplace(&self, rows: &ArrayBase<D, Ix2>, labels: &mut Array1<usize>) {
        assert_eq!(rows.nrows(), labels.len(), "one label for every row");
        assert_eq!(rows.ncols(), self.centroids.ncols(), "rows as wide as the centroids");
        let points = Points::unchecked(rows.view());
        let prepared = Prepared::new(&points, self.k(), Precision::F32);
        *labels = Nearest::new(&prepared, &self.centroids).labels.into();
    }

    fn default_target(&self, rows: &ArrayBase<D, Ix2>) -> Array1<usize> {
        Array1::zeros(rows.nrows())
    }
}

impl<D: Data<Elem = f32>> Transformer<&ArrayBase<D, Ix2>, Array1<f32>> for KMeansModel {
    /// Squared distance of every row to its nearest centroid.
    ///
    /// # Panics
    /// Where rows and centroids differ in width.
    fn transform(&self, rows: &ArrayBase<D, Ix2>) -> Array1<f32> {
        assert_eq!(rows.ncols(), self.centroids.ncols(), "rows as wide as the centroids");
        let points = Points::unchecked(rows.view());
        self.two_nearest_of(&points).into_iter().map(|two| two.distance as f32).collect()
    }
}

impl KMeansModel {
    /// The same centroids as a model of `linfa-clustering`; its counts are zeros and its inertia is not a number.
    ///
    /// # Errors
    /// [`KMeansError::Linfa`] where `linfa` refuses.
    pub fn to_linfa(&self) -> Result<KMeans<f32, L2Dist>, KMeansError> {
        let nothing = DatasetBase::from(Array2::<f32>::zeros((0, self.centroids.ncols())));
        let params = KMeans::params_with(self.k(), Xoshiro256PlusPlus::seed_from_u64(0), L2Dist)
            .n_runs(1)
            .init_method(KMeansInit::Precomputed(self.centroids.clone()));
        match params.fit_with(None, &nothing) {
            Ok(model) | Err(IncrKMeansError::NotConverged(model)) => Ok(model),
            Err(error) => Err(KMeansError::Linfa(error.to_string())),
        }
    }
}
