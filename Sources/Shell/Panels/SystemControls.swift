import RotundaGeometry

/// The controls on the system page.
enum SystemControl: CaseIterable, Hashable {
  /// Restarts the launcher.
  case restart
  /// Edits the screen.
  case edit
  /// The screen is edited from a phone.
  case phone
  /// The page for phones ends.
  case stopPhone
  /// Reads the configuration again.
  case reload
  /// Shows the page for touchscreens.
  case touchTest
  /// Shows the first run again.
  case setUp
  /// Installs the bundle on a USB stick.
  case install
  /// Reboots the machine.
  case reboot
  /// Turns the machine off.
  case powerOff
  /// Ends the kiosk, and shows a login on the console.
  case console

  /// Whether the control neither ends the kiosk nor interrupts it for long.
  var isHarmless: Bool { [.edit, .reload, .touchTest].contains(self) }

  /// Returns the label.
  func text(in words: Localizer) -> String {
    switch self {
    case .restart: words(.restartLauncher)
    case .edit: words(.editScreen)
    case .phone: words(.phoneTitle)
    case .stopPhone: words(.phoneStop)
    case .reload: words(.reloadSettings)
    case .touchTest: words(.touchTest)
    case .setUp: words(.setUpAgain)
    case .install: words(.installContent)
    case .reboot: words(.restartMachine)
    case .powerOff: words(.powerOff)
    case .console: words(.leaveToConsole)
    }
  }
}

/// The places of the controls on the system page, beside the close control. Lengths are in points, and places
/// from the upper left corner of the screen.
struct SystemControlsLayout: Hashable {
  /// The places of the controls.
  private(set) var places: [Rectangle] = []
  /// The height of all controls, with the gaps above and below.
  private(set) var height = 0.0

  /// The least width of a control, with room for two words in two lines, and the greatest, with room for a
  /// phrase in one line. In heights of letters.
  private static let (narrowest, widest) = (5.2, 13.0)
  /// The width at which a phrase needs one line, in heights of letters.
  private static let oneLine = 10.0
  private static let gap = 0.5
  /// The greatest share of the screen's height for all controls.
  private static let share = 0.58
  private static let lines = 2.6

  /// Creates an empty layout.
  init() {}

  /// Lays out a number of controls side by side, and in further rows if they do not fit.
  init(_ count: Int, _ page: PageMetrics) {
    guard count > 0 else { return }
    let (font, foot) = (page.metrics.fontSize, page.foot)
    let gap = (font * Self.gap).rounded()
    let left = page.closeFrame.maxX + gap
    let width = foot.maxX - left
    let highest = max(foot.size.height, font * Self.lines).rounded()
    var most = max(1, Int((width + gap) / (font * Self.narrowest + gap)))
    // On a tall screen, the first control is still within reach in the lower half.
    let reach = page.metrics.size.height / 2 - font * 2 + highest - page.targetSide
    while page.metrics.size.height > width, most < count,
      Double((count + most - 1) / most) * (highest + gap) > reach
    {
      most += 1
    }
    // The page's text needs room as well.
    while most < count,
      Double((count + most - 1) / most) * (highest + gap) > page.metrics.size.height * Self.share
    {
      most += 1
    }
    let rows = (count + most - 1) / most
    let columns = (count + rows - 1) / rows
    let share = (width - Double(columns - 1) * gap) / Double(columns)
    let side = Size(
      min(share, font * Self.widest).rounded(.down),
      share >= font * Self.oneLine ? foot.size.height : highest)
    height = Double(rows) * (side.height + gap) + gap
    let top = foot.maxY - Double(rows) * (side.height + gap) + gap
    places = (0..<count).map { index in
      Rectangle(
        origin: Point(
          left + Double(index % columns) * (side.width + gap),
          top.rounded(.down) + Double(index / columns) * (side.height + gap)), size: side)
    }
  }
}
