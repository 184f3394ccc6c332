// Tests of edge widths in parts of a region and in pixels.

import Gestures
import Testing
import Touch

@testable import Configuration

@Suite struct EdgeWidthTests {
    /// The distances from the left and the top edge within which the finger may land, on a panel of 1000 by 500 points
    /// with two pixels to the point, in a region of its left half.
    private func widths(_ edgeWidth: String) throws -> [Double] {
        let rules = try configuration(
            """
            surfaces: [{ name: panel, pixels: 2000 x 1000 }]
            regions: [{ name: half, surface: panel, frame: { x: 0%, y: 0%, width: 50%, height: 100% } }]
            recognizers: [{ name: a, type: screenEdgePan, edges: [left, top], edgeWidth: \(edgeWidth), region: half }]
            """)
        let engine = GestureEngine(size: panel.size)
        let made = rules.populate(engine, of: panel)
        let pan = try #require(made.first as? ScreenEdgePanGestureRecognizer)
        let region = try #require(pan.region)
        return withExtendedLifetime(engine) {
            [pan.width(of: .left, in: region.size), pan.width(of: .top, in: region.size)]
        }
    }

    @Test("An edge width is a length, a part of the region's side, or pixels")
    func units() throws {
        #expect(try widths("30") == [30, 30])
        #expect(try widths("2%") == [10, 10])
        #expect(try widths("10%") == [50, 50])
        #expect(try widths("30px") == [15, 15])
        #expect(
            try configuration("recognizers: [{ name: a, type: screenEdgePan, edges: left, edgeWidth: 2.5% }]")
                .recognizers[0].properties["edgeWidth"]?.description == "2.5%")
    }

    @Test(
        "Other widths are refused, and pixels where the surface has none",
        arguments: rows(
            """
            101% → `edgeWidth` must be a length from 0 to 10000 points, such as 10 or 1.5mm, 5% or 30px, not `101%`
            -1px → `edgeWidth` must be a length from 0 to 10000 points, such as 10 or 1.5mm, 5% or 30px, not `-1px`
            5vw → `edgeWidth` must be a length from 0 to 10000 points, such as 10 or 1.5mm, 5% or 30px, not `5vw`
            30px → lengths in px need a region on a `surface` that has `pixels`, unlike `root`
            """))
    func refused(row: Row) {
        row.expect(refusal(ofRecognizer: "type: screenEdgePan, edges: left, edgeWidth: \(row.text)"))
    }
}
