# Build, installation, source archive and package.
#
#   make                                    builds the programs, as release, with Swift's libraries inside
#   sudo make install [PREFIX=/usr/local] [DESTDIR=]
#   sudo make uninstall                     with the same PREFIX and DESTDIR: leaves nothing
#   make dist                               the source of this version as an archive, in $(PACKAGES)
#   make dist-dependencies                  the sources of its dependencies; with both, `make` needs no network
#   make deb                                what `make` built as a package for Debian, in $(PACKAGES), and those of the
#                                           libraries for C and Python
#   make web                                builds gestured-web; web/Makefile installs it
#   make deb-web                            what that built as a package of its own
#   make check                              every test there is: scripts/test --all
#
# `install` builds nothing, so that root needs no Swift.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
# For another architecture, as scripts/cross sets them: options that name its libraries, and what runs its programs,
# which describe themselves for completions, schemas and manual pages.
SWIFT_OPTIONS ?=
RUN ?=
# Installs what it takes to build, on Debian; nothing with `PREREQUISITES=`, as for packagers, who have it there.
PREREQUISITES ?= scripts/prerequisites --build
# Apart from `swift build`'s own folder: other options there would mean building everything again and again.
SCRATCH ?= .build-install
PACKAGES ?= .build-package

version = $(shell sed -n 's/^public let serverVersion = "\(.*\)"$$/\1/p' Sources/GestureWire/Protocol/Wire.swift)

bindir = $(PREFIX)/bin
unitdir = $(PREFIX)/lib/systemd/system
datadir = $(PREFIX)/share/gestured
docdir = $(PREFIX)/share/doc/gestured
mandir = $(PREFIX)/share/man
zshdir = $(PREFIX)/share/zsh/site-functions

# One program: it is another one by the name of the link by which it is called.
programs = gestured gesturectl gestured-output gestured-hands
shells = bash zsh fish
# Descriptions of the code of others that is linked.
described = gestured.spdx.json NOTICE
schemas = $(addsuffix .schema.json,gestured gestured-drop-in gestured-actions)
manual = gesturectl.1 gestured.8 gestured-actions.5 gestured-hands.8 gestured-output.8 gestured-protocol.7 \
	gestured-recognizers.7 \
	gestured.yaml.5
built = $(addprefix $(SCRATCH)/release/,$(programs)) $(addprefix $(SCRATCH)/,$(described)) \
	$(addprefix $(SCRATCH)/schemas/,$(schemas)) $(addprefix $(SCRATCH)/manual/,$(manual)) \
	$(foreach shell,$(shells),$(addprefix $(SCRATCH)/completions/$(shell)/,$(programs)))

bash_completion = $(PREFIX)/share/bash-completion/completions/$(each)
zsh_completion = $(zshdir)/_$(each)
fish_completion = $(PREFIX)/share/fish/vendor_completions.d/$(each).fish

