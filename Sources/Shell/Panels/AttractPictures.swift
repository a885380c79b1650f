import Configuration
import Scene

/// Pictures that take turns on the whole screen, and how.
struct AttractPictures: Hashable {
  /// A picture with its texts; either may be empty.
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

  /// The pictures of tiles with their names, without tiles that need the PIN.
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

// Scenes between visits, as panels and tiles show them.
extension PanelStack {
  /// The number of the picture that a later scene of pictures begins with; nil where none is shown.
  var nextPicture: Int? { first(AttractPanel.self)?.nextNumber }
  var showsPictures: Bool { first(AttractPanel.self)?.isOpen == true }
  var showsPage: Bool { first(ContentPage.self)?.isOpen == true }

  /// What a scene of pictures shows; nil where there are none.
  func pictures(of scene: AttractScene, _ settings: IdleSettings) -> AttractPictures? {
    let slides = settings.slides.isEmpty ? tiles.backdrop.settings.pictures : settings.slides
    let pictures =
      scene == .hero
      ? AttractPictures(ofTiles: tiles.levels[0].shelves.flatMap(\.tiles))
      : AttractPictures(settings, slides, languages: tiles.header.languages)
    return pictures.slides.isEmpty ? nil : pictures.drawn(atMost: Double(settings.attractRate))
  }

  /// Shows pictures after those that are shown, or from one of them on.
  mutating func show(_ pictures: AttractPictures, from number: Int, at time: Double) {
    if showsPictures {
      change(AttractPanel.self) { $0.show(pictures) }
    } else {
      show(AttractPanel(pictures, from: number, at: time))
    }
  }

  /// The pictures changed with the tiles or the language; false if none are left.
  mutating func updatePictures(_ settings: IdleSettings) -> Bool {
    guard let shown = first(AttractPanel.self)?.pictures else { return true }
    guard let pictures = pictures(of: shown.scene, settings) else { return false }
    if pictures != shown { change(AttractPanel.self) { $0.show(pictures) } }
    return true
  }

  /// Moves the tiles: turning, or one by one; nil if they cannot.
  mutating func moveTiles(turning: Bool, at time: Double) -> AttractMode? {
    guard tiles.tiles.count > 1 else { return nil }
    redraw()
    // Where motion is reduced, nothing moves without an end.
    guard turning, tiles.carousel.isWrapEnabled, !environment.theme.hasReducedMotion else {
      return .stepping(next: time + Attraction.pause)
    }
    tiles.beginTurning(speed: Attraction.turningSpeed)
    return .turning
  }

  /// Ends a scene; `isSeen` means that a scene still fills the screen.
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
