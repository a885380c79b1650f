import CarouselEngine
import RotundaGeometry

/// The options of `rotunda preview`.
package struct PreviewOptions: Equatable, Sendable {
  /// Pixels that a picture may have across or down: what every GLES2 driver of a kiosk can draw.
  private static let sides = 16...4096
  private static let scales = 0.25...8.0
  /// A day: everything that moves by itself has shown itself by then.
  private static let times = 0.0...86400
  private static let offsets = -1e9...1e9
  /// A finger has to do something in it, and memory holds all of it.
  private static let films = 4.0...60.0
  private static let usualFilm = 8.0

  /// The configuration file; nil looks in the usual places.
  package let configuration: String?
  /// Where the picture or the film goes.
  package let output: String
  /// The screen, in pixels.
  package private(set) var (width, height) = (1280, 800)
  /// Pixels to a point.
  package let scale: Double
  /// Instead of the configuration's layout.
  package let layout: LayoutKind?
  /// Instead of the configuration's theme: a name, or the path of a folder.
  package let theme: String?
  /// Whether to show a theme: without a configuration, the preview then uses sample tiles.
  package let isOfTheme: Bool
  /// Where the carousel has been turned to, in tiles.
  package let scrollOffset: Double?
  /// The identifier of a tile that was opened a second before.
  package let open: String?
  /// Another screen than the tiles.
  package let screen: PreviewedScreen?
  /// The page of the first run.
  package let step: PreviewedStep?
  /// Seconds since the launcher was first seen.
  package let time: Double
  /// Whether to show all layouts on one sheet.
  package let isContactSheet: Bool
  /// How long a film takes, in seconds; nil where a picture is wanted.
  package let film: Double?

  /// The screen, in points.
  package var size: Size { Size(Double(width) / scale, Double(height) / scale) }

  /// - Parameter theme: the theme to show; nil is the one that an option names.
  init(_ line: ParsedArguments, theme: String? = nil) throws(UsageError) {
    let output = line.value(of: .output)
    guard let output else {
      throw UsageError("'\(theme == nil ? "preview" : "theme preview")' needs '--output FILE'")
    }
    (self.output, configuration, open) = (output, line.value(of: .config), line.value(of: .open))
    isContactSheet = line.has(.contactSheet)
    if let size = line.value(of: .size) { (width, height) = try Self.extent(size) }
    scale = try Self.number(line, .scale, in: Self.scales) ?? 1
    time = try Self.number(line, .time, in: Self.times) ?? 0
    scrollOffset = try Self.number(line, .scrollOffset, in: Self.offsets)
    layout = try Self.named(line, .layout)
    (self.theme, isOfTheme) = (theme ?? line.value(of: .theme), theme != nil)
    let seconds = try Self.number(line, .seconds, in: Self.films)
    film = line.has(.film) ? seconds ?? Self.usualFilm : nil
    screen = try Self.named(line, .screen)
    step = try Self.named(line, .step)
    guard step == nil || screen == .firstRun else {
      throw UsageError("'--step' is a page of the first run, and needs '--screen first-run'")
    }
    guard !isContactSheet || layout == nil else {
      throw UsageError("'--contact-sheet' shows every layout, so there is none to choose")
    }
    guard film != nil || seconds == nil else {
      throw UsageError("'--seconds' says how long a film takes, and needs '--film'")
    }
    guard film == nil || !(isContactSheet || open != nil || screen != nil || time != 0 || scrollOffset != nil)
    else {
      throw UsageError(
        "'--film' goes its own way: '--contact-sheet', '--open', '--time' and '--scroll-offset' are for pictures"
      )
    }
  }

  static func extent(_ text: String) throws(UsageError) -> (Int, Int) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], Self.sides.contains(width),
      Self.sides.contains(height)
    else {
      let (least, most) = (Self.sides.lowerBound, Self.sides.upperBound)
      throw UsageError("'--size \(text)': a size is 1280x800, each side from \(least) to \(most)")
    }
    return (width, height)
  }

  private static func number(
    _ line: ParsedArguments, _ option: CommandOption, in range: ClosedRange<Double>
  ) throws(UsageError) -> Double? {
    guard let text = line.value(of: option) else { return nil }
    guard let number = Double(text), range.contains(number) else {
      let bounds = "\(range.lowerBound) to \(range.upperBound)"
      throw UsageError("'--\(option.name) \(text)': a number from \(bounds) is needed")
    }
    return number
  }

  private static func named<Value: RawRepresentable & CaseIterable>(
    _ line: ParsedArguments, _ option: CommandOption
  ) throws(UsageError) -> Value? where Value.RawValue == String {
    guard let name = line.value(of: option) else { return nil }
    guard let value = Value(rawValue: name) else {
      let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("there is no \(option.name) '\(name)', only \(known)")
    }
    return value
  }
}

/// A screen that a visit or a fault brings about.
package enum PreviewedScreen: String, CaseIterable, Sendable {
  /// The question whether the visitor is still there.
  case question
  /// The PIN pad.
  case pin
  /// A field that is being written in, with the keyboard on the screen.
  case keyboard
  /// The tiles, as an operator edits them.
  case edit
  /// The form of the tile in the middle.
  case form
  /// The sheet "For everyone".
  case forEveryone = "for-everyone"
  /// The page about the system.
  case system
  /// How a phone sets up the kiosk.
  case phone
  /// The first run, in which an operator sets up the kiosk.
  case firstRun = "first-run"
  /// What fills the screen while the screen is idle.
  case attract
  /// Nothing can be opened yet.
  case settingUp = "setting-up"
  /// Nothing can be opened at this hour.
  case closed
  /// Nothing can be started.
  case outOfOrder = "out-of-order"
  /// The tile in the middle needs the network, and there is none.
  case offline
}

/// A page of the first run.
package enum PreviewedStep: String, CaseIterable, Sendable {
  case hello, language, name, look, tiles, hours, pin, summary
  /// Sheets that a page leads to.
  case logo, applications, address, files
}
