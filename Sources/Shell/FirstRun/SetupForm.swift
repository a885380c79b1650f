import Configuration
import Languages
import Scene

/// A page of the first run: a title, and items from top to bottom.
struct SetupForm: Hashable {
  /// An item on a page.
  struct Item: Hashable {
    /// The shape of an item, which determines its size.
    enum Kind: Hashable {
      /// A large card with a pictogram.
      case card(Glyph)
      /// A line with a value at its end.
      case row(Accessory)
      /// A line with a minus and a plus button.
      case stepper(less: FirstRun.Choice, more: FirstRun.Choice)
      /// A text field.
      case field
      /// A small picture above a name.
      case cell(Symbol)
      /// The screen in a theme.
      case look(String)
      /// A word that toggles, among others of its kind.
      case chip
      /// A button that adds something.
      case button(Glyph)
      /// A wireless network, with its signal in bars and its lock.
      case network(bars: Int, isLocked: Bool)
      /// A key of the PIN pad.
      case key
      /// The digits of the PIN.
      case dots(Int)
    }

    /// The sign at the end of a line.
    enum Accessory: Hashable { case none, check, toggle, chevron, remove }

    /// The picture of an item.
    enum Symbol: Hashable {
      case glyph(Glyph)
      case icon(IconSource, initial: Glyph)
    }

    /// The choice that the item makes; nil if it makes none.
    let choice: FirstRun.Choice?
    let kind: Kind
    let label: String
    /// The text below the label of a card, or the value of a line.
    var detail = ""
    /// Whether the item is on or chosen; nil without such a state.
    var isOn: Bool?
    var isEnabled = true

    init(_ choice: FirstRun.Choice?, _ kind: Kind, _ label: String, detail: String = "", isOn: Bool? = nil) {
      (self.choice, self.kind, self.label) = (choice, kind, label)
      (self.detail, self.isOn) = (detail, isOn)
    }
  }

  let title: String
  var detail = ""
  /// Whether the text below the title reports an error.
  var isProblem = false
  var items: [Item] = []

  init(_ run: FirstRun, _ environment: Environment) {
    let words = environment.words
    title = Self.title(run, words)
    switch run.note {
    case .none where run.step == .network && run.sheet == nil && !run.isSaving:
      (detail, isProblem) = run.networks.detail(words, canSkip: run.canSkip)
    case .none: detail = Self.detail(run, words)
    default: (detail, isProblem) = (Self.problem(run.note, words), true)
    }
    items = Self.items(run, environment)
  }

  // Text.

  private static func title(_ run: FirstRun, _ words: Localizer) -> String {
    switch run.sheet {
    case .logo: return words(.setupLogoTitle)
    case .applications: return words(.setupApplicationsTitle)
    case .address: return words(.setupAddressTitle)
    case .files: return words(.setupFilesTitle)
    case .hidden: return words(.networkHiddenTitle)
    case nil: break
    }
    return switch run.step {
    case .hello: words(.setupHello)
    case .language: words(.setupLanguageTitle)
    case .name: words(.setupNameTitle)
    case .look: words(.setupLookTitle)
    case .tiles: words(.setupTilesTitle)
    case .hours: words(.setupHoursTitle)
    case .network: words(.networkTitle)
    case .pin: words(run.asksForPINAgain ? .setupPINAgain : .setupPINTitle)
    case .summary: words(.setupSummaryTitle)
    }
  }

  private static func detail(_ run: FirstRun, _ words: Localizer) -> String {
    if run.isSaving { return words(.setupSaving) }
    if run.copying != nil { return words(.setupSearching) }
    switch run.sheet {
    case .logo, .files: return run.offeredMedia == nil ? words(.setupSearching) : words(.setupFilesDetail)
    case .applications:
      guard let applications = run.applications else { return words(.setupSearching) }
      return applications.isEmpty ? words(.setupNoApplications) : ""
    case .address: return words(.setupAddressDetail)
    case .hidden: return words(.networkHiddenDetail)
    case nil: break
    }
    switch run.step {
    case .hello: return words(.setupHelloDetail)
    case .language: return ""
    case .name: return words(.setupNameDetail)
    case .look: return run.looks == nil ? words(.setupSearching) : words(.setupLookDetail)
    case .tiles:
      let count = run.answers.tiles.count
      return count == 0 ? words(.setupTilesDetail) : words(.setupTileCount, count)
    case .hours: return words(.setupHoursDetail)
    case .network: return ""
    case .pin:
      return run.answers.pin == nil ? words(.setupPINDetail) : words(.setupPINIsSet)
    case .summary: return words(run.answers.pin == nil ? .setupWithoutPIN : .setupSummaryDetail)
    }
  }

