// The built-in thresholds, recognizers and access rules, as text, so that messages can show places in it.

import GestureWire

/// The text of what is built in.
enum StandardText {
    static let name = "built in"

    static let file = SourceFile(name: name, text: SourceText(string, file: Place.builtIn))

    private static let string = """
        thresholds:
          swipeMaximumOppositeMovement: 3.5
          landingInterval: 0.18
        recognizers:
          - { name: tap, type: tap }
          - { name: two-finger-tap, type: tap, numberOfTouchesRequired: 2 }
          - { name: long-press, type: longPress }
          - { name: pan, type: pan, maximumNumberOfTouches: 1 }
          - { name: two-finger-pan, type: pan, minimumNumberOfTouches: 2, maximumNumberOfTouches: 2 }
          - { name: pinch, type: pinch, simultaneousWith: [rotation] }
          - { name: rotation, type: rotation }
          - { name: three-finger-pan, type: pan, minimumNumberOfTouches: 3 }
        access:
          - { session: active, allow: [gestures, locations] }
          - { group: gestures, allow: gestures }

        """

    /// Its sections.
    static let sections: [Element.Entry] = {
        let root = ElementReader.read(file.text, Diagnostics(files: []))
        guard case .mapping(let entries)? = root?.content else { return [] }
        return entries
    }()

    /// The tree of its sections and of what files say beside or instead of them.
    static func root(_ sections: [Element.Entry]) -> Element {
        Element(place: Place(line: 1, column: 1, file: Place.builtIn), content: .mapping(sections))
    }
}
