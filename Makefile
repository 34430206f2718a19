# Each target is a line or two over the real command. `make start` and `make test` are all one needs.
# PYTHON picks the interpreter for .venv (3.11.5 or newer); PIP_ARGS goes to every pip install,
# for instance to name an index of CPU-only torch wheels.

PYTHON ?= python3
PIP_ARGS ?=
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help setup start demo test outputs answers lint release

help:
	@echo "make start    set up if needed and open the course in JupyterLab"
	@echo "make test     set up if needed and run every test"
	@echo "make demo     the whole road, from authored notebook to feedback, with a small class"
	@echo "make setup    only make the environment"
	@echo "make lint     style and types"
	@echo "make outputs  execute the authored notebooks and store their outputs"
	@echo "make release  make release/ from source/"
	@echo "make answers  grade the bank of right and wrong answers"

setup: .venv/installed

.venv/installed: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; v = sys.version_info; v >= (3, 11, 5) or sys.exit("Python 3.11.5 or newer is needed and $(PYTHON) is %d.%d.%d: call make PYTHON=python3.x" % v[:3])'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --disable-pip-version-check $(PIP_ARGS) -c constraints.txt -e '.[dev]'
	@touch $@

start: setup
	$(BIN)/course start

demo: setup
	$(BIN)/course demo

test: setup
	$(BIN)/python -m pytest tests -m ''
	$(BIN)/python -m pytest --nbval source

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

outputs: setup
	$(BIN)/python -m course.outputs

release: setup
	$(BIN)/course release

answers: setup
	$(BIN)/python -m tests.answer_bank
