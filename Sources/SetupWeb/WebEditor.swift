import Configuration
import ConfigurationFile
import Credentials
import Editing
import Logging
import Shell

private let log = Log("setup-web")

/// The sources of the service's facts.
package struct SetupWebSources: Sendable {
  /// Reads the configuration.
  package var loader: ConfigurationLoader
  /// The tiles of a configuration, in a language.
  package var shelves: @Sendable (LoadedConfiguration, String) -> [LauncherShelf]
  /// The launcher's texts for readers of these languages.
  package var words: @Sendable ([String]) -> Localizer
  /// The file for the hash of a new PIN.
  package var newPINFile: String

  package init(
    loader: ConfigurationLoader, newPINFile: String,
    shelves: @escaping @Sendable (LoadedConfiguration, String) -> [LauncherShelf],
    words: @escaping @Sendable ([String]) -> Localizer
  ) {
    (self.loader, self.newPINFile, self.shelves, self.words) = (loader, newPINFile, shelves, words)
  }
}

/// The editing session behind the page: changes it, and has the editor's service save it.
///
/// It begins with the changes that an earlier session could not save.
struct WebEditor {
  private let sources: SetupWebSources
  private let service: EditorServiceClient
  /// The right to save; nil in the first run.
  private let ticket: PINTicket?
  private var session: EditingSession
  private let unsaved: UnsavedEdits
  let store: UploadStore
  /// The number of steps of the earlier session that no longer fit.
  let lost: Int

  /// Why a change was not made, for the operator.
  struct Refusal: Error {
    let text: String
    /// Whether the page shows an earlier configuration.
    var isOutdated = false
  }

  init(
    _ sources: SetupWebSources, _ service: EditorServiceClient, ticket: PINTicket?, _ unsaved: UnsavedEdits,
    _ store: UploadStore
  ) {
    (self.sources, self.service, self.ticket) = (sources, service, ticket)
    (self.unsaved, self.store) = (unsaved, store)
    session = EditingSession(sources.loader)
    lost = session.replay(unsaved.read())
    cleanUp()
  }

  /// Removes uploads that neither a file nor an unsaved change names.
  func cleanUp() {
    let files = EditingSession(sources.loader).loaded.texts.map { String(decoding: $0.bytes, as: UTF8.self) }
    store.cleanUp(named: files, unsaved: session.text)
  }

  /// Whether the kiosk is set up for the first time.
  var isFirstRun: Bool { ticket == nil }
  var isChanged: Bool { session.isChanged }

  /// The forms in a language.
  func forms(_ words: Localizer) -> RemoteEditor {
    var editor = RemoteEditor(words)
    editor.update(
      session.state, sources.shelves(session.loaded, words.language), pictures: store.pictures)
    return editor
  }

  var state: EditingState { session.state }

  /// Makes changes as one step.
  mutating func apply(_ edits: [Edit], _ words: Localizer) throws(Refusal) {
    var edits = edits
    // In the first run, the tiles of the demonstration go when there are others.
    if isFirstRun, edits.contains(where: { if case .addTile = $0 { true } else { false } }) {
      edits.insert(.set(ConfigurationSection.kiosk["packaged"].dottedName, .boolean(false)), at: 0)
    }
    try change(&session, edits, words)
    unsaved.keep(session.steps)
  }

  private func change(
    _ session: inout EditingSession, _ edits: [Edit], _ words: Localizer
  ) throws(Refusal) {
    do throws(EditRefusal) {
      try session.apply(edits)
    } catch {
      throw Refusal(text: error.diagnostic.text(in: words))
    }
  }

  mutating func undo() {
    session.undo()
    unsaved.keep(session.steps)
  }

  mutating func redo() {
    session.redo()
    unsaved.keep(session.steps)
  }

  /// Saves everything; in the first run perhaps with a PIN.
  mutating func save(newPIN: PIN?, _ words: Localizer) throws(Refusal) {
    var saved = session
    if newPIN != nil {
      guard isFirstRun else { throw Refusal(text: words(.setupNoRight)) }
      let key = ConfigurationSection.admin["pin-file"].dottedName
      // A later attempt may have no PIN.
      try change(&saved, [.set(key, .text(sources.newPINFile))], words)
    }
    let bytes = Array(saved.text.utf8)
    switch service.save(EditorRequest(ticket: ticket, base: saved.base, newPIN: newPIN, file: bytes)) {
    case nil:
      log.notice("the configuration was saved from a phone")
      // Later changes are compared with what is saved now.
      session = EditingSession(sources.loader)
      unsaved.keep([])
    case .outdated?:
      let lost: Int
      (session, lost) = session.rebased()
      unsaved.keep(session.steps)
      throw Refusal(text: words(lost == 0 ? .editOutdated : .editConflict), isOutdated: true)
    case .noRight?: throw Refusal(text: words(.setupNoRight))
    case .invalid(let error)?: throw Refusal(text: error.text(in: words))
    case .failed(let reason)?: throw Refusal(text: words(.notSaved, reason))
    }
  }
}
