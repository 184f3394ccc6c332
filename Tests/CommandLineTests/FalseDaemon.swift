// A server for tests that greets one client and then sends given lines.

import Foundation
import Glibc
import Linux
import Testing

/// A listener on a socket that is not gestured.
final class FalseDaemon: Sendable {
    private static let greeting =
        #"{"jsonrpc":"2.0","method":"hello","params":{"protocol":1,"server":"s","capabilities":["locations"]}}"# + "\n"
    private let socket: Descriptor

    /// - Parameter lines: The lines that it sends after the first request; then it closes the connection.
    init(at path: String, saying lines: [String]) {
        socket = Descriptor(owning: boundSocket(path))
        let number = socket.number
        #expect(listen(number, 1) == 0)
        Thread.detachNewThread { [self] in
            let client = accept(socket.number, nil, nil)
            write(Self.greeting, to: client)
            var request = [UInt8](repeating: 0, count: 4096)
            _ = recv(client, &request, request.count, 0)
            write(lines.map { $0 + "\n" }.joined(), to: client)
            close(client)
        }
    }

    private func write(_ text: String, to client: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0 { return }
            rest = rest.dropFirst(count)
        }
    }

    /// The answer to the first request, if that is `subscribe`.
    static let snapshot =
        #"{"jsonrpc":"2.0","id":1,"result":{"subscription":1,"surfaces":[],"recognizers":[],"gestures":[]}}"#

    /// A tap on a surface.
    static func tap(on surface: String) -> String {
        #"{"jsonrpc":"2.0","method":"gesture","params":{"subscription":1,"seq":1,"recognizer":"tap","type":"tap","#
            + #""gesture":1,"state":"recognized","surface":"\#(surface)","region":"root","time":1.0,"#
            + #""location":{"x":1.0,"y":1.0},"touches":[1],"taps":1}}"#
    }
}

/// A socket of Unix with a path, on which no process listens yet.
func boundSocket(_ path: String, _ type: __socket_type = SOCK_STREAM) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(type.rawValue), 0)
    #expect(SocketAddress(path: path).map { $0.bind(descriptor) } == 0)
    return descriptor
}
