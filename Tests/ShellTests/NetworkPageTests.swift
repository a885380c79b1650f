import Configuration
import Gestures
import LongCheck
import Networks
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// The page for wireless networks: its decisions, and its use by touch, keys, one switch and screen reader.
struct NetworkPageTests {
  private static func id(_ name: String, _ security: NetworkSecurity = .personal) -> NetworkID {
    NetworkStates.id(name, security)
  }

  private static let (museum, guests, office) = (
    id("Museum"), id("Guests", .open), id("Office", .unsupported)
  )

  private static func networks(
    saved: Bool = false, connected: NetworkID? = nil, _ further: [WirelessNetwork] = []
  ) -> [WirelessNetwork] {
    [
      WirelessNetwork(museum, strength: 80, isKnown: saved), WirelessNetwork(guests, strength: 60),
      WirelessNetwork(office, strength: 90),
    ].map {
      var network = $0
      network.isConnected = network.id == connected
      return network
    } + further
  }

  private static func fact(
    saved: Bool = false, connected: NetworkID? = nil, join: JoinState? = nil, isWired: Bool = false,
    _ further: [WirelessNetwork] = []
  ) -> SetupFact {
    .networks(
      NetworksReport(.on, networks(saved: saved, connected: connected, further), join: join),
      isWired: isWired)
  }

  /// A first run on the page for networks.
  private func run(_ fact: SetupFact = fact()) -> FirstRun {
    var run = FirstRun(.first, hasDemonstration: true)
    _ = run.learn(fact)
    for choice in [FirstRun.Choice.setUp] + FirstRun.Step.questions.prefix(5).map({ _ in .next }) {
      _ = run.choose(choice, at: 0)
    }
    return run
  }

  private func orders(_ wishes: [FirstRun.Wish]) -> [NetworkOrder] {
    wishes.compactMap { if case .ask(.network(let order)) = $0 { order } else { nil } }
  }

  // MARK: The way

  @Test func pageComesBeforeThePIN() {
    var run = run()
    #expect(run.step == .network && run.canSkip && run.canGoOn)
    _ = run.choose(.next, at: 0)
    #expect(run.step == .pin)
    _ = run.choose(.back, at: 0)
    #expect(run.step == .network)
  }

  @Test(arguments: [NetworksReport.Radio.none, .searching, .forbidden])
  func machineWithoutADeviceHasNoPage(radio: NetworksReport.Radio) {
    let run = run(.networks(NetworksReport(radio), isWired: true))
    #expect(run.step == .pin && run.questions.count == FirstRun.Step.questions.count - 1)
  }

  @Test func vanishedDeviceKeepsThePage() {
    var run = run()
    _ = run.learn(.networks(NetworksReport(.none), isWired: false))
    #expect(run.step == .network)
    _ = run.choose(.next, at: 0)
    #expect(run.step == .pin)
  }

  @Test func editorsPageHasOnlyAWayBack() {
    var run = FirstRun(.network, hasDemonstration: true)
    #expect(run.step == .network && !run.canSkip && !run.canGoOn && run.canGoBack)
    #expect(run.choose(.back, at: 0) == [.close])
  }

  @Test func skippingEndsAnAttempt() {
    var run = run()
    #expect(orders(run.choose(.skip, at: 0)).isEmpty)
    run = self.run()
    _ = run.choose(.network(Self.guests), at: 0)
    #expect(orders(run.choose(.skip, at: 0)) == [.stop] && run.step == .pin)
  }

  // MARK: Joining

  @Test func openNetworkJoinsAtOnce() {
    var run = run()
    #expect(orders(run.choose(.network(Self.guests), at: 0)) == [.join(NetworkJoin(Self.guests))])
    #expect(run.networks.isJoining)
  }

  @Test func passwordIsAskedForAndChecked() throws {
    var run = run()
    #expect(run.choose(.network(Self.museum), at: 0) == [.type(.networkPassword)])
    #expect(run.type("short", in: .networkPassword) == [.error] && run.note == .passwordLength)
    #expect(run.type("", in: .networkPassword).isEmpty)
    let secret = try #require(NetworkSecret("open sesame"))
    let wishes = run.type("open sesame", in: .networkPassword)
    #expect(orders(wishes) == [.join(NetworkJoin(Self.museum, password: secret))])
    #expect(run.text(of: .networkPassword).isEmpty && run.note == .none)
  }

