import Configuration
import RotundaGeometry
import Gestures
import Programs
import Testing

@testable import Shell

/// The sounds that go with visible changes.
struct SoundTests {
  private func stage(
    _ tiles: [LauncherTile] = ShellStage.tiles(5), hasSounds: Bool = true,
    _ change: @escaping (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    let stage = ShellStage(tiles: tiles) {
      $0.access.hasSounds = hasSounds
      change(&$0)
    }
    _ = stage.settle()
    return stage
  }

  private func heard(_ stage: ShellStage) -> [SoundCue] {
    stage.effects.compactMap { if case .play(let cue) = $0 { cue } else { nil } }
  }

  @Test func soundsNeedTheSetting() {
    let stage = stage(hasSounds: false)
    stage.act(.nextTile)
    _ = stage.settle()
    stage.tap(stage.center)
    #expect(heard(stage).isEmpty)
  }

  @Test func tapAndRestAreAudible() {
    let stage = stage()
    #expect(heard(stage).isEmpty)
    stage.drag(from: stage.center, by: Point(-330, 0), seconds: 0.5, thenHold: 0.3)
    _ = stage.settle()
    #expect(heard(stage) == [.settle])
    stage.tap(stage.center)
    #expect(heard(stage) == [.settle, .tap])
  }

  @Test func backAndAttractHaveTheirOwnSounds() {
    let stage = stage([ShellStage.folder("Folder", ShellStage.tiles(2))]) {
      $0.idle.attractAfter = 30
      var theme = ThemeDefinition(id: "ink")
      theme.sounds[.attract] = ThemeSound(notes: [ThemeSound.Note()])
      theme.finish(&$0, explicit: [])
    }
    stage.send(.key(KeyEvent(.enter)))
    _ = stage.settle()
    stage.send(.key(KeyEvent(.escape)))
    _ = stage.settle()
    stage.act(.back)
    #expect(heard(stage).filter { $0 != .settle } == [.tap, .back])
    stage.pass(31)
    #expect(heard(stage).last { $0 != .settle } == .attract)
  }

  @Test func dragToTheSameTileIsSilent() {
    let stage = stage()
    stage.drag(from: stage.center, by: Point(24, 0), seconds: 0.2, thenHold: 0.2)
    _ = stage.settle()
    #expect(heard(stage).isEmpty)
  }

  @Test func aTapBesideTheTilesIsSilent() {
    let stage = stage()
    stage.tap(Point(5, 795))
    #expect(heard(stage).isEmpty)
  }

  @Test func impossibleActionSoundsDifferentFromATap() {
    var tiles = ShellStage.tiles(2)
    tiles[0].enabledWhen = TileCondition()
    tiles[0].enabledWhen?.facts = [.file("/nowhere")]
    let stage = stage(tiles)
    stage.tap(stage.center)
    #expect(heard(stage) == [.error])
  }

  @Test func aProgramThatCrashesIsHeard() {
    let stage = stage()
    stage.tap(stage.center)
    stage.send(.windowAppeared(ProgramID(1)))
    stage.send(.ended(ProgramID(1), .signaled(signal: 11, coreDumped: false)))
    #expect(heard(stage) == [.tap, .error])
  }

  @Test func padKeysAndWrongPINAreAudible() {
    var tiles = ShellStage.tiles(1)
    tiles[0].needsPIN = true
    let stage = stage(tiles) { $0.admin.pin = .hash(ShellStage.hash) }
    stage.send(.remembered(isLocked: false))
    stage.tap(stage.center)
    for key in "1234" { stage.send(.key(KeyEvent(.character(key)))) }
    stage.send(.key(KeyEvent(.enter)))
    #expect(heard(stage) == Array(repeating: .tap, count: 6))
    stage.send(.pinChecked(.wrong(failures: 1, wait: 0)))
    #expect(heard(stage).last == .error)
  }

  @Test func idleScreenIsSilent() {
    let stage = stage { ($0.idle.returnHomeAfter, $0.idle.attractAfter) = (60, 90) }
    stage.act(.nextTile)
    _ = stage.settle()
    #expect(heard(stage) == [.settle])
    for _ in 0..<20 {
      stage.pass(10)
      _ = stage.settle()
    }
    #expect(heard(stage) == [.settle, .question], "once, before the visit ends")
  }

  @Test(arguments: [true, false]) func theQuestionIsHeardWithoutSounds(isWanted: Bool) {
    let stage = stage(hasSounds: false) {
      ($0.idle.returnHomeAfter, $0.idle.warnsBySound) = (60, isWanted)
    }
    stage.act(.nextTile)
    stage.pass(61)
    #expect(heard(stage) == (isWanted ? [.question] : []))
  }

  @Test func tileSwitchesSoundsForTheVisit() {
    let tile = LauncherTile(name: "Sounds", icon: nil, action: .perform(.sounds))
    let stage = stage([tile] + ShellStage.tiles(2), hasSounds: false) { $0.idle.returnHomeAfter = 60 }
    stage.tap(stage.center)
    #expect(heard(stage) == [.tap])
    stage.act(.nextTile)
    _ = stage.settle()
    #expect(heard(stage) == [.tap, .settle])
    stage.wait(70)
    _ = stage.settle()
    stage.tap(Point(5, 795))
    stage.act(.nextTile)
    _ = stage.settle()
    #expect(heard(stage) == [.tap, .settle])
  }

  @Test func switchingSoundsOffSilencesAtOnce() {
    let tile = LauncherTile(name: "Sounds", icon: nil, action: .perform(.sounds))
    let stage = stage([tile])
    stage.tap(stage.center)
    #expect(heard(stage).isEmpty)
  }
}
