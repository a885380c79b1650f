import CPango
import Foundation
import TestCompositor
import Testing

/// `rotunda preview`: the real binary, without any compositor.
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

  private func run(_ words: [String], file: String = "out.png") throws -> (status: Int32, words: String) {
    let process = Process()
    let complaints = Pipe()
    process.executableURL = URL(filePath: Kiosk.binary)
    process.arguments = ["preview", "--config", configuration, "--output", files.path(file)] + words
    process.environment = ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]
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

  @Test func thePictureHasTheSizeThatWasAskedForAndTheFirstTileInItsMiddle() throws {
    let picture = try picture(["--size", "900x600"])
    #expect(picture.width == 900 && picture.height == 600)
    let red = try #require(Kiosk.place(of: .red, in: picture))
    #expect(abs(red.x - 450) < 3)
  }

  @Test func scaleMakesEveryPointSoManyPixels() throws {
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

  @Test func anotherLayoutIsAnotherPicture() throws {
    #expect(try picture(["--layout", "linear"]) != picture(["--layout", "wheel"]))
  }

  @Test func theContactSheetShowsTheMiddleTileOncePerLayout() throws {
    let sheet = try picture(["--contact-sheet", "--size", "1200x800"])
    let color = KioskFiles.Paint.red
    var patches = 0
    // Patches are counted where one begins: nothing of it to the left or above.
    for row in 1..<sheet.height {
      for column in 1..<sheet.width where color.isSeen(in: sheet.color(x: column, y: row)) {
        let begins = ![(-1, 0), (0, -1), (1, -1), (-1, -1)].contains {
          column + $0.0 < sheet.width && color.isSeen(in: sheet.color(x: column + $0.0, y: row + $0.1))
        }
        if begins { patches += 1 }
      }
    }
    // Seventeen layouts, custom left out because the configuration has no keyframes; some turn their tiles.
    #expect(patches >= 17)
  }

  @Test(arguments: [
    (["--size", "12"], "a size is"), (["--size", "0x9"], "a size is"), (["--size", "99999x9"], "a size is"),
    (["--scale", "nan"], "a number"), (["--scale", "0"], "a number"), (["--time", "-1"], "a number"),
    (["--layout", "spiral"], "there is no layout"), (["--scroll-offset", "far"], "a number"),
    (["--windowed"], "has no option"), (["more"], "only options"),
    (["--contact-sheet", "--layout", "wheel"], "every layout"),
  ])
  func whatCannotBeDrawnIsAMistakeInTheCommandLine(words: [String], message: String) throws {
    let (status, complaints) = try run(words)
    #expect(status == 64)
    #expect(complaints.contains(message), "\(complaints)")
  }

  @Test func aFileThatCannotBeWrittenIsSaid() throws {
    let (status, complaints) = try run([], file: "no/such/directory.png")
    #expect(status == 71)
    #expect(complaints.contains("directory.png"))
  }
}

extension PixelSnapshot {
  /// Reads a PNG file; nil when it is none.
  fileprivate init?(png path: String) {
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
