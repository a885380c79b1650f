import CarouselEngine
import RotundaGeometry
import Scene

/// What is seen of the highlight: a ring around what it is on, or around words that say it.
extension Shell {
  /// The words are drawn before any tile's card.
  private static let captionOrder = -1
  /// How thick the ring is, in heights of letters, and in points at least; the line on both of its sides that tells it from
  /// whatever it lies on is half as thick.
  private static let ringShare = 0.2
  private static let thinnestRing = 4.0
  /// Between the ring and what it is around, in points.
  private static let ringGap = 2.0
  /// The free edge of the words, in heights of letters.
  private static let captionMargin = 0.7

  /// Has the words drawn that say what the highlight is on, where nothing else does.
  mutating func layOutScan() {
    guard let target = scan.run?.current, !metrics.size.isEmpty else { return scan.caption = nil }
    isDirty = true
    guard let text = caption(of: target) else { return scan.caption = nil }
    let block = TextBlock(
      text, color: theme.noticeTitle, fontSize: metrics.fontSize, fontFamily: theme.fontFamily,
      language: theme.language, isBold: true)
    var caption = Writing(block, within: Size(metrics.noticeWidth, metrics.fontSize * 3), scale: scale)
    if caption.picture == scan.caption?.picture { caption.size = scan.caption?.size }
    scan.caption = caption
    outbox.append(.draw(caption.picture, order: Self.captionOrder))
  }

  private func caption(of target: ScanTarget) -> String? {
    switch target {
    case .back: words(.back)
    case .scrollDown: words(.scrollDown)
    case .scrollUp: words(.scrollUp)
    case .close: scan.run?.place == .system ? words(.leave) : nil
    case .shelf(let index): scanName(ofShelf: index)
    default: nil
    }
  }

  /// What another shelf is called: by its name, else by where it is.
  func scanName(ofShelf index: Int) -> String? {
    guard level.shelves.indices.contains(index) else { return nil }
    return level.shelves[index].name ?? words(index > scanShelfIndex ? .nextShelf : .previousShelf)
  }

  /// Draws it over everything.
  func appendScan(to frame: inout SceneFrame) {
    guard let run = scan.run, curtain == nil else { return }
    if let caption = scan.caption, let area = captionArea {
      append(.color(theme.notice), in: area, radius: metrics.fontSize * theme.noticeRadius, to: &frame)
      append(caption, around: area.center, to: &frame)
      appendRing(around: area, to: &frame)
    } else if let area = area(of: run.current) {
      appendRing(around: area, to: &frame)
    }
  }

  /// Where the words stand: at the lower edge, clear of a message and of the system's controls.
  private var captionArea: Rectangle? {
    guard let extent = scan.caption?.extent(scale: scale) else { return nil }
    let margin = metrics.fontSize * Self.captionMargin
    let size = Size(extent.width + 2 * margin, extent.height + 1.2 * margin)
    var bottom = metrics.size.height - metrics.padding * 1.5
    if systemPage != nil, access.pad == nil {
      bottom = (controlsLayout.places.first?.origin.y ?? bottom) - metrics.padding
    } else if let notice, let area = noticeFrame(notice) {
      bottom = area.origin.y - metrics.padding
    }
    return Rectangle(
      origin: Point(
        ((metrics.size.width - size.width) / 2).rounded(), max(0, bottom - size.height).rounded()),
      size: size)
  }

  /// Where something is that can be chosen, in points of the surface; nil for what is not seen.
  func area(of target: ScanTarget) -> Rectangle? {
    switch target {
    case .tiles: shelfArea(level.current)
    case .shelf(let index): shelfArea(index)
    case .tile, .face: tileArea(Rectangle(center: .zero, size: shelf.size(of: carousel.currentItemIndex)))
    case .control(let control): controlArea(control)
    case .retry: notice.flatMap { buttonFrame(of: $0) }
    case .message: notice.flatMap { noticeReach($0) }
    case .keys(let row): keysArea(row)
    case .key(let key): access.pad?.keys.firstIndex(of: key).map { padLayout.keys[$0] }
    case .system(let control):
      systemPage?.controls.all.firstIndex(of: control).map { controlsLayout.places[$0] }
    case .close: closeArea
    case .back, .scrollDown, .scrollUp: nil
    }
  }

