# Rotunda's commands. `make run` shows the launcher, `make check` proves it.
.PHONY: check format

check:
	swift format lint --strict --parallel --recursive Sources Tests Package.swift
	swift test

format:
	swift format --in-place --parallel --recursive Sources Tests Package.swift
