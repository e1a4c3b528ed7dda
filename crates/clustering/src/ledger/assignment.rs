//! The best one-to-one pairs.

/// Pairs of rows and columns with the greatest sum of weights, none taken twice; pairs of weight 0 or less are left out.
///
/// `weights` has as many columns in every row. The Hungarian method with potentials (Kuhn 1955; Munkres 1957); ties by the order
/// of rows. Cost `O(rows² columns)`, or with both swapped where there are more rows.
pub(super) fn heaviest(weights: &[Vec<i64>]) -> Vec<(usize, usize)> {
    let columns = weights.first().map_or(0, Vec::len);
    if weights.len() > columns {
        let turned: Vec<Vec<i64>> =
            (0..columns).map(|column| weights.iter().map(|row| row[column]).collect()).collect();
        let mut pairs: Vec<_> = heaviest(&turned).into_iter().map(|(column, row)| (row, column)).collect();
        pairs.sort_unstable();
        return pairs;
    }
    let mut matching = Matching::new(weights.len(), columns);
    (1..=weights.len()).for_each(|row| matching.add(row, weights));
    let pair = |column: usize| Some((matching.row_of[column].checked_sub(1)?, column - 1));
    let mut pairs: Vec<_> =
        (1..=columns).filter_map(pair).filter(|&(row, column)| weights[row][column] > 0).collect();
    pairs.sort_unstable();
    pairs
}

/// Rows and columns count from 1; 0 stands for none.
struct Matching {
    of_rows: Vec<i64>,
    of_columns: Vec<i64>,
    row_of: Vec<usize>,
}

impl Matching {
    fn new(rows: usize, columns: usize) -> Self {
        Self { of_rows: vec![0; rows + 1], of_columns: vec![0; columns + 1], row_of: vec![0; columns + 1] }
    }

    /// Finds a column for `row`, and other columns for rows that have to make way.
    fn add(&mut self, row: usize, weights: &[Vec<i64>]) {
        let columns = self.of_columns.len();
        let mut slack = vec![i64::MAX; columns];
        let mut came_by = vec![0; columns];
        let mut used = vec![false; columns];
        let mut column = 0;
        self.row_of[0] = row;
        while self.row_of[column] != 0 {
            used[column] = true;
            let row = self.row_of[column];
            let (mut least, mut next) = (i64::MAX, 0);
            for other in (1..columns).filter(|&other| !used[other]) {
                let cost = -weights[row - 1][other - 1] - self.of_rows[row] - self.of_columns[other];
                if cost < slack[other] {
                    (slack[other], came_by[other]) = (cost, column);
                }
                if slack[other] < least {
                    (least, next) = (slack[other], other);
                }
            }
            self.shift(&used, &mut slack, least);
            column = next;
        }
        while column != 0 {
            let before = came_by[column];
            self.row_of[column] = self.row_of[before];
            column = before;
        }
    }

    fn shift(&mut self, used: &[bool], slack: &mut [i64], by: i64) {
        for column in 0..used.len() {
            if used[column] {
                self.of_rows[self.row_of[column]] += by;
                self.of_columns[column] -= by;
            } else if slack[column] < i64::MAX {
                slack[column] -= by;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The greatest sum by trying every way.
    fn slow(weights: &[Vec<i64>], taken: &mut Vec<bool>) -> i64 {
        let Some((row, rest)) = weights.split_first() else { return 0 };
        let mut best = slow(rest, taken);
        for column in 0..row.len() {
            if !taken[column] && row[column] > 0 {
                taken[column] = true;
                best = best.max(row[column] + slow(rest, taken));
                taken[column] = false;
            }
        }
        best
    }

    proptest! {
        #[test]
        fn no_other_pairs_weigh_more(rows in 1_usize..6, columns in 1_usize..6, values in prop::collection::vec(0_i64..9, 36)) {
            let weights: Vec<Vec<i64>> =
                (0..rows).map(|row| values[row * 6..row * 6 + columns].to_vec()).collect();
            let pairs = heaviest(&weights);
            let sum: i64 = pairs.iter().map(|&(row, column)| weights[row][column]).sum();
            prop_assert_eq!(sum, slow(&weights, &mut vec![false; columns]));
            let mut used: Vec<usize> = pairs.iter().map(|pair| pair.1).collect();
            used.sort_unstable();
            used.dedup();
            prop_assert_eq!(used.len(), pairs.len());
        }
    }

    #[test]
    fn nothing_pairs_with_nothing() {
        assert!(heaviest(&[]).is_empty() && heaviest(&[vec![], vec![]]).is_empty());
        assert!(heaviest(&[vec![0, 0]]).is_empty());
    }
}
