# Rotunda's commands. `make run` shows the launcher, `make check` proves it.

export SWIFT ?= swift
CONFIG ?= $(KIOSK)
DESTDIR ?=
PREFIX ?= /usr/local

# Function addresses are resolved at the start and read-only afterward, C's return addresses are guarded, and
# the loader searches no library next to the program. These flags are not in Package.swift, because SwiftPM
# refuses dependencies with such flags.
HARDENING := --disable-local-rpath -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now -Xcc -fstack-protector-strong -Xcxx -fstack-protector-strong
# Builds the same program in every directory. The build identifier of the linker would also count symbols and
# debugging data, which are not installed.
REPRODUCIBLE := -Xlinker --build-id=none -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=. -Xcxx -ffile-prefix-map=$(CURDIR)=.
# Options that build for another processor: packaging/cross.
BUILD_FOR ?=
RELEASE := --configuration release --static-swift-stdlib $(HARDENING) $(REPRODUCIBLE) $(BUILD_FOR)
# The kiosk that comes with the package.
KIOSK := packaging/kiosk/rotunda.toml
BINARY ?= .build/release/rotunda
MANUALS := $(wildcard docs/man/*.[1-8])
# The themes of the package.
THEMES := $(wildcard themes/*)
# The launcher's translations.
CATALOGS := build/locale
# Complete kiosks for operators. examples/operators/draw makes their pictures.
OPERATOR_FILES := $(filter-out %/draw,$(shell find examples/operators -type f))
SWIFT_CODE := $(wildcard Sources Tests Plugins Benchmarks examples/swift Package.swift)
# All shell scripts of the repository: executable files whose first line names a shell.
SCRIPTS = $(shell git ls-files --stage | awk '/^100755/ { print $$4 }' | xargs grep -lE '^\#!.*\b(ba)?sh$$')

TO_BUILD := packaging/packages.build
TO_RUN := $(TO_BUILD) packaging/packages.run $(wildcard $(dir $(CONFIG))packages)
TO_DEB := $(TO_BUILD) packaging/packages.deb
TO_RELEASE := $(TO_DEB) packaging/packages.release packaging/packages.swift
TO_CHECK := $(TO_RUN) examples/packages $(TO_RELEASE) packaging/packages.check
TO_CHECK_LONG := $(TO_CHECK) packaging/packages.long

# The steps of `make check` share a build directory and the machine's processors.
.NOTPARALLEL:
# Tests without processes, files or screens.
PURE := $(addsuffix Tests,RotundaGeometry Gestures CarouselEngine TouchCarousel Scene Configuration Languages Freedesktop \
  Browsers Supervision Diagnosis UsageCounts WaylandFilter Commands)
# Suites of those that take more than a second each. Only `make check` runs them.
SLOW := Demo|Random|Escape|ShellProperty|CarouselProperty|Continuity|ReplayInput|Digest|ParityPage|WeekSchedule|Target|Foot|Flick|Shelf|Scene|LookBars|TileName|Allocation|Prediction|Sound|Speech
# Selects tests by name: a regular expression for Target.Suite/function. Empty selects all.
FILTER ?=

.PHONY: help run pictures build check check-quick check-long outside-package lint format units test program cross release release-words release-check repository spdx counts launcher-benchmark sanitize manuals bench boot-container bare-check programs-check monitoring-check mutants \
  boot-test recovery fuzz fuzz-briefly install deb package-check catalogs clean packages-build packages-deb packages-release packages-run packages-check packages-long

help:
	@echo 'make run          show the launcher: in this session, inside cage, or as a picture'
	@echo
	@echo 'While you work:'
	@echo 'make build        build the program'
	@echo 'make check-quick  format, lint and pure tests, in less than a minute when built'
	@echo 'make test         run all tests, or those that FILTER=... names: FILTER=ShellTests.IdleTests'
	@echo 'make format       format the Swift code, and wrap comments and documents'
	@echo 'make lint         check format, shell scripts and prose'
	@echo 'ROTUNDA_UPDATE=1 make test FILTER=...   update generated files: see CONTRIBUTING.md'
	@echo 'make pictures     make the pictures in docs and examples again'
	@echo
	@echo 'Before you send a change:'
	@echo 'make check        format, lint, tests, package: everything that a change must pass'
	@echo 'make check-long   make check, all tests with sanitizers, and everything again in a bare Debian'
	@echo 'make boot-test    boot a machine with the package, and try to break the kiosk'
	@echo 'make fuzz         feed hostile bytes to every reader: FUZZ=name, FUZZ_SECONDS=300'
	@echo 'make mutants      change operators and constants one at a time, and count the changes that tests notice'
	@echo 'make bench        measure the carousel, and the start, frames, drags and relay of the launcher'
	@echo
	@echo 'To use it:'
	@echo 'make install      install below DESTDIR and PREFIX'
	@echo 'make deb          make the Debian package, in build/deb'
	@echo 'make program      build the program as it is shipped, .build/release/rotunda'
	@echo 'make cross        make the Debian package for arm64 on an amd64 machine'
	@echo 'make release      make a release of the last commit, in build/release: VERSION=0.2.0'
	@echo 'make repository   make a signed apt repository of it: DIR=... KEY=... URL=...'
	@echo 'make clean        remove what was built'

run: packages-run program catalogs
	TEXTDOMAINDIR=$(CURDIR)/$(CATALOGS) ROTUNDA_THEMES=$(CURDIR)/themes packaging/run $(BINARY) $(CONFIG) build/screenshot.png

# Draws the pictures in docs again. Their clock shows a morning.
pictures: export SOURCE_DATE_EPOCH := 1795343040
pictures: export TZ := UTC
pictures: export ROTUNDA_THEMES := $(CURDIR)/themes
pictures: packages-check program
	$(BINARY) preview --config $(KIOSK) --film --size 960x600 --scale 0.75 --output docs/film.webp
	$(BINARY) preview --config $(KIOSK) --contact-sheet --size 1600x1000 --output docs/layouts.png
	$(foreach theme,$(THEMES),$(BINARY) preview --config $(KIOSK) --theme $(notdir $(theme)) --size 640x400 --scale 0.5 $(if $(filter %/cover-flow,$(theme)),--scroll-offset 4) --output docs/theme-$(notdir $(theme)).png &&) true
	$(BINARY) preview --config $(KIOSK) --screen first-run --size 1280x720 --scale 0.75 --output docs/first-run.png
	$(BINARY) preview --config $(KIOSK) --screen first-run --step look --size 1280x720 --scale 0.75 --output docs/first-run-look.png
	$(BINARY) preview --config $(KIOSK) --screen first-run --step network --size 1280x720 --scale 0.75 --output docs/first-run-network.png
	$(BINARY) preview --config $(KIOSK) --screen phone --size 1280x720 --scale 0.75 --output docs/phone.png
	packaging/cookbook $(BINARY)
	examples/operators/draw
	packaging/example-pictures $(BINARY)

build: packages-build
	$(SWIFT) build

# Quick steps first: a slip costs only seconds.
check: lint manuals units release-words test program package-check

# For the inner loop.
check-quick: lint
	packaging/test quick '\.($(SLOW))[A-Za-z]*Tests/' \
	  '^ShellTests\.[A-M]' '^(ShellTests\.[N-Z]|($(subst $() ,|,$(PURE)))\.)'

# Slow tests run only with this variable.
check-long: export ROTUNDA_LONG := 1
check-long: check outside-package counts sanitize fuzz-briefly boot-container recovery release-check programs-check monitoring-check bare-check boot-test mutants

lint: packages-check
	$(SWIFT) format lint --strict --parallel --recursive $(SWIFT_CODE)
	shellcheck $(SCRIPTS)
	packaging/prose/check

# Also wraps comments and documents, which the formatter leaves alone.
format:
	packaging/prose/check --wrap
	$(SWIFT) format --in-place --parallel --recursive $(SWIFT_CODE)

manuals: packages-check
	$(if $(MANUALS),mandoc -T lint -W warning $(MANUALS))

# Checks the installed files, and the rights of the units.
units: packages-check
	packaging/check-units
	packaging/compositors check

test: packages-check
	packaging/test $(if $(FILTER),filter '$(FILTER)')

# Checks whether tests notice a changed operator or constant. It takes up to an hour. A second run continues.
mutants: packages-check
	test -f build/mutation/plan.json || Tests/Mutation/mutate build
	Tests/Mutation/mutate run
	Tests/Mutation/mutate report

# The program to ship, in .build/release.
program: packages-build
	$(SWIFT) build $(RELEASE) --product rotunda

catalogs: packages-build
	packaging/install-catalogs $(CATALOGS)

# A package outside this repository that uses the libraries by version.
outside-package: packages-check
	packaging/outside-package

# All targets, with the address and the thread sanitizer. Compositors are not instrumented.
sanitize: packages-check
	packaging/test address
	packaging/test thread

# Fuzzers with coverage: configuration, theme, desktop-entry, icon-theme, picture, touches, compositor,
# filter.
FUZZ ?=
FUZZ_SECONDS ?= 300
fuzz: packages-check
	packaging/fuzz $(FUZZ_SECONDS) $(FUZZ)

fuzz-briefly: packages-check
	packaging/fuzz 10

# Programs that bench and counts share. Benchmarks/floor is the baseline for Rotunda's start and frames.
# Valgrind of Debian 12 cannot read the debug information of Rotunda.
LAUNCHER_BENCHMARK = .build/release/launcher-benchmark build/rotunda-counted build/egl-floor build/counter.so build/virtual-clock.so
launcher-benchmark: packages-long program
	$(SWIFT) build $(RELEASE) --product launcher-benchmark
	$(MAKE) --file Benchmarks/floor/Makefile CC=clang OUT=build build/egl-floor
	$(MAKE) --file Benchmarks/count/Makefile CC=clang OUT=build build/counter.so
	$(MAKE) --file Benchmarks/clock/Makefile CC=clang OUT=build build/virtual-clock.so
	strip --strip-debug -o build/rotunda-counted $(BINARY)

bench: launcher-benchmark
	$(SWIFT) build $(RELEASE) --product carousel-benchmarks
	$(SWIFT) build $(RELEASE) --product drag-benchmark
	$(SWIFT) build $(RELEASE) --product relay-benchmark
	.build/release/carousel-benchmarks
	$(LAUNCHER_BENCHMARK)
	.build/release/drag-benchmark $(BINARY) build/virtual-clock.so
	.build/release/relay-benchmark $(BINARY)

# Counts for each frame: memory blocks, draw calls, shader programs and instructions. They do not depend on
# the load of the machine, so a check can fail on them. The launcher watches the directories above its
# configuration. So TMPDIR is a directory that no other program writes to.
counts: launcher-benchmark
	mkdir -p build/tmp
	TMPDIR=$(CURDIR)/build/tmp LAUNCHER_BENCHMARK_PARTS=counts,instructions $(LAUNCHER_BENCHMARK)

# Boots a Debian with the kiosk in a container, and kills and stops the kiosk there in every way.
boot-container: packages-long program
	packaging/boot-container $(BINARY)
	packaging/boot-container --suite trixie $(BINARY) hostile

# In the same Debian, measures how soon the carousel is back after random kills and stops, and which process
# dies first when memory runs out.
recovery: packages-long program
	packaging/boot-container $(BINARY) recovery

# The Debian package of this build.
deb: packages-deb program
	packaging/deb

# The package for another processor, built on this one.
ARCHITECTURE ?= arm64
cross: packages-release
	packaging/cross $(ARCHITECTURE)

# That package with an SPDX list of its contents and of the libraries that it is linked to.
spdx: packages-release deb
	for package in build/deb/*.deb; do packaging/spdx $(BINARY) "$$package" >"$${package%.deb}.spdx.json" || exit 1; done

# A release of the last commit, in build/release: packaging/release. KEY names the key that signs the
# checksums.
SUITES ?= bookworm trixie trixie/arm64
VERSION ?=
DIR ?=
KEY ?=
URL ?=
PACKAGES ?=
release: packages-release
	@test -n '$(VERSION)' || { echo 'make release VERSION=0.2.0; the program alone: make program' >&2; exit 64; }
	ROTUNDA_KEY='$(KEY)' packaging/release '$(VERSION)' $(SUITES)

# A signed apt repository of build/release or build/deb: packaging/repository.
repository: packages-release
	@test -n '$(DIR)' -a -n '$(KEY)' || { echo 'make repository DIR=… KEY=… [URL=…] [PACKAGES=…]' >&2; exit 64; }
	packaging/repository '$(DIR)' '$(KEY)' '$(or $(URL),file:$(abspath $(DIR)))' $(PACKAGES)

# The release tools refuse commits that are no release, and the forge's workflow uses only our commands.
release-words: packages-release
	packaging/check-workflow
	packaging/check-release words

# The same commit builds the same bytes. The repository leads from a bare Debian to a picture and back. apt
# changes the version while a kiosk runs.
release-check: packages-long deb
	packaging/check-release
	packaging/check-repository
	packaging/boot-upgrade

# Checks that package, installs it into a tree and removes it again.
package-check: packages-check program
	packaging/check-package

# Boots machines with the package, with and without the packages that it recommends, drawn by pixman and by
# OpenGL, then touches and mistreats them. Pictures and logs are in build/boot-test. Each line can run alone.
boot-test: packages-long deb
	packaging/boot-test/image recommended
	packaging/boot-test/image bare
	packaging/boot-test/run
	packaging/boot-test/run --card cirrus suspend
	packaging/boot-test/run --packages bare swipes causes
	packaging/boot-test/run --renderer gl swipes
	packaging/boot-test/run --packages bare --renderer gl swipes
	packaging/boot-test/run --packages bare --renderer any swipes

# The launcher's keyboard over programs of Debian 13, in its sway and labwc.
programs-check: packages-long
	$(SWIFT) build --build-tests
	packaging/programs-check

# The alert rules and the dashboard, with a real Prometheus.
monitoring-check: packages-long
	packaging/monitoring-check

bare-check: packages-long
	packaging/bare-tree bookworm
	packaging/bare-tree trixie

install:
	packaging/install-program $(BINARY) $(DESTDIR)$(PREFIX)/bin/rotunda
	$(foreach page,$(MANUALS),install -D -m 0644 $(page) $(DESTDIR)$(PREFIX)/share/man/man$(subst .,,$(suffix $(page)))/$(notdir $(page)) &&) true
	install -D -m 0644 -t $(DESTDIR)$(PREFIX)/share/doc/rotunda README.md CHANGELOG.md LICENSE $(wildcard docs/*.md docs/*.yaml)
	install -D -m 0644 -t $(DESTDIR)$(PREFIX)/share/doc/rotunda/examples $(wildcard examples/*.toml)
	install -D -m 0644 -t $(DESTDIR)$(PREFIX)/share/doc/rotunda/examples/monitoring $(wildcard examples/monitoring/*)
	install -D -m 0644 -t $(DESTDIR)$(PREFIX)/share/doc/rotunda/examples/icons $(wildcard examples/icons/*)
	install -D -m 0644 -t $(DESTDIR)$(PREFIX)/share/doc/rotunda/examples/pages $(wildcard examples/pages/*)
	install -D -m 0644 -t $(DESTDIR)$(PREFIX)/share/doc/rotunda/examples/pictures $(wildcard examples/pictures/*)
	$(foreach file,$(OPERATOR_FILES),install -D -m 0644 $(file) $(DESTDIR)$(PREFIX)/share/doc/rotunda/$(file) &&) true
	install -D -m 0644 -t $(DESTDIR)$(PREFIX)/share/rotunda packaging/kiosk/rotunda.toml
	install -D -m 0644 -t $(DESTDIR)$(PREFIX)/share/rotunda/pages $(wildcard packaging/kiosk/pages/*)
	install -D -m 0644 -t $(DESTDIR)$(PREFIX)/share/rotunda/pictures $(wildcard packaging/kiosk/pictures/*)
	install -D -m 0644 -t $(DESTDIR)$(PREFIX)/share/rotunda/phone $(wildcard phone/*)
	$(foreach theme,$(THEMES),install -D -m 0644 -t $(DESTDIR)$(PREFIX)/share/rotunda/$(theme) $(wildcard $(theme)/*) &&) true
	packaging/install-catalogs '$(DESTDIR)$(PREFIX)/share/locale'
	packaging/install-system '$(DESTDIR)' '$(PREFIX)'

clean:
	rm -rf .build .build-address .build-thread build

# The build of the Debian package finds its needs installed.
packages-build: ; @$(if $(ROTUNDA_HAS_PACKAGES),,packaging/install-packages $(TO_BUILD))
packages-run: ; @packaging/install-packages $(TO_RUN)
packages-deb: ; @packaging/install-packages $(TO_DEB)
packages-release: ; @packaging/install-packages $(TO_RELEASE)
packages-check: ; @packaging/install-packages $(TO_CHECK)
packages-long: ; @packaging/install-packages $(TO_CHECK_LONG)
