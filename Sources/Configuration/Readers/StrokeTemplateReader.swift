// Reader of stroke templates, point by point.

import GestureWire
import Gestures
import Touch

struct StrokeTemplateReader {
    /// More are refused.
    static let maximumCount = 256

    let diagnostics: Diagnostics

    /// The templates; nil when the list is empty, which is then reported.
    func read(_ elements: [Element], at place: Place) -> PropertyValue? {
        guard !elements.isEmpty else {
            diagnostics.report(
                "`templates` must be \(PropertyKind.templates.expectation), not an empty list", at: place)
            return nil
        }
        return .templates(diagnostics.limited(elements, to: Self.maximumCount, "templates").compactMap(template))
    }

    private func template(_ element: Element) -> StrokeTemplate? {
        let what = "a template must be a mapping such as { name: down, points: [[0, 0], [0, 100]] }"
        guard let mapping = MappingReader(element, what, keysOf: .template, diagnostics) else { return nil }
        let name = name(of: mapping)
        guard let elements = points(of: mapping) else { return nil }
        let points = elements.prefix(StrokeTemplate.maximumPoints).compactMap {
            PointReader(diagnostics: diagnostics).read($0)
        }
        guard let name, points.count == elements.count else { return nil }
        do throws(StrokeTemplateError) {
            return try StrokeTemplate(name: name, points: points)
        } catch {
            report(error, elements, mapping)
            return nil
        }
    }

    private func name(of mapping: MappingReader) -> String? {
        guard mapping.needs("name", "a template needs a `name`"), let (name, place) = mapping.text("name") else {
            return nil
        }
        return Names.checked(name, at: place, diagnostics)
    }

    private func points(of mapping: MappingReader) -> [Element]? {
        guard mapping.needs("points", "a template needs `points`"), let elements = mapping.list("points") else {
            return nil
        }
        if elements.count > StrokeTemplate.maximumPoints {
            diagnostics.report(
                "a template can have \(StrokeTemplate.maximumPoints) points at most, not \(elements.count)",
                at: elements[StrokeTemplate.maximumPoints].place, hint: "16 to 64 are enough")
        }
        return elements
    }

    private func report(_ error: StrokeTemplateError, _ points: [Element], _ mapping: MappingReader) {
        let place = mapping["points"]?.place ?? mapping.place
        switch error.code {
        case .noPlace:
            diagnostics.report(
                "no point lies that far away", at: error.index.map { points[$0].place } ?? place,
                hint: "use any numbers, such as 0 to 100: size and place of a template do not matter")
        case .noExtent: diagnostics.report("the points of a template must have an extent", at: place)
        case .tooManyPoints: break
        }
    }
}
