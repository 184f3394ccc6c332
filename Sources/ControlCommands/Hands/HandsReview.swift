// Whether gestured-hands does what actions need, for messages before the first gesture.

import Configuration

/// Asks gestured-hands once, however many actions there are.
final class HandsReview {
    /// Whether it points for this user.
    private(set) lazy var pointing: ActionReview.Availability = {
        do throws(HandsConnection.Failure) {
            try HandsConnection().awaitReady()
            return .available
        } catch {
            // It may be otherwise when a gesture comes, and is the same for all actions.
            return .unknown("pointing and typing: \(error.description)")
        }
    }()

    private lazy var keyboard = Result { () throws(SessionKeyboard.Failure) in try SessionKeyboard() }

    /// Whether it types keys for this user.
    func typing(_ keys: [KeyCombination]) -> ActionReview.Availability {
        guard pointing == .available else { return pointing }
        do {
            let keyboard = try keyboard.get()
            for each in keys { _ = try keyboard.frames(each) }
            return .available
        } catch {
            return .missing("\(error)")
        }
    }
}
