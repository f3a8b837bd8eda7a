#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz_bodies::run("xiangqi_rules", bytes));
