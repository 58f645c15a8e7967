# `make run` serves on http://localhost:8000, `make test` runs the whole gate. Both set up what they need.

VENV := .venv
PYTHON := $(VENV)/bin/python
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: run test check format lint types unit client docs golden system clean

run: $(VENV)/.run
	$(PYTHON) app.py

test: system $(VENV)/.dev node_modules/.installed
	$(MAKE) check

check: lint types client unit

lint: $(VENV)/.dev
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/ruff check .

format: $(VENV)/.dev
	$(VENV)/bin/ruff format .
	$(VENV)/bin/ruff check --fix .

types: $(VENV)/.dev
	$(VENV)/bin/mypy

client: node_modules/.installed
	npm run --silent types
	npm test --silent

# Everything that pytest runs: rules, rooms, store, API, delivery, browser, and whether the docs are true.
unit: $(VENV)/.dev
	$(PYTHON) -m pytest

docs: $(VENV)/.dev
	$(PYTHON) -m pytest tests/test_docs.py

# Plays the golden games anew: only after the rules were changed on purpose. `make golden GAME=uno` plays one game's.
golden: $(VENV)/.dev
	$(PYTHON) -m tests.games.golden $(GAME)

# redis-server and chromium for the tests; with apt when root, otherwise they have to be there.
system:
	@./scripts/system-packages redis-server chromium

# Debian keeps the part of Python that makes environments in a package of its own.
$(VENV)/bin/python:
	@python3 -c "import ensurepip" 2>/dev/null || ./scripts/system-packages python3-venv
	python3 -m venv $(VENV)

$(VENV)/.run: requirements.txt | $(VENV)/bin/python
	$(PYTHON) -m pip install --quiet -r requirements.txt
	@touch $@

$(VENV)/.dev: requirements.txt requirements-dev.txt | $(VENV)/bin/python
	$(PYTHON) -m pip install --quiet -r requirements-dev.txt
	@touch $@ $(VENV)/.run

node_modules/.installed: package.json package-lock.json
	npm ci --silent --no-audit --no-fund
	@touch $@

clean:
	rm -rf $(VENV) node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis
