import CarouselEngine
import Configuration
import RotundaGeometry
import Scene

/// Shows the position of the selected tile: dots for a few tiles, a mark on a track or a thin line, or a
/// number.
struct Indicator: Sendable {
  /// The form of the indicator.
  enum Form: Hashable {
    case none, dots, track, rule, number

    /// Whether the form is a line with a mark on it.
    var isLine: Bool { self == .track || self == .rule }
  }

  static func form(_ settings: HeaderSettings, tiles: Int) -> Form {
    guard tiles > 1 else { return .none }
    switch settings.indicator {
    case .none: return .none
    case .index: return .number
    case .rule: return .rule
    case .dots: return tiles > HeaderSettings.mostDots ? .track : .dots
    }
  }

  private var number: Writing?
  /// The text of the number.
  private var text = ""

  private var accents = AccentColors()
  /// The accent of the selected tile or the theme, adjusted to the background; nil without one.
  private(set) var mark: Color?

  /// Follows the accent of the tile in the middle.
  mutating func follow(_ tile: Color?, _ theme: Theme) {
    mark = (tile ?? theme.accent).map { accents.behindTiles($0, theme) }
  }

  /// Whether no number has been drawn yet.
  var isUnnumbered: Bool { number == nil }

  /// The dots: their diameter, their spacing, and the width of the active dot, in heights of usual letters.
  private static let (dotSize, dotStep, activeWidth) = (0.36, 0.95, 3.0)
  /// The opacity of the other dots, or of the track below its mark.
  private static let others = 0.5
  /// The greatest and least length of the track, its height, and the least length of its mark, in heights of
  /// usual letters.
  private static let (trackLength, leastTrack, trackHeight, leastMark) = (24.0, 8.0, 0.22, 1.6)
  /// The bar of a thin line, in heights of usual letters; the height of the line in points, and its opacity.
  private static let (barHeight, line, lineOpacity) = (0.22, 1.0, 0.3)
  /// The letters of the number, and the room of its line, in heights of letters.
  private static let (letters, row) = (0.9, 2.0)
  /// Drawn before any tile's card, as messages are.
  private static let order = -1

  /// Discards all pictures, because the screen or the theme changed.
  mutating func forget() { (number, text, mark, accents) = (nil, "", nil, AccentColors()) }

  /// Returns the least length of the indicator, in points.
  static func leastLength(tiles: Int, _ metrics: Metrics) -> Double {
    let unit = metrics.plainFontSize
    return tiles > HeaderSettings.mostDots ? unit * leastTrack : dotsLength(tiles, unit)
  }

  private static func dotsLength(_ tiles: Int, _ unit: Double) -> Double {
    unit * dotStep * Double(max(0, tiles - 1)) + dotDiameter(unit) * activeWidth
  }

  /// Returns the diameter of a dot: at least 6 points, which is visible on a coarse screen.
  private static func dotDiameter(_ unit: Double) -> Double { max(unit * dotSize, 6).rounded() }

  /// Returns the length of the indicator with enough room, in points.
  static func length(_ form: Form, tiles: Int, within room: Double, _ metrics: Metrics) -> Double {
    let unit = metrics.plainFontSize
    switch form {
    case .none, .number: return 0
    case .dots: return dotsLength(tiles, unit)
    case .track: return min(room, unit * trackLength).rounded()
    case .rule: return room.rounded()
    }
  }

  /// Requests a picture of the number of the tile in the middle.
  mutating func layOut(
    _ current: Int, of count: Int, _ environment: Environment, into effects: inout [ShellEffect]
  ) {
    guard current >= 0 else { return forget() }
    let text = "\(current + 1) / \(count)"
    guard text != self.text else { return }
    self.text = text
    let (metrics, theme) = (environment.metrics, environment.theme)
    let block = TextBlock(
      text, color: theme.quiet, fontSize: metrics.fontSize * metrics.legible(Self.letters),
      fontFamily: theme.titleFontFamily,
      language: theme.language, isBold: false, mostLines: 1)
    let room = Size(metrics.size.width * 0.45, metrics.fontSize * Self.row)
    let writing = Writing(block, within: room, scale: environment.scale)
    guard writing.picture != number?.picture else { return }
    number = writing
    effects.append(.draw(writing.picture, order: Self.order))
  }

