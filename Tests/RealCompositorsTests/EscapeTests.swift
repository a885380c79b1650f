import Foundation
import LongCheck
import RealCompositors
import Testing

/// No key or chord leads out of the kiosk, in the compositors that kiosks use.
@Suite(.serialized) struct EscapeTests {
  private static let enter: UInt32 = 28
  private static let escape: UInt32 = 1
  private static let home: UInt32 = 102

  /// The keys held before each key press: none, one modifier, or two to four modifiers.
  private static var combinations: [[UInt32]] {
    let left = Array(TypingKeyboard.modifiers.prefix(4))
    let subsets = (0..<16).map { bits in left.indices.filter { bits & 1 << $0 != 0 }.map { left[$0] } }
    return subsets + TypingKeyboard.modifiers.suffix(4).map { [$0] }
  }

  /// Returns the processes in the compositor's environment, by program name.
  static func programs(of compositor: Compositor) -> [String: Set<Int32>] {
    let mark = Data("XDG_RUNTIME_DIR=\(compositor.scratch.runtime)\0".utf8)
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    var found: [String: Set<Int32>] = [:]
    for process in entries.compactMap(Int32.init) {
      guard let variables = FileManager.default.contents(atPath: "/proc/\(process)/environ"),
        variables.range(of: mark) != nil,
        let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
      else { continue }
      found[String(name.dropLast()), default: []].insert(process)
    }
    return found
  }

  /// Two tiles whose programs record their names and end, and one whose program keeps running and receives
  /// keys too.
  private static func configuration(_ scratch: Scratch) -> String {
    """
    [carousel]
    layout = "linear"
    wrap = false
    [kiosk]
    home-tile = "one"

    """ + ["one", "two"].map { RealKiosk.tile($0, scratch) }.joined()
  }

  /// `make check-long` also runs sway.
  @Test(arguments: LongCheck.sample([Compositor.Kind.cage, .sway], every: 2))
  func noKeyOrChordLeavesTheKiosk(_ kind: Compositor.Kind) throws {
    let kiosk = try RealKiosk(kind, Self.configuration)
    let server = try #require(kiosk.server)
    #expect(TypingKeyboard.keys.count + TypingKeyboard.modifiers.count == 105)
    let before = Self.programs(of: kiosk.compositor)
    let launchers = try #require(before["rotunda"])
    for modifiers in Self.combinations {
      try kiosk.press(TypingKeyboard.keys.map { modifiers + [$0] }, on: server)
      #expect(
        kiosk.launcher.isRunning && kiosk.compositor.process.isRunning,
        "\(modifiers): \(kiosk.launcher.output.suffix(600)) \(kiosk.compositor.process.output.suffix(600))")
      guard kiosk.launcher.isRunning, kiosk.compositor.process.isRunning else { return }
    }
    try kiosk.press(TypingKeyboard.modifiers.map { [$0] }, on: server)

    // The keys for opening tiles opened tiles, and nothing else.
    #expect(Set(kiosk.opened).isSubset(of: ["one", "two"]) && !kiosk.opened.isEmpty)
    try kiosk.launcher.wait(for: "the end of the opened programs") {
      let now = Self.programs(of: kiosk.compositor)
      // Before its `exec`, a new program briefly has the launcher's name.
      return Set(now.keys).isSubset(of: before.keys) && now["rotunda"] == launchers ? true : nil
    }

    // The launcher still works as before.
    let name = try kiosk.opening {
      try kiosk.press([[Self.escape], [Self.home]], on: server)
      _ = try kiosk.compositor.waitForRest()
      try kiosk.press([[Self.enter]], on: server)
    }
    #expect(name == "one")
  }

  /// Terminals have their own shortcuts, which open another terminal with a shell, or addresses in any
  /// browser.
  @Test func terminalRunsOnlyItsProgram() throws {
    let kiosk = try RealKiosk(.sway) { scratch in
      let entry = """
        [Desktop Entry]
        Type=Application
        Name=Guest book
        Terminal=true
        Exec=tee \(scratch.file("book"))
        """
      let path = (try? scratch.write(entry, to: "book.desktop")) ?? ""
      return "[[tile]]\nid = \"book\"\ndesktop-entry = \"\(path)\"\n"
    }
    let keyboard = try #require(kiosk.server?.keyboard)
    func terminals() -> Int { Self.programs(of: kiosk.compositor)["foot"]?.count ?? 0 }
    try kiosk.repeating("the terminal", until: { terminals() == 1 }) { try keyboard.chord([Self.enter]) }
    // The line reaches the program in the terminal. By then the effect of any earlier chord is over.
    func type(_ line: String) throws {
      try kiosk.repeating(
        "a line in the guest book",
        until: {
          (try? String(contentsOfFile: kiosk.compositor.scratch.file("book"), encoding: .utf8))?.contains(
            line) == true
        }
      ) {
        for key in TypingKeyboard.codes(line) + [Self.enter] { try keyboard.chord([key]) }
      }
    }
    try type("a")
    for (line, letter) in [("b", "n"), ("c", "u"), ("d", "o")] {
      try keyboard.chord([29, 42] + TypingKeyboard.codes(letter))
      try type(line)
      #expect(terminals() == 1, "after Ctrl+Shift+\(letter)")
    }
  }
}
