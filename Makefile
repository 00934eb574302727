# Everything that is done with backpulse; `make` lists it. What is done is not done again (stamps in .setup/).

.DEFAULT_GOAL := help
.PHONY: help setup run notebook test check types parity bench screenshot build clean page browser

PYTHON_HERE := .venv/bin/python
PIP := -m pip --disable-pip-version-check -qq
TORCH := torch==2.13.0
PEERS := "jax>=0.4.30" micrograd==0.1.0
PAGE := server/backpulse/server/static/index.html
PAGE_SOURCES := $(shell find web \( -name node_modules -o -name backpulse -o -name '*.test.ts' \) -prune -o -type f -print)
NODE_MODULES := web/node_modules/.package-lock.json

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: .setup/python $(NODE_MODULES) ## make .venv and web/node_modules

run: .setup/python page ## open the playground (options: make run ARGS="--port 9000 --no-browser")
	@exec .venv/bin/backpulse serve $(ARGS)

notebook: .setup/python page ## open the tour in JupyterLab (options: make notebook ARGS="--no-browser")
	@exec .venv/bin/jupyter lab $(if $(filter 0,$(shell id -u)),--allow-root) $(ARGS) examples/tour.ipynb

test: check page browser ## run the checks and all tests, those in a browser too
	@echo "Tests of the page's code (vitest) …"
	@cd web && npm run --silent test
	@echo "Tests of everything else (pytest) …"
	@$(PYTHON_HERE) -m pytest

check: setup ## ruff, strict mypy, strict TypeScript
	@echo "Checking with ruff, mypy and tsc …"
	@.venv/bin/ruff check --quiet
	@.venv/bin/ruff format --check --quiet
	@.venv/bin/mypy --no-error-summary
	@cd web && npm run --silent check

types: setup ## write the page's types anew from the server's messages
	@$(PYTHON_HERE) -m backpulse.server.schema > web/messages.schema.json
	@cd web && npm run --silent types

parity: .setup/parity ## compare with PyTorch, live (in .venv-parity)
	@echo "Comparing with PyTorch …"
	@.venv-parity/bin/python -m pytest tests/parity/live.py

bench: .setup/bench ## measure against micrograd, PyTorch, JAX and C (a first look: make bench QUICK=1)
	@.venv-bench/bin/python -m benchmarks $(if $(filter-out 0,$(QUICK)),--quick)

screenshot: .setup/python page browser ## make the README's pictures anew
	@$(PYTHON_HERE) scripts/screenshot.py
	@$(PYTHON_HERE) scripts/notebook_picture.py

build: .setup/python page ## build the wheel and the source archive into dist/
	@.venv/bin/hatchling build

clean: ## remove everything that was made here
	@rm -rf .setup .venv .venv-parity .venv-bench dist web/node_modules server/backpulse/server/static
	@rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis

page: $(PAGE)

browser: .setup/python
	@scripts/browser.sh $(PYTHON_HERE)

.venv/pyvenv.cfg:
	@echo "Making .venv …"
	@python=$$(scripts/python.sh) && "$$python" -m venv .venv

.setup/python: .venv/pyvenv.cfg pyproject.toml
	@echo "Installing Python packages into .venv …"
	@$(PYTHON_HERE) $(PIP) install -e '.[dev,notebook]'
	@mkdir -p .setup && touch $@

$(NODE_MODULES): web/package.json web/package-lock.json
	@scripts/node.sh
	@echo "Installing the page's packages into web/node_modules …"
	@cd web && npm ci --silent
	@touch $@

$(PAGE): $(NODE_MODULES) $(PAGE_SOURCES)
	@echo "Building the page …"
	@cd web && npm run --silent build -- --logLevel warn
	@touch $@

.venv-parity/pyvenv.cfg:
	@python=$$(scripts/python.sh) && "$$python" -m venv .venv-parity

.setup/parity: .venv-parity/pyvenv.cfg pyproject.toml
	@echo "Installing PyTorch into .venv-parity (large) …"
	@.venv-parity/bin/python $(PIP) install -e . 'pytest>=8.3' '$(TORCH)'
	@mkdir -p .setup && touch $@

.venv-bench/pyvenv.cfg:
	@python=$$(scripts/python.sh) && "$$python" -m venv .venv-bench

.setup/bench: .venv-bench/pyvenv.cfg pyproject.toml
	@echo "Installing the peers to measure against into .venv-bench (large) …"
	@.venv-bench/bin/python $(PIP) install -e . '$(TORCH)' $(PEERS)
	@mkdir -p .setup && touch $@
