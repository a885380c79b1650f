import Configuration
import Testing

@Suite struct GestureSectionTests {
  private static let tile = "\n[[tile]]\nrun = [\"true\"]\n"

  @Test(arguments: [true, false]) func resamplingIsRead(isOn: Bool) throws {
    let reading = try Reading("[gestures]\nresampling = \(isOn)" + Self.tile)
    #expect(reading.messages == [])
    #expect(reading.configuration.gestures.resampling == isOn)
  }

  @Test(arguments: [
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
}
