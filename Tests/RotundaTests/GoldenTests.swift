import CPango
import Foundation
import TestCompositor
import Testing

/// Pictures of `rotunda preview` against approved pictures.
///
/// Fonts and drivers differ in single pixels. Therefore the comparison uses the mean colors of small squares,
/// as eyes see them. A failure writes the expected picture, the actual one and their difference to
/// `build/golden`. `ROTUNDA_UPDATE=1 swift test --filter GoldenTests` replaces the approved pictures: look at
/// them.
@Suite(.serialized) struct GoldenTests {
  /// The side of the compared squares in pixels.
  private static let square = 8
  /// The largest distance of colors that look alike, in Oklab: two just noticeable differences.
  private static let alike = 0.04
  /// The share of squares that may differ, where font hinting moves an edge.
  private static let tolerated = 0.01

  struct Case: CustomTestStringConvertible {
    var name: String
    var words: [String]
    var more = ""
    var testDescription: String { name }
  }

  private static let cases = [
    Case(name: "dark", words: ["--theme", "dark"]),
    Case(name: "light", words: ["--theme", "light"]),
    Case(name: "high-contrast", words: ["--theme", "high-contrast"]),
    Case(name: "full-bleed", words: ["--layout", "linear"], more: "[theme]\ntile-style = \"picture\"\n"),
    Case(name: "large-print", words: ["--layout", "rotary"], more: "[access]\ntext-scale = 1.7\n"),
    Case(
      name: "surroundings", words: ["--theme", "light", "--layout", "linear", "--scroll-offset", "2"],
      more:
        "[background]\ncolor = [\"#dfe9f5\", \"#f7e9d7\"]\n[header]\ntitle = \"Town museum\"\nindicator = \"dots\"\n"
    ),
    Case(name: "wheel", words: ["--layout", "wheel", "--scroll-offset", "0.4"]),
    Case(name: "portrait", words: ["--layout", "cylinder", "--size", "400x640"]),
  ]

  private static let root: URL = {
    var directory = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { directory.deleteLastPathComponent() }
    return directory
  }()
  private static let updates = ProcessInfo.processInfo.environment["ROTUNDA_UPDATE"] != nil

  @Test(arguments: cases) func pictureMatchesTheApprovedOne(golden: Case) throws {
    let place = Self.root.appending(path: "Tests/Golden")
    let results = Self.root.appending(path: "build/golden")
    try FileManager.default.createDirectory(at: results, withIntermediateDirectories: true)
    let actual = results.appending(path: "\(golden.name)-actual.png")
    try Self.preview(golden, to: actual, beside: place)
    let expected = place.appending(path: "\(golden.name).png")
    if Self.updates {
      try? FileManager.default.removeItem(at: expected)
      try FileManager.default.copyItem(at: actual, to: expected)
    }
    let (wanted, came) = (
      try #require(PixelSnapshot(png: expected.path)), try #require(PixelSnapshot(png: actual.path))
    )
    let different = Self.difference(
      wanted, came, to: results.appending(path: "\(golden.name)-difference.png"))
    if different > Self.tolerated {
      let kept = results.appending(path: "\(golden.name)-expected.png")
      try? FileManager.default.removeItem(at: kept)
      try FileManager.default.copyItem(at: expected, to: kept)
    }
    #expect(different <= Self.tolerated, "see \(results.path)/\(golden.name)-*.png")
  }

  @Test func changedPictureIsDetected() throws {
    let place = Self.root.appending(path: "Tests/Golden")
    let dark = try #require(PixelSnapshot(png: place.appending(path: "dark.png").path))
    let wheel = try #require(PixelSnapshot(png: place.appending(path: "wheel.png").path))
    #expect(Self.difference(dark, dark) == 0)
    #expect(Self.difference(dark, wheel) > 10 * Self.tolerated)
  }

  private static func preview(_ golden: Case, to file: URL, beside place: URL) throws {
    let tiles = try String(contentsOf: place.appending(path: "golden.toml"), encoding: .utf8)
    let configuration = place.appending(path: ".\(golden.name).toml")
    try (golden.more + tiles).write(to: configuration, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: configuration) }
    let size = golden.words.contains("--size") ? [] : ["--size", "640x400"]
    let process = Process()
    process.executableURL = URL(filePath: Kiosk.binary)
    process.arguments =
      ["preview", "--config", configuration.path, "--output", file.path] + size + golden.words
    process.environment = [
      "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no", "LANG": "C.UTF-8", "TZ": "UTC",
      "SOURCE_DATE_EPOCH": "1795515840",
    ]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  /// Returns the share of squares that differ, from 0 to 1. They are white in the picture at `file`.
  private static func difference(_ wanted: PixelSnapshot, _ came: PixelSnapshot, to file: URL? = nil)
    -> Double
  {
    guard wanted.width == came.width, wanted.height == came.height else { return 1 }
    let (columns, rows) = (wanted.width / square, wanted.height / square)
    var marks = [UInt8](repeating: 0, count: columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        let way = zip(mean(wanted, column, row), mean(came, column, row)).map { $0 - $1 }
        let distance = way.reduce(0) { $0 + $1 * $1 }.squareRoot()
        if distance > alike { marks[row * columns + column] = 255 }
      }
    }
    if let file { write(marks, columns, rows, to: file) }
    return Double(marks.count { $0 > 0 }) / Double(max(1, marks.count))
  }

  /// The mean color of a square in Oklab (Ottosson, 2020), whose distances match human vision.
  private static func mean(_ picture: PixelSnapshot, _ column: Int, _ row: Int) -> [Double] {
    var sum = SIMD3<Double>.zero
    for y in row * square..<(row + 1) * square {
      for x in column * square..<(column + 1) * square {
        let color = picture.color(x: x, y: y)
        sum += SIMD3(Double(color.red), Double(color.green), Double(color.blue)) / 255
      }
    }
    let light = SIMD3(sum.x, sum.y, sum.z) / Double(square * square)
    let linear = [light.x, light.y, light.z].map { pow($0, 2.2) }
    let (r, g, b) = (linear[0], linear[1], linear[2])
    let l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    let m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    let s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    return [
      0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
    ]
  }

  private static func write(_ marks: [UInt8], _ columns: Int, _ rows: Int, to file: URL) {
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(columns), Int32(rows)),
      let bytes = cairo_image_surface_get_data(surface)
    else { return }
    let stride = Int(cairo_image_surface_get_stride(surface))
    for row in 0..<rows {
      for column in 0..<columns { bytes[row * stride + column] = marks[row * columns + column] }
    }
    cairo_surface_mark_dirty(surface)
    cairo_surface_write_to_png(surface, file.path)
    cairo_surface_destroy(surface)
  }
}
