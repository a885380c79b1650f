import Foundation
import TemporaryFiles
import Testing

@testable import Artwork

/// Fonts of a theme. All tests in this process share them, so each test restores them.
@Suite(.serialized) struct ThemeFontsTests {
  static let installed = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono-Bold.ttf"

  /// Writes a font of a family that no machine has: an installed font with another name.
  private func font(in directory: TemporaryDirectory) throws -> String {
    var bytes = try Data(contentsOf: URL(filePath: Self.installed))
    for encoding in [String.Encoding.utf16BigEndian, .isoLatin1] {
      let old = try #require("DejaVu Sans Mono".data(using: encoding))
      let new = try #require("RotuVu Sans Mono".data(using: encoding))
      while let place = bytes.range(of: old) { bytes.replaceSubrange(place, with: new) }
    }
    return try directory.write("Rotu.ttf", bytes)
  }

  private func width(_ family: String, _ typesetter: Typesetter) -> Double {
    let style = TextStyle(family: family, fontSize: 100, width: 4000, limit: .lines(1))
    return Typesetter.oneAtATime.withLock { _ in typesetter.set("iiiiiiii", style).logical.size.width }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: installed), "needs fonts-dejavu-core"))
  func themeFontIsUsedWhileTheThemeExists() throws {
    let directory = try TemporaryDirectory()
    let file = ThemeFonts.File(path: try font(in: directory), revision: 1)
    let typesetter = Typesetter(languages: ["en"])
    let (without, expected) = (width("RotuVu Sans Mono", typesetter), width("DejaVu Sans Mono", typesetter))
    #expect(without < expected - 10, "letters of equal widths are wider than others' i")
    ThemeFonts.use([file])
    defer { ThemeFonts.use([]) }
    #expect(abs(width("RotuVu Sans Mono", typesetter) - expected) < 1)
    #expect(abs(width("DejaVu Sans Mono", typesetter) - expected) < 1, "the machine's fonts stay")
    ThemeFonts.use([])
    #expect(abs(width("RotuVu Sans Mono", typesetter) - without) < 1)
  }

  @Test func aBrokenFontIsLeftOut() throws {
    let directory = try TemporaryDirectory()
    let typesetter = Typesetter(languages: ["en"])
    let before = width("sans-serif", typesetter)
    defer { ThemeFonts.use([]) }
    for (index, text) in ["", "no font", "\u{0}\u{1}\u{0}\u{0}\u{FF}"].enumerated() {
      let path = try directory.write("broken.ttf", text)
      ThemeFonts.use([
        .init(path: path, revision: Int64(index)), .init(path: "/nowhere/a.otf", revision: Int64(index)),
      ])
      #expect(width("sans-serif", typesetter) == before)
    }
  }
}
