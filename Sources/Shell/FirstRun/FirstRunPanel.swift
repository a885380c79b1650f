import Configuration
import Gestures
import Languages
import Networks
import RotundaGeometry
import Scene

/// The first run on the screen: a page for each step, with navigation buttons at the lower edge.
struct FirstRunPanel: Sendable {
  private(set) var run: FirstRun
  private(set) var form: SetupForm
  private(set) var layout = SetupLayout()
  private(set) var scroll = ContentScroll()
  private var face = FirstRunFace()
  /// The screen in each theme.
  private var miniatures: [LookMiniature] = []
  /// The pressed item, the item with the key focus, and the item that changed last.
  private var pressed, focus, changed: ElementID?
  /// The number of changes that the screen reader announces.
  private var changes = 0
  /// The time at which the setup closes by itself; nil for never.
  private var expires: Double?
  /// The time of the next look for networks; nil for none. And the time of the latest input.
  private var refresh: Double?
  private var latest: Double

  /// Seconds without a touch until a setup after the PIN closes. An operator has time to look something up,
  /// but the next visitor does not find the setup.
  static let lifetime = 300.0
  /// The duration of a page's fade-in, in seconds.
  static let duration = 0.25
  /// Seconds between two looks for networks: for the list, and while the machine joins one. And seconds
  /// without input until they end, because each takes the transmitter from its network for a moment.
  private static let (listPause, joinPause, attention) = (3.0, 0.5, 120.0)

  init(_ run: FirstRun, at time: Double) {
    self.run = run
    form = SetupForm(run, Environment(theme: Theme()))
    expires = run.occasion == .first ? nil : time + Self.lifetime
    latest = time
    face.turn(at: time)
  }

  /// Whether it stays open when a visit ends.
  var staysThroughVisits: Bool { run.occasion == .first }

  // The buttons at the lower edge.

  private var foot: [FirstRun.Choice] {
    var foot: [FirstRun.Choice] = []
    if run.canGoBack { foot.append(.back) }
    if run.canSkip { foot.append(.skip) }
    if run.canGoOn { foot.append(.next) }
    if run.step == .summary, run.sheet == nil, !run.isSaving { foot.append(.finish) }
    return foot
  }

  private func word(_ choice: FirstRun.Choice, _ words: Localizer) -> String {
    switch choice {
    case .back: words(.back)
    case .skip: words(.setupSkip)
    case .next: words(.setupNext)
    case .finish: words(.setupFinish)
    default: ""
    }
  }
}

// Choices.
extension FirstRunPanel {
  private mutating func choose(
    _ choice: FirstRun.Choice, _ environment: Environment, _ output: inout PanelOutput
  ) {
    let page = (run.step, run.sheet, run.asksForPINAgain)
    changed = choice.element
    changes += 1
    if case .key = choice {} else { output.want(.sound(choice == .back ? .back : .tap)) }
    perform(run.choose(choice, at: environment.time), environment, &output)
    if page != (run.step, run.sheet, run.asksForPINAgain) {
      turn(environment)
      // The daemon can start after the launcher.
      if !run.hasRadio, run.step != .hello { output.want(.effect(.setUp(.network(.list)))) }
    }
    output.want(.layOut)
  }

  /// Turns to another page.
  private mutating func turn(_ environment: Environment) {
    (pressed, focus, changed) = (nil, nil, nil)
    scroll = ContentScroll()
    face.turn(at: environment.time)
  }

  private mutating func perform(
    _ wishes: [FirstRun.Wish], _ environment: Environment, _ output: inout PanelOutput
  ) {
    for wish in wishes {
      switch wish {
      case .close: output.want(.close)
      case .phone: output.want(.showPhone)
      case .language(let tag):
        run.forgetNames()
        output.want(.perform(.language(tag), at: nil))
      case .ask(let request): output.want(.effect(.setUp(request)))
      case .save(let edits, let pin): output.want(.save(edits, newPIN: pin))
      case .type(let field): output.want(.write(request(for: field, environment)))
      case .error: output.want(.sound(.error))
      }
    }
  }

