// Reader of `smoothing`: the parameters of the filter for published values.

internal import Gestures

/// Reads the mapping that `smoothing` may be.
struct SmoothingReader {
    /// Less would stand still, more would be no filter; in hertz.
    static let minimumCutoff = PropertyKind.number(0.01...1000)
    static let beta = PropertyKind.number(0...1000)

    private let diagnostics: Diagnostics

    init(_ diagnostics: Diagnostics) {
        self.diagnostics = diagnostics
    }

    /// The value, without what is wrong, which is reported; nil when it is no mapping.
    func read(_ element: Element) -> PropertyValue? {
        guard let mapping = MappingReader(element, "`smoothing` must be a mapping", diagnostics) else { return nil }
        mapping.check(keysOf: .smoothing)
        let cutoff = number("minimumCutoff", of: mapping, Self.minimumCutoff)
        let beta = number("beta", of: mapping, Self.beta)
        var smoothing = Smoothing()
        if let cutoff { smoothing.minimumCutoff = cutoff }
        if let beta { smoothing.beta = beta }
        return .smoothing(smoothing)
    }

    private func number(_ key: String, of mapping: MappingReader, _ kind: PropertyKind) -> Double? {
        guard let element = mapping[key], case .number(let number) = kind.value(of: key, from: element, diagnostics)
        else { return nil }
        return number
    }
}
