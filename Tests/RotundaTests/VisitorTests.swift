import Foundation
import TestCompositor
import Testing

/// Visitors' ways through the launcher.
@Suite(.serialized) struct VisitorTests {
  @Test func theFirstFrameShowsTheCentredTile() throws {
    let kiosk = try Kiosk()
    try kiosk.awaitCentered(.red)
    let window = try #require(kiosk.compositor.window())
    #expect(window.wantsFullscreen)
    #expect(window.appID == "rotunda")
    #expect(kiosk.compositor.violations.isEmpty)
  }

  @Test func configurationDecidesTilesAndTaps() throws {
    let kiosk = try Kiosk(carousel: "focus-point = [0.25, 0.75]\ncenter-item-when-selected = false")
    try kiosk.awaitTile(.green)
    try kiosk.awaitRest()
    let first = try #require(kiosk.place(of: .red))
    let centered = try Kiosk()
    let usual = try #require(centered.place(of: .red))
    #expect(abs(first.x - Double(Kiosk.width) / 4) < 1.5)
    #expect(abs(first.y - usual.y - Double(Kiosk.height) / 4) < 1.5)
    let side = try #require(kiosk.place(of: .green))
    kiosk.tap(x: side.x, y: side.y)
    #expect(try kiosk.files.report(.green).arguments == ["wait"])
  }

  @Test func theCarouselFollowsTheFinger() throws {
    let kiosk = try Kiosk()
    // Farther than the distance over which the drag recovers the slop.
    kiosk.drag(by: (-100, 0), samples: 8, lifts: false)
    try kiosk.awaitRest()
    let before = try #require(kiosk.place(of: .red)?.x)
    kiosk.compositor.touchMotion(id: 0, x: 320 - 100 - 40, y: 240)
    try kiosk.awaitRest()
    let after = try #require(kiosk.place(of: .red)?.x)
    #expect(abs(after - before + 40) < 1.5)
    kiosk.compositor.touchUp(id: 0)
  }

  @Test func aFlickGlidesAndSettlesOnATile() throws {
    let kiosk = try Kiosk()
    kiosk.drag(by: (-180, 0), samples: 8)
    try kiosk.awaitRest()
    let centered = KioskFiles.Paint.allCases.filter { abs((kiosk.place(of: $0)?.x ?? .infinity) - 320) < 1.5 }
    #expect(centered.count == 1 && centered != [.red])
    #expect(!FileManager.default.fileExists(atPath: kiosk.files.reportPath(centered.first ?? .red)))
  }

  @Test func aTapOnASideTileOpensIt() throws {
    let kiosk = try Kiosk()
    try kiosk.awaitTile(.green)
    let side = try #require(kiosk.place(of: .green))
    kiosk.tap(x: side.x, y: side.y)
    #expect(try kiosk.files.report(.green).arguments == ["wait"])
  }

  @Test func firstTapCentersASideTileSecondOpens() throws {
    let kiosk = try Kiosk(carousel: "tap-beside = \"center\"")
    try kiosk.awaitTile(.green)
    let side = try #require(kiosk.place(of: .green))
    kiosk.tap(x: side.x, y: side.y)
    try kiosk.awaitCentered(.green)
    try kiosk.awaitRest()
    kiosk.tap()
    #expect(try kiosk.files.report(.green).arguments == ["wait"])
  }

  @Test func verticalSwipeLeavesAHorizontalCarousel() throws {
    let kiosk = try Kiosk()
    try kiosk.awaitRest()
    let before = kiosk.compositor.pixels
    kiosk.drag(by: (5, -200))
    try kiosk.awaitRest()
    #expect(kiosk.compositor.pixels == before)
  }

  @Test func dragsAndStoppingTouchesOpenNothing() throws {
    let kiosk = try Kiosk()
    // Sends both at once. On a slow machine the carousel would otherwise stop in between.
    kiosk.compositor.atOnce {
      kiosk.drag(by: (-110, 0), samples: 6)
      kiosk.tap()
    }
    try kiosk.awaitRest()
    for paint in KioskFiles.Paint.allCases {
      #expect(!FileManager.default.fileExists(atPath: kiosk.files.reportPath(paint)))
    }
    let centered = KioskFiles.Paint.allCases.filter { abs((kiosk.place(of: $0)?.x ?? .infinity) - 320) < 1.5 }
    #expect(centered.count == 1)
  }

  @Test func canceledDragSettles() throws {
    let kiosk = try Kiosk()
    kiosk.drag(by: (-70, 0), lifts: false)
    kiosk.compositor.touchCancel()
    try kiosk.awaitCentered(.red)
    kiosk.tap()
    _ = try kiosk.files.report(.red)
  }

  @Test func unpluggedTouchscreenLeavesNoFinger() throws {
    let kiosk = try Kiosk()
    kiosk.drag(by: (-70, 0), lifts: false)
    kiosk.compositor.setCapabilities([])
    try kiosk.awaitCentered(.red)
    kiosk.compositor.setCapabilities([.touch])
    try kiosk.compositor.waitForDevice(.wlTouch)
    kiosk.tap()
    _ = try kiosk.files.report(.red)
  }

  @Test func movesWithoutATouchDownAreIgnored() throws {
    let kiosk = try Kiosk()
    try kiosk.awaitRest()
    let before = kiosk.compositor.pixels
    for id in [Int32(7), 288, -1] {
      kiosk.compositor.touchMotion(id: id, x: 100, y: 100)
      kiosk.compositor.touchUp(id: id)
    }
    try kiosk.compositor.ping()
    try kiosk.awaitRest()
    #expect(kiosk.compositor.pixels == before)
    kiosk.tap(id: 288)
    _ = try kiosk.files.report(.red)
  }

  @Test func touchesCountWithoutFrameEvents() throws {
    let kiosk = try Kiosk()
    kiosk.compositor.touchDown(id: 0, x: 320, y: 240, frame: false)
    Kiosk.hold(milliseconds: Kiosk.touching)
    kiosk.compositor.touchUp(id: 0, frame: false)
    _ = try kiosk.files.report(.red)
  }
}
