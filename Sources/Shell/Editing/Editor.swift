import Configuration
import Scene

/// The shell's copy of an editing session, and the forms of the editor.
struct Editor: Sendable {
  /// The subject of a form.
  enum Subject: Hashable, Sendable {
    case tile(String)
    /// The places that a tile can move to.
    case move(String)
    /// The settings of the whole screen.
    case look
    /// The choices for a new tile of a shelf or folder.
    case add(to: String)
    /// The applications, or the pictures and texts, to choose a new tile from.
    case applications(to: String), media(to: String)
    case shelf(String)
    /// The question about unsaved changes.
    case leave
  }

  /// Whether the editor has begun a session and not ended it. Answers to others' requests are not for it.
  var hasSession = false
  /// Whether the machine has a wireless device.
  var hasNetworks = false
  /// The state of the session; nil before it begins.
  private(set) var state: EditingState?
  /// The tiles of the session, in the screen's language.
  private(set) var shelves: [LauncherShelf] = []
  /// The pictures in the directories of those in use.
  var files: [String] = []
  /// The installed applications; nil until they are known.
  private var applications: [InstalledApplication]?
  private var media: [SetupMedium]?
  /// The file that the launcher is copying.
  private var copying: SetupMedium?
  /// The result of the last request.
  var note = ""
  /// The subject of the open form.
  private(set) var subject: Subject?
  /// The state before a trial; nil outside trials.
  var before: ConfigurationInbox.Entry?

  static let form = "editor"

  var isChanged: Bool { state?.isChanged == true }
  var isTrying: Bool { before != nil }

  mutating func update(_ state: EditingState, _ shelves: [LauncherShelf]) {
    (self.state, self.shelves) = (state, shelves)
    switch subject {
    case .tile(let id)? where tile(id) == nil: subject = nil
    case .shelf(let id)? where shelf(id) == nil: subject = nil
    default: break
    }
  }

  /// Ends the session.
  mutating func end() {
    let hasNetworks = hasNetworks
    self = Editor()
    self.hasNetworks = hasNetworks
  }

  /// Shows a form. Returns the facts that it needs.
  @discardableResult
  mutating func show(_ subject: Subject?) -> SetupRequest? {
    (self.subject, copying) = (subject, nil)
    switch subject {
    case .applications: return applications == nil ? .applications(language: nil) : nil
    case .media:
      media = nil
      return .media
    default: return nil
    }
  }

  /// Takes a fact about possible tiles. Adds a tile for a finished copy.
  mutating func learn(_ fact: SetupFact) -> Outcome {
    switch fact {
    case .applications(let applications): self.applications = applications
    case .media(let media): self.media = media
    case .kept(let medium, let path):
      guard case .media(let place)? = subject, copying == medium else { break }
      copying = nil
      guard let path else { return .unusable(medium.name) }
      let tile = SetupTile(.file(path, isPicture: medium.isPicture), name: medium.name)
      return .edit([tile.edit(at: .into(place))], closes: true)
    case .isUnset, .pinFile, .looks, .networks: break
    }
    return .nothing
  }

  func content(_ words: Localizer) -> EditContent {
    var content = state.map { EditContent($0, shelves, words) } ?? EditContent()
    (content.note, content.hasNetworks) = (note, hasNetworks)
    return content
  }

  func tile(_ id: String) -> Tile? { state?.configuration.allTiles.first { $0.id == id } }
  private func shelf(_ id: String) -> ShelfSettings? {
    state?.configuration.shelves.first { $0.id == id }
  }

  /// The pictures to choose from, without duplicates: those of the configuration and others in their
  /// directories.
  private var pictures: [FormPicture] {
    Set(usedPictures + files).sorted().map { FormPicture(name: $0, source: .path($0)) }
  }

  private var usedPictures: [String] {
    guard let configuration = state?.configuration else { return [] }
    let icons = configuration.allTiles.map(\.look.picture) + [configuration.brand.logo]
    let all = icons + configuration.idle.slides.map { $0 }
    return all.compactMap { if case .path(let path)? = $0 { path } else { nil } }
  }

  /// The maximum number of directories to search for pictures.
  private static let mostDirectories = 16

  /// Returns the directories of the pictures in use and of a configuration file.
  func directories(beside file: String?) -> [String] {
    func directory(_ path: String) -> String? {
      path.lastIndex(of: "/").map { String(path[..<$0]) }.flatMap { $0.isEmpty ? nil : $0 }
    }
    let own = file.flatMap(directory).map { [$0, $0 + "/pictures"] } ?? []
    return Array(Set(usedPictures.compactMap(directory) + own).sorted().prefix(Self.mostDirectories))
  }

  // Forms.

