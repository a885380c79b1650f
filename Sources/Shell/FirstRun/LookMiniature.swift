import Configuration
import RotundaGeometry
import Scene

/// A miniature screen in a theme. The launcher's own code draws it, with the tiles of a configuration.
struct LookMiniature: Sendable {
  let look: SetupLook
  private let theme: Theme
  private var tiles: TilesPanel
  private var frame = SceneFrame()
  /// The scale relative to the screen.
  private var zoom = 1.0
  private var isStale = true

  init(_ look: SetupLook) {
    var configuration = look.configuration
    // The miniature does not move and shows no time.
    (configuration.header.hasNudge, configuration.header.hasChevrons) = (false, false)
    configuration.header.clock = .none
    configuration.header.buttons = []
    for shape in configuration.edges.keys {
      configuration.edges[shape]?.header.clock = .none
      configuration.edges[shape]?.header.hasNudge = false
    }
    self.look = look
    let environment = Environment(configuration)
    theme = environment.theme
    tiles = TilesPanel(look.shelves, configuration, hasProblems: false, environment)
  }

  /// Lays out the screen of `environment` in a miniature `width` points wide.
  mutating func layOut(width: Double, _ environment: Environment) {
    zoom = max(0.01, width / max(1, environment.metrics.size.width))
    var inner = environment
    (inner.theme, inner.themeName) = (theme, tiles.environment.themeName)
    inner.theme.language = environment.theme.language
    inner.pointsPerMillimeter = nil
    inner.resize(to: environment.metrics.size, scale: environment.scale * zoom)
    inner.time = environment.time
    guard
      tiles.environment.metrics != inner.metrics || tiles.environment.scale != inner.scale
        || tiles.environment.languages != inner.languages
    else { return }
    tiles.environment = inner
    tiles.write(in: environment.languages, environment.words)
    tiles.resize()
    tiles.layOutSurroundings()
    isStale = true
  }

  mutating func measured(_ picture: Picture, size: PixelSize, inset: PixelSize) {
    tiles.measured(picture, size: size, inset: inset)
    if tiles.takeOutput()?.needsFrame == true { isStale = true }
  }

  /// Updates the sprites if needed, and requests pictures.
  mutating func advance(to time: Double, order: Int, into effects: inout [ShellEffect]) {
    guard isStale || tiles.isMoving else { return }
    let elapsed = max(0, time - tiles.environment.time)
    tiles.environment.time = time
    isStale = false
    frame.removeAll()
    frame.size = tiles.metrics.size
    tiles.advance(elapsed: elapsed)
    tiles.draw(isCovered: false, isShaded: false, to: &frame)
    tiles.requestPictures(ofTiles: true, isShaded: false)
    for case .draw(let picture, let wanted) in tiles.outbox {
      effects.append(.draw(picture, order: max(order, wanted)))
    }
    tiles.outbox.removeAll()
    if tiles.takeOutput()?.needsFrame == true { isStale = true }
  }

  var isMoving: Bool { isStale || tiles.isMoving }

  /// Draws the miniature in an area, clipped to `clip`. Both are in points from the surface's top left
  /// corner.
  func draw(in area: Rectangle, clip: Rectangle, to outer: inout SceneFrame) {
    guard let seen = area.intersection(clip) else { return }
    let middle = Point(outer.size.width / 2, outer.size.height / 2)
    let limits = Rectangle(origin: seen.origin - middle, size: seen.size)
    let way = area.center - middle
    outer.append(.color(tiles.background.opacity(1)), in: seen)
    for var sprite in frame.sprites {
      sprite.transform = sprite.transform.onScreen(scaled: zoom, moved: way)
      if let inner = sprite.clip {
        let moved = Rectangle(center: inner.center * zoom + way, size: inner.size * zoom)
        guard let both = moved.intersection(limits) else { continue }
        sprite.clip = both
      } else {
        sprite.clip = limits
      }
      outer.sprites.append(sprite)
    }
  }
}