  private var middle: Point { Point(metrics.size.width / 2, metrics.size.height / 2) }

  /// All of a shelf that is on the screen.
  private func shelfArea(_ index: Int) -> Rectangle? {
    guard level.shelves.indices.contains(index) else { return nil }
    let (size, center) = (level.shelves[index].largestTile, middle + level.place(of: index))
    let isUpright = level.shelves[index].isVertical
    return Rectangle(
      center: isUpright ? Point(center.x, middle.y) : Point(middle.x, center.y),
      size: isUpright ? Size(size.width, metrics.size.height) : Size(metrics.size.width, size.height))
  }

  /// What is seen of a part of the tile in the middle, which may be turned in space.
  private func tileArea(_ part: Rectangle) -> Rectangle? {
    guard let placement = carousel.placement(ofItemAt: carousel.currentItemIndex) else { return nil }
    let transform = placement.transform.onScreen(moved: level.place(of: level.current))
    guard let first = transform.project(part.origin),
      let second = transform.project(Point(part.maxX, part.origin.y)),
      let third = transform.project(Point(part.maxX, part.maxY)),
      let fourth = transform.project(Point(part.origin.x, part.maxY))
    else { return nil }
    let (left, right) = (
      min(min(first.x, second.x), min(third.x, fourth.x)), max(max(first.x, second.x), max(third.x, fourth.x))
    )
    let (top, bottom) = (
      min(min(first.y, second.y), min(third.y, fourth.y)), max(max(first.y, second.y), max(third.y, fourth.y))
    )
    return Rectangle(origin: middle + Point(left, top), size: Size(right - left, bottom - top))
  }

  private func controlArea(_ control: TileControl) -> Rectangle? {
    guard let interior = shelf.centeredInterior else { return nil }
    switch control {
    case .row(let index):
      return interior.layout.viewport.intersection(interior.place(ofRow: index)).flatMap { tileArea($0) }
    case .button(let index):
      let buttons = interior.layout.buttons
      return buttons.indices.contains(index) ? tileArea(buttons[index]) : nil
    // It is nowhere to be seen, and not scanned.
    case .gesture: return nil
    }
  }

  private func keysArea(_ row: Int) -> Rectangle? {
    let keys = padLayout.keys
    let (first, last) = (keys[row * PINPad.columns], keys[(row + 1) * PINPad.columns - 1])
    let left = min(first.origin.x, last.origin.x)
    return Rectangle(
      origin: Point(left, first.origin.y),
      size: Size(max(first.maxX, last.maxX) - left, first.size.height))
  }

  private var closeArea: Rectangle? {
    if access.pad != nil { return padLayout.close }
    guard page != nil else { return nil }
    let close = pageMetrics.close
    return Rectangle(origin: middle + close.origin, size: close.size)
  }

  /// Draws the ring around an area, as far as there is a screen.
  private func appendRing(around area: Rectangle, to frame: inout SceneFrame) {
    let width = max(Self.thinnestRing, (metrics.fontSize * Self.ringShare).rounded())
    let edge = (width / 2).rounded()
    let screen = Rectangle(origin: .zero, size: metrics.size)
    guard let outer = area.inset(by: -(Self.ringGap + width + edge)).intersection(screen) else { return }
    appendFrame(outer, width + 2 * edge, theme.background.opacity(1), to: &frame)
    appendFrame(outer.inset(by: edge), width, theme.progress, to: &frame)
  }

  private func appendFrame(_ area: Rectangle, _ width: Double, _ color: Color, to frame: inout SceneFrame) {
    let (across, down) = (Size(area.size.width, width), Size(width, area.size.height))
    for bar in 0..<4 {
      let corner =
        switch bar {
        case 0, 1: area.origin
        case 2: Point(area.origin.x, area.maxY - width)
        default: Point(area.maxX - width, area.origin.y)
        }
      let size = bar == 0 || bar == 2 ? across : down
      append(.color(color), in: Rectangle(origin: corner, size: size), radius: width / 3, to: &frame)
    }
  }
}
