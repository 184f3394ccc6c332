// The touches in progress, with their last positions.

import GestureWire

/// The touches of each surface, for snapshots.
///
/// It is what was published, which is kept nowhere else: a new subscription must begin with exactly what the lines that
/// follow go on from, in the words of the protocol. Which touches are down is in `Touch.TouchTable`, and what regions
/// have received of them in `Gestures.TouchStream`; neither knows of subscriptions or of connections' own regions.
///
/// There is one of these for all connections, and one for what each sees with regions of its own.
struct TouchesUnderWay {
    /// The touches of one surface, and the connections that do not receive them.
    private struct Stream {
        let surface: String
        var except: Set<Int>
        var time: Int64
        var touches: [WireTouch]
    }

    private var streams: [Stream] = []

    var ids: [Int] { streams.flatMap { $0.touches.map(\.id) } }

    /// Updates the touches of a frame.
    ///
    /// An unknown touch that moves was down before any client subscribed to touches.
    ///
    /// - Parameter except: The connections that see the surface otherwise.
    mutating func update(_ notification: TouchNotification, except: Set<Int> = []) {
        let index = streams.firstIndex { $0.surface == notification.surface } ?? streams.endIndex
        if index == streams.endIndex {
            streams.append(Stream(surface: notification.surface, except: [], time: 0, touches: []))
        }
        streams[index].except = except
        streams[index].time = notification.time
        // By index: a touch is not copied for that, as it would be in a loop over the touches.
        for position in notification.touches.indices {
            let (id, phase) = (notification.touches[position].id, notification.touches[position].phase)
            let known = streams[index].touches.firstIndex { $0.id == id }
            switch (known, phase) {
            case (let known?, .began), (let known?, .moved):
                // Member by member, as a copy of the touch costs more than what changes.
                streams[index].touches[known].begin(
                    at: notification.touches[position].location, force: notification.touches[position].force,
                    majorRadius: notification.touches[position].majorRadius)
                if notification.touches[position].hasOtherPlaces || streams[index].touches[known].hasOtherPlaces {
                    streams[index].touches[known].toRegion = notification.touches[position].toRegion
                }
            case (let known?, .ended), (let known?, .cancelled): streams[index].touches.remove(at: known)
            case (nil, .began), (nil, .moved): streams[index].touches.append(notification.touches[position].asBegun)
            case (nil, .ended), (nil, .cancelled): break
            }
        }
    }

    /// Forgets the touches of surfaces without subscribers: their end will not be published either.
    mutating func keep(where isWanted: (_ surface: String) -> Bool) {
        streams.removeAll { !isWanted($0.surface) }
    }

    mutating func removeAll() {
        streams = []
    }

    /// Returns the touches that a connection may receive, for each surface that has some.
    func seen(
        by connection: Int, on isSurfaceWanted: (String) -> Bool, where isWanted: (Int) -> Bool
    ) -> [TouchNotification] {
        streams.compactMap { stream in
            if stream.except.contains(connection) || !isSurfaceWanted(stream.surface) { return nil }
            let touches = stream.touches.filter { isWanted($0.id) }
            return touches.isEmpty
                ? nil : TouchNotification(surface: stream.surface, time: stream.time, touches: touches)
        }
    }
}

extension WireTouch {
    /// The touch as a new receiver gets it.
    fileprivate var asBegun: WireTouch {
        var touch = self
        touch.phase = .began
        touch.previousLocation = location
        touch.removeOtherPlaces()
        return touch
    }

    /// Says that it begins at a later place.
    fileprivate mutating func begin(at place: WirePoint, force: Double?, majorRadius: Double?) {
        (location, previousLocation, self.force, self.majorRadius) = (place, place, force, majorRadius)
    }

    var isOver: Bool { phase == .ended || phase == .cancelled }
}
