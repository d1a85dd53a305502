# Every target sets up what it needs; only python3 (3.11 or later) and make must be there.
PYTHON ?= python3
BIN = .venv/bin
READY = .venv/.ready

.PHONY: help setup demo test lint docs table bench lock

help: ## say what there is to make
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-6s %s\n", $$1, $$2}' Makefile

setup: $(READY) ## make .venv, with .venv/bin/lycosa in it
	@echo '.venv/bin/lycosa is ready'

demo: $(READY) ## hunt a computed web, without network
	@$(BIN)/lycosa demo

test: $(READY) ## run all tests (ARGS="-k urls" for some)
	@$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

lint: $(READY) ## style, types, and which room may import which
	@failed=0; \
	$(BIN)/ruff check --output-format concise || failed=1; \
	$(BIN)/ruff format --check || failed=1; \
	$(BIN)/mypy || failed=1; \
	$(BIN)/lint-imports --no-logo || failed=1; \
	exit $$failed

docs: $(READY) ## make docs/strategies.md from what the strategies say of themselves
	@$(BIN)/python -m lycosa.cli.strategy_page

table: $(READY) ## run every strategy on two webs for docs/strategies_table.md (half an hour on two cores)
	@$(BIN)/python bench/strategies_table.py
	@$(BIN)/python -m lycosa.cli.strategy_page

bench: $(READY) ## measure and fuzz; fails where a figure misses its floor (ARGS="parse help" for some)
	@$(BIN)/python bench/run.py $(ARGS)

# Without addresses: whoever sets up takes packages from where their own pip does, and the hashes vouch for them.
lock: $(READY) ## pin anew what pyproject.toml asks for (ARGS=--upgrade for the newest)
	@$(BIN)/uv pip compile pyproject.toml --group dev --universal --fork-strategy fewest --python-version 3.11 --quiet \
		--generate-hashes --no-header --no-emit-index-url --no-emit-find-links \
		--output-file requirements.lock $(ARGS)

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'Python 3.11 or later is needed: make PYTHON=python3.13 ...' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || \
		{ echo 'venv is missing: apt install python3-venv' >&2; exit 1; }
	@echo 'setting up .venv'
	@test -x $(BIN)/pip || $(PYTHON) -m venv --clear .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@PATH="$(CURDIR)/$(BIN):$$PATH" \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $(READY)
