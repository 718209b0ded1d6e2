# `make run` opens the table with simulated hardware, `make test` is what CI runs. Nothing else is needed to start.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LOCKED := $(BIN)/pip install --quiet --no-deps --only-binary :all: --require-hashes

# Programs that tests start hundreds of times are compiled once, whatever the shell's settings.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run demo quick test pytest check test-every language bench compare library proof lock deb machine clean

# The table in a window; where there is no screen, the demonstration game and its pictures in demo/.
run: $(VENV)/.runs
	$(BIN)/ra-companion run --simulate --windowed --phones --or-demo demo

demo: $(VENV)/.runs
	$(BIN)/ra-companion run --simulate --headless --demo demo

# After each change, in less than a minute: rules, core, journal, command line and some pages.
quick: $(VENV)/.tests
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/pytest --numprocesses auto --dist loadfile --no-loadscope-reorder -m "not slow"

# Every check and every test, both at once: minutes.
test: $(VENV)/.tests
	$(MAKE) --jobs 2 check pytest

# One worker more than there are cores: many tests wait for brokers, terminals, clocks and disks.
pytest: $(VENV)/.tests
	$(BIN)/pytest --numprocesses $$(($$(nproc) + 1)) --dist loadfile --no-loadscope-reorder

check: $(VENV)/.tests
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

# Start a language, or continue it: reports what is missing, and draws every screen in it; LANG=de.
language: $(VENV)/.tests
	$(BIN)/python -m tests.locales.new_language $(LANG)

# Every case where `make test` takes a sample (`some`, `EVERY` and `for_each(7, …)` of tests/together.py):
# screens, offers, sentences, evenings. Longer than `make test`.
test-every: $(VENV)/.tests
	RA_TEST_EVERY=1 $(BIN)/pytest $$(grep -lrE "^from tests.together import .*(EVERY|some|long)|for_each\([0-9]" tests --include "test_*.py")

# One table of speeds, each beside its reference of the same run: minutes. PARTS="start press": only these.
bench: $(VENV)/.tests
	$(BIN)/python -m benchmarks.run $(PARTS)

# What every page of the gallery shows, offers and does, here and in a revision: `make compare REV=main`.
# PAGES="turn,bid": only these. PARTS="offers pictures": only these of offers, does, messages, pictures.
# RENAMED="Old=New": names that mean the same. FULL=1: every line.
compare: $(VENV)/.tests
	@$(BIN)/python -m tests.net.compare $(REV) $(if $(PARTS),--parts $(PARTS)) --pages "$(PAGES)" \
		$(if $(RENAMED),--renamed $(RENAMED)) $(if $(FULL),--full)

# The page about the rules as a library, docs/library.md, from their docstrings.
library: $(VENV)/.tests
	$(BIN)/python -m tests.package.library_page --write

# Tries for hours to break the README's promise, and prints one page of results.
# PROOF=quick: ten minutes. NAMES="'crash states' soak": only these.
proof: $(VENV)/.proves
	$(BIN)/python -m tests.proof $(if $(filter quick,$(PROOF)),--quick) $(NAMES)

# After a change of constraints.txt: the hashes of every wheel that may be installed.
lock: $(VENV)/bin/python
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[dev]'
	$(BIN)/python -m release.lock

# For `sudo apt install`: a package for each kind of machine, in dist; KEY=FILE signs their list.
deb: $(VENV)/.tests
	$(BIN)/python -m release.deb $(KEY)

# What wants root and Debian's tools: the package in disposable Debian 12 and 13 (ONLY=package), the service under a
# real systemd (ONLY=booted), and a whole machine without a Pi, emulated: its pins are pressed, its plug is pulled.
# Hours; MACHINE=quick: an hour on two cores. CUTS=20: this many power cuts (ONLY=cuts).
machine: deb
	RA_TEST_MACHINE="$(or $(MACHINE),full)" RA_TEST_MACHINE_CUTS="$(CUTS)" $(BIN)/pytest -n0 -s -v release/tests -k "$(ONLY)"

clean:
	rm -rf $(VENV) build demo dist

$(VENV)/bin/python:
	@.ci/venv "$(PYTHON)" "$(VENV)"

$(VENV)/.runs: $(VENV)/bin/python pyproject.toml release/build.lock release/table.lock
	$(LOCKED) --requirement release/build.lock --requirement release/table.lock
	$(BIN)/pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

# Where there is no wheel of atheris, the proofs say that they ran without it.
$(VENV)/.proves: $(VENV)/.tests tests/proof/atheris.lock
	-$(LOCKED) --requirement tests/proof/atheris.lock
	@touch $@

# Of argparse-manpage there is no wheel; setuptools, locked as well, builds it.
$(VENV)/.tests: $(VENV)/.runs release/pi.lock release/tests.lock release/package.lock
	$(LOCKED) --requirement release/pi.lock --requirement release/tests.lock
	$(LOCKED) --no-binary argparse-manpage --no-build-isolation --requirement release/package.lock
	@.ci/mosquitto
	@touch $@
