# `make run` opens the table with simulated hardware, `make test` is what CI runs. Nothing else is needed to begin.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run demo test language test-room test-install test-pygame check bench clean

# The table in a window; where there is no screen, the demonstration game and its pictures in demo/.
run: $(VENV)/.runs
	$(BIN)/ra-companion run --simulate --windowed --or-demo demo

demo: $(VENV)/.runs
	$(BIN)/ra-companion run --simulate --headless --demo demo

# Every check and every test; about ten minutes at most.
test: check
	$(BIN)/pytest

check: $(VENV)/.tests
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

# Begin a language, or go on with it: what is missing, and every screen in it as a picture; LANG=de.
language: $(VENV)/.tests
	$(BIN)/python -m tests.locales.new_language $(LANG)

# Whether every screen has room in every language, at every size, with letters of every size: minutes.
test-room: $(VENV)/.tests
	RA_TEST_EVERY=1 $(BIN)/pytest tests/locales/test_room.py

# The installer and the service under a real systemd, on a copy of this machine that is thrown away; as root.
test-install: $(VENV)/.tests
	RA_TEST_INSTALL=1 $(BIN)/pytest tests/systemd/test_booted.py

# The same tests with the other pygame, in an environment of its own: the two share a name.
test-pygame: $(VENV)-pygame/.tests
	$(VENV)-pygame/bin/pytest --ignore tests/systemd  # what is installed there is pygame-ce

$(VENV)-pygame/.tests: pyproject.toml constraints.txt
	@.ci/venv "$(PYTHON)" "$(VENV)-pygame"
	grep -v pygame-ce constraints.txt > $(VENV)-pygame/constraints.txt
	$(VENV)-pygame/bin/pip install --quiet --constraint $(VENV)-pygame/constraints.txt \
	    pygame==2.6.1 gpiozero msgspec pyserial babel build fonttools hatchling hypothesis import-linter \
	    mypy pillow pytest ruff types-pyserial
	$(VENV)-pygame/bin/pip install --quiet --no-deps --editable .
	@touch $@

# Figures as ratios to references measured in the same run; see BENCHMARKS.md.
bench: $(VENV)/.tests
	$(BIN)/python -m benchmarks.run

clean:
	rm -rf $(VENV) $(VENV)-pygame demo

$(VENV)/bin/python:
	@.ci/venv "$(PYTHON)" "$(VENV)"

$(VENV)/.runs: $(VENV)/bin/python pyproject.toml constraints.txt
	$(BIN)/pip install --quiet --constraint constraints.txt --editable .
	@touch $@

$(VENV)/.tests: $(VENV)/.runs
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[dev]'
	@touch $@
