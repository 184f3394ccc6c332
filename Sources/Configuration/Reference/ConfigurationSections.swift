// Reference rows for sections, surfaces, matches, regions, frames, recognizers, templates and access.

import GestureWire
import Gestures
import Touch

extension ConfigurationPart {
    private static let name = "1 to 64 letters, digits, `-`, `_` or `.`"
    private static let names = "a name, or a list of names"
    private static let pattern = "a pattern of 1 to 256 characters"

    private static func section(
        _ key: String, _ documentation: String, of definition: String, upTo maximum: Int, standard: String? = "[]"
    ) -> ConfigurationKey {
        ConfigurationKey(
            key, documentation, "a list of at most \(maximum)", .list(of: .definition(definition), 0...maximum),
            standard: standard)
    }

    static let fileKeys = [
        section(
            "surfaces", "Names and properties of touchscreens.", of: "surface",
            upTo: SurfaceReader.maximumCount),
        section("regions", "Rectangles of surfaces.", of: "region", upTo: RegionReader.maximumCount),
        ConfigurationKey(
            "thresholds", "The default distances and times of recognizers.", "a mapping",
            .definition("thresholds")),
        section(
            "recognizers", "The recognizers.", of: "recognizer", upTo: RecognizerReader.maximumCount,
            standard: "the standard ones"),
        section(
            "access", "The capabilities of users, groups and the person at the screen.", of: "access",
            upTo: AccessReader.maximumCount,
            standard: "[{ session: active, allow: [gestures, locations] }, { group: gestures, allow: gestures }]"),
        ConfigurationKey(
            "limits", "The largest number of simultaneous clients.", "a mapping", .definition("limits")),
    ]

    static let surfaceKeys = [
        ConfigurationKey("name", "The surface's name for applications.", name, .definition("name"), isRequired: true),
        ConfigurationKey(
            "match", "The touchscreens that the entry is for; all given keys must match.", "a mapping",
            .definition("match"),
            standard: "every touchscreen"),
        ConfigurationKey(
            "use",
            "Whether gestured uses it: `auto`, if udev and the device declare a touchscreen; `always`, if it has the axes of one; `never`.",
            SurfaceReader.use, standard: SurfaceUse.automatic.rawValue),
        ConfigurationKey(
            "size", "The size of the touch area along the device's own axes, if the panel reports none or a wrong one.",
            "a width and a height such as 344mm x 194mm (mm, cm or in), each side \(text(SurfaceReader.sides)) mm",
            .schema(("type", .text("string")), ("pattern", .text(pair(unit: "[ \\t]*(mm|cm|in)[ \\t]*")))),
            standard: "what the panel, udev or the display says, else a guess"),
        ConfigurationKey(
            "pixels",
            "The pixels of the screen, as people see it; places are then published in pixels. `none`: in points, and displays are ignored.",
            "a width and a height such as 1920 x 1080, each \(text(SurfaceReader.sidePixels)), or none",
            .any(of: [
                .schema(("type", .text("string")), ("pattern", .text(pair(unit: "[ \\t]*")))), .one(of: ["none"]),
            ]), standard: "those of the display behind it, if that is certain"),
        ConfigurationKey(
            "rotation", "The clockwise rotation of the touch area against the screen.", "0, 90, 180 or 270",
            .schema(("enum", .list([0, 90, 180, 270].map(WireValue.integer)))), standard: "0"),
        ConfigurationKey(
            "calibration",
            "A matrix [a, b, c, d, e, f] in place of `rotation`, in the order of libinput, row by row: for places from 0 to 1, x becomes a·x + b·y + c, and y becomes d·x + e·y + f.",
            "a list of six numbers from -1000 to 1000", .list(of: .number(-1000...1000), 6...6),
            standard: "none"),
        ConfigurationKey(
            "contacts", "Rules that filter contacts.", "a mapping", .definition("contacts")),
        ConfigurationKey(
            "intercept",
            "Whether gestured grabs the touchscreen and gives applications a clone of it, which lacks the touches that recognizers with `intercepts` take.",
            .flag, standard: "false"),
        ConfigurationKey(
            "interceptUnsubscribed",
            "Whether recognizers with `intercepts` take touches also while no client with `locations` subscribes to them; otherwise a login screen and a locked screen have the touchscreen.",
            .flag, standard: "true"),
        ConfigurationKey(
            "panicHold",
            "The time after which five fingers that hold still give the touchscreen back to applications, until gestured starts again; 0: never.",
            SurfaceReader.panicHold, standard: PropertyValue.seconds(InterceptionRule.standardPanicHold).description),
    ]

