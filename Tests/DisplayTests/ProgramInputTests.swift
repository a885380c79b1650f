import EventLoop
import Gestures
import TestCompositor
import Testing
import Wayland

@testable import Display

/// Input for programs over the input-method and virtual-keyboard protocols.
@MainActor
@Suite(.serialized)
struct ProgramInputTests {
  private func stage(_ change: (inout CompositorOptions) -> Void = { _ in }) throws -> SessionStage {
    let stage = try SessionStage {
      $0.offered = CompositorOptions.everything
      change(&$0)
    }
    try stage.show()
    try stage.settle()
    return stage
  }

  /// Starts the input, and records its events.
  private func begin(_ stage: SessionStage) throws -> (input: ProgramInput, heard: Heard) {
    let (input, heard) = (try #require(stage.session.programInput), Heard())
    input.onEvent = { heard.events.append($0) }
    input.begin(on: try #require(stage.session.seats.first))
    try awaitKeys(stage)
    return (input, heard)
  }

  /// Waits until the virtual keyboard has a keymap, which another thread compiles.
  private func awaitKeys(_ stage: SessionStage) throws {
    #expect(try stage.wait { stage.compositor.virtualKeyboards == 1 })
    try stage.settle()
  }

  private final class Heard {
    var events: [ProgramInput.Event] = []
  }

  /// Translates the virtual keys with their keymaps.
  private func text(_ compositor: TestCompositor) throws -> String {
    let keymaps = compositor.virtualKeymaps
    return try compositor.virtualKeys.map { press in
      let keymap = try #require(Keymap(text: Array(keymaps[press.keymaps - 1].utf8)[...]))
      keymap.setModifiers(depressed: press.modifiers, latched: 0, locked: 0, group: 0)
      return switch keymap.key(press.code) {
      case .character(let character): String(character)
      case .space: " "
      case let other: "<\(other.map { "\($0)" } ?? "nothing")>"
      }
    }.joined()
  }

  @Test func inputExistsBetweenBeginAndEnd() throws {
    let stage = try stage()
    defer { stage.end() }
    #expect(!stage.compositor.hasInputMethod && stage.compositor.virtualKeyboards == 0)
    let (input, _) = try begin(stage)
    #expect(stage.compositor.hasInputMethod && stage.compositor.virtualKeyboards == 1)
    input.end()
    try stage.settle()
    #expect(!stage.compositor.hasInputMethod && stage.compositor.virtualKeyboards == 0)
  }

  /// The keymap is compiled on another thread, and its keyboard may no longer be wanted then.
  @Test func endBeforeTheKeymapLeavesNoKeyboard() throws {
    let stage = try stage()
    defer { stage.end() }
    let (input, seat) = (try #require(stage.session.programInput), try #require(stage.session.seats.first))
    input.begin(on: seat)
    input.end()
    #expect(try stage.comesToRest())
    #expect(stage.compositor.virtualKeyboards == 0 && stage.compositor.virtualKeymaps.isEmpty)
    input.begin(on: seat)
    try awaitKeys(stage)
    #expect(stage.compositor.virtualKeymaps.count == 1)
  }

  @Test func fieldsArriveWithTheirContentTypes() throws {
    let stage = try stage()
    defer { stage.end() }
    let (_, heard) = try begin(stage)
    stage.compositor.enterTextField(.email, hint: [.lowercase], text: "")
    stage.compositor.changeTextField(.email, hint: [.lowercase], text: "a")
    // An unchanged content sends no event.
    stage.compositor.changeTextField(.email, hint: [.lowercase], text: "ab")
    stage.compositor.enterTextField(.password, hint: [.sensitiveData], text: "x")
    stage.compositor.leaveTextField()
    stage.compositor.leaveTextField()
    try stage.settle()
    var mail = ProgramFieldContent()
    (mail.purpose, mail.hint, mail.isAtBeginning) = (.email, [.lowercase], true)
    var changed = mail
    changed.isAtBeginning = false
    var password = ProgramFieldContent()
    (password.purpose, password.hint) = (.password, [.sensitiveData])
    #expect(heard.events == [.entered(mail), .changed(changed), .entered(password), .left])
  }

  /// A compositor may drop committed text that crosses a report of the field.
  @Test func fieldsGetKeys() throws {
    let stage = try stage()
    defer { stage.end() }
    let (input, _) = try begin(stage)
    stage.compositor.enterTextField()
    try stage.settle()
    for text in ["ä", "漢字", "é"] {
      input.type(text)
      stage.compositor.changeTextField(text: text)
    }
    input.press(.enter)
    try stage.settle()
    #expect(stage.compositor.typedTexts.isEmpty)
    #expect(try text(stage.compositor) == "ä漢字é<enter>")
  }

  @Test func textIsCommittedWithoutAVirtualKeyboard() throws {
    let stage = try stage { $0.offered[.zwpVirtualKeyboardManagerV1] = nil }
    defer { stage.end() }
    let input = try #require(stage.session.programInput)
    input.begin(on: try #require(stage.session.seats.first))
    try stage.settle()
    input.type("lost")
    stage.compositor.enterTextField()
    stage.compositor.changeTextField(text: "")
    try stage.settle()
    for text in ["ä", "漢字", "é"] { input.type(text) }
    try stage.settle()
    #expect(stage.compositor.typedTexts == ["ä", "漢字", "é"])
    #expect(stage.compositor.violations.isEmpty)
  }

  @Test func charactersAreKeysWithoutAField() throws {
    let stage = try stage()
    defer { stage.end() }
    let (input, _) = try begin(stage)
    let sentence = "Grüße, é! @ 漢字 ñ ßüé Straße: 100 % ŵ"
    input.type(sentence)
    for key in [ProgramKey.backspace, .tab, .left, .right, .up, .down, .enter] { input.press(key) }
    try stage.settle()
    let keys = "<backspace><tab><left><right><up><down><enter>"
    #expect(try text(stage.compositor) == sentence + keys)
    #expect(stage.compositor.typedTexts.isEmpty)
    #expect(stage.compositor.violations.isEmpty && stage.disconnections.isEmpty)
  }

  @Test func spareKeysServeAnyNumberOfCharacters() throws {
    let stage = try stage()
    defer { stage.end() }
    let (input, _) = try begin(stage)
    let many = String((0..<40).compactMap { Unicode.Scalar(0x3042 + UInt32($0)).map(Character.init) })
    input.type(many + many.prefix(3))
    try stage.settle()
    #expect(try text(stage.compositor) == many + many.prefix(3))
    #expect(stage.disconnections.isEmpty)
  }

  @Test func keysWorkBesideAnotherInputMethod() throws {
    let stage = try stage { $0.hasOtherInputMethod = true }
    defer { stage.end() }
    let (input, heard) = try begin(stage)
    #expect(heard.events == [.unavailable])
    input.type("a")
    try stage.settle()
    #expect(try text(stage.compositor) == "a" && stage.disconnections.isEmpty)
  }

  @Test func inputTypesNothingAfterEnd() throws {
    let stage = try stage()
    defer { stage.end() }
    let (input, _) = try begin(stage)
    stage.compositor.enterTextField()
    try stage.settle()
    input.end()
    input.type("secret")
    input.press(.enter)
    try stage.settle()
    #expect(stage.compositor.typedTexts.isEmpty && stage.compositor.virtualKeys.isEmpty)
    // The next program does not inherit the field.
    input.begin(on: try #require(stage.session.seats.first))
    input.type("b")
    try stage.settle()
    #expect(stage.compositor.typedTexts.isEmpty && stage.compositor.virtualKeys.count == 1)
  }

  /// Every program receives the keymap, with the symbols of the spare keys.
  @Test func nextProgramReceivesNoTypedCharacters() throws {
    let stage = try stage()
    defer { stage.end() }
    let (input, _) = try begin(stage)
    input.type("ß")
    input.end()
    input.begin(on: try #require(stage.session.seats.first))
    try stage.settle()
    let keymaps = stage.compositor.virtualKeymaps
    #expect(keymaps.count == 3 && keymaps[1].contains("ssharp"))
    #expect(keymaps.last == keymaps.first)
  }

  @Test func inputNeedsASupportedProtocol() throws {
    let stage = try stage {
      $0.offered[.zwpInputMethodManagerV2] = nil
      $0.offered[.zwpVirtualKeyboardManagerV1] = nil
    }
    defer { stage.end() }
    #expect(stage.session.programInput == nil)
  }
}
