import Foundation
import TestCompositor
import Testing

/// The visible content of a tile, and the program that it starts.
@Suite(.serialized) struct TileTests {
  @Test func aPictureAndABadgeAreSeen() throws {
    let files = try KioskFiles()
    let kiosk = try Kiosk(
      tiles: """
        [theme]
        badge = "#00ff00"
        [[tile]]
        name = "Hall"
        picture = "blue.png"
        badge = "7"
        run = ["true"]
        """, files: files, waits: false)
    try kiosk.awaitTile(.blue)
    try kiosk.awaitTile(.green)
    let (picture, badge) = (try #require(kiosk.place(of: .blue)), try #require(kiosk.place(of: .green)))
    // In the tile's upper right corner.
    #expect(badge.x > picture.x + 40 && badge.y < picture.y)
  }

  @Test func desktopActionStartsAsItsEntrySays() throws {
    let files = try KioskFiles()
    let applications = files.path("data/applications")
    try FileManager.default.createDirectory(atPath: applications, withIntermediateDirectories: true)
    try files.write(
      """
      [Desktop Entry]
      Type=Application
      Name=Plan
      Exec=\(Kiosk.probe) whole
      Actions=Print;
      [Desktop Action Print]
      Name=Print it
      Exec=\(Kiosk.probe) print "two words"
      """, to: "data/applications/org.example.Plan.desktop")
    let kiosk = try Kiosk(
      tiles: "[[tile]]\ndesktop-entry = \"org.example.Plan\"\naction = \"Print\"\nicon = \"red.png\"\n",
      files: files,
      environment: ["XDG_DATA_HOME": files.path("data"), "PROBE_REPORT": files.reportPath(.red)])
    kiosk.tap()
    #expect(try files.report(.red).arguments == ["print", "two words"])
  }

  @Test func multipleInstancesStartOnEachTap() throws {
    let files = try KioskFiles()
    let kiosk = try Kiosk(
      carousel: "[home-strip]\n",
      tiles: Kiosk.tile(.red, files, run: ["wait"]) + "\non-home = \"keep\"\ninstances = \"many\"\n",
      files: files
    ) { $0.offered = CompositorOptions.everything }
    var processes: [Int32] = []
    for _ in 0..<3 {
      kiosk.tap()
      processes.append(try files.report(.red).processID)
      try files.forgetReport(.red)
      let strip = try kiosk.compositor.waitForLayer("the strip") { $0.pixels != nil }
      kiosk.compositor.touchDown(id: 1, x: 300, y: 8, surface: strip.id)
      for sample in 1...12 {
        Kiosk.hold()
        kiosk.compositor.touchMotion(id: 1, x: 300, y: 8 - Double(sample) * 15, surface: strip.id)
      }
      kiosk.compositor.touchUp(id: 1, surface: strip.id)
      try kiosk.compositor.waitForNoLayer()
      try kiosk.awaitCentered(.red)
      try kiosk.awaitRest()
    }
    #expect(Set(processes).count == 3)
    #expect(processes.allSatisfy { kill($0, 0) == 0 })
  }
}
