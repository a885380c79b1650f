import SeededRandom
import Testing

@testable import Gestures

/// The distinction between codes of readers and typing.
@Suite struct CodeReaderTests {
  private typealias Outcome = CodeReader.Outcome

  /// A person or a reader that presses keys.
  private struct Writer {
    var reader = CodeReader()
    var time = 50.0
    var outcomes: [Outcome] = []
    /// Whether keys have the device's stamps.
    var hasStamps = true

    /// Presses and releases a key a number of seconds after the last one.
    mutating func press(_ key: Key, after wait: Double, _ modifiers: KeyEvent.Modifiers = []) {
      pass(wait)
      for phase in [KeyEvent.Phase.pressed, .released] {
        let stamp = hasStamps ? UInt32(truncatingIfNeeded: Int(time * 1000)) : nil
        outcomes += reader.handle(
          KeyEvent(key, phase, modifiers: modifiers, milliseconds: stamp), at: time)
      }
    }

    mutating func write(_ text: String, every wait: Double, end: Key? = .enter) {
      for character in text { press(character == " " ? .space : .character(character), after: wait) }
      if let end { press(end, after: wait) }
    }

    /// Advances the time, and meets deadlines on the way.
    mutating func pass(_ seconds: Double) {
      let end = time + seconds
      while let due = reader.deadline, due <= end { outcomes += reader.advance(to: due) }
      time = end
    }

    /// The typed keys, and the codes in brackets.
    var result: String {
      outcomes.map { outcome in
        switch outcome {
        case .code(let text): "[\(text ?? "?")]"
        case .keys(let keys):
          keys.filter { $0.phase == .pressed }.map { event in
            switch event.key {
            case .character(let character): String(character)
            case .space: " "
            case .enter: "↵"
            case .tab: "⇥"
            default: "<\(event.key)>"
            }
          }.joined()
        }
      }.joined()
    }
  }

  private static func result(
    _ text: String, every wait: Double, end: Key? = .enter, gap: Double = CodeReader.standardGap
  ) -> String {
    var writer = Writer(reader: CodeReader(gap: gap))
    writer.write(text, every: wait, end: end)
    writer.pass(1)
    return writer.result
  }

  @Test(arguments: [
    (0.001, "9783161484100", "[9783161484100]"), (0.005, "ab 12;rm -rf /", "[ab 12;rm -rf /]"),
    (0.02, "--option", "[--option]"), (0.03, "abc", "[abc]"),
    // A person can press two keys at once.
    (0.005, "ab", "ab↵"), (0.005, "", "↵"),
    // The speed of people.
    (0.06, "hello world", "hello world↵"), (0.1, "1580", "1580↵"), (0.3, "1580", "1580↵"),
  ])
  func speedTellsCodesFromTyping(wait: Double, text: String, result: String) {
    #expect(Self.result(text, every: wait) == result)
  }

