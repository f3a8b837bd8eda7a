//! Counting, and refusing to.

use super::*;

#[test]
fn pairs_are_sorted_by_their_points() {
    let mut tally = Tally::default();
    for a in Score::ALL {
        for b in Score::ALL {
            tally.add_pair(a, b);
        }
    }
    // 0: LL. 1/2: LD DL. 1: WL LW DD. 3/2: WD DW. 2: WW.
    assert_eq!(tally.pair_counts(), [1, 2, 3, 2, 1]);
    assert_eq!((tally.wins(), tally.draws(), tally.losses()), (6, 6, 6));
    assert_eq!((tally.games(), tally.pairs()), (18, 9));
    assert_eq!(tally.score(), Some(0.5));
    assert_eq!(tally.draw_ratio(), Some(1.0 / 3.0));
    assert_eq!(tally.level_pair_ratio(), Some(1.0 / 3.0));
    assert_eq!(tally.swapped(), tally);
}

#[test]
fn a_lone_game_joins_no_pair() {
    let mut tally = Tally::default();
    tally.add_single(Score::Win);
    assert_eq!((tally.games(), tally.pairs(), tally.score()), (1, 0, Some(1.0)));
    tally.add_pair(Score::Draw, Score::Draw);
    assert_eq!((tally.games(), tally.pairs()), (3, 1));
    assert_eq!(tally.estimate().map(|e| e.score.value), Some(0.5));
}

#[test]
fn nothing_has_no_ratio() {
    let none = Tally::default();
    assert_eq!((none.games(), none.pairs()), (0, 0));
    assert_eq!((none.score(), none.draw_ratio(), none.level_pair_ratio()), (None, None, None));
    assert!(none.estimate().is_none());
}

#[test]
fn sums_and_differences() {
    let mut tally = Tally::default();
    tally.add_pair(Score::Win, Score::Draw);
    tally.add_single(Score::Loss);
    let earlier = tally;
    let mut later = Tally::default();
    later.add_pair(Score::Loss, -Score::Win);
    tally += later;
    assert_eq!(tally.to_string(), "W 1 D 1 L 3, pairs [1 0 0 1 0]");
    assert_eq!(tally.since(&earlier), Some(later));
    assert_eq!(earlier.since(&tally), None);
    assert_eq!(tally.swapped().to_string(), "W 3 D 1 L 1, pairs [0 1 0 0 1]");
}

#[test]
fn impossible_counts_are_refused() {
    assert!(Tally::from_counts(1, 0, 1, [0, 0, 1, 0, 0]).is_ok());
    assert!(Tally::from_counts(0, 2, 0, [0, 0, 1, 0, 0]).is_ok());
    assert!(Tally::from_counts(1, 1, 0, [0, 0, 1, 0, 0]).is_err());
    assert!(Tally::from_counts(1, 3, 2, [0, 0, 3, 0, 0]).is_err());
    assert!(Tally::from_counts(2, 0, 0, [0, 0, 0, 1, 0]).is_err());
    let most = u32::MAX;
    assert!(Tally::from_counts(most, most, most, [0; 5]).is_ok());
    let error = Tally::from_counts(1, 0, 0, [most; 5]).unwrap_err();
    assert!(error.to_string().ends_with("cannot be among the games W 1 D 0 L 0"));
}

#[test]
fn every_tally_that_was_counted_can_be_read_back() {
    // All ways to play three pairs and a lone game.
    for code in 0..3_usize.pow(7) {
        let game = |i| Score::ALL[code / 3_usize.pow(i) % 3];
        let mut tally = Tally::default();
        (0..3).for_each(|i| tally.add_pair(game(2 * i), game(2 * i + 1)));
        tally.add_single(game(6));
        let Tally { wins, draws, losses, pairs } = tally;
        assert_eq!(Tally::from_counts(wins, draws, losses, pairs), Ok(tally));
    }
}
