import RotundaGeometry

/// What the system's page can have done.
enum SystemControl: CaseIterable, Hashable {
  /// The launcher ends, and is started again.
  case restart
  /// The screen is edited.
  case edit
  /// The screen is edited from a phone.
  case phone
  /// The page for phones ends.
  case stopPhone
  /// The configuration is read again.
  case reload
  /// The page for touchscreens.
  case touchTest
  /// The steps of the first run, once more.
  case setUp
  /// The machine starts again.
  case reboot
  /// The machine is switched off.
  case powerOff
  /// The kiosk ends, and there is a login on the console.
  case console

  /// Whether it neither ends the kiosk nor interrupts it for long.
  var isHarmless: Bool { [.edit, .reload, .touchTest].contains(self) }

  /// What is written on it.
  func text(in words: Localizer) -> String {
    switch self {
    case .restart: words(.restartLauncher)
    case .edit: words(.editScreen)
    case .phone: words(.phoneTitle)
    case .stopPhone: words(.phoneStop)
    case .reload: words(.reloadSettings)
    case .touchTest: words(.touchTest)
    case .setUp: words(.setUpAgain)
    case .reboot: words(.restartMachine)
    case .powerOff: words(.powerOff)
    case .console: words(.leaveToConsole)
    }
  }
}

/// Where the controls of the system's page are: beside the control that closes it. Lengths in points, places
/// from the upper left corner of the screen.
struct SystemControlsLayout: Hashable {
  /// A place for each.
  private(set) var places: [Rectangle] = []
  /// How much of the screen they take, with the gaps above and below.
  private(set) var height = 0.0

  /// How wide one is at least, in heights of letters: room for two words in two lines. At most, room for a
  /// phrase in one.
  private static let (narrowest, widest) = (5.2, 13.0)
  /// So wide that a phrase needs one line.
  private static let oneLine = 10.0
  private static let gap = 0.5
  /// How much of the screen's height all of them take at most.
  private static let share = 0.58
  private static let lines = 2.6

  /// No controls.
  init() {}

  /// So many controls beside each other and, where that does not do, below each other.
  init(_ count: Int, _ page: PageMetrics) {
    guard count > 0 else { return }
    let (font, foot) = (page.metrics.fontSize, page.foot)
    let gap = (font * Self.gap).rounded()
    let left = page.closeFrame.maxX + gap
    let width = foot.maxX - left
    let highest = max(foot.size.height, font * Self.lines).rounded()
    var most = max(1, Int((width + gap) / (font * Self.narrowest + gap)))
    // On a tall screen the first of them can still be reached in the lower half.
    let reach = page.metrics.size.height / 2 - font * 2 + highest - page.targetSide
    while page.metrics.size.height > width, most < count,
      Double((count + most - 1) / most) * (highest + gap) > reach
    {
      most += 1
    }
    // The text of the page needs room as well.
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
