//! Where the programs of the workspace are.

use std::path::{Path, PathBuf};

use cli::Error;

/// The file of a program: the one that is given, or the one that was built beside ours.
///
/// # Errors
/// [`Error::Failure`] says how it is built.
pub fn program(name: &str, given: Option<&Path>) -> Result<PathBuf, Error> {
    if let Some(path) = given {
        // From wherever it is started later.
        return path.canonicalize().map_err(|e| {
            Error::failure(format_args!("{}: {e}", cli::words::quote(&path.to_string_lossy())))
        });
    }
    let ours = std::env::current_exe().map_err(Error::failure)?;
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    // Tests stand in a folder below.
    let mut folders = ours.ancestors().skip(1).take(2);
    folders.find_map(|folder| Some(folder.join(&file)).filter(|path| path.is_file())).ok_or_else(
        || {
            Error::failure(format_args!(
                "there is no {file} beside {}: `cargo build --release -p {name}` makes it \
                 (without --release for tests)",
                ours.display()
            ))
        },
    )
}
