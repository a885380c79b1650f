import Configuration
import ConfigurationFile
import Gestures
import TemporaryFiles
import Testing

@Suite struct GestureSectionTests {
  private static let tile = "\n[[tile]]\nrun = [\"true\"]\n"

  @Test(arguments: [true, false]) func resamplingIsRead(isOn: Bool) throws {
    let reading = try Reading("[gestures]\nresampling = \(isOn)" + Self.tile)
    #expect(reading.messages == [])
    #expect(reading.configuration.gestures.resampling == isOn)
  }

  @Test(arguments: [
    ("true", AutomaticSetting.always), ("false", .never), ("\"auto\"", .automatic),
  ])
  func globalTouchIsRead(value: String, expected: AutomaticSetting) throws {
    // Not the default value.
    let other = expected == .automatic ? "false" : "\"auto\""
    let directory = try TemporaryDirectory()
    try directory.write("rotunda.d/10.toml", "[gestures]\nglobal-touch = \(value)\n")
    let path = try directory.write("rotunda.toml", "[gestures]\nglobal-touch = \(other)\n" + Self.tile)
    let loaded = ConfigurationLoader(environment: ["PATH": "/usr/bin:/bin"]).load(path)
    #expect(loaded.diagnostics.isEmpty)
    #expect(loaded.configuration.gestures.globalTouch == expected)
  }

  @Test(arguments: [
    (
      "[gestures]\nglobal-touch = 1",
      "2:16: error: gestures.global-touch: must be true, false or \"auto\", not an integer"
    ),
    (
      "[gestures]\nglobal-touch = \"on\"",
      "2:16: error: gestures.global-touch: must be true, false or \"auto\", not \"on\""
    ),
    ("[gestures]\nresampling = 1", "2:14: error: gestures.resampling: must be true or false, not an integer"),
    (
      "[gestures]\nresampeling = true",
      "2:1: error: gestures.resampeling: there is no such key, did you mean 'resampling'?"
    ),
    ("gestures = 1", "1:1: error: gestures: must be a section with the header [gestures], not an integer"),
  ])
  func diagnoses(text: String, expected: String) throws {
    let reading = try Reading(text + Self.tile)
    #expect(reading.messages == ["rotunda.toml:" + expected])
    #expect(reading.configuration.gestures == GestureSettings())
  }

  @Test(arguments: Thresholds.fields.map(\.key)) func everyLimitIsRead(key: ConfigurationKey) throws {
    let range = try #require(Self.range(key))
    let field = try #require(Thresholds.fields.first { $0.name == key.name })
    let value = range.lowerBound + (range.upperBound - range.lowerBound) * 0.37
    let reading = try Reading("[gestures]\n\(key.name) = \(Self.text(value, of: key))" + Self.tile)
    #expect(reading.messages == [])
    var expected = GestureSettings()
    expected.set(field, to: value)
    #expect(reading.configuration.gestures == expected && expected != GestureSettings())
    let limit = reading.configuration.gestures.thresholds(pointsPerMillimeter: nil)[keyPath: field.keyPath]
    #expect(limit != field.standard)
  }

  @Test func aTimeIsATextWithAUnit() throws {
    for value in ["\"650ms\"", "\"0.65s\"", "\"0.5s 150ms\""] {
      let reading = try Reading("[gestures]\nlong-press-delay = \(value)" + Self.tile)
      #expect(reading.messages == [], "\(value)")
      #expect(reading.configuration.gestures.thresholds(pointsPerMillimeter: nil).longPressDelay == 0.65)
      #expect(reading.configuration.gestures.lines == ["long-press-delay = \"650ms\""])
    }
  }

  @Test(arguments: Thresholds.fields.map(\.key)) func aLimitOutOfRangeIsNamed(key: ConfigurationKey) throws {
    let range = try #require(Self.range(key))
    let beyond = [range.lowerBound.nextDown, range.upperBound.nextUp].map { Self.text($0, of: key) }
    for value in beyond + ["nan", "\"3\"", "true"] {
      let reading = try Reading("[gestures]\n\(key.name) = \(value)" + Self.tile)
      let place =
        "rotunda.toml:2:\(key.name.utf8.count + 4): error: \(key.dottedName): must be \(key.kind), not "
      #expect(reading.messages.count == 1 && reading.messages.allSatisfy { $0.hasPrefix(place) })
      #expect(reading.configuration.gestures == GestureSettings())
    }
    for end in [range.lowerBound, range.upperBound] {
      #expect(try Reading("[gestures]\n\(key.name) = \(Self.text(end, of: key))" + Self.tile).messages == [])
    }
  }

  @Test(arguments: [
    ("axis-policy = \"dominant\"", AxisPolicy.dominant), ("axis-policy = \"rails\"", .rails),
    ("axis-policy = \"cone\"\ncone-angle = 90", .cone(angle: .pi / 2)),
  ])
  func theAxisPolicyIsRead(lines: String, policy: AxisPolicy) throws {
    let reading = try Reading("[gestures]\n\(lines)" + Self.tile)
    #expect(reading.messages == [])
    #expect(reading.configuration.gestures.policy == policy)
  }

  @Test func theVelocityEstimatorIsRead() throws {
    let reading = try Reading("[gestures]\nvelocity-estimator = \"impulse\"" + Self.tile)
    #expect(reading.messages == [])
    #expect(reading.configuration.gestures.velocityStrategy == .impulse)
  }

  @Test func everyKeyOfTheSectionIsRead() throws {
    for key in ConfigurationSection.gestures.keys {
      let reading = try Reading("[gestures]\n\(key.name) = 1979-05-27" + Self.tile)
      #expect(
        reading.messages.count == 1 && reading.messages[0].contains("must be \(key.kind)"), "\(key.name)")
    }
  }

  private static func text(_ number: Double, of key: ConfigurationKey) -> String {
    SettingValue.number(number).text(as: key.kind)
  }

  private static func range(_ key: ConfigurationKey) -> ClosedRange<Double>? {
    switch key.kind {
    case .number(let range), .angle(let range), .duration(let range): range
    default: nil
    }
  }
}
