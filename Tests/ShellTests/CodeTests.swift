import Configuration
import Gestures
import Programs
import RotundaGeometry
import Testing

@testable import Shell

/// The effects of codes of readers.
struct CodeTests {
  private static func tile(_ id: String, needsPIN: Bool = false) -> LauncherTile {
    var command = Command(["look", "{code}"])
    command.codePlace = .argument
    var tile = LauncherTile(id: id, name: id.capitalized, icon: nil, action: .start(command))
    tile.needsPIN = needsPIN
    return tile
  }

  private static func configure(_ configuration: inout KioskConfiguration) {
    func binding(_ pattern: String, open tile: String? = nil, _ action: ShellAction? = nil) -> ScanBinding {
      var binding = ScanBinding()
      (binding.pattern, binding.tile, binding.action) = (CodePattern(pattern), tile, action)
      return binding
    }
    configuration.scans = [
      binding("978*", open: "book"), binding("S*", open: "safe"), binding("PLAIN", open: "Tile 0"),
      binding("HOME", .home), binding("UP", .admin),
    ]
  }

  private static let tiles = ShellStage.tiles(3) + [tile("book"), tile("safe", needsPIN: true)]

  private static func stage(isLocked: Bool = false) -> ShellStage {
    let stage = ShellStage.withPIN(tiles: tiles, isLocked: isLocked) { configure(&$0) }
    stage.send(.focus(true))
    _ = stage.settle()
    return stage
  }

  private static func scan(_ text: String, on stage: ShellStage, every wait: Double = 0.005) {
    for key in text.map({ Key.character($0) }) + [.enter] {
      for phase in [KeyEvent.Phase.pressed, .released] { stage.send(.key(KeyEvent(key, phase))) }
      stage.wait(wait)
    }
    stage.pass(0.5)
  }

  private static func starts(_ stage: ShellStage) -> [[String]] {
    stage.effects.compactMap {
      if case .start(_, let request) = $0 { request.command.arguments } else { nil }
    }
  }

