# What does `make` build, and what does `make install` put where?
#
#   make                                    builds the programs, as release, with Swift's libraries inside
#   sudo make install [PREFIX=/usr/local] [DESTDIR=]
#   sudo make uninstall                     with the same PREFIX and DESTDIR: leaves nothing
#   make check                              every test there is: scripts/test
#
# `install` builds nothing, so that root needs no Swift.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
# Apart from `swift build`'s own folder: other options there would mean building everything again and again.
SCRATCH ?= .build-install

bindir = $(PREFIX)/bin
unitdir = $(PREFIX)/lib/systemd/system
sysusersdir = $(PREFIX)/lib/sysusers.d
rulesdir = $(PREFIX)/lib/udev/rules.d
datadir = $(PREFIX)/share/gestured
mandir = $(PREFIX)/share/man

programs = gestured gesturectl
built = $(addprefix $(SCRATCH)/release/,$(programs))
examples = $(wildcard config/*.yaml)
manuals = $(wildcard docs/man/*.[1-9])
# docs/man/gestured.8 goes to man8/gestured.8
installed_manuals = $(foreach page,$(manuals),man$(subst .,,$(suffix $(page)))/$(notdir $(page)))

.PHONY: all install uninstall check test clean

# One after the other, as swift build takes one product at a time.
all:
	scripts/prerequisites --build
	$(foreach program,$(programs),$(SWIFT) build -c release --scratch-path $(SCRATCH) --static-swift-stdlib \
		-Xlinker --strip-all --product $(program) &&) true

$(built):
	@echo "$@ is not there: run \`make\` first, as the user who has Swift." >&2; exit 1

install: $(built)
	install -d $(addprefix $(DESTDIR),$(bindir) $(unitdir) $(sysusersdir) $(rulesdir) $(datadir))
	install -m 755 $(built) $(DESTDIR)$(bindir)
	sed 's|@BINDIR@|$(bindir)|' systemd/gestured.service >$(DESTDIR)$(unitdir)/gestured.service
	chmod 644 $(DESTDIR)$(unitdir)/gestured.service
	install -m 644 systemd/gestured.socket systemd/gestured-touchscreen.target $(DESTDIR)$(unitdir)
	install -m 644 systemd/gestured.sysusers $(DESTDIR)$(sysusersdir)/gestured.conf
	install -m 644 systemd/gestured.rules $(DESTDIR)$(rulesdir)/70-gestured.rules
	$(foreach file,$(examples),install -m 644 $(file) $(DESTDIR)$(datadir) &&) true
	$(foreach page,$(manuals),install -D -m 644 $(page) \
		$(DESTDIR)$(mandir)/man$(subst .,,$(suffix $(page)))/$(notdir $(page)) &&) true
ifeq ($(DESTDIR),)
	@case "$(PREFIX)" in /usr|/usr/local) ;; *) \
		echo "systemd does not look under $(PREFIX): link $(unitdir)/gestured* to /etc/systemd/system" \
			"$(sysusersdir)/gestured.conf to /etc/sysusers.d, $(rulesdir)/70-gestured.rules to /etc/udev/rules.d.";; esac
	@echo "Next: systemd-sysusers && systemctl daemon-reload && systemctl enable --now gestured" \
		"&& udevadm control --reload && udevadm trigger --settle --subsystem-match=input"
	@echo "Who is to receive gestures joins the group: usermod -aG gestures USER"
endif

# Folders that may have come with the installation go too if nothing else is in them.
uninstall:
ifeq ($(DESTDIR),)
	@! systemctl --quiet is-enabled gestured 2>/dev/null || \
		echo "gestured is still enabled: before this, systemctl disable --now gestured.socket gestured" >&2
endif
	rm -f $(addprefix $(DESTDIR)$(bindir)/,$(programs))
	rm -f $(addprefix $(DESTDIR)$(unitdir)/,gestured.service gestured.socket gestured-touchscreen.target)
	rm -f $(DESTDIR)$(sysusersdir)/gestured.conf \
		$(DESTDIR)$(rulesdir)/70-gestured.rules
	rm -f $(addprefix $(DESTDIR)$(datadir)/,$(notdir $(examples)))
	rm -f $(addprefix $(DESTDIR)$(mandir)/,$(installed_manuals))
	for folder in $(unitdir) $(PREFIX)/lib/systemd $(sysusersdir) $(rulesdir) $(PREFIX)/lib/udev $(datadir) \
		$(addprefix $(mandir)/,$(sort $(dir $(installed_manuals)))); do \
		[ ! -d "$(DESTDIR)$$folder" ] || rmdir --ignore-fail-on-non-empty "$(DESTDIR)$$folder"; \
	done

check test:
	scripts/test

clean:
	rm -rf $(SCRATCH)
