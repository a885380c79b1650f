import Configuration
import Scene

/// Pictures that take turns on the whole screen, and how.
struct AttractPictures: Hashable {
  /// One of them, with what is written on it; either may be empty.
  struct Slide: Hashable {
    let source: IconSource
    /// Few words in large letters.
    var name = ""
    /// Lines in small letters.
    var caption = ""
  }

  let scene: AttractScene
  let slides: [Slide]
  /// Whether they are slowly enlarged.
  let zooms: Bool
  /// Seconds from one to the next.
  let interval: Double
  /// The most pictures in a second while they are.
  private(set) var rate = 20.0

  /// Seconds in which one gives way to the next.
  static let fade = 1.2
  /// Seconds that a tile's picture takes to be enlarged, the fades at both ends among them.
  private static let heroDuration = 14.0

  /// The pictures of tiles with their names. What asks for the PIN is not for everybody to see.
  init(ofTiles tiles: [LauncherTile]) {
    (scene, zooms, interval) = (.hero, true, Self.heroDuration - Self.fade)
    slides = tiles.compactMap { tile in
      guard let picture = tile.appearance.photograph, tile.isEnabled, !tile.needsPIN else { return nil }
      return Slide(source: picture.source, name: tile.name)
    }
  }

  /// Slides with their captions, for readers of these languages, best first.
  init(_ settings: IdleSettings, _ pictures: [IconReference], languages: [String]) {
    (scene, zooms, interval) = (.slides, settings.zoomsSlides, settings.slideDuration)
    slides = pictures.map { picture in
      guard case .path(let path) = picture, let caption = settings.captions[path] else {
        return Slide(source: IconSource(picture))
      }
      return Slide(source: IconSource(picture), caption: caption.resolved(for: languages))
    }
  }

  /// The same at another rate.
  func drawn(atMost rate: Double) -> AttractPictures {
    var pictures = self
    pictures.rate = rate
    return pictures
  }
}
