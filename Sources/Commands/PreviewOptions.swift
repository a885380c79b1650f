import CarouselEngine
import RotundaGeometry

/// The options of `rotunda preview`.
package struct PreviewOptions: Equatable, Sendable {
  /// The range of a picture's width and height in pixels, which every GLES2 driver of a kiosk can draw.
  private static let sides = 16...4096
  private static let scales = 0.25...8.0
  /// The range of times: up to a day, in which every animation has run.
  private static let times = 0.0...86400
  private static let offsets = -1e9...1e9
  /// The range of a film's length: long enough for a gesture, and short enough for the memory.
  private static let films = 4.0...60.0
  private static let usualFilm = 8.0

  /// The configuration file; nil uses the usual locations.
  package let configuration: String?
  /// The file for the picture or the film.
  package let output: String
  /// The screen size, in pixels.
  package private(set) var (width, height) = (1280, 800)
  /// Pixels per point.
  package let scale: Double
  /// The layout; nil uses the configuration's.
  package let layout: LayoutKind?
  /// The theme: a name, or the path of a folder; nil uses the configuration's.
  package let theme: String?
  /// Whether the preview shows a theme. Without a configuration, it then uses sample tiles.
  package let isOfTheme: Bool
  /// The position of the carousel, in tiles.
  package let scrollOffset: Double?
  /// The id of a tile that was opened one second earlier.
  package let open: String?
  /// A screen to show instead of the tiles.
  package let screen: PreviewedScreen?
  /// The page of the first run.
  package let step: PreviewedStep?
  /// Seconds since the launcher appeared.
  package let time: Double
  /// Whether to show all layouts on one sheet.
  package let isContactSheet: Bool
  /// The length of a film, in seconds; nil for a picture.
  package let film: Double?

  /// The screen size, in points.
  package var size: Size { Size(Double(width) / scale, Double(height) / scale) }

  /// - Parameter theme: the theme to show; nil uses the option's.
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
    let steps: [PreviewedStep] =
      screen == .firstRun ? PreviewedStep.ofFirstRun : screen == .form ? PreviewedStep.ofForm : []
    guard step.map({ steps.contains($0) }) != false else {
      throw UsageError(
        "'--step' is a page of the first run, and needs '--screen first-run'; \(PreviewedStep.names) need "
          + "'--screen form'")
    }
    guard !isContactSheet || layout == nil else {
      throw UsageError("'--contact-sheet' shows every layout and takes no '--layout'")
    }
    guard film != nil || seconds == nil else {
      throw UsageError("'--seconds' says how long a film takes, and needs '--film'")
    }
    guard film == nil || !(isContactSheet || open != nil || screen != nil || time != 0 || scrollOffset != nil)
    else {
      throw UsageError(
        "'--film' takes no '--contact-sheet', '--open', '--screen', '--time' or '--scroll-offset': these are for pictures"
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

/// A screen that appears during a visit or after a failure.
package enum PreviewedScreen: String, CaseIterable, Sendable {
  /// The question whether the visitor is still there.
  case question
  /// The PIN pad.
  case pin
  /// A text field in use, with the on-screen keyboard.
  case keyboard
  /// The tiles while an operator edits them.
  case edit
  /// The form of the tile in the middle.
  case form
  /// The sheet "For everyone".
  case forEveryone = "for-everyone"
  /// The system's page.
  case system
  /// The way for a phone to set up the kiosk.
  case phone
  /// The first run, in which an operator sets up the kiosk.
  case firstRun = "first-run"
  /// The scenes of an idle screen.
  case attract
  /// The kiosk is being set up.
  case settingUp = "setting-up"
  /// The kiosk is closed at this hour.
  case closed
  /// The kiosk is out of order.
  case outOfOrder = "out-of-order"
  /// The tile in the middle needs the network, which is unavailable.
  case offline
}

/// A page of the first run, or a form of the editor.
package enum PreviewedStep: String, CaseIterable, Sendable {
  case hello, language, name, look, tiles, hours, network, pin, summary
  /// Sheets that open from a page.
  case logo, applications, address, files, hidden, password
  /// The choice of a new tile, and the form of a shelf.
  case add, shelf

  /// The forms of the editor, except the form of a tile.
  static let ofForm: [PreviewedStep] = [.add, .applications, .files, .shelf]
  static let ofFirstRun = allCases.filter { ![.add, .shelf].contains($0) }
  static var names: String { ofForm.map(\.rawValue).joined(separator: ", ") }
}
