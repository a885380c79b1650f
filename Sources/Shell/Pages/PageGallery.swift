import Configuration
import Gestures
import RotundaGeometry
import Scene

/// Pictures side by side on a page: a row that a finger scrolls sideways, with captions and a position
/// indicator.
///
/// The first picture begins at the start of the page's column, and the last ends at its end. The others are
/// visible beyond the column, up to the edges of the screen. Lengths are in points.
struct PageGallery: Sendable {
  private struct Item: Sendable {
    let picture: PagePicture
    /// The cropped picture for the frame.
    let image: Picture
    var caption: Writing?
    var isRequested = false
    var isDrawn = false
  }

  private var items: [Item]
  /// The size of each picture.
  private let frame: Size
  private let gap: Double
  /// The distance between stops. There are as many stops as pictures, or one if all fit.
  private let step: Double
  private let stops: Int
  private var scroll = ContentScroll()

  /// The greatest width of a picture in columns, its shape, and its greatest height as a share of the
  /// viewport's.
  private static let (widest, shape, highest) = (0.82, 4.0 / 3, 0.56)
  /// The gaps between pictures, above the caption and above the indicator, in font sizes.
  private static let (gap, captionGap, markGap) = (0.8, 0.45, 0.8)
  private static let captionSize = 0.85
  /// The indicator: the dots' diameter, their spacing, and the width of the active dot, in font sizes. With
  /// more dots than a header has, it is a line with a length and a height.
  private static let (dot, dotStep, activeDot) = (0.36, 0.95, 1.0)
  private static let (lineLength, lineHeight) = (12.0, 0.24)
  /// The opacities of inactive dots, and of a pressed picture.
  private static let (others, pressed) = (0.4, 0.8)
  /// The number of invisible pictures on each side that are requested in advance.
  private static let ahead = 2

  init(_ pictures: [PagePicture], _ style: PageStyle) {
    let gap = (style.fontSize * Self.gap).rounded()
    var width = min(style.width * Self.widest, style.room.height * Self.highest * Self.shape)
    // If all pictures fit, they fill the width up to the greatest height.
    let even = (style.width - gap * Double(pictures.count - 1)) / Double(max(1, pictures.count))
    if even >= width { width = min(even, style.room.height * Self.highest * Self.shape) }
    let frame = Size(max(1, width.rounded()), max(1, (width / Self.shape).rounded()))
    (self.frame, self.gap) = (frame, gap)
    let hidden = (frame.width + gap) * Double(pictures.count) - gap - style.width
    stops = hidden > 1 ? pictures.count : 1
    step = hidden > 1 ? max(1, (hidden / Double(max(1, pictures.count - 1))).rounded()) : 1
    let pixels = PixelSize(
      max(1, Int((frame.width * style.scale).rounded())), max(1, Int((frame.height * style.scale).rounded())))
    items = pictures.map { picture in
      let ground = Ground(
        picture: .file(picture.path, revision: picture.revision), top: style.theme.card,
        bottom: style.theme.card)
      return Item(
        picture: picture, image: Picture(.ground(ground), size: pixels, scale: style.scale),
        caption: picture.caption.isEmpty
          ? nil
          : style.text(
            picture.caption, size: Self.captionSize, width: frame.width, color: style.theme.pageHeading))
    }
  }

  // Layout.

  /// Returns the beginning of the row, from the beginning of the column. Pictures that all fit are centered.
  private func left(_ style: PageStyle) -> Double {
    guard stops == 1 else { return -scroll.offset }
    let all = (frame.width + gap) * Double(items.count) - gap
    return max(0, (style.width - all) / 2).rounded()
  }

  /// Returns the area of a picture, from the upper left corner of the row.
  private func area(_ index: Int, _ style: PageStyle) -> Rectangle {
    Rectangle(origin: Point(left(style) + (frame.width + gap) * Double(index), 0), size: frame)
  }

