# Everything here runs from .venv/, which is made on first use. `make` lists what there is.

PYTHON ?= python3
GAME ?= in_between

BIN := .venv/bin
# What an installation depends on: the code itself is linked, not copied.
INSTALLED_FROM := pyproject.toml hatch_build.py

.PHONY: help play check style types test format soak clean

help: ## Say what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

play: .venv/for-play ## Play a game; another one: make play GAME=gin
	@$(BIN)/rulerun rulesets/$(GAME).yaml

check: style types test ## Run all the checks: style, types and tests

style: .venv/for-check ## Check formatting and lint alone
	$(BIN)/ruff format --check
	$(BIN)/ruff check

types: .venv/for-check ## Check the types alone
	$(BIN)/mypy

test: .venv/for-check ## Run the tests alone
	$(BIN)/pytest -n 2 --dist loadgroup

format: .venv/for-check ## Format the code and mend what can be mended by rote
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

soak: .venv/for-check ## Play the full number of random games of every game and house rule
	RULERUN_SOAK=1 $(BIN)/pytest -n 2 --dist loadgroup -m soak

clean: ## Remove the environment and all that was generated
	rm -rf .venv .dev dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo 'rulerun needs Python 3.11 or newer. If you have one under another name:' >&2; \
	    echo '  make PYTHON=python3.12 $(MAKECMDGOALS)' >&2; exit 1; }
	@echo 'Making the environment .venv/ ...'
	@$(PYTHON) -m venv --clear .venv
	@touch $@

.venv/for-play: .venv/made $(INSTALLED_FROM)
	@echo 'Installing rulerun in it ...'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/for-check: .venv/made $(INSTALLED_FROM)
	@echo 'Installing rulerun and what its checks need in it ...'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ .venv/for-play
