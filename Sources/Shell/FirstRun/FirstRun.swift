import Configuration
import Languages
import Networks

/// The steps in which an operator sets up a kiosk by touch, and the answers so far.
///
/// Pure: choices and facts go in, wishes come out. It contains no positions on the screen.
struct FirstRun: Sendable {
  /// The reason why the first run is shown.
  enum Occasion: Hashable {
    /// The kiosk has not been set up.
    case first
    /// An operator opened it with the PIN.
    case again
    /// An operator opened the page for the network in the editor. There is no other page.
    case network
  }

  /// A page of the first run.
  enum Step: String, CaseIterable, Hashable {
    case hello, language, name, look, tiles, hours, network, pin, summary

    /// The steps that ask for an answer.
    static let questions: [Step] = allCases.filter { $0 != .hello && $0 != .summary }
  }

  /// A sheet that a page opens, for one answer.
  enum Sheet: String, CaseIterable, Hashable {
    case logo, applications, address, files, hidden
  }

  /// A choice of the operator.
  enum Choice: Hashable {
    case setUp, phone, look
    case back, skip, next, finish
    case language(String)
    case field(Field)
    case sheet(Sheet)
    case removeLogo
    case theme(String)
    case application(Int), medium(Int), removeTile(Int)
    case searchAgain, addAddress
    case clock, date, hours, opening(by: Int), closing(by: Int), day(Int)
    case network(NetworkID), turnOnRadio
    case hiddenPassword, joinHidden
    case key(PINPad.PadKey)
    case edit(Step)
  }

  /// A text field.
  enum Field: String, CaseIterable, Hashable {
    case name, address, addressName
    /// The password of the chosen network; and the name and the password of a hidden network.
    case networkPassword, hiddenName, hiddenPassword
  }

  /// A request to other parts of the launcher.
  enum Wish: Hashable {
    case close
    case phone
    case language(String)
    case ask(SetupRequest)
    case save([Edit], newPIN: PIN?)
    case type(Field)
    case error
  }

  /// The text below the title.
  enum Note: Hashable {
    case none
    case pinsDiffer, unusable(String), noAddress, failed(String)
    case passwordLength, noNetworkName
  }

  let occasion: Occasion
  /// Whether there are tiles to try before the setup.
  let hasDemonstration: Bool
  /// Whether a phone can set up the kiosk.
  let hasPhone: Bool
  private(set) var step: Step
  private(set) var sheet: Sheet?
  private(set) var answers: SetupAnswers
  private(set) var note = Note.none
  /// The text fields of a tile that opens a web page.
  private var (address, addressName) = ("", "")
  /// Facts from outside; nil until they arrive.
  private(set) var applications: [InstalledApplication]?
  private(set) var media: [SetupMedium]?
  private(set) var looks: [SetupLook]?
  private(set) var networks = NetworkList()
  /// Whether the machine had a wireless device at any time. The pages keep their order.
  private(set) var hasRadio = false
  /// The network whose password the operator types.
  private(set) var chosenNetwork: NetworkID?
  /// The name and the password of a hidden network, and whether it needs one.
  private var (hiddenName, hiddenPassword) = ("", "")
  private(set) var hiddenNeedsPassword = true
  /// The digits of the PIN, and the PIN from the first entry.
  private(set) var entry = PINEntry(PINPad.Gate(), at: 0)
  private var firstPIN: PIN?
  /// Whether a step leads back to the summary.
  private var returns = false
  /// The answers that skipping the current step restores.
  private var before: SetupAnswers
  /// Whether the answers are being saved.
  private(set) var isSaving = false
  /// The file for the hash of the PIN.
  private let pinFile: String
  /// The file that the launcher is copying.
  private(set) var copying: SetupMedium?

  /// The languages of the launcher's texts, sorted by their native names.
  static let languages = ["de", "en", "es", "fr", "ar", "ja", "zh"]
  /// The maximum number of characters in a name or an address.
  static let mostLetters = 200
  /// The maximum number of tiles to add in the first run.
  static let mostTiles = 60