  private static func problem(_ note: FirstRun.Note, _ words: Localizer) -> String {
    switch note {
    case .none: ""
    case .pinsDiffer: words(.setupPINsDiffer)
    case .unusable(let name): words(.setupUnusable, name)
    case .noAddress: words(.setupNoAddress)
    case .failed(let reason): words(.setupNotSaved, reason)
    case .passwordLength: words(.networkPasswordLength)
    case .noNetworkName: words(.networkNoName)
    }
  }

  // Items.

  private static func items(_ run: FirstRun, _ environment: Environment) -> [Item] {
    let words = environment.words
    switch run.sheet {
    case .logo, .files: return media(run, words)
    case .applications: return applications(run)
    case .address:
      return [
        Item(.field(.address), .field, words(.setupAddress), detail: run.text(of: .address)),
        Item(.field(.addressName), .field, words(.setupAddressName), detail: run.text(of: .addressName)),
        Item(.addAddress, .button(.check), words(.setupAdd)),
      ]
    case .hidden: return hiddenNetwork(run, words)
    case nil: break
    }
    switch run.step {
    case .hello: return hello(run, words)
    case .language:
      return FirstRun.languages.map { tag in
        Item(.language(tag), .row(.check), LanguageName.own(of: tag), isOn: tag == language(run, environment))
      }
    case .name: return name(run, words)
    case .look:
      let chosen = theme(run)
      return (run.looks ?? []).map { look in
        let name = Self.name(of: look, environment)
        return Item(.theme(look.id), .look(look.id), name, isOn: look.id == chosen)
      }
    case .tiles: return tiles(run, words)
    case .hours: return hours(run, environment)
    case .network: return networks(run, words)
    case .pin: return pin(run, words)
    case .summary: return summary(run, environment)
    }
  }

  private static func hello(_ run: FirstRun, _ words: Localizer) -> [Item] {
    var items = [Item(.setUp, .card(.settings), words(.setupHere), detail: words(.setupHereDetail))]
    if run.hasPhone {
      items.append(
        Item(.phone, .card(.smartphone), words(.phoneTitle), detail: words(.phoneCard)))
    }
    if run.hasDemonstration {
      items.append(Item(.look, .card(.picture), words(.setupLook), detail: words(.setupLookAround)))
    }
    return items
  }

  /// Returns the chosen language, or the screen's. Returns nil if the launcher has no texts in it.
  private static func language(_ run: FirstRun, _ environment: Environment) -> String? {
    if let chosen = run.answers.language { return chosen }
    var tag = LanguageTag(environment.words.language)
    while let candidate = tag {
      if FirstRun.languages.contains(candidate.description) { return candidate.description }
      tag = candidate.parent
    }
    return nil
  }

  /// Returns the name of a theme. The light variant is named after its colors.
  private static func name(of look: SetupLook, _ environment: Environment) -> String {
    switch Theme.Name(rawValue: look.id) {
    case .light: environment.words(.lightColors)
    case .highContrast: environment.words(.highContrast)
    default: look.name.resolved(for: environment.languages)
    }
  }

  private static func theme(_ run: FirstRun) -> String {
    run.answers.theme ?? ThemeDefinition.standardID
  }

  private static func name(_ run: FirstRun, _ words: Localizer) -> [Item] {
    var items = [
      Item(.field(.name), .field, words(.setupName), detail: run.answers.name),
      Item(
        .sheet(.logo), .row(.chevron), words(.setupLogo),
        detail: run.answers.logo == nil ? words(.setupNone) : run.answers.logoName),
    ]
    if run.answers.logo != nil { items.append(Item(.removeLogo, .row(.remove), words(.setupRemoveLogo))) }
    return items
  }

