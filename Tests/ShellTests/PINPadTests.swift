import Configuration
import RotundaGeometry
import Gestures
import Programs
import Testing

@testable import Shell

struct PINPadTests {
  private func opened(_ change: (inout KioskConfiguration) -> Void = { _ in }) -> ShellStage {
    let stage = ShellStage.withPIN(change: change)
    stage.act(.admin)
    stage.draw()
    return stage
  }

  @Test func theRightPINOpensTheSystemsPage() {
    let stage = opened()
    #expect(stage.isPadShown && stage.shell.systemPage == nil && stage.seenTiles.isEmpty)
    stage.enter(ShellStage.pin)
    #expect(!stage.isPadShown && stage.shell.systemPage != nil)
    #expect(stage.checks.map(\.setting) == [.hash(ShellStage.hash)])
  }

  @Test func onlyOperatorsPINsGiveTheRightToSave() {
    var tiles = ShellStage.tiles(5)
    tiles[0].needsPIN = true
    let stage = ShellStage.withPIN(tiles: tiles, isLocked: true)
    stage.draw()
    stage.enter(ShellStage.pin)
    #expect(stage.givesRight == false && !stage.isPadShown)
    stage.act(.openTile(tiles[0].id))
    stage.draw()
    stage.enter(ShellStage.pin)
    #expect(stage.checks.count == 2 && stage.givesRight == false && !stage.isPadShown)
    stage.act(.admin)
    stage.draw()
    stage.enter(ShellStage.pin)
    #expect(stage.givesRight == true && !stage.effects.contains(.edit(.forgetRight)))
  }

  /// The PIN is right, but no page opens.
  @Test func aClosedPadDropsTheRightToSave() {
    let stage = opened()
    stage.press(ShellStage.keys(ShellStage.pin) + [.enter])
    stage.shell.withOutbox(&stage.effects) { $0.closePad(goesBack: true) }
    #expect(!stage.effects.contains(.edit(.forgetRight)))
    stage.answerPIN()
    #expect(stage.shell.systemPage == nil && stage.effects.last { $0 == .edit(.forgetRight) } != nil)
  }

  @Test func wrongPINOpensNothing() {
    let stage = opened()
    stage.enter("4712")
    #expect(stage.isPadShown && stage.shell.systemPage == nil)
    #expect(stage.reports == [.wrongPIN(times: 1)])
    stage.enter("0000")
    #expect(stage.checks.count == 2)
  }

  @Test func wrongPINShowsTheWaitOfTheAnswer() {
    let stage = opened()
    stage.enter("0000", wait: 5)
    #expect(stage.checks.count == 1)
    stage.draw()
    #expect(stage.writing.contains("Please wait 5 seconds, then try again."))
    stage.enter(ShellStage.pin)
    #expect(stage.checks.count == 1 && stage.isPadShown)
    stage.wait(5)
    stage.draw()
    #expect(!stage.writing.contains { $0.hasPrefix("Please wait") })
    stage.enter("0000", wait: 10)
    stage.wait(5)
    stage.enter(ShellStage.pin)
    #expect(stage.checks.count == 2)
    stage.wait(5)
    stage.enter(ShellStage.pin)
    #expect(stage.shell.systemPage != nil)
  }

  /// Another kiosk on the same machine had a wrong PIN, or another program asked for a check.
  @Test func earlyPINIsUncheckedAndWaits() {
    let stage = opened()
    stage.press(ShellStage.keys(ShellStage.pin) + [.enter])
    stage.send(.pinChecked(.early(wait: 40)))
    stage.draw()
    #expect(stage.isPadShown && stage.writing.contains("Please wait 40 seconds, then try again."))
    #expect(stage.reports.isEmpty)
    stage.press(ShellStage.keys("471"))
    #expect(stage.shell.pad?.digits == "")
  }

  @Test func serviceChecksPINsWhereConfigured() {
    let stage = opened { $0.admin.pin = .service }
    stage.enter(ShellStage.pin)
    #expect(stage.checks.map(\.setting) == [.service] && stage.shell.systemPage != nil)
  }

  @Test func theWaitIsCountedDown() {
    let stage = opened()
    stage.enter("0000", wait: 5)
    var seen: [String] = []
    for _ in 0..<5 {
      stage.draw()
      seen += stage.writing.filter { $0.hasPrefix("Please wait") }
      stage.wait(1)
    }
    #expect(seen.first == "Please wait 5 seconds, then try again.")
    #expect(seen.last == "Please wait 1 second, then try again.")
  }

