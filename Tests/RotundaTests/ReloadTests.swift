import Foundation
import TestCompositor
import Testing

/// Visitors see the tiles while the launcher applies a changed configuration.
@Suite(.serialized) struct ReloadTests {
  /// Theme authors see each change of the file on the running kiosk. A broken file changes nothing.
  @Test func changedThemeFileShowsAtOnce() throws {
    let files = try KioskFiles()
    try FileManager.default.createDirectory(
      atPath: files.path("themes/ink"), withIntermediateDirectories: true)
    func paint(_ color: String) throws {
      try files.write(
        "[theme]\nid = \"ink\"\napi = 1\n[background]\nfrom = \"theme\"\ncolor = \"\(color)\"\n",
        to: "themes/next")
      try #require(rename(files.path("themes/next"), files.path("themes/ink/theme.toml")) == 0)
    }
    try paint("#102030")
    let kiosk = try Kiosk(
      carousel: "[theme]\nname = \"ink\"", tiles: Self.tiles([.red], files), files: files,
      environment: ["ROTUNDA_THEMES": files.path("themes")])
    try kiosk.awaitRest()
    func corner() throws -> PixelSnapshot.Color {
      try #require(kiosk.compositor.pixels).color(x: 3, y: Int(Kiosk.height) - 3)
    }
    #expect(try corner() == PixelSnapshot.Color(red: 0x10, green: 0x20, blue: 0x30))
    try paint("#3a0a50")
    try waitUntil("the theme's new background") {
      try corner() == PixelSnapshot.Color(red: 0x3a, green: 0x0a, blue: 0x50)
    }
    try paint("no color")
    try kiosk.awaitRest()
    #expect(try corner() == PixelSnapshot.Color(red: 0x3a, green: 0x0a, blue: 0x50))
    try paint("#204010")
    try waitUntil("the theme's background after the error") {
      try corner() == PixelSnapshot.Color(red: 0x20, green: 0x40, blue: 0x10)
    }
  }

  private static let middle = Double(Kiosk.width) / 2

  /// Tiles close together, with slow changes when they appear, disappear and change places.
  private static let carousel =
    "spacing = 0.8\nside-scale = 1\ntap-beside = \"center\"\nlayout-change-duration = \"1.5s\"\n"
    + "[background]\nfrom = \"theme\"\n"

  private static func tiles(_ paints: [KioskFiles.Paint], _ files: KioskFiles) -> String {
    paints.map { Kiosk.tile($0, files, run: ["wait"]) }.joined(separator: "\n")
  }

  /// A row of pixels through all tiles' pictures.
  private struct Row {
    let colors: [PixelSnapshot.Color]

    init(_ pixels: PixelSnapshot, _ y: Int) { colors = (0..<pixels.width).map { pixels.color(x: $0, y: y) } }

    /// The middle of a tile's picture, or nil if it is not completely visible.
    func place(of paint: KioskFiles.Paint) -> Double? {
      let seen = colors.indices.filter { paint.isSeen(in: colors[$0]) }
      return seen.isEmpty ? nil : Double(seen[0] + seen[seen.count - 1]) / 2
    }
  }

  @Test func tilesChangeWhileTheVisitorStays() throws {
    let files = try KioskFiles()
    let kiosk = try Kiosk(
      carousel: Self.carousel, tiles: Self.tiles([.yellow, .red, .green], files), files: files)
    try kiosk.awaitRest()
    let side = try #require(kiosk.place(of: .red))
    kiosk.tap(x: side.x, y: side.y)
    try kiosk.awaitCentered(.red)
    try kiosk.awaitRest()
    let y = Int(try #require(kiosk.place(of: .red)).y)
    func row() throws -> Row { Row(try #require(kiosk.compositor.pixels), y) }
    let first = try row()
    let (left, right) = (try #require(first.place(of: .yellow)), try #require(first.place(of: .green)))
    try kiosk.keep("reload-before")

    try files.write(
      Kiosk.header + "[carousel]\nlayout = \"linear\"\nwrap = false\n\(Self.carousel)\n"
        + Self.tiles([.green, .red, .magenta], files), to: "next")
    try #require(rename(files.path("next"), files.path("rotunda.toml")) == 0)
    var (rows, frames) = ([Row](), kiosk.frames)
    try waitUntil("the tiles at their places") {
      guard kiosk.frames != frames else { return false }
      frames = kiosk.frames
      rows.append(try row())
      if rows.count == 45 { try kiosk.keep("reload-on-the-way") }
      let places = [KioskFiles.Paint.green, .magenta].map { rows[rows.count - 1].place(of: $0) ?? .infinity }
      return abs(places[0] - left) < 2 && abs(places[1] - right) < 2
    }
    try kiosk.awaitRest()
    try kiosk.keep("reload-after")
    #expect(try row().place(of: .yellow) == nil)
    // The visitor's tile never moves. Another tile crosses the screen behind or in front of it.
    #expect(rows.allSatisfy { row in row.place(of: .red).map { abs($0 - Self.middle) < 90 } ?? false })
    let ways = rows.compactMap { $0.place(of: .green) }.filter { $0 > left + 3 && $0 < right - 3 }
    #expect(ways.count > 2 && zip(ways, ways.dropFirst()).allSatisfy { $0 >= $1 - 90 })
    // For each tile that appears or disappears, some frame shows it partly transparent.
    let (leftColors, rightColors) = (rows.map { $0.colors[Int(left)] }, rows.map { $0.colors[Int(right)] })
    #expect(leftColors.contains { Self.isTinged($0.red, $0.green, other: $0.blue) })
    #expect(rightColors.contains { Self.isTinged($0.red, $0.blue, other: $0.green) })
  }

  /// Reports whether two color components are high and about equal, and the third is above zero: a pure color
  /// over gray.
  private static func isTinged(_ one: UInt8, _ two: UInt8, other: UInt8) -> Bool {
    abs(Int(one) - Int(two)) < 24 && min(one, two) > UInt8(clamping: Int(other) + 20) && other > 4
  }
}
