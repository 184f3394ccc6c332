# Recipe for Yocto, never built: neither bitbake nor the layer meta-swift, which has the compiler, was there.
#
# It needs meta-swift with Swift 6.3 or newer, meta-oe (libevdev) and systemd. There are no files of completion, as the
# program would have to run while it is built. Yocto's own create-spdx describes what is in the image.
# packaging/recipes makes a copy with address and hashes.

SUMMARY = "Touchscreen gestures for local applications"
HOMEPAGE = "https://gestured.example/gestured"
LICENSE = "Apache-2.0 & MIT & Unicode-3.0"
LIC_FILES_CHKSUM = "file://LICENSE;md5=3b83ef96387f14655fc854ddc3c6bd57"

# The second archive has the sources of the dependencies where SwiftPM finds them: nothing is fetched while it builds.
SRC_URI = "https://gestured.example/gestured/releases/gestured-${PV}.tar.xz;name=source \
           https://gestured.example/gestured/releases/gestured-${PV}-dependencies.tar.xz;name=dependencies"
SRC_URI[source.sha256sum] = "0000000000000000000000000000000000000000000000000000000000000000"
SRC_URI[dependencies.sha256sum] = "0000000000000000000000000000000000000000000000000000000000000000"

inherit swift pkgconfig systemd useradd features_check

REQUIRED_DISTRO_FEATURES = "systemd"
DEPENDS += "libevdev udev"

B = "${S}/.build-install"
EXTRA_OESWIFT += "--only-use-versions-from-resolved-file --product gestured"
# Without what the Makefile makes of the finished program: files of completion, and lists of what is linked.
EXTRA_OEMAKE = "SCRATCH=${B} PREFIX=${prefix} DESTDIR=${D} shells= described="

do_compile:append() {
    oe_runmake -C ${S}/clients/c CC="${CC}" AR="${AR}" CFLAGS="${CFLAGS}" LDFLAGS="${LDFLAGS}" \
        libgestured.a libgestured.so.1
}

do_install() {
    # Where the Makefile looks for it.
    install -d ${B}/release
    [ "${BUILD_DIR}" -ef "${B}/release" ] || install -m 755 ${BUILD_DIR}/gestured ${B}/release/gestured
    for link in gesturectl gestured-output; do ln -sf gestured ${B}/release/$link; done
    oe_runmake -C ${S} install
    rm -r ${D}${datadir}/gestured/clients/c ${D}${datadir}/gestured/clients/python
    install -D -m 644 ${S}/config/etc-gestured.yaml ${D}${sysconfdir}/gestured/gestured.yaml
    oe_runmake -C ${S}/clients/c PREFIX=${prefix} LIBDIR=${libdir} DESTDIR=${D} install
}

SYSTEMD_SERVICE:${PN} = "gestured.service gestured.socket gestured-output.socket"
USERADD_PACKAGES = "${PN}"
GROUPADD_PARAM:${PN} = "--system gestures"
USERADD_PARAM:${PN} = "--system --no-create-home --user-group --groups gestures gestured; \
                       --system --no-create-home --user-group gestured-output"

# The library in a package of its own; bitbake puts header, link and static library into -dev and -staticdev.
PACKAGES =+ "libgestured"
FILES:libgestured = "${libdir}/libgestured.so.1"
FILES:${PN} += "${systemd_system_unitdir} ${systemd_user_unitdir} ${nonarch_libdir}/udev ${nonarch_libdir}/sysusers.d ${datadir}/gestured"
CONFFILES:${PN} = "${sysconfdir}/gestured/gestured.yaml"
RDEPENDS:${PN} += "acl udev"
