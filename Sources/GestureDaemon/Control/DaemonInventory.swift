// The daemon's surfaces, devices, recognizers and regions, as the protocol lists them.

import Configuration
import GestureWire
import Gestures
import Server
import Touch

/// Answers the server's questions about what there is.
final class DaemonInventory: Inventory {
    private let input: any TouchInput
    private let attachments: ConnectionAttachments

    init(input: any TouchInput, attachments: ConnectionAttachments) {
        (self.input, self.attachments) = (input, attachments)
    }

    /// A connection's own, those of the configuration, also without a surface, and those that were added to the engines
    /// of surfaces; own ones hide others of their name.
    func recognizers(seenBy connection: Int) -> [RecognizerDescription] {
        let attachment = attachments[connection]
        var all = attachment.rules.recognizers.map {
            RecognizerDescription(
                name: $0.name, type: $0.type.rawValue, region: $0.region, enabled: attachment.isEnabled($0), own: true)
        }
        var names = Set(all.map(\.name))
        let factory = input.factory
        for rule in factory.configuration.recognizers where names.insert(rule.name).inserted {
            all.append(
                RecognizerDescription(
                    name: rule.name, type: rule.type.rawValue, region: rule.region,
                    enabled: factory.switches[rule.name] ?? rule.isEnabled))
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

    func regions(seenBy connection: Int) -> [RegionDescription] {
        let own = Set(attachments[connection].rules.regions.map(\.name))
        let factory = input.factory
        // Whether touches of configured regions are private at present, of those that can be.
        var isPrivate: [String: Bool] = [:]
        for region in factory.configuration.regions {
            isPrivate[region.name] = region.isPrivate.map { factory.privateRegions[region.name] ?? $0 }
        }
        return input.pipelines.flatMap { pipeline -> [RegionDescription] in
            let regions = pipeline.regions(seenBy: connection)
            return regions.root.withDescendants.compactMap { region in
                let isOwn = regions.own.contains { $0 === region }
                guard isOwn || !own.contains(region.name) else { return nil }
                var description = region.description(on: pipeline.surface, isOwn: isOwn)
                if !isOwn { description.isPrivate = isPrivate[region.name] }
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
            name: name, surface: surface.name, parent: parent?.name, frame: frame, own: isOwn, enabled: isEnabled,
            exclusive: isExclusiveTouch)
    }
}
