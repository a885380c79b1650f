import RotundaGeometry
import Gestures
import Scene

/// Cards that offer to try again what went wrong.
extension Shell {
  /// Height of the button, in font sizes, where a finger needs no more.
  private static let buttonHeight = 2.4
  /// Room at both sides of its word, in font sizes.
  static let buttonMargin = 1.2
  /// How thick the ring around it is that keys have come to, in points.
  private static let focusWidth = 3.0

  /// How much of a notice its button takes, with the gap above it.
  func buttonRoom(of notice: Notice, fontSize: Double) -> Double {
    notice.retry == nil ? 0 : buttonHeight(fontSize) + fontSize * 0.8
  }

  private func buttonHeight(_ fontSize: Double) -> Double {
    max(fontSize * Self.buttonHeight, pageMetrics.targetSide)
  }

  /// How wide the button is; 0 without one.
  func buttonWidth(of notice: Notice) -> Double {
    guard notice.retry != nil, let extent = notice.button?.extent(scale: scale) else { return 0 }
    return max(extent.width + 2 * Self.buttonMargin * notice.fontSize, pageMetrics.targetSide)
  }

  /// Where the button of a notice is, in points of the surface.
  func buttonFrame(of notice: Notice) -> Rectangle? {
    let width = buttonWidth(of: notice)
    guard width > 0, let area = noticeFrame(notice) else { return nil }
    let height = buttonHeight(notice.fontSize)
    let margin = noticeMargin(of: notice)
    let corner = Point(area.maxX - margin - width, area.maxY - margin * 0.75 - height)
    return Rectangle(origin: corner, size: Size(width, height))
  }

  /// A tap on a notice: on its button what went wrong is tried again, elsewhere the notice goes.
  mutating func tapNotice(_ notice: Notice, at point: Point) {
    let isOnButton = buttonFrame(of: notice)?.contains(point) == true
    sound(.tap)
    dismissNotice()
    guard isOnButton, let tile = notice.retry.flatMap({ findTile($0) }) else { return }
    open(tile)
  }

  /// What keys do to the button: down or Tab come to it before they do anything else, once; up or Tab backwards leave it, Enter presses
  /// it. Any other key leaves it and is meant for what it always is; whether the event was meant for the button.
  mutating func retryTakes(_ event: KeyEvent) -> Bool {
    guard let notice, let button = buttonFrame(of: notice) else { return false }
    let isBackwards = event.key == .up || (event.key == .tab && event.modifiers.contains(.shift))
    let isForwards = event.key == .down || (event.key == .tab && !isBackwards)
    guard notice.isRetryFocused else {
      guard isForwards, !notice.isRetryPassed else { return false }
      focusRetry(true)
      return true
    }
    if event.key == .enter || event.key == .space {
      if event.phase == .pressed { tapNotice(notice, at: button.center) }
      return true
    }
    focusRetry(false)
    self.notice?.isRetryPassed = isForwards
    return isBackwards
  }

  private mutating func focusRetry(_ isFocused: Bool) {
    notice?.isRetryFocused = isFocused
    isDirty = true
  }

  /// Draws the button of a notice.
  func appendButton(of notice: Notice, to frame: inout SceneFrame) {
    guard let area = buttonFrame(of: notice), let word = notice.button,
      let extent = word.extent(scale: scale)
    else { return }
    if notice.isRetryFocused {
      // A gap of the card's colour tells the ring from the button.
      for (width, color) in [(2 * Self.focusWidth, theme.noticeTitle), (Self.focusWidth, theme.notice)] {
        let wider = area.inset(by: -width)
        append(.color(color), in: wider, radius: wider.size.height / 2, to: &frame)
      }
    }
    append(.color(theme.noticeTitle), in: area, radius: area.size.height / 2, to: &frame)
    let corner = Point(area.center.x - extent.width / 2, area.center.y - extent.height / 2)
    append(word, at: Point(corner.x.rounded(), corner.y.rounded()), to: &frame)
  }
}
