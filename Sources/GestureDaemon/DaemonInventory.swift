// What does the daemon have to offer? Surfaces, devices, recognizers and regions, as the wire lists them.

internal import Configuration
internal import GestureWire
internal import Gestures
internal import Logging
internal import Server
internal import Touch

/// Answers the server's questions about what there is.
final class DaemonInventory: Inventory {
    let recognizers: [RecognizerDescription]
    weak var input: (any TouchInput)?

    init(configuration: Configuration) {
        recognizers = configuration.recognizers.map {
            RecognizerDescription(name: $0.name, type: $0.type.rawValue, enabled: $0.makeRecognizer().isEnabled)
        }
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
        surfaces.map {
            RegionDescription(
                name: "root", surface: $0.name, frame: WireRectangle(x: 0, y: 0, width: $0.width, height: $0.height))
        }
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