    static let matchKeys = [
        ConfigurationKey("name", "The kernel's name of the device.", pattern, .definition("glob")),
        ConfigurationKey("vendor", "The vendor id, as `lsusb` shows it.", digits, hexadecimal),
        ConfigurationKey("product", "The product id, as `lsusb` shows it.", digits, hexadecimal),
        ConfigurationKey("path", "The port: udev's ID_PATH.", pattern, .definition("glob")),
        ConfigurationKey("phys", "The port: the kernel's physical path.", pattern, .definition("glob")),
        ConfigurationKey("serial", "The serial number.", pattern, .definition("glob")),
        ConfigurationKey(
            "bus", "The bus.",
            "\(SurfaceMatch.buses.dropLast().joined(separator: ", ")) or \(SurfaceMatch.buses.last ?? ""), or a pattern",
            .any(of: [
                .one(of: SurfaceMatch.buses), .type("integer"),
                .schema(
                    ("type", .text("string")), ("pattern", .text("^0x|[*?\\[\\\\]")), ("maxLength", .integer(256))),
            ])),
    ]

    static let regionKeys = [
        ConfigurationKey(
            "name", "The region's name for recognizers and applications.", name, .definition("name"), isRequired: true),
        ConfigurationKey(
            "surface", "The name of its surface.", name, .definition("name"),
            standard: "that of the parent, or every surface"),
        ConfigurationKey(
            "parent", "The name of the region around it.", name, .definition("name"), standard: RegionRule.root),
        ConfigurationKey(
            "frame", "The rectangle, from the parent's upper left corner.", "a mapping",
            .definition("frame"), isRequired: true),
        ConfigurationKey(
            "private",
            "Whether touches that begin in its frame are private, as on an on-screen keyboard; `setPrivate` and `gesturectl private` switch a region that has the key.",
            .flag),
        ConfigurationKey(
            "transform",
            "A matrix [a, b, c, d, tx, ty] that turns, scales or moves it, about the frame's centre: x becomes a·x + c·y + tx, and y becomes b·x + d·y + ty. Regions within follow.",
            "a list of four numbers from -1000 to 1000 and two from -100000 to 100000 points, which can be undone",
            .schema(
                ("type", .text("array")),
                ("prefixItems", .list([factor, factor, factor, factor, coordinate, coordinate])),
                ("minItems", .integer(6)), ("maxItems", .integer(6))), standard: "[1, 0, 0, 1, 0, 0]"),
        ConfigurationKey(
            "shape",
            "The part of the frame in which touches begin; points are from its upper left corner, before `transform`.",
            "rectangle, ellipse, or a list of \(corners.lowerBound) to \(corners.upperBound) points [x, y], all in points or all in parts of the frame ([50%, 100%])",
            .any(of: [
                .one(of: ["rectangle", "ellipse"]),
                .list(
                    of: .list(
                        of: .any(of: [
                            coordinate,
                            .schema(("type", .text("string")), ("pattern", .text(WireValue.percentage))),
                        ]), 2...2), corners),
            ]), standard: "rectangle"),
        ConfigurationKey(
            "above", "The region of the same parent over which it lies.", name, .definition("name"),
            standard: "those that are listed before it"),
        ConfigurationKey(
            "exclusive",
            "Whether it receives a touch only while no other region of its surface has one, and no other while it has one; regions around it and within it are others.",
            .flag, standard: "false"),
    ]

