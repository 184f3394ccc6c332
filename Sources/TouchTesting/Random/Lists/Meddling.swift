// Random interference with an engine: from actions, delegates, `reset()` and between events.

import Gestures
import Touch

extension RandomRun {
    func meddle(_ meddling: RandomList.Meddling) {
        // Regions that move have no effect on what is in progress.
        if !meddling.isMovement { audit.noteMeddling(meddling) }
        switch meddling {
        case .enable(let index, let isEnabled): recognizers[index]?.isEnabled = isEnabled
        case .flicker(let index):
            recognizers[index]?.isEnabled = false
            recognizers[index]?.isEnabled = true
        case .remove(let index):
            guard let recognizer = recognizers[index] else { return }
            recognizer.region?.removeGestureRecognizer(recognizer)
        case .add(let index, let region):
            if let recognizer = recognizers[index] { regions[region].addGestureRecognizer(recognizer) }
        case .removeRegion(let index): regions[index].parent?.removeRegion(regions[index])
        case .addRegion(let index): regions[list.regions[index].parent].addRegion(regions[index])
        case .rebase(let index, let number): rebase(recognizers[index], number)
        case .cancelAll: engine.cancelAll(because: "the list says so", at: now)
        case .delegate(let index, let seed): setDelegate(seed, of: index)
        case .setState(let index):
            (recognizers[index] as? HostileRecognizer)?.setStateOutOfTheBlue()
            deciders.first { $0.index == index }?.decideOutOfTheBlue()
        case .callReset(let index):
            guard let recognizer = recognizers[index] as? HostileRecognizer else { return }
            recognizer.book.isResettingItself = true
            recognizer.reset()
            recognizer.book.isResettingItself = false
        case .require(let first, let second): require(first, second)
        case .place(let index, let place):
            regions[index].frame = place.frame
            regions[index].transform = place.transform
            regions[index].shape = place.shape
            regions[index].isEnabled = place.isEnabled
        case .raise(let index, let other): regions[index].moveAbove(other.map { regions[$0] })
        }
    }

    private func rebase(_ recognizer: GestureRecognizer?, _ number: Double) {
        switch recognizer {
        case let pan as PanGestureRecognizer: pan.setTranslation(Vector(x: number, y: -number), in: nil)
        case let pinch as PinchGestureRecognizer: pinch.scale = number
        case let rotation as RotationGestureRecognizer: rotation.rotation = number
        case let transform as TransformGestureRecognizer:
            transform.setTranslation(Vector(x: number, y: -number), in: nil)
            transform.scale = number
            transform.rotation = number
        default: break
        }
    }
}

extension RandomList.Meddling {
    /// The recognizer concerned; all when nil.
    var recognizer: Int? {
        switch self {
        case .enable(let index, _), .flicker(let index), .remove(let index), .add(let index, _),
            .rebase(let index, _), .delegate(let index, _), .setState(let index), .callReset(let index),
            .require(let index, _):
            index
        case .removeRegion, .addRegion, .cancelAll, .place, .raise: nil
        }
    }

    fileprivate var isMovement: Bool {
        switch self {
        case .place, .raise: true
        default: false
        }
    }
}
