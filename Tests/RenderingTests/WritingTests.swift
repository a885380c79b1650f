import Configuration
import RotundaGeometry
import Programs
import Scene
import Testing

@testable import Artwork
@testable import Shell

/// The text on tiles, with the fonts of this machine.
@MainActor struct WritingTests {
  private nonisolated static let samples = ["gjpqy Åg", "ที่นี่ปู่ญู่", "स्त्रियाँ कुर्ँ", "إِنَّ لِلّٰهِ", "Ếch Ỗ ằ Ặ ợ"]
  private let rasterizer = Rasterizer(languages: ["en"], find: { _, _, _ in nil }, decoder: nil)

  private static func tile(_ text: String) -> LauncherTile {
    func part(_ isToggle: Bool) -> LauncherTile {
      var part = LauncherTile(name: text, icon: nil, action: .start(Command(["true"])))
      if isToggle { part.offAction = .start(Command(["false"])) }
      return part
    }
    var tile = LauncherTile(name: text, icon: nil, action: .perform(.none))
    tile.appearance.detail = text
    tile.buttons = [part(false), part(true)]
    tile.rows = [part(false), part(true), part(false)]
    return tile
  }

  /// Creates a shell whose tile shows all of its texts, drawn.
  private func shell(_ text: String, _ size: Size, _ textScale: Double) throws -> Shell {
    var configuration = KioskConfiguration()
    configuration.access.textScale = textScale
    let shelves = ["\(text) 1", "\(text) 2"].map {
      LauncherShelf(name: $0, settings: configuration.carousel, tiles: [Self.tile(text)])
    }
    var (shell, effects) = (Shell(configuration: configuration, shelves: shelves), [ShellEffect]())
    var frame = SceneFrame()
    shell.handle(.resized(size, scale: 1), at: 0, into: &effects)
    for round in 1...3 {
      shell.advance(to: Double(round), into: &frame, effects: &effects)
      let asked = effects
      effects = []
      for case .draw(let picture, _) in asked {
        guard case .text = picture.content else { continue }
        let drawn = try #require(rasterizer.rasterize(picture))
        shell.handle(.pictureReady(picture, size: drawn.bitmap.size), at: shell.clock, into: &effects)
      }
    }
    return shell
  }

  @Test(arguments: samples, [1.0, 1.6, 3])
  func textOnATileStaysInItsControl(text: String, textScale: Double) throws {
    for size in [Size(800, 480), Size(1280, 800), Size(1080, 1920)] {
      let shell = try shell(text, size, textScale)
      let interior = try #require(shell.tilesPanel.shelf.centeredInterior)
      let rows = interior.rows.indices.map { (interior.rows[$0], interior.layout.row($0).size) }
      let buttons = interior.buttons.indices.map { (interior.buttons[$0], interior.layout.buttons[$0].size) }
      #expect(!rows.isEmpty && !buttons.isEmpty)
      for (label, area) in rows + buttons {
        let extent = try #require(label.writing.extent(scale: 1))
        #expect(extent.height <= area.height && extent.width <= area.width, "\(extent) in \(area) on \(size)")
      }
      let name = try #require(interior.name.extent(scale: 1))
      let summary = try #require(interior.summary?.extent(scale: 1))
      #expect(name.height + summary.height <= interior.layout.header.size.height + 2)
      let title = try #require(shell.tilesPanel.shelf.title?.extent(scale: 1))
      #expect(title.height <= shell.metrics.titleHeight)
    }
  }

  @Test(arguments: samples) func aNameStaysOnItsCard(text: String) throws {
    for (size, textScale) in [
      (PixelSize(160, 200), 1.0), (PixelSize(358, 448), 1.6), (PixelSize(160, 200), 3),
    ] {
      for style in [TileFace.Style.card, .fullBleed] {
        for detail in ["", text] {
          var face = TileFace(
            label: text, icon: .nothing, background: .black, foreground: .white, fontSize: 18 * textScale)
          (face.style, face.detail) = (style, detail)
          (face.shading, face.scrim) = (0, Color(0, 0, 0, 0))
          let bitmap = try #require(rasterizer.rasterize(Picture(.face(face), size: size, scale: 1))).bitmap
          let bytes = bitmap.withBytes { Array($0) }
          func isDark(_ x: Int, _ y: Int) -> Bool { bytes[(y * size.width + x) * 4] < 40 }
          #expect(
            (0..<size.width).allSatisfy { isDark($0, 0) && isDark($0, size.height - 1) }, "\(size) \(style)")
          #expect(
            (0..<size.height).allSatisfy { isDark(0, $0) && isDark(size.width - 1, $0) }, "\(size) \(style)")
          #expect((0..<bytes.count / 4).contains { bytes[$0 * 4] > 200 })
        }
      }
    }
  }

  /// The launcher can draw every pictogram that a configuration can name.
  @Test func everyPictogramIsDrawn() {
    #expect(Set(Glyph.allCases.map(\.rawValue)) == Set(GlyphShapes.drawings.keys))
  }
}
