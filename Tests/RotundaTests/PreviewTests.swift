import CPango
import Foundation
import TestCompositor
import Testing

/// The real binary's `rotunda preview`, without a compositor.
struct PreviewTests {
  private let files: KioskFiles
  private let configuration: String

  init() throws {
    files = try KioskFiles()
    let tiles = KioskFiles.Paint.allCases.map {
      "[[tile]]\nname = \"\($0.rawValue)\"\nicon = \"\($0.rawValue).png\"\nrun = [\"true\"]\n"
    }
    configuration = try files.write(
      "[carousel]\nlayout = \"linear\"\nwrap = false\n" + tiles.joined(), to: "rotunda.toml")
  }

  private func run(
    _ words: [String], file: String = "out.png", environment: [String: String] = [:]
  ) throws -> (status: Int32, words: String) {
    let process = Process()
    let complaints = Pipe()
    process.executableURL = URL(filePath: Kiosk.binary)
    process.arguments = ["preview", "--config", configuration, "--output", files.path(file)] + words
    process.environment = ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"].merging(environment) {
      $1
    }
    process.standardError = complaints
    try process.run()
    let text = String(decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  private func picture(_ words: [String]) throws -> PixelSnapshot {
    let (status, complaints) = try run(words)
    #expect(status == 0, "\(complaints)")
    return try #require(PixelSnapshot(png: files.path("out.png")))
  }

  @Test func pictureHasItsSizeAndTheFirstTile() throws {
    let picture = try picture(["--size", "900x600"])
    #expect(picture.width == 900 && picture.height == 600)
    let red = try #require(Kiosk.place(of: .red, in: picture))
    #expect(abs(red.x - 450) < 3)
  }

  @Test func scaleMultipliesPixelSizes() throws {
    let single = try picture(["--size", "640x480"])
    let double = try picture(["--size", "1280x960", "--scale", "2"])
    let (small, large) = (
      try #require(Kiosk.place(of: .red, in: single)), try #require(Kiosk.place(of: .red, in: double))
    )
    #expect(abs(large.x - 2 * small.x) < 3 && abs(large.y - 2 * small.y) < 3)
  }

  @Test func scrollOffsetTurnsTheCarousel() throws {
    let picture = try picture(["--size", "900x600", "--scroll-offset", "2"])
    let blue = try #require(Kiosk.place(of: .blue, in: picture))
    #expect(abs(blue.x - 450) < 3)
  }

  /// Pictures arrive in any order, from several threads.
  @Test func theSameConfigurationMakesTheSameBytes() throws {
    let tiles = (0..<30).map { "[[tile]]\nname = \"Tile \($0)\"\nrun = [\"true\"]\n" }
    try files.write(
      "[header]\nclock = \"24h\"\ndate = \"long\"\n[carousel]\nlayout = \"inverted-wheel\"\n"
        + tiles.joined(),
      to: "rotunda.toml")
    let first = try bytes(at: "1000000000")
    for _ in 0..<4 { #expect(try bytes(at: "1000000000") == first) }
    #expect(try bytes(at: "1000003600") != first, "the clock is seen")
  }

  private func bytes(at epoch: String) throws -> Data {
    let (status, complaints) = try run(
      ["--size", "640x400", "--scroll-offset", "1.3"], environment: ["SOURCE_DATE_EPOCH": epoch])
    #expect(status == 0, "\(complaints)")
    return try Data(contentsOf: URL(filePath: files.path("out.png")))
  }

  @Test func anotherLayoutIsAnotherPicture() throws {
    #expect(try picture(["--layout", "linear"]) != picture(["--layout", "wheel"]))
  }

  @Test(arguments: ["light", "high-contrast"])
  func themeChangesThePictureOfTheTiles(theme: String) throws {
    let (dark, other) = (try picture([]), try picture(["--theme", theme]))
    #expect(dark.color(x: 2, y: 2) != other.color(x: 2, y: 2))
    let (first, second) = (
      try #require(Kiosk.place(of: .red, in: dark)), try #require(Kiosk.place(of: .red, in: other))
    )
    #expect(abs(first.x - second.x) < 2)
    // In high contrast, tiles are cards with the icon at another place.
    #expect(theme == "high-contrast" || abs(first.y - second.y) < 2)
  }

  @Test func contactSheetShowsOneTilePerLayout() throws {
    let sheet = try picture(["--contact-sheet", "--size", "1200x800"])
    let color = KioskFiles.Paint.red
    var patches = 0
    // Counts the top left corner of each patch.
    for row in 1..<sheet.height {
      for column in 1..<sheet.width where color.isSeen(in: sheet.color(x: column, y: row)) {
        let begins = ![(-1, 0), (0, -1), (1, -1), (-1, -1)].contains {
          column + $0.0 < sheet.width && color.isSeen(in: sheet.color(x: column + $0.0, y: row + $0.1))
        }
        if begins { patches += 1 }
      }
    }
    // Eighteen layouts: `custom` is missing because the configuration has no keyframes. Some turn their
    // tiles.
    #expect(patches >= 17)
  }

  @Test func filmShowsAFingerOnTheCarousel() throws {
    let (status, complaints) = try run(["--film", "--seconds", "4", "--size", "320x200"], file: "film.webp")
    #expect(status == 0, "\(complaints)")
    let film = try WebPFile(Data(contentsOf: URL(filePath: files.path("film.webp"))))
    #expect(film.width == 320 && film.height == 200 && film.repetitions == 0)
    #expect(film.durations.reduce(0, +) == 4000)
    // Equal frames at rest are stored once: one lasts long, and many are short while something moves.
    #expect(film.durations.max() ?? 0 > 150)
    #expect(film.durations.count { $0 < 50 } > 30, "\(film.durations)")
  }

  @Test func unwritableFilmIsAnError() throws {
    let (status, complaints) = try run(
      ["--film", "--seconds", "4", "--size", "64x40"], file: "nowhere/film.webp")
    #expect(status != 0)
    #expect(complaints.contains("could not be written: No such file or directory"), "\(complaints)")
  }

  /// The chunks of an animated WebP file, per the WebP container specification.
  private struct WebPFile {
    private(set) var (width, height, repetitions) = (0, 0, -1)
    /// The duration of each frame in milliseconds.
    private(set) var durations: [Int] = []

    init(_ data: Data) throws {
      func number(_ start: Int, _ count: Int) -> Int {
        (0..<count).reversed().reduce(0) { $0 << 8 | Int(data[start + $1]) }
      }
      func name(_ start: Int) -> String { String(decoding: data[start..<start + 4], as: UTF8.self) }
      try #require(data.count > 12 && name(0) == "RIFF" && name(8) == "WEBP")
      var start = 12
      while start + 8 <= data.count {
        let (content, count) = (start + 8, number(start + 4, 4))
        switch name(start) {
        case "VP8X": (width, height) = (number(content + 4, 3) + 1, number(content + 7, 3) + 1)
        case "ANIM": repetitions = number(content + 4, 2)
        case "ANMF": durations.append(number(content + 12, 3))
        default: break
        }
        start = content + count + count % 2
      }
    }
  }

  /// Returns a preview of another configuration, 900 × 600, with nothing beside the tiles.
  private func picture(of text: String, _ words: [String] = []) throws -> PixelSnapshot {
    let plain = "[header]\ndetails = \"on-tile\"\nclock = \"none\"\nindicator = \"none\"\n"
    _ = try files.write(plain + text, to: "rotunda.toml")
    return try picture(["--size", "900x600"] + words)
  }

  private func tiles(_ paints: [KioskFiles.Paint], _ more: String = "") -> String {
    paints.map {
      "[[tile]]\nname = \"\($0.rawValue)\"\nicon = \"\($0.rawValue).png\"\nrun = [\"true\"]\n\(more)\n"
    }.joined()
  }

  private static let green = PixelSnapshot.Color(red: 0, green: 255, blue: 0)

  @Test(arguments: [("behind", false), ("before", true)])
  func aDecorationStandsBehindOrBeforeTheTiles(layer: String, covers: Bool) throws {
    let picture = try picture(
      of: "[carousel]\nlayout = \"linear\"\nwrap = false\n[[carousel.decoration]]\nlayer = \"\(layer)\"\n"
        + "color = \"#00ff00\"\nsize = [800, 20]\n" + tiles([.red, .blue]))
    #expect(picture.color(x: 100, y: 300) == Self.green, "beside the tiles")
    #expect((picture.color(x: 450, y: 300) == Self.green) == covers, "where the first tile is")
  }

  @Test func decorationStandsBetweenTiles() throws {
    let picture = try picture(
      of: "[carousel]\nlayout = \"receding\"\nwrap = false\n[[carousel.decoration]]\nlayer = \"among\"\n"
        + "color = \"#00ff00\"\nsize = [8000, 20]\nposition = [0, 0, -20]\n" + tiles([.red, .blue, .yellow]))
    #expect(picture.color(x: 450, y: 300) != Self.green, "behind the first tile")
    #expect(picture.color(x: 20, y: 300) == Self.green && picture.color(x: 880, y: 300) == Self.green)
  }

  @Test func placeholdersFillEmptyPlaces() throws {
    func text(_ count: Int) -> String {
      "[carousel]\nlayout = \"linear\"\nwrap = false\nplaceholders = \(count)\n" + tiles([.red])
    }
    let (none, some) = (try picture(of: text(0)), try picture(of: text(2)))
    for x in [60, 840] { #expect(none.color(x: x, y: 300) != some.color(x: x, y: 300)) }
    #expect(none.color(x: 450, y: 200) == some.color(x: 450, y: 200))
  }

  @Test func theNamesOfShelvesAreWritten() throws {
    func text(_ name: String) -> String {
      "[[shelf]]\nname = \"\(name)\"\ntile = [{ name = \"a\", run = [\"true\"] }]\n"
    }
    // The upper quarter of the screen, above the tiles, which holds only the name.
    func brightPixels(_ picture: PixelSnapshot) -> Int {
      (0..<picture.height / 4).reduce(0) { sum, y in
        sum + (0..<picture.width).count { picture.color(x: $0, y: y).red > 200 }
      }
    }
    let (short, long) = (try picture(of: text("I")), try picture(of: text("WWWWWWWW")))
    #expect(brightPixels(short) > 10 && brightPixels(long) > 4 * brightPixels(short))
  }

  @Test func rightToLeftExchangesTheNeighbors() throws {
    func text(_ isRightToLeft: Bool) -> String {
      "[carousel]\nlayout = \"linear\"\nwrap = false\nright-to-left = \(isRightToLeft)\n"
        + tiles([.red, .blue])
    }
    let (usual, mirrored) = (try picture(of: text(false)), try picture(of: text(true)))
    #expect(try #require(Kiosk.place(of: .blue, in: usual)).x > 500)
    #expect(try #require(Kiosk.place(of: .blue, in: mirrored)).x < 400)
    #expect(abs(try #require(Kiosk.place(of: .red, in: mirrored)).x - 450) < 3)
  }

  @Test func keyframesPutTheTilesWhereTheySay() throws {
    let frames = [(-1, -200, 0), (0, 0, 0), (1, 250, 120)].map {
      "[[carousel.keyframe]]\noffset = \($0.0)\nposition = [\($0.1), \($0.2), 0]\nscale = [0.5, 0.5]\n"
    }
    let picture = try picture(
      of: "[carousel]\nlayout = \"custom\"\nwrap = false\n" + frames.joined() + tiles([.red, .blue]))
    let (red, blue) = (
      try #require(Kiosk.place(of: .red, in: picture)), try #require(Kiosk.place(of: .blue, in: picture))
    )
    #expect(abs(blue.x - red.x - 250) < 3 && abs(blue.y - red.y - 120) < 3)
  }

  /// On the far side of a ring of four, the third tile shows its back: a plain card, its own card, or
  /// nothing.
  @Test func backOfATileShowsItsText() throws {
    func text(_ more: String) -> String {
      "[carousel]\nlayout = \"ellipse\"\ncount = 4\nrotation = 1\nperspective = -0.0001\n"
        + tiles([.red, .green, .yellow], more)
        + "[[tile]]\nname = \"blue\"\nicon = \"blue.png\"\nrun = [\"true\"]\n"
    }
    let bare = try picture(of: text(""), ["--scroll-offset", "0.2"])
    let back = try picture(of: text("back-icon = \"magenta.png\""), ["--scroll-offset", "0.2"])
    let none = try picture(of: text("double-sided = false"), ["--scroll-offset", "0.2"])
    #expect(Kiosk.place(of: .yellow, in: bare) == nil && Kiosk.place(of: .magenta, in: bare) == nil)
    #expect(bare != none)
    #expect(Kiosk.place(of: .yellow, in: back) == nil && Kiosk.place(of: .magenta, in: back) != nil)
    #expect(Kiosk.place(of: .yellow, in: none) == nil && Kiosk.place(of: .magenta, in: none) == nil)
  }

  @Test(arguments: ["wheel", "inverted-wheel", "radial"])
  func theTilesOfAWheelAreSeenWhole(layout: String) throws {
    let picture = try picture(
      of: "[carousel]\nlayout = \"\(layout)\"\ntile-size = [200, 250]\n" + tiles([.red, .blue, .yellow]))
    let (red, blue, yellow) = (
      try #require(Kiosk.place(of: .red, in: picture)), try #require(Kiosk.place(of: .blue, in: picture)),
      try #require(Kiosk.place(of: .yellow, in: picture))
    )
    #expect(abs(red.x - 450) < 3 && abs((blue.x + yellow.x) / 2 - 450) < 3 && blue.x - red.x > 220)
    #expect(layout == "inverted-wheel" ? blue.y < red.y : blue.y > red.y)
  }

  @Test(arguments: [
    (["--size", "12"], "a size is"), (["--size", "0x9"], "a size is"), (["--size", "99999x9"], "a size is"),
    (["--scale", "nan"], "a number"), (["--scale", "0"], "a number"), (["--time", "-1"], "a number"),
    (["--layout", "spiral"], "there is no layout"), (["--theme", "pink"], "there is no theme"),
    (["--scroll-offset", "far"], "a number"),
    (["--windowed"], "has no option"), (["more"], "only options"),
    (["--contact-sheet", "--layout", "wheel"], "every layout"),
    (["--film", "--open", "red"], "these are for pictures"),
    (["--seconds", "9"], "needs '--film'"),
    (["--film", "--seconds", "1"], "a number from 4.0 to 60.0"),
  ])
  func impossiblePreviewIsAUsageError(words: [String], message: String) throws {
    let (status, complaints) = try run(words)
    #expect(status == 64)
    #expect(complaints.contains(message), "\(complaints)")
  }

  @Test func unwritableFileIsReported() throws {
    let (status, complaints) = try run([], file: "no/such/directory.png")
    #expect(status == 71)
    #expect(complaints.contains("directory.png"))
  }
}

extension PixelSnapshot {
  /// Reads a PNG file. Returns nil if the file is not valid.
  init?(png path: String) {
    let surface = cairo_image_surface_create_from_png(path)
    defer { cairo_surface_destroy(surface) }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
      let bytes = cairo_image_surface_get_data(surface)
    else { return nil }
    let width = Int(cairo_image_surface_get_width(surface))
    let height = Int(cairo_image_surface_get_height(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    var pixels: [UInt8] = []
    for row in 0..<height {
      pixels += UnsafeBufferPointer(start: bytes + row * stride, count: width * 4)
    }
    self.init(width: width, height: height, bytes: pixels)
  }
}
