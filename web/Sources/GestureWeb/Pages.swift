// The files that are served.

internal import Glibc

/// Pages, scripts and pictures by their paths, read once.
public struct Pages: Sendable {
    /// A file's content and its media type.
    struct File: Sendable {
        let content: [UInt8]
        let type: String
    }

    /// A folder that cannot be served.
    public struct Failure: Error, CustomStringConvertible {
        /// What to do about it.
        public let description: String
    }

    private var files: [String: File] = [:]

    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "json": "application/json", "svg": "image/svg+xml",
        "png": "image/png", "jpg": "image/jpeg", "ogg": "audio/ogg", "evemu": "text/plain; charset=utf-8",
    ]
    /// More than any page needs; a wrong folder must not fill the memory.
    private static let largest = 4 * 1024 * 1024, mostFiles = 500

    /// Nothing.
    public init() {}

    /// Reads a folder with its subfolders; only files of the known types, none whose name begins with a dot.
    ///
    /// - Parameter prefix: What the paths of its files begin with, such as `/gestured/`.
    public mutating func add(folder: String, at prefix: String) throws(Failure) {
        guard let directory = opendir(folder) else {
            throw Failure(description: "the pages in \(folder) cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let (name, kind) = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { (String(cString: $0), entry.pointee.d_type) }
            }
            if name.hasPrefix(".") || name == "tests" || name == "node_modules" { continue }
            if kind == DT_DIR {
                try add(folder: "\(folder)/\(name)", at: "\(prefix)\(name)/")
            } else if let type = Self.types[String(name.split(separator: ".").last ?? "")] {
                let path = prefix + (name == "index.html" ? "" : name)
                files[path] = File(content: try Self.read("\(folder)/\(name)", largest: Self.largest), type: type)
            }
            guard files.count <= Self.mostFiles else {
                throw Failure(description: "\(folder) has more than \(Self.mostFiles) files: it holds no pages")
            }
        }
    }

    /// The file of a path; a folder's is its `index.html`.
    subscript(_ path: String) -> File? { files[path] }

    /// Reads a file of limited size, in bytes.
    static func read(_ path: String, largest: Int) throws(Failure) -> [UInt8] {
        guard let file = fopen(path, "rbe") else {
            throw Failure(description: "\(path) cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { fclose(file) }
        let content = [UInt8](unsafeUninitializedCapacity: largest + 1) { buffer, count in
            count = fread(buffer.baseAddress, 1, largest + 1, file)
        }
        guard ferror(file) == 0 else {
            throw Failure(description: "\(path) cannot be read: \(String(cString: strerror(errno)))")
        }
        guard content.count <= largest else { throw Failure(description: "\(path) is larger than \(largest) bytes") }
        return content
    }
}