  private static func tiles(_ run: FirstRun, _ words: Localizer) -> [Item] {
    let added = run.answers.tiles.enumerated().map { index, tile in
      Item(.removeTile(index), .row(.remove), tile.name, detail: kind(of: tile, words))
    }
    return [
      Item(.sheet(.applications), .button(.computer), words(.setupApplication)),
      Item(.sheet(.address), .button(.globe), words(.setupWebPage)),
      Item(.sheet(.files), .button(.picture), words(.setupFile)),
    ] + added
  }

  private static func kind(of tile: SetupTile, _ words: Localizer) -> String {
    switch tile.target {
    case .application: words(.setupApplication)
    case .address: words(.setupWebPage)
    case .file(_, let isPicture): words(isPicture ? .setupPicture : .setupText)
    }
  }

  private static func applications(_ run: FirstRun) -> [Item] {
    (run.applications ?? []).enumerated().map { index, application in
      let symbol = application.icon.map { Item.Symbol.icon($0, initial: .computer) } ?? .glyph(.computer)
      return Item(.application(index), .cell(symbol), application.name, isOn: run.isChosen(application))
    }
  }

  private static func media(_ run: FirstRun, _ words: Localizer) -> [Item] {
    let found = (run.offeredMedia ?? []).enumerated().map { index, medium in
      let picture = IconSource.file(medium.path, revision: medium.revision)
      return Item(
        .medium(index), .cell(medium.isPicture ? .icon(picture, initial: .picture) : .glyph(.document)),
        medium.name, isOn: run.copying == medium ? true : nil)
    }
    guard run.offeredMedia != nil else { return [] }
    return [Item(.searchAgain, .button(.reload), words(.setupSearchAgain))] + found
  }

  private static func hours(_ run: FirstRun, _ environment: Environment) -> [Item] {
    let (words, answers) = (environment.words, run.answers)
    let calendar = CalendarWords(environment.languages)
    var items = [
      Item(.clock, .row(.none), words(.setupClock), detail: clock(answers.clock ?? .auto, words)),
      Item(.date, .row(.toggle), words(.setupDate), isOn: answers.showsDate),
      Item(.hours, .row(.toggle), words(.openingHours), isOn: answers.hours != nil),
    ]
    guard let hours = answers.hours else { return items }
    let style = answers.clock ?? .auto
    func time(_ minute: Int) -> String {
      calendar.clock(minuteOfWeek: minute, style == .none ? .auto : style)
    }
    items += [
      Item(
        nil, .stepper(less: .opening(by: -1), more: .opening(by: 1)), words(.hoursFrom),
        detail: time(hours.opens)),
      Item(
        nil, .stepper(less: .closing(by: -1), more: .closing(by: 1)), words(.hoursUntil),
        detail: time(hours.closes)),
    ]
    let minutes = WeekSchedule.minutesPerWeek / 7
    items += (0..<7).map { day in
      Item(.day(day), .chip, calendar.weekday(ofMinute: day * minutes), isOn: hours.days.contains(day))
    }
    return items
  }

  private static func networks(_ run: FirstRun, _ words: Localizer) -> [Item] {
    switch run.networks.radio {
    case .searching, .none, .forbidden, .blocked: return []
    case .off: return [Item(.turnOnRadio, .button(.wifi), words(.networkTurnOn))]
    case .on: break
    }
    let found = run.networks.networks.map { network in
      var item = Item(
        .network(network.id), .network(bars: network.bars, isLocked: network.id.security != .open),
        network.id.name.shown, detail: run.networks.state(of: network, words),
        isOn: network.isConnected ? true : nil)
      item.isEnabled = network.isConnected || network.bars > 0 && network.id.security != .unsupported
      return item
    }
    return found + [Item(.sheet(.hidden), .row(.chevron), words(.networkHidden))]
  }

  private static func hiddenNetwork(_ run: FirstRun, _ words: Localizer) -> [Item] {
    // A password appears as dots, as in its field.
    let dots = TextField(.password, text: run.text(of: .hiddenPassword)).shown
    let password = Item(.field(.hiddenPassword), .field, words(.networkPassword), detail: dots)
    return [Item(.field(.hiddenName), .field, words(.networkName), detail: run.text(of: .hiddenName))]
      + [Item(.hiddenPassword, .row(.toggle), words(.networkHasPassword), isOn: run.hiddenNeedsPassword)]
      + (run.hiddenNeedsPassword ? [password] : []) + [
        Item(.joinHidden, .button(.wifi), words(.connect))
      ]
  }

