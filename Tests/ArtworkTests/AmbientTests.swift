import RotundaGeometry
import Scene
import SeededRandom
import Testing

@testable import Artwork

struct AmbientTests {
  /// Returns a picture with patches of random colors.
  private func picture(_ random: inout SeededGenerator) throws -> Bitmap {
    let size = PixelSize(64, 40)
    let storage = try #require(PixelStorage(size))
    let colors = (0..<40).map { _ in UInt32.random(in: 0...0xff_ffff, using: &random) | 0xff00_0000 }
    for place in 0..<size.width * size.height {
      let patch = place / size.width / 8 * 8 + place % size.width / 8
      storage.bytes.storeBytes(of: colors[patch], toByteOffset: place * 4, as: UInt32.self)
    }
    return Bitmap(storage, isOpaque: true)
  }

  private func pixels(_ bitmap: Bitmap) -> [Color] {
    (0..<bitmap.size.height).flatMap { row in
      (0..<bitmap.size.width).compactMap { column in
        bitmap.pixel(column, row).map {
          Color(Double($0.red) / 255, Double($0.green) / 255, Double($0.blue) / 255)
        }
      }
    }
  }

  /// The first seed makes pictures whose colors look lighter than their computed lightness.
  @Test(arguments: [4_655_593_470_341_362_982, UInt64.random(in: 0...UInt64.max)])
  func textOnAmbientLightIsAlwaysReadable(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let quiet = Color(hex: 0x93a1bd)
    for _ in 0..<200 {
      let ambient = Ambient(picture: .path("/any"), color: .black)
      let bitmap = try #require(AmbientPainter(ambient, try picture(&random), PixelSize(32, 20)).paint())
      #expect(bitmap.isOpaque)
      let lightest = try #require(pixels(bitmap).max { $0.luminance < $1.luminance })
      #expect(lightest.contrast(to: .white) >= 11.5, "seed \(seed)")
      #expect(lightest.contrast(to: quiet) >= 4.5, "seed \(seed)")
    }
  }

  @Test func darkTextIsReadableOnBrightThemes() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let ambient = Ambient(picture: .path("/any"), color: .white, isBright: true)
      let bitmap = try #require(AmbientPainter(ambient, try picture(&random), PixelSize(32, 20)).paint())
      let darkest = try #require(pixels(bitmap).min { $0.luminance < $1.luminance })
      #expect(darkest.contrast(to: Color(hex: 0x1a2030)) >= 11, "seed \(seed)")
    }
  }

  @Test(arguments: [PixelSize(1, 1), PixelSize(320, 200), PixelSize(180, 320), PixelSize(2, 900)])
  func withoutPictureItIsTheColorsShade(size: PixelSize) throws {
    let ambient = Ambient(color: Color(hex: 0xc8442b))
    let bitmap = try #require(AmbientPainter(ambient, nil, size).paint())
    #expect(bitmap.size == size && bitmap.isOpaque)
    #expect(pixels(bitmap).allSatisfy { $0.red >= $0.blue })
  }

  @Test func samePictureGivesTheSameLight() throws {
    var random = SeededGenerator(seed: 5)
    let picture = try picture(&random)
    let ambient = Ambient(picture: .path("/any"), color: .black)
    func bytes() throws -> [UInt8] {
      try #require(AmbientPainter(ambient, picture, PixelSize(64, 40)).paint()).withBytes { Array($0) }
    }
    #expect(try bytes() == bytes())
  }

  @Test func visiblePictureFadesIntoItsLight() throws {
    let size = PixelSize(90, 160)
    let storage = try #require(PixelStorage(size))
    for place in 0..<size.width * size.height {
      storage.bytes.storeBytes(of: UInt32(0xffff_ffff), toByteOffset: place * 4, as: UInt32.self)
    }
    let ambient = Ambient(picture: .path("/any"), color: .black, pictureShare: 0.6)
    let picture = Bitmap(storage, isOpaque: true)
    let bitmap = try #require(AmbientPainter(ambient, picture, size).paint())
    let column = (0..<size.height).compactMap { bitmap.pixel(45, $0)?.green }
    #expect(column[10] == 255 && column[Int(0.28 * 160)] == 255)
    #expect(column[Int(0.56 * 160)] < 120 && column[150] < 120)
    #expect(zip(column, column.dropFirst()).allSatisfy { Int($0) + 3 >= Int($1) })
  }
}
