import Artwork
import Configuration
import RotundaGeometry
import Scene
import Shell

/// Finds pictures of tiles that do not suit their place: too small, much too large, or of a shape that
/// loses much to cropping.
package nonisolated struct PictureReview {
  /// The magnification above which a picture looks soft.
  private static let softScale = 1.5
  /// The share of a picture that may be cut off if no focus is set.
  private static let mostCut = 0.4
  /// The pixels above which a picture is too large. It takes seconds to decode on a small machine, and even
  /// an 8K screen shows only 33 million.
  private static let manyPixels = 40_000_000

  private let screen: PixelSize
  private let places: [String: PicturePlace]

  /// Creates a review.
  ///
  /// - Parameters:
  ///   - configuration: the configuration of the tiles.
  ///   - screen: the size of the screen.
  package init(_ configuration: KioskConfiguration, on screen: PixelSize) {
    self.screen = screen
    places = Shell.picturePlaces(
      of: configuration, on: Size(Double(screen.width), Double(screen.height)))
  }

  /// Returns the findings about the picture of a tile, one sentence each.
  ///
  /// - Parameter read: Returns the extent of the picture in a file; nil if it has no size in pixels.
  package func findings(on tile: Tile, read: (_ path: String) -> PictureExtent?) -> [String] {
    guard case .path(let path)? = tile.look.picture, path.hasPrefix("/"), let place = places[tile.id],
      let picture = read(path)
    else { return [] }
    let extent = picture.extent
    let name = path.split(separator: "/").last.map(String.init) ?? path
    // The launcher does not show such a picture.
    guard !picture.isTooLarge else {
      return [
        "\(name) is \(extent.text), \(Self.megapixels(extent)) megapixels: the launcher does not show more than "
          + "\(picture.mostPixels / 1_000_000) in this format"
      ]
    }
    let covers = tile.look.fit == .cover
    var findings: [String] = []
    if !extent.isUsable(upTo: Self.manyPixels) {
      findings.append(
        "\(name) is \(extent.text), \(Self.megapixels(extent)) megapixels: it takes long to load, and "
          + "\(place.largest.text) pixels are enough for a screen of \(screen.text)")
    }
    let scale = place.largest.scale(of: extent, covers: covers)
    if scale > Self.softScale {
      findings.append(
        "\(name) is \(extent.text), shown at about \(place.largest.text) on a screen of \(screen.text): it will "
          + "look soft")
    }
    let cut = place.tile.cut(of: extent)
    if covers, cut > Self.mostCut, tile.look.focus == Tile.standard.look.focus {
      findings.append(
        "\(name) is \(extent.text), and on a tile of about \(place.tile.text) \(Int((cut * 100).rounded())) % of it "
          + "is cut off: picture-focus says which part stays")
    }
    return findings
  }

  private static func megapixels(_ extent: PixelSize) -> Int {
    let (pixels, overflow) = extent.width.multipliedReportingOverflow(by: extent.height)
    return (overflow ? .max : pixels) / 1_000_000
  }
}

nonisolated extension PixelSize {
  fileprivate var text: String { "\(width)×\(height)" }
}

nonisolated extension Size {
  fileprivate var text: String { "\(Int(width.rounded()))×\(Int(height.rounded()))" }

  /// Returns the magnification of a picture that covers this place, or fits into it.
  fileprivate func scale(of picture: PixelSize, covers: Bool) -> Double {
    let (across, down) = (width / Double(max(1, picture.width)), height / Double(max(1, picture.height)))
    return covers ? max(across, down) : min(across, down)
  }

  /// Returns the share of a covering picture that is cut off, 0 to 1.
  fileprivate func cut(of picture: PixelSize) -> Double {
    let (across, down) = (width / Double(max(1, picture.width)), height / Double(max(1, picture.height)))
    return 1 - min(across, down) / max(across, down)
  }
}
