// Rows of the recordings' manifest, for tests.

import Foundation
import Testing
import Touch
import TouchTesting

/// A row of the recordings' manifest.
struct ManifestRow: CustomTestStringConvertible, Sendable {
    let name: String
    let touches: Int?
    let maximumContacts: Int?
    let endsDown: Bool
    let millimetres: String
    /// How the device is used, or the beginning of the reason why it is not.
    let verdict: String
    var testDescription: String { name }

    init(_ line: Substring, columns: [Substring: Int]) {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        func field(_ column: Substring) -> String { columns[column].map { String(fields[$0]) } ?? "" }
        name = field("id")
        touches = Int(field("touches"))
        maximumContacts = Int(field("max_contacts"))
        endsDown = field("ends_down") == "True"
        (millimetres, verdict) = (field("size_mm"), field("verdict"))
    }

    static let all: [ManifestRow] = {
        guard let text = try? Data(contentsOf: RecordingCatalogue.folder.appending(path: "manifest.tsv")) else {
            return []
        }
        let lines = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline)
        let names = lines[0].split(separator: "\t", omittingEmptySubsequences: false)
        let columns = Dictionary(zip(names, names.indices)) { first, _ in first }
        return lines.dropFirst().map { ManifestRow($0, columns: columns) }
    }()

    func touchscreen() throws -> Recording? {
        let recording = try RecordingCatalogue.recording(name)
        guard case .touchscreen = DeviceVerdict(of: recording.device) else { return nil }
        return recording
    }
}