  private static func program(_ stage: ShellStage) throws -> ProgramID {
    try #require(
      stage.effects.last { if case .start = $0 { true } else { false } }.flatMap {
        if case .start(let program, _) = $0 { program } else { nil }
      })
  }

  @Test(arguments: ["9783161484100", "978;rm -rf ~", "978--option", "978 $(x)"])
  func aCodeOpensItsTile(code: String) {
    let stage = Self.stage()
    Self.scan(code, on: stage)
    #expect(Self.starts(stage) == [["look", code]])
    #expect(stage.shell.status.tile == "book")
  }

  @Test func tilesWithoutPlaceholderOpen() {
    let stage = Self.stage()
    Self.scan("PLAIN", on: stage)
    #expect(Self.starts(stage) == [["program-0"]])
  }

  @Test func aCodePerformsAnAction() {
    let stage = Self.stage()
    stage.act(.nextTile)
    _ = stage.settle()
    #expect(stage.centered.name == "Tile 1")
    Self.scan("HOME", on: stage)
    _ = stage.settle()
    #expect(stage.centered.name == "Tile 0" && Self.starts(stage).isEmpty)
  }

  @Test func unknownCodeShowsANotification() {
    let stage = Self.stage()
    Self.scan("12345", on: stage)
    #expect(stage.shell.notice?.message == .unknownCode && Self.starts(stage).isEmpty)
    Self.scan("978" + String(repeating: "1", count: 510), on: stage)
    #expect(stage.shell.notice?.message == .unknownCode && Self.starts(stage).isEmpty)
  }

  @Test func aTapAsksForACode() {
    let stage = Self.stage()
    stage.act(.openTile("book"))
    #expect(Self.starts(stage).isEmpty && stage.shell.notice?.message == .codeNeeded(tile: "Book"))
  }

  /// Enter alone opens the tile in the middle.
  @Test func typingStillWorks() {
    let stage = Self.stage()
    Self.scan("", on: stage)
    #expect(Self.starts(stage) == [["program-0"]])
  }

  @Test func readersCannotEnterPINs() {
    let stage = Self.stage()
    stage.act(.admin)
    for wait in [0.001, 0.005, 0.02] {
      Self.scan(ShellStage.pin, on: stage, every: wait)
      #expect(stage.shell.pad?.digits == "" && stage.checks.isEmpty)
    }
    // Also without Enter.
    for digit in ShellStage.pin { stage.send(.key(KeyEvent(.character(digit)))) }
    stage.pass(0.5)
    #expect(stage.shell.pad?.digits == "")
    // Also with a line end after each digit.
    for digit in ShellStage.pin {
      for key in [Key.character(digit), .enter] {
        stage.send(.key(KeyEvent(key)))
        stage.wait(0.005)
      }
    }
    stage.pass(0.5)
    #expect(stage.shell.pad?.digits == "" && stage.checks.isEmpty)
    // A person can enter the PIN.
    for digit in ShellStage.pin {
      stage.send(.key(KeyEvent(.character(digit))))
      stage.pass(0.2)
    }
    #expect(stage.shell.pad?.digits == ShellStage.pin)
  }

  @Test func readersCannotUnlock() {
    let stage = Self.stage(isLocked: true)
    for code in ["9783161484100", "HOME", ShellStage.pin] { Self.scan(code, on: stage) }
    #expect(stage.shell.isLocked && stage.checks.isEmpty && Self.starts(stage).isEmpty)
  }

  @Test func tileGetsItsCodeAfterThePIN() {
    let stage = Self.stage()
    Self.scan("S-77", on: stage)
    #expect(Self.starts(stage).isEmpty && stage.isPadShown)
    stage.enter(ShellStage.pin)
    #expect(Self.starts(stage) == [["look", "S-77"]])
  }

  @Test func systemPageIgnoresCodes() {
    let stage = Self.stage()
    stage.act(.admin)
    stage.enter(ShellStage.pin)
    #expect(stage.shell.systemPage != nil)
    Self.scan("9783161484100", on: stage)
    #expect(Self.starts(stage).isEmpty && stage.shell.systemPage != nil)
  }

  @Test func textFieldsIgnoreCodes() {
    let stage = Self.stage()
    let request = TextRequest(id: ElementID("field"), label: "Name", field: TextField())
    stage.shell.withOutbox(&stage.effects) { $0.perform(.write(request)) }
    _ = stage.settle()
    Self.scan("9783161484100", on: stage)
    let panel = stage.shell.panels.first(TextEntryPanel.self)
    #expect(panel?.field.text == "" && Self.starts(stage).isEmpty)
    for letter in "abc" {
      stage.send(.key(KeyEvent(.character(letter))))
      stage.pass(0.2)
    }
    #expect(stage.shell.panels.first(TextEntryPanel.self)?.field.text == "abc")
  }

  /// The first key wakes the screen, and still belongs to the code.
  @Test func aCodeWakesADarkScreen() {
    let stage = Self.stage()
    stage.act(.blank)
    #expect(stage.shell.isDark)
    Self.scan("9783161484100", on: stage)
    #expect(!stage.shell.isDark && Self.starts(stage) == [["look", "9783161484100"]])
  }

  @Test func anotherCodeReplacesTheProgram() throws {
    let stage = Self.stage()
    Self.scan("9781", on: stage)
    let first = try Self.program(stage)
    stage.act(.home)
    // The new program waits until the old one ends.
    stage.send(.focus(true))
    Self.scan("9782", on: stage)
    #expect(Self.starts(stage) == [["look", "9781"]])
    stage.send(.ended(first, .exited(status: 0)))
    #expect(Self.starts(stage) == [["look", "9781"], ["look", "9782"]])
  }

  @Test func codesEndWithTheVisit() throws {
    let stage = Self.stage()
    Self.scan("9781", on: stage)
    #expect(stage.shell.codes.filled(Self.tile("book")).awaitsCode == false)
    stage.shell.withOutbox(&stage.effects) { $0.endVisit() }
    #expect(stage.shell.codes.filled(Self.tile("book")).awaitsCode)
  }

  @Test func allKeysAreTypingWithoutScans() {
    let stage = ShellStage.withPIN()
    stage.act(.admin)
    for digit in "123" { stage.send(.key(KeyEvent(.character(digit)))) }
    #expect(stage.shell.pad?.digits == "123" && stage.shell.codes.reader.deadline == nil)
  }
}
