# Recipe for Buildroot, never built: Buildroot has no Swift. make parses this.
#
# packaging/recipes makes a copy with address and hashes.

GESTURED_VERSION = 0.1.0
GESTURED_SITE = https://gestured.example/gestured/releases
GESTURED_SOURCE = gestured-$(GESTURED_VERSION).tar.xz
# The sources of its dependencies, where SwiftPM finds them.
GESTURED_EXTRA_DOWNLOADS = gestured-$(GESTURED_VERSION)-dependencies.tar.xz
GESTURED_LICENSE = Apache-2.0, MIT (Yams, libyaml), Unicode-3.0 (ICU)
GESTURED_LICENSE_FILES = LICENSE packaging/debian/copyright
GESTURED_DEPENDENCIES = host-pkgconf host-python3 acl libevdev udev
GESTURED_INSTALL_STAGING = YES

GESTURED_SWIFT_SDK = $(call qstrip,$(BR2_PACKAGE_GESTURED_SWIFT_SDK))
# (Without files of completion, which the program would have to write while it is built.)
GESTURED_MAKE_OPTS = PREFIX=/usr PREREQUISITES= shells= \
	SWIFT_OPTIONS="$(if $(GESTURED_SWIFT_SDK),--swift-sdk $(GESTURED_SWIFT_SDK))"

define GESTURED_EXTRACT_DEPENDENCIES
	$(call suitable-extractor,$(GESTURED_EXTRA_DOWNLOADS)) \
		$(GESTURED_DL_DIR)/$(GESTURED_EXTRA_DOWNLOADS) | \
		$(TAR) --strip-components=1 -C $(@D) $(TAR_OPTIONS) -
endef
GESTURED_POST_EXTRACT_HOOKS += GESTURED_EXTRACT_DEPENDENCIES

define GESTURED_BUILD_CMDS
	$(TARGET_MAKE_ENV) $(MAKE) -C $(@D) $(GESTURED_MAKE_OPTS)
	$(TARGET_MAKE_ENV) $(MAKE) -C $(@D)/clients/c $(TARGET_CONFIGURE_OPTS) \
		libgestured.a libgestured.so.1
endef

define GESTURED_INSTALL_STAGING_CMDS
	$(TARGET_MAKE_ENV) $(MAKE) -C $(@D)/clients/c PREFIX=/usr DESTDIR=$(STAGING_DIR) install
endef

define GESTURED_INSTALL_TARGET_CMDS
	$(TARGET_MAKE_ENV) $(MAKE) -C $(@D) $(GESTURED_MAKE_OPTS) DESTDIR=$(TARGET_DIR) install
	rm -rf $(TARGET_DIR)/usr/share/gestured/clients $(TARGET_DIR)/usr/share/doc/gestured
	$(INSTALL) -D -m 0644 $(@D)/config/etc-gestured.yaml $(TARGET_DIR)/etc/gestured/gestured.yaml
	$(INSTALL) -D -m 0755 $(@D)/clients/c/libgestured.so.1 $(TARGET_DIR)/usr/lib/libgestured.so.1
endef

define GESTURED_USERS
	gestured -1 gestured -1 * - - gestures Touchscreen gesture daemon
	gestured-output -1 gestured-output -1 * - - - Touchscreen output of gestured
endef

$(eval $(generic-package))
