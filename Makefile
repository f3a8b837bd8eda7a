# What OpenBench's worker asks for: an engine, built from source, at a path of its choice.
#   make EXE=path [ENGINE=xiangqi|gomoku|tictactoe|grundy]
ENGINE ?= xiangqi
EXE ?= $(ENGINE)

.PHONY: engine
engine:
	cargo build --release --locked --bin $(ENGINE)
	cp target/release/$(ENGINE) $(EXE)
