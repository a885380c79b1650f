import Configuration
import ConfigurationFile
import Credentials
import Editing
import EventLoop
import FileSystem
import Logging
import Shell

private let log = Log("editing")

/// Holds the editing session for the shell, and saves its result. It accesses files on background threads,
/// one request at a time.
package final class EditingService {
  /// Receives events for the shell.
  package var onEvent: ((ShellEvent) -> Void)?

  private let loop: EventLoop
  private let source: ConfigurationSource
  private let environment: ProcessEnvironment
  private let file: String?
  private let language: () -> String?
  private let pins: PINChecker
  private var session: EditingSession?
  private var waiting: [EditingRequest] = []
  private var isBusy = false

  /// - Parameters:
  ///   - file: the configuration file; nil for the default locations.
  ///   - language: the visitor's language.
  package init(
    _ loop: EventLoop, _ environment: ProcessEnvironment, source: ConfigurationSource, file: String?,
    pins: PINChecker, language: @escaping () -> String?
  ) {
    (self.loop, self.environment, self.source) = (loop, environment, source)
    (self.file, self.pins, self.language) = (file, pins, language)
  }

  // MARK: Changes

  package func perform(_ request: EditingRequest) {
    guard request != .forgetRight else { return pins.forget(pins.takeTickets()) }
    waiting.append(request)
    next()
  }

  /// The result of a request.
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
        Self.outcome(of: request, session, loader, file) {
          source.content($0, language: language).shelves
        }
      } done: { [weak self] in
        self?.finish($0)
      }
    } catch {
      log.error("\(error)")
      let problem = Diagnostic(.error, file: file ?? "", message: "\(error)")
      finish(.refused(EditRefusal(.unreadable, problem)))
    }
  }

  private nonisolated static func outcome(
    of request: EditingRequest, _ session: EditingSession?, _ loader: ConfigurationLoader, _ file: String?,
    _ shelves: (LoadedConfiguration) -> [LauncherShelf]
  ) -> Outcome {
    if request == .end { return .ended }
    var session = (request == .begin ? nil : session) ?? EditingSession(loader, path: file)
    do throws(EditRefusal) {
      switch request {
      case .apply(let edits): try session.apply(edits)
      case .undo: session.undo()
      case .redo: session.redo()
      case .begin, .forgetRight, .end: break
      }
    } catch {
      return .refused(error)
    }
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

  /// Saves the edited file. The editor's service writes it in a kiosk, otherwise the launcher does.
  package func save(_ text: String, newPIN: PIN?) {
    let bytes = Array(text.utf8)
    let service = EditorServiceClient(environment: environment.variables)
    let request = EditorRequest(ticket: pins.ticket, newPIN: newPIN, file: bytes)
    let writer = EditedFileWriter(environment, environment.variables, main: file)
    do throws(EventLoopError) {
      try loop.inBackground {
        service.map { $0.save(request) } ?? writer.save(bytes, newPIN: newPIN) { _ in true }
      } done: { [weak self] in
        self?.saved(text, $0)
      }
    } catch {
      saved(text, .failed(reason: "\(error)"))
    }
  }

  private func saved(_ text: String, _ refusal: SaveRefusal?) {
    guard let refusal else {
      // Restart the session from the saved file, unless edits arrived during the save.
      let isSame = session.map { $0.text == text } ?? true
      if isSame, !isBusy, waiting.isEmpty { perform(.begin) }
      onEvent?(.saved)
      return
    }
    log.warning("the edited file was not saved: \(refusal)")
    onEvent?(.saveRefused(refusal))
  }
}
