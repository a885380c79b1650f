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
  private var waiting: [Job] = []
  /// The number of requests to save that are not answered.
  private var saves = 0
  private var isBusy = false
  /// Tickets to forget when the last save is over.
  private var forgotten: [PINTicket] = []

  /// A request with what it needs. Requests are answered in their order: a save has all changes that were
  /// requested before it, and no save overtakes another.
  private enum Job {
    case edit(EditingRequest)
    case save(SaveRequest, PINTicket?)
  }

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

  package func perform(_ request: EditingRequest) {
    if request == .forgetRight {
      forgotten += pins.takeTickets()
      return forgetTickets()
    }
    waiting.append(.edit(request))
    next()
  }

  /// Saves the edited file. The editor's service writes it in a kiosk, otherwise the launcher does.
  package func save(_ request: SaveRequest) {
    saves += 1
    waiting.append(.save(request, pins.ticket))
    next()
  }

  /// The editor's service asks about a ticket while it saves.
  private func forgetTickets() {
    guard saves == 0 else { return }
    pins.forget(forgotten)
    forgotten = []
  }

  // MARK: Jobs

  /// A session, with what the shell shows of it.
  private nonisolated struct Scene: Sendable {
    let session: EditingSession
    let state: EditingState
    let shelves: [LauncherShelf]
  }

  /// The result of a job.
  private nonisolated enum Outcome: Sendable {
    case changed(Scene)
    case refused(EditRefusal)
    case ended
    /// The session afterward; nil if it has not changed.
    case saved(Int, SaveRefusal?, Scene?)
  }

  /// The means of background threads.
  private nonisolated struct Tools: Sendable {
    let loader: ConfigurationLoader
    let file: String?
    let service: EditorServiceClient?
    let writer: EditedFileWriter
    let source: ConfigurationSource
    let language: String?

    func begin() -> EditingSession { EditingSession(loader, path: file) }

    func scene(_ session: EditingSession) -> Scene {
      Scene(
        session: session, state: session.state,
        shelves: source.content(session.loaded, language: language).shelves)
    }

    func write(_ session: EditingSession, _ ticket: PINTicket?, _ newPIN: PIN? = nil) -> SaveRefusal? {
      let bytes = Array(session.text.utf8)
      guard let service else {
        return writer.save(bytes, from: session.base, newPIN: newPIN) { _ in true }
      }
      return service.save(
        EditorRequest(ticket: ticket, base: session.base, newPIN: newPIN, file: bytes))
    }
  }

  private func next() {
    guard !isBusy, !waiting.isEmpty else { return }
    isBusy = true
    let job = waiting.removeFirst()
    let session = session
    let tools = Tools(
      loader: ConfigurationLoader(environment: environment.variables, notesTiles: true), file: file,
      service: EditorServiceClient(environment: environment.variables),
      writer: EditedFileWriter(environment, environment.variables, main: file), source: source,
      language: language())
    do throws(EventLoopError) {
      try loop.inBackground {
        switch job {
        case .edit(let request): Self.outcome(of: request, session, tools)
        case .save(let request, let ticket): Self.outcome(of: request, ticket, session, tools)
        }
      } done: { [weak self] in
        self?.finish($0)
      }
    } catch {
      log.error("\(error)")
      switch job {
      case .edit:
        let problem = Diagnostic(.error, file: file ?? "", message: "\(error)")
        finish(.refused(EditRefusal(.unreadable, problem)))
      case .save(let request, _): finish(.saved(request.number, .failed(reason: "\(error)"), nil))
      }
    }
  }

  private nonisolated static func outcome(
    of request: EditingRequest, _ session: EditingSession?, _ tools: Tools
  ) -> Outcome {
    if request == .end { return .ended }
    var session = (request == .begin ? nil : session) ?? tools.begin()
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
    return .changed(tools.scene(session))
  }

  private nonisolated static func outcome(
    of request: SaveRequest, _ ticket: PINTicket?, _ session: EditingSession?, _ tools: Tools
  ) -> Outcome {
    switch request.content {
    case .session:
      guard let session else { return .saved(request.number, .failed(reason: "nothing was edited"), nil) }
      switch tools.write(session, ticket) {
      // Later changes are compared with what is saved now.
      case nil: return .saved(request.number, nil, tools.scene(tools.begin()))
      case .outdated?:
        let (rebased, lost) = session.rebased()
        return .saved(request.number, .outdated(lost: lost), tools.scene(rebased))
      case let refusal?: return .saved(request.number, refusal, nil)
      }
    case .edits(let edits, let newPIN):
      return .saved(request.number, save(edits, newPIN, ticket, tools), nil)
    }
  }

  private nonisolated static func save(
    _ edits: [Edit], _ newPIN: PIN?, _ ticket: PINTicket?, _ tools: Tools
  ) -> SaveRefusal? {
    do throws(EditRefusal) {
      return try EditingSession.save(tools.loader, path: tools.file) { session throws(EditRefusal) in
        try session.apply(edits)
      } write: { session in
        tools.write(session, ticket, newPIN)
      }
    } catch {
      return .invalid(error.diagnostic)
    }
  }

  private func finish(_ outcome: Outcome) {
    isBusy = false
    switch outcome {
    case .changed(let scene): show(scene)
    case .refused(let refusal): onEvent?(.editRefused(refusal))
    case .ended: session = nil
    case .saved(let number, let refusal, let scene):
      saves -= 1
      forgetTickets()
      if let scene { show(scene) }
      if let refusal { log.warning("the edited file was not saved: \(refusal)") }
      onEvent?(refusal.map { .saveRefused(number, $0) } ?? .saved(number))
    }
    next()
  }

  private func show(_ scene: Scene) {
    session = scene.session
    onEvent?(.edited(scene.state, shelves: scene.shelves))
  }
}