  @Test func savedPasswordIsUsedUntilItFails() {
    var run = run(Self.fact(saved: true))
    #expect(orders(run.choose(.network(Self.museum), at: 0)) == [.join(NetworkJoin(Self.museum))])
    _ = run.learn(Self.fact(saved: true, join: .failed(Self.museum, .wrongPassword)))
    #expect(run.choose(.network(Self.museum), at: 0) == [.type(.networkPassword)])
  }

  @Test func uselessNetworksCannotBeChosen() {
    var run = run(Self.fact(connected: Self.guests))
    for id in [Self.office, Self.guests, Self.id("Elsewhere")] {
      #expect(run.choose(.network(id), at: 0).isEmpty)
    }
  }

  @Test func weakestNetworkCanBeChosen() {
    let far = WirelessNetwork(Self.id("Far", .open), strength: 1)
    var run = run(Self.fact([far]))
    #expect(orders(run.choose(.network(far.id), at: 0)) == [.join(NetworkJoin(far.id))])
  }

  @Test func hiddenNetworkIsJoinedByItsName() throws {
    var run = run()
    func join() -> [NetworkOrder] { orders(run.choose(.joinHidden, at: 0)) }
    _ = run.choose(.sheet(.hidden), at: 0)
    #expect(join().isEmpty && run.note == .noNetworkName)
    run.type(String(repeating: "ä", count: 17), in: .hiddenName)
    #expect(join().isEmpty && run.note == .noNetworkName, "34 bytes")
    run.type("Backstage", in: .hiddenName)
    #expect(join().isEmpty && run.note == .passwordLength)
    run.type("open sesame", in: .hiddenPassword)
    let order = NetworkJoin(Self.id("Backstage"), password: NetworkSecret("open sesame"), isHidden: true)
    #expect(join() == [.join(order)] && run.sheet == nil && run.text(of: .hiddenPassword).isEmpty)
    _ = run.choose(.sheet(.hidden), at: 0)
    run.type("Foyer", in: .hiddenName)
    _ = run.choose(.hiddenPassword, at: 0)
    #expect(join() == [.join(NetworkJoin(Self.id("Foyer", .open), isHidden: true))])
  }

  @Test func abandonedPasswordIsForgotten() {
    var run = run()
    _ = run.choose(.sheet(.hidden), at: 0)
    run.type("open sesame", in: .hiddenPassword)
    _ = run.choose(.back, at: 0)
    #expect(run.text(of: .hiddenPassword).isEmpty)
  }

  // MARK: The list

  @Test func networksKeepTheirPlaces() {
    var run = run()
    #expect(run.networks.networks.map(\.id) == [Self.office, Self.museum, Self.guests])
    let far = WirelessNetwork(Self.id("Far"), strength: 99)
    _ = run.learn(
      .networks(NetworksReport(.on, [far, WirelessNetwork(Self.guests, strength: 100)]), isWired: false))
    #expect(run.networks.networks.map(\.id) == [Self.office, Self.museum, Self.guests, far.id])
    #expect(run.networks.networks.map(\.bars) == [0, 0, 4, 4])
    for choice in [FirstRun.Choice.next, .back] { _ = run.choose(choice, at: 0) }
    #expect(run.networks.networks.map(\.id) == [Self.guests, far.id])
  }

  @Test func manyVanishedNetworksAreForgotten() {
    var run = run()
    for number in 0..<10 {
      let found = (0..<40).map { WirelessNetwork(Self.id("\(number) \($0)"), strength: 50) }
      _ = run.learn(.networks(NetworksReport(.on, found), isWired: false))
      #expect(run.networks.networks.count <= 96)
    }
  }

  @Test func earlierReportDoesNotEndAnAttempt() {
    var run = run(Self.fact(join: .failed(Self.guests, .failed)))
    _ = run.choose(.network(Self.museum), at: 0)
    run.type("open sesame", in: .networkPassword)
    _ = run.learn(Self.fact(join: .failed(Self.guests, .failed)))
    #expect(run.networks.join == .joining(Self.museum))
    _ = run.learn(Self.fact(join: .joining(Self.museum)))
    _ = run.learn(Self.fact(join: nil))
    #expect(run.networks.join == nil)
  }

  // MARK: The screen

  private func stage(
    _ size: Size = Size(1280, 800), _ fact: SetupFact = fact(),
    change: (inout KioskConfiguration) -> Void = { _ in }
  ) throws -> ShellStage {
    let stage = ShellStage(size: size, change: change)
    stage.send(.setUp(.isUnset(true)))
    stage.send(.focus(true))
    _ = stage.settle()
    for label in ["Set up here", "Next", "Next", "Next", "Next", "Next"] {
      stage.send(.setUp(fact))
      try tap(label, stage)
    }
    stage.send(.setUp(fact))
    _ = stage.settle()
    return stage
  }

