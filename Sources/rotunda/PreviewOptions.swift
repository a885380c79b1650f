import CarouselEngine
import Configuration
import RotundaGeometry

/// What `rotunda preview` is asked for.
struct PreviewOptions: Equatable {
  /// Pixels that a picture may have across or down: what every GLES2 driver of a kiosk can draw.
  private static let sides = 16...4096
  private static let scales = 0.25...8.0
  /// A day: everything that moves by itself has shown itself by then.
  private static let times = 0.0...86400

  /// The configuration file; nil looks in the usual places.
  var configuration: String?
  /// Where the picture goes.
  var output = ""
  /// The screen, in pixels.
  var width = 1280
  var height = 800
  /// Pixels to a point.
  var scale = 1.0
  /// Instead of the configuration's layout.
  var layout: LayoutKind?
  /// Instead of the configuration's theme.
  var theme: Theme.Name?
  /// Where the carousel has been turned to, in tiles.
  var scrollOffset: Double?
  /// The identifier of a tile that was opened a second before.
  var open: String?
  /// Seconds since the launcher was first seen.
  var time = 0.0
  /// Whether every layout is shown beside the others.
  var isContactSheet = false

  /// The screen, in points.
  var size: Size { Size(Double(width) / scale, Double(height) / scale) }

  init(_ line: CommandWords) throws(UsageError) {
    try line.allowOnly([
      .config, .contactSheet, .layout, .open, .output, .scale, .scrollOffset, .size, .theme, .time,
    ])
    guard line.operands.count == 1 else {
      throw UsageError(message: "'preview' takes only options, and the file after '--output'")
    }
    guard let output = line.value(of: .output) else {
      throw UsageError(message: "'preview' needs '--output FILE'")
    }
    self.output = output
    configuration = line.value(of: .config)
    isContactSheet = line.has(.contactSheet)
    open = line.value(of: .open)
    if let size = line.value(of: .size) { (width, height) = try Self.extent(size) }
    if let text = line.value(of: .scale) { scale = try Self.number(text, .scale, in: Self.scales) }
    if let text = line.value(of: .time) { time = try Self.number(text, .time, in: Self.times) }
    if let text = line.value(of: .scrollOffset) {
      scrollOffset = try Self.number(text, .scrollOffset, in: -1e9...1e9)
    }
    if let name = line.value(of: .layout) { layout = try Self.layout(name) }
    if let name = line.value(of: .theme) { theme = try Self.theme(name) }
    guard !isContactSheet || layout == nil else {
      throw UsageError(message: "'--contact-sheet' shows every layout, so there is none to choose")
    }
  }

  private static func extent(_ text: String) throws(UsageError) -> (Int, Int) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], Self.sides.contains(width),
      Self.sides.contains(height)
    else {
      let (least, most) = (Self.sides.lowerBound, Self.sides.upperBound)
      throw UsageError(message: "'--size \(text)': a size is 1280x800, each side from \(least) to \(most)")
    }
    return (width, height)
  }

  private static func number(
    _ text: String, _ option: CommandWords.Option, in range: ClosedRange<Double>
  ) throws(UsageError) -> Double {
    guard let number = Double(text), range.contains(number) else {
      let bounds = "\(range.lowerBound) to \(range.upperBound)"
      throw UsageError(message: "'--\(option.name) \(text)': a number from \(bounds) is needed")
    }
    return number
  }

  private static func theme(_ name: String) throws(UsageError) -> Theme.Name {
    guard let theme = Theme.Name(rawValue: name) else {
      let known = Theme.Name.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError(message: "there is no theme '\(name)', only \(known)")
    }
    return theme
  }

  private static func layout(_ name: String) throws(UsageError) -> LayoutKind {
    guard let layout = LayoutKind(rawValue: name) else {
      let known = LayoutKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError(message: "there is no layout '\(name)', only \(known)")
    }
    return layout
  }
}