  /// Returns the title and rows of the open form; nil if none is open.
  func form(_ words: Localizer) -> (title: String, rows: [FormRow])? {
    guard let subject, let state else { return nil }
    let content = content(words)
    switch subject {
    case .tile(let id):
      guard let form = form(ofTile: id, words) else { return nil }
      return (content.tile(id)?.name ?? id, form.rows)
    case .move(let id): return (words(.editMove, content.tile(id)?.name ?? id), moves(of: id, content, words))
    case .look: return (words(.editLook), SettingsForm(state: state, words: words, pictures: pictures).rows)
    case .add(let place): return (words(.editAdd), additions(to: place, state, words))
    case .applications: return (words(.setupApplicationsTitle), applicationRows(words))
    case .media: return (words(.setupFilesTitle), mediaRows(words))
    case .shelf(let id):
      guard let shelf = shelf(id) else { return nil }
      let name = shelf.name?.resolved(for: [words.language]) ?? words(.shelfName)
      return (name, rows(of: shelf, state, words))
    case .leave:
      return (
        words(.editUnsaved),
        [
          FormRow("save", words(.editSave), .action(isGrave: false)),
          FormRow("keep", words(.editGoOn), .action(isGrave: false)),
          FormRow("discard", words(.editDiscard), .action(isGrave: true)),
        ]
      )
    }
  }

  private func form(ofTile id: String, _ words: Localizer) -> TileForm? {
    guard let state, let tile = tile(id) else { return nil }
    let name = content(words).tile(id)?.name ?? id
    return TileForm(tile: tile, state: state, words: words, name: name, pictures: pictures)
  }

  /// Returns a row for each place that a tile can move to. The row's id encodes the place.
  private func moves(of id: String, _ content: EditContent, _ words: Localizer) -> [FormRow] {
    let siblings = content.siblings(of: id)
    guard let index = siblings.firstIndex(of: id) else { return [] }
    var rows: [FormRow] = []
    func add(_ row: String, _ label: String) { rows.append(FormRow(row, label, .action(isGrave: false))) }
    if index > 0 {
      add("<" + siblings[index - 1], words(.moveBack))
      if index > 1 { add("<" + siblings[0], words(.moveFirst)) }
    }
    if index + 1 < siblings.count {
      add(">" + siblings[index + 1], words(.moveOn))
      if index + 2 < siblings.count { add(">" + siblings[siblings.count - 1], words(.moveLast)) }
    }
    add(Self.newFolder, words(.moveIntoNew))
    for place in content.places(for: id) {
      add("=" + place.id, words(.moveInto, place.name ?? words(.tiles)))
    }
    return rows
  }

  private static let newFolder = "+folder"

  /// Returns edits that replace a tile with a new folder that contains it.
  private func newFolder(with tile: String, _ words: Localizer) -> [Edit] {
    let configuration = state?.configuration ?? KioskConfiguration()
    let known = Set(configuration.allTiles.map(\.id) + configuration.shelves.map(\.id))
    let id = (1...).lazy.map { "folder-\($0)" }.first { !known.contains($0) } ?? "folder"
    return [
      .addTile(id: id, [.init("name", .text(words(.folder))), .init("tiles", .noTiles)], at: .before(tile)),
      .moveTile(tile, .into(id)),
    ]
  }

  private static func place(of row: String) -> TilePlace? {
    let id = String(row.dropFirst())
    switch row.first {
    case "<": return .before(id)
    case ">": return .after(id)
    case "=": return .into(id)
    default: return nil
    }
  }

  private func additions(to place: String, _ state: EditingState, _ words: Localizer) -> [FormRow] {
    var rows = [
      FormRow(Self.application, words(.setupApplication), .pick(nil)),
      FormRow("url", words(.setupWebPage), .text("https://", .address, limit: TileForm.longestAddress)),
      FormRow(Self.medium, words(.setupFile), .pick(nil)),
    ]
    if tile(place) == nil {
      rows.append(FormRow(Self.newShelf, words(.addShelf), .text("", .text, limit: TextField.usualLimit)))
    }
    return rows
      + state.hidden.map { tile in
        let name = tile.name?.resolved(for: [words.language]) ?? tile.id
        return FormRow("+" + tile.id, words(.addHidden, name), .action(isGrave: false))
      }
  }

  /// The rows that open other forms or set no key.
  private static let (application, medium, newShelf, again, remove) = (
    "application", "medium", "shelf", "again", "remove"
  )

  private func applicationRows(_ words: Localizer) -> [FormRow] {
    guard let applications else { return [FormRow("", words(.setupSearching), .shown(""))] }
    guard !applications.isEmpty else { return [FormRow("", words(.setupNoApplications), .shown(""))] }
    return applications.map { FormRow("+" + $0.id, $0.name, .pick($0.icon)) }
  }

