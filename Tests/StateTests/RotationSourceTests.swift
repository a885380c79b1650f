import ConfigurationFile
import RotundaGeometry
import State
import Testing

/// The screen's rotation, read before a compositor starts.
@MainActor
@Suite(.serialized) struct RotationSourceTests {
  private let place: StateDirectory

  init() throws { place = try StateDirectory() }

  private static let tile = "[[tile]]\nname = \"Chess\"\nrun = [\"true\"]\n"

  private func rotation(_ text: String) throws -> ScreenRotation? {
    RotationSource(try place.write(text + Self.tile, to: "rotunda.toml"), place.environment).rotation
  }

  @Test func configurationSetsTheRotation() throws {
    #expect(try rotation("[screen]\nrotate = 270\n") == .left)
    #expect(try rotation("") == nil)
    #expect(RotationSource(place["missing.toml"], place.environment).rotation == nil)
    try place.write("[screen]\nrotate = 180\n", to: "rotunda.d/screen.toml")
    #expect(try rotation("[screen]\nrotate = 90\n") == .upsideDown)
  }

  @Test func brokenConfigurationKeepsTheLastRotation() throws {
    let broken = "[screen]\nrotate = 45\n"
    #expect(try rotation(broken) == nil)
    let text = ConfigurationText(
      path: place["rotunda.toml"], bytes: Array("[screen]\nrotate = 90\n\(Self.tile)".utf8))
    try place.write("", to: "state/x")
    #expect(KeptConfiguration(place["state/last-good-configuration"]).replace(with: [text]) == nil)
    #expect(try rotation(broken) == .right)
    #expect(try rotation("[[[") == .right)
    // A valid file counts even if it sets no rotation.
    #expect(try rotation("") == nil)
  }
}
