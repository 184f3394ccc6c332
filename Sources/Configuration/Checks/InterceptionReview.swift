// Warnings about keys of interception that have no effect: their surfaces are not intercepted.

import Gestures

/// Looks for recognizers that intercept where no surface does, and for surfaces that say only how.
struct InterceptionReview {
    private let recognizers: [(rule: RecognizerRule, element: Element)]
    private let surfaces: [(rule: SurfaceRule, element: Element)]
    private let tree: RegionTree
    private let diagnostics: Diagnostics

    init(
        _ recognizers: [(rule: RecognizerRule, element: Element)], _ surfaces: [(rule: SurfaceRule, element: Element)],
        _ regions: [RegionRule], _ diagnostics: Diagnostics
    ) {
        self.recognizers = recognizers
        self.surfaces = surfaces
        self.diagnostics = diagnostics
        tree = RegionTree(regions)
    }

    func check() {
        for (_, element) in surfaces where element["intercept"] == nil {
            for key in ["panicHold", "interceptUnsubscribed"] {
                guard let place = element[key]?.place else { continue }
                diagnostics.report(
                    "\(quoted(key)) has no effect without `intercept`", at: place, hint: "add `intercept: true`")
            }
        }
        for (rule, element) in recognizers {
            guard rule.isEnabled, case .word(let mode) = rule.properties["intercepts"], mode != "never" else {
                continue
            }
            let name = tree.surface(of: rule.region)
            let own = surfaces.map(\.rule).filter { name == nil || $0.name == name ?? "" }
            guard own.allSatisfy({ $0.use == .never || $0.interception == nil }) else { continue }
            let whose = name.map { "the surface \(quoted($0)) is not intercepted" } ?? "no surface is intercepted"
            diagnostics.report(
                "\(quoted(rule.name)) takes no touches from applications: \(whose)",
                at: element["intercepts"]?.place ?? element.place,
                hint: name == nil && surfaces.isEmpty
                    ? "add `surfaces: [{ name: panel, intercept: true }]`" : "add `intercept: true` to the surface")
        }
    }
}