  private func tap(_ label: String, _ stage: ShellStage) throws {
    let element = try #require(
      stage.shell.elements().first { $0.label == label },
      "no \(label) among \(stage.shell.elements().map(\.label))")
    stage.tap(try #require(element.frame, "\(label) is not seen").center)
    _ = stage.settle()
  }

  private func orders(_ stage: ShellStage) -> [NetworkOrder] {
    stage.effects.compactMap { if case .setUp(.network(let order)) = $0 { order } else { nil } }
  }

  private func type(_ text: String, _ stage: ShellStage) {
    for character in text { stage.send(.key(KeyEvent(character == " " ? .space : .character(character)))) }
    stage.send(.key(KeyEvent(.enter)))
    _ = stage.settle()
  }

  private func spoken(_ stage: ShellStage) -> String {
    stage.effects.compactMap { if case .speak(let text, _) = $0 { text } else { nil } }
      .joined(separator: "\n")
  }

  @Test func networkIsJoinedByTouch() throws {
    let stage = try stage()
    #expect(stage.writing.contains("Connect to the network") && stage.writing.contains("Not supported here"))
    try tap("Museum", stage)
    #expect(stage.shell.status.screen == .keyboard)
    type("open sesame", stage)
    let order = NetworkJoin(Self.museum, password: NetworkSecret("open sesame"))
    #expect(orders(stage).last == .join(order))
    #expect(stage.writing.contains("Connecting to “\u{2068}Museum\u{2069}” …"))
    stage.send(.setUp(Self.fact(join: .failed(Self.museum, .wrongPassword))))
    _ = stage.settle()
    #expect(stage.writing.contains("The password for “\u{2068}Museum\u{2069}” is wrong."))
    try tap("Museum", stage)
    type("right sesame", stage)
    stage.send(.setUp(Self.fact(saved: true, connected: Self.museum, join: .joined(Self.museum))))
    _ = stage.settle()
    #expect(
      stage.writing.contains("Connected") && stage.writing.contains("Connected to “\u{2068}Museum\u{2069}”"))
    try tap("Next", stage)
    try tap("Next", stage)
    #expect(stage.writing.contains("Network") && stage.writing.contains("Museum"), "the summary names it")
  }

  @Test func passwordIsShownOnlyOnRequest() throws {
    let stage = try stage { $0.access.isSpoken = true }
    try tap("Museum", stage)
    for character in "sesame123" { stage.send(.key(KeyEvent(.character(character)))) }
    _ = stage.settle()
    func line() -> String? {
      stage.effects.compactMap { effect -> String? in
        guard case .draw(let picture, _) = effect, case .line(let block) = picture.content else { return nil }
        return block.text
      }.last
    }
    #expect(line() == "•••••••••")
    try tap("Show the password", stage)
    #expect(line() == "sesame123")
    #expect(stage.shell.elements().first { $0.label == "Show the password" }?.value == "On")
    try tap("Show the password", stage)
    #expect(line() == "•••••••••")
    #expect(!spoken(stage).contains("sesame") && spoken(stage).contains("Show the password"))
    #expect(stage.shell.elements().allSatisfy { !$0.value.contains("sesame") })
  }

  @Test func keysShowAPassword() throws {
    let stage = try stage()
    try tap("Museum", stage)
    func field() throws -> TextField { try #require(stage.shell.panels.first(TextEntryPanel.self)).field }
    for key in [Key.up, .enter] { stage.send(.key(KeyEvent(key))) }
    #expect(try field().isRevealed)
    for key in [Key.down, .up, .up, .enter] { stage.send(.key(KeyEvent(key))) }
    #expect(try !field().isRevealed)
    for key in [Key.escape] { stage.send(.key(KeyEvent(key))) }
    _ = stage.settle()
    try tap("Museum", stage)
    stage.send(.key(KeyEvent(.tab, modifiers: .shift)))
    stage.send(.key(KeyEvent(.enter)))
    #expect(try field().isRevealed, "it is the last one in the order")
  }

  @Test func listIsRefreshedWhileSomebodyIsThere() throws {
    let stage = try stage()
    stage.effects.removeAll()
    func pass(_ seconds: Double) -> Int {
      let end = stage.now + seconds
      var count = 0
      while stage.now < end {
        let before = orders(stage).count
        stage.pass(0.25)
        guard orders(stage).count > before else { continue }
        count += 1
        stage.send(.setUp(Self.fact()))
      }
      return count
    }
    #expect((8...11).contains(pass(30)))
    _ = pass(100)
    #expect(pass(60) == 0, "the launcher rests")
    stage.tap(Point(640, 5))
    stage.send(.setUp(Self.fact()))
    #expect(pass(10) > 1)
  }

  @Test func attemptIsWatchedClosely() throws {
    let stage = try stage()
    try tap("Guests", stage)
    stage.effects.removeAll()
    stage.send(.setUp(Self.fact(join: .joining(Self.guests))))
    stage.pass(0.6)
    #expect(orders(stage) == [.list])
  }

  @Test func unchangedListDrawsNothing() throws {
    let stage = try stage()
    stage.effects.removeAll()
    stage.send(.setUp(Self.fact()))
    #expect(!stage.shell.wantsFrame && !stage.effects.contains { if case .draw = $0 { true } else { false } })
  }

  @Test func resultIsSpokenOnce() throws {
    let stage = try stage { $0.access.isSpoken = true }
    stage.effects.removeAll()
    try tap("Guests", stage)
    #expect(spoken(stage).contains("Connecting to"))
    stage.effects.removeAll()
    for _ in 0..<3 {
      stage.send(.setUp(Self.fact(connected: Self.guests, join: .joined(Self.guests))))
      _ = stage.settle()
      stage.wait(2)
      stage.draw()
    }
    let said = spoken(stage)
    #expect(said.components(separatedBy: "Connected to").count == 2, "\(said)")
  }

  @Test func linesAreReadWithTheirSigns() throws {
    let stage = try stage()
    let lines = stage.shell.elements().filter { ["Museum", "Guests", "Office"].contains($0.label) }
    #expect(
      lines.map(\.value) == [
        "Not supported here, password needed, signal 4 of 4", "password needed, signal 4 of 4",
        "signal 3 of 4",
      ])
    #expect(lines.map(\.isEnabled) == [false, true, true])
  }

  @Test func keysAndOneSwitchChooseANetwork() throws {
    var stage = try stage()
    for _ in 0..<20
    where stage.shell.panels.open?.spoken.element != FirstRun.Choice.network(Self.guests).element {
      stage.send(.key(KeyEvent(.tab)))
    }
    stage.send(.key(KeyEvent(.enter)))
    #expect(orders(stage).last == .join(NetworkJoin(Self.guests)))
    stage = try self.stage { $0.access.scans = true }
    let wanted = FirstRun.Choice.network(Self.guests).element
    if stage.shell.scanner.run == nil { stage.send(.key(KeyEvent(.space))) }
    for _ in 0..<40 where stage.shell.scanner.run?.current != wanted {
      guard let next = stage.shell.scanner.run?.next else { break }
      stage.wait(next - stage.now + 0.001)
    }
    stage.wait(1)
    stage.send(.key(KeyEvent(.space)))
    #expect(orders(stage).last == .join(NetworkJoin(Self.guests)))
  }

  @Test func hostileNamesStayInTheirLine() throws {
    let names = [
      "a\nb", "\u{202E}evil", String(repeating: "W", count: 32),
      "e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
    ]
    let hostile = names.map { WirelessNetwork(Self.id($0), strength: 70) }
    let stage = try stage(Size(480, 320), Self.fact(hostile))
    for block in stage.writing {
      #expect(!block.unicodeScalars.contains { [0x0A, 0x202E].contains($0.value) && block.contains("evil") })
      #expect(!block.contains("a\nb"))
    }
    let panel = try #require(stage.shell.panels.first(FirstRunPanel.self))
    #expect(panel.form.items.contains { $0.label == "a\u{FFFD}b" })
    #expect(Set(panel.layout.items.map(\.size.height)).count == 1)
  }

  @Test func cableIsNamedAndPageSkippable() throws {
    let stage = try stage(Size(1280, 800), Self.fact(isWired: true))
    #expect(stage.writing.contains("A cable connects this machine. You can skip this page."))
    try tap("Skip", stage)
    #expect(stage.writing.contains("Choose a PIN for staff"))
  }

  @Test func onlyTheNetworkInUseHasColoredBars() throws {
    let stage = try stage(Size(1280, 800), Self.fact(connected: Self.guests))
    stage.draw()
    let theme = stage.shell.theme
    func bars(_ color: Color) -> Int {
      stage.frame.sprites.count {
        $0.fill == .color(color) && $0.size.width < 10 && abs($0.cornerRadius - $0.size.width / 3) < 0.01
      }
    }
    #expect(bars((theme.accent ?? theme.progress).opacity(1)) == 4)
    #expect(bars(theme.cardText) == 2 * 4)
  }

  @Test func transmitterIsTurnedOn() throws {
    let stage = try stage(Size(1280, 800), .networks(NetworksReport(.off), isWired: false))
    try tap("Turn Wi-Fi on", stage)
    #expect(orders(stage).last == .turnOn)
  }

  // MARK: Places

  private static let sizes = [
    Size(480, 320), Size(800, 480), Size(600, 1024), Size(1280, 800), Size(1080, 1920), Size(1920, 1080),
  ]

  @Test(arguments: FirstRun.languages) func everythingHasItsPlace(language: String) throws {
    let words = try #require(language == "en" ? .english : try Localizer.compiled(language))
    for (number, size) in Self.sizes.enumerated() {
      for (index, report) in NetworkStates.reports.enumerated() {
        // Each language gets other combinations of the usual check.
        guard LongCheck.isOn || (number + index + language.utf8.reduce(0) { $0 + Int($1) }) % 4 == 0 else {
          continue
        }
        let stage = ShellStage(size: size) { $0.access.textScale = (number + index) % 4 == 0 ? 1.5 : 1 }
        stage.send(.languages([language], words))
        let page = index.isMultiple(of: 5) ? "hidden" : "network"
        stage.shell.withOutbox(&stage.effects) {
          $0.show(FirstRunPanel(previewOf: page, [.networks(report, isWired: true)], at: stage.now))
        }
        _ = stage.settle()
        let panel = try #require(stage.shell.panels.first(FirstRunPanel.self))
        let layout = panel.layout
        #expect(layout.title.size.height > 0 && layout.viewport.size.height >= layout.font)
        let frames =
          stage.shell.elements().compactMap(\.frame)
          + [layout.title, layout.detail].filter { !$0.size.isEmpty }
        for (index, frame) in frames.enumerated() {
          #expect(Rectangle(origin: .zero, size: size).intersection(frame) == frame, "\(size) \(page)")
          for other in frames[(index + 1)...] {
            let common = frame.intersection(other)?.size ?? .zero
            #expect(common.width < 1 || common.height < 1, "\(size) \(page): \(frame) and \(other)")
          }
        }
        for (item, area) in zip(panel.form.items, layout.items) {
          let parts = SetupItemParts(item, in: area, layout)
          for part in [parts.label, parts.detail, parts.symbol] where part != .zero {
            let corners = [part.origin, Point(part.maxX, part.maxY)]
            #expect(corners.allSatisfy(area.inset(by: -1).contains), "\(item.label) at \(size)")
          }
        }
      }
    }
  }

  // MARK: The editor

  @Test func editorOpensThePage() throws {
    let stage = ShellStage()
    stage.send(.focus(true))
    stage.shell.withOutbox(&stage.effects) { $0.perform(.editScreen) }
    #expect(orders(stage) == [.list])
    stage.send(.edited(EditingState(configuration: KioskConfiguration()), shelves: []))
    _ = stage.settle()
    #expect(!stage.shell.elements().contains { $0.label == "Network" })
    stage.send(.setUp(Self.fact()))
    _ = stage.settle()
    try tap("Network", stage)
    #expect(stage.shell.panels.first(FirstRunPanel.self)?.run.occasion == .network)
    #expect(orders(stage) == [.list, .list])
    stage.send(.setUp(Self.fact(connected: Self.museum)))
    _ = stage.settle()
    #expect(stage.writing.contains("Connected") && !stage.writing.contains("Next"))
    try tap("Back", stage)
    #expect(stage.shell.panels.first(FirstRunPanel.self) == nil)
    #expect(stage.shell.panels.first(EditPanel.self) != nil)
  }

  @Test func editorsPageClosesByItself() throws {
    let stage = ShellStage()
    stage.shell.withOutbox(&stage.effects) { $0.showNetworks() }
    stage.send(.setUp(Self.fact()))
    stage.pass(301)
    #expect(stage.shell.panels.first(FirstRunPanel.self) == nil)
  }

  @Test func expiredRightIsExplained() throws {
    let stage = ShellStage()
    stage.shell.withOutbox(&stage.effects) { $0.showNetworks() }
    stage.send(.setUp(.networks(NetworksReport(.forbidden), isWired: false)))
    _ = stage.settle()
    stage.draw()
    #expect(stage.writing.contains { $0.contains("the PIN was entered too long ago") })
  }
}
