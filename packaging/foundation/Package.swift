// swift-tools-version: 6.2
// The declarations of Foundation that ArgumentParser uses, for `make` (after a change: `make clean`).
import PackageDescription

let package = Package(
    name: "foundation",
    targets: [.target(name: "FoundationEssentials", swiftSettings: [.swiftLanguageMode(.v6)])])
