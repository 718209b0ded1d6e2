# `make run` opens the table with simulated hardware, `make test` is what CI runs. Nothing else is needed to start.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LOCKED := $(BIN)/pip install --quiet --no-deps --only-binary :all: --require-hashes

# Programs that tests start hundreds of times are compiled once, whatever the shell's settings.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run demo quick test pytest language test-room test-every test-day test-install test-deb test-image test-pygame check bench compare library proof lock dist sbom bundle manual deb image machine arm clean

# The table in a window; where there is no screen, the demonstration game and its pictures in demo/.
run: $(VENV)/.runs
	$(BIN)/ra-companion run --simulate --windowed --or-demo demo

demo: $(VENV)/.runs
	$(BIN)/ra-companion run --simulate --headless --demo demo

# After each change, in less than a minute: rules, core, journal, command line and some pages.
quick: $(VENV)/.tests
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/pytest --numprocesses auto --dist loadfile --no-loadscope-reorder -m "not slow"

# Every check and every test, both at once; six minutes on two cores, ten on slow ones.
test: $(VENV)/.tests
	$(MAKE) --jobs 2 check pytest

pytest: $(VENV)/.tests
	$(BIN)/pytest --numprocesses auto --dist loadfile --no-loadscope-reorder

check: $(VENV)/.tests
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

# Start a language, or continue it: reports what is missing, and draws every screen in it; LANG=de.
language: $(VENV)/.tests
	$(BIN)/python -m tests.locales.new_language $(LANG)

# Whether every screen fits in every language, at every screen and text size, for any number of
# people, and says nothing that is missing from the catalogues: minutes.
test-room: $(VENV)/.tests
	RA_TEST_EVERY=1 $(BIN)/pytest tests/locales/test_room.py tests/locales/test_pseudo_locale.py tests/view/test_fit.py tests/view/test_reading_distance.py

# Every case where `make test` takes a sample (`some` and `EVERY` of tests/together.py): screens, offers,
# sentences, slips. Longer than `make test`.
test-every: $(VENV)/.tests
	RA_TEST_EVERY=1 $(BIN)/pytest $$(grep -lrE "^from tests.together import .*(EVERY|some)" tests --include "test_*.py")

# A whole day at a table in a café, with everything that happens there: perhaps half an hour.
test-day: $(VENV)/.tests
	RA_TEST_EVERY=1 $(BIN)/pytest -s tests/staff/test_day.py

# The installer and the service under a real systemd, on a disposable copy of this machine; as root.
test-install: $(VENV)/.tests
	RA_TEST_INSTALL=1 $(BIN)/pytest tests/systemd/test_booted.py tests/systemd/test_booted_offline.py

# The packages by Debian's own tools, in disposable systems; as root. Says which tools are missing.
test-deb: $(VENV)/.tests
	RA_TEST_DEB=1 $(BIN)/pytest tests/systemd/test_deb.py tests/systemd/test_deb_installed.py

# The image in dist, booted by QEMU: to the first picture, twice; pins, a keyboard, and as root an update from a stick.
test-image: deb
	RA_TEST_IMAGE="$(lastword $(wildcard dist/*-arm64.img))" $(BIN)/pytest tests/systemd/test_image_booted.py

# The same tests with the original pygame, in a separate environment, as both have one name. What is
# locked, and installed as a service, is pygame-ce.
LOCKED_TOGETHER := tests/package/test_locks.py::test_every_lock_file_has_its_pins_and_no_other
test-pygame: $(VENV)-pygame/.tests
	$(VENV)-pygame/bin/pytest --ignore tests/systemd --deselect $(LOCKED_TOGETHER)

$(VENV)-pygame/.tests: pyproject.toml constraints.txt
	@.ci/venv "$(PYTHON)" "$(VENV)-pygame"
	grep -v ^pygame-ce constraints.txt > $(VENV)-pygame/others.txt
	$(VENV)-pygame/bin/pip install --quiet --no-deps --requirement $(VENV)-pygame/others.txt pygame==2.6.1
	$(VENV)-pygame/bin/pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

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
# PROOF=quick: ten minutes. NAMES="'crash states' soak": only these. JOBS=1: one process at a time.
proof: $(VENV)/.proves
	$(BIN)/python -m tests.proof $(if $(filter quick,$(PROOF)),--quick) $(if $(JOBS),--jobs $(JOBS)) $(NAMES)

# After a change of constraints.txt: the hashes of every wheel that may be installed.
lock: $(VENV)/bin/python
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[dev]'
	$(BIN)/python -m release.lock

# Wheels and sdist, the same bytes every time, and what is in them: a wheel for every Python, and
# some with compiled rules, which need Debian, gcc and gcc-aarch64-linux-gnu.
dist: $(VENV)/.tests sbom
	$(BIN)/python -m build --no-isolation
	$(BIN)/python -m release.kernels
	cd dist && sha256sum ra_companion-*.whl ra_companion-*.tar.gz ra-companion.cdx.json > SHA256SUMS

sbom: $(VENV)/.tests
	$(BIN)/python -m release.inventory

# Everything that install.sh needs on a machine without a network, in one file; KEY=FILE signs it.
bundle: $(VENV)/.tests
	$(BIN)/python -m release.bundle $(KEY)

# Man pages and shell completion, generated from the command line: build/man and build/completion.
# They bear the day of the last release, so that packages made on different days are the same bytes.
manual: $(VENV)/.runs
	SOURCE_DATE_EPOCH="$$($(BIN)/python -c 'from release.deb import epoch; print(epoch())')" $(BIN)/ra-companion manual build

# For `sudo apt install`: a package for each kind of machine; KEY=FILE signs their list.
deb: $(VENV)/.tests manual
	$(BIN)/python -m release.deb $(KEY)

# A card's image for a Raspberry Pi 3 or 4, as root; half an hour where the machine is no arm64.
image: $(VENV)/.tests manual
	$(BIN)/python -m release.image

# A whole machine without a Pi, emulated, as root on Debian: its pins are pressed, its plug is pulled. Hours;
# MACHINE=quick takes ten minutes, or half an hour on a busy computer. CUTS=20: this many power cuts. ONLY=cuts.
machine: deb bundle
	RA_TEST_MACHINE="$(or $(MACHINE),full)" RA_TEST_MACHINE_CUTS="$(CUTS)" $(BIN)/pytest -n0 -s -v tests/machine -k "$(ONLY)"

# Wheels, package and tests on the arm64 of Debian 12 and 13, emulated, as root: an hour or two. RELEASES=trixie.
arm: deb
	$(BIN)/python -m tests.machine.arm $(RELEASES)

clean:
	rm -rf $(VENV) $(VENV)-pygame build demo dist

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

$(VENV)/.tests: $(VENV)/.runs release/pi.lock release/tests.lock
	$(LOCKED) --requirement release/pi.lock --requirement release/tests.lock
	@.ci/mosquitto
	@touch $@
