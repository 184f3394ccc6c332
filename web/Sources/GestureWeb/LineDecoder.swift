// Splitting of gestured's stream into lines.

internal import NIOCore

/// Passes on each line without its line feed.
struct LineDecoder: ByteToMessageDecoder {
    typealias InboundOut = ByteBuffer

    /// A line of more bytes than gestured ever sends.
    struct TooLong: Error {}

    /// The longest line that is passed on, in bytes.
    static let longest = 16 * 1024 * 1024
    /// How many bytes of the present line have no line feed among them.
    private var searched = 0

    mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
        guard let end = buffer.readableBytesView.dropFirst(searched).firstIndex(of: 10) else {
            searched = buffer.readableBytes
            guard searched <= Self.longest else { throw TooLong() }
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
