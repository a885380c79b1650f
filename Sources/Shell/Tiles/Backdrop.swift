import Configuration
import RotundaGeometry
import Scene

/// The background: a color, a gradient, a picture, a slideshow, or the light of the selected tile.
struct Backdrop: Sendable {
  var settings = BackgroundSettings()
  /// The visible picture.
  private var shown: Picture?
  /// The next background, once its pixels arrive.
  private var next: Picture?
  /// The index of the visible slideshow picture.
  private var index = 0
  /// When `next` began to fade in.
  private var fadeStart: Double?
  /// When the next slideshow picture is due. Nil while one loads, and for a single picture.
  private(set) var nextDue: Double?
  /// The requested light of the selected tile, and the time of the request.
  private var wanted: (ambient: Ambient, since: Double)?
  /// The pictures of requested lights. A turning row requests the same lights again.
  private var lights: [Ambient: Picture] = [:]
  private var screen = Size.zero
  private var scale = 1.0
  private var clock = 0.0

  /// The most pixels of a background across or down: half a page of video memory on a 4K screen. The
  /// background has no small detail.
  private static let mostPixels = 2000.0
  /// Drawn after the tiles.
  private static let order = 50

  /// Seconds for which a tile must be selected before its light appears. A passing tile shows no light.
  private static let attention = 0.12
  /// Seconds in which one light fades into another.
  private static let ambientFade = 0.6
  /// The most light pictures that the cache keeps.
  private static let mostLights = 64
  /// Pixels of a light along the longer side of the screen. A light has no sharp detail.
  private static let ambientPixels = 320.0

  /// Requests the pictures for a screen.
  mutating func layOut(
    _ theme: Theme, _ screen: Size, scale: Double, at time: Double, into effects: inout [ShellEffect]
  ) {
    clock = max(clock, time)
    (self.screen, self.scale) = (screen, scale)
    (next, fadeStart, nextDue, wanted) = (nil, nil, nil, nil)
    lights.removeAll(keepingCapacity: true)
    guard !screen.isEmpty else { return }
    // The light of a tile arrives with the tile.
    guard !followsTile(theme) else { return shown = nil }
    index = settings.pictures.isEmpty ? 0 : index % settings.pictures.count
    let picture = picture(index, theme)
    if let picture, picture != shown { effects.append(.draw(picture, order: Self.order)) }
    shown = picture
    schedule()
  }

  /// Returns the color behind the pictures.
  func color(_ theme: Theme) -> Color { (settings.colors.first ?? theme.background).opacity(1) }

  /// Whether the next frame differs from the latest.
  var isFading: Bool { fadeStart != nil || wanted != nil }

  /// Reports whether the tile in the middle sets the background.
  func followsTile(_ theme: Theme) -> Bool { settings.followsTile && theme.allowsAmbient }

  /// Follows the light of the selected tile; the first one appears at once.
  mutating func follow(_ ambient: Ambient, into effects: inout [ShellEffect]) {
    guard !screen.isEmpty else { return }
    let latest = next ?? shown
    if case .ambient(ambient)? = latest?.content { return wanted = nil }
    guard latest != nil else {
      shown = keptPicture(ambient)
      if let shown { effects.append(.draw(shown, order: Self.order)) }
      return
    }
    if wanted?.ambient != ambient { wanted = (ambient, clock) }
    // Lights fade one after another: each fade runs to its end.
    guard let wanted, next == nil, clock >= wanted.since + Self.attention else { return }
    let picture = keptPicture(ambient)
    (next, self.wanted) = (picture, nil)
    effects.append(.draw(picture, order: Self.order))
  }

  /// Returns a picture of a light for the whole screen; nil if the theme shows no lights.
  func light(_ ambient: Ambient, _ theme: Theme) -> Picture? {
    theme.allowsAmbient && !screen.isEmpty ? picture(ambient) : nil
  }

  private mutating func keptPicture(_ ambient: Ambient) -> Picture {
    if let known = lights[ambient] { return known }
    if lights.count >= Self.mostLights { lights.removeAll(keepingCapacity: true) }
    let picture = picture(ambient)
    lights[ambient] = picture
    return picture
  }

  private func picture(_ ambient: Ambient) -> Picture {
    let most = ambient.pictureShare > 0 ? Self.mostPixels : Self.ambientPixels
    let factor = min(scale, most / max(screen.width, screen.height, 1))
    let size = PixelSize(
      max(1, Int((screen.width * factor).rounded())), max(1, Int((screen.height * factor).rounded())))
    return Picture(.ambient(ambient), size: size, scale: factor)
  }

  /// Seconds in which the next background fades in.
  private var fade: Double {
    if case .ambient? = next?.content { Self.ambientFade } else { settings.fade }
  }

  /// Advances the fade to `time`.
  mutating func advance(to time: Double) {
    clock = max(clock, time)
    guard let start = fadeStart, time >= start + fade else { return }
    (shown, next, fadeStart) = (next, nil, nil)
    schedule()
  }

  /// Notes that a picture's pixels have arrived. Returns whether it is visible.
  mutating func ready(_ picture: Picture, at time: Double) -> Bool {
    if picture == next, fadeStart == nil { fadeStart = time }
    return picture == shown || picture == next
  }

  mutating func meetDeadline(at time: Double, _ theme: Theme, into effects: inout [ShellEffect]) {
    guard let due = nextDue, due <= time else { return }
    nextDue = nil
    index = (index + 1) % max(1, settings.pictures.count)
    next = picture(index, theme)
    guard let next else { return }
    effects.append(.draw(next, order: Self.order))
  }

  /// Appends the visible pictures.
  func append(to frame: inout SceneFrame) {
    if let shown { append(shown, opacity: 1, to: &frame) }
    guard let next, let start = fadeStart else { return }
    let part = fade > 0 ? min(1, max(0, (clock - start) / fade)) : 1
    append(next, opacity: part * part * (3 - 2 * part), to: &frame)
  }

  private func append(_ picture: Picture, opacity: Double, to frame: inout SceneFrame) {
    frame.sprites.append(Sprite(.picture(picture, placeholder: .clear), size: screen, opacity: opacity))
  }

  private mutating func schedule() {
    nextDue = settings.pictures.count > 1 && !screen.isEmpty ? clock + settings.interval : nil
  }

  private func picture(_ index: Int, _ theme: Theme) -> Picture? {
    let picture = settings.pictures.indices.contains(index) ? settings.pictures[index] : nil
    guard picture != nil || settings.colors.count > 1 else { return nil }
    let top = settings.colors.first ?? theme.background
    let ground = Ground(
      picture: picture.map(IconSource.init), top: top, bottom: settings.colors.last ?? top,
      dimming: settings.dimming)
    return Self.picture(ground, on: screen, scale: scale)
  }

  /// Returns a background for the whole screen, with no more pixels than needed.
  static func picture(_ ground: Ground, on screen: Size, scale: Double) -> Picture {
    let (width, height) = (screen.width * scale, screen.height * scale)
    let factor = min(1, mostPixels / max(width, height))
    let size = PixelSize(Int((width * factor).rounded()), Int((height * factor).rounded()))
    return Picture(.ground(ground), size: size, scale: scale)
  }
}
