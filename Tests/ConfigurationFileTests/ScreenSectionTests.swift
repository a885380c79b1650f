import Configuration
import RotundaGeometry
import Testing

struct ScreenSectionTests {
  private static let tile = "\n[[tile]]\nrun = [\"true\"]\n"

  @Test(arguments: ScreenRotation.allCases)
  func aScreenIsTurnedByQuarters(rotation: ScreenRotation) throws {
    let reading = try Reading("[screen]\nrotate = \(rotation.rawValue)" + Self.tile)
    #expect(reading.messages == [] && reading.configuration.screen.rotation == rotation)
    #expect(reading.configuration.screen.lines == ["rotate = \(rotation.rawValue)"])
  }

  @Test func compositorDecidesWithoutTheKey() throws {
    #expect(try Reading(Self.tile).configuration.screen.rotation == nil)
    #expect(ScreenSettings().lines == [])
  }

  @Test(arguments: ["45", "-90", "90.0", "\"left\"", "true"])
  func otherValuesAreMistakes(value: String) throws {
    let reading = try Reading("[screen]\nrotate = \(value)" + Self.tile)
    #expect(reading.messages.count == 1 && reading.configuration.screen.rotation == nil)
    #expect(
      reading.messages.first?.hasPrefix(
        "rotunda.toml:2:10: error: screen.rotate: must be one of 0, 90, 180, 270, not ")
        == true, "\(reading.messages)")
  }
}
