import Configuration
import ConfigurationFile

/// The unsaved changes that an operator makes to a configuration.
///
/// All changes go into one drop-in, the edited file. Each step stores the file's text after the change, which
/// makes undo exact. The launcher's own loader reads each step with all other files. Therefore the editor
/// shows what the launcher will read. The loader looks up files that tiles name: do not use a session on the
/// drawing thread.
///
/// Each step also keeps its edits. They name keys and ids, and can be made again after another operator has
/// changed the file: ``rebased()``.
///
/// ```swift
/// var session = EditingSession(loader, path: nil)
/// try session.apply([.set("brand.name", .text("Town museum")), .removeTile("cafe")])
/// session.undo()
/// ```
package struct EditingSession: Sendable {
  private let loader: ConfigurationLoader
  /// The configuration file; nil for the default locations.
  private let main: String?
  /// The other files in reading order. The first `earlier` of them are read before the edited file.
  private let (others, earlier): ([ConfigurationText], Int)
  /// The path of the edited file.
  package let path: String
  private let saved: EditedText
  private var current: Step
  private var (past, future): ([Revision], [Revision]) = ([], [])
  /// The edits of steps that undo can no longer revert.
  private var settled: [[Edit]] = []

  /// The maximum number of steps that undo can revert.
  private static let mostSteps = 500

  /// The text of the edited file after a step, and the configuration of all files with it.
  struct Step: Sendable {
    var text: EditedText
    var loaded: LoadedConfiguration
  }

  /// A step for undo or redo: the text that it restores, and the edits of the step.
  private struct Revision: Sendable {
    var text: EditedText
    var edits: [Edit]
  }

  /// Starts a session with the current files.
  ///
  /// - Parameters:
  ///   - loader: reads the files; it has to record tiles.
  ///   - path: the configuration file; nil for the default locations.
  package init(_ loader: ConfigurationLoader, path: String? = nil) {
    (self.loader, main) = (loader, path)
    let loaded = loader.load(path)
    let edited = loader.editedFile(of: path)
    self.path = edited
    let own = loaded.texts.first { $0.path == edited }
    others = loaded.texts.filter { $0.path != edited }
    let main = loaded.path.map(ConfigurationLoader.dropInDirectory)
    let isBeside = main.map { edited.hasPrefix($0 + "/") } ?? false
    earlier =
      isBeside
      ? others.prefix { $0.path == loaded.path || $0.path.utf8.lexicographicallyPrecedes(edited.utf8) }.count
      : others.count
    saved = EditedText(own?.bytes ?? [])
    current = Step(text: saved, loaded: loaded)
    // The baseline for later states.
    if loaded.isReadable || loaded.texts.isEmpty { current.loaded = load(saved) }
  }

  // MARK: Steps

  /// Applies edits as one step. If one edit fails, it applies none.
  package mutating func apply(_ edits: [Edit]) throws(EditRefusal) {
    var step = current
    var made: [Edit] = []
    try checkFiles()
    for edit in edits {
      let edit = identified(edit, step)
      try make(edit, &step)
      made.append(edit)
    }
    step.text = step.text.withoutRemains(hasFile: !saved.bytes.isEmpty)
    step.loaded = try validated(step.text)
    guard step.text != current.text else { return }
    past.append(Revision(text: current.text, edits: made))
    if past.count > Self.mostSteps { settled.append(past.removeFirst().edits) }
    future = []
    current = step
  }

  package mutating func undo() {
    guard let revision = past.popLast() else { return }
    future.append(Revision(text: current.text, edits: revision.edits))
    current = Step(text: revision.text, loaded: load(revision.text))
  }

  package mutating func redo() {
    guard let revision = future.popLast() else { return }
    past.append(Revision(text: current.text, edits: revision.edits))
    current = Step(text: revision.text, loaded: load(revision.text))
  }

  // MARK: Other operators

  /// The version of the edited file with which the session began.
  package var base: EditedVersion { EditedVersion(of: saved.bytes) }

  /// The edits of all unsaved steps.
  package var steps: [[Edit]] { settled + past.map(\.edits) }

  /// The number of attempts to save while others change the file.
  private static let attempts = 5

  /// Changes the present file and saves it. Begins again if another operator changes it meanwhile. Returns
  /// the reason if the file is not saved.
  ///
  /// - Parameters:
  ///   - path: the configuration file; nil for the default locations.
  ///   - change: applies edits to a new session.
  ///   - write: writes the text of a session over its ``base``.
  package static func save(
    _ loader: ConfigurationLoader, path: String?,
    change: (inout EditingSession) throws(EditRefusal) -> Void, write: (EditingSession) -> SaveRefusal?
  ) throws(EditRefusal) -> SaveRefusal? {
    var refusal: SaveRefusal?
    for _ in 0..<attempts {
      var session = EditingSession(loader, path: path)
      try change(&session)
      refusal = write(session)
      guard case .outdated? = refusal else { break }
    }
    return refusal
  }

  /// Returns a session that begins with the present files and has the unsaved changes of this one. `lost` is
  /// the number of steps that no longer fit.
  package func rebased() -> (session: EditingSession, lost: Int) {
    var session = EditingSession(loader, path: main)
    let lost = session.replay(steps)
    return (session, lost)
  }

  /// Makes the steps of another session, each as one step. Returns the number of steps that do not fit.
  ///
  /// A tile or shelf that a step adds gets another id if its own is taken meanwhile.
  package mutating func replay(_ steps: [[Edit]]) -> Int {
    var (ids, lost) = ([String: String](), 0)
    for step in steps {
      var (known, renamed) = (knownIDs(in: current.loaded), ids)
      for added in step.compactMap(\.added) {
        if known.contains(added) { renamed[added] = Self.free(added, known) }
        known.insert(renamed[added] ?? added)
      }
      do throws(EditRefusal) {
        try apply(step.map { $0.renamed(renamed) })
        ids = renamed
      } catch {
        lost += 1
      }
    }
    return lost
  }

  /// The ids of all tiles and shelves.
  private func knownIDs(in loaded: LoadedConfiguration) -> Set<String> {
    Set(loaded.places.tiles.keys).union(loaded.configuration.shelves.map(\.id))
  }

  /// Returns the edit with an id for what it adds.
  private func identified(_ edit: Edit, _ step: Step) -> Edit {
    switch edit {
    case .addTile(nil, let keys, let place):
      let name = keys.first { $0.name == ConfigurationSection.tile["name"].name }
      let id = Self.freeID(name?.value, or: Self.tiles, known: knownIDs(in: load(step.text)))
      return .addTile(id: id, keys, at: place)
    case .addShelf(nil, let name):
      let known = knownIDs(in: load(step.text))
      return .addShelf(
        id: Self.freeID(name, or: ConfigurationSection.shelf.rawValue, known: known), name: name)
    default: return edit
    }
  }

  /// Returns an unused id: the name in lowercase letters, with a number if the id is taken.
  static func freeID(_ name: EditedValue?, or other: String, known: Set<String>) -> String {
    let words = name?.firstText?.lowercased().split { !$0.isLetter && !$0.isNumber } ?? []
    return free(words.isEmpty ? other : words.prefix(6).joined(separator: "-"), known)
  }

  private static func free(_ id: String, _ known: Set<String>) -> String {
    guard known.contains(id) else { return id }
    var number = 2
    while known.contains("\(id)-\(number)") { number += 1 }
    return "\(id)-\(number)"
  }

  package var text: String { current.text.text }
  package var isChanged: Bool { current.text != saved }
  /// The configuration with all changes, for a trial.
  package var configuration: KioskConfiguration { current.loaded.configuration }
  /// The configuration with its diagnostics, texts and positions.
  package var loaded: LoadedConfiguration { current.loaded }

  /// The state that the editor shows.
  package var state: EditingState {
    var state = EditingState(configuration: configuration)
    (state.isChanged, state.canUndo, state.canRedo) = (isChanged, !past.isEmpty, !future.isEmpty)
    state.hidden = current.loaded.hidden
    let authority = authority
    (state.origins, state.tiles) = (authority.origins, authority.tileOrigins)
    state.shelves = shelfOrigins
    return state
  }

  // MARK: All files

  var authority: EditAuthority {
    EditAuthority(
      path: path, edited: current.text, others: others, earlier: earlier, places: current.loaded.places)
  }

  /// Loads all files with another text of the edited file.
  func load(_ text: EditedText) -> LoadedConfiguration {
    var texts = others
    if !text.bytes.isEmpty || texts.isEmpty {
      texts.insert(ConfigurationText(path: path, bytes: text.bytes), at: earlier)
    }
    return loader.load(ConfigurationArchive(texts))
  }

  private func checkFiles() throws(EditRefusal) {
    guard !current.loaded.isReadable, !others.isEmpty || !saved.bytes.isEmpty,
      let fault = current.loaded.diagnostics.first(where: { $0.severity == .error })
    else { return }
    throw EditRefusal(.unreadable, fault)
  }

  /// Loads all files, and throws if this text adds an error.
  private func validated(_ text: EditedText) throws(EditRefusal) -> LoadedConfiguration {
    let loaded = load(text)
    var known = current.loaded.diagnostics.filter { $0.severity == .error }.map(\.withoutPlace)
    for error in loaded.diagnostics where error.severity == .error {
      // A new PIN is saved with the file, and checked then.
      if error.key == ConfigurationKey.pinFile.dottedName { continue }
      guard let index = known.firstIndex(of: error.withoutPlace) else {
        throw EditRefusal(.invalid, error)
      }
      known.remove(at: index)
    }
    return loaded
  }

  // MARK: Changes

  private func make(_ edit: Edit, _ step: inout Step) throws(EditRefusal) {
    switch edit {
    case .set(let name, let value):
      let key = try sectionKey(name)
      if let barrier = authority.barrier(of: key) { throw refusal(barrier, key.dottedName) }
      try check(value, for: key)
      try write(&step) { text throws(EditedText.Fault) in
        try text.set(key.editedPath, to: value.toml)
      }
    case .unset(let name):
      let key = try sectionKey(name)
      try write(&step) { text throws(EditedText.Fault) in try text.unset(key.editedPath) }
    case .setTile(let id, let name, let value): try setTile(id, tileKey(name), value, &step)
    case .unsetTile(let id, let name): try unsetTile(id, tileKey(name), &step)
    case .clearTile(let id, let name): try clearTile(id, tileKey(name), &step)
    case .addTile(let id?, let keys, let place): try addTile(id, keys, place, &step)
    case .removeTile(let id): try removeTile(id, &step)
    case .restoreTile(let id): try unsetChange(TileChange.hidden.name, of: id, &step)
    case .moveTile(let id, let place):
      try checkTile(id, TileChange.after.name, step)
      try rearrange(&step) { arrangement throws(EditRefusal) in
        try move(id, to: place, &arrangement)
      }
    case .addShelf(let id?, let name): step.text = try adding(shelf: id, name, to: step.text)
    case .addTile(nil, _, _), .addShelf(nil, _): try make(identified(edit, step), &step)
    case .nameShelf(let id, let name): step.text = try naming(shelf: id, name, in: step.text)
    case .removeShelf(let id): step.text = try removing(shelf: id, from: step.text)
    }
  }

  func write(
    _ step: inout Step, _ change: (inout EditedText) throws(EditedText.Fault) -> Void
  ) throws(EditRefusal) {
    try write(&step.text, change)
  }

  func write(
    _ text: inout EditedText, _ change: (inout EditedText) throws(EditedText.Fault) -> Void
  ) throws(EditRefusal) {
    do throws(EditedText.Fault) {
      try change(&text)
    } catch {
      throw EditRefusal(
        .unreadable, Diagnostic(.error, file: path, line: error.line, column: 1, message: error.message))
    }
  }

  private func sectionKey(_ name: String) throws(EditRefusal) -> ConfigurationKey {
    let known = ConfigurationKey.all.filter { !$0.section.isList }
    if let key = known.first(where: { $0.dottedName == name }) { return key }
    throw EditRefusal(
      .unknownKey,
      Diagnostic(
        .error, file: path, key: name, message: "there is no such key",
        suggestion: Spelling.nearest(to: name, among: known.map(\.dottedName))))
  }

  func tileKey(_ name: String) throws(EditRefusal) -> ConfigurationKey {
    let known = ConfigurationSection.tile
    if let key = known.key(named: name), key != .id { return key }
    throw EditRefusal(
      .unknownKey,
      Diagnostic(
        .error, file: path, key: "tile.\(name)",
        message: name == ConfigurationKey.id.name ? "cannot be changed" : "there is no such key",
        suggestion: Spelling.nearest(to: name, among: known.keys.map(\.name))))
  }

  func check(_ value: EditedValue, for key: ConfigurationKey) throws(EditRefusal) {
    guard let fault = value.fault else { return }
    throw EditRefusal(
      .invalid, Diagnostic(.error, file: path, key: key.dottedName, message: fault))
  }

  func refusal(_ barrier: EditBarrier, _ key: String) -> EditRefusal {
    let message =
      switch barrier {
      case .overridden(let place): "is set by \(place.text), which is read later"
      case .locked(let place): "is locked by \(place.text)"
      }
    return EditRefusal(.barrier(barrier), Diagnostic(.error, file: path, key: key, message: message))
  }
}

extension ConfigurationKey {
  /// The names from the root of the file to the key.
  fileprivate var editedPath: [String] { dottedName.split(separator: ".").map(String.init) }
}

extension Diagnostic {
  /// A copy without line and column, because an edit moves the lines after it.
  fileprivate var withoutPlace: Diagnostic {
    var copy = self
    (copy.line, copy.column) = (nil, nil)
    return copy
  }
}
