import Configuration
import EventLoop
import Foundation
import Shell
import State
import Synchronization
import Testing

/// When the launcher checks the files, programs and hosts of tiles' conditions. Also the terminal of tiles.
@MainActor
@Suite(.serialized) struct MonitorTests {
  private let place: StateDirectory

  init() throws { place = try StateDirectory() }

  /// Records the requested hosts.
  private nonisolated final class Hosts: Sendable {
    private let names = Mutex<[String]>([])
    var asked: [String] { names.withLock { $0 } }

    func answer(_ host: String, _ port: Int) -> Bool {
      names.withLock { $0.append("\(host):\(port)") }
      return host == "up"
    }
  }

  @Test func changedFilesAndProgramsAreNoticed() throws {
    try place.write("", to: "bin/tool", mode: 0o755)
    let monitor = try ConditionMonitor(place.loop, searchPath: place["bin"])
    var latest: [Fact: Bool] = [:]
    monitor.onChange = { latest = $0 }
    let (file, tool, lacking) = (Fact.file(place["flag"]), Fact.command("tool"), Fact.command("none"))
    monitor.follow([file, tool, lacking])
    #expect(try place.wait { latest == [file: false, tool: true, lacking: false] })
    try place.write("", to: "flag")
    #expect(try place.wait { latest[file] == true })
    unlink(place["bin/tool"])
    #expect(try place.wait { latest[tool] == false })
  }

  @Test func hostsAreAskedOnlyWhileTilesAreSeen() throws {
    let hosts = Hosts()
    let monitor = try ConditionMonitor(place.loop, searchPath: nil) { hosts.answer($0, $1) }
    var latest: [Fact: Bool] = [:]
    monitor.onChange = { latest = $0 }
    let (up, down) = (Fact.host("up", port: 80), Fact.host("down", port: 443))
    monitor.follow([up, down])
    try place.turn(seconds: 0.2)
    #expect(hosts.asked.isEmpty)
    monitor.isSeen = true
    #expect(try place.wait { latest == [up: true, down: false] })
    #expect(hosts.asked.sorted() == ["down:443", "up:80"])
    // The next check comes after half a minute, even if the tiles become visible again.
    monitor.isSeen = false
    monitor.isSeen = true
    try place.turn(seconds: 0.2)
    #expect(hosts.asked.count == 2)
    // The launcher checks new conditions at once.
    monitor.follow([up])
    #expect(try place.wait { hosts.asked.count == 3 })
  }

  @Test func aHostThatRefusesAnswers() throws {
    // The port has no listener, and the kernel refuses.
    #expect(Reachability.answers("127.0.0.1", 1))
    #expect(!Reachability.answers("nobody.invalid", 80))
  }

  @Test(arguments: [
    (["foot", "alacritty", "kitty", "xterm"], "foot", "--override=key-bindings.spawn-terminal=none"),
    (["xterm", "kitty"], "kitty", "--override=clear_all_shortcuts=yes"),
    (["xterm", "alacritty"], "alacritty", "hints.enabled=[]"), (["xterm"], "xterm", "-e"),
  ])
  func terminalTilesUseTheBestRestrictedTerminal(
    installed: [String], expected: String, option: String
  ) throws {
    for name in installed + ["top"] { try place.write("", to: "bin/\(name)", mode: 0o755) }
    try place.write(
      "[Desktop Entry]\nType=Application\nName=Top\nExec=top\nTerminal=true\n",
      to: "share/applications/top.desktop")
    try place.write("[[tile]]\ndesktop-entry = \"top\"\n", to: "rotunda.toml")
    let content = ConfigurationSource(place["rotunda.toml"], place.environment).read()
    let tile = try #require(content.shelves.first?.tiles.first)
    guard case .start(let command) = tile.action else {
      Issue.record("\(tile.action)")
      return
    }
    #expect(command.arguments.first == expected && command.arguments.last == "top")
    #expect(command.arguments.contains(option))
  }
}
