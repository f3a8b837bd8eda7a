//! The computation of the sequence: against the plain method, against published
//! values, through its checkpoints, and through the program.

mod program;

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use grundy::Values;
use grundy::record::{
    CheckpointError, Computation, RUN, Sparse, Tally, Vectors, history_file, is_common,
};
use serde_json::{Value, json};

use program::{ok, run};

fn advance(computation: &mut Computation, values: u64, vectors: Vectors) {
    computation.advance(values, vectors, &AtomicBool::new(false), &mut |_| ()).unwrap();
}

/// A place for files of one test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn fast_and_plain_values_are_the_same_with_and_without_vectors() {
    let plain = Sparse::up_to(280_000);
    let fast = Values::up_to(280_000);
    assert!(plain.values().iter().zip(0..).all(|(&v, n)| v == fast.get(n)));
    assert_eq!((fast.bound(), plain.values().len()), (280_000, 280_001));
    let tally: Tally = plain.values()[1..].iter().copied().collect();
    for vectors in [Vectors::Portable, Vectors::detected()] {
        let mut computation = Computation::start();
        advance(&mut computation, 4 * RUN, vectors);
        assert_eq!(computation.tally_up_to(280_000).unwrap(), tally);
    }
    // One more after the last whole run, and none.
    let computation = Computation::start();
    let to = |n| computation.tally_up_to(n).unwrap().values();
    assert_eq!([to(262_143), to(262_144)], [262_143, 262_144]);
}

/// A. Flammenkamp's list of rare values ends with 82,860, and the maxima stand in
/// field report N01.
#[test]
fn known_maxima_and_the_last_rare_heap() {
    let mut computation = Computation::start();
    let more = 3_653_177 - computation.heap();
    advance(&mut computation, more, Vectors::detected());
    let maxima = computation.tally().maxima();
    assert_eq!(maxima[maxima.len() - 3..], [(45_668, 230), (763_622, 231), (3_653_177, 234)]);
    let rares = computation.rares();
    assert_eq!((rares.len(), rares.last()), (1273, Some(&(82_860, 108))));
    assert!(rares.iter().all(|&(_, value)| !is_common(value)));
    let sum: u64 = computation.tally().counts().iter().sum();
    assert_eq!(sum, computation.heap());
}

/// 1,274 rare heaps below 10^7 and 1,287 in all, the empty one counted, are told of
/// A. Flammenkamp's computation; these are the 13 between.
#[test]
#[ignore = "takes a minute: cargo test --release -p grundy --test record -- --ignored"]
fn thirteen_rare_heaps_come_late() {
    let mut computation = Computation::start();
    advance(&mut computation, 50_700_000, Vectors::detected());
    let rares = computation.rares();
    let late = [
        (47_595_779, 259),
        (47_597_339, 260),
        (47_844_890, 260),
        (47_846_178, 260),
        (47_850_055, 260),
        (47_879_108, 261),
        (47_879_404, 261),
        (47_912_346, 258),
        (48_042_117, 258),
        (48_046_310, 261),
        (48_142_092, 258),
        (48_142_376, 265),
        (48_399_022, 259),
    ];
    assert_eq!((rares.len(), &rares[1273..]), (1286, &late[..]));
    assert_eq!(computation.tally().maxima().last(), Some(&(50_666_285, 280)));
    let never = AtomicBool::new(false);
    for heap in [47_595_779, 47_912_346, 48_142_376, 48_399_022, 50_666_285] {
        let checked = computation.verify(heap - 100, heap + 100, &never, &mut |_| ()).unwrap();
        assert_eq!(checked.heaps, 201);
    }
}

#[test]
fn a_stretch_is_checked_by_the_plain_method() {
    let never = AtomicBool::new(false);
    let mut computation = Computation::start();
    advance(&mut computation, 200 * RUN, Vectors::detected());
    let mut seen = Vec::new();
    let mut check =
        |from, to| computation.verify(from, to, &never, &mut |heap| seen.push(heap)).unwrap();
    let at_start = check(0, 3);
    assert_eq!((at_start.heaps, at_start.deepest), (3, 0));
    // Both sides of the heap where runs begin.
    assert_eq!(check(262_100, 262_300).heaps, 201);
    let far = check(1_000_000, 1_000_400);
    assert_eq!(far.heaps, 401);
    assert!(far.deepest > 1000, "{far:?}");
    assert_eq!(seen.last(), Some(&1_000_400));
    let stopped = AtomicBool::new(true);
    assert_eq!(computation.verify(1, 100, &stopped, &mut |_| ()).unwrap().heaps, 0);
    assert_eq!([7, 763_622, 1 << 40].map(|n| computation.value(n)), [Some(0), Some(231), None]);
}

