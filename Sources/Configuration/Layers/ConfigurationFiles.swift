// The configuration's files: the vendor's, the administrator's and the drop-ins, or one named file.

internal import Glibc

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
        /// The path.
        public let path: String
        /// The kind.
        public let kind: Kind
    }

    /// The paths of the vendor's file: the first that exists applies, so that a local build precedes the distribution's
    /// package.
    public static let vendorPaths = ["/usr/local/share/gestured/gestured.yaml", "/usr/share/gestured/gestured.yaml"]
    /// The path of the administrator's file.
    public static let systemPath = "/etc/gestured/gestured.yaml"
    /// The folder of drop-ins.
    public static let dropInFolder = systemPath + ".d"

    /// The existing files, lowest first.
    public let files: [File]
    /// Whether the only file was named by an option.
    let isNamed: Bool
    /// Why it is not known which are there.
    let problem: ConfigurationError?

    /// One file, whether it is there or not.
    public init(path: String) {
        files = [File(path: path, kind: .main)]
        isNamed = true
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
        isNamed = false
        do throws(ConfigurationError) {
            let names = try Self.names(in: folder, Self.isDropIn)
            files = main + names.map { File(path: "\(folder)/\($0)", kind: .dropIn) }
            problem = nil
        } catch {
            (files, problem) = (main, error)
        }
    }

    /// The name of the files: the last main file, or "standard", and the number of others.
    public var name: String {
        let main = files.last { $0.kind == .main }?.path ?? "standard"
        let count = files.count { $0.kind == .dropIn }
        guard count > 0 else { return main }
        return "\(main) and \(count) \(count == 1 ? "file" : "files") of gestured.yaml.d"
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
        (try? names(in: root + dropInFolder) { !isDropIn($0) }) ?? []
    }

    private static func isDropIn(_ name: String) -> Bool { name.utf8.suffix(5).elementsEqual(".yaml".utf8) }

    /// The names that are not hidden, and wanted, in the order of their bytes.
    private static func names(
        in folder: String, _ isWanted: (String) -> Bool
    ) throws(ConfigurationError) -> [String] {
        guard let stream = opendir(folder) else {
            if errno == ENOENT, isAbsent(folder) { return [] }
            throw FileText.unreadable(file: folder, code: errno, noun: "folder")
        }
        defer { closedir(stream) }
        // An entry is only as long as its name, so its end may be the end of what can be read.
        let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
        var names: [String] = []
        while true {
            // An error looks like the end of the folder, but for this.
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else { throw FileText.unreadable(file: folder, code: errno, noun: "folder") }
                break
            }
            let name = String(cString: UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self))
            if name.utf8.first != UInt8(ascii: "."), isWanted(name) { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
