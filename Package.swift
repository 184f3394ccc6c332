// swift-tools-version: 6.2
// gestured's targets, and their allowed imports. Data flows one way, imports point against it.
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

// Packages of others, for the programs only. With `traits: []` a package that depends on this one downloads none.
let programs = TargetDependencyCondition.when(traits: ["Programs"])
let logging = Target.Dependency.product(name: "Logging", package: "swift-log", condition: programs)
let arguments = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser", condition: programs)

let package = Package(
    name: "gestured",
    products: [
        .library(name: "Gestures", targets: ["Touch", "Gestures", "GestureRecognizerSubclass"]),
        .library(name: "GestureWire", targets: ["GestureWire"]),
        .library(name: "GestureClient", targets: ["GestureWire", "GestureClient"]),
        .library(name: "ClientRecognizers", targets: ["ClientRecognizers"]),
        .library(name: "GestureDaemon", targets: ["GestureDaemon", "Diagnosis"]),
        .executable(name: "gestured", targets: ["gestured"]),
        .executable(name: "gesturectl", targets: ["gesturectl"]),
    ],
    traits: [
        .default(enabledTraits: ["Programs"]),
        .trait(name: "Programs", description: "gestured, gesturectl, and the daemon as a library"),
    ],
    // Exactly: what is linked into the programs changes by a commit of this project only.
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    ],
    targets: [
        // Pure: no clock, no queue, no file descriptor.
        .target(name: "Touch", swiftSettings: strict),
        .target(name: "Gestures", dependencies: ["Touch"], swiftSettings: strict),
        .target(name: "GestureRecognizerSubclass", dependencies: ["Gestures"], swiftSettings: strict),
        .target(name: "GestureWire", swiftSettings: strict),
        .target(name: "Interception", dependencies: ["Touch", "Gestures"], swiftSettings: strict),

        .target(name: "Hands", dependencies: ["Touch"], swiftSettings: strict),

        // C: the headers, nothing else. CLinux holds what Swift cannot import.
        .systemLibrary(
            name: "CLibevdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
        .systemLibrary(
            name: "CLibudev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
        .systemLibrary(
            name: "CLibyaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .target(name: "CLinux"),
        .target(name: "CLibevdevLog", dependencies: ["CLibevdev"]),

        // As other packages use the product Gestures: only what is public.
        .executableTarget(
            name: "embedding-sample", dependencies: ["Touch", "Gestures", "GestureRecognizerSubclass"],
            packageAccess: false, swiftSettings: strict),

        // Linux. The first needs no headers but the C library's, so that programs with GestureClient need no others.
        .target(name: "Linux", swiftSettings: strict),
        .target(
            name: "Evdev", dependencies: ["Linux", "Touch", "CLibevdev", "CLibevdevLog", "CLibudev", "CLinux"],
            swiftSettings: strict),
        .target(name: "Server", dependencies: ["Linux", "GestureWire", "CLinux"], swiftSettings: strict),
        .target(
            name: "OutputProcess",
            dependencies: ["Linux", "Touch", "Interception", "Evdev", "ServiceManager", "CLinux", logging],
            swiftSettings: strict),
        .target(
            name: "HandsProcess",
            dependencies: ["Linux", "Touch", "Hands", "Evdev", "ServiceManager", "CLinux", logging],
            swiftSettings: strict),
        .target(name: "ServiceManager", dependencies: ["Linux", "Touch", logging], swiftSettings: strict),

        // The assembly.
        .target(
            name: "Configuration", dependencies: ["Linux", "Touch", "Gestures", "GestureWire", "Hands", "CLibyaml"],
            swiftSettings: strict),
        .target(
            name: "GestureDaemon",
            dependencies: [
                "Linux", "Touch", "Gestures", "GestureWire", "Evdev", "Configuration", "Server", "Interception",
                "ServiceManager", "CLinux", logging,
            ],
            swiftSettings: strict),
        .target(
            name: "Diagnosis",
            dependencies: [
                "Linux", "CLinux", "Touch", "Gestures", "GestureWire", "Evdev", "Configuration", "ServiceManager",
                "GestureDaemon", "GestureClient",
            ],
            swiftSettings: strict),
        .target(name: "GestureClient", dependencies: ["Linux", "GestureWire"], swiftSettings: strict),
        .target(
            name: "ClientRecognizers", dependencies: ["GestureClient", "GestureWire", "Gestures", "Touch"],
            swiftSettings: strict),
        .executableTarget(
            name: "swift-client-example", dependencies: ["GestureWire", "GestureClient"], packageAccess: false,
            swiftSettings: strict),
        .target(
            name: "ControlCommands",
            dependencies: [
                "GestureDaemon", "Diagnosis", "GestureClient", "Configuration", "GestureWire", "Server",
                "ServiceManager", "Touch", "Evdev", "Interception", "Hands", "Linux", "CLinux", arguments,
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "gestured",
            dependencies: [
                "GestureDaemon", "GestureWire", "Configuration", "ServiceManager", "Touch", "ControlCommands", "CLinux",
                "Linux", "OutputProcess", "HandsProcess", logging, arguments,
            ],
            swiftSettings: strict),
        // For `swift run gesturectl` and tests: what is installed by that name is a link to gestured.
        .executableTarget(name: "gesturectl", dependencies: ["ControlCommands", arguments], swiftSettings: strict),

        // Tests and measurements.
        .target(name: "TouchTesting", dependencies: ["Touch", "Gestures", "Interception"], swiftSettings: strict),
        .executableTarget(
            name: "gesture-fuzz", dependencies: ["Touch", "Gestures", "TouchTesting"], swiftSettings: strict),
        .executableTarget(
            name: "benchmark",
            dependencies: [
                "GestureDaemon", "Diagnosis", "Configuration", "GestureWire", "Touch", "Gestures", "TouchTesting",
                "Linux", "CLinux",
                logging,
            ],
            swiftSettings: strict),

        .testTarget(name: "TouchTests", dependencies: ["Touch", "TouchTesting"], swiftSettings: strict),
        .testTarget(
            name: "GesturesTests", dependencies: ["Touch", "Gestures", "TouchTesting", "embedding-sample"],
            swiftSettings: strict),
        .testTarget(name: "HandsTests", dependencies: ["Touch", "Hands"], swiftSettings: strict),
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "Gestures", "GestureDaemon", "Diagnosis", "GestureClient", "GestureWire", "Configuration",
                "TouchTesting", "embedding-sample", logging,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "InterceptionTests", dependencies: ["Interception", "Touch", "Gestures", "TouchTesting"],
            swiftSettings: strict),
        .testTarget(name: "GestureWireTests", dependencies: ["GestureWire"], swiftSettings: strict),
        .testTarget(
            name: "GestureClientTests", dependencies: ["GestureClient", "GestureWire", "Linux"],
            swiftSettings: strict),
        .testTarget(
            name: "ServerTests", dependencies: ["Server", "GestureWire", "GestureClient", "Linux", "CLinux"],
            swiftSettings: strict),
        .testTarget(
            name: "ConfigurationTests",
            dependencies: ["Configuration", "GestureWire", "Touch", "Gestures", "Hands", "TouchTesting"],
            swiftSettings: strict),
        .testTarget(name: "LinuxTests", dependencies: ["Linux"], swiftSettings: strict),
        .testTarget(
            name: "EvdevTests", dependencies: ["Evdev", "Touch", "TouchTesting", "Linux"], swiftSettings: strict),
        .testTarget(
            name: "ServiceManagerTests", dependencies: ["ServiceManager", "Linux", logging], swiftSettings: strict),
        .testTarget(
            name: "GestureDaemonTests",
            dependencies: [
                "GestureDaemon", "Diagnosis", "GestureClient", "ClientRecognizers", "Configuration", "GestureWire",
                "Server", "ServiceManager", "Touch", "Gestures", "Interception", "Evdev", "TouchTesting", "Linux",
                logging,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "gestured", "gesturectl", "ControlCommands", "Configuration", "Evdev", "GestureWire", "Hands",
                "Interception", "Touch", "Linux",
            ],
            swiftSettings: strict),
    ]
)