  private func mediaRows(_ words: Localizer) -> [FormRow] {
    guard let media, copying == nil else { return [FormRow("", words(.setupSearching), .shown(""))] }
    let search = FormRow(Self.again, words(.setupSearchAgain), .action(isGrave: false))
    guard !media.isEmpty else { return [search, FormRow("", words(.setupFilesDetail), .shown(""))] }
    return [search]
      + media.map { medium in
        let picture = IconSource.file(medium.path, revision: medium.revision)
        return FormRow("+" + medium.path, medium.name, .pick(medium.isPicture ? picture : nil))
      }
  }

  private func rows(of shelf: ShelfSettings, _ state: EditingState, _ words: Localizer) -> [FormRow] {
    let settings = SettingsForm(state: state, words: words)
    let origin = state.shelves[shelf.id]
    let name = FormRow(
      ConfigurationKey.shelfName.name, words(.shelfName),
      .translated(settings.texts(shelf.name ?? LocalizedText(""))),
      barrier: origin?.barrier.map { settings.text(of: $0) })
    guard origin?.canBeRemoved == true else { return [name] }
    return [name, FormRow(Self.remove, words(.removeShelf), .action(isGrave: true))]
  }

  /// Returns the effect of a change in the open form.
  func outcome(of change: FormChange, _ words: Localizer) -> Outcome {
    guard let subject else { return .nothing }
    switch subject {
    case .tile(let id): return outcome(ofTile: id, change, words)
    case .move(let id):
      if change.row == Self.newFolder { return .edit(newFolder(with: id, words), closes: true) }
      return Self.place(of: change.row).map { .edit([.moveTile(id, $0)], closes: true) } ?? .nothing
    case .look: return SettingsForm.edit(change).map { .edit([$0], closes: false) } ?? .nothing
    case .add(let place): return addition(change, to: place)
    case .applications(let place):
      guard let application = applications?.first(where: { "+" + $0.id == change.row }) else {
        return .nothing
      }
      let tile = SetupTile(.application(application.id), name: application.name)
      return .edit([tile.edit(at: .into(place))], closes: true)
    case .media:
      if change.row == Self.again { return .subject(subject) }
      return media?.first { "+" + $0.path == change.row }.map { .keep($0) } ?? .nothing
    case .shelf(let id):
      if change.row == Self.remove { return .edit([.removeShelf(id)], closes: true) }
      return SettingsForm.value(change.value, for: .text).map { .edit([.nameShelf(id, $0)], closes: false) }
        ?? .nothing
    case .leave:
      switch change.row {
      case "save": return .save
      case "discard": return .discard
      default: return .close
      }
    }
  }

  /// Records the file that the launcher copies.
  mutating func copy(_ medium: SetupMedium) { copying = medium }

  /// The effect of a change of a form.
  enum Outcome: Hashable, Sendable {
    case nothing
    /// Edits that form one step, and whether they close the form.
    case edit([Edit], closes: Bool)
    case subject(Subject)
    case folder(String)
    case save, discard, close
    /// The text is not a web address.
    case noAddress
    /// A file that the launcher must copy.
    case keep(SetupMedium)
    case unusable(String)
  }

  private func outcome(ofTile id: String, _ change: FormChange, _ words: Localizer) -> Outcome {
    switch change.row {
    case TileForm.move: return .subject(.move(id))
    case TileForm.folder: return .folder(id)
    case TileForm.remove: return .edit([.removeTile(id)], closes: true)
    default: break
    }
    guard let form = form(ofTile: id, words) else { return .nothing }
    if change.row == TileForm.restore { return .edit(form.restoring, closes: false) }
    if change.row == "url", case .text(let text) = change.value, WebPage.fault(of: text) != nil {
      return .noAddress
    }
    return form.edit(change).map { .edit([$0], closes: false) } ?? .nothing
  }

  private func addition(_ change: FormChange, to place: String) -> Outcome {
    switch (change.row, change.value) {
    case (Self.application, _): return .subject(.applications(to: place))
    case (Self.medium, _): return .subject(.media(to: place))
    case (Self.newShelf, .text(let name)):
      return name.isEmpty ? .nothing : .edit([.addShelf(name: .text(name))], closes: true)
    case ("url", .text(let text)):
      guard WebPage.fault(of: text) == nil else { return .noAddress }
      let tile = SetupTile(.address(text), name: WebPage.host(of: text))
      return .edit([tile.edit(at: .into(place))], closes: true)
    case (_, .pressed) where change.row.first == "+":
      return .edit([.restoreTile(String(change.row.dropFirst()))], closes: true)
    default: return .nothing
    }
  }
}
