import Configuration
import RotundaGeometry
import Gestures
import Programs
import Testing

@testable import Shell

struct HeadsetTests {
  private static func stage(_ change: (inout KioskConfiguration) -> Void = { _ in }) -> ShellStage {
    let stage = ShellStage(change: change)
    _ = stage.settle()
    return stage
  }

  private static func said(_ stage: ShellStage) -> [String] {
    stage.effects.compactMap { if case .speak(let text, _) = $0 { text } else { nil } }
  }

  private static func plug(_ stage: ShellStage, _ isPlugged: Bool, isNew: Bool = true) {
    stage.send(.headset(isPlugged: isPlugged, isNew: isNew))
  }

  /// Speech starts within half a second, without a frame.
  @Test func aHeadsetTurnsSpeechOn() {
    let stage = Self.stage()
    Self.plug(stage, true)
    #expect(Self.said(stage).last?.hasPrefix("Read aloud. On. Move a finger over the screen") == true)
    #expect(Self.said(stage).last?.hasSuffix("Tile 0. Tile. 1 of 5.") == true)
    stage.tap(stage.center)
    #expect(stage.starts.isEmpty, "a touch explores")
  }

  @Test func earlierHeadsetStaysSilent() {
    let stage = Self.stage()
    Self.plug(stage, true, isNew: false)
    #expect(Self.said(stage).isEmpty)
  }

  @Test func operatorsCanIgnoreHeadsets() {
    let stage = Self.stage { $0.access.listensForHeadset = false }
    Self.plug(stage, true)
    #expect(Self.said(stage).isEmpty)
  }

  @Test func headsetWakesADarkScreen() {
    let stage = Self.stage { $0.idle.blankAfter = 60 }
    stage.pass(61)
    #expect(stage.shell.isDark)
    Self.plug(stage, true)
    #expect(!stage.shell.isDark && Self.said(stage).count == 1)
  }

  @Test(arguments: [true, false]) func unpluggingAsksAndForgetsTheVisit(answers: Bool) {
    let stage = Self.stage()
    Self.plug(stage, true)
    stage.act(.nextTile)
    stage.act(.adjust(.textScale(2)))
    _ = stage.settle()
    let count = Self.said(stage).count
    Self.plug(stage, false)
    stage.draw()
    #expect(stage.writing.contains("Are you still there?"))
    #expect(Self.said(stage).count == count, "speech is off for the next visitor")
    #expect(stage.effects.last { $0 == .stopSpeaking } != nil)
    if answers { stage.tap(stage.center) }
    stage.pass(21)
    _ = stage.settle()
    #expect(stage.shell.idle.cover == nil)
    #expect(stage.centered.name == (answers ? "Tile 1" : "Tile 0"))
    #expect(stage.shell.presentation.isInUse(turnsByItself: false) == answers)
  }

  @Test func programThatCannotReturnIsNotCovered() {
    let stage = Self.stage()
    stage.send(.keepsPrograms(atMost: 0))
    Self.plug(stage, true)
    stage.act(.openTile("Tile 0"))
    _ = stage.settle()
    stage.wait(20)
    Self.plug(stage, false)
    #expect(stage.shell.isCovered && stage.shell.idle.cover == nil)
  }

  @Test func inactiveVisitorIsNotAsked() {
    let stage = Self.stage()
    Self.plug(stage, true)
    Self.plug(stage, false)
    #expect(stage.shell.idle.cover == nil && !stage.shell.presentation.isInUse(turnsByItself: false))
  }

  @Test func speechTurnedOnByHandStays() {
    let stage = Self.stage()
    stage.act(.speech)
    Self.plug(stage, true)
    Self.plug(stage, false)
    stage.act(.nextTile)
    _ = stage.settle()
    #expect(Self.said(stage).last == "Tile 1. Tile. 2 of 5.")
  }

  @Test func aHeadsetHearsDigits() {
    let stage = ShellStage.withPIN { $0.access.isSpoken = true }
    stage.act(.admin)
    func go() { stage.send(.key(KeyEvent(.down))) }
    go()
    #expect(Self.said(stage).last == "Digit. Key.")
    Self.plug(stage, true)
    go()
    #expect(Self.said(stage).last == "4. Key.")
    Self.plug(stage, false)
    go()
    #expect(Self.said(stage).last == "Digit. Key.")
  }

  @Test func unwatchedHeadsetHearsNoDigits() {
    let stage = ShellStage.withPIN { ($0.access.isSpoken, $0.access.listensForHeadset) = (true, false) }
    Self.plug(stage, true, isNew: false)
    stage.act(.admin)
    stage.send(.key(KeyEvent(.down)))
    #expect(Self.said(stage).last == "Digit. Key.")
  }
}
