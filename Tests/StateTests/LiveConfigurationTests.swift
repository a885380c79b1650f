import Configuration
import EventLoop
import Foundation
import Shell
import State
import Testing

/// The configuration in force when its files change, break and are repaired.
@MainActor
@Suite(.serialized) struct LiveConfigurationTests {
  private let place: StateDirectory

  init() throws { place = try StateDirectory() }

  private static let good = "[[tile]]\nname = \"Chess\"\nrun = [\"true\"]\n"
  private static let other = "[[tile]]\nname = \"Map\"\nrun = [\"true\"]\n"

  private func start(_ file: String = "rotunda.toml", _ events: Answers<ShellEvent>? = nil) throws
    -> LiveConfiguration
  {
    let source = ConfigurationSource(place[file], place.environment)
    let live = try LiveConfiguration(source, place.loop, place.environment)
    live.onEvent = { events?.values.append($0) }
    live.waitForInitial()
    live.start()
    return live
  }

  /// Runs a launcher with a valid configuration, which it keeps.
  private func runOnce() throws {
    try place.write(Self.good, to: "rotunda.toml")
    let live = try start()
    #expect(live.refused == nil)
    #expect(try place.wait { place.text(of: "state/last-good-configuration") != nil })
  }

  private func names(_ shelves: [LauncherShelf]) -> [String] { shelves.flatMap { $0.tiles.map(\.name) } }

  @Test(arguments: ["nonsense [", "[carousel]\nlay-out = \"linear\"\n"])
  func brokenStartShowsTheLastGoodConfiguration(broken: String) throws {
    try runOnce()
    try place.write(broken, to: "rotunda.toml")
    let live = try start()
    #expect(names(live.initial.shelves) == ["Chess"])
    guard case .configurationRefused(let problems)? = live.refused else {
      Issue.record("nothing is refused")
      return
    }
    #expect(!problems.isEmpty)
  }

  @Test func lastGoodConfigurationOfOtherFilesIsIgnored() throws {
    try runOnce()
    try place.write("nonsense [", to: "other.toml")
    let live = try start("other.toml")
    #expect(names(live.initial.shelves).isEmpty)
    #expect(live.refused == nil && !live.initial.problems.isEmpty)
  }

  @Test func copyWritableByOthersIsIgnored() throws {
    try runOnce()
    chmod(place["state/last-good-configuration"], 0o666)
    try place.write("nonsense [", to: "rotunda.toml")
    #expect(names(try start().initial.shelves).isEmpty)
  }

  /// The kiosk's unit names the file. Programs can write wherever the launcher can.
  @Test(.enabled(if: geteuid() == 0, "only root can write root's files"))
  func onlyRootsCopyCounts() throws {
    try runOnce()
    try place.write(Self.other, to: "rotunda.toml")
    let environment = place.environment([KeptConfiguration.variable: place["roots/last-good"]])
    let source = ConfigurationSource(place["rotunda.toml"], environment)
    #expect(KeptConfiguration(place["roots/last-good"]).replace(with: source.load().texts) == nil)
    try place.write("nonsense [", to: "rotunda.toml")
    func shown() throws -> [String] {
      let live = try LiveConfiguration(source, place.loop, environment)
      live.waitForInitial()
      return names(live.initial.shelves)
    }
    #expect(try shown() == ["Map"])
    #expect(lchown(place["roots/last-good"], 12345, 12345) == 0)
    #expect(try shown() == [])
  }

  @Test func brokenChangeKeepsTheOldConfiguration() throws {
    try place.write(Self.good, to: "rotunda.toml")
    let events = Answers<ShellEvent>()
    let live = try start("rotunda.toml", events)
    try place.write("nonsense [", to: "rotunda.toml")
    #expect(try place.wait { !events.values.isEmpty })
    guard case .configurationRefused = events.values[0] else {
      Issue.record("\(events.values[0])")
      return
    }
    #expect(names(live.initial.shelves) == ["Chess"])
    try place.write(Self.other, to: "rotunda.toml")
    #expect(try place.wait { events.values.contains { if case .configuration = $0 { true } else { false } } })
    guard case .configuration(_, let shelves, let problems)? = events.values.last else {
      Issue.record("\(events.values)")
      return
    }
    #expect(names(shelves) == ["Map"] && problems.isEmpty)
    #expect(try place.wait { place.text(of: "state/last-good-configuration")?.contains("Map") == true })
  }

  @Test func reloadWithoutChangesIsAnswered() throws {
    try place.write(Self.good, to: "rotunda.toml")
    let events = Answers<ShellEvent>()
    let live = try start("rotunda.toml", events)
    live.reload()
    #expect(try place.wait { !events.values.isEmpty })
    guard case .configuration(_, let shelves, _) = events.values[0] else {
      Issue.record("\(events.values[0])")
      return
    }
    #expect(names(shelves) == ["Chess"])
  }

  @Test func languageChangeRenamesTheShelves() throws {
    try place.write(
      "[[tile]]\nname = { default = \"Chess\", de = \"Schach\" }\nrun = [\"true\"]\n", to: "rotunda.toml")
    let events = Answers<ShellEvent>()
    let live = try start("rotunda.toml", events)
    #expect(names(live.initial.shelves) == ["Chess"])
    live.language = "de"
    #expect(try place.wait { !events.values.isEmpty })
    guard case .shelves(let shelves) = events.values[0] else {
      Issue.record("\(events.values[0])")
      return
    }
    #expect(names(shelves) == ["Schach"])
  }
}
