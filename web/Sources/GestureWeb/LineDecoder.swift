// Splitting of gestured's stream into lines.

import NIOCore

/// Passes on each line without its line feed.
struct LineDecoder: ByteToMessageDecoder {
    typealias InboundOut = ByteBuffer

    /// A line of more than `Limits.line` bytes.
    struct TooLong: Error {}

    /// How many bytes of the present line have no line feed among them.
    private var searched = 0

    mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
        guard let end = buffer.readableBytesView.dropFirst(searched).firstIndex(of: 10) else {
            searched = buffer.readableBytes
            guard searched <= Limits.line else { throw TooLong() }
            return .needMoreData
        }
        searched = 0
        if let line = buffer.readSlice(length: end - buffer.readerIndex) {
            context.fireChannelRead(Self.wrapInboundOut(line))
        }
        buffer.moveReaderIndex(forwardBy: 1)
        return .continue
    }

    /// A line without an end is none.
    func decodeLast(
        context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool
    ) -> DecodingState { .needMoreData }
}
