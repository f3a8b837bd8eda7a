//! What the libraries make public, held against the lists in `crates/*/api.txt`: nothing is
//! published, changed or withdrawn by accident. After a change that is meant:
//!
//! ```sh
//! UPDATE=1 cargo test -p benches --test api
//! ```
//!
//! and the difference of the lists is looked at with the rest of the change.

mod surface;

use std::fs;
use std::path::Path;

const CRATES: [&str; 6] = ["search-core", "cli", "gomoku", "grundy", "tictactoe", "xiangqi"];

#[test]
fn the_public_surface_is_what_is_listed() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let mut changed = Vec::new();
    for name in CRATES {
        let found = surface::surface(&crates.join(name).join("src/lib.rs"));
        let file = crates.join(name).join("api.txt");
        let listed = fs::read_to_string(&file).unwrap_or_default();
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&file, &found).unwrap();
        } else if found != listed {
            let lines = |a: &str, b: &str, sign: &str| -> Vec<String> {
                let other: Vec<&str> = b.lines().collect();
                let only = a.lines().filter(|line| !other.contains(line));
                only.take(10).map(|line| format!("{sign} {line}")).collect()
            };
            let more = [lines(&listed, &found, "-"), lines(&found, &listed, "+")].concat();
            changed.push(format!("{name}:\n{}", more.join("\n")));
        }
    }
    assert!(
        changed.is_empty(),
        "the public surface has changed; if that is meant: \
         UPDATE=1 cargo test -p benches --test api\n{}",
        changed.join("\n")
    );
}

/// A crate of all that the reader must follow, and what it must not show.
#[test]
fn the_reader_follows_what_the_compiler_follows() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("surface");
    fs::create_dir_all(directory.join("inner")).unwrap();
    fs::write(
        directory.join("lib.rs"),
        "mod hidden; pub mod inner; pub use hidden::{Shown as Renamed, free};
         #[cfg(test)] mod tests; struct Private; impl Private { pub fn not_seen(&self) {} }
         macro_rules! made { ($($n:ident = $v:literal;)*) => { pub struct Made { $(pub $n: i32),* } } }
         made! { one = 1; two = 2; }",
    )
    .unwrap();
    fs::write(
        directory.join("hidden.rs"),
        "use crate::inner::Rule;
         #[derive(Clone)] pub struct Shown<T: Copy> { pub open: Option<T>, closed: u8 }
         impl<T: Copy> Shown<T> { pub fn get(&self, at: &[usize]) -> Option<&T> { None } fn no(&self) {} }
         impl<T: Copy> Rule for Shown<T> { type Out = u8; fn rule(&self) -> u8 { 1 } }
         pub fn free(n: u32) -> impl Iterator<Item = u32> { 0..n } pub fn unreachable() {}",
    )
    .unwrap();
    fs::write(
        directory.join("inner/mod.rs"),
        "pub trait Rule: Sized { type Out; const N: usize = 1; fn rule(&self) -> Self::Out;
           fn more(&self) {} }
         impl Rule for u8 { type Out = u8; fn rule(&self) -> u8 { 2 } }
         pub enum Kind { One, Two(u8), Three { a: i64 } }",
    )
    .unwrap();
    let expected = "\
(macro) crate
    pub struct Made
    pub $n: i32
    made! one
    made! two
Renamed
    derive(Clone)
    struct<T: Copy>
    pub open: Option<T>
    impl<T: Copy> Rule for Shown<T>
        type Out = u8
    impl<T: Copy> Shown<T>
        fn get(&self, at: &[usize]) -> Option<&T>
free
    fn free(n: u32) -> impl Iterator<Item = u32>
inner::Kind
    enum
    One
    Two(u8)
    Three { a: i64 }
inner::Rule
    trait: Sized
    type Out: 
    const N: usize (given)
    fn rule(&self) -> Self::Out
    fn more(&self) (given)
    impl Rule for u8
        type Out = u8
";
    assert_eq!(surface::surface(&directory.join("lib.rs")), expected);
}
