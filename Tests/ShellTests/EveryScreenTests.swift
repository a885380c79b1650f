import Configuration
import RotundaGeometry
import Gestures
import Languages
import Programs
import Scene
import Testing

@testable import Shell

/// Every screen in a language with each phrase in brackets. Text outside of brackets is not a phrase and must
/// come from the configuration, whose names have no letters here.
struct EveryScreenTests {
  /// The screens, and how a visitor reaches each one.
  private static let screens: [(name: String, show: @Sendable () throws -> [String])] = [
    ("the carousel with its header", { try seen { $0.act(.nextTile) } }),
    ("a folder", { try seen { $0.act(.openTile("3")) } }),
    ("a page", { try seen { $0.act(.openTile("4")) } }),
    (
      "what visitors can choose",
      {
        try seen { stage in
          stage.shell.withOutbox(&stage.effects) { $0.show(VisitorSheet(.forEveryone, at: stage.now)) }
        }
      }
    ),
    (
      "a message with its button",
      {
        try seen {
          $0.act(.openTile("1"))
          $0.send(.startFailed(try #require($0.starts.last?.program), .notFound))
          #expect($0.shell.notice?.retry != nil)
        }
      }
    ),
    (
      "a program that opens",
      {
        try seen {
          $0.act(.openTile("1"))
          #expect($0.shell.notice != nil)
        }
      }
    ),
    (
      "the question whether somebody is there",
      {
        try seen({
          $0.act(.openTile("1"))
          $0.pass(21)
          #expect($0.shell.notice?.message.withoutCountdown == .stillThere(seconds: 0))
        }) { ($0.idle.returnHomeAfter, $0.idle.warning) = (30, 20) }
      }
    ),
    (
      "the PIN pad, and what it says of a wrong PIN",
      {
        try seen {
          $0.act(.openTile("2"))
          $0.enter("1111")
          #expect($0.shell.pad?.answer == .wrong)
        }
      }
    ),
    (
      "the PIN pad while there is a wait",
      {
        try seen {
          $0.act(.admin)
          $0.enter("1111", wait: 40)
          #expect($0.shell.access.gate.wait(at: $0.now) > 0)
        }
      }
    ),
    (
      "a tile that needs the network",
      {
        try seen {
          $0.act(.openTile("1"))
          $0.send(.startFailed(try #require($0.starts.last?.program), .noNetwork))
          #expect($0.shell.status.screen == .offline)
        }
      }
    ),
    (
      "a place that is closed",
      {
        try seen({ $0.send(.clock(minuteOfWeek: 0, slept: 0)) }) {
          $0.schedule.open = WeekSchedule(["wed 09:00-10:00"])
        }
      }
    ),
    (
      "a field with the keyboard",
      {
        var keys: Set<String> = ["ABC", KeyboardLayout.latin.name]
        let texts = try seen { stage in
          let field = TextField(text: "1")
          let label = stage.shell.environment.words(.tileName)
          let request = TextRequest(id: ElementID("name"), label: label, field: field)
          stage.shell.withOutbox(&stage.effects) { $0.perform(.write(request)) }
          let board = try #require(stage.shell.panels.first(TextEntryPanel.self)).board
          keys.formUnion(board.keys.compactMap { $0.typed(isShifted: false) })
        }
        return texts.filter { !keys.contains($0) }
      }
    ),
    ("the editor of tiles", { try seen { $0.preview(.edit) } }),
    ("the form of a tile", { try seen { $0.preview(.form(.tile)) } }),
    ("the choices for a new tile", { try seen { $0.preview(.form(.add)) } }),
    ("a search for applications", { try seen { $0.preview(.form(.applications)) } }),
    ("a stick without files", { try seen { $0.preview(.form(.files, [.media([])])) } }),
    (
      "the form of the whole screen",
      {
        // Themes and languages have names of their own.
        let names = ["Gallery", "Paper", "Cinema", "Cover flow", "Playground", "Signal"]
        return try seen { stage in
          stage.preview(.edit)
          stage.shell.withOutbox(&stage.effects) { $0.perform(.edit(.look)) }
        }.filter { text in !names.contains { text.hasPrefix($0) } }
      }
    ),
    ("the locked launcher", { try seen { $0.act(.lock) } }),
    (
      "the system's page with problems, errors and controls",
      {
        try seen {
          var system = SystemInformation(
            version: "1", configurationPath: "/1", compositor: "1", protocols: ["1"])
          (system.uptime, system.disk, system.host, system.addresses) = (
            9999, .init(free: 1, total: 2), "1", ["1"]
          )
          system.program = "/1"
          $0.send(.system(system))
          $0.act(.openTile("1"))
          $0.send(.startFailed(try #require($0.starts.last?.program), .refused(errno: 1, text: "1")))
          $0.act(.admin)
          $0.enter(ShellStage.pin)
          #expect($0.shell.systemPage?.controls.isEmpty == false)
        }
      }
    ),
    (
      "the system's page with a bundle on a stick",
      {
        try seen {
          var system = SystemInformation(version: "1")
          system.copiesBundles = true
          $0.send(.system(system))
          $0.act(.admin)
          $0.enter(ShellStage.pin)
          $0.send(.stick(.found(StickBundle(path: "/1", name: "1"))))
          #expect($0.shell.systemPage?.controls.contains(.install) == true)
        }
      }
    ),
    (
      "what the highlight of one switch is on",
      {
        var all: [String] = []
        for step in 0..<8 {
          all += try seen {
            $0.act(.adjust(.scan(true)))
            for _ in 0..<step {
              guard let next = $0.shell.scanner.run?.next else { break }
              $0.wait(next - $0.now + 0.001)
            }
          }
        }
        return all
      }
    ),
    ("the first run", { try firstRun() }),
    ("the page for touchscreens", { touchTest() }),
    ("the demo", { try demo() }),
  ]

  @Test(arguments: screens.indices) func visibleTextIsAPhraseOrAName(index: Int) throws {
    let (name, show) = Self.screens[index]
    let texts = try show()
    #expect(texts.contains { $0.contains("⟦") }, "\(name) shows no text")
    // The field for a new address begins with its scheme.
    let others: Set<String> = name == "the choices for a new tile" ? ["https://"] : []
    #expect(Self.letters(outsideOfBrackets: texts) == others, "\(name)")
  }

  /// The texts with letters outside of brackets. A phrase may span several texts.
  private static func letters(outsideOfBrackets texts: [String]) -> Set<String> {
    var (depth, found) = (0, Set<String>())
    for text in texts {
      for character in text {
        if character == "⟦" { depth += 1 }
        if depth == 0, character.isLetter { found.insert(text) }
        if character == "⟧" { depth = max(0, depth - 1) }
      }
    }
    // The program's own name, and units.
    return found.subtracting(["Rotunda 1", "Hz", "ms"])
  }

  /// A preview needs no editing session.
  @Test func previewsOfTheEditorHaveTiles() throws {
    #expect(try Self.seen { $0.preview(.edit) }.contains("3"))
  }

  @Test func textOutsideOfPhrasesIsFound() {
    #expect(Self.letters(outsideOfBrackets: ["⟦a ⟦b⟧⟧ 1", "⟦c", "d⟧", "e"]) == ["e"])
  }

  /// The texts in a frame.
  private static func texts(_ frame: SceneFrame) -> [String] {
    frame.sprites.flatMap { sprite -> [String] in
      guard case .picture(let picture, _) = sprite.fill else { return [] }
      return switch picture.content {
      case .text(let block), .line(let block): [block.text]
      case .face(let face): [face.label, face.detail]
      case .badge(let badge): [badge.text]
      default: []
      }
    }
  }

  private static let tiles: [LauncherTile] = {
    func tile(_ name: String, _ action: LauncherTile.Action? = nil) -> LauncherTile {
      LauncherTile(name: name, icon: nil, action: action ?? .start(Command([name])))
    }
    var locked = tile("2")
    locked.needsPIN = true
    let page = PageContent(
      [.heading("1", level: 1), .point("2")] + Array(repeating: .paragraph("3"), count: 90))
    return [tile("1"), locked, tile("3", .folder([tile("5"), tile("6")])), tile("4", .page(page))]
  }()

  /// The texts on a stage after the action.
  private static func seen(
    _ go: (ShellStage) throws -> Void, change: (inout KioskConfiguration) -> Void = { _ in }
  ) throws -> [String] {
    let problems = [
      Diagnostic(.error, file: "/1", line: 1, column: 1, message: "1", suggestion: "2"),
      Diagnostic(.warning, file: "/1", message: "1"),
    ]
    let stage = ShellStage(tiles: tiles, shelves: ["1", "2"], problems: problems) {
      $0.admin.pin = .hash(ShellStage.hash)
      ($0.header.title, $0.header.clock, $0.header.date) = ("1", .hours12, .long)
      ($0.header.indicator, $0.admin.allowsConsole) = (.index, true)
      change(&$0)
    }
    stage.send(.remembered(isLocked: false))
    stage.send(.languages(["xx"], LocalizerTests.bracketed))
    let time = WallTime(year: 2026, month: 3, day: 1, weekday: 0, hour: 15, minute: 5, second: 0)
    stage.send(.wallTime(time))
    try go(stage)
    stage.draw()
    let first = texts(stage.frame)
    _ = stage.settle()
    stage.draw()
    // Dates and times come from the calendar tables and count as phrases.
    let calendar = CalendarWords(["xx"])
    let dates = [calendar.date(time, withYear: true), calendar.clock(time, .hours12)]
    return (first + texts(stage.frame)).map { dates.contains($0) ? "⟦\($0)⟧" : $0 }
  }

  /// The texts of all pages of the first run. Files and applications have numbers as names.
  private static func firstRun() throws -> [String] {
    let names = Set(FirstRun.languages.map { LanguageName.own(of: $0) })
    let calendar = CalendarWords(["xx"])
    let known = names.union((0..<7).map { calendar.weekday($0) })
    let picture = SetupMedium(path: "/1", name: "1", isPicture: true, revision: 1)
    func page(
      _ choices: [FirstRun.Choice], _ networks: SetupFact = .networks(NetworkStates.all, isWired: true)
    ) throws -> [String] {
      let stage = ShellStage()
      stage.send(.languages(["xx"], LocalizerTests.bracketed))
      stage.send(.setUp(.isUnset(true)))
      for choice in choices {
        stage.shell.withOutbox(&stage.effects) { shell in
          shell.withPanels { $0.activate(choice.element) }
        }
        stage.send(.setUp(.applications([InstalledApplication(id: "1", name: "1", icon: nil)])))
        stage.send(.setUp(.media([picture])))
        let shelf = LauncherShelf(settings: CarouselSettings(), tiles: [])
        let look = SetupLook(
          id: "gallery", name: LocalizedText("1"), configuration: KioskConfiguration(), shelves: [shelf])
        stage.send(.setUp(.looks([look])))
        stage.send(.setUp(networks))
      }
      _ = stage.settle()
      stage.draw()
      return texts(stage.frame).filter { !known.contains($0) && $0.rangeOfClock == nil }
    }
    let way: [FirstRun.Choice] = [.setUp] + FirstRun.Step.questions.map { _ in .next }
    var all = try (0...way.count).flatMap { try page(Array(way.prefix($0))) }
    for sheet in FirstRun.Sheet.allCases {
      let count = sheet == .logo ? 2 : sheet == .hidden ? 6 : 4
      all += try page(Array(way.prefix(count)) + [.sheet(sheet)])
    }
    all += try page(Array(way.prefix(5)) + [.hours])
    for state in NetworkStates.reports {
      all += try page(Array(way.prefix(6)), .networks(state, isWired: true))
    }
    all += try page(Array(way.prefix(4)) + [.sheet(.applications), .application(0), .back])
    return all
  }

  private static func touchTest() -> [String] {
    var (page, effects, frame, all) = (TouchTestPage(), [ShellEffect](), SceneFrame(), [String]())
    var now = 5.0
    func send(_ event: ShellEvent) { page.handle(event, at: now, into: &effects) }
    func draw() {
      for _ in 0..<2 {
        page.advance(to: now, drawnAt: now, into: &frame, effects: &effects)
        for case .draw(let picture, _) in effects { send(.pictureReady(picture, size: PixelSize(10, 20))) }
        effects.removeAll()
      }
      all += texts(frame)
    }
    func stroke(_ way: Point, fingers: Int32) {
      for step in 0...10 {
        let events = (0..<fingers).map { id -> TouchEvent in
          let point = Point(300 + 80 * Double(id), 300) + way * (Double(step) / 10)
          let stamp = UInt32(now * 1000)
          return step == 0
            ? .down(id: id, at: point, milliseconds: stamp) : .motion(id: id, at: point, milliseconds: stamp)
        }
        send(.touch(TouchFrame(events)))
        now += 0.01
      }
      send(.touch(TouchFrame((0..<fingers).map { .up(id: $0, milliseconds: UInt32(now * 1000)) })))
      now += 1
      if let due = page.deadline, due <= now { send(.deadline) }
      draw()
    }
    send(.resized(Size(1280, 800), scale: 1))
    send(.languages(["xx"], LocalizerTests.bracketed))
    draw()
    for way in [Point(0, 0), Point(200, 0), Point(-200, 0), Point(0, 200), Point(0, -200)] {
      for fingers in 1...4 { stroke(way, fingers: Int32(fingers)) }
    }
    return all
  }

  private static func demo() throws -> [String] {
    var (demo, effects, frame, all) = (
      DemoStage(configuration: KioskConfiguration(), shelves: [], fileName: "1"), [DemoEffect](),
      SceneFrame(),
      [String]()
    )
    var now = 5.0
    func send(_ event: ShellEvent) { demo.handle(event, at: now, into: &effects) }
    func draw() {
      for _ in 0..<40 {
        now += 0.05
        if let due = demo.deadline, due <= now { send(.deadline) }
        demo.advance(to: now, drawnAt: now, into: &frame, effects: &effects)
        let due = effects
        effects.removeAll()
        for case .draw(let picture, _) in due { send(.pictureReady(picture, size: PixelSize(10, 20))) }
      }
      all += texts(frame)
    }
    send(.resized(Size(1280, 800), scale: 1))
    send(.languages(["xx"], LocalizerTests.bracketed))
    draw()
    for saving in [DemoSaving.done, .exists, .failed("1")] {
      demo.saved(saving)
      draw()
    }
    for _ in 0..<12 { demo.press(.addTile, at: now, into: &effects) }
    #expect(demo.shelves[0].tiles.allSatisfy { $0.name.hasPrefix("⟦") })
    draw()
    demo.choose(row: 0)
    draw()
    demo.press(.wholeScreen, at: now, into: &effects)
    draw()
    // The configuration has the names and values of keys, and the manual describes them.
    let named = demo.controls.flatMap { control -> [String] in
      let words = if case .choice(let words) = control.kind { words } else { [String]() }
      return [control.key.name, control.key.dottedName, control.key.manual] + words
    }
    let known = Set((named + demo.look.lines).flatMap { [$0] + LabelStore.pieces(of: $0) })
    return all.filter { !known.contains($0) }
  }
}

extension ShellStage {
  /// Shows a screen in the same way as previews do.
  fileprivate func preview(_ screen: PreviewScreen) {
    shell.preview(screen, into: &effects)
    _ = settle()
  }
}

extension String {
  /// The range of a time with hours and minutes.
  fileprivate var rangeOfClock: Range<String.Index>? { firstRange(of: /[0-9]+:[0-9]{2}/) }
}