  private func captionsHeight(_ style: PageStyle) -> Double {
    let line = style.fontSize * PageStyle.lineHeight
    let highest = items.reduce(0) { highest, item in
      max(highest, item.caption.map { $0.extent(scale: style.scale)?.height ?? line } ?? 0)
    }
    return highest > 0 ? highest + style.fontSize * Self.captionGap : 0
  }

  func height(_ style: PageStyle) -> Double {
    let mark = stops > 1 ? style.fontSize * (Self.markGap + Self.dot) : 0
    return frame.height + captionsHeight(style) + mark.rounded()
  }

  /// The index of the picture at the present stop.
  private var current: Int { min(max(0, Int((scroll.offset / step).rounded())), items.count - 1) }

  // Pictures.

  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    var isOne = false
    for index in items.indices {
      if items[index].image == picture { (items[index].isDrawn, isOne) = (true, true) }
      if items[index].caption?.measured(picture, size: size) == true { isOne = true }
    }
    return isOne
  }

  /// Requests all captions, whose heights the row needs, and the pictures that are or will soon be visible.
  mutating func request(_ style: PageStyle, order: Int, into effects: inout [ShellEffect]) {
    for item in items {
      if let caption = item.caption { effects.append(.draw(caption.picture, order: order)) }
    }
    requestPictures(style, order: order, into: &effects)
  }

  private mutating func requestPictures(_ style: PageStyle, order: Int, into effects: inout [ShellEffect]) {
    let reach = Double(Self.ahead) * (frame.width + gap)
    for index in items.indices where !items[index].isRequested {
      let area = area(index, style)
      guard area.maxX > -style.bleed - reach, area.origin.x < style.width + style.bleed + reach else {
        continue
      }
      items[index].isRequested = true
      effects.append(.draw(items[index].image, order: order))
    }
  }

  // Time and input.

  var isMoving: Bool { scroll.isMoving }

  /// Advances the row to a time, and requests pictures that come into view.
  mutating func advance(to time: Double, _ style: PageStyle, order: Int, into effects: inout [ShellEffect]) {
    scroll.fit(length: step * Double(stops), into: step, isPaged: true, at: time)
    guard scroll.isMoving else { return }
    scroll.advance(to: time)
    requestPictures(style, order: order, into: &effects)
  }

  /// Follows a finger on the row. Returns whether it handled the gesture.
  mutating func handle(_ gesture: Gesture, at time: Double) -> Bool {
    guard stops > 1 else { return false }
    switch gesture {
    case .touchBegan: _ = scroll.touchDown(at: time)
    case .touchEnded: scroll.touchUp(at: time)
    case .dragBegan(let drag), .dragChanged(let drag):
      guard scroll.isDragging || drag.axis == .perpendicular, !drag.isAfterLongPress else { return false }
      if !scroll.isDragging { scroll.beginDragging(at: time) }
      scroll.drag(by: drag.delta.x, velocity: drag.velocity.x, at: time)
      return true
    case .dragEnded(let drag):
      guard scroll.isDragging else { return false }
      scroll.endDragging(velocity: drag.velocity.x, isStep: drag.isStep, at: time)
      return true
    case .dragCancelled:
      guard scroll.isDragging else { return false }
      scroll.endDragging(velocity: 0, at: time)
      return true
    default: break
    }
    return false
  }

  /// Reports whether another stop exists in a direction.
  func canStep(by step: Int) -> Bool { (0..<stops).contains(current + step) && stops > 1 }

  mutating func step(by count: Int, at time: Double) { scroll.scroll(by: Double(count) * step, at: time) }

  /// Whether the pictures need more room than the column has.
  var isScrolling: Bool { stops > 1 }

  /// Scrolls the row sideways by a wheel's whole pictures, or by a touchpad's points.
  mutating func scroll(_ event: ScrollEvent, at time: Double) {
    switch event.kind {
    case .steps(let x, _): step(by: x, at: time)
    case .moved(let delta): scroll.scroll(by: -delta.x, duration: 0, at: time)
    case .stopped: break
    }
  }

  /// Scrolls a picture into view.
  mutating func reveal(_ index: Int, at time: Double) {
    if stops > 1, index != current { step(by: index - current, at: time) }
  }

  /// Takes the position of another row with the same pictures.
  mutating func show(_ other: PageGallery, at time: Double) {
    scroll.fit(length: step * Double(stops), into: step, isPaged: true, at: time)
    if stops > 1, other.current > 0 {
      scroll.scroll(by: Double(other.current) * step, at: time)
      scroll.advance(to: time + ContentScroll.keyTime)
    }
  }

  // Drawing.

  func targets(_ style: PageStyle) -> [PageTarget] {
    let row = Rectangle(
      origin: Point(-style.bleed, 0), size: Size(style.width + 2 * style.bleed, frame.height))
    return items.indices.map {
      PageTarget(kind: .picture(items[$0].picture), area: area($0, style), row: row)
    }
  }

  func append(
    at corner: Point, _ style: PageStyle, on plane: Plane, pressed: Int?, to frame: inout SceneFrame
  ) {
    var plane = plane
    // The screen's edges clip the row, and the corners of complete pictures stay round.
    if let clip = plane.clip, clip.size.width >= style.width + 2 * style.bleed { plane.clip = nil }
    for index in items.indices {
      let place = area(index, style)
      guard place.maxX > -style.bleed, place.origin.x < style.width + style.bleed else { continue }
      let area = Rectangle(origin: corner + place.origin, size: place.size)
      let radius = style.fontSize * PagePiece.corner
      plane.append(.color(style.theme.card), in: area, corner: radius, to: &frame)
      if items[index].isDrawn {
        plane.append(
          .picture(items[index].image, placeholder: .clear), in: area, corner: radius,
          opacity: index == pressed ? Self.pressed : 1, to: &frame)
      }
      if let caption = items[index].caption {
        let below = Point(area.origin.x, area.maxY + style.fontSize * Self.captionGap)
        plane.append(caption, at: below, scale: style.scale, to: &frame)
      }
    }
    guard stops > 1 else { return }
    let middle = corner + Point(style.width / 2, height(style) - style.fontSize * Self.dot / 2)
    if stops > HeaderSettings.mostDots {
      appendLine(around: middle, style, on: plane, to: &frame)
    } else {
      appendDots(around: middle, style, on: plane, to: &frame)
    }
  }

  private func appendDots(
    around middle: Point, _ style: PageStyle, on plane: Plane, to frame: inout SceneFrame
  ) {
    let (size, way) = (max(6, (style.fontSize * Self.dot).rounded()), style.fontSize * Self.dotStep)
    let longer = style.fontSize * Self.activeDot - size
    var start = middle.x - (way * Double(stops - 1) + longer + size) / 2
    for stop in 0..<stops {
      let near = max(0, 1 - abs(scroll.offset / step - Double(stop)))
      let width = size + longer * near
      let area = Rectangle(origin: Point(start, middle.y - size / 2), size: Size(width, size))
      start += width + way - size
      plane.append(
        .color(
          style.theme.tinge(
            style.theme.cardText, Self.others + (1 - Self.others) * near, on: style.theme.background)),
        in: area, corner: size / 2, to: &frame)
    }
  }

  private func appendLine(
    around middle: Point, _ style: PageStyle, on plane: Plane, to frame: inout SceneFrame
  ) {
    let length = min(style.width, style.fontSize * Self.lineLength).rounded()
    let height = max(4, (style.fontSize * Self.lineHeight).rounded())
    let track = Rectangle(center: middle, size: Size(length, height))
    plane.append(
      .color(style.theme.tinge(style.theme.cardText, Self.others * 0.6, on: style.theme.background)),
      in: track, corner: height / 2, to: &frame)
    if let mark = scroll.bar(in: track, isSideways: true) {
      plane.append(.color(style.theme.cardText), in: mark, corner: height / 2, to: &frame)
    }
  }
}