clients = $(wildcard $(addprefix clients/python/,gestured/*.py gestured/py.typed examples/*.py)) \
	clients/mqtt/gestured_mqtt.py \
	$(wildcard $(addprefix clients/c/,*.[ch] *.map *.pc.in)) clients/c/Makefile \
	clients/javascript/package.json $(wildcard $(addprefix clients/javascript/,*.js *.cjs *.ts *.cts lib/*)) \
	$(wildcard clients/*/README.md)
# In folders as here, as they link to each other; their pictures would be a fifth of the package.
documents = README.md SECURITY.md CHANGELOG.md CONTRIBUTING.md $(wildcard docs/*.md)

# Installed files: both install and uninstall read this table, source=destination.
files = \
	$(foreach each,$(programs),$(SCRATCH)/release/$(each)=$(bindir)/$(each)) \
	$(foreach shell,$(shells),$(foreach each,$(programs),$(SCRATCH)/completions/$(shell)/$(each)=$($(shell)_completion))) \
	$(foreach each,$(wildcard $(addprefix systemd/*.,service socket target path)),$(each)=$(unitdir)/$(notdir $(each))) \
	$(foreach each,$(wildcard systemd/user/*.service),$(each)=$(PREFIX)/lib/systemd/user/$(notdir $(each))) \
	systemd/gestured.sysusers=$(PREFIX)/lib/sysusers.d/gestured.conf \
	systemd/gestured.rules=$(PREFIX)/lib/udev/rules.d/70-gestured.rules \
	systemd/gestured-access.rules=$(PREFIX)/lib/udev/rules.d/74-gestured-access.rules \
	config/gestured.yaml=$(datadir)/gestured.yaml \
	config/gestured-actions.desktop=$(datadir)/gestured-actions.desktop \
	docs/protocol.schema.json=$(datadir)/protocol.schema.json \
	$(foreach each,$(schemas),$(SCRATCH)/schemas/$(each)=$(datadir)/$(each)) \
	$(foreach each,$(clients),$(each)=$(datadir)/$(each)) \
	$(foreach each,$(wildcard config/examples/*.yaml config/examples/*/*.yaml),$(each)=$(docdir)/$(each:config/%=%)) \
	$(foreach each,$(documents),$(each)=$(docdir)/$(each)) \
	$(foreach each,$(described),$(SCRATCH)/$(each)=$(docdir)/$(each)) \
	$(foreach each,$(manual),$(SCRATCH)/manual/$(each)=$(mandir)/man$(subst .,,$(suffix $(each)))/$(each))

.PHONY: all dist dist-dependencies deb deb-gestured deb-c web deb-web install uninstall check test clean

# Nothing looks names up in the program. Relocations are packed: 9 KB instead of 1 MB (glibc 2.36; not by gold).
linking = --strip-all --no-export-dynamic -z pack-relative-relocs --dependency-file=$(abspath $(SCRATCH))/linked
# Exactly the dependencies of packaging/dependencies; and no path of this machine in the program, nor a hash of paths, as
# Swift has for incremental builds: so every build of a commit by the same Swift has the same bytes.
pinned = --scratch-path $(SCRATCH) --only-use-versions-from-resolved-file
release = -c release --static-swift-stdlib $(shell scripts/release-options) \
	-Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen -Xcc -ffile-prefix-map=$(CURDIR)/= $(SWIFT_OPTIONS)
# ArgumentParser imports FoundationEssentials for a protocol and a coder. Swift's, with what it needs, would be half of the
# program; the compiler finds that of packaging/foundation first. Another import of Foundation is an error here.
foundation = $(abspath $(SCRATCH))/foundation