    private static let factor = WireValue.number(-RegionFormReader.maximumFactor...RegionFormReader.maximumFactor)
    private static let coordinate = WireValue.number(-RegionFormReader.farthest...RegionFormReader.farthest)
    private static let corners = RegionPolygon.corners

    static let frameKeys = RegionFrameReader.keys.map { key in
        let isExtent = key == "width" || key == "height"
        return ConfigurationKey(
            key, isExtent ? "The extent, more than 0." : "The position.",
            "points, a part of the parent (50%), a length (120mm, 12cm, 5in) or, where the surface has `pixels`, pixels (300px)",
            .definition(isExtent ? "extent" : "position"), isRequired: true)
    }

    static let recognizerKeys = [
        ConfigurationKey(
            "name", "The recognizer's name for applications.", name, .definition("name"), isRequired: true),
        ConfigurationKey(
            "type", "The type of gesture.", RecognizerType.allCases.map(\.rawValue).joined(separator: ", "),
            .one(of: RecognizerType.allCases.map(\.rawValue)), isRequired: true),
        ConfigurationKey(
            "region", "The region that it watches.", name, .definition("name"), standard: RegionRule.root),
        ConfigurationKey(
            "requireToFail", "The recognizers that must have failed before this one is recognized.", names,
            .definition("names"), standard: "[]"),
        ConfigurationKey(
            "simultaneousWith",
            "The recognizers that may be recognized at the same time as this one; one of two names the other. `*`: all others.",
            names, .any(of: [.definition("names"), .one(of: ["*"])]), standard: "[]"),
        ConfigurationKey(
            "blocks", "The recognizers that wait until this one has failed.", names, .definition("names"),
            standard: "[]"),
        ConfigurationKey(
            "then", "The recognizers that begin only with fingers on which this one is recognized.", names,
            .definition("names"), standard: "[]"),
    ]

    static let templateKeys = [
        ConfigurationKey(
            "name", "The stroke's name.", name, .definition("name"), isRequired: true),
        ConfigurationKey(
            "points", "The path of the finger, first point to last.",
            "a list of 2 to \(StrokeTemplate.maximumPoints) points [x, y]",
            .list(of: .list(of: .type("number"), 2...2), 2...StrokeTemplate.maximumPoints), isRequired: true),
    ]

    static let accessKeys = [
        ConfigurationKey(
            "user", "A user, by name or number; an entry has one of `user`, `group` and `session`.", account,
            .definition("account")
        ),
        ConfigurationKey("group", "The members of a group, by name or number.", account, .definition("account")),
        ConfigurationKey(
            "session",
            "The user whose session is active on seat0 of systemd-logind and not locked; login screens are nobody's.",
            "active", .one(of: ["active"])),
        ConfigurationKey(
            "allow", "The capabilities.",
            AccessReader.capabilities,
            .oneOrMore(.one(of: Capability.allCases.map(\.rawValue))), isRequired: true),
    ]

    private static let account = "a name or a number that the system knows"
    private static let digits = "up to four hexadecimal digits such as 04f3, or a pattern for them"
    private static let open = "[0-9a-fA-F*?\\[\\]!^-]"
    /// Values such as 0416 or 1e10 are numbers for an editor.
    private static let hexadecimal = WireValue.schema(
        ("type", .list([.text("string"), .text("number")])),
        ("pattern", .text("^(0[xX])?([0-9a-fA-F]{1,4}|\(open)*[*?\\[]\(open)*)$")), ("maxLength", .integer(66)))

    private static func text(_ range: ClosedRange<Double>) -> String {
        "from \(PropertyValue.number(range.lowerBound)) to \(PropertyValue.number(range.upperBound))"
    }

    /// The pattern of a width and a height.
    private static func pair(unit: String) -> String {
        "^[ \\t]*\(WireValue.decimal)\(unit)[xX×][ \\t]*\(WireValue.decimal)\(unit)$"
    }
}
