# make run: play. make test: all that CI checks. make bench: figures. make kills: processes
# killed by the thousand. make lock: new versions.
PYTHON3 ?= python3
VENV := .venv
PYTHON := $(VENV)/bin/python
PIP := $(PYTHON) -m pip install --quiet --quiet --disable-pip-version-check --no-deps

.PHONY: run install install-postgresql test lint types imports pytest chromium bench kills lock clean

run: $(VENV)/run.stamp
	@$(PYTHON) -m bot

install: $(VENV)/run.stamp

install-postgresql: $(VENV)/run.stamp $(VENV)/postgresql.stamp

$(VENV)/bin/python:
	@$(PYTHON3) -c 'import sys; sys.exit("Guildhall needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	@$(PYTHON3) -m venv $(VENV)

$(VENV)/%.stamp: requirements-%.lock | $(VENV)/bin/python
	@echo "installing $< ..."
	@$(PIP) --requirement $<
	@touch $@

test: lint types imports pytest

lint: $(VENV)/test.stamp
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .

types: $(VENV)/test.stamp
	$(PYTHON) -m mypy

imports: $(VENV)/test.stamp
	$(VENV)/bin/lint-imports

pytest: $(VENV)/test.stamp chromium
	$(PYTHON) -m pytest -n 2 --dist loadgroup

chromium:
	@command -v chromium >/dev/null || { [ "$$CI" != true ] || { apt-get update -qq && apt-get install -qq -y chromium >/dev/null; }; }

bench: $(VENV)/bench.stamp
	@$(PYTHON) -m tests.bench

kills: $(VENV)/test.stamp
	@$(PYTHON) -m tests.whole.processes

lock:
	@$(PYTHON3) -m venv $(VENV)-lock && $(VENV)-lock/bin/pip install --quiet uv
	@$(VENV)-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --no-header --no-annotate --no-emit-index-url --generate-hashes pyproject.toml -o requirements-run.lock
	@$(VENV)-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --no-header --no-annotate --no-emit-index-url --generate-hashes --extra postgresql -c requirements-run.lock pyproject.toml -o requirements-postgresql.lock
	@$(VENV)-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --no-header --no-annotate --no-emit-index-url --generate-hashes --extra test -c requirements-run.lock pyproject.toml -o requirements-test.lock
	@$(VENV)-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --no-header --no-annotate --no-emit-index-url --generate-hashes --extra bench -c requirements-run.lock pyproject.toml -o requirements-bench.lock
	@rm -rf $(VENV)-lock

clean:
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
