import Configuration
import Scene

/// Pictures that take turns on the whole screen, and their timing.
struct AttractPictures: Hashable {
  /// A picture with its texts, which may be empty.
  struct Slide: Hashable {
    let source: IconSource
    /// A few words in large letters.
    var name = ""
    /// Lines of small letters.
    var caption = ""
  }

  let scene: AttractScene
  let slides: [Slide]
  /// Whether the pictures zoom in slowly.
  let zooms: Bool
  /// Seconds from one picture to the next.
  let interval: Double
  /// The most frames per second while pictures zoom.
  private(set) var rate = 20.0

  /// Seconds in which a picture fades into the next.
  static let fade = 1.2
  /// Seconds that a tile's picture zooms, including the fades at both ends.
  private static let heroDuration = 14.0

  /// Creates the pictures of tiles with their names, without unavailable tiles and tiles that need the PIN.
  init(ofTiles tiles: [LauncherTile]) {
    (scene, zooms, interval) = (.hero, true, Self.heroDuration - Self.fade)
    slides = tiles.compactMap { tile in
      guard let picture = tile.appearance.photograph, tile.isEnabled, !tile.needsPIN else { return nil }
      return Slide(source: picture.source, name: tile.name)
    }
  }

  /// Creates slides with captions, for a list of languages, best first.
  init(_ settings: IdleSettings, _ pictures: [IconReference], languages: [String]) {
    (scene, zooms, interval) = (.slides, settings.zoomsSlides, settings.slideDuration)
    slides = pictures.map { picture in
      guard case .path(let path) = picture, let caption = settings.captions[path] else {
        return Slide(source: IconSource(picture))
      }
      return Slide(source: IconSource(picture), caption: caption.resolved(for: languages))
    }
  }

  /// Returns the pictures with another frame rate.
  func drawn(atMost rate: Double) -> AttractPictures {
    var pictures = self
    pictures.rate = rate
    return pictures
  }
}

// Scenes between visits, in panels and tiles.
extension PanelStack {
  /// The number of the picture that a later scene begins with; nil without a scene of pictures.
  var nextPicture: Int? { first(AttractPanel.self)?.nextNumber }
  var showsPictures: Bool { first(AttractPanel.self)?.isOpen == true }
  var showsPage: Bool { first(ContentPage.self)?.isOpen == true }

  /// Returns the pictures of a scene; nil if it has none.
  func pictures(of scene: AttractScene, _ settings: IdleSettings) -> AttractPictures? {
    let slides = settings.slides.isEmpty ? tiles.backdrop.settings.pictures : settings.slides
    let pictures =
      scene == .hero
      ? AttractPictures(ofTiles: tiles.levels[0].shelves.flatMap(\.tiles))
      : AttractPictures(settings, slides, languages: tiles.header.languages)
    return pictures.slides.isEmpty ? nil : pictures.drawn(atMost: Double(settings.attractRate))
  }

  /// Shows pictures after the visible ones, or from one of them on.
  mutating func show(_ pictures: AttractPictures, from number: Int, at time: Double) {
    if showsPictures {
      change(AttractPanel.self) { $0.show(pictures) }
    } else {
      show(AttractPanel(pictures, from: number, at: time))
    }
  }

  /// Updates the pictures after a change of tiles or language. Returns false if none are left.
  mutating func updatePictures(_ settings: IdleSettings) -> Bool {
    guard let shown = first(AttractPanel.self)?.pictures else { return true }
    guard let pictures = pictures(of: shown.scene, settings) else { return false }
    if pictures != shown { change(AttractPanel.self) { $0.show(pictures) } }
    return true
  }

  /// Starts moving the tiles: continuously, or one by one. Returns nil if they cannot move.
  mutating func moveTiles(turning: Bool, at time: Double) -> AttractMode? {
    guard tiles.tiles.count > 1 else { return nil }
    redraw()
    // With reduced motion, nothing moves continuously.
    guard turning, tiles.carousel.isWrapEnabled, !environment.theme.hasReducedMotion else {
      return .stepping(next: time + Attraction.pause)
    }
    tiles.beginTurning(speed: Attraction.turningSpeed)
    return .turning
  }

  /// Ends a scene. `isSeen` says whether it still fills the screen.
  mutating func end(_ mode: AttractMode, isSeen: Bool) {
    switch mode {
    case .page: if isSeen { close(.page) }
    case .turning: tiles.endTurning()
    case .ghost: tiles.endGhost()
    case .pictures: close(.attract)
    case .program, .stepping: break
    }
  }
}