  private static func clock(_ clock: HeaderSettings.Clock, _ words: Localizer) -> String {
    switch clock {
    case .auto: words(.setupClockAuto)
    case .hours24: words(.setupClock24)
    case .hours12: words(.setupClock12)
    case .none: words(.setupNoClock)
    }
  }

  private static func pin(_ run: FirstRun, _ words: Localizer) -> [Item] {
    let keys = run.entry.keys.map { Item(.key($0), .key, $0.text(in: words)) }
    return [Item(nil, .dots(run.entry.count), "")] + keys
  }

  private static func summary(_ run: FirstRun, _ environment: Environment) -> [Item] {
    let (words, answers) = (environment.words, run.answers)
    let look = run.looks?.first { $0.id == theme(run) }.map { name(of: $0, environment) }
    let tag = language(run, environment)
    func row(_ step: FirstRun.Step, _ label: String, _ value: String) -> Item {
      Item(.edit(step), .row(.chevron), label, detail: value.isEmpty ? words(.setupNone) : value)
    }
    let hours = answers.hours.map { hours in
      let calendar = CalendarWords(environment.languages)
      let style = answers.clock.map { $0 == .none ? .auto : $0 } ?? .auto
      return calendar.clock(minuteOfWeek: hours.opens, style) + " – "
        + calendar.clock(minuteOfWeek: hours.closes, style)
    }
    let network =
      run.questions.contains(.network)
      ? [row(.network, words(.network), run.networks.summary(words))] : []
    return [
      row(.language, words(.language), tag.map(LanguageName.own) ?? ""),
      row(.name, words(.setupName), answers.name),
      row(.look, words(.setupLookRow), look ?? answers.theme ?? words(.setupAsUsual)),
      row(.tiles, words(.tiles), words(.setupTileCount, answers.tiles.count)),
      row(.hours, words(.openingHours), hours ?? words(.setupAlwaysOpen)),
    ] + network + [
      row(.pin, words(.pin), answers.pin == nil ? words(.setupNone) : words(.setupPINIsSet))
    ]
  }
}

extension FirstRun.Choice {
  /// The element of a choice.
  var element: ElementID {
    switch self {
    case .setUp: ElementID("setup-here")
    case .phone: ElementID("setup-phone")
    case .look: ElementID("setup-demonstration")
    case .back: .back
    case .skip: ElementID("setup-skip")
    case .next: ElementID("setup-next")
    case .finish: ElementID("setup-finish")
    case .language(let tag): ElementID("setup-language-\(tag)")
    case .field(let field): ElementID("setup-field-\(field.rawValue)")
    case .sheet(let sheet): ElementID("setup-sheet-\(sheet.rawValue)")
    case .removeLogo: ElementID("setup-remove-logo")
    case .theme(let id): ElementID("setup-theme-\(id)")
    case .application(let index): ElementID("setup-application", index)
    case .medium(let index): ElementID("setup-medium", index)
    case .removeTile(let index): ElementID("setup-remove-tile", index)
    case .searchAgain: ElementID("setup-search")
    case .addAddress: ElementID("setup-add")
    case .clock: ElementID("setup-clock")
    case .date: ElementID("setup-date")
    case .hours: ElementID("setup-hours")
    case .opening(let step): ElementID("setup-opening", step)
    case .closing(let step): ElementID("setup-closing", step)
    case .day(let day): ElementID("setup-day", day)
    case .network(let id): ElementID("setup-network-\(id.security.rawValue)-\(id.name.hexadecimal)")
    case .turnOnRadio: ElementID("setup-radio")
    case .hiddenPassword: ElementID("setup-hidden-password")
    case .joinHidden: ElementID("setup-join")
    case .key(.digit(let digit)): ElementID("key", digit)
    case .key(.delete): ElementID("delete")
    case .key(.enter): ElementID("enter")
    case .edit(let step): ElementID("setup-edit-\(step.rawValue)")
    }
  }
}