all:
	$(PREREQUISITES)
	scripts/dependencies pin .
	$(SWIFT) package $(pinned) resolve
	scripts/dependencies check . $(SCRATCH)
	$(SWIFT) build --package-path packaging/foundation --scratch-path $(foundation) $(release)
	$(SWIFT) build $(pinned) $(release) -Xswiftc -I$(foundation)/release/Modules $(addprefix -Xlinker ,$(linking)) \
		$$(printf -- '-Xlinker %s ' $(foundation)/release/FoundationEssentials.build/*.o) --product gestured
	for link in $(filter-out gestured,$(programs)); do ln -sf gestured $(SCRATCH)/release/$$link; done
	scripts/dependencies bill . $(SCRATCH) $(version) >$(SCRATCH)/gestured.spdx.json
	scripts/dependencies notices . $(SCRATCH) >$(SCRATCH)/NOTICE
	mkdir -p $(SCRATCH)/schemas $(addprefix $(SCRATCH)/completions/,$(shells))
	@$(foreach shell,$(shells),$(foreach program,$(programs),$(RUN) $(SCRATCH)/release/$(program) \
		--generate-completion-script $(shell) >$(SCRATCH)/completions/$(shell)/$(program) &&)) true
	@find $(SCRATCH)/completions -type f -exec sed -i '1{/^#!/d}' {} +
	$(RUN) $(SCRATCH)/release/gesturectl schema >$(SCRATCH)/schemas/gestured.schema.json
	$(RUN) $(SCRATCH)/release/gesturectl schema --drop-in >$(SCRATCH)/schemas/gestured-drop-in.schema.json
	$(RUN) $(SCRATCH)/release/gesturectl schema --actions >$(SCRATCH)/schemas/gestured-actions.schema.json
	RUN="$(RUN)" scripts/make-manual $(SCRATCH)/release $(SCRATCH)/manual

$(built):
	@echo "$@ is not there: run \`make\` first, as the user who has Swift." >&2; exit 1

install: $(built)
	@echo "Installing to $(DESTDIR)$(PREFIX)"
	@for file in $(files); do \
		case "$$file" in \
		*="$(bindir)"/gesturectl|*="$(bindir)"/gestured-*) ln -sf gestured "$(DESTDIR)$${file#*=}" || exit 1; continue;; \
		*="$(bindir)"/*) mode=755;; *) mode=644;; esac; \
		install -D -m $$mode "$${file%%=*}" "$(DESTDIR)$${file#*=}" || exit 1; \
	done
	@sed -i 's|@BINDIR@|$(bindir)|; s|@DATADIR@|$(datadir)|' "$(DESTDIR)$(unitdir)/gestured.service" \
		"$(DESTDIR)$(unitdir)/gestured-output.service" "$(DESTDIR)$(unitdir)/gestured-hands.service" \
		"$(DESTDIR)$(unitdir)/gestured-mqtt.service" \
		"$(DESTDIR)$(PREFIX)/lib/systemd/user/gestured-actions.service"
ifeq ($(DESTDIR),)
	@case "$(PREFIX)" in /usr|/usr/local) ;; *) \
		echo "systemd does not look under $(PREFIX): link $(unitdir)/gestured* to /etc/systemd/system," \
			"$(PREFIX)/lib/systemd/user/gestured-actions.service to /etc/systemd/user," \
			"$(PREFIX)/lib/sysusers.d/gestured.conf to /etc/sysusers.d," \
			"$(PREFIX)/lib/udev/rules.d/7*-gestured*.rules to /etc/udev/rules.d."; \
		echo "gestured does not look there either: what you change in $(datadir)/gestured.yaml applies only in" \
			"/etc/gestured/gestured.yaml, or with --config.";; esac
	@echo "Next: systemd-sysusers && systemctl daemon-reload && systemctl enable --now gestured" \
		"&& udevadm control --reload && udevadm trigger --settle --subsystem-match=input"
	@echo "Add the users that receive gestures to the group: usermod -aG gestures USER"
endif

# Folders that may have come with the installation go too if nothing else is in them: from that of the file upwards, until
# one is not empty, or was there before every installation.
uninstall:
ifeq ($(DESTDIR),)
	@! systemctl --quiet is-enabled gestured gestured-watch.path 2>/dev/null || \
		echo "gestured is still enabled: before this, systemctl disable --now gestured.socket gestured gestured-output.socket" \
			"gestured-hands.socket gestured-watch.path gestured-mqtt" >&2
endif
	@echo "Removing from $(DESTDIR)$(PREFIX)"
	@for file in $(files); do \
		rm -f "$(DESTDIR)$${file#*=}"; \
		folder=$$(dirname "$${file#*=}"); \
		until case "$$folder" in "$(PREFIX)"/bin|"$(PREFIX)"/lib|"$(PREFIX)"/share|"$(PREFIX)"/share/man) ;; \
			*) ! rmdir "$(DESTDIR)$$folder" 2>/dev/null;; esac; do folder=$$(dirname "$$folder"); done; \
	done

dist:
	packaging/dist $(version) $(PACKAGES)

dist-dependencies:
	packaging/dist --dependencies $(version) $(PACKAGES)

deb: deb-gestured deb-c
	packaging/deb python3-gestured $(version) $(PACKAGES)

# Without the libraries, which need a compiler for C.
deb-gestured: $(built)
	packaging/deb gestured $(version) $(PACKAGES)

web:
	$(MAKE) -C web

deb-c:
	for package in libgestured1 libgestured-dev; do packaging/deb $$package $(version) $(PACKAGES) || exit 1; done

deb-web:
	packaging/deb gestured-web $(version) $(PACKAGES)

check test:
	scripts/test --all

clean:
	rm -rf $(SCRATCH) $(PACKAGES) .build-arm64 web/.build-arm64
