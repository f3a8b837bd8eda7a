//! Checkpoints of the computation of Grundy's values.
//!
//! The first byte says what the others are: a whole file; or changes to a true checkpoint,
//! whose sums are made right again or not, so that damage behind them is met too. What is
//! resumed all the same can be asked and saved, and is as it was.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use grundy::record::{Computation, RUN, Vectors, history_file};

use crate::input::Input;

/// Bytes before the window: name, number, checksum, sum of the history, and counts.
const HEAD: usize = 12 + 3 * 8 + 512 * 8;

struct Files {
    checkpoint: Vec<u8>,
    history: Vec<u8>,
}

/// A true one, two runs beyond the start.
static TRUE: LazyLock<Files> = LazyLock::new(|| {
    let mut computation = Computation::start();
    let more =
        computation.advance(2 * RUN, Vectors::detected(), &AtomicBool::new(false), &mut |_| ());
    more.expect("the values of small heaps are small");
    let folder = Folder::new();
    computation.save(&folder.file()).expect("a file can be written");
    let read = |path: &Path| fs::read(path).expect("what was written is there");
    Files { checkpoint: read(&folder.file()), history: read(&history_file(&folder.file())) }
});

/// A folder of its own, for as long as it is wanted.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("boyi-fuzz-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a folder can be made");
        Self(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("values")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let (checkpoint, history) = match input.byte() % 4 {
        0 => (input.rest().to_vec(), TRUE.history.clone()),
        1 => changed(&mut input, false, false),
        2 => changed(&mut input, true, false),
        _ => changed(&mut input, true, true),
    };
    let folder = Folder::new();
    let path = folder.file();
    let write = |path: &Path, bytes: &[u8]| fs::write(path, bytes).expect("a file can be written");
    write(&path, &checkpoint);
    write(&history_file(&path), &history);
    let mut computation = match Computation::resume(&path) {
        Ok(computation) => computation,
        Err(e) => {
            let message = e.to_string();
            assert!(!message.contains('\n'), "{message}");
            // It is left alone.
            assert_eq!(fs::read(&path).expect("it is there"), checkpoint);
            return;
        }
    };
    for heap in [0, 1, 1 << 17, computation.heap(), computation.heap() + 1] {
        let _ = computation.value(heap);
    }
    let _ = (computation.rares(), computation.tally().maxima().len());
    let _ = computation.tally_up_to(computation.heap() + 1);
    computation.save(&path).expect("a file can be written");
    assert_eq!(fs::read(&path).expect("it is there"), checkpoint);
    assert_eq!(fs::read(history_file(&path)).expect("it is there"), history);
}

/// A true checkpoint with bytes changed and files cut, its sums made right or not.
fn changed(input: &mut Input<'_>, mend: bool, of_history: bool) -> (Vec<u8>, Vec<u8>) {
    let (mut checkpoint, mut history) = (TRUE.checkpoint.clone(), TRUE.history.clone());
    while !input.is_empty() {
        let (what, value) = (input.byte(), input.byte());
        match what % 8 {
            // Numbers and pairs before the window, which ends four bytes before the end.
            0..=2 => change(&mut checkpoint, input.below(HEAD + 2048), value),
            3 => {
                let at = HEAD + input.below(1 << 16) * 2;
                change(&mut checkpoint, at, value);
            }
            4 if of_history => {
                let at = input.below(1 << 16) * 4;
                change(&mut history, at, value);
            }
            5 if of_history => history.truncate(input.below(1 << 16) * 4),
            6 => checkpoint.truncate(checkpoint.len() - usize::from(value).min(checkpoint.len())),
            7 => checkpoint.extend([value]),
            _ => {}
        }
    }
    if of_history && checkpoint.len() >= 36 {
        let sum = u64::from(crc32fast::hash(&history));
        checkpoint[28..36].copy_from_slice(&sum.to_le_bytes());
    }
    if mend && let Some((body, sum)) = checkpoint.split_last_chunk_mut::<4>() {
        *sum = crc32fast::hash(body).to_le_bytes();
    }
    (checkpoint, history)
}

fn change(bytes: &mut [u8], at: usize, value: u8) {
    if let Some(byte) = bytes.get_mut(at) {
        *byte = value;
    }
}
