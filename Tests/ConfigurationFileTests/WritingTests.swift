import CarouselEngine
import Configuration
import ConfigurationFile
import RotundaGeometry
import Testing

/// Settings write the text that configuration files contain.
@Suite struct WritingTests {
  private static let tile = "\n[[tile]]\nrun = [\"true\"]\n"

  /// Values at both ends of a key's range, and one within.
  private static func values(_ key: ConfigurationKey) -> [SettingValue] {
    switch key.kind {
    case .boolean: [.boolean(true), .boolean(false)]
    case .number(let range), .angle(let range), .duration(let range): numbers(range).map { .number($0) }
    case .integer(let range):
      [.number(Double(range.lowerBound)), .number(Double(range.upperBound)), .number(7)]
    case .pair(let range), .size(let range):
      numbers(range).map { .pair($0, range.upperBound) }
    case .area: [.area(SIMD4(0, 0.5, 1, 0.25)), .area(SIMD4(0.125, 0, 0.1, 1))]
    case .curve:
      AnimationCurve.names.map { .curve(AnimationCurve(name: $0) ?? .linear) } + [
        .curve(.bezier(x1: 0.2, y1: -0.8, x2: 0.25, y2: 1))
      ]
    case .choice(let words): words.filter { $0 != "custom" }.map { .word($0) }
    default: []
    }
  }

  private static func numbers(_ range: ClosedRange<Double>) -> [Double] {
    let middle = ((range.lowerBound + range.upperBound) / 2).rounded(.up)
    return [range.lowerBound, range.upperBound, min(middle, range.upperBound)]
  }

  @Test(arguments: CarouselField.all.indices) func writtenKeyIsReadBack(index: Int) throws {
    let field = CarouselField.all[index]
    #expect(!Self.values(field.key).isEmpty)
    for value in Self.values(field.key) {
      var settings = CarouselSettings()
      field.set(value, in: &settings)
      #expect(field.value(in: settings) == value, "\(field.key.name)")
      let reading = try Reading(
        (["[carousel]", field.premise] + settings.lines).joined(separator: "\n") + Self.tile)
      #expect(reading.messages == [])
      #expect(
        field.value(in: reading.configuration.carousel) == value, "\(field.key.name) = \(value.text)")
      field.reset(in: &settings)
      #expect(settings == CarouselSettings() && settings.lines == [])
    }
  }

  /// Other sections than the carousel's: the written form of each key's example reads back as the same value.
  @Test func everySectionSurvivesARoundTrip() throws {
    try expectWritten(\.gestures)
    try expectWritten(\.homeStrip)
    try expectWritten(\.theme)
    try expectWritten(\.artwork)
    try expectWritten(\.background)
    try expectWritten(\.header)
    try expectWritten(\.kiosk)
    try expectWritten(\.admin)
    try expectWritten(\.access)
    try expectWritten(\.idle)
    try expectWritten(\.schedule)
    try expectWritten(\.browser)
    try expectWritten(\.control)
    try expectWritten(\.metrics)
    try expectWritten(\.bridge)
  }

  private func expectWritten<Settings: SectionSettings & Equatable>(
    _ path: KeyPath<KioskConfiguration, Settings>
  ) throws {
    let tile = "\n[[tile]]\nid = \"plan\"\nrun = [\"true\"]\n"
    for field in Settings.fields {
      let header = Settings.section.header
      let reading = try Reading("\(header)\n\(field.key.name) = \(field.key.example)" + tile)
      let settings = reading.configuration[keyPath: path]
      // The example's directory does not exist.
      #expect(field.value(in: settings) != nil || field.key.kind == .pictures, "\(field.key.dottedName)")
      let again = try Reading(([header] + settings.lines).joined(separator: "\n") + tile)
      #expect(again.configuration[keyPath: path] == settings, "\(field.key.dottedName): \(settings.lines)")
      var standard = settings
      for field in Settings.fields { field.reset(in: &standard) }
      #expect(standard.lines == [], "\(field.key.dottedName)")
    }
  }

  @Test func customLayoutsAreWrittenCompletely() throws {
    var settings = CarouselSettings()
    settings.layout = .custom
    settings.details.keyframes = [
      LayoutKeyframe(offset: -1, position: Vector3(-200, 10, -40.5), rotation: Vector3(0, 0.5, 0)),
      LayoutKeyframe(offset: 1.5, position: Vector3(200, 0, 0), scale: Size(0.5, 0.25), opacity: 0.5),
    ]
    let text = (["[carousel]"] + settings.lines + settings.keyframeLines).joined(separator: "\n")
    let reading = try Reading(text + Self.tile)
    #expect(reading.messages == [])
    let read = reading.configuration.carousel
    #expect(read.layout == .custom && read.details.keyframes.count == 2)
    for (wanted, came) in zip(settings.details.keyframes, read.details.keyframes) {
      #expect(
        wanted.position == came.position && wanted.scale == came.scale && wanted.opacity == came.opacity)
      #expect(abs(wanted.rotation.y - came.rotation.y) < 1e-9)
    }
  }

  @Test func themesAreWrittenWithTheirChanges() throws {
    var theme = ThemeSettings()
    #expect(theme.lines == [])
    (theme.name, theme.tileStyle) = (.highContrast, .picture)
    theme.changes["card"] = .color(Color(hex: 0x123456))
    theme.changes["corner-radius"] = .number(0.25)
    theme.changes["font"] = .text("A \"font\" of\\mine")
    let reading = try Reading((["[theme]"] + theme.lines).joined(separator: "\n") + Self.tile)
    #expect(reading.messages == [])
    #expect(reading.configuration.theme == theme)
  }
}