  /// Returns the keyboard's request for a text field.
  private func request(for field: FirstRun.Field, _ environment: Environment) -> TextRequest {
    let words = environment.words
    let (label, kind, limit): (String, TextField.Kind, Int) =
      switch field {
      case .name: (words(.setupName), .text, FirstRun.mostLetters)
      case .address: (words(.setupAddress), .address, FirstRun.mostLetters)
      case .addressName: (words(.setupAddressName), .text, FirstRun.mostLetters)
      case .networkPassword:
        (
          words(.networkPasswordOf, run.chosenNetwork?.name.isolated ?? ""), .password,
          NetworkSecret.mostBytes
        )
      case .hiddenName: (words(.networkName), .text, NetworkName.mostBytes)
      case .hiddenPassword: (words(.networkPassword), .password, NetworkSecret.mostBytes)
      }
    return TextRequest(
      id: FirstRun.Choice.field(field).element, label: label,
      field: TextField(kind, text: run.text(of: field), limit: limit))
  }

  mutating func wrote(
    _ text: String, in field: ElementID, _ environment: Environment, _ output: inout PanelOutput
  ) {
    guard let written = FirstRun.Field.allCases.first(where: { FirstRun.Choice.field($0).element == field })
    else { return }
    let page = (run.step, run.sheet)
    follow(run.type(text, in: written), environment, &output)
    if page != (run.step, run.sheet) { turn(environment) }
  }

  /// Takes facts from outside.
  mutating func learn(_ fact: SetupFact, _ environment: Environment, _ output: inout PanelOutput) {
    if case .networks = fact { return learnNetworks(fact, environment, &output) }
    if case .looks(let looks) = fact { miniatures = looks.map { LookMiniature($0) } }
    let sheet = run.sheet
    follow(run.learn(fact), environment, &output)
    if sheet != run.sheet { turn(environment) }
  }

  /// Saves the answers again.
  mutating func finish(_ environment: Environment, _ output: inout PanelOutput) {
    choose(.finish, environment, &output)
  }

  /// Takes a list of networks. Several come in a minute, and most change nothing.
  private mutating func learnNetworks(
    _ fact: SetupFact, _ environment: Environment, _ output: inout PanelOutput
  ) {
    let hadQuestions = run.questions
    _ = run.learn(fact)
    let isJoining = run.networks.isJoining
    let isWatched = run.step == .network && (isJoining || environment.time < latest + Self.attention)
    refresh = isWatched ? environment.time + (isJoining ? Self.joinPause : Self.listPause) : nil
    guard SetupForm(run, environment) != form || run.questions != hadQuestions else { return }
    // The screen reader reads a new state below the title, and not the touched line again.
    if run.step == .network { changed = nil }
    output.want(.layOut)
    output.redraw()
  }

  mutating func saved(problem: String?, _ environment: Environment, _ output: inout PanelOutput) {
    follow(run.saved(problem: problem), environment, &output)
  }

  private mutating func follow(
    _ wishes: [FirstRun.Wish], _ environment: Environment, _ output: inout PanelOutput
  ) {
    perform(wishes, environment, &output)
    changes += 1
    output.want(.layOut)
    output.redraw()
  }

  /// The field for a password that a preview shows; nil for none.
  func previewedRequest(_ environment: Environment) -> TextRequest? {
    guard run.chosenNetwork != nil else { return nil }
    var request = request(for: .networkPassword, environment)
    request.field.insert("Museum 1886")
    return request
  }

  /// Creates a page for a preview, with typical answers.
  init(previewOf page: String, _ facts: [SetupFact], at time: Double) {
    self.init(FirstRun(previewOf: page, facts), at: time)
    miniatures = (run.looks ?? []).map { LookMiniature($0) }
    face.skipTurn()
  }
}

extension FirstRunPanel: Panel {
  var name: ShellStatus.Screen { .setup }
  var layer: PanelLayer { .setup }
  var swipeAxis: Point? { Point(0, 1) }

