// swift-tools-version: 6.2
// gestured-web: gestures in web pages. A package of its own, so that gestured is built without a web server.
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let nio = ["NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket"].map {
    Target.Dependency.product(name: $0, package: "swift-nio")
}

let package = Package(
    name: "gestured-web",
    products: [.executable(name: "gestured-web", targets: ["gestured-web"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    ],
    targets: [
        .target(name: "GestureWeb", dependencies: nio, swiftSettings: strict),
        .executableTarget(
            name: "gestured-web",
            dependencies: ["GestureWeb", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            swiftSettings: strict),
        .testTarget(
            name: "GestureWebTests",
            dependencies: ["GestureWeb", .product(name: "NIOEmbedded", package: "swift-nio")],
            swiftSettings: strict),
    ]
)
