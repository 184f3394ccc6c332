// Iteration over recognizers without reference counting, for the loops of each frame.

extension [GestureRecognizer] {
    /// Calls `body` for each; the array keeps them until the last call is over.
    @inline(__always)
    func forEachUncounted(_ body: (GestureRecognizer) -> Void) {
        withExtendedLifetime(self) {
            withUnsafeBytes { pointers in
                // An array of objects is one of pointers. Without the underscored call, which the standard library may
                // drop, a loop over the array does the same and counts.
                for recognizer in pointers.assumingMemoryBound(to: Unmanaged<GestureRecognizer>.self) {
                    recognizer._withUnsafeGuaranteedRef(body)
                }
            }
        }
    }
}