  // Time.

  var deadline: Double? {
    let earliest = min(expires ?? .infinity, refresh ?? .infinity)
    return earliest < .infinity ? earliest : nil
  }
  mutating func stay(at time: Double) {
    if expires != nil { expires = time + Self.lifetime }
    // An operator is back after a while.
    if run.step == .network, refresh == nil, time >= latest + Self.attention { refresh = time }
    latest = time
  }
  mutating func meetDeadline(_ environment: Environment, _ output: inout PanelOutput) {
    if let expires, expires <= environment.time { output.want(.close) }
    guard let refresh, refresh <= environment.time else { return }
    self.refresh = nil
    if run.step == .network { output.want(.effect(.setUp(.network(.list)))) }
  }

  func isMoving(at time: Double) -> Bool {
    scroll.isMoving || face.isTurning(at: time) || run.step == .look && miniatures.contains { $0.isMoving }
  }

  mutating func advance(_ environment: Environment, into effects: inout [ShellEffect]) {
    scroll.advance(to: environment.time)
    fitScroll(environment)
    face.request(seen(of:), layout, into: &effects)
    guard run.step == .look, run.sheet == nil else { return }
    for index in miniatures.indices {
      miniatures[index].advance(to: environment.time, order: 0, into: &effects)
    }
  }

  private mutating func fitScroll(_ environment: Environment) {
    scroll.fit(length: layout.length, into: layout.viewport.size.height, at: environment.time)
  }

  /// Returns the current area of an item, visible or not.
  private func place(of index: Int) -> Rectangle {
    let place = layout.items[index]
    if case .dots = form.items[index].kind { return place }
    return Rectangle(origin: place.origin - Point(0, scroll.offset), size: place.size)
  }

  /// Returns the visible part of an item; nil if it is not visible.
  private func seen(of index: Int) -> Rectangle? {
    layout.items.indices.contains(index) ? layout.viewport.intersection(place(of: index)) : nil
  }

  // Input.

  mutating func handle(_ gesture: Gesture, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    stay(at: environment.time)
    switch gesture {
    case .pressBegan(let point): pressed = target(at: point, environment)?.element
    case .pressEnded: pressed = nil
    case .tap(let point):
      if let choice = target(at: point, environment) { choose(choice, environment, &output) }
    case .dragBegan(let drag) where drag.isAfterLongPress, .dragChanged(let drag) where drag.isAfterLongPress:
      return true
    default: _ = scroll.handle(gesture, at: environment.time)
    }
    output.redraw()
    return true
  }

  /// Returns the choice at a point of the surface.
  private func target(at point: Point, _ environment: Environment) -> FirstRun.Choice? {
    if let index = layout.buttons.firstIndex(where: { $0.contains(point) }) { return foot[index] }
    guard layout.viewport.contains(point) else { return nil }
    guard let index = form.items.indices.first(where: { place(of: $0).contains(point) }) else { return nil }
    let item = form.items[index]
    guard item.isEnabled else { return nil }
    if case .stepper(let less, let more) = item.kind {
      let steps = layout.steps(in: place(of: index), target: environment.pageMetrics.targetSide)
      return steps.less.contains(point) ? less : steps.more.contains(point) ? more : nil
    }
    return item.choice
  }

