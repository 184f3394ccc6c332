// Tests of which files are read, and of errors for unreadable ones.

import Foundation
import GestureWire
import Testing

@testable import Configuration

/// A folder that replaces `/`, and is removed with its last reference.
final class SystemRoot {
    let path = FileManager.default.temporaryDirectory.path + "/gestured-\(UUID().uuidString)"

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, to file: String) throws {
        let url = URL(fileURLWithPath: path + file)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: url, atomically: false, encoding: .utf8)
    }
}

@Suite struct ConfigurationFilesTests {
    private let root = SystemRoot()
    private let system = ConfigurationFiles.systemPath
    private let folder = ConfigurationFiles.dropInFolder

    /// The paths of the files that are found, below the root.
    private var found: [String] {
        ConfigurationFiles(root: root.path).files.map { String($0.path.dropFirst(root.path.count)) }
    }

    /// What loading the files throws.
    private func loadError() -> ConfigurationError? {
        #expect(throws: ConfigurationError.self) { try Configuration.load(ConfigurationFiles(root: root.path)) }
    }

    @Test("The vendor's file comes first, /usr/local's instead of /usr's, then the administrator's, then drop-ins")
    func order() throws {
        #expect(found.isEmpty && ConfigurationFiles(root: root.path).name == "standard")
        #expect(ConfigurationFiles(path: "/x.yaml").files.map(\.path) == ["/x.yaml"])
        try root.write("", to: "/usr/share/gestured/gestured.yaml")
        #expect(found == ["/usr/share/gestured/gestured.yaml"])
        try root.write("", to: "/usr/local/share/gestured/gestured.yaml")
        try root.write("", to: system)
        #expect(found == ["/usr/local/share/gestured/gestured.yaml", system])
        #expect(ConfigurationFiles(root: root.path).name == root.path + system)
        for name in ["b.yaml", "10.yaml", "9.yaml", "B.yaml", ".hidden.yaml", "a.yaml~", "a.yml", "README", "ä.yaml"] {
            try root.write("", to: "\(folder)/\(name)")
        }
        #expect(
            found.dropFirst(2) == ["10.yaml", "9.yaml", "B.yaml", "b.yaml", "ä.yaml"].map { "\(folder)/\($0)" }[...])
        #expect(ConfigurationFiles(root: root.path).name == "\(root.path)\(system) and 5 files of gestured.yaml.d")
        #expect(ConfigurationFiles.passedOver(root: root.path) == ["README", "a.yaml~", "a.yml"])
    }

    @Test("A drop-in whose name is not UTF-8 is read like others, and shown with its bytes")
    func foreignName() throws {
        try root.write("", to: "\(folder)/b.yaml")
        let path = Array("\(root.path)\(folder)/".utf8).map { CChar(bitPattern: $0) }
        let files: [([UInt8], String)] = [([0x61, 0xFF, 0xFE], "limits: { peers: 7 }"), ([0xC3], "recognizers: 3")]
        for (name, text) in files {
            let bytes = path + name.map { CChar(bitPattern: $0) } + Array(".yaml".utf8CString)
            let file = open(bytes, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            try #require(file >= 0)
            #expect(write(file, text, text.utf8.count) == text.utf8.count)
            close(file)
        }
        #expect(found == ["a\\xFF\\xFE.yaml", "b.yaml", "\\xC3.yaml"].map { "\(folder)/\($0)" })
        let error = loadError()
        #expect(error?.problems.map(\.message) == ["`recognizers` must be a list, not `3`"])
        #expect(error?.file == "\(root.path)\(folder)/\\xC3.yaml")
        unlink(path + [CChar(bitPattern: 0xC3)] + Array(".yaml".utf8CString))
        #expect(try Configuration.load(ConfigurationFiles(root: root.path)).limits.peers == 7)
    }

    @Test("Files are refused that are too large together, and nothing more is read")
    func tooMuch() throws {
        let comment = "#" + String(repeating: "x", count: 400_000) + "\n"
        for name in ["1", "2", "3", "4"] { try root.write(comment, to: "\(folder)/\(name).yaml") }
        let large = loadError()
        #expect(
            large?.description.hasPrefix(
                "\(root.path)\(folder)/3.yaml: error: the files of the configuration are larger than 1 MiB together, from this "
                    + "one on") == true)
        #expect(large?.problems.count == 1)
    }

    @Test("Drop-ins that an option names lie over all others, and over a named file")
    func namedDropIns() throws {
        try root.write("limits: { peers: 7, peersPerUser: 3 }", to: "\(folder)/z.yaml")
        try root.write("limits: { peers: 8 }", to: "/a.yaml")
        let files = ConfigurationFiles(root: root.path).adding(dropIns: [root.path + "/a.yaml"])
        #expect(files.name == "standard and 1 file of gestured.yaml.d with drop-in \(root.path)/a.yaml")
        let limits = try Configuration.load(files).limits
        #expect(limits.peers == 8 && limits.peersPerUser == 3)
        try root.write("recognizers: [{ name: only, type: pan }]", to: "/main.yaml")
        try root.write("recognizers: [{ name: only, hysteresis: 20 }]", to: "/b.yaml")
        let named = ConfigurationFiles(path: root.path + "/main.yaml").adding(dropIns: [root.path + "/b.yaml"])
        #expect(try Configuration.load(named).recognizers.map(\.properties) == [["hysteresis": .points(20)]])
    }

    @Test("A file that cannot be read is an error with its path, beside syntax errors of other files")
    func unreadable() throws {
        try root.write("recognizers: [", to: system)
        try FileManager.default.createDirectory(
            atPath: "\(root.path)\(folder)/1.yaml", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: "\(root.path)\(folder)/2.yaml", withDestinationPath: "/nonexistent")
        try root.write("recognizers: [{ name: tap, type: tpa }]", to: "\(folder)/3.yaml")
        let error = loadError()
        #expect(error?.files == [system, "\(folder)/1.yaml", "\(folder)/2.yaml"].map { root.path + $0 })
        #expect(error?.problems.map(\.line) == [1, 0, 0] && error?.systemError == EISDIR)
        // No option was given that could be omitted.
        #expect(error?.problems.last?.hint == "is it a link to a missing file?")
    }

    @Test("A drop-in folder that is not a folder, or a dangling link, is an error, as its content is unknown")
    func noFolder() throws {
        try root.write("", to: folder)
        let file = loadError()
        #expect(file?.description == "\(root.path)\(folder): error: the folder cannot be read: Not a directory")
        try FileManager.default.removeItem(atPath: root.path + folder)
        try FileManager.default.createSymbolicLink(atPath: root.path + folder, withDestinationPath: "/nonexistent")
        let link = loadError()
        #expect(
            link?.description == """
                \(root.path)\(folder): error: the folder cannot be read: No such file or directory
                    is it a link to a missing file?
                """)
    }

    @Test("systemd/gestured-watch.path watches every file of the configuration and the folder of drop-ins")
    func watched() throws {
        let text = try Project.text("systemd/gestured-watch.path")
        let watched = text.matches(of: /(?m)^PathChanged=(.+)$/).map { String($0.output.1) }
        #expect(
            watched == ConfigurationFiles.vendorPaths
                + [ConfigurationFiles.systemPath, ConfigurationFiles.dropInFolder])
    }
}
