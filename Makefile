# Two commands do everything: `make run`, `make test`. The others are their parts.

CARGO    ?= cargo
REGFORGE  = $(CARGO) run --quiet --
STREAM   ?= tests/streams/hotspot.csv.xz
PACKAGES  = verilator yosys iverilog g++ zlib1g-dev opensta

# Large inputs for tests, if they are there.
ifneq ($(wildcard ../shared/kernels/*/case.toml),)
export REGFORGE_DATA ?= ../shared
endif

# A kernel of which not even one CTA fits into 8192 registers and the scratchpad.
WIDE = kernels/matrix_multiply_tiled_32/case.toml

# STT-RAM in lockstep, whose reads make every one fall.
FALLING = --backend lockstep --config zhang-2016 -p stt.disturb=all

# Launches of all kernels, those among the large inputs too.
CASES = $(wildcard kernels/*/case.toml $(REGFORGE_DATA)/kernels/*/case.toml)

.PHONY: help setup gen verilate test run kernels evidence evidence-all garbage exhaustive gains assumptions soak area pages bench check sweep reproduce readme lint

help: ## lists the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/'

setup: ## installs with apt what is missing
	@missing=""; for package in $(PACKAGES); do \
	  dpkg -s $$package >/dev/null 2>&1 || missing="$$missing $$package"; done; \
	if [ -n "$$missing" ]; then \
	  echo "installing with apt-get:$$missing"; \
	  sudo=""; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	  $$sudo apt-get update -qq && $$sudo apt-get install -y -qq --no-install-recommends $$missing; \
	fi

gen: ## regenerates gen/ from configs/fermi.toml
	$(REGFORGE) gen all

verilate: setup ## builds every unit under Verilator, optimised, into the cache
	$(REGFORGE) verilate all

test: setup ## everything that must hold
	$(CARGO) test --no-run
	$(REGFORGE) evidence --status
	$(CARGO) test

run: setup ## generates and verilates the racetrack bank, replays hotspot in lockstep, measures, draws
	$(CARGO) build
	$(REGFORGE) gen racetrack_bank
	$(REGFORGE) cosim racetrack_bank --stream $(STREAM) --plots build/plots
	$(REGFORGE) area racetrack_bank

kernels: setup ## executes every kernel, then runs it on the SM with register files in lockstep
	$(REGFORGE) ptx run --strict $(CASES) kernels/papers/*/case.toml
	$(REGFORGE) ptx report $(CASES)
	$(REGFORGE) sim --rf sram --backend lockstep $(CASES)
	$(REGFORGE) sim --rf sram --backend lockstep --backend-sm 1 -p gpu.sms_simulated=15 $(CASES)
	$(REGFORGE) sim --rf racetrack --backend lockstep $(CASES)
	$(REGFORGE) sim --rf racetrack --preshift --backend lockstep $(CASES)
	$(REGFORGE) sim --rf stt $(FALLING) $(CASES)
	for scheme in rd co corb ours; do \
	  $(REGFORGE) sim --rf stt --scheme $$scheme $(FALLING) kernels/*/case.toml || exit 1; done
	for rule in converged warp; do \
	  $(REGFORGE) sim --rf stt --dead $$rule $(FALLING) kernels/*/case.toml || exit 1; done
	$(REGFORGE) sim --rf sharing --backend lockstep $(CASES)
	$(REGFORGE) sim --rf sharing --backend lockstep -p sharing.lanes=run -p sharing.rows=true -p sharing.keep=true $(CASES)
	$(REGFORGE) sim --rf expanded --backend lockstep $(CASES)
	$(REGFORGE) sim --rf expanded --backend lockstep -p gpu.registers=8192 $(filter-out $(WIDE),$(CASES))
	$(REGFORGE) sim --rf expanded --backend lockstep -p gpu.registers=24576 $(WIDE)
	$(REGFORGE) sim --rf compressed --backend lockstep $(CASES)
	$(REGFORGE) sim --rf compressed --quality high --backend lockstep kernels/*/case.toml

evidence: setup ## runs the checks whose record in evidence.toml no longer holds
	$(REGFORGE) evidence

evidence-all: setup ## runs all checks of the record, hours
	$(REGFORGE) evidence --all

garbage: ## feeds every parser with garbage for about a minute
	REGFORGE_CASES=80000 $(CARGO) test --test all garbage::

exhaustive: verilate ## every number through the narrow float formats, a quarter of an hour
	$(CARGO) test --test all exhaustive:: -- --ignored

assumptions: setup ## what the papers' figures depend on, compared with docs/assumptions.md (10 minutes once built)
	mkdir -p build
	$(CARGO) run --release --quiet -- assumptions all --markdown > build/assumptions.md
	diff docs/assumptions.md build/assumptions.md

gains: setup ## runs EXPARS on large inputs, and compares with docs/expars.md (20 minutes)
	$(CARGO) test --test all expanded_gains:: -- --include-ignored

soak: setup ## long runs: every unit for 1,000,000 cycles, sharing for 10,000,000, thousands of random programs
	$(REGFORGE) cosim all --cycles 1000000
	$(REGFORGE) cosim sharing_register_file --cycles 10000000
	$(REGFORGE) cosim sharing_register_file -p sharing.lanes=run -p sharing.rows=true -p sharing.keep=true --cycles 10000000
	for system in sram racetrack stt sharing expanded; do \
	  $(REGFORGE) cosim $${system}_register_file -p gpu.request_stage=true --cycles 1000000 || exit 1; done
	for keys in lanes=run rows=true "lanes=run -p sharing.rows=true" address_check=low_bits; do \
	  $(REGFORGE) cosim address_pattern -p sharing.$$keys --cycles 1000000 || exit 1; done
	$(CARGO) test --test all programs:: -- --ignored

area: setup ## cells, flip-flops, transistors and depth of every unit
	$(REGFORGE) area all

pages: setup ## runs what the larger tables of docs/ show, and compares them (1.5 minutes once built)
	$(CARGO) test --test all -- --ignored the_page --skip expanded_gains::

bench: setup ## speed of lockstep, models, PTX and the SM, beside references
	$(CARGO) bench

sweep: setup ## every unit at many legal parameter points; resumes where it was stopped
	$(CARGO) run --release --quiet -- sweep all

reproduce: ## every number that the papers print, ours beside it, as a page, too
	$(CARGO) run --release --quiet -- reproduce all --html build/reproduce.html

check: ## whether gen/ is what is generated now
	$(REGFORGE) check

lint: ## what a change must pass before review
	$(CARGO) fmt --check
	$(CARGO) clippy --all-targets -- -D warnings

readme: setup ## regenerates the tables of README.md and docs/units.md (half an hour)
	$(REGFORGE) summary --update