  mutating func handle(_ event: KeyEvent, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    stay(at: environment.time)
    let isPressed = event.phase == .pressed
    switch event.key {
    case .escape: if isPressed, run.canGoBack { choose(.back, environment, &output) }
    case .enter, .space:
      guard isPressed else { return true }
      if let focus, let choice = choices(environment).first(where: { $0.element == focus }) {
        choose(choice, environment, &output)
      } else if run.step == .pin, event.key == .enter {
        choose(.key(.enter), environment, &output)
      } else {
        moveFocus(by: 1, environment, &output)
      }
    case .backspace: if run.step == .pin { choose(.key(.delete), environment, &output) }
    case .character(let character):
      guard isPressed, run.step == .pin, character.isASCII, let digit = character.wholeNumberValue else {
        return true
      }
      choose(.key(.digit(digit)), environment, &output)
    case .tab: moveFocus(by: event.modifiers.contains(.shift) ? -1 : 1, environment, &output)
    case .left: moveFocus(toward: Point(environment.isMirrored ? 1 : -1, 0), environment, &output)
    case .right: moveFocus(toward: Point(environment.isMirrored ? -1 : 1, 0), environment, &output)
    case .up: moveFocus(toward: Point(0, -1), environment, &output)
    case .down: moveFocus(toward: Point(0, 1), environment, &output)
    case .pageUp: scroll.scroll(by: -layout.viewport.size.height, at: environment.time)
    case .pageDown: scroll.scroll(by: layout.viewport.size.height, at: environment.time)
    case .home: moveFocus(to: choices(environment).first, environment, &output)
    case .end: moveFocus(to: choices(environment).last, environment, &output)
    case .other: break
    }
    output.redraw()
    return true
  }

  /// Returns all choices in reading order.
  private func choices(_ environment: Environment) -> [FirstRun.Choice] {
    let items = form.items.flatMap { item -> [FirstRun.Choice] in
      guard item.isEnabled else { return [] }
      if case .stepper(let less, let more) = item.kind { return [less, more] }
      return [item.choice].compactMap(\.self)
    }
    // The button that continues comes before the one that goes back.
    return items + foot.reversed()
  }

  private mutating func moveFocus(by step: Int, _ environment: Environment, _ output: inout PanelOutput) {
    let choices = choices(environment)
    guard !choices.isEmpty else { return }
    let now = choices.firstIndex { $0.element == focus }
    let next = now.map { $0 + step } ?? (step > 0 ? 0 : choices.count - 1)
    moveFocus(to: choices[(next + choices.count) % choices.count], environment, &output)
  }

  /// Moves the focus to the nearest choice in a direction. Offset to the side counts more than distance
  /// ahead.
  private mutating func moveFocus(
    toward way: Point, _ environment: Environment, _ output: inout PanelOutput
  ) {
    let choices = choices(environment)
    guard let focus, let now = choices.first(where: { $0.element == focus }),
      let from = frame(of: now, environment)?.center
    else { return moveFocus(by: way.x + way.y > 0 ? 1 : -1, environment, &output) }
    var best: (choice: FirstRun.Choice, distance: Double)?
    for choice in choices where choice != now {
      guard let to = frame(of: choice, environment)?.center else { continue }
      let along = (to - from).dot(way)
      guard along > 1 else { continue }
      let across = abs((to - from).dot(Point(way.y, way.x)))
      let distance = along + across * 2.5
      if distance < best?.distance ?? .infinity { best = (choice, distance) }
    }
    if let best { moveFocus(to: best.choice, environment, &output) }
  }

  private mutating func moveFocus(
    to choice: FirstRun.Choice?, _ environment: Environment, _ output: inout PanelOutput
  ) {
    guard let choice else { return }
    (focus, changed) = (choice.element, nil)
    reveal(choice, environment)
    output.redraw()
  }

  private mutating func reveal(_ choice: FirstRun.Choice, _ environment: Environment) {
    guard let index = index(of: choice), layout.items.indices.contains(index) else { return }
    scroll.reveal(layout.items[index], in: layout.viewport, at: environment.time)
  }

  private func index(of choice: FirstRun.Choice) -> Int? {
    form.items.firstIndex { item in
      if case .stepper(let less, let more) = item.kind { return choice == less || choice == more }
      return item.choice == choice
    }
  }

  /// Returns the current area of a choice, visible or not.
  private func frame(of choice: FirstRun.Choice, _ environment: Environment) -> Rectangle? {
    if let index = foot.firstIndex(of: choice) {
      return layout.buttons.indices.contains(index) ? layout.buttons[index] : nil
    }
    guard let index = index(of: choice), layout.items.indices.contains(index) else { return nil }
    if case .stepper(let less, _) = form.items[index].kind {
      let steps = layout.steps(in: place(of: index), target: environment.pageMetrics.targetSide)
      return choice == less ? steps.less : steps.more
    }
    return place(of: index)
  }

