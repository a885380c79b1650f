import Configuration
import RotundaGeometry
import Scene

/// What lies behind everything: a colour, a gradient, a picture, or pictures that take turns.
struct Backdrop: Sendable {
  var settings = BackgroundSettings()
  /// What is seen.
  private var shown: Picture?
  /// What is to be seen next, once its pixels are there.
  private var next: Picture?
  /// Which picture of the slideshow is seen.
  private var index = 0
  /// When the next one began to be seen through.
  private var fadeStart: Double?
  /// When the next one is due; nil while one is being fetched, and when there is only one.
  private(set) var nextDue: Double?
  private var screen = Size.zero
  private var scale = 1.0
  private var clock = 0.0

  /// Most pixels that a background has across or down: half a page of video memory on a 4K screen, and nothing in it is small.
  private static let mostPixels = 2000.0
  /// Drawn after the tiles.
  private static let order = 50

  /// Has it drawn for a screen.
  mutating func layOut(
    _ theme: Theme, _ screen: Size, scale: Double, at time: Double, into effects: inout [ShellEffect]
  ) {
    clock = max(clock, time)
    (self.screen, self.scale) = (screen, scale)
    (next, fadeStart, nextDue) = (nil, nil, nil)
    guard !screen.isEmpty else { return }
    index = settings.pictures.isEmpty ? 0 : index % settings.pictures.count
    let picture = picture(index, theme)
    if let picture, picture != shown { effects.append(.draw(picture, order: Self.order)) }
    shown = picture
    schedule()
  }

  /// The colour where nothing else is.
  func color(_ theme: Theme) -> Color { (settings.colors.first ?? theme.background).opacity(1) }

  /// Whether the next frame differs from the latest.
  var isFading: Bool { fadeStart != nil }

  /// Moves it to a time.
  mutating func advance(to time: Double) {
    clock = max(clock, time)
    guard let start = fadeStart, time >= start + settings.fade else { return }
    (shown, next, fadeStart) = (next, nil, nil)
    schedule()
  }

  /// Takes note of the pixels of a picture; whether it is one that is seen.
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

  /// Adds what is seen of it.
  func append(to frame: inout SceneFrame) {
    if let shown { append(shown, opacity: 1, to: &frame) }
    guard let next, let start = fadeStart else { return }
    let part = settings.fade > 0 ? min(1, max(0, (clock - start) / settings.fade)) : 1
    append(next, opacity: part * part * (3 - 2 * part), to: &frame)
  }

  private func append(_ picture: Picture, opacity: Double, to frame: inout SceneFrame) {
    frame.sprites.append(Sprite(.picture(picture, placeholder: .clear), size: screen, opacity: opacity))
  }

  private mutating func schedule() {
    nextDue = settings.pictures.count > 1 ? clock + settings.interval : nil
  }

  private func picture(_ index: Int, _ theme: Theme) -> Picture? {
    let picture = settings.pictures.indices.contains(index) ? settings.pictures[index] : nil
    guard picture != nil || settings.colors.count > 1 else { return nil }
    let top = settings.colors.first ?? theme.background
    let ground = Ground(
      picture: picture.map(IconSource.init), top: top, bottom: settings.colors.last ?? top,
      dimming: settings.dimming)
    let (width, height) = (screen.width * scale, screen.height * scale)
    let factor = min(1, Self.mostPixels / max(width, height))
    let size = PixelSize(Int((width * factor).rounded()), Int((height * factor).rounded()))
    return Picture(.ground(ground), size: size, scale: scale)
  }
}
