// Thread that nobody waits for.

import Glibc

/// A thread of the program's own, not one of Dispatch's: those are limited in number.
public enum DetachedThread {
    /// Starts a thread that does some work and then ends; what the work refers to is released there.
    ///
    /// - Parameter stackSize: In bytes; nil for the system's default.
    /// - Returns: 0, or the error number of pthread_create(3).
    public static func start(stackSize: Int? = nil, _ work: @escaping @Sendable () -> Void) -> Int32 {
        var (thread, attributes) = (pthread_t(), pthread_attr_t())
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
        let box = Unmanaged.passRetained(Work(work))
        let failure = pthread_create(&thread, &attributes, perform, box.toOpaque())
        if failure == 0 { pthread_detach(thread) } else { box.release() }
        return failure
    }
}

private final class Work {
    let perform: @Sendable () -> Void

    init(_ perform: @escaping @Sendable () -> Void) { self.perform = perform }
}

private func perform(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().perform() }
    return nil
}