  mutating func handle(_ event: ScrollEvent, _ environment: Environment, _ output: inout PanelOutput) {
    stay(at: environment.time)
    let step = environment.metrics.fontSize * ContentScroll.wheelStep
    if scroll.handle(event, step: step, at: environment.time) { output.redraw() }
  }

  // Elements.

  /// The maximum number of elements for which invisible ones are also listed.
  private static let mostUnseen = 14

  func elements(in group: ElementID?, _ environment: Environment) -> [Element] {
    let words = environment.words
    var elements: [Element] = []
    for (index, item) in form.items.enumerated() where layout.items.indices.contains(index) {
      switch item.kind {
      case .dots: continue
      case .stepper(let less, let more):
        for (choice, sign) in [(less, Phrase.setupEarlier), (more, .setupLater)] {
          elements.append(
            Element(
              id: choice.element, role: .button, label: "\(item.label): \(words(sign))", value: item.detail,
              frame: target(frame(of: choice, environment), environment)))
        }
      default:
        guard let choice = item.choice else { continue }
        let isKey = if case .key = item.kind { true } else { false }
        var element = Element(
          id: choice.element, role: isKey ? .key : .button, label: spokenLabel(item, words),
          value: value(item, words), frame: target(place(of: index), environment))
        element.isEnabled = item.isEnabled
        elements.append(element)
      }
    }
    if elements.count > Self.mostUnseen { elements.removeAll { $0.frame == nil } }
    let buttons = foot.enumerated().reversed().map { index, choice in
      Element(
        id: choice.element, role: choice == .back ? .close : .button, label: word(choice, words),
        frame: layout.buttons.indices.contains(index) ? layout.buttons[index] : nil)
    }
    return elements + scroll.elements(words) + buttons
  }

  /// Returns the visible part of an area; nil if it is too small for a finger.
  private func target(_ area: Rectangle?, _ environment: Environment) -> Rectangle? {
    guard let area, let seen = layout.viewport.intersection(area) else { return nil }
    let least = min(environment.pageMetrics.targetSide, area.size.height)
    return seen.size.height >= least - 0.5 ? seen : nil
  }

  private func spokenLabel(_ item: SetupForm.Item, _ words: Localizer) -> String {
    switch item.choice {
    case .key(.delete): words(.delete)
    case .removeTile: words(.editRemove, item.label)
    default: item.label
    }
  }

  private func value(_ item: SetupForm.Item, _ words: Localizer) -> String {
    if case .network(let bars, let isLocked) = item.kind {
      let lock = isLocked ? words(.networkNeedsPassword) : ""
      return [item.detail, lock, words(.networkSignal, "\(bars)")].filter { !$0.isEmpty }
        .joined(separator: ", ")
    }
    if item.choice == .field(.hiddenPassword) { return "" }
    guard let isOn = item.isOn else { return item.detail }
    return words(isOn ? .on : .off)
  }

  mutating func activate(_ element: ElementID, _ environment: Environment, _ output: inout PanelOutput) {
    switch element {
    case ContentScroll.down: scroll.scroll(by: layout.viewport.size.height, at: environment.time)
    case ContentScroll.up: scroll.scroll(by: -layout.viewport.size.height, at: environment.time)
    default:
      if let choice = choices(environment).first(where: { $0.element == element }) {
        choose(choice, environment, &output)
      }
    }
    output.redraw()
  }

  // Screen reader. It does not read out digits of the PIN.

  var spoken: SpokenPanel {
    SpokenPanel(
      panel: name, subject: "\(run.step.rawValue) \(run.sheet?.rawValue ?? "")",
      title: "\(form.title) \(form.detail)", element: focus, canBeClosed: run.canGoBack,
      count: run.step == .pin ? run.entry.count : changes)
  }

