// The effective configuration of all files, as YAML and JSON, with the origin of each line.

import Touch
import Gestures
import GestureWire

/// The merged content of a configuration's files, with the place of each value.
public struct EffectiveConfiguration: Sendable {
    /// The configuration.
    public let configuration: Configuration
    /// The files, lowest first.
    public let files: ConfigurationFiles
    private let text: LayeredText

    /// Reads the files.
    ///
    /// - Throws: Every problem of every file at once.
    public init(_ files: ConfigurationFiles) throws(ConfigurationError) {
        text = try LayeredText.read(files)
        configuration = text.configuration
        self.files = files
    }

    /// A configuration file that says the same, each line with a comment that says where it is from.
    ///
    /// - Parameter all: Whether every property of a recognizer that is not given stands there, too: as a comment, for a
    ///   length that is given does not grow with the surface, as a default may.
    public func yaml(all: Bool = false) -> String {
        var lines = EffectiveLines(origin: origin)
        let recognizers = configuration.recognizers
        for (key, section) in sections {
            lines.append(section) { index in
                guard all, key == "recognizers", recognizers.indices.contains(index) else { return [] }
                return defaults(of: recognizers[index]).map { "\($0.key): \($0.value)" }
            }
        }
        return lines.text
    }

    /// The same in one line of JSON: `name`, `files`, `configuration`, and in `places` where each value is from.
    ///
    /// - Parameter all: Whether `defaults` has, for each recognizer, every property that is not given.
    public func json(all: Bool = false) -> String {
        var (values, places) = (LineWriter(), EffectivePlaces(origin: origin))
        values.append(json: "{")
        for (key, section) in sections {
            values.append(name: key)
            values.append(section.value, under: key)
            places.append(section.value, path: key, place: section.place)
        }
        var line = LineWriter()
        line.append(json: "{\"name\":")
        line.append(string: files.name)
        line.append(json: ",\"files\":")
        line.append(list: files.files) { $0.append(string: $1.path) }
        line.append(json: ",\"configuration\":")
        line.append(values)
        line.append(json: "},\"places\":")
        line.append(places.writer)
        line.append(json: "}")
        if all { append(defaultsTo: &line) }
        line.append(json: "}")
        return String(decoding: line.bytes, as: UTF8.self)
    }

    private func append(defaultsTo line: inout LineWriter) {
        line.append(json: ",\"defaults\":{")
        for rule in configuration.recognizers {
            line.append(name: rule.name)
            line.append(json: "{")
            for property in defaults(of: rule) {
                line.append(name: property.key)
                if property.value == .count(.max) {
                    line.append(json: "null")
                } else {
                    line.append(scalar: property.value.description, isQuoted: false, under: property.key)
                }
            }
            line.append(json: "}")
        }
        line.append(json: "}")
    }

    /// The sections that there are, in the order in which they are documented.
    private var sections: [(key: String, section: Element.Entry)] {
        guard case .mapping(let entries) = text.root.content else { return [] }
        return ConfigurationReader.sections.compactMap { key in
            entries.first { $0.key == key }.map { (key, $0) }
        }
    }

    /// The properties that a rule does not give, with the values that they have on a surface of up to 16 inches.
    private func defaults(of rule: RecognizerRule) -> [(key: String, value: PropertyValue)] {
        let recognizer = rule.makeRecognizer(thresholds: configuration.thresholds.thresholds(forDiagonal: nil))
        return rule.type.properties.compactMap { property in
            guard rule.properties[property.key] == nil else { return nil }
            return property.value(of: recognizer).map { (property.key, $0) }
        }
    }

    /// Returns the origin of a place: `/etc/gestured/gestured.yaml:3`, `built in`.
    private func origin(of place: Place) -> String {
        guard text.names.indices.contains(place.file) else { return StandardText.name }
        return "\(text.names[place.file].printable):\(place.line)"
    }
}
