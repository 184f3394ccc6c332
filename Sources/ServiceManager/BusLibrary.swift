// How is the system's message bus reached? By libsystemd where it is installed, without which nothing else suffers.

internal import Glibc

/// The functions of sd-bus(3) that are needed, found when the program runs.
///
/// Whoever has systemd has libsystemd, and whoever has not has no logind either; to link against it would keep gestured
/// from starting there, and to speak the bus's protocol by hand would be more code than all that is said with it.
struct BusLibrary {
    typealias Bus = OpaquePointer
    typealias Message = OpaquePointer
    typealias Handler = @convention(c) (Message?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32

    let openSystem: @convention(c) (UnsafeMutablePointer<Bus?>) -> Int32
    let unref: @convention(c) (Bus) -> Bus?
    let close: @convention(c) (Bus) -> Void
    let descriptor: @convention(c) (Bus) -> Int32
    let isReady: @convention(c) (Bus) -> Int32
    let events: @convention(c) (Bus) -> Int32
    let timeout: @convention(c) (Bus, UnsafeMutablePointer<UInt64>) -> Int32
    let process: @convention(c) (Bus, UnsafeMutablePointer<Message?>?) -> Int32
    let readBasic: @convention(c) (Message, CChar, UnsafeMutableRawPointer) -> Int32
    let matchSignal:
        @convention(c) (
            Bus, UnsafeMutablePointer<OpaquePointer?>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
            UnsafePointer<CChar>?, UnsafePointer<CChar>?, Handler?, Handler?, UnsafeMutableRawPointer?
        ) -> Int32

    /// Nil when the library is not there, or is too old.
    init?() {
        guard let library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL) else { return nil }
        func function<Function>(_ name: String, as type: Function.Type) -> Function? {
            dlsym(library, name).map { unsafeBitCast($0, to: type) }
        }
        guard let openSystem = function("sd_bus_open_system", as: type(of: self.openSystem)),
            let unref = function("sd_bus_unref", as: type(of: self.unref)),
            let close = function("sd_bus_close", as: type(of: self.close)),
            let descriptor = function("sd_bus_get_fd", as: type(of: self.descriptor)),
            let isReady = function("sd_bus_is_ready", as: type(of: self.isReady)),
            let events = function("sd_bus_get_events", as: type(of: self.events)),
            let timeout = function("sd_bus_get_timeout", as: type(of: self.timeout)),
            let process = function("sd_bus_process", as: type(of: self.process)),
            let readBasic = function("sd_bus_message_read_basic", as: type(of: self.readBasic)),
            let matchSignal = function("sd_bus_match_signal_async", as: type(of: self.matchSignal))
        else { return nil }
        (self.openSystem, self.unref, self.close) = (openSystem, unref, close)
        (self.descriptor, self.isReady, self.events, self.timeout) = (descriptor, isReady, events, timeout)
        (self.process, self.readBasic, self.matchSignal) = (process, readBasic, matchSignal)
    }
}
