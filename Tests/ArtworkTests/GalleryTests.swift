import Foundation
import RotundaGeometry
import Scene
import Testing

@testable import Artwork

/// Faces for inspection. `ARTWORK_GALLERY=/some/folder` sets the output folder.
struct GalleryTests {
  static let folder = ProcessInfo.processInfo.environment["ARTWORK_GALLERY"]

  static let labels = [
    "A", "Clock", "Floor plan", "Öffnungszeiten und Eintrittspreise",
    "Donaudampfschifffahrtsgesellschaft", "The Garden of Earthly Delights by Hieronymus Bosch, c. 1500",
    "خريطة المتحف", "世界地図", "Игры для детей", "🎮 Games", "מפת המוזיאון", "박물관 안내",
  ]

  static let drawing = TestPictures.svg(
    width: "64", height: "64",
    """
    <rect x="4" y="10" width="56" height="46" rx="8" fill="#f6b73c"/>
    <path d="M10 48 L26 28 L36 40 L46 30 L56 48 Z" fill="#2f7d5b"/><circle cx="44" cy="22" r="6" fill="#fff6df"/>
    """)

  @Test(.enabled(if: folder != nil, "only writes pictures: ROTUNDA_PICTURES=FOLDER")) func facesToLookAt()
    throws
  {
    let folder = try #require(Self.folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let svg = folder + "/drawing.svg"
    try Data(Self.drawing.utf8).write(to: URL(fileURLWithPath: svg))
    let family = ProcessInfo.processInfo.environment["ARTWORK_FONT"] ?? "sans-serif"
    let rasterizer = Rasterizer(languages: ["en"]) { _, _, _ in nil }
    let photo = ProcessInfo.processInfo.environment["ARTWORK_PHOTO"]
    for (name, size, scale, fontSize) in [
      ("small", PixelSize(160, 200), 1.0, 16.0), ("medium", PixelSize(360, 450), 1.5, 20),
      ("large", PixelSize(800, 1000), 2, 30), ("wide", PixelSize(420, 260), 1, 20),
    ] {
      let columns = name == "large" ? 3 : 6
      let pictures = Self.labels.enumerated().map { index, label in
        let icon: IconSource? =
          index % 4 == 1 ? .path(svg) : index % 4 == 3 && photo != nil ? .path(photo ?? "") : nil
        let background = [0x2B3A55, 0xF4F1EA, 0x14161A, 0x3E5C50][index / 3 % 4] as UInt32
        return Picture.face(
          label, icon: icon, size: size, scale: scale, background: Color(hex: background),
          foreground: background == 0xF4F1EA ? Color(hex: 0x20242C) : .white, fontSize: fontSize,
          fontFamily: family)
      }
      let rows = (pictures.count + columns - 1) / columns
      let gap = 12
      guard let sheet = Canvas(PixelSize(columns * (size.width + gap), rows * (size.height + gap))) else {
        return
      }
      sheet.fill(sheet.bounds, top: Color(hex: 0x0B0C0F), bottom: Color(hex: 0x0B0C0F))
      for (index, picture) in pictures.enumerated() {
        let bitmap = try #require(rasterizer.rasterize(picture)).bitmap
        let origin = Point(
          Double(index % columns * (size.width + gap)), Double(index / columns * (size.height + gap)))
        sheet.draw(
          bitmap,
          in: Rectangle(origin: origin, size: Size(Double(bitmap.size.width), Double(bitmap.size.height))),
          cornerRadius: Double(min(size.width, size.height)) * 0.1)
      }
      sheet.finish(isOpaque: true).writePNG(to: folder + "/\(name).png")
    }
  }

  static let texts = [
    "Welcome", "Touch a tile to begin.\nIt takes you there.",
    "The museum closes in fifteen minutes. Please make your way to the exit.",
    "أهلاً وسهلاً بكم في المتحف", "ようこそ、博物館へ。画面に触れてください。", "Hello العربية 123 world", "👩‍👩‍👧‍👦 family 🎉",
    "fjord, Å, ﷽",
  ]

  @Test(.enabled(if: folder != nil, "only writes pictures: ROTUNDA_PICTURES=FOLDER")) func textsToLookAt()
    throws
  {
    let folder = try #require(Self.folder)
    let family = ProcessInfo.processInfo.environment["ARTWORK_FONT"] ?? "sans-serif"
    let rasterizer = Rasterizer(languages: ["en"]) { _, _, _ in nil }
    guard let sheet = Canvas(PixelSize(900, 900)) else { return }
    sheet.fill(sheet.bounds, top: Color(hex: 0x14161A), bottom: Color(hex: 0x14161A))
    for (index, text) in Self.texts.enumerated() {
      for (column, alignment) in [TextBlock.Alignment.natural, .center].enumerated() {
        let block = TextBlock(
          text, color: .white, fontSize: 26, fontFamily: family, isBold: column == 1, alignment: alignment)
        let picture = Picture(.text(block), size: PixelSize(400, 100), scale: 1)
        let bitmap = try #require(rasterizer.rasterize(picture)).bitmap
        let area = Rectangle(
          origin: Point(20 + Double(column) * 440, 10 + Double(index) * 110),
          size: Size(Double(bitmap.size.width), Double(bitmap.size.height)))
        sheet.fill(area, top: Color(hex: 0x2B3A55), bottom: Color(hex: 0x2B3A55))
        sheet.draw(bitmap, in: area)
      }
    }
    sheet.finish(isOpaque: true).writePNG(to: folder + "/texts.png")
  }
}