  @Test(arguments: [
    (1, "1 second"), (90, "90 seconds"), (91, "2 minutes"), (120, "2 minutes"), (121, "3 minutes"),
  ])
  func longWaitsAreGivenInMinutes(seconds: Int, wait: String) {
    #expect(
      PINPad.Answer.wait(seconds: seconds).text(in: .english) == "Please wait \(wait), then try again.")
  }

  @Test func remainingWaitIsShownAtOnce() {
    #expect(PINEntry(PINPad.Gate(waitEnds: 7), at: 6).answer == .wait(seconds: 1))
    #expect(PINEntry(PINPad.Gate(waitEnds: 7), at: 7).answer == nil)
  }

  @Test func earlierWaitCountsWheneverReported() {
    for isShown in [false, true] {
      let stage = ShellStage.withPIN()
      if isShown { stage.act(.admin) }
      stage.send(.pinWait(seconds: 900))
      if !isShown { stage.act(.admin) }
      stage.draw()
      #expect(stage.writing.contains("Please wait 15 minutes, then try again."))
      stage.enter(ShellStage.pin)
      #expect(stage.checks.isEmpty)
      stage.send(.pinWait(seconds: 0))
      stage.enter(ShellStage.pin)
      #expect(stage.checks.count == 1)
    }
  }

  @Test func shortPINIsNotChecked() {
    let stage = opened()
    stage.enter("471")
    #expect(stage.checks.isEmpty && stage.shell.pad?.digits == "471")
  }

  @Test func deleteRemovesDigitsOneByOne() {
    let stage = opened()
    stage.press(ShellStage.keys("47") + [.delete] + ShellStage.keys("81"))
    #expect(stage.shell.pad?.digits == "481")
  }

  @Test func digitsAreLimitedToThePINLength() {
    let stage = opened()
    stage.press(ShellStage.keys("1234567890123456"))
    #expect(stage.shell.pad?.digits == "123456789012")
  }

  @Test func digitKeysEnterThePIN() {
    let stage = opened()
    for digit in "4712" { stage.send(.key(KeyEvent(.character(digit)))) }
    stage.send(.key(KeyEvent(.backspace)))
    stage.send(.key(KeyEvent(.character("1"))))
    stage.send(.key(KeyEvent(.character("x"))))
    stage.send(.key(KeyEvent(.enter)))
    stage.answerPIN()
    #expect(stage.shell.systemPage != nil)
  }

  /// Moves the focus from key to key with arrow keys alone.
  @Test func arrowKeysEnterThePIN() {
    let stage = opened()
    func go(to key: PINPad.PadKey) {
      for _ in 0..<3 { stage.send(.key(KeyEvent(.up))) }
      for _ in 0..<2 { stage.send(.key(KeyEvent(.left))) }
      let index = stage.shell.pad?.keys.firstIndex(of: key) ?? 0
      for _ in 0..<(index / 3) { stage.send(.key(KeyEvent(.down))) }
      for _ in 0..<(index % 3) { stage.send(.key(KeyEvent(.right))) }
      stage.send(.key(KeyEvent(.enter)))
    }
    for key in ShellStage.keys(ShellStage.pin) + [.enter] { go(to: key) }
    stage.answerPIN()
    #expect(stage.shell.systemPage != nil)
  }

  @Test func escapeClearsThenCloses() {
    let stage = opened()
    stage.press(ShellStage.keys("47"))
    stage.send(.key(KeyEvent(.escape)))
    #expect(stage.isPadShown && stage.shell.pad?.digits == "")
    stage.send(.key(KeyEvent(.escape)))
    #expect(!stage.isPadShown)
  }

  /// Measured in DejaVu Sans Bold, the widest of the kiosks' fonts: Arabic letters are 0.62 of its size wide.
  @Test(arguments: ["OK", "موافق", "Aceptar", "決定", "Bestätigen"]) func keyLabelFitsItsKey(word: String) {
    let isWide = word.unicodeScalars.contains { $0.value > 0x2E80 }
    let width = PINPad.share(of: word) * Double(word.count) * (isWide ? 1 : 0.62)
    #expect(width <= 0.8 && width > 0.3)
  }

  @Test func padClosesByControlOrTimeOut() {
    let stage = opened()
    stage.tap(stage.shell.padLayout.close.center)
    #expect(!stage.isPadShown)
    stage.act(.admin)
    stage.wait(PINPad.lifetime - 1)
    stage.press(ShellStage.keys("4"))
    stage.wait(PINPad.lifetime - 1)
    #expect(stage.isPadShown)
    stage.wait(2)
    #expect(!stage.isPadShown && stage.shell.deadline == nil)
  }

  @Test func lateAnswerOpensNothing() {
    let stage = opened()
    stage.press(ShellStage.keys(ShellStage.pin) + [.enter])
    stage.send(.key(KeyEvent(.escape)))
    stage.answerPIN()
    #expect(stage.shell.systemPage == nil)
    stage.act(.admin)
    #expect(stage.isPadShown)
  }

  @Test func pendingCheckBlocksOtherPINs() {
    let stage = opened()
    stage.press(ShellStage.keys(ShellStage.pin) + [.enter])
    stage.press(ShellStage.keys("1111") + [.enter])
    #expect(stage.checks.count == 1)
  }

  @Test func uncheckablePINIsRejected() {
    let stage = opened()
    stage.press(ShellStage.keys(ShellStage.pin) + [.enter])
    stage.send(.pinChecked(.failed(reason: "no memory")))
    stage.draw()
    #expect(stage.isPadShown && stage.writing.contains { $0.hasPrefix("PINs cannot be checked") })
    let broken = ShellStage.withPIN { $0.admin.pin = .unknown }
    broken.act(.admin)
    broken.enter(ShellStage.pin)
    #expect(broken.checks.isEmpty && broken.isPadShown)
  }

  @Test func digitsCanStandInAnyOrder() {
    let plain = PINPad(.admin, tileName: nil, gate: .init(), at: 0).order
    var orders: Set<[Int]> = []
    for number in 0..<400 as Range<UInt64> {
      var pad = PINPad(.admin, tileName: nil, gate: .init(), at: 0)
      pad.shuffle(by: number &* 0x9E37_79B9_7F4A_7C15)
      #expect(pad.order.sorted() == plain.sorted())
      orders.insert(pad.order)
    }
    #expect(orders.count > 390)
    let stage = opened { $0.admin.shufflesDigits = true }
    #expect(stage.effects.contains(.readRandom))
    stage.send(.random(0x1234_5678_9ABC_DEF0))
    #expect(stage.shell.pad?.order != plain)
    stage.enter(ShellStage.pin)
    #expect(stage.shell.systemPage != nil)
    let other = opened()
    other.send(.random(77))
    #expect(other.shell.pad?.order == plain)
  }

  /// A program that copies the screen learns no digit from it.
  @Test func keysUnderAFingerLookAsBefore() {
    let count = opened().shell.padLayout.keys.count
    #expect(count >= 11)
    for index in 0..<count {
      let stage = opened()
      #expect(stage.settle())
      stage.draw()
      let untouched = stage.frame.sprites
      stage.down(stage.shell.padLayout.keys[index].center)
      stage.wait(0.3)
      stage.draw()
      #expect(stage.frame.sprites == untouched, "key \(index)")
    }
    let stage = opened()
    #expect(stage.settle())
    stage.draw()
    let untouched = stage.frame.sprites
    stage.down(stage.shell.padLayout.close.center)
    stage.wait(0.3)
    stage.draw()
    #expect(stage.frame.sprites != untouched)
  }

  @Test func padLooksAsBeforeOnceFingersLift() {
    let stage = opened()
    #expect(stage.settle())
    stage.draw()
    let untouched = stage.frame.sprites
    // No key is there.
    stage.down(stage.shell.padLayout.title.center)
    stage.wait(0.3)
    stage.up()
    #expect(stage.settle())
    stage.draw()
    #expect(stage.isPadShown && stage.frame.sprites == untouched)
  }

  /// The line is as wide in the corners as along the sides.
  @Test func focusedKeysRingIsAsWideAllAround() throws {
    let stage = opened()
    stage.send(.key(KeyEvent(.down)))
    #expect(stage.settle())
    stage.draw()
    let middle = stage.shell.padLayout.keys[0].center - stage.center
    let key = stage.frame.sprites.filter { sprite in
      guard case .color = sprite.fill, let place = sprite.transform.project(.zero) else { return false }
      return (place - middle).length < 1
    }
    let (ring, face) = (try #require(key.first), try #require(key.last))
    #expect(ring.fill == .color(stage.shell.theme.progress))
    let width = (ring.size.width - face.size.width) / 2
    #expect(width > 0 && ring.size.height - face.size.height == 2 * width)
    #expect(abs(ring.cornerRadius - face.cornerRadius - width) < 1e-9)
  }

  @Test func touchesDoNotReachTheTilesBehind() {
    let stage = opened()
    for point in [stage.center, Point(100, 400), Point(640, 20), Point(1270, 790)] { stage.tap(point) }
    stage.drag(from: Point(300, 400), by: Point(500, 0), seconds: 0.1)
    stage.send(.scroll(.init(.steps(x: 3, y: 0), milliseconds: 1)))
    #expect(stage.starts.isEmpty)
    stage.act(.back)
    #expect(stage.settle())
    #expect(stage.centered.name == "Tile 0")
  }

  /// The keys stand below the texts on both screens.
  @Test func placesForDigitsGrowByHalfAtMost() {
    func height(_ textScale: Double) -> Double {
      var metrics = Metrics(size: Size(1080, 1920))
      metrics.textScale = textScale
      return PINPadLayout(PageMetrics(metrics, pointsPerMillimeter: 4)).dots.size.height
    }
    #expect(abs(height(1.5) - 1.5 * height(1)) <= 2)
    #expect(abs(height(2) - height(1.5)) <= 1)
  }

  @Test func deletedDigitsAreNotCountedAloud() {
    let empty = PINPad(.admin, tileName: nil, gate: .init(), at: 0)
    var begun = empty
    begun.preview(digits: 1)
    let environment = Environment(theme: Theme())
    #expect(begun.sentences(after: empty.spoken, environment) == ["1 digit entered"])
    #expect(empty.sentences(after: begun.spoken, environment) == [])
  }

  /// The text would need two lines here.
  @Test func lettersOfNinePointsShrinkNoFurther() throws {
    var theme = Theme()
    theme.textScale = 0.5
    var environment = Environment(theme: theme)
    environment.resize(to: Size(160, 240), scale: 1)
    var pad = PINPad(.admin, tileName: nil, gate: .init(waitEnds: 900), at: 0)
    var effects: [ShellEffect] = []
    pad.layOut(environment, into: &effects)
    let answer = try #require(pad.writing.answer)
    guard case .text(let block) = answer.picture.content else { return }
    #expect(block.text == "Please wait 15 minutes, then try again." && block.fontSize == 9)
  }

  @Test func wordsTakeTheRoomOfAllTexts() {
    let layout = PINPadLayout(PageMetrics(Metrics(size: Size(480, 800)), pointsPerMillimeter: 4))
    #expect(layout.words.origin == layout.title.origin && layout.words.maxX == layout.title.maxX)
    #expect(abs(layout.words.maxY - layout.answer.maxY) < 1e-9)
  }

  /// Both screens have the same font size, but only the higher one has room for the lock.
  @Test func wordsAreAsHighWithoutTheLock() {
    func layout(_ size: Size) -> PINPadLayout {
      PINPadLayout(PageMetrics(Metrics(size: size), pointsPerMillimeter: 4))
    }
    let (high, low) = (layout(Size(480, 800)), layout(Size(480, 500)))
    #expect(high.lock != nil && low.lock == nil)
    #expect(low.title.size.height == high.title.size.height)
    #expect(low.dots.size.height == high.dots.size.height)
    #expect(low.answer.size.height == high.answer.size.height)
  }

  @Test(
    arguments: [
      Size(800, 480), Size(1280, 800), Size(1080, 1920), Size(480, 800), Size(640, 480), Size(1920, 1080),
      Size(320, 240),
    ], [1.0, 1.5, 2.0])
  func keysAreLargeAndApartOnEveryScreen(size: Size, textScale: Double) throws {
    let stage = ShellStage.withPIN(size: size) { $0.access.textScale = textScale }
    stage.act(.admin)
    stage.draw()
    let layout = stage.shell.padLayout
    let target = stage.shell.environment.pageMetrics.targetSide
    let screen = Rectangle(origin: .zero, size: size)
    for (index, key) in layout.keys.enumerated() {
      #expect(screen.intersection(key) == key)
      #expect(
        key.size.width >= target || size.height < 400 || textScale > 1 && size.height < 500, "\(key.size)")
      for other in layout.keys.dropFirst(index + 1) { #expect(key.intersection(other) == nil) }
      for place in [layout.close, layout.dots, layout.title, layout.answer] {
        #expect(key.intersection(place) == nil, "\(key) \(place)")
      }
      if size.height > size.width { #expect(key.center.y > size.height * 0.36) }
    }
    #expect(layout.close.size.width >= target && screen.intersection(layout.close) == layout.close)
    for place in [layout.title, layout.answer] { #expect(place.intersection(layout.close) == nil) }
  }
}
