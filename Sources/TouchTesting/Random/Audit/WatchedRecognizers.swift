// Subclasses of the other built-in recognizers that record their calls.

import Gestures
import Touch

final class WatchedTap: TapGestureRecognizer, Watched {
    let book: Watch

    init(_ book: Watch) {
        self.book = book
        super.init(name: "\(book.index)", thresholds: book.plan.thresholds)
    }

    override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        book.record(self, .began, touches) { super.touchesBegan(touches, with: event) }
    }
    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        book.record(self, .moved, touches) { super.touchesMoved(touches, with: event) }
    }
    override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
        book.record(self, .ended, touches) { super.touchesEnded(touches, with: event) }
    }
    override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
        book.record(self, .cancelled, touches) { super.touchesCancelled(touches, with: event) }
    }
    override func deadlineReached(at time: Timestamp) {
        book.recordDeadline(self, time) { super.deadlineReached(at: time) }
    }
    override func reset() { book.recordReset(self) { super.reset() } }
    override func canPrevent(_ other: GestureRecognizer) -> Bool { book.meets(other) && super.canPrevent(other) }
    override func shouldRequireFailure(of other: GestureRecognizer) -> Bool { book.requires(other) }
    override func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { book.isRequired(by: other) }
}

final class WatchedLongPress: LongPressGestureRecognizer, Watched {
    let book: Watch

    init(_ book: Watch) {
        self.book = book
        super.init(name: "\(book.index)", thresholds: book.plan.thresholds)
    }

    override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        book.record(self, .began, touches) { super.touchesBegan(touches, with: event) }
    }
    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        book.record(self, .moved, touches) { super.touchesMoved(touches, with: event) }
    }
    override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
        book.record(self, .ended, touches) { super.touchesEnded(touches, with: event) }
    }
    override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
        book.record(self, .cancelled, touches) { super.touchesCancelled(touches, with: event) }
    }
    override func deadlineReached(at time: Timestamp) {
        book.recordDeadline(self, time) { super.deadlineReached(at: time) }
    }
    override func reset() { book.recordReset(self) { super.reset() } }
    override func canPrevent(_ other: GestureRecognizer) -> Bool { book.meets(other) && super.canPrevent(other) }
    override func shouldRequireFailure(of other: GestureRecognizer) -> Bool { book.requires(other) }
    override func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { book.isRequired(by: other) }
}

final class WatchedClient: ClientGestureRecognizer, Watched {
    let book: Watch

    init(_ book: Watch) {
        self.book = book
        super.init(name: "\(book.index)", thresholds: book.plan.thresholds)
    }

    override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        book.record(self, .began, touches) { super.touchesBegan(touches, with: event) }
    }
    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        book.record(self, .moved, touches) { super.touchesMoved(touches, with: event) }
    }
    override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
        book.record(self, .ended, touches) { super.touchesEnded(touches, with: event) }
    }
    override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
        book.record(self, .cancelled, touches) { super.touchesCancelled(touches, with: event) }
    }
    override func deadlineReached(at time: Timestamp) {
        book.recordDeadline(self, time) { super.deadlineReached(at: time) }
    }
    override func reset() { book.recordReset(self) { super.reset() } }
    override func canPrevent(_ other: GestureRecognizer) -> Bool { book.meets(other) && super.canPrevent(other) }
    override func shouldRequireFailure(of other: GestureRecognizer) -> Bool { book.requires(other) }
    override func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { book.isRequired(by: other) }
}

final class WatchedSwipe: SwipeGestureRecognizer, Watched {
    let book: Watch

    init(_ book: Watch) {
        self.book = book
        super.init(name: "\(book.index)", thresholds: book.plan.thresholds)
    }

    override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        book.record(self, .began, touches) { super.touchesBegan(touches, with: event) }
    }
    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        book.record(self, .moved, touches) { super.touchesMoved(touches, with: event) }
    }
    override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
        book.record(self, .ended, touches) { super.touchesEnded(touches, with: event) }
    }
    override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
        book.record(self, .cancelled, touches) { super.touchesCancelled(touches, with: event) }
    }
    override func deadlineReached(at time: Timestamp) {
        book.recordDeadline(self, time) { super.deadlineReached(at: time) }
    }
    override func reset() { book.recordReset(self) { super.reset() } }
    override func canPrevent(_ other: GestureRecognizer) -> Bool { book.meets(other) && super.canPrevent(other) }
    override func shouldRequireFailure(of other: GestureRecognizer) -> Bool { book.requires(other) }
    override func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { book.isRequired(by: other) }
}

final class WatchedStroke: StrokeGestureRecognizer, Watched {
    let book: Watch

    init(_ book: Watch) {
        self.book = book
        super.init(name: "\(book.index)", thresholds: book.plan.thresholds)
    }

    override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        book.record(self, .began, touches) { super.touchesBegan(touches, with: event) }
    }
    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        book.record(self, .moved, touches) { super.touchesMoved(touches, with: event) }
    }
    override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
        book.record(self, .ended, touches) { super.touchesEnded(touches, with: event) }
    }
    override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
        book.record(self, .cancelled, touches) { super.touchesCancelled(touches, with: event) }
    }
    override func deadlineReached(at time: Timestamp) {
        book.recordDeadline(self, time) { super.deadlineReached(at: time) }
    }
    override func reset() { book.recordReset(self) { super.reset() } }
    override func canPrevent(_ other: GestureRecognizer) -> Bool { book.meets(other) && super.canPrevent(other) }
    override func shouldRequireFailure(of other: GestureRecognizer) -> Bool { book.requires(other) }
    override func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { book.isRequired(by: other) }
}
