# Recipe for Nix, never built: there was no nixpkgs with a new enough Swift. Nix reads this.
#
#   nix-build -E 'with import <nixpkgs> { }; callPackage ./package.nix { }'
#
# packaging/recipes makes a copy with address and hashes.
{ lib, swiftPackages, swift, swiftpm, fetchurl, pkg-config, python3, libevdev, systemdLibs, acl, gnugrep, systemd }:

assert lib.assertMsg (lib.versionAtLeast swift.version "6.3") "gestured needs Swift 6.3 or newer";

let
  releases = "https://gestured.example/gestured/releases";
in
swiftPackages.stdenv.mkDerivation (final: {
  pname = "gestured";
  version = "0.1.0";

  src = fetchurl {
    url = "${releases}/gestured-${final.version}.tar.xz";
    sha256 = "0000000000000000000000000000000000000000000000000000000000000000"; # of the source
  };
  # The sources of its dependencies, where SwiftPM finds them.
  dependencies = fetchurl {
    url = "${releases}/gestured-${final.version}-dependencies.tar.xz";
    sha256 = "0000000000000000000000000000000000000000000000000000000000000000"; # of the dependencies
  };

  nativeBuildInputs = [ swift swiftpm pkg-config python3 ];
  buildInputs = [ libevdev systemdLibs ];

  postUnpack = "tar -xf $dependencies";
  postPatch = ''
    substituteInPlace systemd/gestured.rules systemd/gestured-access.rules systemd/gestured-output.service \
      --replace-quiet /usr/bin/setfacl ${acl}/bin/setfacl \
      --replace-quiet /usr/bin/udevadm ${systemd}/bin/udevadm \
      --replace-quiet /usr/bin/grep ${gnugrep}/bin/grep
    # The sandbox of the units names the folders of other distributions.
    substituteInPlace systemd/gestured.service systemd/gestured-output.service \
      --replace-fail " -/usr/lib -/usr/lib32" " /nix/store -/usr/lib -/usr/lib32"
  '';

  # Not by make: the program is linked to shared libraries, as nixpkgs has no static ones of Swift's. So there is
  # nothing for list-linked and make-sbom to find; Nix itself knows what is linked.
  makeFlags = [ "PREFIX=$(out)" "described=" ];
  buildPhase = ''
    runHook preBuild
    mkdir -p .build-install
    swift build -c release --scratch-path .build-install --only-use-versions-from-resolved-file --product gestured
    for link in gesturectl gestured-output; do ln -sf gestured .build-install/release/$link; done
    for shell in bash zsh fish; do
      mkdir -p .build-install/completions/$shell
      for program in gestured gesturectl gestured-output; do
        .build-install/release/$program --generate-completion-script $shell \
          > .build-install/completions/$shell/$program
      done
    done
    make -C clients/c libgestured.a libgestured.so.1
    runHook postBuild
  '';
  postInstall = ''
    make -C clients/c PREFIX=$out install
  '';

  meta = {
    description = "Touchscreen gestures for local applications";
    homepage = "https://gestured.example/gestured";
    license = [ lib.licenses.asl20 lib.licenses.mit ];
    platforms = [ "x86_64-linux" "aarch64-linux" ];
    mainProgram = "gesturectl";
  };
})
