// Tests of errors for invalid YAML, and for YAML that configurations do not allow.

import Configuration
import Testing

@Suite struct YAMLTests {
    @Test("A tab in the indentation is reported with a remedy, as is a text that needs quotes")
    func remedies() {
        #expect(
            diagnosis(of: "recognizers:\n\t- name: a\n") == """
                file:2:1: error: this is not YAML: found character that cannot start any token
                    \t- name: a
                    ^
                    indent with blanks instead of tabs
                """)
        #expect(
            diagnosis(of: "surfaces:\n- { match: { name: *Touch* } }\n") == """
                file:2:20: error: this is not YAML: did not find expected alphabetic or numeric character
                    - { match: { name: *Touch* } }
                                       ^
                    a pattern that begins with `*` needs quotes
                """)
        #expect(
            refusal("surfaces:\n- { match: { name: *Touch } }\n")
                == "this is not YAML: found undefined alias (a pattern that begins with `*` needs quotes)")
        #expect(
            refusal("a: @b\n")
                == "this is not YAML: found character that cannot start any token ("
                + "a text that begins with `@` needs quotes)"
        )
    }

    @Test("A second document is refused, with what to remove")
    func documents() {
        #expect(
            refusal("---\nrecognizers: []\n---\nsurfaces: []\n")
                == "this is not YAML: but found another document (a configuration is one document: remove the line "
                + "`---`)")
    }

    @Test("An unclosed element is reported at its beginning, with the end of the text")
    func open() {
        #expect(
            diagnosis(of: "recognizers:\n- { name: a,\n  type: tap\n\n") == """
                file:3:12: error: this is not YAML: did not find expected ',' or '}'
                      type: tap
                               ^
                    while parsing a flow mapping that begins at line 2, column 3
                """)
    }

    @Test(
        "An element that begins at the end of the text is reported on an existing line", arguments: ["", "\n", "\n\n"])
    func openAtEnd(end: String) {
        #expect(
            diagnosis(of: "a: [" + end) == """
                file:1:5: error: this is not YAML: did not find expected node content
                    a: [
                        ^
                    while parsing a flow node that begins at line 1, column 5
                """)
    }

    @Test(
        "YAML that no configuration has is refused at its place",
        arguments: rows(
            #"""
            recognizers:\n- { name: a, type: tap, name: b, enabled: 3 }\nsurfaces: 3\nsurfaces: 4\n → 2:5 duplicate \#
            key \#
            `name`, given again later
            { "\x61": 1, a: 2 } → 1:3 duplicate key `a`, given again later
            { "": 1, "": 2 } → 1:3 duplicate key ``, given again later
            recognizers: [&a { name: a }, *a, *a] → 1:15 anchors (`&`) and aliases (`*`) are not supported
            surfaces: &a []\nrecognizers: *a\n → 1:11 anchors (`&`) and aliases (`*`) are not supported
            surfaces: !!set []\n → 1:11 tags such as `tag:yaml.org,2002:set` are not supported
            surfaces: !mine []\n → 1:11 tags such as `!mine` are not supported
            [a]: 1\n{b: c}: 2\n~: 3\n → 1:1 a key must be a word | 2:1 a key must be a word | 3:1 a key must be a word
            &a b: 1\n → 1:1 anchors (`&`) and aliases (`*`) are not supported
            surfaces: []\n<<: { recognizers: [] }\n → 2:1 unknown key `<<`
            - name: a\n → 1:1 a configuration must be a mapping with `surfaces:` or `recognizers:`, not a list of 1
            tap → 1:1 a configuration must be a mapping with `surfaces:` or `recognizers:`, not `tap`
            """#))
    func refused(row: Row) {
        row.expect(messages(of: row.text.replacing("\\n", with: "\n")).joined(separator: " | "))
    }
}