  init(
    _ occasion: Occasion, hasDemonstration: Bool, hasPhone: Bool = false,
    pinFile: String = PINServicePlace.hashFile, answers: SetupAnswers = SetupAnswers()
  ) {
    (self.occasion, self.hasDemonstration, self.answers) = (occasion, hasDemonstration, answers)
    self.hasPhone = hasPhone
    self.pinFile = pinFile
    step =
      switch occasion {
      case .first: .hello
      case .again: .language
      case .network: .network
      }
    before = answers
  }

  /// Whether the operator has to repeat the PIN.
  var asksForPINAgain: Bool { firstPIN != nil }
  /// The number of the current question, from 1; nil outside the questions.
  var number: Int? { questions.firstIndex(of: step).map { $0 + 1 } }
  /// The steps that ask for an answer. An existing PIN is changed elsewhere, and a machine without a wireless
  /// device has no page for networks.
  var questions: [Step] {
    if occasion == .network { return [.network] }
    return Step.questions.filter { step in
      step == .pin ? occasion == .first : step != .network || hasRadio
    }
  }
  private var steps: [Step] { (occasion == .first ? [.hello] : []) + questions + [.summary] }
  /// Whether the current page is one of several that ask for an answer.
  private var isQuestion: Bool { occasion != .network && sheet == nil && Step.questions.contains(step) }
  /// Whether the operator can skip the current page.
  var canSkip: Bool { isQuestion && !returns }
  /// Whether the current page has a button that continues.
  var canGoOn: Bool { isQuestion }
  /// Whether the current page has a button that goes back.
  var canGoBack: Bool {
    !isSaving && (sheet != nil || step != .hello)
  }

  func text(of field: Field) -> String {
    switch field {
    case .name: answers.name
    case .address: address
    case .addressName: addressName
    case .networkPassword: ""
    case .hiddenName: hiddenName
    case .hiddenPassword: hiddenPassword
    }
  }

  /// Takes text from a field.
  @discardableResult
  mutating func type(_ text: String, in field: Field) -> [Wish] {
    note = .none
    switch field {
    case .name: answers.name = text
    case .address: address = text
    case .addressName: addressName = text
    case .networkPassword: return joinChosen(password: text)
    case .hiddenName: hiddenName = text
    case .hiddenPassword: hiddenPassword = text
    }
    return []
  }
}

// Choices.
extension FirstRun {
  mutating func choose(_ choice: Choice, at time: Double) -> [Wish] {
    guard !isSaving else { return [] }
    switch choice {
    case .setUp: return go(to: .language)
    case .phone: return [.phone]
    case .look: return [.close]
    case .back: return back()
    case .skip:
      answers = before
      let stops = step == .network && networks.isJoining
      return (stops ? [.ask(.network(.stop))] : []) + next()
    case .next: return next()
    case .finish:
      (isSaving, note) = (true, .none)
      return [.save(answers.edits(pinFile: pinFile), newPIN: answers.pin)]
    case .language(let tag):
      answers.language = tag
      return [.language(tag)]
    case .field(let field): return [.type(field)]
    case .sheet(let sheet): return open(sheet)
    case .removeLogo: answers.logo = nil
    case .theme(let id): answers.theme = id
    case .application(let index): toggleApplication(index)
    case .medium(let index): return choose(medium: index)
    case .removeTile(let index):
      if answers.tiles.indices.contains(index) { answers.tiles.remove(at: index) }
    case .searchAgain:
      media = nil
      return [.ask(.media)]
    case .addAddress: return addAddress()
    case .clock: answers.clock = Self.clock(after: answers.clock ?? .auto)
    case .date: answers.showsDate.toggle()
    case .hours: answers.hours = answers.hours == nil ? OpeningHours() : nil
    case .opening(let steps): answers.hours?.moveOpening(by: steps)
    case .closing(let steps): answers.hours?.moveClosing(by: steps)
    case .day(let day): answers.hours?.toggle(day)
    case .network(let id): return choose(network: id)
    case .turnOnRadio: return [.ask(.network(.turnOn))]
    case .hiddenPassword: hiddenNeedsPassword.toggle()
    case .joinHidden: return joinHidden()
    case .key(let key): return press(key, at: time)
    case .edit(let step):
      defer { returns = true }
      return go(to: step)
    }
    return []
  }

  /// Returns the clock style after another, in the order of the choice.
  private static func clock(after clock: HeaderSettings.Clock) -> HeaderSettings.Clock {
    let all: [HeaderSettings.Clock] = [.auto, .hours24, .hours12, .none]
    return all[((all.firstIndex(of: clock) ?? 0) + 1) % all.count]
  }

