# Everything that is done with backpulse; `make` lists it. What is done is not done again (stamps in .setup/).

.DEFAULT_GOAL := help
.PHONY: help setup run dev notebook test check types parity lowest bench screenshot build lock clean page browser

PYTHON_HERE := .venv/bin/python
PIP := -m pip --disable-pip-version-check -qq
TORCH := $(shell grep -om1 'torch==[0-9.]*' pyproject.toml)
PAGE := server/backpulse/server/static/index.html
PAGE_SOURCES := $(shell find web/page \( -name node_modules -o -name '*.test.ts' \) -prune -o -type f -print) web/view/backpulse/view/look.json
NODE_MODULES := web/page/node_modules/.package-lock.json

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: .setup/python $(NODE_MODULES) ## make .venv and web/page/node_modules

run: .setup/python page ## open the playground (options: make run ARGS="--port 9000 --no-browser")
	@exec .venv/bin/backpulse serve $(ARGS)

dev: setup ## edit with the page rebuilding itself and the server starting anew (options as Vite's: ARGS="--open")
	@exec $(PYTHON_HERE) scripts/dev.py $(ARGS)

notebook: .setup/python page ## open the tour in JupyterLab (options: make notebook ARGS="--no-browser")
	@exec .venv/bin/jupyter lab $(if $(filter 0,$(shell id -u)),--allow-root) $(ARGS) examples/tour.ipynb

test: check page browser ## run the checks and all tests, those in a browser too
	@echo "Tests of the page's code (vitest) …"
	@cd web/page && npm run --silent test
	@echo "Tests of everything else (pytest) …"
	@$(PYTHON_HERE) -m pytest

check: setup ## ruff, strict mypy, strict TypeScript
	@echo "Checking with ruff, mypy and tsc …"
	@.venv/bin/ruff check --quiet
	@.venv/bin/ruff format --check --quiet
	@.venv/bin/mypy --no-error-summary
	@cd web/page && npm run --silent check

types: setup ## write the page's types anew from the server's messages
	@$(PYTHON_HERE) -m backpulse.answering.schema > web/page/messages.schema.json
	@cd web/page && npm run --silent types

parity: .setup/parity ## compare with PyTorch, live (in .venv-parity)
	@echo "Comparing with PyTorch …"
	@.venv-parity/bin/python -m pytest tests/parity/live.py

lowest: .setup/lowest page ## test with the oldest packages that pyproject.toml allows (in .venv-lowest)
	@echo "Testing with the oldest packages that are allowed …"
	@.venv-lowest/bin/python -m pytest tests/engine tests/parser tests/answering tests/server

bench: .setup/bench ## measure against micrograd, PyTorch, JAX and C (a first look: make bench QUICK=1)
	@.venv-bench/bin/python -m benchmarks $(if $(filter-out 0,$(QUICK)),--quick)

screenshot: .setup/python page browser ## make the README's pictures anew
	@$(PYTHON_HERE) scripts/screenshot.py
	@$(PYTHON_HERE) scripts/notebook_picture.py

build: .setup/python page ## build the wheel and the source archive into dist/
	@.venv/bin/hatchling build

lock: .setup/python ## pin anew what is installed (for newest versions: make lock ARGS=--upgrade)
	@scripts/lock.sh .venv/bin/uv $(ARGS)

clean: ## remove everything that was made here
	@rm -rf .setup .venv .venv-parity .venv-lowest .venv-bench dist web/page/node_modules server/backpulse/server/static
	@rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis

page: $(PAGE)

browser: .setup/python
	@scripts/browser.sh $(PYTHON_HERE)

# A virtual environment, a lock's name, and what is pinned by its version alone. Nothing but files whose hashes the
# lock knows is installed: what builds, then the lock, then backpulse itself.
define install
@echo "Installing Python packages into $(1) …"
@$(1)/bin/python $(PIP) install --no-deps --require-hashes -r requirements/build.txt
@$(1)/bin/python $(PIP) install --no-deps --require-hashes --no-build-isolation -r requirements/$(2).txt
@$(1)/bin/python $(PIP) install --no-deps --no-build-isolation -e .
@$(if $(3),$(1)/bin/python $(PIP) install $(3))
@mkdir -p .setup && touch $@
endef

.venv/pyvenv.cfg .venv-parity/pyvenv.cfg .venv-lowest/pyvenv.cfg .venv-bench/pyvenv.cfg:
	@echo "Making $(@D) …"
	@python=$$(scripts/python.sh) && "$$python" -m venv $(@D)

.setup/python: .venv/pyvenv.cfg requirements/dev.txt requirements/build.txt pyproject.toml
	$(call install,.venv,dev)

.setup/%: .venv-%/pyvenv.cfg requirements/%.txt requirements/build.txt pyproject.toml
	$(call install,.venv-$*,$*,$(if $(filter parity bench,$*),$(TORCH)))

$(NODE_MODULES): web/page/package.json web/page/package-lock.json
	@scripts/node.sh
	@echo "Installing the page's packages into web/page/node_modules …"
	@cd web/page && npm ci --silent
	@touch $@

$(PAGE): $(NODE_MODULES) $(PAGE_SOURCES)
	@echo "Building the page …"
	@cd web/page && npm run --silent build -- --logLevel warn
	@touch $@
