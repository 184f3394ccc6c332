// The choice of the configuration's files: the named one, or the system's over the standard set.

public import Configuration
import GestureWire
import Glibc

/// The file that the user has named, or the system's files.
public struct ConfigurationChoice: Sendable {
    /// The file that was named; nil for those of the system.
    public let path: String?
    /// The folder used as `/` when no file was named.
    public let root: String
    /// The drop-ins that were named, over all others.
    public let dropIns: [String]
    /// The existing files.
    public let files: ConfigurationFiles

    /// Whether it is what counts on this machine when nothing is named.
    public var isOfSystem: Bool { path == nil && root.isEmpty && dropIns.isEmpty }

    /// The named file; without a name those of the system that are there.
    ///
    /// - Parameters:
    ///   - root: The folder used as `/` for the system's files.
    ///   - dropIns: Drop-ins over these files, lowest first.
    public init(path: String?, root: String = "", dropIns: [String] = []) {
        (self.path, self.root, self.dropIns) = (path, root, dropIns)
        files = (path.map { ConfigurationFiles(path: $0) } ?? ConfigurationFiles(root: root)).adding(dropIns: dropIns)
    }

    /// The choice made again, as files may have been added or removed since.
    ///
    /// A relative path becomes absolute, because a reload may be requested from another folder.
    public var again: ConfigurationChoice {
        ConfigurationChoice(path: path.map(Self.absolute), root: root, dropIns: dropIns.map(Self.absolute))
    }

    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        let rest = path.hasPrefix("./") ? path.dropFirst(2) : path[...]
        return String(cString: folder) + (strcmp(folder, "/") == 0 ? "" : "/") + rest
    }

    /// The name of the choice: "standard", a path, or "/etc/gestured/gestured.yaml and 2 files of gestured.yaml.d".
    public var name: String { files.name }

    /// Returns the command that shows every problem of a configuration with this name.
    public static func checkCommand(for name: String) -> String {
        let (main, dropIns) = parts(of: name)
        let file = isOfSystem(main) ? [] : [main]
        return (["gesturectl check"] + dropIns.map { "--drop-in \($0)" } + file).joined(separator: " ")
    }

    /// The choice that a daemon on this machine calls so, made now; nil for a path that is relative to we know not
    /// what.
    public static func named(_ name: String) -> ConfigurationChoice? {
        let (main, dropIns) = parts(of: name)
        guard dropIns.allSatisfy({ $0.hasPrefix("/") }) else { return nil }
        if isOfSystem(main) { return ConfigurationChoice(path: nil, dropIns: dropIns) }
        return main.hasPrefix("/") ? ConfigurationChoice(path: main, dropIns: dropIns) : nil
    }

    private static func parts(of name: String) -> (main: String, dropIns: [String]) {
        let parts = name.parts(separatedBy: ConfigurationFiles.separator)
        return (parts[0], Array(parts.dropFirst()))
    }

    private static func isOfSystem(_ name: String) -> Bool {
        (ConfigurationFiles.vendorPaths + [ConfigurationFiles.systemPath, "standard"]).contains {
            name == $0 || name.hasPrefix($0 + " and ")
        }
    }

    /// The names of ignored files in the system's folders, as they do not end in `.yaml`.
    public var passedOver: [String] { path == nil ? ConfigurationFiles.passedOver(root: root) : [] }

    /// Reads the choice.
    ///
    /// - Throws: `ConfigurationError` with every problem of every file.
    public func load() throws(ConfigurationError) -> Configuration { try Configuration.load(files) }

    /// Reads the choice and says that it is valid, and how much is in it.
    ///
    /// - Parameter warn: Called with each warning, which may be several lines.
    /// - Throws: `ConfigurationError` with every problem of every file.
    public func check(_ warn: (String) -> Void) throws(ConfigurationError) -> String {
        // Users and groups of another system are not those of this one.
        let review = try ConfigurationReview(
            files, isKnown: { path == nil && !root.isEmpty || $0.isKnown }, names: LocalAccounts.names)
        for warning in review.warnings { warn(warning.description) }
        let configuration = review.configuration
        let counts = [
            Self.count(configuration.surfaces.count, "surface"), Self.count(configuration.regions.count, "region"),
            Self.count(configuration.recognizers.count, "recognizer"),
        ]
        let verdict =
            review.warnings.isEmpty ? "no problems" : "valid, " + Self.count(review.warnings.count, "warning")
        return "\(name): \(verdict): \(counts.joined(separator: ", "))"
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
