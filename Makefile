# Two commands for a newcomer: `make demo` and `make test`. Everything lands in .venv.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test check bench clean

demo: .venv/.installed
	$(BIN)/footprint explain --format table \
	  fixtures/some-below-threshold.commits.jsonl fixtures/picker-drops-admitted.commits.jsonl

test: .venv/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n auto --dist worksteal --cov --cov-report=term -q

bench: .venv/.installed-dev
	$(BIN)/python -m bench

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage

# pip before 25 writes console scripts that import re, 5 ms at every start.
.venv/.installed: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25"
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

.venv/.installed-dev: .venv/.installed
	$(BIN)/python -m pip install --quiet --editable ".[dev]"
	touch $@
