import Foundation
import RotundaGeometry
import Scene
import Testing

@testable import Artwork

/// QR codes. If zbar is installed, the tests also read them as phones would.
@Suite(.enabled(if: CodePainter.isAvailable, "libqrencode is not installed"))
struct CodePainterTests {
  static let texts = [
    "https://example.org/museum", "x", "Grüße, 世界", String(repeating: "https://example.org/", count: 15),
  ]

  private func bitmap(_ text: String, side: Int = 400) throws -> Bitmap {
    let picture = Picture(.code(text), size: PixelSize(side, side), scale: 1)
    let finished = try #require(
      Rasterizer(languages: ["en"], find: { _, _, _ in nil }, decoder: nil).rasterize(picture))
    #expect(finished.problem == nil)
    return finished.bitmap
  }

  /// Whether the module is black, or nil if its pixel is neither black nor white.
  private func isDark(_ bitmap: Bitmap, _ column: Int, _ row: Int) -> Bool? {
    bitmap.withBytes { bytes in
      let at = (row * bitmap.size.width + column) * Bitmap.bytesPerPixel
      let pixel = (0..<4).map { bytes[at + $0] }
      if pixel == [0, 0, 0, 255] { return true }
      return pixel == [255, 255, 255, 255] ? false : nil
    }
  }

  @Test(arguments: texts) func modulesMatchTheCode(text: String) throws {
    let bitmap = try bitmap(text)
    let code = try #require(CodeModules(text))
    let across = code.side + 8
    #expect(bitmap.size.width == bitmap.size.height && bitmap.size.width % across == 0)
    #expect(bitmap.size.width > 400 - across, "the code is as large as possible")
    let module = bitmap.size.width / across
    for row in 0..<bitmap.size.height {
      for column in 0..<bitmap.size.width {
        let expected = code.isDark(row: row / module - 4, column: column / module - 4)
        guard isDark(bitmap, column, row) == expected else {
          Issue.record("\(column), \(row)")
          return
        }
      }
    }
    // The three finder patterns of every code, with a margin of four white modules.
    for (row, column) in [(0, 0), (0, code.side - 7), (code.side - 7, 0)] {
      #expect(code.isDark(row: row, column: column) && code.isDark(row: row + 3, column: column + 3))
      #expect(!code.isDark(row: row + 1, column: column + 1))
    }
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/zbarimg"), "zbar is not installed"),
    // A code does not state its encoding: phones assume UTF-8, but zbar assumes an older encoding.
    arguments: texts.filter { $0.utf8.allSatisfy { $0 < 128 } })
  func aReaderReadsIt(text: String) throws {
    let bitmap = try bitmap(text)
    var file = Data("P5 \(bitmap.size.width) \(bitmap.size.height) 255\n".utf8)
    for row in 0..<bitmap.size.height {
      for column in 0..<bitmap.size.width { file.append(isDark(bitmap, column, row) == true ? 0 : 255) }
    }
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pgm")
    defer { try? FileManager.default.removeItem(at: path) }
    try file.write(to: path)
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/zbarimg")
    process.arguments = ["--quiet", "--raw", path.path]
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    try process.run()
    let words = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(words == text + "\n")
  }

  @Test(arguments: ["", "a\u{0}b", String(repeating: "x", count: 5000)])
  func unencodableTextGivesNoPicture(text: String) throws {
    let picture = Picture(.code(text), size: PixelSize(400, 400), scale: 1)
    let finished = try #require(
      Rasterizer(languages: ["en"], find: { _, _, _ in nil }, decoder: nil).rasterize(picture))
    #expect(finished.problem == .longCode(text) && finished.bitmap.size == PixelSize(1, 1))
  }

  @Test func everyModuleHasAtLeastAPixel() throws {
    let picture = Picture(.code("x"), size: PixelSize(20, 20), scale: 1)
    let finished = try #require(
      Rasterizer(languages: ["en"], find: { _, _, _ in nil }, decoder: nil).rasterize(picture))
    #expect(finished.bitmap.size == PixelSize(1, 1))
  }
}
