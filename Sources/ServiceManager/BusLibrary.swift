// The functions of libsystemd's D-Bus client, loaded with dlopen where it is installed.

import Glibc

/// The functions of sd-bus(3) that are needed, found when the program runs; to be called only if ``isUsable``.
///
/// Systems with systemd have libsystemd, and systems without it have no logind either. A link against the library would
/// keep gestured from starting there, and an own implementation of D-Bus would be more code than all that uses it.
enum BusLibrary {
    typealias Bus = OpaquePointer
    typealias Message = OpaquePointer
    typealias Handler = @convention(c) (Message?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32
    typealias Text = UnsafePointer<CChar>
    typealias Slot = UnsafeMutablePointer<OpaquePointer?>

    static let make: @convention(c) (UnsafeMutablePointer<Bus?>) -> Int32 = function("new")
    static let setAddress: @convention(c) (Bus, Text) -> Int32 = function("set_address")
    static let setClient: @convention(c) (Bus, Int32) -> Int32 = function("set_bus_client")
    static let acceptDescriptors: @convention(c) (Bus, Int32) -> Int32 = function("negotiate_fds")
    static let start: @convention(c) (Bus) -> Int32 = function("start")
    static let unref: @convention(c) (Bus) -> Bus? = function("unref")
    static let close: @convention(c) (Bus) -> Void = function("close")
    static let descriptor: @convention(c) (Bus) -> Int32 = function("get_fd")
    static let isReady: @convention(c) (Bus) -> Int32 = function("is_ready")
    static let events: @convention(c) (Bus) -> Int32 = function("get_events")
    static let timeout: @convention(c) (Bus, UnsafeMutablePointer<UInt64>) -> Int32 = function("get_timeout")
    static let process: @convention(c) (Bus, UnsafeMutablePointer<Message?>?) -> Int32 = function("process")
    static let addMatch: @convention(c) (Bus, Slot?, Text, Handler?, Handler?, UnsafeMutableRawPointer?) -> Int32 =
        function("add_match_async")
    static let newCall: @convention(c) (Bus, UnsafeMutablePointer<Message?>, Text?, Text, Text?, Text) -> Int32 =
        function("message_new_method_call")
    static let setAutoStart: @convention(c) (Message, Int32) -> Int32 = function("message_set_auto_start")
    static let append: @convention(c) (Message, CChar, UnsafeRawPointer) -> Int32 = function("message_append_basic")
    static let call: @convention(c) (Bus, Slot?, Message, Handler, UnsafeMutableRawPointer?, UInt64) -> Int32 =
        function("call_async")
    static let unrefMessage: @convention(c) (Message) -> Message? = function("message_unref")
    static let error: @convention(c) (Message) -> UnsafePointer<Text?>? = function("message_get_error")
    static let sender: @convention(c) (Message) -> Text? = function("message_get_sender")
    static let path: @convention(c) (Message) -> Text? = function("message_get_path")
    static let member: @convention(c) (Message) -> Text? = function("message_get_member")
    static let readBasic: @convention(c) (Message, CChar, UnsafeMutableRawPointer) -> Int32 =
        function("message_read_basic")
    static let enter: @convention(c) (Message, CChar, Text) -> Int32 = function("message_enter_container")
    static let exit: @convention(c) (Message) -> Int32 = function("message_exit_container")
    static let skip: @convention(c) (Message, Text) -> Int32 = function("message_skip")

    /// Loads the library, or counts one more use of it.
    private static var library: UnsafeMutableRawPointer? { dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL) }

    /// Whether the library is there, and new enough: of the functions, systemd 237 has the latest.
    ///
    /// Tried again at each connection, as it may be installed later.
    static var isUsable: Bool {
        guard let library else { return false }
        return dlsym(library, "sd_bus_is_ready") != nil && dlsym(library, "sd_bus_add_match_async") != nil
    }

    private static func function<Function>(_ name: String) -> Function {
        unsafeBitCast(dlsym(library, "sd_bus_" + name), to: Function.self)
    }
}
