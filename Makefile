# Everything runs inside .venv, which `make install` builds from requirements-dev.lock. A server needs only what is in
# requirements.lock, at the same versions.
# The distribution's Python comes first: servers run on it (docs/deploy.md), and it is often built with optimisations
# that one compiled by hand lacks.
PYTHONS := $(shell for python in /usr/bin/python3.11 python3.11; do $$python -c 'import ensurepip' 2>&- && echo $$python; done)
PYTHON ?= $(firstword $(PYTHONS) python3)
BIN := .venv/bin

.PHONY: install server compiled up test test-fast test-container lint bench soak lock audit

install: .venv/installed

.venv/installed: requirements-dev.lock pyproject.toml | $(BIN)/uv
	$(BIN)/uv pip sync --quiet --compile-bytecode --python $(BIN)/python --require-hashes requirements-dev.lock
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	@touch $@

# At the locked version, lest the sync replace the program that is running it.
$(BIN)/uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Railpost needs Python 3.11 or newer: set PYTHON")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "$$(grep -o '^uv==[^ ]*' requirements-dev.lock || echo uv)"

# What a server needs and nothing else (docs/deploy.md), into .venv.
server:
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps .
	$(BIN)/python -m compileall -q $(BIN)/../lib

# Where Python may not write its bytecode, reading our own sources costs half the start of each process.
compiled: install
	@$(BIN)/python -m compileall -q engine pbem worker

up: compiled
	$(BIN)/pbem up

test: compiled
	chromium="$$($(BIN)/python -m tests.provide_chromium)" && CHROMIUM="$$chromium" $(BIN)/pytest -n 3 --no-loadscope-reorder --durations 25

test-fast: install
	$(BIN)/pytest -n 2 -m "not slow and not soak" tests/engine tests/contract tests/toys

lint: install
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: compiled
	$(BIN)/python -m bench

soak: install
	$(BIN)/pytest -m soak --timeout 0

# The image is built, started and played in. It needs root, buildah and debootstrap, and no image registry.
test-container: install
	$(BIN)/pytest -m soak --timeout 0 -s tests/processes/test_container.py

# The newest releases that pyproject.toml allows, for every platform.
COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

lock: $(BIN)/uv
	$(COMPILE) --upgrade --extra dev --output-file requirements-dev.lock pyproject.toml
	$(COMPILE) --upgrade --constraint requirements-dev.lock --output-file requirements.lock pyproject.toml

audit: install
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m tests.audit_lock
