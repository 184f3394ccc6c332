// One WebSocket and its connection to gestured's socket.

import Glibc
import NIOCore
import NIOPosix
import NIOWebSocket

/// Carries lines between a page and gestured: each text message is a line, without its line feed.
///
/// Each side is read only as fast as the other takes what it is sent, so nothing piles up here.
struct Bridge {
    typealias WebSocket = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>
    typealias Socket = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    /// The path of gestured's socket.
    let path: String
    let group: any EventLoopGroup

    /// Serves a WebSocket until one side ends.
    func serve(_ webSocket: WebSocket) async throws {
        try await webSocket.executeThenClose { frames, page in
            let closing: Closing
            do {
                closing = await carry(frames, page, try await connect())
            } catch {
                closing = (error as? IOError)?.errnoCode == EACCES ? .forbidden : .absent
            }
            // A page that does not read would keep this frame waiting for ever.
            webSocket.channel.lifetime { $0.limit(to: Limits.closeTime) }
            try? await page.write(closing.frame)
        }
    }

    private func connect() async throws -> Socket {
        try await ClientBootstrap(group: group).connect(unixDomainSocketPath: path) { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(LineDecoder()))
                return try Socket(wrappingChannelSynchronously: channel)
            }
        }
    }

    /// Carries lines both ways; returns why it ends.
    private func carry(
        _ frames: NIOAsyncChannelInboundStream<WebSocketFrame>, _ page: NIOAsyncChannelOutboundWriter<WebSocketFrame>,
        _ socket: Socket
    ) async -> Closing {
        do {
            return try await socket.executeThenClose { lines, gestured in
                await withTaskGroup(of: Closing.self) { group in
                    group.addTask { await Self.ending { try await Self.forward(frames, to: gestured, page) } }
                    group.addTask { await Self.ending { try await Self.forward(lines, to: page) } }
                    let first = await group.next() ?? .gone
                    group.cancelAll()
                    return first
                }
            }
        } catch {
            return .gone
        }
    }

    private static func ending(_ work: () async throws -> Closing) async -> Closing {
        do {
            return try await work()
        } catch let closing as Closing {
            return closing
        } catch let error as NIOWebSocketError {
            return error == .invalidFrameLength ? .large : .frames
        } catch is LineDecoder.TooLong {
            return .longLine
        } catch {
            return .gone
        }
    }

    private static func forward(
        _ lines: NIOAsyncChannelInboundStream<ByteBuffer>, to page: NIOAsyncChannelOutboundWriter<WebSocketFrame>
    ) async throws -> Closing {
        for try await line in lines { try await page.write(WebSocketFrame(fin: true, opcode: .text, data: line)) }
        return .gone
    }

    private static func forward(
        _ frames: NIOAsyncChannelInboundStream<WebSocketFrame>,
        to gestured: NIOAsyncChannelOutboundWriter<ByteBuffer>, _ page: NIOAsyncChannelOutboundWriter<WebSocketFrame>
    ) async throws -> Closing {
        var message = Message()
        for try await frame in frames {
            switch try message.add(frame) {
            case .line(var line):
                line.writeInteger(UInt8(ascii: "\n"))
                try await gestured.write(line)
            case .ping(let data): try await page.write(WebSocketFrame(fin: true, opcode: .pong, data: data))
            case .close: return .asked
            case nil: break
            }
        }
        return .asked
    }
}
