#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz_bodies::run("gomocup_session", bytes));
