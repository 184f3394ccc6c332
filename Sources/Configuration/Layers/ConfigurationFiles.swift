// The configuration's files: the vendor's, the administrator's and the drop-ins, or one named file.

import Glibc

/// The files of a configuration, lowest first: where two say something of the same thing, the later one counts.
///
/// Below all of them is what is built in. `docs/configuration.md` says how they are merged.
public struct ConfigurationFiles: Hashable, Sendable {
    /// The way in which a file overrides earlier ones.
    public enum Kind: Hashable, Sendable {
        /// Its sections replace those below.
        case main
        /// It changes and adds entries.
        case dropIn
    }

    /// One of the files.
    public struct File: Hashable, Sendable {
        /// The path, as messages show it: bytes that are not UTF-8 as `\xFF`.
        public let path: String
        /// The kind.
        public let kind: Kind
        /// Whether an option names it.
        var isNamed = false
        /// The path itself, if it is not UTF-8.
        var bytes: [UInt8]?
    }

    /// The paths of the vendor's file: the first that exists applies, so that a local build precedes the distribution's
    /// package.
    public static let vendorPaths = ["/usr/local/share/gestured/gestured.yaml", "/usr/share/gestured/gestured.yaml"]
    /// The path of the administrator's file.
    public static let systemPath = "/etc/gestured/gestured.yaml"
    /// The folder of drop-ins.
    public static let dropInFolder = systemPath + ".d"

    /// The existing files, lowest first.
    public private(set) var files: [File]
    /// Why it is not known which are there.
    let problem: ConfigurationError?

    /// One file, whether it is there or not.
    public init(path: String) {
        files = [File(path: path, kind: .main, isNamed: true)]
        problem = nil
    }

    /// The files of the system that are there now.
    ///
    /// - Parameter root: The folder used as `/`, such as an image that is being built.
    public init(root: String = "") {
        // A file that may not be seen counts as present, so that reading it says why.
        let vendor = Self.vendorPaths.map { root + $0 }.first { !Self.isAbsent($0) }
        let system = Self.isAbsent(root + Self.systemPath) ? nil : root + Self.systemPath
        let folder = root + Self.dropInFolder
        let main = [vendor, system].compactMap(\.self).map { File(path: $0, kind: .main) }
        do throws(ConfigurationError) {
            files = main + (try Self.names(in: folder, Self.isDropIn)).map { Self.dropIn($0, in: folder) }
            problem = nil
        } catch {
            (files, problem) = (main, error)
        }
    }

    private static func dropIn(_ name: [UInt8], in folder: String) -> File {
        let path = "\(folder)/\(shown(name))"
        return isText(name)
            ? File(path: path, kind: .dropIn) : File(path: path, kind: .dropIn, bytes: Array("\(folder)/".utf8) + name)
    }

    /// Returns these files and drop-ins over them, which an option names.
    public func adding(dropIns: [String]) -> ConfigurationFiles {
        var all = self
        all.files += dropIns.map { File(path: $0, kind: .dropIn, isNamed: true) }
        return all
    }

    /// What stands before each drop-in that an option names, in the name of the files.
    public static let separator = " with drop-in "

    /// The name of the files: the last main file, or "standard", the number of drop-ins, and those that options name.
    public var name: String {
        let main = files.last { $0.kind == .main }?.path ?? "standard"
        let count = files.count { $0.kind == .dropIn && !$0.isNamed }
        let named = files.filter { $0.kind == .dropIn && $0.isNamed }.map { Self.separator + $0.path }.joined()
        guard count > 0 else { return main + named }
        return "\(main) and \(count) \(count == 1 ? "file" : "files") of gestured.yaml.d" + named
    }

    /// Whether there is certainly nothing.
    private static func isAbsent(_ path: String) -> Bool {
        var information = stat()
        return lstat(path, &information) != 0 && (errno == ENOENT || errno == ENOTDIR)
    }

    /// Returns the names of files in the folder of drop-ins that are not read, as they do not end in `.yaml`, sorted by
    /// bytes; without hidden files.
    ///
    /// - Parameter root: The folder used as `/`.
    public static func passedOver(root: String = "") -> [String] {
        ((try? names(in: root + dropInFolder) { !isDropIn($0) }) ?? []).map(shown)
    }

    private static func isDropIn(_ name: [UInt8]) -> Bool { name.suffix(5).elementsEqual(".yaml".utf8) }

    private static func isText(_ name: [UInt8]) -> Bool { (try? UTF8Span(validating: name.span)) != nil }

    /// A name for messages: kernels take any bytes.
    private static func shown(_ name: [UInt8]) -> String {
        if isText(name) { return String(decoding: name, as: UTF8.self) }
        return name.map { byte in
            let isPlain = (UInt8(ascii: " ")...UInt8(ascii: "~")).contains(byte)
            // Two digits, so that a letter after them is none of them.
            return isPlain
                ? String(UnicodeScalar(byte)) : (byte < 16 ? "\\x0" : "\\x") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    /// The names that are not hidden, and wanted, in the order of their bytes.
    private static func names(
        in folder: String, _ isWanted: ([UInt8]) -> Bool
    ) throws(ConfigurationError) -> [[UInt8]] {
        guard let stream = opendir(folder) else {
            if errno == ENOENT, isAbsent(folder) { return [] }
            throw FileText.unreadable(file: folder, code: errno, noun: "folder")
        }
        defer { closedir(stream) }
        // An entry is only as long as its name, so its end may be the end of what can be read.
        let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
        var names: [[UInt8]] = []
        while true {
            // An error looks like the end of the folder, but for this.
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else { throw FileText.unreadable(file: folder, code: errno, noun: "folder") }
                break
            }
            let start = UnsafeRawPointer(entry).advanced(by: offset)
            let length = strlen(start.assumingMemoryBound(to: CChar.self))
            let name = Array(UnsafeRawBufferPointer(start: start, count: length))
            if name.first != UInt8(ascii: "."), isWanted(name) { names.append(name) }
        }
        return names.sorted { $0.lexicographicallyPrecedes($1) }
    }
}
