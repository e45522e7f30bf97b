# The menu. `make run` and `make test` do all their own set-up on a fresh Debian or Raspberry Pi OS.
SHELL := /bin/bash
HERE := $(dir $(lastword $(MAKEFILE_LIST)))
.DEFAULT_GOAL := help
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PI := $(shell grep -qs "Raspberry Pi" /proc/device-tree/model && echo yes)
SOURCES := pyproject.toml setup.py $(wildcard device/locales/*/LC_MESSAGES/*.po)
CODE_AND_WORDS := tests/device/test_layers.py tests/device/test_names.py tests/device/test_words.py \
  tests/device/test_translated_messages.py
EVENINGS := tests/world/test_evening.py::test_three_evenings_with_troubles_keep_what_was_promised
SCREENS_AS_TEXT := tests/kiosk/test_screens.py tests/kiosk/test_home.py
# Debian's packages that tests need, and how to tell that they are there.
DESKTOP := xvfb="command -v Xvfb" xdotool="command -v xdotool"
WORDS := hunspell-cs="test -e /usr/share/hunspell/cs_CZ.dic"
BROKER := mosquitto="command -v mosquitto" openssl="command -v openssl"
BROWSER := chromium="command -v chromium || command -v chromium-browser" postgresql="ls /usr/lib/postgresql/*/bin/initdb"
TOOLS := systemd="command -v systemd-analyze" openssh-client="command -v ssh-keygen" xz-utils="command -v xz" \
  e2fsprogs="command -v debugfs" mtools="command -v mcopy" fdisk="command -v sfdisk" \
  espeak-ng="command -v espeak-ng" device-tree-compiler="command -v dtc" \
  nginx-light="command -v nginx" \
  nftables="command -v nft" iproute2="command -v ip"
# Tests start the program hundreds of times: whoever keeps no compiled modules compiles all of it each time.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run test check lint workflows sample screens bench animation site mutants pod pod-image fuzz lab world test-all tournament machines bare twin radio lab-full hardware image update deb release lock image-trial words schema clean parts micropython broker python

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: $(VENV)/ready ## start: the table on a Pi, the simulator with a display, else a whole game played without one
	@sh $(HERE)tools/packages.sh wanted $(VENV)/asked-for-words "A Czech dictionary helps to judge a move in club play (1 MB)." $(WORDS)
ifeq ($(PI),yes)
	@$(BIN)/dvojtah
else
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then $(BIN)/dvojtah simulate; \
	else echo "No display here: a whole recorded game is played through buttons and touches."; \
	$(BIN)/python -m tools.play sample && \
	echo "To play yourself in a browser of this computer: $(BIN)/dvojtah demo; from a telephone: $(BIN)/dvojtah serve"; fi
endif

test: parts $(VENV)/ready-dev micropython ## the tests, but what tests/by_night.txt leaves to a night
	$(BIN)/pytest -n auto --dist loadgroup

check: $(VENV)/ready-dev ## in a minute: lint, types, layers and names, rules, records and texts, every screen as text
	@$(MAKE) --no-print-directory -j 2 lint check-tests

.PHONY: check-tests
check-tests: $(VENV)/ready-dev
	$(BIN)/pytest -n auto --dist loadgroup -m "not every_layout and not pixels" --hypothesis-profile=quick $(SCREENS_AS_TEXT) $(CODE_AND_WORDS) $(EVENINGS) tests/rules tests/record

lint: $(VENV)/ready-dev ## ruff, mypy, and GitHub's workflows and forms by their schemas and zizmor
	@$(BIN)/check-jsonschema -q --builtin-schema vendor.github-workflows .github/workflows/*.yml
	@$(BIN)/check-jsonschema -q --builtin-schema vendor.github-issue-forms $(filter-out %/config.yml,$(wildcard .github/ISSUE_TEMPLATE/*.yml))
	@$(BIN)/check-jsonschema -q --builtin-schema vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
	@$(BIN)/check-jsonschema -q --builtin-schema vendor.dependabot .github/dependabot.yml
	@$(BIN)/zizmor --quiet --no-progress --offline .github
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

workflows: $(VENV)/ready-workflows ## actionlint on GitHub's workflows; its program comes from GitHub's releases
	@$(BIN)/actionlint

sample: $(VENV)/ready ## play a recorded game through buttons and touches, without a display, with pictures
	@$(BIN)/python -m tools.play sample

screens: $(VENV)/ready ## draw every screen and OLED face in every language into out/screens
	$(BIN)/python -m tools.play screens

animation: $(VENV)/ready ## draw a recorded game as the short animation of the README and the site, in both languages
	@$(BIN)/python -m tools.play animation

site: $(VENV)/ready-site ## the pages of docs/ as a site in both languages, for a browser without a network, and its search tried: out/site/index.html
	@sh tools/packages.sh tests chromium="command -v chromium || command -v chromium-browser"
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m tools.site --out "$(or $(OUT),out/site)"
	@DVOJTAH_SITE="$(or $(OUT),out/site)" $(BIN)/pytest -q -n 0 tests/docs/test_site_search.py

bench: $(VENV)/ready-dev ## speed as ratios to named baselines; PARTS="folding event": only these
	$(BIN)/python -m tools.bench $(PARTS)

mutants: $(VENV)/ready-mutants ## break 60 chosen and 200 drawn places of the last commit: do the tests notice? (COUNT=200 SEED=1, an hour)
	@$(BIN)/python -m tools.mutants --count $(or $(COUNT),200) --seed $(or $(SEED),1)

pod: $(VENV)/ready-flash ## check the firmware of a pod, and copy it onto the Pico that is plugged in
	@$(BIN)/python tools/flash_pod.py

pod-image: $(VENV)/ready-emulator micropython ## build out/pod/pod.uf2 from source, and play with it on an emulated Pico
	@sh tools/pod_uf2.sh
	@$(BIN)/pytest -n 0 tests/pod/test_emulated.py

fuzz: $(VENV)/ready-fuzz ## a million inputs, guided by coverage, for the codec and the line of the pods
	$(BIN)/python tools/fuzz_wire.py

lab: $(VENV)/ready-dev micropython ## a guest with a real kernel: GPIO, I2C, a USB pod, touch, the table on its own display
	@$(BIN)/python -m tests.lab $(TESTS)

test-all: parts $(VENV)/ready-dev micropython ## every test, before a release
	$(BIN)/pytest -n auto --dist loadgroup --all

world: $(VENV)/ready-dev ## simulated evenings from new seeds for HOURS (1), on all cores; what fails is a line that plays it again
	@$(BIN)/python -m tools.world.night $(or $(HOURS),1)

tournament: $(VENV)/ready-dev ## whole tournaments at the desk in a real browser: the organiser's acts counted, standings reckoned by hand
	@sh tools/packages.sh needed $(BROKER) $(BROWSER)
	@$(BIN)/python -m tests.tournament $(TESTS)

machines: $(VENV)/ready-dev ## installer, services, updates, wheel and .deb on whole systems of trixie and bookworm (as root; TESTS=... RELEASE=out/release)
	@LAB_SUITES="$(or $(SUITES),trixie bookworm)" RELEASE="$(RELEASE)" $(BIN)/pytest -p no:xdist -x $(or $(TESTS),tests/lab/machines)

bare: python ## this README's two commands on fresh systems of trixie and bookworm (as root; ALL=1: every test on the first)
	@$(PYTHON) -m tests.lab.bare $(if $(ALL),--all) $(SUITES)

twin: $(VENV)/ready-dev ## a guest that is as a Pi is: the installer, its units and users, a table's hardware, every command of the pages (as root)
	@LAB_TWIN=1 $(BIN)/pytest -p no:xdist -q -s --durations=8 tests/lab/twin/test_twin.py $(TESTS)

radio: $(VENV)/ready-dev ## a card's hotspot and a phone that joins it, on simulated radios (as root)
	@$(BIN)/python -m tests.lab.radio

lab-full: lab machines bare twin radio ## everything that can be shown without a Pi

hardware: $(VENV)/ready-hardware ## draw wiring, board, cases and lists of parts into out/hardware
	@sh tools/kicad.sh
	@SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct)} $(BIN)/python -m tools.hardware

event: $(VENV)/ready-organiser broker ## an event on this machine: broker, organiser, live board, tables that play (TABLES=8 SPEED=20 GAMES=all)
	@$(BIN)/python -m tools.play.event --tables $(or $(TABLES),8) --speed $(or $(SPEED),20) --games $(or $(GAMES),polish_doubles)

image: $(VENV)/ready ## a card: BASE=FILE is Raspberry Pi OS Lite, 64-bit; KEY=x.pub ADDRESS=https://... HOTSPOT=1 (or open) OUT=... AGAIN=1 of the last one's packages, TWICE=1 compares two (as root)
	@[ -n "$(BASE)" ] || { echo "Which image? make image BASE=raspios-lite-arm64.img.xz (Raspberry Pi OS Lite, 64-bit)"; exit 2; }
	@$(if $(TWICE),sh tools/packages.sh needed faketime="command -v faketime")
	@$(BIN)/python -m tools.image.build --base "$(BASE)" --out "$(or $(OUT),out/image/dvojtah.img.xz)" --lang $(or $(LANG_OF_TABLE),cs) \
	  $(if $(KEY),--key "$(KEY)") $(if $(ADDRESS),--address "$(ADDRESS)") $(if $(HOTSPOT),--hotspot $(if $(filter open,$(HOTSPOT)),open,password)) \
	  $(if $(AGAIN),--again) $(if $(TWICE),--twice)

update: $(VENV)/ready ## a signed update for tables that run: KEY=FILE is the private key, SYSTEM=trixie
	@[ -n "$(KEY)" ] || { echo "Which key? ssh-keygen -t ed25519 -f update-key makes one; then make update KEY=update-key"; exit 2; }
	@$(BIN)/python -m tools.image.update --key "$(KEY)" --system $(or $(SYSTEM),trixie) --out "$(or $(OUT),out/image)"

deb: $(VENV)/ready-deb ## the organiser's laptop: a Debian package with every library inside (SYSTEM=trixie PROCESSOR=x86_64)
	@$(BIN)/python -m tools.image.deb --system $(or $(SYSTEM),trixie) --processor $(or $(PROCESSOR),x86_64) --out "$(or $(OUT),out/image)"

release: $(VENV)/ready-dev $(if $(HARDWARE),$(VENV)/ready-hardware) ## wheel, source, Debian packages, bills of materials, checksums, made twice and compared: HARDWARE=1 its drawings too, KEY=FILE signs, WITH="FILE ..." belong to it
	@sh tools/packages.sh needed faketime="command -v faketime" dpkg="command -v dpkg-deb" openssh-client="command -v ssh-keygen"
	@$(if $(HARDWARE),sh tools/kicad.sh)
	@$(BIN)/python -m tools.release $(if $(HARDWARE),--hardware) $(if $(KEY),--key "$(KEY)") $(if $(WITH),--with $(WITH)) --out "$(or $(OUT),out/release)"

lock: $(VENV)/ready-lock ## bring the hashes of what root installs up to date with pyproject.toml
	@sh tools/lock.sh $(BIN)

image-trial: $(VENV)/ready-dev ## a card made of a stand-in, started under QEMU, played, updated, cut off (as root, most of an hour)
	@$(BIN)/python -m tests.lab.card.trial "$(or $(OUT),out/image-trial)"

words: $(VENV)/ready-dev ## bring the catalogues up to date with the texts in the code; NEW=pl only prints the entry of a language that is not there
	$(BIN)/python -m tools.words $(NEW)

schema: $(VENV)/ready ## bring docs/record.schema.json, docs/event.schema.json and docs/rules/acts.md up to date with the code
	@for what in record event; do $(BIN)/dvojtah schema $$what > docs/$$what.schema.json.new && mv docs/$$what.schema.json.new docs/$$what.schema.json || exit 1; done
	$(BIN)/python -m tools.acts_page

clean: ## remove everything that was made here
	rm -rf $(VENV) out build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find device rules -name '*.mo' -delete

parts:
	@sh tools/packages.sh tests $(DESKTOP) $(BROKER) $(BROWSER) $(TOOLS)

micropython: | $(VENV)/bin/python
	@sh tools/micropython.sh $(VENV) || echo "The tests of the pod's firmware will be skipped."

broker:
	@sh tools/packages.sh needed $(BROKER)

python:
	@sh tools/packages.sh needed python3="command -v $(PYTHON)" \
	  python3-venv="$(PYTHON) -c 'import ensurepip, venv'" $(if $(PI),python3-lgpio="$(PYTHON) -c 'import lgpio'")
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; this is $$($(PYTHON) --version)."; exit 1; }

$(VENV)/bin/python: | python
	@echo "Setting up $(VENV)..."
	@$(PYTHON) -m venv $(if $(PI),--system-site-packages) $(VENV)

$(VENV)/ready: $(SOURCES) | $(VENV)/bin/python
	@sh tools/pip.sh $(VENV) -e '.[table]'
	@touch $@

$(VENV)/ready-organiser: $(SOURCES) | $(VENV)/ready
	@sh tools/pip.sh $(VENV) -e '.[organiser]'
	@touch $@

$(VENV)/ready-flash: $(SOURCES) | $(VENV)/ready
	@sh tools/pip.sh $(VENV) --group flash
	@touch $@

$(VENV)/ready-fuzz: $(SOURCES) | $(VENV)/ready
	@sh tools/pip.sh $(VENV) --group fuzz
	@touch $@

$(VENV)/ready-mutants: $(SOURCES) | $(VENV)/ready-dev
	@sh tools/pip.sh $(VENV) --group mutants
	@touch $@

$(VENV)/ready-site: $(SOURCES) | $(VENV)/ready-dev
	@sh tools/pip.sh $(VENV) --group site
	@touch $@

$(VENV)/ready-deb: $(SOURCES) | $(VENV)/ready
	@sh tools/pip.sh $(VENV) --group deb
	@touch $@

$(VENV)/ready-lock: $(SOURCES) | $(VENV)/ready
	@sh tools/pip.sh $(VENV) --group lock
	@touch $@

$(VENV)/ready-workflows: $(SOURCES) | $(VENV)/ready
	@sh tools/pip.sh $(VENV) --group workflows
	@touch $@

$(VENV)/ready-emulator: $(SOURCES) | $(VENV)/ready-dev
	@sh tools/pip.sh $(VENV) --group emulator
	@touch $@

$(VENV)/ready-hardware: $(SOURCES) | $(VENV)/ready
	@sh tools/pip.sh $(VENV) --group hardware
	@touch $@

$(VENV)/ready-dev: $(SOURCES) | $(VENV)/bin/python
	@sh tools/pip.sh $(VENV) --group dev -e '.[table,organiser]'
	@touch $(VENV)/ready $(VENV)/ready-organiser $@