#[test]
fn a_checkpoint_goes_on_where_it_was() {
    let file = folder("resume").join("grundy.checkpoint");
    let mut whole = Computation::start();
    advance(&mut whole, 5 * RUN, Vectors::detected());
    whole.save(&file).unwrap();
    let mut resumed = Computation::resume(&file).unwrap();
    assert_eq!(resumed.tally(), whole.tally());
    advance(&mut whole, 3 * RUN, Vectors::detected());
    advance(&mut resumed, 3 * RUN, Vectors::Portable);
    assert_eq!(resumed.tally(), whole.tally());
    assert_eq!(resumed.rares(), whole.rares());
    // The second time only what is new is added to the history.
    resumed.save(&file).unwrap();
    let again = Computation::resume(&file).unwrap();
    assert_eq!((again.tally(), again.value(280_000)), (whole.tally(), whole.value(280_000)));
    // Nothing else is left beside the two files.
    assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 2);
}

#[test]
fn damaged_and_foreign_checkpoints_are_named_and_left_alone() {
    let folder = folder("damaged");
    let good = folder.join("good");
    let mut short = Computation::start();
    advance(&mut short, RUN, Vectors::detected());
    short.save(&good).unwrap();
    fs::copy(history_file(&good), history_file(&folder.join("bad"))).unwrap();
    let bytes = fs::read(&good).unwrap();
    let with = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = bytes.clone();
        change(&mut bytes);
        let file = folder.join("bad");
        fs::write(&file, &bytes).unwrap();
        let error = Computation::resume(&file).unwrap_err();
        assert_eq!(fs::read(&file).unwrap(), bytes);
        error
    };
    let is_damaged = |error: &CheckpointError| matches!(error, CheckpointError::Damaged { .. });
    for place in [13, 21, 5000, bytes.len() - 1] {
        assert!(is_damaged(&with(&|bytes| bytes[place] ^= 1)), "{place}");
    }
    for length in [16, 20, 5000, bytes.len() - 1] {
        assert!(is_damaged(&with(&|bytes| bytes.truncate(length))), "{length}");
    }
    assert!(is_damaged(&with(&|bytes| bytes.push(0))));
    assert!(matches!(with(&|bytes| bytes[11] += 1), CheckpointError::Version(_)));
    assert!(matches!(with(&|bytes| bytes[0] += 1), CheckpointError::Foreign(_)));
    assert!(matches!(with(&|bytes| bytes.truncate(3)), CheckpointError::Foreign(_)));
    assert!(matches!(with(&Vec::clear), CheckpointError::Foreign(_)));
    let history = history_file(&good);
    fs::write(&history, vec![7; RUN as usize]).unwrap();
    assert!(is_damaged(&Computation::resume(&good).unwrap_err()));
    fs::write(&history, "short").unwrap();
    assert!(is_damaged(&Computation::resume(&good).unwrap_err()));
    fs::remove_file(&history).unwrap();
    let without = Computation::resume(&good).unwrap_err();
    assert!(without.to_string().contains(".history"), "{without}");
    let missing = Computation::resume(&folder.join("missing")).unwrap_err();
    assert!(matches!(missing, CheckpointError::File { .. }));
    let nowhere = Computation::start().save(&folder.join("no/such/folder")).unwrap_err();
    assert!(nowhere.to_string().contains("no/such/folder"), "{nowhere}");
}

/// What no sum tells: numbers that no computation has, behind sums that are right.
#[test]
fn impossible_checkpoints_with_right_sums_are_damaged() {
    let folder = folder("impossible");
    let good = folder.join("good");
    let mut short = Computation::start();
    advance(&mut short, RUN, Vectors::detected());
    short.save(&good).unwrap();
    fs::copy(history_file(&good), history_file(&folder.join("bad"))).unwrap();
    let bytes = fs::read(&good).unwrap();
    // Behind 12 bytes of name, three numbers and 512 counts.
    let maxima = 12 + 8 * (3 + 512);
    let count = short.tally().maxima().len();
    let late = maxima + 8 + 16 * count;
    assert_eq!(bytes[maxima], count as u8);
    assert_eq!(bytes[late..late + 8], [0; 8]);
    let resumed = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = bytes.clone();
        change(&mut bytes);
        let (body, sum) = bytes.split_last_chunk_mut().unwrap();
        *sum = crc32fast::hash(body).to_le_bytes();
        fs::write(folder.join("bad"), &bytes).unwrap();
        Computation::resume(&folder.join("bad"))
    };
    let reason = |change: &dyn Fn(&mut Vec<u8>)| resumed(change).unwrap_err().to_string();
    assert!(resumed(&|_| ()).is_ok());
    // A maximum of 65,536 more, one at a heap beyond the last, one that is none.
    for place in [maxima + 8 + 8 + 2, maxima + 8 + 7, maxima + 8 + 16 + 8 + 1] {
        assert!(reason(&|bytes| bytes[place] = 1).contains("maxima"), "{place}");
    }
    let with_late = |heap: u64, value: u64| {
        reason(&|bytes| {
            bytes[late] = 1;
            let pair = [heap.to_le_bytes(), value.to_le_bytes()].concat();
            bytes.splice(late + 8..late + 8, pair);
        })
    };
    for (heap, value) in [(0, 6), (u64::MAX, 6), (Computation::FIRST, 2), (Computation::FIRST, 512)]
    {
        assert!(with_late(heap, value).contains("rare heaps are impossible"), "{heap} {value}");
    }
    assert!(with_late(Computation::FIRST, 6).contains("rare heaps are not those"));
    let last = bytes.len() - 5;
    assert!(reason(&|bytes| bytes[last] ^= 1).contains("window"));
}

