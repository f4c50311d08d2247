# make run: play. make compile: rules at twice the speed, for hard computers. make test: all that
# CI checks on one Python. make test-all: all tests, for a night. make kills: processes killed by the thousand.
# make versions: CI's tests on other Pythons. make bench: figures. make lock: new versions.
PYTHON3 ?= python3
VENV := .venv
PYTHON := $(VENV)/bin/python
PIP := $(PYTHON) -m pip install --quiet --quiet --disable-pip-version-check --no-deps
# Whoever the bot runs as may write nothing here: without it every start would make it anew.
BYTE_CODE := $(PYTHON) -m compileall -q bot cogs engine images

.PHONY: run install install-postgresql compile as-written test test-all versions newest lint types imports pytest chromium compiler bench kills lock clean

run: $(VENV)/run.stamp
	@$(PYTHON) -m bot

install: $(VENV)/run.stamp
	@$(BYTE_CODE)

install-postgresql: $(VENV)/run.stamp $(VENV)/postgresql.stamp
	@$(BYTE_CODE)

$(VENV)/bin/python:
	@$(PYTHON3) -c 'import sys; sys.exit("Guildhall needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	@$(PYTHON3) -m venv $(VENV)

$(VENV)/%.stamp: requirements-%.lock | $(VENV)/bin/python
	@echo "installing $< ..."
	@$(PIP) --requirement $<
	@touch $@

compile: $(VENV)/compiled

$(VENV)/compiled: setup.py $(shell find engine -name '*.py') $(VENV)/run.stamp $(VENV)/compile.stamp | compiler
	@echo "compiling the rules ..."
	@mkdir -p build
	@COMPILED=1 $(PYTHON) setup.py --quiet build_ext --inplace >build/compile.log 2>&1 || { cat build/compile.log; exit 1; }
	@find engine \( -name '*.so' -o -name '*.pyd' \) -exec touch {} +  # what is the same is not made again
	@touch $@

# What was compiled once stays as new as its source.
ifneq ($(wildcard guildhall__mypyc.*),)
run install install-postgresql: compile
endif

as-written:
	@rm -f $(VENV)/compiled guildhall__mypyc.*
	@find engine -name '*.so' -delete -o -name '*.pyd' -delete

# What is nightly is more of what other tests assert as well.
test: TESTS := -m "not nightly"
test test-all:
	@$(MAKE) --no-print-directory --jobs=2 lint chromium
	@$(MAKE) --no-print-directory --jobs=3 TESTS='$(TESTS)' pytest types imports

# Other Pythons that are at hand, each in an environment of its own.
PYTHONS ?= $(foreach minor,12 13 14,$(lastword $(shell command -v python3.$(minor)) $(wildcard $(HOME)/.pyenv/versions/3.$(minor).*/bin/python)))
# Looked for where they are wanted, not at every make.
.SECONDEXPANSION:
versions: TESTS := -m "not nightly"
versions: $$(addprefix on/,$$(PYTHONS))

# Of the newest alone, and of that what differs most: whole games, the gateway, the store, texts.
newest: TESTS := tests/simulated tests/local tests/bot/languages tests/bot/store
newest: UNFIT := 0
newest: $$(addprefix on/,$$(lastword $$(PYTHONS)))

on/%:
	@version=$$($* -c 'import sys; print("%d.%d" % sys.version_info[:2])') && \
	with="$(MAKE) --no-print-directory VENV=.venv-$$version PYTHON3=$*" && \
	{ $$with .venv-$$version/test.stamp || { echo "Python $$version is left out: its packages don't install"; exit $(or $(UNFIT),1); }; } && \
	$$with TESTS='$(TESTS)' pytest

lint: $(VENV)/test.stamp
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .

types: $(VENV)/test.stamp
	$(PYTHON) -m mypy

imports: $(VENV)/test.stamp
	$(VENV)/bin/lint-imports

# Three at a time on two cores: a test that waits for a clock or a lease leaves its core to another.
pytest: $(VENV)/test.stamp as-written chromium
	@$(BYTE_CODE) tests
	$(PYTHON) -m pytest -n 3 --dist loadgroup $(TESTS)

chromium: | compiler
	@command -v chromium >/dev/null || { [ "$$CI" != true ] || { apt-get update -qq && apt-get install -qq -y chromium >/dev/null; }; }

compiler:
	@command -v cc >/dev/null || { [ "$$CI" != true ] || { apt-get update -qq && apt-get install -qq -y gcc libc6-dev >/dev/null; }; }

bench: $(VENV)/bench.stamp compile
	@$(PYTHON) -m tests.bench

kills: $(VENV)/test.stamp
	@$(PYTHON) -m tests.whole.processes

lock:
	@$(PYTHON3) -m venv $(VENV)-lock && $(VENV)-lock/bin/pip install --quiet uv
	@$(VENV)-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --no-header --no-annotate --no-emit-index-url --generate-hashes pyproject.toml -o requirements-run.lock
	@$(VENV)-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --no-header --no-annotate --no-emit-index-url --generate-hashes --extra postgresql -c requirements-run.lock pyproject.toml -o requirements-postgresql.lock
	@$(VENV)-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --no-header --no-annotate --no-emit-index-url --generate-hashes --extra compile -c requirements-run.lock pyproject.toml -o requirements-compile.lock
	@$(VENV)-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --no-header --no-annotate --no-emit-index-url --generate-hashes --extra test -c requirements-run.lock pyproject.toml -o requirements-test.lock
	@$(VENV)-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --no-header --no-annotate --no-emit-index-url --generate-hashes --extra bench -c requirements-run.lock pyproject.toml -o requirements-bench.lock
	@rm -rf $(VENV)-lock

clean: as-written
	@rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
