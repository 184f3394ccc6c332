// The daemon's surfaces, devices, recognizers and regions, as the protocol lists them.

internal import Configuration
internal import GestureWire
internal import Gestures
internal import Server
internal import Touch

/// Answers the server's questions about what there is.
final class DaemonInventory: Inventory {
    private var configured: [RecognizerDescription] = []
    /// Configured recognizers that were switched on or off while the daemon runs, by their names.
    var switches: [String: Bool] = [:]
    /// Regions that were made private, or no longer, by their names: a reload keeps that, so that no keyboard loses its
    /// privacy behind its back.
    var privateRegions: [String: Bool] = [:]
    /// Whether the configured regions that can be private are so at first, by their names.
    private var initiallyPrivate: [String: Bool] = [:]
    private let input: any TouchInput
    private let attachments: ConnectionAttachments

    init(_ configuration: Configuration, input: any TouchInput, attachments: ConnectionAttachments) {
        (self.input, self.attachments) = (input, attachments)
        use(configuration)
    }

    /// Changes to the recognizers and regions of another configuration.
    func use(_ configuration: Configuration) {
        switches = [:]
        initiallyPrivate = [:]
        for region in configuration.regions { initiallyPrivate[region.name] = region.isPrivate }
        configured = configuration.recognizers.map {
            RecognizerDescription(
                name: $0.name, type: $0.type.rawValue, region: $0.region, enabled: $0.isEnabled)
        }
    }

    /// A connection's own, those of the configuration, also without a surface, and those that were added to the engines of
    /// surfaces; own ones hide others of their name.
    func recognizers(seenBy connection: Int) -> [RecognizerDescription] {
        let attachment = attachments[connection]
        var all = attachment.rules.recognizers.map {
            RecognizerDescription(
                name: $0.name, type: $0.type.rawValue, region: $0.region, enabled: attachment.isEnabled($0), own: true)
        }
        var names = Set(all.map(\.name))
        for description in configured where names.insert(description.name).inserted {
            var description = description
            description.enabled = switches[description.name] ?? description.enabled
            all.append(description)
        }
        for recognizer in surfacesInOrder.flatMap(\.pipeline.root.allGestureRecognizers)
        where names.insert(recognizer.name).inserted {
            all.append(
                RecognizerDescription(
                    name: recognizer.name, type: recognizer.typeName, region: recognizer.region?.name ?? "",
                    enabled: recognizer.isEnabled))
        }
        return all
    }

    /// In the order of their names.
    private var surfacesInOrder: [(device: String, pipeline: SurfacePipeline)] {
        input.surfaces.sorted { $0.pipeline.surface.name < $1.pipeline.surface.name }
    }

    var surfaces: [SurfaceDescription] {
        surfacesInOrder.map { device, pipeline in
            let (surface, scale) = (pipeline.surface, pipeline.surface.publicationScale)
            return SurfaceDescription(
                name: surface.name, device: device, unit: surface.pixels == nil ? .points : .pixels,
                width: surface.size.width * scale.x, height: surface.size.height * scale.y,
                millimetres: WireSize(width: surface.millimetres.width, height: surface.millimetres.height),
                rotation: pipeline.result.rotation)
        }
    }

    var devices: [DeviceReport] { input.reports }

    func decisions(after start: TouchMark, seenBy connection: Int) -> [DecisionReport] {
        let own = Set(attachments[connection].rules.recognizers.map(\.name))
        return input.pipelines.flatMap { pipeline in
            let decisions = pipeline.decisions(after: start, seenBy: connection)
            return decisions.own + decisions.configured.filter { !own.contains($0.recognizer) }
        }
    }

    /// Whether touches of a configured region are private at present; nil of one that never is.
    private func isPrivate(_ region: String) -> Bool? {
        initiallyPrivate[region].map { privateRegions[region] ?? $0 }
    }

    func regions(seenBy connection: Int) -> [RegionDescription] {
        let own = Set(attachments[connection].rules.regions.map(\.name))
        return input.pipelines.flatMap { pipeline -> [RegionDescription] in
            let regions = pipeline.regions(seenBy: connection)
            return regions.root.withDescendants.compactMap { region in
                let isOwn = regions.own.contains { $0 === region }
                guard isOwn || !own.contains(region.name) else { return nil }
                var description = region.description(on: pipeline.surface, isOwn: isOwn)
                if !isOwn { description.isPrivate = isPrivate(region.name) }
                return description
            }
        }
    }
}

extension Region {
    /// This region and all within it, outer ones first.
    fileprivate var withDescendants: [Region] { [self] + children.flatMap(\.withDescendants) }

    /// Its description, in the surface's unit and coordinates.
    fileprivate func description(on surface: Surface, isOwn: Bool) -> RegionDescription {
        let (scale, bounds) = (surface.publicationScale, boundsOnSurface)
        let frame = WireRectangle(
            x: bounds.origin.x * scale.x, y: bounds.origin.y * scale.y, width: bounds.size.width * scale.x,
            height: bounds.size.height * scale.y)
        return RegionDescription(
            name: name, surface: surface.name, parent: parent?.name, frame: frame, own: isOwn, enabled: isEnabled)
    }
}