fn last_line<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().rfind(|line| line.starts_with(name))
}

#[test]
fn compute_prints_what_it_has_found() {
    let text = ok(&["compute", "1000"]);
    let line = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name));
        line.unwrap_or_else(|| panic!("{name} in {text}")).split_whitespace().collect::<Vec<_>>()
    };
    assert_eq!(line("values"), ["values", "1000"]);
    assert_eq!(line("maxima")[1..7], ["0", "at", "1,", "1", "at", "3,"]);
    assert!(text.contains("28 at 939"), "{text}");
    let found: Value = serde_json::from_str(&ok(&["compute", "1000", "--json"])).unwrap();
    assert_eq!(found["values"], 1000);
    assert_eq!(found["maxima"][2], json!({"heap": 5, "value": 2}));
    // g(1) = g(2) = 0, g(4) = 0, g(6) = 1, g(7) = 0
    assert_eq!(found["rare_heaps"][4], json!({"heap": 6, "value": 1}));
    let tally: Tally = Sparse::up_to(1000).values()[1..].iter().copied().collect();
    assert_eq!(found["checksum"], format!("{:016x}", tally.checksum()));
    assert_eq!(found["counts"]["0"], tally.counts()[0]);
    assert!(!ok(&["compute", "1000", "--brief"]).contains("counts"));
    let checked = ok(&["compute", "2000", "--verify", "1..2000"]);
    assert!(checked.contains("2000 values, the same"), "{checked}");
    assert!(checked.starts_with("values       2000\n"), "{checked}");
    // The end of what is asked for lies within a run.
    let within = ok(&["compute", "264000", "--brief", "--verify", "263990..264000"]);
    assert!(
        within.contains("values       264000") && within.contains("11 values, the same"),
        "{within}"
    );
    assert_eq!(last_line(&checked, "last rare"), last_line(&ok(&["compute", "2000"]), "last rare"));
}

#[test]
fn compute_keeps_a_checkpoint() {
    let file = folder("program").join("state");
    let file = file.to_str().unwrap();
    let first = ok(&["compute", "263000", "--json", "--checkpoint", file]);
    let (status, _, err) = run(&["compute", "270000", "--checkpoint", file], "");
    assert_eq!(status, 1);
    assert!(err.contains("--resume") && err.lines().count() == 1, "{err}");
    let on = ["compute", "270000", "--json", "--checkpoint", file, "--resume"];
    let (first, on) = (first, ok(&on));
    let parse = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    assert_eq!(
        (&parse(&first)["values"], &parse(&on)["values"]),
        (&json!(263_000), &json!(270_000))
    );
    let whole = parse(&ok(&["compute", "270000", "--json"]));
    assert_eq!(whole["checksum"], parse(&on)["checksum"]);
    let (status, _, err) = run(&["compute", "262500", "--checkpoint", file, "--resume"], "");
    assert_eq!((status, err.lines().count()), (1, 1), "{err}");
    assert!(err.contains(file) && err.contains("not 262500"), "{err}");
    fs::write(file, "something else").unwrap();
    let (status, _, err) = run(&["compute", "270000", "--checkpoint", file, "--resume"], "");
    assert_eq!((status, err.lines().count()), (1, 1));
    assert!(err.contains("not a checkpoint"), "{err}");
    assert_eq!(fs::read_to_string(file).unwrap(), "something else");
}

#[test]
fn bad_numbers_are_named() {
    let cases: [(&[&str], &str); 16] = [
        (&["compute"], "N"),
        (&["compute", "0"], "0"),
        (&["compute", "-5"], "-5"),
        (&["compute", "x"], "x"),
        (&["compute", "2^41"], "2^41"),
        (&["compute", "10^99"], "10^99"),
        (&["compute", "99999999999999999999"], "99999999999999999999"),
        (&["compute", "1.5"], "1.5"),
        (&["compute", "1000", "--verify", "5"], "5"),
        (&["compute", "1000", "--verify", "9..5"], "9..5"),
        (&["compute", "1000", "--verify", "5..2000"], "5..2000"),
        (&["compute", "1000", "--verify", "-1..5"], "-1..5"),
        (&["compute", "1000", "--resume"], "--checkpoint"),
        (&["compute", "1000", "--checkpoint", "nowhere"], "N = 1000"),
        (&["compute", "+7"], "+7"),
        (&["compute", "0^0"], "0^0"),
    ];
    for (args, word) in cases {
        let (status, out, err) = run(args, "");
        assert_eq!((status, &*out, err.lines().count()), (2, "", 1), "{args:?}: {err}");
        assert!(err.contains(word), "{args:?}: {err}");
    }
}
