//! The moves of xiangqi, point by point on a board of letters.

/// Ten ranks of nine letters, Red's home first; `.` is empty, capitals are Red's.
pub(crate) type Letters = [[u8; 9]; 10];

/// From a FEN that is known to be good.
pub(crate) fn letters(fen: &str) -> Letters {
    let mut letters = [[b'.'; 9]; 10];
    let field = fen.split(' ').next().unwrap_or_default();
    for (rank, row) in field.split('/').enumerate() {
        let mut file = 0;
        for letter in row.bytes() {
            match letter {
                b'1'..=b'9' => file += usize::from(letter - b'0'),
                _ => {
                    letters[9 - rank][file] = letter;
                    file += 1;
                }
            }
        }
    }
    letters
}

fn at(letters: &Letters, (x, y): (i8, i8)) -> Option<u8> {
    letters.get(usize::try_from(y).ok()?)?.get(usize::try_from(x).ok()?).copied()
}

/// Whether the piece on `from` attacks `to`, or goes there where it is empty. Whose piece
/// stands on `to` does not count.
fn reaches(letters: &Letters, from: (i8, i8), to: (i8, i8)) -> bool {
    let Some(piece) = at(letters, from).filter(|&piece| piece != b'.') else { return false };
    let red = piece.is_ascii_uppercase();
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let (across, along) = (dx.abs(), dy.abs());
    // Ranks from the mover's side.
    let height = |y: i8| if red { y } else { 9 - y };
    let in_palace = (3..=5).contains(&to.0) && height(to.1) <= 2;
    let is_empty = |x: i8, y: i8| at(letters, (x, y)) == Some(b'.');
    let pieces_between = || {
        let steps = across.max(along);
        (1..steps).filter(|n| !is_empty(from.0 + dx.signum() * n, from.1 + dy.signum() * n)).count()
    };
    let is_straight = (across == 0) != (along == 0);
    match piece.to_ascii_lowercase() {
        b'k' => in_palace && across + along == 1,
        b'a' => in_palace && across == 1 && along == 1,
        b'b' => {
            let eye = (from.0 + dx / 2, from.1 + dy / 2);
            across == 2 && along == 2 && height(to.1) <= 4 && is_empty(eye.0, eye.1)
        }
        b'n' => match (across, along) {
            (2, 1) => is_empty(from.0 + dx / 2, from.1),
            (1, 2) => is_empty(from.0, from.1 + dy / 2),
            _ => false,
        },
        b'r' => is_straight && pieces_between() == 0,
        b'c' => {
            let screens = if is_empty(to.0, to.1) { 0 } else { 1 };
            is_straight && pieces_between() == screens
        }
        b'p' => {
            let forward = height(to.1) - height(from.1) == 1 && across == 0;
            forward || (height(from.1) >= 5 && along == 0 && across == 1)
        }
        _ => false,
    }
}

/// Whether a side's general could be taken, or faces the other.
pub(crate) fn in_check(letters: &Letters, red: bool) -> bool {
    let find = |general: u8| points().find(|&point| at(letters, point) == Some(general));
    let (Some(own), Some(other)) =
        (find(if red { b'K' } else { b'k' }), find(if red { b'k' } else { b'K' }))
    else {
        panic!("a side without a general: {letters:?}");
    };
    let (low, high) = (own.1.min(other.1), own.1.max(other.1));
    let faces = own.0 == other.0 && (low + 1..high).all(|y| at(letters, (own.0, y)) == Some(b'.'));
    faces || points().any(|from| is_of(letters, from, !red) && reaches(letters, from, own))
}

fn is_of(letters: &Letters, point: (i8, i8), red: bool) -> bool {
    at(letters, point).is_some_and(|p| p.is_ascii_alphabetic() && p.is_ascii_uppercase() == red)
}

fn points() -> impl Iterator<Item = (i8, i8)> {
    (0..10).flat_map(|y| (0..9).map(move |x| (x, y)))
}

/// All legal moves as UCI writes them, sorted.
pub(crate) fn legal(letters: &Letters, red: bool) -> Vec<String> {
    let mut moves = Vec::new();
    for from in points().filter(|&from| is_of(letters, from, red)) {
        for to in points().filter(|&to| !is_of(letters, to, red) && reaches(letters, from, to)) {
            let mut after = *letters;
            after[to.1 as usize][to.0 as usize] = letters[from.1 as usize][from.0 as usize];
            after[from.1 as usize][from.0 as usize] = b'.';
            if !in_check(&after, red) {
                let name = |(x, y): (i8, i8)| format!("{}{y}", char::from(b'a' + x as u8));
                moves.push(name(from) + &name(to));
            }
        }
    }
    moves.sort();
    moves
}
