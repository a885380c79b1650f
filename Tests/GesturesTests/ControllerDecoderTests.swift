import Gestures
import Testing

/// Button events from the reports of gamepads and remote controls.
struct ControllerDecoderTests {
  /// Type, code and value, in the kernel's format.
  typealias Report = (UInt16, UInt16, Int32)
  private static let range: ClosedRange<Int32> = -32768...32767
  /// An Xbox gamepad.
  private static let gamepad = ControllerDecoder(.gamepad, horizontal: range, vertical: range)

  private func decode(
    _ reports: [Report], with decoder: ControllerDecoder = gamepad
  ) -> [ControllerEvent] {
    var decoder = decoder
    var events: [ControllerEvent] = []
    for (type, code, value) in reports {
      decoder.handle(type: type, code: code, value: value, at: 1, into: &events)
    }
    return events
  }

  private func tap(_ button: ControllerButton) -> [ControllerEvent] {
    [.button(button, .pressed), .button(button, .released)]
  }

  @Test(
    arguments: [
      (0x130, ControllerButton.padSouth), (0x131, .padEast), (0x133, .padNorth), (0x134, .padWest),
      (0x136, .padLeftShoulder), (0x13A, .padSelect), (0x13B, .padStart), (0x13C, .padGuide), (0x220, .padUp),
      (0x223, .padRight), (0x120, .padSouth), (0x121, .padEast),
    ] as [(UInt16, ControllerButton)])
  func aButtonGoesDownAndUp(code: UInt16, button: ControllerButton) {
    #expect(decode([(1, code, 1), (0, 0, 0), (1, code, 0), (0, 0, 0)]) == tap(button))
  }

  @Test(
    arguments: [
      (0x10, -1, ControllerButton.padLeft), (0x10, 1, .padRight), (0x11, -1, .padUp), (0x11, 1, .padDown),
      (0, -32768, .padLeft), (0, 32767, .padRight), (1, -32768, .padUp), (1, 32767, .padDown),
    ] as [(UInt16, Int32, ControllerButton)])
  func hatAndStickActAsTheCross(axis: UInt16, value: Int32, button: ControllerButton) {
    #expect(decode([(3, axis, value), (3, axis, 0)]) == tap(button))
  }

  @Test func crossHatAndStickAreOneButton() {
    let reports: [Report] = [
      (1, 0x222, 1), (3, 0x10, -1), (3, 0, -32768), (1, 0x222, 0), (3, 0x10, 0), (3, 0, 0),
    ]
    #expect(decode(reports) == tap(.padLeft))
  }

  @Test func stickInItsDeadZoneRests() {
    let reports: [Report] = [-11000, 11000, -5000, 11400].map { (3, 0, $0) }
    #expect(decode(reports).isEmpty)
    #expect(decode([(3, 0, 11600)]) == [.button(.padRight, .pressed)])
  }

  /// The dead zone is 0.35: 65 of 200 is exactly that far from the middle.
  @Test func aStickPressesBeyondItsDeadZoneOnly() {
    let pad = ControllerDecoder(.gamepad, horizontal: 0...200, vertical: nil)
    #expect(decode([(3, 0, 65)], with: pad).isEmpty)
    #expect(decode([(3, 0, 64)], with: pad) == [.button(.padLeft, .pressed)])
  }

  @Test func tremblingStickCountsOnce() {
    let reports: [Report] = [12000, 11000, 12000, 10000, 12000].map { (3, 1, $0) }
    #expect(decode(reports) == [.button(.padDown, .pressed)])
  }

