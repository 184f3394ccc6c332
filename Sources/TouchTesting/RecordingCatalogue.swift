// The recordings of panels in `Tests/Fixtures/recordings`.

public import Foundation
public import Touch

/// The recordings of the project, by the names of their files.
public enum RecordingCatalogue {
    /// The folder.
    public static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Tests/Fixtures/recordings")

    /// The names of all recordings in alphabetical order, without `.evemu`.
    public static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".evemu") }.map { String($0.dropLast(6)) }.sorted()
    }

    /// The text of a recording.
    public static func text(of name: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: name + ".evemu"))
    }

    /// A parsed recording.
    public static func recording(_ name: String) throws -> Recording {
        try Recording(text: text(of: name))
    }
}
