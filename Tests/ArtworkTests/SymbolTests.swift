import RotundaGeometry
import Scene
import Testing

@testable import Artwork

/// Icons that the launcher draws itself.
struct SymbolTests {
  private func bitmap(_ icon: IconSource?, find: @escaping IconLoader.Finder = { _, _, _ in nil }) throws
    -> Bitmap
  {
    let face = TileFace(
      label: "", icon: icon, background: Color(0, 0, 0), foreground: Color(1, 1, 1), fontSize: 16)
    let picture = Picture(.face(face), size: PixelSize(200, 250), scale: 1)
    return try #require(Rasterizer(languages: ["en"], find: find).rasterize(picture)).bitmap
  }

  @Test func theArrowPointsBack() throws {
    let bitmap = try bitmap(.back)
    func height(atColumn column: Int) throws -> Int {
      try (0..<250).count { row in try #require(bitmap.pixel(column, row)).red > 200 }
    }
    let columns = try (0..<200).filter { try height(atColumn: $0) > 0 }
    let (first, last) = (try #require(columns.first), try #require(columns.last))
    #expect(abs(first + last - 199) <= 2, "in the middle")
    let left = try height(atColumn: first + (last - first) / 4)
    let right = try height(atColumn: last - (last - first) / 4)
    #expect(left > right, "its head is on the left")
  }

  @Test(arguments: [0, 1, 3, 4, 9])
  func aFolderShowsItsFirstFourParts(count: Int) throws {
    let parts = (0..<count).map {
      var part = FolderPart(label: "Part \($0)", icon: nil)
      part.tint = SymbolTint(top: Color(1, 0.3, 0), bottom: Color(0.6, 0, 0.2), symbol: .white)
      return part
    }
    let bitmap = try bitmap(.folder(parts))
    let middle = (x: 100, y: 125)
    let ground = try #require(bitmap.pixel(middle.x, middle.y))
    #expect(ground.red == ground.green && ground.red > 20, "the folder's background is between its parts")
    let corners = [(-12, -12), (12, -12), (-12, 12), (12, 12)]
    let filled = try corners.count { corner in
      let pixel = try #require(bitmap.pixel(middle.x + corner.0, middle.y + corner.1))
      let channels = [pixel.red, pixel.green, pixel.blue].map { Int($0) }
      return channels.max()! - channels.min()! > 20  // Parts have a color, the background is gray.
    }
    #expect(filled == min(4, count))
  }

  @Test func partsShowIconsButNoNestedFolder() throws {
    let folder = try ScratchFolder()
    try TestPictures.png(PixelSize(32, 32), Color(1, 0, 0), to: folder.path("red.png"))
    let red = FolderPart(label: "Red", icon: .path(folder.path("red.png")))
    let inner = FolderPart(label: "Inner", icon: .folder([red, red, red, red]))
    let flat = try bitmap(.folder([red, red, red, red]))
    let deep = try bitmap(.folder([red, inner]))
    func reds(_ bitmap: Bitmap) throws -> Int {
      try (0..<200).reduce(0) { sum, x in
        try sum + (0..<250).count { try #require(bitmap.pixel(x, $0)).red > 200 }
      }
    }
    let (four, some) = (try reds(flat), try reds(deep))
    #expect(four > 2500 && some > four / 5 && some < four / 3)
  }

  /// In the full-bleed style, each quarter of a folder shows a part's picture, except below the name.
  @Test func folderQuartersArePicturesOfItsParts() throws {
    let folder = try ScratchFolder()
    let colors = [Color(0.8, 0.2, 0.1), Color(0.1, 0.6, 0.3), Color(0.2, 0.3, 0.8), Color(0.9, 0.8, 0.2)]
    let parts = try colors.enumerated().map { index, color in
      try TestPictures.png(PixelSize(60, 40), color, to: folder.path("\(index).png"))
      var part = FolderPart(label: "Part", icon: nil)
      part.photograph = .init(.path(folder.path("\(index).png")))
      return part
    }
    var face = TileFace(
      label: "Games", icon: .folder(parts), background: .black, foreground: .white, fontSize: 16)
    face.style = .fullBleed
    let picture = Picture(.face(face), size: PixelSize(200, 250), scale: 1)
    let bitmap = try #require(Rasterizer(languages: ["en"]) { _, _, _ in nil }.rasterize(picture)).bitmap
    for (index, color) in colors.enumerated() {
      let (left, top) = (index % 2 * 102, index / 2 * 128)
      var sum = SIMD3<Double>.zero
      // The scrim of a one-line name leaves 30% of the lower quarters visible.
      for x in left..<left + 96 {
        for y in top..<top + 36 {
          let pixel = try #require(bitmap.pixel(x, y))
          sum += SIMD3(Double(pixel.red), Double(pixel.green), Double(pixel.blue)) / 255
        }
      }
      let mean = sum / (96 * 36)
      let distance = OKLab(Color(mean.x, mean.y, mean.z)).distance(to: OKLab(color))
      #expect(distance < 0.05, "quarter \(index) is \(distance) away")
    }
  }
}
