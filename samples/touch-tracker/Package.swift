// swift-tools-version: 6.2
// touch-tracker: a drawing program for touchscreens, in a package of its own, so that gestured is built without SDL.
import PackageDescription

let package = Package(
    name: "touch-tracker", dependencies: [.package(name: "gestured", path: "../..", traits: [])],
    targets: [
        .systemLibrary(name: "CSDL2", pkgConfig: "sdl2", providers: [.apt(["libsdl2-dev"])]),
        .executableTarget(
            name: "touch-tracker", dependencies: ["CSDL2", .product(name: "GestureClient", package: "gestured")],
            resources: [.embedInCode("letters.txt")],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
    ]
)
