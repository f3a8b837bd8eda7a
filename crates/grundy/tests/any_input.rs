//! Whatever the types allow: nothing panics, and answers keep their promises.

use std::sync::atomic::AtomicBool;

use grundy::octal::{OctalCode, OctalValues, Periodicity, plain};
use grundy::record::{Computation, Halt, Sparse, Tally, Vectors, is_common};
use grundy::{
    Heaps, Lecture, Misere, MisereError, MisereSolver, NimSum, OddHeaps, Side, Split, Values,
    nim_value_by_search, ways,
};
use proptest::prelude::*;
use search_core::{Heuristics, Player, Position, legal_moves};

fn size() -> impl Strategy<Value = u32> {
    prop_oneof![8 => 1..40u32, 1 => any::<u32>(), 1 => Just(0), 1 => Just(u32::MAX)]
}

fn heaps() -> impl Strategy<Value = Heaps> {
    prop::collection::vec(1..30u32, 1..6).prop_filter_map("heaps", |sizes| Heaps::new(&sizes).ok())
}

fn code() -> impl Strategy<Value = OctalCode> {
    "[04]?\\.[0-7]{1,6}".prop_filter_map("a code", |text| text.parse().ok())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn heaps_and_splits(sizes in prop::collection::vec(size(), 0..8), heap in size(), small in size(), bits in 1..=u16::MAX) {
        let split = Split { heap, small };
        let _ = (split.large(), split.to_string(), ways(heap), Split::of(heap).next_back());
        let Ok(mut heaps) = Heaps::new(&sizes) else { return Ok(()) };
        let _ = (heaps.check(split).map_err(|e| e.to_string()), heaps.pack(split), heaps.history_slot(split));
        let _ = (heaps.unpack(bits.try_into().unwrap()), heaps.coins(), heaps.is_over());
        heaps.reserve(usize::MAX);
        prop_assert_eq!(heaps.to_string().parse::<Heaps>(), Ok(heaps.clone()));
        if heaps.check(split).is_ok() {
            let before = heaps.clone();
            heaps.make(split);
            heaps.unmake(split, ());
            prop_assert_eq!(&heaps, &before);
        }
        let nim = NimSum::up_to(60);
        let _ = (nim.of_heap(heap), nim.of(&heaps), nim.winning_splits(&heaps).take(5).count());
        let mut misere = Misere(heaps.clone().with_side(Side::Second));
        misere.reserve(usize::MAX);
        let _ = MisereSolver::with_limit(50).winning_splits(&heaps).map_err(|e| e.to_string());
    }

    #[test]
    fn sets_of_heaps(bits in any::<u128>(), packed in 1..=u16::MAX, split in (size(), size())) {
        let odd = OddHeaps::from_bits(bits);
        let split = Split { heap: split.0, small: split.1 };
        let _ = (odd.to_string(), odd.pack(split), odd.count_moves(), odd.history_slot(split));
        let unpacked = odd.unpack(packed.try_into().unwrap());
        prop_assert!(unpacked.is_none_or(|m| legal_moves(&odd).contains(&m)));
        if let Some(heaps) = odd.to_heaps() {
            prop_assert_eq!(OddHeaps::try_from(&heaps), Ok(odd));
        }
    }

    #[test]
    fn any_text(text in "\\PC{0,30}|[0-9 =+,.]{0,30}") {
        let _ = text.parse::<Heaps>().map_err(|e| e.to_string());
        let _ = text.parse::<Split>().map_err(|e| e.to_string());
        let _ = text.parse::<OctalCode>().map_err(|e| e.to_string());
        let _ = Heaps::from_words(text.split('=')).map_err(|e| e.to_string());
    }

    #[test]
    fn small_graphs(heaps in heaps(), limit in 0..200usize, node in any::<usize>()) {
        if let Ok(lecture) = Lecture::new(&heaps, Player::Min, limit) {
            let _ = (lecture.name(node), lecture.winner(), lecture.win().solution());
            let _ = Lecture::goal_of(&lecture.graph().nodes()[0]);
            let nim = NimSum::up_to(100).of(&heaps);
            prop_assert_eq!(Some(nim_value_by_search(&heaps)), nim);
        }
    }

    #[test]
    fn octal_games(code in code(), bound in 0..300usize, place in any::<usize>(), heaps in any::<u32>(), values in prop::collection::vec(any::<u16>(), 0..40)) {
        let _ = (code.digit(place), code.may_leave(place, heaps), code.last_place());
        if let Some(found) = Periodicity::find(&code, &values) {
            prop_assert!(found.proved_by < values.len() && found.last_exception().is_none_or(|n| n < values.len()));
        }
        let mut fast = OctalValues::new(code.clone());
        let _ = (fast.heap(), fast.maximum(), fast.split(), fast.rares().len());
        if fast.advance(bound).is_ok() {
            prop_assert_eq!(Ok(fast.values().to_vec()), plain(&code, bound));
        }
        let _ = fast.advance_to_proof(bound / 2, &mut |_| ());
    }

    #[test]
    fn tallies(values in prop::collection::vec(any::<u16>(), 0..50)) {
        let tally: Tally = values.iter().copied().collect();
        prop_assert_eq!(tally.values(), values.len() as u64);
        let _ = (tally.checksum(), tally.counts().len(), tally.maxima().len());
        prop_assert_eq!(values.iter().filter(|&&v| is_common(v) == is_common(v ^ 3)).count(), 0);
    }
}

/// The longest line of play is not the longest stack.
#[test]
fn misere_play_of_many_great_heaps_has_an_end() {
    let heaps = Heaps::new(&[255; Heaps::MAX_HEAPS]).expect("heaps");
    let mut solver = MisereSolver::with_limit(4_000);
    assert_eq!(solver.wins(&heaps), Err(MisereError::TooManyPositions(4_000)));
    assert_eq!(MisereSolver::with_limit(0).wins(&heaps), Err(MisereError::TooManyPositions(0)));
}

#[test]
fn computations_of_any_length() {
    let mut computation = Computation::start();
    // Stopped before it begins: the length is not what ends it.
    let stopped = AtomicBool::new(true);
    let done = computation.advance(u64::MAX, Vectors::detected(), &stopped, &mut |_| ());
    assert_eq!(done, Ok::<(), Halt>(()));
    let heap = computation.heap();
    assert_eq!((computation.value(heap + 1), computation.value(u64::MAX)), (None, None));
    assert_eq!(computation.value(0), Some(0));
    let verified = computation.verify(u64::MAX, 0, &AtomicBool::new(false), &mut |_| ());
    assert_eq!(verified.map(|checked| checked.heaps), Ok(0));
    assert_eq!(Values::from(computation).get(7), 0);
    assert_eq!(Sparse::up_to(0).values(), [0]);
    assert_eq!((Values::up_to(0).get(0), Values::up_to(0).bound()), (0, 0));
}
