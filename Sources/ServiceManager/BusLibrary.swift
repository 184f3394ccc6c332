// The functions of libsystemd's D-Bus client, loaded with dlopen where it is installed.

internal import Glibc

/// The functions of sd-bus(3) that are needed, found when the program runs.
///
/// Systems with systemd have libsystemd, and systems without it have no logind either. A link against the library would
/// keep gestured from starting there, and an own implementation of D-Bus would be more code than all that uses it.
struct BusLibrary {
    typealias Bus = OpaquePointer
    typealias Message = OpaquePointer
    typealias Handler = @convention(c) (Message?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32
    typealias Text = UnsafePointer<CChar>
    typealias Slot = UnsafeMutablePointer<OpaquePointer?>

    let make: @convention(c) (UnsafeMutablePointer<Bus?>) -> Int32
    let setAddress: @convention(c) (Bus, Text) -> Int32
    let setClient: @convention(c) (Bus, Int32) -> Int32
    let acceptDescriptors: @convention(c) (Bus, Int32) -> Int32
    let start: @convention(c) (Bus) -> Int32
    let unref: @convention(c) (Bus) -> Bus?
    let close: @convention(c) (Bus) -> Void
    let descriptor: @convention(c) (Bus) -> Int32
    let isReady: @convention(c) (Bus) -> Int32
    let events: @convention(c) (Bus) -> Int32
    let timeout: @convention(c) (Bus, UnsafeMutablePointer<UInt64>) -> Int32
    let process: @convention(c) (Bus, UnsafeMutablePointer<Message?>?) -> Int32
    let addMatch: @convention(c) (Bus, Slot?, Text, Handler?, Handler?, UnsafeMutableRawPointer?) -> Int32
    let newCall: @convention(c) (Bus, UnsafeMutablePointer<Message?>, Text?, Text, Text?, Text) -> Int32
    let setAutoStart: @convention(c) (Message, Int32) -> Int32
    let append: @convention(c) (Message, CChar, UnsafeRawPointer) -> Int32
    let call: @convention(c) (Bus, Slot?, Message, Handler, UnsafeMutableRawPointer?, UInt64) -> Int32
    let unrefMessage: @convention(c) (Message) -> Message?
    let error: @convention(c) (Message) -> UnsafePointer<Text?>?
    let sender: @convention(c) (Message) -> Text?
    let path: @convention(c) (Message) -> Text?
    let member: @convention(c) (Message) -> Text?
    let readBasic: @convention(c) (Message, CChar, UnsafeMutableRawPointer) -> Int32
    let enter: @convention(c) (Message, CChar, Text) -> Int32
    let exit: @convention(c) (Message) -> Int32
    let skip: @convention(c) (Message, Text) -> Int32

    /// Nil when the library is not there, or is too old.
    init?() {
        guard let library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL) else { return nil }
        func function<Function>(_ name: String) throws(Missing) -> Function {
            guard let function = dlsym(library, "sd_bus_" + name) else { throw Missing() }
            return unsafeBitCast(function, to: Function.self)
        }
        do throws(Missing) {
            make = try function("new")
            setAddress = try function("set_address")
            setClient = try function("set_bus_client")
            acceptDescriptors = try function("negotiate_fds")
            start = try function("start")
            unref = try function("unref")
            close = try function("close")
            descriptor = try function("get_fd")
            isReady = try function("is_ready")
            events = try function("get_events")
            timeout = try function("get_timeout")
            process = try function("process")
            addMatch = try function("add_match_async")
            newCall = try function("message_new_method_call")
            setAutoStart = try function("message_set_auto_start")
            append = try function("message_append_basic")
            call = try function("call_async")
            unrefMessage = try function("message_unref")
            error = try function("message_get_error")
            sender = try function("message_get_sender")
            path = try function("message_get_path")
            member = try function("message_get_member")
            readBasic = try function("message_read_basic")
            enter = try function("message_enter_container")
            exit = try function("message_exit_container")
            skip = try function("message_skip")
        } catch {
            return nil
        }
    }

    private struct Missing: Error {}
}
