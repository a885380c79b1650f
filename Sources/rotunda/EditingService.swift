import Configuration
import ConfigurationFile
import Credentials
import Editing
import EventLoop
import FileSystem
import Logging
import Shell
import State

private let log = Log("editing")

/// Holds the editing session for the shell, and has what it makes saved. Files are read and written on
/// threads, one request after the other.
final class EditingService {
  /// What the shell is told.
  var onEvent: ((ShellEvent) -> Void)?

  private let loop: EventLoop
  private let source: ConfigurationSource
  private let environment: ProcessEnvironment
  private let file: String?
  private let language: () -> String?
  private var session: EditingSession?
  private var waiting: [EditingRequest] = []
  private var isBusy = false

  /// - Parameters:
  ///   - file: the configuration file; nil looks in the usual places.
  ///   - language: the language that a visitor chose.
  init(
    _ loop: EventLoop, _ environment: ProcessEnvironment, source: ConfigurationSource, file: String?,
    language: @escaping () -> String?
  ) {
    (self.loop, self.environment, self.source) = (loop, environment, source)
    (self.file, self.language) = (file, language)
  }

  // MARK: Changes

  func perform(_ request: EditingRequest) {
    waiting.append(request)
    next()
  }

  /// What came of a request.
  private nonisolated enum Outcome: Sendable {
    case changed(EditingSession, EditingState, [LauncherShelf])
    case refused(EditRefusal)
    case ended
  }

  private func next() {
    guard !isBusy, !waiting.isEmpty else { return }
    isBusy = true
    let request = waiting.removeFirst()
    let (session, source, language, file) = (session, source, language(), file)
    let loader = ConfigurationLoader(environment: environment.variables, notesTiles: true)
    do throws(EventLoopError) {
      try loop.inBackground {
        Self.outcome(of: request, session, loader, file) { source.content($0, language: language).shelves }
      } done: { [weak self] in
        self?.finish($0)
      }
    } catch {
      isBusy = false
      log.error("\(error)")
    }
  }

  private nonisolated static func outcome(
    of request: EditingRequest, _ session: EditingSession?, _ loader: ConfigurationLoader, _ file: String?,
    _ shelves: (LoadedConfiguration) -> [LauncherShelf]
  ) -> Outcome {
    if request == .end { return .ended }
    var changed = request == .begin ? nil : session
    var session = changed ?? EditingSession(loader, path: file)
    do throws(EditRefusal) {
      switch request {
      case .apply(let edits): try session.apply(edits)
      case .undo: session.undo()
      case .redo: session.redo()
      case .begin, .end: break
      }
    } catch {
      return .refused(error)
    }
    changed = session
    return .changed(session, session.state, shelves(session.loaded))
  }

  private func finish(_ outcome: Outcome) {
    isBusy = false
    switch outcome {
    case .changed(let session, let state, let shelves):
      self.session = session
      onEvent?(.edited(state, shelves: shelves))
    case .refused(let refusal): onEvent?(.editRefused(refusal))
    case .ended: session = nil
    }
    next()
  }

  // MARK: Saving

  func save(_ text: String, newPIN: PIN?) {
    let writer = EditedFileWriter(environment: environment, file: file)
    do throws(EventLoopError) {
      try loop.inBackground {
        writer.save(Array(text.utf8), newPIN: newPIN)
      } done: { [weak self] in
        self?.saved($0)
      }
    } catch {
      saved(.failed(reason: "\(error)"))
    }
  }

  private func saved(_ refusal: SaveRefusal?) {
    guard let refusal else {
      // What is edited from now on is compared with what was saved.
      perform(.begin)
      onEvent?(.saved)
      return
    }
    log.warning("the edited file was not saved: \(refusal)")
    onEvent?(.saveRefused(refusal))
  }
}

/// Writes the edited file where the launcher itself may: in the user's own configuration.
nonisolated struct EditedFileWriter: Sendable {
  private let environment: ProcessEnvironment
  private let file: String?

  init(environment: ProcessEnvironment, file: String?) {
    (self.environment, self.file) = (environment, file)
  }

  /// Saves the whole file, and the hash of a new PIN; returns why it did not.
  func save(_ bytes: [UInt8], newPIN: PIN?) -> SaveRefusal? {
    let loader = ConfigurationLoader(environment: environment.variables, oldForm: .error, notesTiles: true)
    let path = loader.editedFile(of: file)
    let versions = environment.stateDirectory.map { "\($0)/edited" }
    return EditedFileCheck(loader, file).save(
      bytes, to: EditedFile(path, versions: versions), newPIN: newPIN, mayWritePIN: { _ in true })
  }
}
