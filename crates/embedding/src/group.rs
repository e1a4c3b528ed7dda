//! Which texts pass through the encoder together.

use std::cmp::Reverse;

/// Tokens, as estimated, that a group holds at most: enough that short texts share each reading of the weights, few
/// enough that the last groups keep all threads busy.
const GROUP_TOKENS: usize = 512;
/// Bytes of a usual token, with the space after it.
const BYTES_A_TOKEN: usize = 5;

/// The positions of `texts` in groups, long texts first, equal ones in their order.
///
/// `limit` is the number of tokens at which texts are cut. Cost is `O(n log n)`.
pub(crate) fn groups(texts: &[&str], limit: usize) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..texts.len()).collect();
    order.sort_by_key(|&index| (Reverse(texts[index].len()), index));
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut room = 0;
    for index in order {
        let tokens = (texts[index].len() / BYTES_A_TOKEN + 2).min(limit);
        match groups.last_mut() {
            Some(group) if tokens <= room => group.push(index),
            _ => {
                groups.push(vec![index]);
                room = GROUP_TOKENS;
            }
        }
        room = room.saturating_sub(tokens);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_in_one_group_and_no_group_is_too_long() {
        let texts: Vec<String> = (0..300).map(|i| "a word ".repeat(i * 7919 % 400)).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let groups = groups(&texts, 256);
        let mut all: Vec<usize> = groups.concat();
        all.sort_unstable();
        assert_eq!(all, (0..300).collect::<Vec<_>>());
        let tokens = |index: &usize| (texts[*index].len() / BYTES_A_TOKEN + 2).min(256);
        assert!(groups.iter().all(|group| group.iter().map(tokens).sum::<usize>() <= GROUP_TOKENS));
        assert!(groups.len() < 150 && groups[0].len() == 2);
    }

    #[test]
    fn no_texts_give_no_groups() {
        assert!(groups(&[], 256).is_empty());
    }
}
