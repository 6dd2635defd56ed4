# Each target sets up what it needs on a machine that has only python3 and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
READY_DEV := $(VENV)/.ready-dev
OLDEST := .venv-oldest
# Those that use our dependencies most, and no pictures: these differ by version.
OLDEST_TESTS := tests/protocol tests/server/net tests/server/gateways tests/server/store tests/triqueta_tui/session \
	tests/triqueta_tui/tuning \
	$(patsubst %,tests/integration/test_%.py,bad_frames gate greeting junk lan pages ssh ssh_strangers tls web \
	web_strangers whole_game)

.PHONY: help play test test-stock check docs-check bench positions soak chaos fuzz fuzz-coverage leaks audit oldest clean

help: ## say what can be made
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 15

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Triqueta needs Python 3.11 or newer; set PYTHON=python3.x")'
	$(PYTHON) -m venv $(VENV)

$(READY): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(READY_DEV): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,ssh,web]'
	@touch $(READY) $@

play: $(READY) ## open a game against bots
	@$(BIN)/triqueta play

check: $(READY_DEV) ## style, types and import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

docs-check: $(READY_DEV) ## links, commands, flags, files and tests that the pages name
	$(BIN)/python -m tests.docs_check

# Three at once on two cores: many tests wait for processes of their own. Those start in half the time where
# somebody has compiled the program, which Python itself may have been told not to keep.
test: check ## everything that must hold before a change lands
	$(BIN)/python -m compileall -q protocol server triqueta_tui
	$(BIN)/pytest -n 3 -m "not slow"

test-stock: $(READY_DEV) ## the client's tests with Textual as it is: no shortcuts in the tests, no tunings
	TRIQUETA_STOCK=1 TRIQUETA_TUNING=off $(BIN)/pytest -n 3 -m "not slow" tests/triqueta_tui tests/fourth_game

bench: $(READY_DEV) ## measure; each table ends in one line of JSON
	$(BIN)/python -m tests.bench all

positions: $(READY_DEV) ## make the exercises and positions of the day again: ten minutes of processor time
	$(BIN)/python -m tests.positions

soak: $(READY_DEV) ## the long runs that `make test` leaves out
	$(BIN)/pytest -m slow -n 2

KILLS ?= 100
chaos: $(READY_DEV) ## kill, cut off and starve a server under load: KILLS=100
	$(BIN)/python -m tests.chaos --kills $(KILLS)

FRAMES ?= 1000000
fuzz: $(READY_DEV) ## send a server what it should not get, beside honest tables: FRAMES=1000000
	$(BIN)/python -m tests.fuzz --frames $(FRAMES)

SECONDS ?= 120
fuzz-coverage: $(READY_DEV) ## fuzz what reads frames, files and names, led by what it reaches: SECONDS=120 each
	$(BIN)/python -c 'import atheris' 2>/dev/null || $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[fuzz]'
	$(BIN)/python -m tests.fuzz.guided --seconds $(SECONDS)

GAMES ?= 10000
leaks: $(READY_DEV) ## compare two worlds over all that leaves a server: GAMES=10000
	$(BIN)/python -m tests.leaks --games $(GAMES)

audit: $(READY_DEV) ## known holes in what we depend on; without a network ADVISORIES=all.zip
	$(BIN)/python -m tests.audit $(ADVISORIES)

oldest: ## the tests that lean on our dependencies, with the oldest versions that are allowed
	$(PYTHON) -m venv --clear $(OLDEST)
	$(PYTHON) -m tests.oldest > $(OLDEST)/constraints.txt
	$(OLDEST)/bin/python -m pip install --quiet --disable-pip-version-check --constraint $(OLDEST)/constraints.txt \
		--editable '.[dev,ssh,web]'
	$(OLDEST)/bin/pytest -n 2 -m "not slow" $(OLDEST_TESTS)

clean: ## forget the environment and what tools left behind
	rm -rf $(VENV) $(OLDEST) .mypy_cache .ruff_cache .hypothesis .import_linter_cache
