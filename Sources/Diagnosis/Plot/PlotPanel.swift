// The panel in a picture: outline in proportion, regions, fingers with their trails.

internal import GestureDaemon
internal import Gestures
internal import Touch

/// A panel drawn at a place of the picture.
struct PlotPanel {
    let origin: Point
    let size: Size
    /// Lengths of the picture in a point of the panel.
    let scale: Double

    private static let maximumRegions = 40

    /// A panel as large as a box allows.
    init(of surface: Size, at origin: Point, within box: Size) {
        scale = Self.scale(of: surface, within: box)
        self.origin = origin
        size = Size(width: surface.width * scale, height: surface.height * scale)
    }

    static func scale(of surface: Size, within box: Size) -> Double {
        min(box.width / max(surface.width, 1e-3), box.height / max(surface.height, 1e-3))
    }

    /// The place in the picture; devices also report places beyond their edges, which are brought to them.
    func place(_ point: Point) -> Point {
        Point(
            x: origin.x + min(max(point.x * scale, -6), size.width + 6),
            y: origin.y + min(max(point.y * scale, -6), size.height + 6))
    }

    /// Draws it.
    ///
    /// - Parameter regions: The root, which is the panel itself, and all within it.
    func draw(_ fingers: [PlottedFinger], regions: [Region], in markup: inout PlotMarkup) {
        markup.group(title: Self.words(for: fingers)) { markup in
            markup.add(
                "rect",
                [
                    "x": origin.x, "y": origin.y, "width": size.width, "height": size.height, "rx": 6.0,
                    "fill": PlotStyle.panel, "stroke": PlotStyle.ink, "stroke-width": 2.0,
                ])
            for region in regions.dropFirst().prefix(Self.maximumRegions) { draw(region, in: &markup) }
            for finger in fingers { draw(finger, in: &markup) }
            // Numbers last, so that no trail hides them.
            number(fingers, in: &markup)
        }
    }

    /// What does not fit, in words.
    static func omission(regions: [Region]) -> String? {
        let count = regions.count - 1 - maximumRegions
        return count > 0 ? more(count, "region", "regions") : nil
    }

    private static func words(for fingers: [PlottedFinger]) -> String {
        guard !fingers.isEmpty else { return "The panel" }
        return "The panel with the trails of " + listed(fingers.map { "touch \($0.id)" })
    }

    private func draw(_ region: Region, in markup: inout PlotMarkup) {
        let bounds = region.boundsOnSurface
        let corner = place(bounds.origin)
        let end = place(bounds.origin + Vector(x: bounds.size.width, y: bounds.size.height))
        let width = end.x - corner.x
        markup.group(title: "region \(PlotWords.shortened(region.name, to: 400, size: 10))") { markup in
            markup.add(
                "rect",
                [
                    "x": corner.x, "y": corner.y, "width": width, "height": end.y - corner.y, "fill": "none",
                    "stroke": PlotStyle.quiet, "stroke-dasharray": "6 4",
                ])
            markup.add(
                "text", ["x": corner.x + 5, "y": corner.y + 14, "font-size": 11.0, "fill": PlotStyle.quiet],
                content: PlotWords.shortened(region.name, to: max(30, width - 8), size: 11))
        }
    }

    private func draw(_ finger: PlottedFinger, in markup: inout PlotMarkup) {
        let points = finger.trail.points.map(place)
        guard let first = points.first, let last = points.last else { return }
        let end = finger.end == nil ? "still down" : finger.isLost ? "lost" : "lifted"
        markup.group(title: "touch \(finger.id), \(end)") { markup in
            if points.count > 1 {
                markup.add(
                    "polyline",
                    [
                        "points": PlotMarkup.points(points), "fill": "none", "stroke": PlotStyle.finger,
                        "stroke-width": 2.5, "stroke-linejoin": "round", "stroke-linecap": "round",
                    ])
            }
            PlotStyle.add(.landed, x: first.x, y: first.y, to: &markup)
            if finger.end != nil {
                PlotStyle.add(finger.isLost ? .lost : .lifted, x: last.x, y: last.y, to: &markup)
            }
        }
    }

    /// Writes the numbers beside where fingers landed: those that landed at the same place in one text.
    private func number(_ fingers: [PlottedFinger], in markup: inout PlotMarkup) {
        var places: [(first: Point, way: Vector, numbers: [String])] = []
        for finger in fingers {
            let points = finger.trail.points.map(place)
            guard let first = points.first else { continue }
            if let index = places.firstIndex(where: { ($0.first - first).length < 14 }) {
                places[index].numbers.append(String(finger.id))
            } else {
                let way = points.reduce(Vector.zero) { $0 + ($1 - first) } * (1 / Double(points.count))
                places.append((first, way, [String(finger.id)]))
            }
        }
        for (first, way, numbers) in places {
            let text = PlotWords.shortened(numbers.joined(separator: ", "), to: 120, size: 15)
            write(text, besides: first, awayFrom: way, in: &markup)
        }
    }

    /// Writes a text beside a landing, on the other side than its trail, if the panel has room there.
    private func write(_ text: String, besides place: Point, awayFrom way: Vector, in markup: inout PlotMarkup) {
        let room = 12 + PlotWords.width(text, size: 15)
        var (isLeft, isBelow) = (way.x > 5, way.y < -5)
        if place.x + room > origin.x + size.width { isLeft = true } else if place.x - room < origin.x { isLeft = false }
        if place.y < origin.y + 20 { isBelow = true } else if place.y + 20 > origin.y + size.height { isBelow = false }
        markup.add(
            "text",
            [
                "x": place.x + (isLeft ? -10 : 10), "y": place.y + (isBelow ? 18 : -7),
                "text-anchor": isLeft ? "end" : "start", "font-size": 15.0, "font-weight": "bold",
                "stroke": PlotStyle.panel, "stroke-width": 3.0, "paint-order": "stroke",
            ], content: text)
    }
}
