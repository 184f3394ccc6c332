// The files that are served.

import Glibc
import NIOCore

/// Pages, scripts and pictures by their paths, read once.
public struct Pages: Sendable {
    /// A file's content and its media type.
    struct File: Sendable {
        let content: ByteBuffer
        let type: String
    }

    /// By the UTF-8 of their paths: `String` takes different bytes for the same text.
    private var files: [[UInt8]: File] = [:]
    private var size = 0

    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "json": "application/json", "svg": "image/svg+xml",
        "png": "image/png", "jpg": "image/jpeg", "ogg": "audio/ogg", "evemu": "text/plain; charset=utf-8",
    ]

    /// Nothing.
    public init() {}

    /// Reads a folder with its subfolders: files of the known types, no links, no name that begins with a dot.
    ///
    /// - Parameter prefix: What the paths of its files begin with, such as `/gestured/`.
    public mutating func add(folder: String, at prefix: String) throws(Failure) {
        guard prefix.utf8.count(where: { $0 == UInt8(ascii: "/") }) <= Limits.depth else {
            throw Failure(description: "\(folder) is more than \(Limits.depth) folders deep: it holds no pages")
        }
        guard let directory = opendir(folder) else {
            throw Failure(description: "the pages in \(folder) cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix(".") || name == "tests" || name == "node_modules" { continue }
            var status = stat()
            // A link can lead anywhere, and a pipe never ends.
            guard lstat("\(folder)/\(name)", &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                try add(folder: "\(folder)/\(name)", at: "\(prefix)\(name)/")
            } else if status.st_mode & S_IFMT == S_IFREG, let type = Self.types[Self.ending(name)] {
                let content = try Self.read("\(folder)/\(name)", limit: Limits.file)
                add(content, type: type, at: prefix + (name == "index.html" ? "" : name))
            }
            guard files.count <= Limits.files, size <= Limits.pages else {
                throw Failure(
                    description: """
                        \(folder) has more than \(Limits.files) files or \(Limits.pages) bytes: it holds no pages
                        """)
            }
        }
    }

    /// Adds a file.
    mutating func add(_ content: ByteBuffer, type: String, at path: String) {
        size += content.readableBytes
        files[Array(path.utf8)] = File(content: content, type: type)
    }

    /// The file of a path; a folder's is its `index.html`.
    subscript(_ path: String) -> File? { files[Array(path.utf8)] }

    /// The path of the page that is opened first: the view, otherwise the outermost, and of these the first by name; nil
    /// without any.
    var start: String? {
        if self["/view/"] != nil { return "/view/" }
        let pages = files.keys.filter { $0.last == UInt8(ascii: "/") }.map { String(decoding: $0, as: UTF8.self) }
        let depth = { (path: String) in path.utf8.count { $0 == UInt8(ascii: "/") } }
        return pages.min { (depth($0), $0) < (depth($1), $1) }
    }

    private static func ending(_ name: String) -> String {
        let parts = name.split(separator: ".")
        return parts.count > 1 ? String(parts[parts.count - 1]) : ""
    }

    /// Reads a file of limited size, in bytes.
    ///
    /// - Parameter waits: Whether it waits for what writes to a pipe; otherwise a pipe is an empty file or an error.
    static func read(_ path: String, limit: Int, waits: Bool = false) throws(Failure) -> ByteBuffer {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK))
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0, let content = ByteBuffer(contentsOf: descriptor, limit: limit) else {
            let reason = errno == EFBIG ? "it has more than \(limit) bytes" : String(cString: strerror(errno))
            throw Failure(description: "\(path) cannot be read: \(reason)")
        }
        return content
    }
}

extension ByteBuffer {
    /// Reads a file from its beginning; nil if it has more bytes, or cannot be read, with the reason in `errno`.
    init?(contentsOf descriptor: Int32, limit: Int) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        errno = EFBIG
        guard status.st_size <= limit else { return nil }
        self.init()
        reserveCapacity(Int(status.st_size))
        lseek(descriptor, 0, SEEK_SET)  // A pipe has no other place.
        var count = 1
        while count > 0, readableBytes <= limit {
            writeWithUnsafeMutableBytes(minimumWritableBytes: 16_384) {
                count = Glibc.read(descriptor, $0.baseAddress, $0.count)
                return max(0, count)
            }
        }
        guard count == 0 else { return nil }
    }
}
