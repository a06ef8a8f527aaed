# Segue. `make help` lists what there is to make; the work is done by the scripts in .make.
.DEFAULT_GOAL := help
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-print-directory

PREFIX ?= ~/.local
MUSIC ?=
export PREFIX DESTDIR MUSIC

.PHONY: run test soak fuzz bench format lint install uninstall clean help

run: ## Scan MUSIC (default: Fixtures/Music), pick from it and play the choice
	@.make/run

test: ## Run all tests
	@.make/test

soak: ## Run all tests, longer, under the thread and the address sanitizer
	@.make/soak

fuzz: ## Give all parsers changed bytes, each for FUZZ_SECONDS (default: 60)
	@.make/fuzz

bench: ## Measure a release build beside MPD and others; BENCH_FILES files (default: 10000)
	@.make/bench

format: ## Lay out the Swift code
	@swift format --in-place --recursive Package.swift Sources Tests

lint: ## Check layout, imports and scripts
	@.make/lint

install: ## Install programs and user units below PREFIX (default: ~/.local); DESTDIR is honoured
	@.make/install

uninstall: ## Remove what `make install` with the same PREFIX put there
	@.make/install --remove

clean: ## Remove all that was built
	@rm -rf .build

help: ## Show this list
	@awk -F ': *## *' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile
