//! Models of what threads share, run by `loom` through every order in which they can see each
//! other's writes (`docs/threads.md`):
//!
//! ```sh
//! RUSTFLAGS="--cfg loom" cargo test -p search-core --release --test loom
//! ```
#![cfg(loom)]

use std::num::NonZeroU16;

use loom::sync::Arc;
use loom::thread::spawn;
use search_core::tt::{Draft, Entry, Table};
use search_core::{Bound, Depth, Ply, Score, Stop};

/// Two positions of one cluster: the smallest table has no other.
const KEYS: [u64; 2] = [0x1234_5678_9ABC_DEF0, 0x0FED_CBA9_8765_4321];

/// An entry that no other number makes any part of.
fn entry(number: u16) -> Entry {
    let n = i32::from(number);
    let draft = Draft::plies(Depth::new(n));
    let best = NonZeroU16::new(number);
    Entry::new(best, Score::evaluation(100 * n), Some(Bound::Exact), draft, Ply::ROOT)
        .with_evaluation(Some(-(number as i16)))
}

fn table() -> Arc<Table> {
    Arc::new(Table::new(0).expect("sixteen words"))
}

/// Nothing, or what was stored for this position.
fn holds(table: &Table, key: u64, stored: &[Entry]) -> bool {
    table.probe(key).is_none_or(|found| stored.contains(&found))
}

#[test]
fn a_probe_sees_a_whole_entry_of_its_position_or_none() {
    loom::model(|| {
        let table = table();
        let writer = {
            let table = table.clone();
            spawn(move || table.store(KEYS[0], entry(1)))
        };
        let other = {
            let table = table.clone();
            spawn(move || table.store(KEYS[1], entry(2)))
        };
        assert!(holds(&table, KEYS[0], &[entry(1)]));
        assert!(holds(&table, KEYS[1], &[entry(2)]));
        writer.join().unwrap();
        other.join().unwrap();
        // Both wrote into the first free slot: one of them may be lost, or torn, never mixed.
        assert!(holds(&table, KEYS[0], &[entry(1)]));
        assert!(holds(&table, KEYS[1], &[entry(2)]));
    });
}

#[test]
fn two_writers_of_one_position_leave_the_entry_of_one_of_them() {
    loom::model(|| {
        let table = table();
        let writers = [3, 4].map(|number| {
            let table = table.clone();
            spawn(move || {
                table.store(KEYS[0], entry(number));
                // What a thread stored it finds again, unless another one was at it.
                holds(&table, KEYS[0], &[entry(3), entry(4)])
            })
        });
        for writer in writers {
            assert!(writer.join().unwrap());
        }
        assert!(holds(&table, KEYS[0], &[entry(3), entry(4)]));
        assert!(table.probe(KEYS[1]).is_none());
    });
}

#[test]
fn an_entry_is_replaced_under_the_eyes_of_a_reader() {
    loom::model(|| {
        let table = table();
        table.store(KEYS[0], entry(5));
        // The later one brings no move of its own: it keeps the move that was known.
        let [mut bare, mut kept] = [entry(6); 2];
        (bare.best, kept.best) = (None, entry(5).best);
        let writer = {
            let table = table.clone();
            spawn(move || table.store(KEYS[0], bare))
        };
        assert!(holds(&table, KEYS[0], &[entry(5), kept]));
        writer.join().unwrap();
        assert_eq!(table.probe(KEYS[0]), Some(kept));
    });
}

#[test]
fn a_table_that_is_emptied_under_a_writer_holds_nothing_foreign() {
    loom::model(|| {
        let table = table();
        table.store(KEYS[0], entry(7));
        let writer = {
            let table = table.clone();
            spawn(move || table.store(KEYS[0], entry(8)))
        };
        table.clear();
        writer.join().unwrap();
        // The one that came later than the clearing is there, or half of it: then it is none.
        assert!(holds(&table, KEYS[0], &[entry(8)]));
        assert!(table.probe(KEYS[1]).is_none());
        // Alone, it is emptied for good.
        table.clear();
        assert!(KEYS.iter().all(|&key| table.probe(key).is_none()));
    });
}

#[test]
fn a_table_that_is_emptied_under_a_reader_answers_what_was_there_or_nothing() {
    loom::model(|| {
        let table = table();
        table.store(KEYS[0], entry(7));
        let reader = {
            let table = table.clone();
            spawn(move || holds(&table, KEYS[0], &[entry(7)]) && table.probe(KEYS[1]).is_none())
        };
        table.clear();
        assert!(reader.join().unwrap());
        assert!(table.probe(KEYS[0]).is_none());
    });
}

#[test]
fn a_search_begins_while_another_thread_stores() {
    loom::model(|| {
        let table = table();
        let writer = {
            let table = table.clone();
            spawn(move || table.store(KEYS[0], entry(9)))
        };
        table.new_search();
        assert!(table.hashfull() <= 1000);
        writer.join().unwrap();
        assert_eq!(table.probe(KEYS[0]), Some(entry(9)));
        // In a full cluster, of the two a search later, the deeper one stays.
        table.store(KEYS[1], entry(1));
        assert!(KEYS.iter().all(|&key| table.probe(key).is_some()));
    });
}

#[test]
fn touching_the_pages_changes_nothing() {
    loom::model(|| {
        let mut table = Table::new(0).expect("sixteen words");
        table.store(KEYS[0], entry(10));
        table.touch();
        let table = Arc::new(table);
        let writer = {
            let table = table.clone();
            spawn(move || table.store(KEYS[1], entry(11)))
        };
        assert_eq!(table.probe(KEYS[0]), Some(entry(10)));
        writer.join().unwrap();
        let mut table = Arc::try_unwrap(table).ok().expect("the other thread is gone");
        table.touch();
        assert_eq!(KEYS.map(|key| table.probe(key)), [Some(entry(10)), Some(entry(11))]);
    });
}

#[test]
fn whoever_waits_for_the_stop_is_woken() {
    // A wake-up between the look at the flag and the sleep would be lost: loom would then find
    // that nobody can go on.
    loom::model(|| {
        let stop = Stop::new();
        let other = stop.clone();
        let stopper = spawn(move || other.stop());
        stop.wait();
        assert!(stop.is_set());
        stopper.join().unwrap();
    });
}
