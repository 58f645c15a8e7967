# `make run` serves on http://localhost:8000, `make test` runs the whole gate. Both set up what they need.

# What serves is installed in an environment of its own, from requirements.txt alone: the tests start
# their servers there, so a package that only the tools bring is missed before a deployment misses it.
RUN := .venv-run
VENV := .venv
PYTHON := $(VENV)/bin/python
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: run test environments check delivery browser web clients games documents rooms store types page-tests page-types lint \
	weight format long referees soak peers docs reference generated golden mutants mutation words pins screens lighthouse audit system clean

run: $(RUN)/.installed
	$(RUN)/bin/python app.py

test: system
	@$(MAKE) --silent --jobs=2 environments
	@$(MAKE) --silent check

environments: $(VENV)/.installed $(RUN)/.installed node_modules/.installed

check: $(VENV)/.installed $(RUN)/.installed node_modules/.installed
	@$(PYTHON) -m scripts.gate

# Single checks of the gate; scripts/gate.py says what each of them runs.
delivery browser web clients games documents rooms store: $(VENV)/.installed $(RUN)/.installed node_modules/.installed
	@$(PYTHON) -m scripts.gate $@

types page-tests page-types lint: $(VENV)/.installed node_modules/.installed
	@$(PYTHON) -m scripts.gate $@

# The processor time of the gate's tests, by file, fixture and test.
weight: $(VENV)/.installed $(RUN)/.installed
	@$(PYTHON) -m scripts.gate --weigh

format: $(VENV)/.installed
	$(VENV)/bin/ruff format .
	$(VENV)/bin/ruff check --fix .

# What takes minutes, such as a claim about how strong a bot is. Not part of the gate. The page is tried in Firefox
# and WebKit, too, if they are installed: apt-get install firefox-esr webkit2gtk-driver xvfb
long: $(VENV)/.installed $(RUN)/.installed .venv-referees/.installed
	$(PYTHON) -m pytest -m long tests

# Not part of the gate: games of documents beside other implementations of the same rules, some hundred games of
# each; `make long` plays thousands. The referees are 340 MB with what they need, so they have an environment of
# their own, to which tests/referees looks.
REFEREES := pokerkit==0.7.7 open_spiel==2.0.2 phevaluator==0.6.0 treys==0.1.8
referees: $(VENV)/.installed .venv-referees/.installed
	$(PYTHON) -m pytest tests/referees

.venv-referees/.installed:
	python3 -m venv --clear .venv-referees
	.venv-referees/bin/python -m pip install -qq $(REFEREES)
	@touch $@

# Not part of the gate: ten minutes at a thousand tables while workers, machines, listeners and Redis are killed.
# `make soak SOAK="--tables 60 --duration 120"` is a small one.
soak: $(VENV)/.installed $(RUN)/.installed
	@./scripts/system-packages redis-server nginx
	$(PYTHON) -m tests.soak $(SOAK)

# Makes docs/settings.md from cheat/settings.py, and checks all pages.
docs: $(VENV)/.installed $(RUN)/.installed
	$(PYTHON) -m scripts.settings_page
	$(PYTHON) -m pytest tests/test_docs.py tests/test_markdown.py

# docs/games/reference.md and examples.md, after the document language has changed, and the manual in other languages.
reference: $(VENV)/.installed
	$(PYTHON) -m scripts.reference

# Not part of the gate: a client is generated from the OpenAPI document, and plays. The generator is a package that
# nothing else needs, so it has an environment of its own, made anew each time.
GENERATOR := openapi-python-client==0.29.1
generated: $(VENV)/.installed $(RUN)/.installed
	python3 -m venv --clear .venv-generated
	.venv-generated/bin/python -m pip install -qq $(GENERATOR)
	$(PYTHON) -m pytest tests/generated

# Not part of the gate: every screen of the page in five sizes and two looks, into docs/screens, and what a
# little play looks like on the terminal, into docs/terminal.md.
screens: $(VENV)/.installed $(RUN)/.installed
	$(PYTHON) -m scripts.screens
	$(PYTHON) -m tests.terminal.screens

# Not part of the gate: this project beside other servers for games, on the same work; bench/README.md has the figures.
# nchan is a package of the system: nginx and libnginx-mod-nchan.
peers: $(VENV)/.installed bench/peers/node_modules/.installed
	$(PYTHON) bench/peers/run.py

