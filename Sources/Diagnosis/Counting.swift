// Words and columns of explanations and other output for people.

/// The number as in "the second finger".
func ordinal(_ number: Int) -> String {
    let words = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
    return words.indices.contains(number - 1) ? words[number - 1] : "next"
}

/// Returns the number of items that are not listed: "3 touches more", "1 touch more".
func more(_ count: Int, _ noun: String, _ plural: String) -> String {
    "\(count) \(count == 1 ? noun : plural) more"
}

extension String {
    /// The text with blanks behind it, or before it, up to a width in characters.
    package func padded(_ width: Int, right: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(0, width - count))
        return right ? blanks + self : self + blanks
    }
}