  /// Three letters cannot be a code if they came too slowly.
  @Test(arguments: [(0.03, "", "[abc]"), (0.031, "abc↵", "abc↵"), (0.1, "abc↵", "abc↵")])
  func typedLettersAndEnterPassTogether(wait: Double, atOnce: String, later: String) {
    var writer = Writer()
    writer.write("abc", every: wait)
    if wait > 0.03 { #expect(writer.result == atOnce) }
    writer.pass(1)
    #expect(writer.result == later)
  }

  @Test func tabEndsACode() {
    #expect(Self.result("A-17", every: 0.005, end: .tab) == "[A-17]")
  }

  @Test func codesWithoutAnEndAreDropped() {
    #expect(Self.result("1580", every: 0.005, end: nil) == "")
  }

  @Test func slowReadersNeedAWiderGap() {
    #expect(Self.result("123456", every: 0.05) == "123456↵")
    #expect(Self.result("123456", every: 0.05, gap: 0.06) == "[123456]")
  }

  @Test func arrivalJitterChangesNoCode() {
    var random = SeededGenerator(seed: 41)
    for round in 0..<500 {
      var writer = Writer()
      writer.hasStamps = round % 2 == 0
      let text = String((0..<random.integer(3...40)).map { _ in random.pick(Array("0123456789AZaz-/;")) })
      // A busy bus sometimes delays a key.
      for character in text {
        let isLate = random.chance(0.05)
        writer.press(
          .character(character), after: isLate ? random.number(0.02...0.05) : random.number(0.001...0.012))
      }
      writer.press(.enter, after: 0.004)
      writer.pass(1)
      #expect(writer.result == "[\(text)]", "round \(round)")
    }
  }

  @Test func typingPassesCompletelyAndInOrder() {
    var random = SeededGenerator(seed: 42)
    for round in 0..<500 {
      var writer = Writer()
      writer.hasStamps = round % 2 == 0
      let text = String((0..<random.integer(1...60)).map { _ in random.pick(Array("abcdefgh 0123")) })
      for character in text {
        writer.press(character == " " ? .space : .character(character), after: random.number(0.065...0.4))
      }
      writer.press(.enter, after: random.number(0.08...0.4))
      writer.pass(1)
      #expect(writer.result == text + "↵", "round \(round)")
    }
  }

  @Test func typedLettersPassSoon() {
    var writer = Writer()
    writer.write("hello wor", every: 0.08, end: nil)
    #expect(writer.result == "hello wor")
  }

  @Test func releasesFollowTheirPresses() {
    var writer = Writer()
    writer.write("ab", every: 0.1, end: nil)
    writer.pass(1)
    let keys = writer.outcomes.flatMap { outcome -> [KeyEvent] in
      if case .keys(let keys) = outcome { keys } else { [] }
    }
    #expect(keys.map(\.phase) == [.pressed, .released, .pressed, .released])
  }

  @Test func lineEndsWithinACodeBelongToIt() {
    var writer = Writer()
    writer.write("BEGIN", every: 0.005)
    writer.write("END", every: 0.005)
    // Some readers send two line ends.
    writer.press(.enter, after: 0.005)
    writer.pass(1)
    #expect(writer.result == "[BEGIN\nEND]")
  }

  /// Codes of one or two characters count as typing, but not the parts of a longer code.
  @Test func keysWithinACodeAreNotTyped() {
    var writer = Writer()
    for digit in "1580" { writer.write(String(digit), every: 0.005) }
    writer.pass(1)
    #expect(writer.result == "[1\n5\n8\n0]")
    // A code with a key without a character is incomplete.
    writer = Writer()
    writer.write("12", every: 0.005, end: .other("F1"))
    writer.write("34", every: 0.005)
    writer.pass(1)
    #expect(writer.result == "[?]")
  }

  @Test func keysBetweenTypedLettersKeepTheirOrder() {
    var writer = Writer()
    for key in [Key.character("a"), .enter, .character("b"), .backspace, .tab, .character("c")] {
      writer.press(key, after: 0.08)
    }
    writer.pass(1)
    #expect(writer.result == "a↵b<backspace>⇥c")
  }

  @Test func controlKeyTypesControlCharacters() {
    var writer = Writer()
    writer.write("0104", every: 0.005, end: nil)
    writer.press(.character("]"), after: 0.005, .control)
    writer.write("21", every: 0.005, end: nil)
    writer.press(.character("m"), after: 0.005, .control)
    writer.pass(1)
    #expect(writer.result == "[0104\u{1D}21]")
    // At the start of a code, such a key counts as a person's.
    writer.press(.character("c"), after: 1, .control)
    #expect(writer.outcomes.count == 3)
  }

  @Test func overlongInputIsNoCode() {
    #expect(Self.result(String(repeating: "9", count: 1024), every: 0.001).count == 1026)
    #expect(Self.result(String(repeating: "9", count: 1025), every: 0.001) == "[?]")
    #expect(Self.result(String(repeating: "9", count: 100_000), every: 0.001) == "[?]")
  }

  @Test func otherKeysCountAsTyping() {
    var writer = Writer()
    writer.press(.left, after: 1)
    writer.press(.character("5"), after: 1)
    writer.press(.escape, after: 0.01)
    writer.pass(1)
    #expect(writer.result == "<left>5<escape>")
  }

  /// The compositor's stamps count, and not the time at which this process handles the keys.
  @Test func stampsDecideWhenThisProcessIsLate() {
    func event(_ key: Key, _ stamp: UInt32) -> KeyEvent { KeyEvent(key, milliseconds: stamp) }
    // Slow keys that the process handles together.
    var reader = CodeReader()
    var outcomes: [Outcome] = []
    for (number, digit) in "1580".enumerated() {
      outcomes += reader.handle(event(.character(digit), UInt32(number) * 200), at: 10)
    }
    outcomes += reader.handle(event(.enter, 900), at: 10)
    #expect(!outcomes.contains { if case .code = $0 { true } else { false } })
    // Fast keys, and a delay of the process between them. The stamps wrap.
    (reader, outcomes) = (CodeReader(), [])
    for (number, digit) in "4711".enumerated() {
      outcomes += reader.handle(event(.character(digit), UInt32.max - 9 &+ UInt32(number) * 5), at: 10)
    }
    outcomes += reader.advance(to: 10.5)
    outcomes += reader.handle(event(.enter, 12), at: 10.5) + reader.advance(to: 11)
    #expect(outcomes == [.code("4711")])
    // A code is incomplete if its first keys already counted as typing.
    (reader, outcomes) = (CodeReader(), [])
    _ = reader.handle(event(.character("1"), 0), at: 10)
    _ = reader.advance(to: 10.5)
    for (number, digit) in "2345".enumerated() {
      outcomes += reader.handle(event(.character(digit), 5 + UInt32(number) * 5), at: 10.5)
    }
    outcomes += reader.handle(event(.enter, 30), at: 10.5) + reader.advance(to: 11)
    #expect(outcomes == [.code(nil)])
  }

  @Test func idleReaderHasNoDeadline() {
    var writer = Writer()
    writer.write("hello", every: 0.2)
    writer.pass(1)
    #expect(writer.reader.deadline == nil)
    writer.write("4711", every: 0.005, end: nil)
    writer.pass(1)
    #expect(writer.reader.deadline == nil)
  }
}
