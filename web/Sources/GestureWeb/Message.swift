// Messages of a page, made of frames.

import NIOCore
import NIOWebSocket

/// Why a bridge closes its WebSocket; the reason has at most 123 bytes.
struct Closing: Error, Equatable {
    let code: WebSocketErrorCode
    let reason: String

    static let gone = Closing(code: .unknown(1013), reason: "gestured closed the connection")
    static let absent = Closing(code: .unknown(1013), reason: "gestured is not running")
    static let forbidden = Closing(
        code: .unknown(1013), reason: "no permission to open gestured's socket: your user must be in the group gestures"
    )
    static let binary = Closing(code: .unacceptableData, reason: "a message must be text")
    static let lines = Closing(code: .dataInconsistentWithMessage, reason: "a message must be one line")
    static let frames = Closing(code: .protocolError, reason: "a client must not send this frame")
    static let words = Closing(code: .dataInconsistentWithMessage, reason: "the reason of a close must be UTF-8")
    static let asked = Closing(code: .normalClosure, reason: "")
    static let large = Closing(code: .messageTooLarge, reason: "a message has at most \(Limits.message) bytes")
    static let longLine = Closing(code: .messageTooLarge, reason: "gestured sent a line of more than 16 MiB")

    /// The close frame.
    var frame: WebSocketFrame {
        var data = ByteBuffer()
        data.write(webSocketErrorCode: code)
        data.writeString(reason)
        return WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
    }
}

/// Puts messages together of their fragments, and refuses what RFC 6455 forbids a client.
struct Message {
    /// What a frame completes.
    enum Event: Equatable {
        case line(ByteBuffer)
        case ping(ByteBuffer)
        case close
    }

    /// The fragments so far; nil if no message has begun.
    private var begun: ByteBuffer?

    /// Takes a frame; returns what it completes, if anything.
    mutating func add(_ frame: WebSocketFrame) throws(Closing) -> Event? {
        guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else { throw .frames }
        switch frame.opcode {
        case .ping: return .ping(frame.unmaskedData)
        case .pong: return nil
        case .connectionClose:
            try Self.judgeClose(frame.unmaskedData)
            return .close
        case .binary: throw .binary
        case .text where begun == nil: break
        case .continuation where begun != nil: break
        default: throw .frames
        }
        var data = frame.unmaskedData
        guard !data.readableBytesView.contains(UInt8(ascii: "\n")) else { throw .lines }
        var message = begun ?? ByteBuffer()
        begun = nil  // One buffer that is written to twice would be copied for each fragment.
        guard message.readableBytes + data.readableBytes <= Limits.message else { throw .large }
        message.writeBuffer(&data)
        if frame.fin { return .line(message) }
        begun = message
        return nil
    }

    /// Refuses the content of a close frame unless it is empty, or a code that may be sent and a text.
    private static func judgeClose(_ data: ByteBuffer) throws(Closing) {
        var data = data
        guard data.readableBytes > 0 else { return }
        guard let code = data.readInteger(as: UInt16.self) else { throw .frames }
        switch code {
        // RFC 6455, section 7.4, and the registry of IANA: the others are reserved, or must not be sent.
        case 1000...1003, 1007...1014, 3000...4999: break
        default: throw .frames
        }
        guard String(validating: data.readableBytesView, as: UTF8.self) != nil else { throw .words }
    }
}