  // Navigation.

  private mutating func go(to step: Step) -> [Wish] {
    (self.step, sheet, note, before) = (step, nil, .none, answers)
    forgetPIN()
    switch step {
    case .look: return looks == nil ? [.ask(.looks)] : []
    case .network:
      networks.sort()
      return [.ask(.network(.list))]
    default: return []
    }
  }

  private mutating func next() -> [Wish] {
    guard !returns, let index = steps.firstIndex(of: step), step != .summary else { return toSummary() }
    return go(to: steps[index + 1])
  }

  private mutating func toSummary() -> [Wish] {
    returns = false
    return go(to: .summary)
  }

  private mutating func back() -> [Wish] {
    note = .none
    guard sheet == nil else {
      (sheet, copying) = (nil, nil)
      forgetHidden()
      return []
    }
    // From the second entry of a PIN, go back to the first.
    if step == .pin, firstPIN != nil {
      forgetPIN()
      return []
    }
    if returns { return toSummary() }
    guard let index = steps.firstIndex(of: step), index > 0 else { return [.close] }
    return go(to: steps[index - 1])
  }

  private mutating func open(_ sheet: Sheet) -> [Wish] {
    (self.sheet, note) = (sheet, .none)
    switch sheet {
    case .applications: return applications == nil ? [.ask(.applications(language: answers.language))] : []
    case .logo, .files:
      media = nil
      return [.ask(.media)]
    case .address:
      (address, addressName) = ("", "")
      return []
    case .hidden:
      forgetHidden()
      return []
    }
  }

  // Networks.

  private mutating func choose(network id: NetworkID) -> [Wish] {
    guard let network = networks.network(id), network.bars > 0, !network.isConnected,
      id.security != .unsupported
    else { return [] }
    note = .none
    guard networks.needsPassword(network) else { return join(NetworkJoin(id)) }
    chosenNetwork = id
    return [.type(.networkPassword)]
  }

  private mutating func join(_ join: NetworkJoin) -> [Wish] {
    networks.begin(join.network)
    return [.ask(.network(.join(join)))]
  }

  private mutating func joinChosen(password: String) -> [Wish] {
    guard let id = chosenNetwork, !password.isEmpty else { return [] }
    guard let secret = NetworkSecret(password) else {
      note = .passwordLength
      return [.error]
    }
    return join(NetworkJoin(id, password: secret))
  }

  private mutating func joinHidden() -> [Wish] {
    guard let name = NetworkName(Array(hiddenName.utf8)) else {
      note = .noNetworkName
      return [.error]
    }
    let secret = hiddenNeedsPassword ? NetworkSecret(hiddenPassword) : nil
    guard secret != nil || !hiddenNeedsPassword else {
      note = .passwordLength
      return [.error]
    }
    let security: NetworkSecurity = hiddenNeedsPassword ? .personal : .open
    (sheet, note) = (nil, .none)
    forgetHidden()
    return join(NetworkJoin(NetworkID(name, security), password: secret, isHidden: true))
  }

  private mutating func forgetHidden() { (hiddenName, hiddenPassword, hiddenNeedsPassword) = ("", "", true) }

  // Tiles.

  private mutating func add(_ tile: SetupTile) {
    guard answers.tiles.count < Self.mostTiles, !answers.tiles.contains(where: { $0.target == tile.target })
    else { return }
    answers.tiles.append(tile)
  }

  /// Whether a tile opens an application.
  func isChosen(_ application: InstalledApplication) -> Bool {
    answers.tiles.contains { $0.target == .application(application.id) }
  }

  private mutating func toggleApplication(_ index: Int) {
    guard let applications, applications.indices.contains(index) else { return }
    let application = applications[index]
    if isChosen(application) {
      answers.tiles.removeAll { $0.target == .application(application.id) }
    } else {
      add(SetupTile(.application(application.id), name: application.name))
    }
  }

  /// The files to choose from on the current sheet; only pictures for a logo.
  var offeredMedia: [SetupMedium]? { sheet == .logo ? media?.filter(\.isPicture) : media }

