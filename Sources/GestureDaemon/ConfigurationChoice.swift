// Which configuration applies? The named file, the system's, or the standard set.

public import Configuration
internal import Glibc

/// The file that a program was told to use, or what it uses when it was told nothing.
public struct ConfigurationChoice: Sendable {
    /// Where the administrator's configuration is.
    public static let systemPath = "/etc/gestured/gestured.yaml"

    /// The file; nil for the standard set.
    public let path: String?
    private let wanted: String?

    /// The named file; without a name the system's, if there is one.
    public init(path: String?) {
        wanted = path
        self.path = path ?? (Self.isAbsent(Self.systemPath) ? nil : Self.systemPath)
    }

    /// The choice made again: a system's file may have come or gone meanwhile.
    ///
    /// A path that was relative is absolute then, as whoever has the daemon read it anew is somewhere else.
    public var again: ConfigurationChoice { ConfigurationChoice(path: wanted.map(Self.absolute)) }

    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        let rest = path.hasPrefix("./") ? path.dropFirst(2) : path[...]
        return (String(cString: folder) + "/" + rest).replacing("//", with: "/")
    }

    /// Whether there is certainly nothing.
    ///
    /// A file that may not be seen counts as present, so that reading it says why.
    static func isAbsent(_ path: String) -> Bool {
        var information = stat()
        return lstat(path, &information) != 0 && (errno == ENOENT || errno == ENOTDIR)
    }

    /// How the choice is called: the path, or "standard".
    public var name: String { path ?? "standard" }

    /// Reads the choice.
    ///
    /// - Throws: `ConfigurationError` with every problem of the file.
    public func load() throws(ConfigurationError) -> Configuration {
        guard let path else { return .standard }
        return try Configuration.load(path: path)
    }
}
