// Protocols of what watches and closes the server's descriptors.

/// Waits for descriptors on the server's behalf; the daemon's epoll set, level-triggered.
///
/// The implementation calls ``Server/ready(_:readable:writable:hangup:)`` when a descriptor is ready, again and again
/// as long as it is (level-triggered).
public protocol DescriptorPoller: AnyObject {
    /// Watches a descriptor, or changes what it is watched for.
    ///
    /// With neither, hang-ups and errors must still be reported, as epoll does with an empty set of events.
    ///
    /// - Throws: Whatever kept the descriptor from being watched; the server then closes it.
    func watch(_ descriptor: Int32, readable: Bool, writable: Bool) throws

    /// Forgets a descriptor; called before it is closed.
    func unwatch(_ descriptor: Int32)
}

/// Closes descriptors on another thread.
///
/// A client can send descriptors that the server does not receive. To close the client's own descriptor closes them,
/// too, and the kernel may take its time: a socket lingers (SO_LINGER), a large file without a name is freed.
public protocol DescriptorCloser: AnyObject {
    /// Closes a descriptor soon, and then calls ``Server/didClose(_:)`` with the number on the server's queue,
    /// not from within this call.
    func close(_ descriptor: Int32, as number: Int)
}