  @Test func diagonalStickKeepsItsDirection() {
    let reports: [Report] = [(3, 0, 20000), (3, 1, 21000), (3, 1, 24000), (3, 1, 30000)]
    #expect(
      decode(reports) == [
        .button(.padRight, .pressed), .button(.padRight, .released), .button(.padDown, .pressed),
      ])
  }

  @Test(
    arguments: [
      (0, 255, 128, 255), (0, 255, 127, 0), (-127, 127, 0, -127), (.min, .max, 0, .max), (0, 1023, 512, 1023),
    ] as [(Int32, Int32, Int32, Int32)])
  func sticksOfAnyRangeHaveAMiddle(least: Int32, most: Int32, middle: Int32, end: Int32) {
    let pad = ControllerDecoder(.gamepad, horizontal: least...most, vertical: nil)
    #expect(decode([(3, 0, middle)], with: pad).isEmpty)
    let button: ControllerButton = end == most ? .padRight : .padLeft
    #expect(decode([(3, 0, end)], with: pad) == [.button(button, .pressed)])
    #expect(decode([(3, 1, end)], with: pad).isEmpty, "no stick, no way")
  }

  @Test func heldDirectionRepeats() {
    var (decoder, events) = (Self.gamepad, [ControllerEvent]())
    decoder.handle(type: 3, code: 0x10, value: 1, at: 10, into: &events)
    #expect(decoder.deadline == 10.4)
    decoder.advance(to: 10.39, into: &events)
    decoder.advance(to: 10.4, into: &events)
    #expect(decoder.deadline == 10.52)
    decoder.advance(to: 10.52, into: &events)
    // The decoder skips late repetitions.
    decoder.advance(to: 14, into: &events)
    #expect(decoder.deadline == 14)
    decoder.handle(type: 3, code: 0x10, value: 0, at: 14, into: &events)
    #expect(decoder.deadline == nil)
    let phases: [KeyEvent.Phase] = [.pressed, .repeated, .repeated, .repeated, .released]
    #expect(events == phases.map { .button(.padRight, $0) })
    decoder.handle(type: 1, code: 0x130, value: 1, at: 20, into: &events)
    #expect(decoder.deadline == nil, "other buttons do not")
  }

  @Test func heldButtonsEndWhenTheScreenChanges() {
    var (decoder, events) = (Self.gamepad, [ControllerEvent]())
    decoder.handle(type: 3, code: 0x10, value: 1, at: 0, into: &events)
    decoder.stopRepeating()
    #expect(decoder.deadline == nil)
  }

  @Test func droppedEventsReleaseButtons() {
    #expect(
      decode([(1, 0x130, 1), (0, 3, 0), (1, 0x131, 1), (0, 0, 0), (1, 0x133, 1)])
        == tap(.padSouth) + [.button(.padNorth, .pressed)])
  }

  @Test func removedDeviceReleasesItsButtons() {
    var (decoder, events) = (Self.gamepad, [ControllerEvent]())
    decoder.handle(type: 1, code: 0x130, value: 1, at: 0, into: &events)
    decoder.handle(type: 3, code: 0x11, value: -1, at: 0, into: &events)
    events = []
    decoder.releaseAll(into: &events)
    #expect(events == [.button(.padUp, .released), .button(.padSouth, .released)])
    #expect(decoder.deadline == nil)
  }

  @Test func aRemoteControlHasOnlyTheWayHome() {
    let remote = ControllerDecoder(.remoteControl)
    let reports: [Report] = [103, 352, 158, 172, 115, 28, 0x130].map { (1, $0, 1) } + [(3, 0x10, 1)]
    #expect(decode(reports, with: remote) == [.button(.remoteHome, .pressed)])
  }

  /// Letters, digits, Enter, modifiers: the decoder ignores all codes of a keyboard.
  @Test func typedKeysAreIgnored() {
    for code in UInt16(0)...0x2FF where ControllerButton(code: code) == nil || code < 0x100 {
      guard code != 172 else { continue }
      #expect(decode([(1, code, 1), (1, code, 0)]).isEmpty, "\(code)")
      let remote = ControllerDecoder(.remoteControl)
      #expect(decode([(1, code, 1), (1, code, 0)], with: remote).isEmpty, "\(code)")
    }
    #expect(ControllerButton.allCases.flatMap(\.codes).filter { $0 < 0x100 } == [172])
  }

  /// For random reports, each button alternates between down and up, and only known buttons are down.
  @Test func randomReportsKeepButtonsBalanced() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let least = Int32.random(in: .min ... .max, using: &random)
      var decoder = ControllerDecoder(
        .gamepad, horizontal: least...Int32.random(in: least ... .max, using: &random),
        vertical: least...least)
      var (events, down) = ([ControllerEvent](), Set<ControllerButton>())
      for step in 0..<200 {
        let codes: [UInt16] = [0, 1, 3, 0x10, 0x11, 0x130, 0x220, .random(in: .min ... .max, using: &random)]
        let code = codes[Int.random(in: codes.indices, using: &random)]
        let values: [Int32] = [0, 1, 2, -1, .min, .max, .random(in: .min ... .max, using: &random)]
        let value = values[Int.random(in: values.indices, using: &random)]
        decoder.handle(
          type: .random(in: 0...4, using: &random), code: code, value: value, at: Double(step), into: &events)
        decoder.advance(to: Double(step) + 0.5, into: &events)
      }
      decoder.releaseAll(into: &events)
      for case .button(let button, let phase) in events {
        switch phase {
        case .pressed: #expect(down.insert(button).inserted)
        case .released: #expect(down.remove(button) != nil)
        case .repeated: #expect(down.contains(button) && button.repeats)
        }
      }
      #expect(down.isEmpty && decoder.deadline == nil)
    }
  }

  @Test func messagesSurviveARoundTrip() {
    #expect(ControllerEvent.inUse.bytes.flatMap { ControllerEvent(bytes: $0) } == .inUse)
    for button in ControllerButton.allCases {
      for phase: KeyEvent.Phase in [.pressed, .repeated, .released] {
        let event = ControllerEvent.button(button, phase)
        guard let bytes = event.bytes else {
          #expect(button.code == nil)
          continue
        }
        #expect(ControllerEvent(bytes: bytes) == event)
      }
    }
  }

  @Test(
    arguments: [
      [], [1], [0x30, 1], [0x30, 1, 3], [0x1E, 0, 1], [0, 0, 1], [0x30, 1, 1, 0], [255, 255, 255],
    ] as [[UInt8]])
  func invalidMessagesAreRejected(bytes: [UInt8]) { #expect(ControllerEvent(bytes: bytes) == nil) }
}
