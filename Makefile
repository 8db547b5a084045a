# Needs python3 (3.11 or newer), pip and make; everything else is set up in .venv.
#
#   make studio     the page in the browser: see it walk, push it, change its script
#   make demo       the 3D walk, pushed from the side: report, film strip, video, plots in out/
#   make test       ruff, mypy and pytest
#   make attack     hostile input of every kind, 1000 each, with the kernel's indices checked
#   make bench      speed of the closed loop against bare physics
#   make must-show  every promise of the project, measured; writes docs/must-show.md
#   make must-show-stale  those whose code has changed since they were measured
#   make docs       the generated parts of docs/, pictures included
#   make gen        control/opcodes.py and columns.py from the tables of statements and state, web/src/messages.ts
#   make page       the studio's page from web/ (needs Node); its result is in the repository
#   make thumbnails the gallery's moving pictures, where skills are new or have changed
#   make clean      removes out/ and caches; `make distclean` removes .venv too

PYTHON ?= python3
VENV   := .venv
PY     := $(VENV)/bin/python
USER_STAMP := $(VENV)/.footfall-installed
DEV_STAMP  := $(VENV)/.footfall-dev-installed

.PHONY: studio demo test types kernels kernels-checked attack bench must-show must-show-stale docs gen page thumbnails setup setup-dev clean distclean help
.DEFAULT_GOAL := help

help:
	@sed -n 's/^#   //p' Makefile

studio: $(USER_STAMP)
	@$(PY) -m footfall studio

demo: $(USER_STAMP)
	@$(PY) -m footfall demo --out out

# The tests start hundreds of processes: where compiled modules are not kept, each would compile them again.
test: export PYTHONDONTWRITEBYTECODE =
test: $(DEV_STAMP)
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(MAKE) --no-print-directory -j 2 types kernels kernels-checked
	$(PY) -m pytest -n 2 --dist loadfile -q

types:
	$(PY) -m mypy

kernels:
	$(PY) -m footfall warm

kernels-checked:
	FOOTFALL_CHECKS=1 $(PY) -m footfall warm >/dev/null

attack: $(DEV_STAMP)
	@$(PY) benchmarks/attack.py --each 1000

bench: $(USER_STAMP)
	@$(PY) -m footfall bench

must-show: $(USER_STAMP)
	@$(PY) benchmarks/must_show.py

must-show-stale: $(USER_STAMP)
	@$(PY) benchmarks/must_show.py --stale

docs: $(USER_STAMP)
	@$(PY) docs/make_docs.py

gen: $(DEV_STAMP)
	$(PY) -m footfall.engine.gen
	$(PY) -m footfall.studio.protocol.typescript

page:
	cd web && npm install --no-save && npm run build

thumbnails: $(USER_STAMP)
	@$(PY) -m footfall.studio.workspace.thumbnails

setup: $(USER_STAMP)
setup-dev: $(DEV_STAMP)

# Some systems ship venv without ensurepip; then the system's pip fills the environment.
$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "error: $(PYTHON) is older than 3.11; name a newer one: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@echo "Creating $(VENV) …"
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || \
	  { rm -rf $(VENV); $(PYTHON) -m venv --without-pip $(VENV) && \
	    $(PYTHON) -m pip --python $(PY) install --quiet pip; }

$(USER_STAMP): pyproject.toml | $(PY)
	@echo "Installing Footfall and what it needs (once, a minute or two) …"
	@$(PY) -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(DEV_STAMP): pyproject.toml | $(PY)
	@echo "Installing Footfall with its development tools (once, a minute or two) …"
	@$(PY) -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@ $(USER_STAMP)

clean:
	rm -rf out .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist
	find src tests benchmarks examples -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean
	rm -rf $(VENV)
