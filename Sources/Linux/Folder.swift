// Names in a folder, and targets of links.

import Glibc

/// What the file system says about a path.
public enum Folder {
    /// Returns the names in a folder, sorted, without `.` and `..`; nil when the folder cannot be opened.
    ///
    /// Bytes of a name that are not UTF-8 are replaced.
    public static func names(in folder: String) -> [String]? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        // An entry is only as long as its name, so its end may be the end of what can be read.
        let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
        var names: [String] = []
        while let entry = readdir(stream) {
            let start = UnsafeRawPointer(entry).advanced(by: offset)
            let name = String(cString: start.assumingMemoryBound(to: CChar.self))
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Returns where a symbolic link leads to, as it is written in the link; nil when it cannot be read.
    public static func target(ofLink path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &bytes, bytes.count)
        guard count >= 0 else { return nil }
        return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
