//! Bytes as a source of choices.

/// Bytes that are used up from the front; behind the last there are zeros.
#[derive(Clone, Debug)]
pub(crate) struct Input<'a> {
    rest: &'a [u8],
}

impl<'a> Input<'a> {
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// Whether all is used up.
    pub const fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    pub fn byte(&mut self) -> u8 {
        match self.rest {
            [first, rest @ ..] => {
                self.rest = rest;
                *first
            }
            [] => 0,
        }
    }

    /// A number below `n`, which is not 0; two bytes where one does not reach.
    pub fn below(&mut self, n: usize) -> usize {
        let byte = usize::from(self.byte());
        let number = if n > 256 { byte << 8 | usize::from(self.byte()) } else { byte };
        number % n
    }

    /// What is left.
    pub const fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// The bytes up to the next end of line, which is passed.
    pub fn line(&mut self) -> &'a [u8] {
        let end = self.rest.iter().position(|&byte| byte == b'\n');
        let (line, rest) = match end {
            Some(end) => (&self.rest[..end], &self.rest[end + 1..]),
            None => (self.rest, &[][..]),
        };
        self.rest = rest;
        line
    }
}

/// Messages are shown on one line, and are not endless, however long the input is.
pub(crate) fn check_message(message: &str) {
    assert!(!message.contains(char::is_control), "not one line for a terminal: {message:?}");
    assert!(message.chars().count() < 1000, "an endless message: {message:?}");
}
