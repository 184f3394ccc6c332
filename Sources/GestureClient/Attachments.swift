// Regions and recognizers that a program attaches, with the configuration's keys.

public import GestureWire

/// Regions and recognizers of a connection's own: UIKit's views and gesture recognizers.
///
/// The keys are those of the configuration, `config/gestured.yaml`, which explains each. Lengths are
/// numbers in the unit of the surface, or texts with a unit: `"50%"`, `"15mm"`, `"200px"`; times are seconds, angles
/// degrees. What is wrong is said by the server, with a hint.
///
/// - Note: They need the capability `attach`, which the configuration grants (`access`).
public struct Attachments: Equatable, Sendable {
    /// The regions; later ones lie on top.
    public var regions: [AttachedRegion]
    /// The recognizers.
    public var recognizers: [AttachedRecognizer]

    /// Creates attachments; without arguments none.
    public init(regions: [AttachedRegion] = [], recognizers: [AttachedRecognizer] = []) {
        self.regions = regions
        self.recognizers = recognizers
    }

    /// Whether there is nothing in it.
    public var isEmpty: Bool { regions.isEmpty && recognizers.isEmpty }

    var request: AttachRequest {
        AttachRequest(
            regions: regions.map { WireValue(object: $0.properties) },
            recognizers: recognizers.map { WireValue(object: $0.properties) })
    }
}

/// A part of a surface, of a connection's own; ``RegionChange`` changes it later.
public struct AttachedRegion: Equatable, Sendable, ExpressibleByDictionaryLiteral {
    /// Everything that is said of it, by the keys of the configuration.
    public var properties: [String: WireValue]

    /// A region from everything that is said of it.
    public init(properties: [String: WireValue]) { self.properties = properties }

    /// A region as the configuration writes it.
    public init(dictionaryLiteral properties: (String, WireValue)...) {
        self.init(properties: Dictionary(properties) { first, _ in first })
    }

    /// A region by its place.
    ///
    /// - Parameters:
    ///   - name: What recognizers and notifications call it.
    ///   - x: From the left edge of the parent.
    ///   - y: From its upper edge.
    ///   - width: From left to right.
    ///   - height: From top to bottom.
    ///   - surface: The surface that has it; nil for that of the parent, or every one.
    ///   - parent: The region that it lies in, an own or a configured one; nil for the whole surface.
    public init(
        _ name: String, x: WireValue = 0, y: WireValue = 0, width: WireValue = "100%", height: WireValue = "100%",
        surface: String? = nil, parent: String? = nil
    ) {
        properties = [
            "name": .text(name), "frame": ["x": x, "y": y, "width": width, "height": height],
        ]
        properties["surface"] = surface.map(WireValue.text)
        properties["parent"] = parent.map(WireValue.text)
    }

    /// The same region with a property as given, by its key: `.setting("shape", to: "ellipse")`.
    public func setting(_ key: String, to value: WireValue) -> AttachedRegion {
        var region = self
        region.properties[key] = value
        return region
    }
}
