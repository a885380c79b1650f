import Configuration
import Gestures
import RotundaGeometry
import Testing

@testable import Shell

/// The lists of languages and of visitors' needs, which buttons at the lower edge open.
struct VisitorSheetTests {
  private func stage(
    _ size: Size = Size(1280, 800), _ button: ElementID = .forEveryone,
    change: (inout KioskConfiguration) -> Void = { _ in }
  ) throws -> ShellStage {
    let stage = ShellStage(size: size) {
      $0 = KioskConfiguration()
      let names = ["ar": "متحف", "de": "Museum", "en": "Museum", "ja": "博物館"]
      $0.header.title = LocalizedText("Museum", translations: names)
      $0.header.buttons = [.language, .accessibility]
      $0.idle.returnHomeAfter = 60
      change(&$0)
    }
    stage.send(.languages(["de-AT"], .english))
    _ = stage.settle()
    stage.tap(try #require(stage.shell.elements().first { $0.id == button }?.frame).center)
    _ = stage.settle()
    return stage
  }

  private func element(_ label: String, _ stage: ShellStage) throws -> Element {
    try #require(stage.shell.elements().first { $0.label == label })
  }

  private func choose(_ label: String, _ stage: ShellStage) throws {
    stage.tap(try #require(try element(label, stage).frame).center)
    _ = stage.settle()
  }

  @Test func languagesHaveOwnNamesAndAMark() throws {
    let stage = try stage(Size(1280, 800), .language)
    #expect(stage.shell.status.screen == .choices)
    let rows = stage.shell.elements().filter { $0.role == .choice }
    #expect(rows.map(\.label) == ["العربية", "Deutsch", "English", "日本語"])
    #expect(rows.map(\.value) == ["Off", "On", "Off", "Off"])
    #expect(stage.writing.contains("✓"))
    try choose("日本語", stage)
    #expect(stage.effects.contains(.setLanguage("ja")) && stage.shell.panels.isEmpty)
  }

  @Test(arguments: [Theme.Name.light, .highContrast]) func unwantedContrastRestoresTheTheme(
    theme: Theme.Name
  ) throws {
    let stage = try stage { $0.theme.name = theme }
    let before = stage.shell.theme
    try choose("High contrast", stage)
    #expect(stage.shell.environment.themeName == (theme == .highContrast ? .dark : .highContrast))
    try choose("High contrast", stage)
    #expect(stage.shell.environment.themeName == theme && stage.shell.theme == before)
  }

  @Test func onlyThePressedRowIsTranslucent() throws {
    let stage = try stage()
    func opacity() throws -> Double {
      stage.draw()
      let label = stage.frame.sprites.last { sprite in
        guard case .picture(let picture, _) = sprite.fill, case .text(let block) = picture.content else {
          return false
        }
        return block.text == "High contrast"
      }
      return try #require(label).opacity
    }
    let whole = try opacity()
    #expect(abs(whole - 1) < 0.01)
    stage.down(try #require(try element("High contrast", stage).frame).center)
    stage.wait(0.3)
    let pressed = try opacity()
    #expect(pressed < 0.9)
  }

  @Test func choicesLastUntilTheVisitEnds() throws {
    let stage = try stage()
    let before = stage.shell.theme
    try choose("High contrast", stage)
    try choose("Less motion", stage)
    try choose("Larger text", stage)
    try choose("Larger text", stage)
    #expect(stage.shell.theme.textScale == 1.5 && stage.shell.theme.hasReducedMotion)
    #expect(stage.shell.environment.themeName == .highContrast && stage.writing.contains("150%"))
    try choose("Less motion", stage)
    try choose("Smaller text", stage)
    #expect(stage.shell.theme.textScale == 1.25 && !stage.shell.theme.hasReducedMotion)
    stage.pass(61)
    #expect(stage.settle())
    #expect(stage.shell.theme == before && stage.shell.panels.isEmpty)
  }

  @Test func readingAloudIsSwitchedOnAndOff() throws {
    let stage = try stage()
    try choose("Read aloud", stage)
    #expect(try element("Read aloud", stage).value == "On")
    let said = stage.effects.compactMap { if case .speak(let text, _) = $0 { text } else { nil } }
    #expect(said.last?.contains("For everyone") == true)
    // The first tap announces the line, and the second one chooses it.
    for _ in 0..<2 { try choose("Read aloud", stage) }
    #expect(try element("Read aloud", stage).value == "Off")
  }

  @Test func mirroredSheetStaysUnderTheFinger() throws {
    let stage = try stage()
    try choose("Mirrored", stage)
    #expect(stage.shell.environment.isMirrored && stage.shell.status.screen == .choices)
    let place = try #require(try element("Mirrored", stage).frame).center
    stage.tap(Point(1280 - place.x, place.y))
    #expect(!stage.shell.environment.isMirrored)
  }

  enum Way: CaseIterable { case escape, cross, beside, back, home }
  @Test(arguments: Way.allCases) func sheetClosesInManyWays(way: Way) throws {
    let stage = try stage()
    switch way {
    case .escape: stage.send(.key(KeyEvent(.escape)))
    case .cross: try choose("Close", stage)
    case .beside: stage.tap(Point(1200, 30))
    case .back: stage.act(.back)
    case .home: stage.act(.home)
    }
    #expect(stage.settle() && stage.shell.panels.isEmpty && stage.starts.isEmpty)
  }

  @Test func keysMoveThroughRowsAndChangeSize() throws {
    let stage = try stage { $0.access.isSpoken = true }
    func press(_ key: Key) -> String? {
      stage.send(.key(KeyEvent(key)))
      _ = stage.settle()
      return stage.effects.compactMap { if case .speak(let text, _) = $0 { text } else { nil } }.last
    }
    #expect(press(.down) == "Text size. Slider. 100%. 1 of 8.")
    #expect(press(.right) == "Text size. Slider. 125%. 1 of 8.")
    #expect(press(.left) == "Text size. Slider. 100%. 1 of 8.")
    #expect(press(.down) == "High contrast. Switch. Off. 2 of 8.")
    #expect(press(.enter) == "High contrast. Switch. On. 2 of 8.")
    #expect(press(.up) == "Text size. Slider. 100%. 1 of 8.")
  }

  @Test func oneSwitchChoosesARow() throws {
    let stage = try stage { $0.access.scans = true }
    stage.send(.key(KeyEvent(.space)))
    for _ in 0..<9 where stage.shell.scanner.element?.label != "Less motion" {
      stage.wait(max(0, (stage.shell.scanner.run?.next ?? 0) - stage.now) + 0.001)
      _ = stage.settle()
    }
    stage.send(.key(KeyEvent(.space)))
    #expect(stage.settle() && stage.shell.theme.hasReducedMotion)
  }

  @Test(arguments: FootTests.sizes, [0.8, 1, 1.6, 3]) func rowsAreOnTheScreenOrScroll(
    size: Size, textScale: Double
  ) throws {
    for button in [ElementID.language, .forEveryone] {
      let stage = try stage(size, button) { $0.access.textScale = textScale }
      let sheet = try #require(stage.shell.panels.first(VisitorSheet.self))
      let elements = stage.shell.elements()
      let close = try #require(elements.first { $0.role == .close }?.frame)
      let side = stage.shell.environment.pageMetrics.chromeSide
      for element in elements where ![.close, .scroller].contains(element.role) {
        guard let frame = element.frame else {
          #expect(sheet.scroll.isNeeded)
          continue
        }
        #expect(frame.origin.x >= 0 && frame.maxX <= size.width && frame.origin.y >= 0)
        #expect(frame.maxY <= close.origin.y && (frame.intersection(close) == nil))
        if !sheet.scroll.isNeeded { #expect(frame.size.width >= side * 0.99 && frame.size.height >= side) }
      }
    }
  }
}