  func sentences(after earlier: SpokenPanel?, _ environment: Environment) -> [String] {
    let (now, words) = (spoken, environment.words)
    guard earlier?.subject == now.subject else {
      return [form.title, form.detail].filter { !$0.isEmpty } + listed(words)
    }
    if now.element != earlier?.element, let focus { return said(focus, environment) }
    if run.step == .pin {
      let count = run.entry.count
      if earlier?.title != now.title { return [form.title, form.detail].filter { !$0.isEmpty } }
      return count > 0 ? [words(.digitsEntered, count)] : []
    }
    let news = earlier?.title == now.title || form.detail.isEmpty ? [] : [form.detail]
    return (changed.map { said($0, environment) } ?? []) + news
  }

  /// The maximum number of items that the screen reader lists without a request.
  private static let mostListed = 12

  private func listed(_ words: Localizer) -> [String] {
    guard run.step != .pin, form.items.count <= Self.mostListed else { return [] }
    return form.items.flatMap { [$0.label, value($0, words)] }.filter { !$0.isEmpty }
  }

  private func said(_ element: ElementID, _ environment: Environment) -> [String] {
    elements(in: nil, environment).first { $0.id == element }?.sentences(in: environment.words) ?? []
  }

  // Drawing.

  mutating func layOut(_ environment: Environment, into effects: inout [ShellEffect]) {
    form = SetupForm(run, environment)
    let words = environment.words
    let foot = foot.map { word($0, words) }
    var surroundings = SetupLayout.Surroundings(title: form.title, detail: form.detail, buttons: foot)
    surroundings.hasWayBack = run.canGoBack
    surroundings.isHello = run.step == .hello
    layout = SetupLayout(form.items, surroundings, environment)
    fitScroll(environment)
    face.layOut(form, foot, layout, environment, into: &effects)
    face.request(seen(of:), layout, into: &effects)
    for (index, item) in form.items.enumerated() {
      guard case .look(let id) = item.kind,
        let number = miniatures.firstIndex(where: { $0.look.id == id })
      else { continue }
      miniatures[number].layOut(width: layout.items[index].size.width, environment)
    }
  }

  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool { face.measured(picture, size: size) }

  mutating func measured(_ picture: Picture, size: PixelSize, inset: PixelSize) -> Bool {
    var isOne = measured(picture, size: size)
    guard run.step == .look else { return isOne }
    for index in miniatures.indices {
      miniatures[index].measured(picture, size: size, inset: inset)
      if miniatures[index].isMoving { isOne = true }
    }
    return isOne
  }

  func draw(_ environment: Environment, to frame: inout SceneFrame) {
    face.drawGround(environment, to: &frame)
    let moving = frame.sprites.count
    face.drawHead(layout, progress: progress, environment, to: &frame)
    for index in form.items.indices where seen(of: index) != nil {
      let item = form.items[index]
      let state = FirstRunFace.State(
        isPressed: isPressed(item), focus: focus, clip: layout.viewport.inset(by: -FirstRunFace.focusWidth))
      if case .look(let id) = item.kind, let miniature = miniatures.first(where: { $0.look.id == id }) {
        face.draw(miniature, index, item, in: place(of: index), state, layout, environment, to: &frame)
      } else {
        face.draw(index, item, in: place(of: index), state, layout, environment, to: &frame)
      }
    }
    face.drawFoot(foot, layout, pressed: pressed, focus: focus, environment, to: &frame)
    face.drawScrollBar(scroll, layout, environment, to: &frame)
    face.comeIn(from: moving, at: environment.time, environment, to: &frame)
  }

  private func isPressed(_ item: SetupForm.Item) -> Bool {
    // Keys of the pad never look pressed, because programs may capture the screen.
    if case .key = item.kind { return false }
    return item.choice.map { $0.element == pressed } ?? false
  }

  /// The progress from 0 to 1; nil without a progress bar.
  private var progress: Double? {
    guard run.occasion != .network else { return nil }
    return run.step == .summary ? 1 : run.number.map { Double($0) / Double(run.questions.count + 1) }
  }
}
