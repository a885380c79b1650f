import Configuration
import RotundaGeometry
import Scene

/// What is seen of the pad.
extension Shell {
  /// Keys that take nothing, while there is a wait or a PIN is checked.
  private static let closedOpacity = 0.4
  private static let pressedScale = 0.92
  /// Radius of the keys' corners, as a part of their side.
  private static let corner = 0.22
  /// The line around the key that arrow keys have chosen, in points.
  private static let focusWidth = 4.0
  /// Digits that were entered: their size and the way from one to the next, as parts of their line.
  private static let dotShare = 0.55
  private static let dotStep = 1.0

  /// Draws the pad before everything.
  func append(_ pad: PINPad, to frame: inout SceneFrame) {
    append(.color(theme.background), in: Rectangle(origin: .zero, size: metrics.size), radius: 0, to: &frame)
    let layout = padLayout
    if let title = pad.writing.title { append(title, in: layout.title, isBelow: true, to: &frame) }
    if let answer = pad.writing.answer { append(answer, in: layout.answer, isBelow: false, to: &frame) }
    appendDots(pad.digits.utf8.count, in: layout.dots, to: &frame)
    let isOpen = access.checking == nil && access.wait(at: clock) == 0
    for (key, area) in zip(pad.keys, layout.keys) {
      append(key, of: pad, in: area, opacity: isOpen ? 1 : Self.closedOpacity, to: &frame)
    }
    guard pad.canBeClosed else { return }
    let close = Self.shrunk(layout.close, pad.isClosePressed)
    append(.color(theme.card), in: close, radius: close.size.width / 2, to: &frame)
    appendBorder(around: close, radius: close.size.width / 2, to: &frame)
    if let sign = pad.writing.close { append(sign, around: close.center, to: &frame) }
  }

  private func append(
    _ key: PINPad.PadKey, of pad: PINPad, in area: Rectangle, opacity: Double, to frame: inout SceneFrame
  ) {
    let area = Self.shrunk(area, pad.pressed == key)
    let radius = area.size.width * Self.corner
    let first = frame.sprites.count
    if pad.focus == key {
      let wider = area.inset(by: -Self.focusWidth)
      append(.color(theme.progress), in: wider, radius: radius + Self.focusWidth, to: &frame)
    } else {
      appendBorder(around: area, radius: radius, to: &frame)
    }
    append(.color(theme.card), in: area, radius: radius, to: &frame)
    if let sign = pad.writing.signs[key] { append(sign, around: area.center, to: &frame) }
    for index in frame.sprites[first...].indices { frame.sprites[index].opacity *= opacity }
  }

  /// The line around a card, where the theme has one.
  private func appendBorder(around area: Rectangle, radius: Double, to frame: inout SceneFrame) {
    guard theme.borderWidth > 0 else { return }
    let wider = area.inset(by: -theme.borderWidth)
    append(.color(theme.border), in: wider, radius: radius + theme.borderWidth, to: &frame)
    append(.color(theme.background), in: area, radius: radius, to: &frame)
  }

  private func appendDots(_ count: Int, in line: Rectangle, to frame: inout SceneFrame) {
    let size = line.size.height * Self.dotShare
    let step = min(line.size.height * Self.dotStep, line.size.width / Double(max(1, count)))
    for index in 0..<count {
      let across = (Double(index) - Double(count - 1) / 2) * step
      append(
        .color(theme.header),
        in: Rectangle(center: line.center + Point(across, 0), size: Size(size, size)), radius: size / 2,
        to: &frame)
    }
  }

  /// Adds writing at the lower or the upper edge of an area, in its middle.
  private func append(_ writing: Writing, in area: Rectangle, isBelow: Bool, to frame: inout SceneFrame) {
    guard let extent = writing.extent(scale: scale) else { return }
    let top = isBelow ? area.maxY - extent.height : area.origin.y
    append(
      writing, at: Point((area.center.x - extent.width / 2).rounded(), top.rounded()), to: &frame)
  }

  func append(_ writing: Writing, around center: Point, to frame: inout SceneFrame) {
    guard let extent = writing.extent(scale: scale) else { return }
    let corner = center - Point(extent.width / 2, extent.height / 2)
    append(writing, at: Point(corner.x.rounded(), corner.y.rounded()), to: &frame)
  }

  private static func shrunk(_ area: Rectangle, _ isPressed: Bool) -> Rectangle {
    guard isPressed else { return area }
    return Rectangle(
      center: area.center, size: Size(area.size.width * pressedScale, area.size.height * pressedScale))
  }
}
