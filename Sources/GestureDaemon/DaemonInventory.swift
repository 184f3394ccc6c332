// What does the daemon have to offer? Surfaces, devices, recognizers and regions, as the wire lists them.

internal import Configuration
internal import GestureWire
internal import Gestures
internal import Logging
internal import Server
internal import Touch

/// Answers the server's questions about what there is.
final class DaemonInventory: Inventory {
    private var configured: [RecognizerDescription] = []
    weak var input: (any TouchInput)?

    init(configuration: Configuration) { use(configuration) }

    /// From here on the recognizers are those of another configuration.
    func use(_ configuration: Configuration) {
        configured = configuration.recognizers.map {
            RecognizerDescription(
                name: $0.name, type: $0.type.rawValue, region: $0.region, enabled: $0.makeRecognizer().isEnabled)
        }
    }

    /// Those of the configuration, also without a surface; then those that were added to the engines of surfaces.
    var recognizers: [RecognizerDescription] {
        var all = configured
        for recognizer in (input?.surfaces ?? []).flatMap(\.root.allGestureRecognizers)
        where !all.contains(where: { $0.name == recognizer.name }) {
            all.append(
                RecognizerDescription(
                    name: recognizer.name, type: recognizer.typeName, region: recognizer.region?.name ?? "",
                    enabled: recognizer.isEnabled))
        }
        return all
    }

    var surfaces: [SurfaceDescription] {
        (input?.surfaces ?? []).map { inUse in
            let (surface, scale) = (inUse.surface, inUse.surface.publicationScale)
            return SurfaceDescription(
                name: surface.name, device: inUse.device, unit: surface.pixels == nil ? .points : .pixels,
                width: surface.size.width * scale.x, height: surface.size.height * scale.y,
                millimetres: WireSize(width: surface.millimetres.width, height: surface.millimetres.height),
                rotation: inUse.rotation)
        }
    }

    var devices: [DeviceReport] { input?.reports ?? [] }

    var regions: [RegionDescription] {
        (input?.surfaces ?? []).flatMap { inUse in inUse.root.descriptions(on: inUse.surface, parent: .zero) }
    }
}

extension Region {
    /// This region and those within it, in the surface's unit and coordinates.
    ///
    /// - Parameter parent: Where the region around it lies, in points.
    fileprivate func descriptions(on surface: Surface, parent: Point) -> [RegionDescription] {
        let (scale, place) = (surface.publicationScale, parent + (origin - .zero))
        let frame = WireRectangle(
            x: place.x * scale.x, y: place.y * scale.y, width: size.width * scale.x, height: size.height * scale.y)
        return [RegionDescription(name: name, surface: surface.name, frame: frame)]
            + children.flatMap { $0.descriptions(on: surface, parent: place) }
    }
}

extension LogLevel {
    /// The server's level in the logger's terms.
    var loggerLevel: Logger.Level {
        switch self {
        case .debug: .debug
        case .info: .info
        case .notice: .notice
        case .warning: .warning
        case .error: .error
        }
    }
}