  /// Stores the measured size of a picture. Returns whether the indicator shows the picture.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    number?.measured(picture, size: size) == true
  }

  /// The place and form of the indicator.
  struct Place: Hashable {
    var form: Form
    var tiles: Int
    /// Its middle, in points of the surface.
    var center: Point
    var length: Double
    /// Whether the indicator is vertical, because the tiles are.
    var isVertical = false

    /// Returns the carousel's offset for a point beside the indicator, in tiles.
    func offset(at point: Point) -> Double {
      let along = isVertical ? point.y - center.y : point.x - center.x
      let share = length > 0 ? along / length + 0.5 : 0
      return min(max(0, share), 1) * Double(tiles - 1)
    }

    /// Returns a part of the indicator. `middle` and `extent` are measured from its middle, along it.
    fileprivate func area(_ middle: Double, _ extent: Double, height: Double) -> Rectangle {
      Rectangle(
        center: center + (isVertical ? Point(0, middle) : Point(middle, 0)),
        size: isVertical ? Size(height, extent) : Size(extent, height))
    }
  }

  /// Draws the indicator.
  func draw(
    _ carousel: Carousel, at place: Place, _ environment: Environment, opacity: Double,
    to frame: inout SceneFrame
  ) {
    guard opacity > 0 else { return }
    let first = frame.sprites.count
    switch place.form {
    case .none: return
    case .number: if let number { frame.append(number, around: place.center, scale: environment.scale) }
    case .dots: drawDots(carousel, at: place, environment, to: &frame)
    case .track, .rule: drawLine(carousel, at: place, environment, to: &frame)
    }
    frame.fade(from: first, by: opacity)
  }

  private func drawDots(
    _ carousel: Carousel, at place: Place, _ environment: Environment, to frame: inout SceneFrame
  ) {
    let unit = environment.metrics.plainFontSize
    let (size, step) = (Self.dotDiameter(unit), unit * Self.dotStep)
    // The active dot is longer, and moves the dots after it by the difference.
    let longer = size * (Self.activeWidth - 1)
    var start = -(step * Double(place.tiles - 1) + longer) / 2 - size / 2
    for dot in 0..<place.tiles {
      let near = max(0, 1 - abs(carousel.offset(forItemAt: dot)))
      let length = size + longer * near
      let area = place.area(start + length / 2, length, height: size)
      start += length + step - size
      let color = near > 0.5 ? mark ?? environment.theme.header : environment.theme.header
      append(color, Self.others + (1 - Self.others) * near, in: area, size / 2, environment.theme, to: &frame)
    }
  }

  /// Appends a part of the indicator with an opacity.
  private func append(
    _ color: Color, _ opacity: Double, in area: Rectangle, _ radius: Double, _ theme: Theme,
    to frame: inout SceneFrame
  ) {
    guard !theme.isOpaque else {
      return frame.append(.color(theme.tinge(color, opacity, on: theme.background)), in: area, radius: radius)
    }
    frame.append(.color(color), in: area, radius: radius)
    frame.sprites[frame.sprites.count - 1].opacity = opacity
  }

  private func drawLine(
    _ carousel: Carousel, at place: Place, _ environment: Environment, to frame: inout SceneFrame
  ) {
    let (unit, theme, isRule) = (environment.metrics.plainFontSize, environment.theme, place.form == .rule)
    let height = isRule ? Self.line : max(4, (unit * Self.trackHeight).rounded())
    let bar = isRule ? max(3, (unit * Self.barHeight).rounded()) : height * 2
    let part = isRule ? Self.lineOpacity : Self.others * 0.6
    append(
      theme.header, part, in: place.area(0, place.length, height: height), isRule ? 0 : height / 2, theme,
      to: &frame)
    let extent = max(place.length / Double(place.tiles), unit * Self.leastMark)
    let last = Double(place.tiles - 1)
    // From the last tile to the first, the mark returns along the whole line.
    let offset = carousel.scrollOffset.wrapped(below: Double(place.tiles))
    let share = min(max(0, offset <= last ? offset / last : Double(place.tiles) - offset), 1)
    let mark = place.area((place.length - extent) * (share - 0.5), extent, height: bar)
    let color = self.mark ?? (isRule ? theme.badge : theme.header)
    frame.append(.color(color), in: mark, radius: isRule ? 0 : height)
  }
}

extension Double {
  /// Returns the number with the same remainder from 0 up to `count` (excluded).
  fileprivate func wrapped(below count: Double) -> Double {
    let remainder = truncatingRemainder(dividingBy: count)
    return remainder < 0 ? remainder + count : remainder
  }
}
