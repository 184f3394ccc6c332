// inotify watches on everything that determines which file a path leads to and what it contains.

internal import GestureWire
internal import Glibc

/// An inotify descriptor that is readable after something has happened on the way to some paths.
///
/// A path is followed as the kernel does, from folder to folder and through symbolic links. Of a folder on the way it
/// is watched whether it goes; of one in which the next step is missing, a link or the file itself, also what becomes
/// of that name. What happens under other names of such a folder wakes the reader, but does not count.
final class PathWatch {
    let descriptor: Int32
    /// By watch: the names that count in a folder; nil when everything does.
    private var names: [Int32: Set<UTF8Key>?] = [:]

    private static let itself = UInt32(IN_DELETE_SELF | IN_MOVE_SELF)
    private static let entries = UInt32(
        IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_CLOSE_WRITE)
    private static let content = UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB)
    /// Steps through links, and steps that were made anew because a file came meanwhile, for each path; as the kernel's.
    private static let maximumDetours = 40

    /// Watches files, whether they are there or not, and everything in a folder.
    ///
    /// - Throws: When the system has no instance, or not enough watches, left.
    init(files: [String], folder: String?) throws(SystemError) {
        descriptor = try SystemError.check("inotify_init1", inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)))
        if let folder { try follow(folder, isFolder: true) }
        for file in files { try follow(file, isFolder: false) }
    }

    deinit { close(descriptor) }

    /// Reads the events, and returns whether one of them matters.
    func drain() -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            var (offset, counts) = (0, false)
            let header = MemoryLayout<inotify_event>.size
            while offset + header <= count {
                let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                let end = min(offset + header + Int(event.len), count)
                if self.counts(event.wd, name: buffer[(offset + header)..<end]) { counts = true }
                offset = end
            }
            return counts
        }
    }

    /// Whether an event counts; one without a name is of the watched thing itself, or of the queue that was too short.
    private func counts(_ watch: Int32, name: Slice<UnsafeMutableRawBufferPointer>) -> Bool {
        guard !name.isEmpty, let wanted = names[watch], let wanted else { return true }
        return wanted.contains(String(decoding: name.prefix { $0 != 0 }, as: UTF8.self))
    }

    private func follow(_ path: String, isFolder: Bool) throws(SystemError) {
        var (folder, detours) = ("", 0)
        var rest = Array(path.split(separator: "/").reversed())
        while let name = rest.popLast() {
            if name == "." { continue }
            if name == ".." {
                folder = String(folder.prefix(upTo: folder.lastIndex(of: "/") ?? folder.startIndex))
                continue
            }
            let next = "\(folder)/\(name)"
            guard let kind = Self.kind(of: next) else {
                try watch(folder, for: String(name))
                // It may have come before it was watched for.
                guard Self.kind(of: next) != nil, detours < Self.maximumDetours else { return }
                detours += 1
                rest.append(name)
                continue
            }
            switch kind {
            case S_IFLNK:
                try watch(folder, for: String(name))
                detours += 1
                guard let target = Self.target(of: next), detours <= Self.maximumDetours else { return }
                if target.hasPrefix("/") { folder = "" }
                rest += target.split(separator: "/").reversed().map { $0[...] }
            case S_IFDIR where rest.isEmpty && isFolder: try add(next, Self.entries | Self.itself, names: nil)
            case S_IFDIR where !rest.isEmpty:
                try add(next, Self.itself, names: [])
                folder = next
            default:
                try watch(folder, for: String(name))
                try add(next, Self.content | Self.itself, names: nil)
                return
            }
        }
    }

    /// Watches what becomes of a name in a folder.
    private func watch(_ folder: String, for name: String) throws(SystemError) {
        try add(folder.isEmpty ? "/" : folder, Self.entries | Self.itself, names: [UTF8Key(name)])
    }

    /// Adds to what is watched; what is not there, or may not be read, is left to the folder that it is in.
    private func add(_ path: String, _ mask: UInt32, names wanted: Set<UTF8Key>?) throws(SystemError) {
        let watch = inotify_add_watch(descriptor, path, mask | UInt32(IN_MASK_ADD))
        guard watch >= 0 else {
            if [ENOENT, ENOTDIR, EACCES, ELOOP].contains(errno) { return }
            throw SystemError(systemCall: "inotify_add_watch", errno: errno)
        }
        guard let known = names[watch] else {
            names[watch] = .some(wanted)
            return
        }
        names[watch] = .some(known.flatMap { known in wanted.map(known.union) })
    }

    /// The kind of a file that no link is followed to; nil when there is nothing.
    private static func kind(of path: String) -> mode_t? {
        var information = stat()
        return lstat(path, &information) == 0 ? information.st_mode & S_IFMT : nil
    }

    private static func target(of link: String) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = readlink(link, start, buffer.count)
            guard count > 0 else { return nil }
            return String(decoding: buffer.prefix(count).lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }
}
