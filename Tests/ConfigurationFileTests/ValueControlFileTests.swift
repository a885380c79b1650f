import Configuration
import Testing

/// Controls with values in a file.
struct ValueControlFileTests {
  private func reading(_ keys: String) throws -> Reading {
    try Reading("[[tile]]\nname = \"Room\"\nbuttons = [{ \(keys) }]\n")
  }

  private func control(_ keys: String) throws -> ValueControl? {
    let reading = try reading(keys)
    #expect(reading.messages == [])
    return reading.configuration.tiles.first?.buttons.first?.value
  }

  @Test func aSliderIsRead() throws {
    let control = try control(
      """
      name = "Volume", control = "slider", range = [0, 1], step = 0.05, unit = "%", value = 0.4, \
      value-run = ["true"], run = ["true", "{value}"]
      """)
    var expected = ValueControl(.slider, range: 0...1, step: 0.05, initial: 0.4)
    (expected.unit, expected.source) = ("%", .command(["true"]))
    #expect(control == expected)
  }

  @Test func aStepperAndAChoiceAreRead() throws {
    let stepper = try control("control = \"stepper\", range = [1, 9], run = [\"true\", \"-n{value}\"]")
    #expect(stepper == ValueControl(.stepper, range: 1...9, step: 1, initial: 1))
    let choice = try control(
      """
      control = "choice", choices = ["A", "B"], values = ["a", "b"], value = 2, value-file = "/run/choice", \
      run = ["true", "{value}"]
      """)
    #expect(choice?.choices == ["A", "B"] && choice?.words == ["a", "b"] && choice?.initial == 1)
    #expect(choice?.source == .file("/run/choice"))
  }

  @Test func controlsProgramHasNoWindow() throws {
    let reading = try reading("control = \"slider\", run = [\"true\", \"{value}\"], window = true")
    #expect(reading.configuration.tiles[0].buttons[0].opensWindow == false)
  }

  @Test(arguments: [
    ("control = \"knob\", run = [\"true\", \"{value}\"]", "one of"),
    ("control = \"slider\", run = [\"true\"]", "{value}"),
    ("control = \"slider\", action = \"home\"", "{value}"),
    ("control = \"slider\", range = [5, 5], run = [\"true\", \"{value}\"]", "greater"),
    ("control = \"slider\", range = [5], run = [\"true\", \"{value}\"]", "there are 1"),
    ("control = \"stepper\", step = 0, run = [\"true\", \"{value}\"]", "step above 0"),
    ("control = \"choice\", run = [\"true\", \"{value}\"]", "needs choices"),
    ("control = \"choice\", choices = [\"A\"], run = [\"true\", \"{value}\"]", "2 to 8"),
    ("control = \"choice\", choices = [\"A\", 2], run = [\"true\", \"{value}\"]", "text"),
    (
      "control = \"choice\", choices = [\"A\", \"B\"], values = [\"a\", \"b\", \"c\"], run = [\"true\", \"{value}\"]",
      "as many values"
    ),
    (
      "control = \"slider\", run = [\"true\", \"{value}\"], off = [{ run = [\"true\"] }]", "combined with off"
    ),
    ("control = \"slider\", unit = \"much too long\", run = [\"true\", \"{value}\"]", "longer than 8"),
    ("step = 5, run = [\"true\"]", "without control"),
    ("control = \"slider\", choices = [\"A\", \"B\"], run = [\"true\", \"{value}\"]", "no effect with"),
    (
      "control = \"choice\", choices = [\"A\", \"B\"], step = 2, run = [\"true\", \"{value}\"]",
      "no effect with"
    ),
  ])
  func meaninglessKeysAreReported(keys: String, expected: String) throws {
    let reading = try reading("name = \"Volume\", \(keys)")
    #expect(reading.messages.contains { $0.contains(expected) }, "\(reading.messages)")
  }

  @Test func controlNeedsAButton() throws {
    let reading = try Reading(
      "[[tile]]\nname = \"Volume\"\ncontrol = \"slider\"\nrun = [\"true\", \"{value}\"]\n")
    #expect(reading.messages.count == 1 && reading.messages[0].contains("belongs on a button"))
    #expect(reading.configuration.tiles.first?.value == nil)
  }

  /// A button that is a folder contains tiles.
  @Test func folderTileOnAButtonIsNoControl() throws {
    let reading = try reading(
      """
      name = "More", tiles = [{ name = "Volume", control = "slider", run = ["true", "{value}"] }]
      """)
    #expect(reading.messages.count == 1 && reading.messages[0].contains("belongs on a button"))
  }

  @Test func valueSourcesAreCollected() throws {
    let reading = try Reading(
      """
      [[tile]]
      name = "Room"
      buttons = [{ name = "A", control = "slider", value-file = "/run/a", run = ["true", "{value}"] }]
      list = [{ name = "B", control = "slider", value-run = ["true"], run = ["true", "{value}"] }]
      """)
    #expect(reading.messages == [])
    #expect(reading.configuration.valueSources == [.file("/run/a"), .command(["true"])])
  }
}