  private mutating func choose(medium index: Int) -> [Wish] {
    guard copying == nil, let offered = offeredMedia, offered.indices.contains(index) else { return [] }
    (copying, note) = (offered[index], .none)
    return [.ask(.keep(offered[index]))]
  }

  private mutating func addAddress() -> [Wish] {
    guard let page = Self.page(address) else {
      note = .noAddress
      return [.error]
    }
    let name = addressName.isEmpty ? WebPage.host(of: page) : addressName
    add(SetupTile(.address(page), name: name))
    sheet = nil
    return []
  }

  /// Completes a typed address: `example.org` becomes a web address. Returns nil if it is invalid.
  static func page(_ typed: String) -> String? {
    let word = typed.split(separator: " ").joined()
    guard !word.isEmpty else { return nil }
    let address = word.contains("://") ? word : "https://\(word)"
    return WebPage.fault(of: address) == nil ? address : nil
  }

  // The PIN.

  private mutating func forgetPIN() {
    firstPIN = nil
    entry.forget()
  }

  private mutating func press(_ key: PINPad.PadKey, at time: Double) -> [Wish] {
    guard step == .pin else { return [] }
    note = .none
    guard case .entered(let pin) = entry.press(key, at: time) else { return [] }
    entry.update(PINPad.Gate())
    guard let first = firstPIN else {
      firstPIN = pin
      return []
    }
    forgetPIN()
    guard pin == first else {
      note = .pinsDiffer
      return [.error]
    }
    answers.pin = pin
    return next()
  }
}

// Facts.
extension FirstRun {
  mutating func learn(_ fact: SetupFact) -> [Wish] {
    switch fact {
    case .isUnset, .pinFile: break
    case .applications(let applications): self.applications = applications
    case .media(let media): self.media = media
    case .looks(let looks): self.looks = looks
    case .networks(let report, let isWired):
      networks.update(report, isWired: isWired)
      hasRadio = hasRadio || report.hasDevice
    case .kept(let medium, let path): kept(medium, path)
    }
    return []
  }

  /// Handles the result of saving. `problem` is the reason if it failed.
  mutating func saved(problem: String?) -> [Wish] {
    guard isSaving else { return [] }
    isSaving = false
    guard let problem else { return [.close] }
    note = .failed(problem)
    return [.error]
  }

  private mutating func kept(_ medium: SetupMedium, _ path: String?) {
    guard copying == medium else { return }
    copying = nil
    guard let path else { return note = .unusable(medium.name) }
    switch sheet {
    case .logo: (answers.logo, answers.logoName) = (path, medium.name)
    case .files: add(SetupTile(.file(path, isPicture: medium.isPicture), name: medium.name))
    default: return
    }
    sheet = nil
  }

  /// Forgets the applications, because their names depend on the language.
  mutating func forgetNames() { applications = nil }
}

extension FirstRun {
  /// The name of the network's password among pages for a preview.
  private static var passwordPage: String { "password" }

  /// Creates a page for a preview: the setup of a museum, nearly complete.
  init(previewOf page: String, _ facts: [SetupFact]) {
    self.init(.first, hasDemonstration: true, hasPhone: true)
    for fact in facts { _ = learn(fact) }
    if page == Self.passwordPage {
      step = .network
      chosenNetwork = networks.networks.first { networks.needsPassword($0) }?.id
    } else if let sheet = Sheet(rawValue: page) {
      (step, self.sheet) = (sheet == .logo ? .name : sheet == .hidden ? .network : .tiles, sheet)
    } else {
      step = Step(rawValue: page) ?? .hello
    }
    guard step != .hello, step != .language else { return }
    answers.name = "Museum"
    answers.hours = OpeningHours()
    answers.hours?.toggle(0)
    if step == .summary || step == .tiles && sheet == nil { addExamples() }
    if step == .pin { _ = [1, 9].map { entry.press(.digit($0), at: 0) } }
    if sheet == .address { (address, addressName) = ("www.example.org", "") }
    if sheet == .hidden { (hiddenName, hiddenPassword) = ("Museum", "Museum 1886") }
  }

  private mutating func addExamples() {
    for application in (applications ?? []).prefix(2) {
      add(SetupTile(.application(application.id), name: application.name))
    }
    add(SetupTile(.address("https://www.example.org"), name: "www.example.org"))
  }
}
