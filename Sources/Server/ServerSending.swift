// How do lines reach a peer?

import GestureWire

extension Server {
    /// Sends a line at once if nothing waits before it, else queues it; it is not lost while the peer is connected.
    func transmit(_ line: LineWriter, to peer: Peer) {
        if peer.isClosed { return }
        if !peer.outbox.isEmpty { return peer.outbox.append(written: line.bytes) }
        switch line.bytes.withUnsafeBytes({ Connection.send($0, to: peer.descriptor) }) {
        case .bytes(line.bytes.count): break
        case .bytes(let count): peer.outbox.keep(rest: line.bytes[count...])
        case .wouldBlock: peer.outbox.keep(rest: line.bytes[...])
        case .gone: disconnect(peer, .info, "left")
        }
    }

    /// Sends a notification that never gives way at once if nothing waits before it, else queues it among the others.
    func tell(_ line: LineWriter, subscription: Int, of peer: Peer) {
        if peer.isClosed { return }
        if peer.outbox.isEmpty { return transmit(line, to: peer) }
        note(peer.outbox.append(notice: line.bytes, subscription: subscription), of: peer, dropping: subscription)
    }

    /// Sends what waits, as far as the peer takes it.
    func flush(_ peer: Peer) {
        while !peer.isClosed, !peer.outbox.isEmpty {
            if peer.outbox.rest.isEmpty { writeNext(of: peer) }
            switch peer.outbox.rest.withUnsafeBytes({ Connection.send($0, to: peer.descriptor) }) {
            case .bytes(let count): peer.outbox.keep(rest: peer.outbox.rest.dropFirst(count))
            case .wouldBlock: return
            case .gone: disconnect(peer, .info, "left")
            }
        }
    }

    private func writeNext(of peer: Peer) {
        switch peer.outbox.removeFirst() {
        case .written(let bytes), .notice(let bytes, _):
            peer.outbox.keep(rest: bytes[...])
        case .gesture(let gesture):
            line.removeAll()
            line.appendGestureHead(subscription: gesture.subscription, sequence: gesture.sequence)
            line.appendGestureTail(gesture.notification, since: gesture.base)
            peer.outbox.keep(rest: line.bytes[...])
        case nil:
            break
        }
    }
}