bench/peers/node_modules/.installed: bench/peers/package-lock.json
	npm ci --no-audit --no-fund --legacy-peer-deps --prefix bench/peers
	@touch $@

# Not part of the gate: what Lighthouse says of the page. The package is large, and nothing else needs it, so npx fetches it.
LIGHTHOUSE := 12.8.2
lighthouse: $(VENV)/.installed
	$(PYTHON) -m scripts.lighthouse $(LIGHTHOUSE)

# Plays the golden games anew: only after the rules were changed on purpose. `make golden GAME=uno` plays one game's.
golden: $(VENV)/.installed
	$(PYTHON) -m tests.games.golden $(GAME)

# Every slip that there can be in a key of the documents: in the gate it is a sample.
mutants: $(VENV)/.installed
	$(PYTHON) -m pytest tests/documents/test_diagnostics.py tests/documents/test_misplaced_values.py --mutants

# Not part of the gate: how many small faults in games, rooms and store the tests notice; docs/mutation.md says more.
# The tool that makes the faults has an environment of its own, as it brings packages that nothing else needs.
MUTATOR := cosmic-ray==8.7.0
MUTANTS := 400
SEED := 1
OUT := mutation.json
mutation: $(VENV)/.installed $(RUN)/.installed $(if $(BEFORE),,.venv-mutation/.installed)
	$(if $(BEFORE),,.venv-mutation/bin/python -m scripts.mutants $(MUTANTS) $(SEED) >.venv-mutation/sample.json)
	$(PYTHON) -m scripts.mutation --json $(OUT) $(MUTATION) $(or $(BEFORE),.venv-mutation/sample.json)

.venv-mutation/.installed:
	python3 -m venv --clear .venv-mutation
	.venv-mutation/bin/python -m pip install -qq $(MUTATOR)
	@touch $@

# What people read: finds it in the sources, brings every language up to date, and says what it lacks.
# `make words LANGUAGE=de` begins another one.
words: $(VENV)/.installed
	$(PYTHON) -m scripts.catalogues $(LANGUAGE)

# All packages with their hashes, from the short lists: those of requirements-dev.txt are those of
# requirements.txt and more. Versions stay as they are; `make pins UPGRADE=--upgrade` takes the newest.
COMPILE := $(VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--custom-compile-command "make pins" $(UPGRADE)
pins: $(VENV)/.installed
	$(COMPILE) --output-file requirements.txt requirements.in
	$(COMPILE) --output-file requirements-dev.txt requirements-dev.in

# Not part of the gate: it asks an index that others keep, and ruff's S rules are most of bandit's already.
audit: $(VENV)/.installed
	$(VENV)/bin/bandit --quiet --configfile pyproject.toml --recursive cheat app.py gunicorn.conf.py
	@$(PYTHON) scripts/audit_pins.py requirements.txt requirements-dev.txt

# What the servers and clients that the tests start need; with apt when root, otherwise it has to be there.
system:
	@./scripts/system-packages redis-server 'chromium-headless-shell|chromium' curl jq openssl tmux

# Environments are made anew, so that nothing stays which a list no longer names. Debian keeps the part
# of Python that makes them in a package of its own.
# Pip is quiet about indexes of the machine's own configuration that are not there; it still prints errors.
# An environment that is a link belongs to another checkout, which would lose it.
ENVIRONMENT = test ! -L $(@D) || { echo "$(@D) is a link. Update it in the checkout that it belongs to."; exit 1; }; \
	python3 -c "import ensurepip" 2>/dev/null || ./scripts/system-packages python3-venv; \
	python3 -m venv --clear $(@D) && $(@D)/bin/python -m pip install -qq -r $<

$(RUN)/.installed: requirements.txt
	@$(ENVIRONMENT)
	@touch $@

$(VENV)/.installed: requirements-dev.txt
	@$(ENVIRONMENT)
	@touch $@

node_modules/.installed: package.json package-lock.json
	npm ci --silent --no-audit --no-fund
	@touch $@

clean:
	rm -rf $(VENV) $(RUN) .venv-generated .venv-mutation .venv-referees .gate node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis
