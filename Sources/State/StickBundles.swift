import Bundles
import ConfigurationFile
import Credentials
import Editing
import EventLoop
import FileSystem
import Glibc
import Logging
import Shell

private nonisolated let log = Log("bundle")

/// The launcher's way from a bundle on a USB stick to the kiosk. The editor's service copies it, a unit
/// installs it, and a file beside the kiosk's bundles has the outcome.
///
/// It opens the file itself and passes it on. The service needs no access to sticks, and no name leads it to
/// another file.
package final class StickBundles {
  /// Receives events for the shell.
  package var onEvent: ((StickFact) -> Void)?

  private let loop: EventLoop
  private let media: SetupMedia
  private let client: EditorServiceClient?
  private let pins: PINChecker
  private let outcomes: String
  private let patience: Double
  private var isSearching = false
  private var isInstalling = false

  /// The longest wait for the outcome in seconds: a trial takes a minute, and unpacking the rest.
  package static let longestWait = 300.0
  /// Seconds between two questions about the copy, and about the outcome.
  private nonisolated static let pause = 0.5

  /// - Parameters:
  ///   - variables: name the service's socket, where there is one, and the directory of bundles.
  ///   - patience: the longest wait for the outcome in seconds.
  package init(
    _ loop: EventLoop, _ media: SetupMedia, variables: [String: String], pins: PINChecker,
    patience: Double = StickBundles.longestWait
  ) {
    (self.loop, self.media, self.pins, self.patience) = (loop, media, pins, patience)
    client = EditorServiceClient(environment: variables)
    outcomes = "\(BundleLayer.directory(in: variables))/\(BundleLayer.outcome)"
  }

  /// Whether there is a service that copies bundles.
  package var isThere: Bool { client != nil }

  package func perform(_ request: StickRequest) {
    switch request {
    case .find: find()
    case .install(let bundle): install(bundle)
    }
  }

  private func find() {
    guard isThere, !isSearching else { return }
    isSearching = true
    inBackground { [media] in
      media.bundle()
    } done: { [weak self] in
      self?.isSearching = false
      self?.onEvent?(.found($0 ?? nil))
    }
  }

  // MARK: The copy

  private func install(_ bundle: StickBundle) {
    guard !isInstalling else { return report(.refused(.busy)) }
    guard let client, let ticket = pins.ticket else { return report(.refused(.noRight)) }
    isInstalling = true
    inBackground { [outcomes] in
      let before = SystemFiles().revision(of: outcomes)
      return (copy: Self.copy(bundle, ticket, client), before: before)
    } done: { [weak self] in
      self?.follow($0?.copy, since: $0?.before ?? 0)
    }
  }

  private nonisolated static func copy(
    _ bundle: StickBundle, _ ticket: PINTicket, _ client: EditorServiceClient
  ) -> BundleCopy? {
    // Opening a pipe or a terminal could block.
    let file = open(bundle.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW)
    guard file >= 0 else { return .refused(.unreadable) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return .refused(.unreadable)
    }
    return client.ask(.take(ticket), file: file)
  }

  /// Follows a copy to its end.
  ///
  /// - Parameter revision: the revision of the outcome's file before the installation.
  private func follow(_ copy: BundleCopy?, since revision: Int64) {
    let copy = copy ?? .refused(.unanswered)
    switch copy {
    case .copying:
      report(copy)
      guard let client else { return }
      inBackground {
        Self.wait()
        return client.ask(.state)
      } done: { [weak self] in
        self?.follow($0 ?? nil, since: revision)
      }
    case .copied:
      report(copy)
      awaitOutcome(revision, until: EventLoop.now + patience)
    case .refused, .idle:
      isInstalling = false
      // The service ended during the copy.
      report(copy == .idle ? .refused(.unanswered) : copy)
    }
  }

  private func report(_ copy: BundleCopy) { onEvent?(.copy(copy)) }

  // MARK: The outcome

  private func awaitOutcome(_ revision: Int64, until end: Double) {
    inBackground { [outcomes] in
      Self.wait()
      return Self.outcome(outcomes, since: revision)
    } done: { [weak self] in
      guard let self else { return }
      let outcome = $0 ?? nil
      guard outcome != nil || EventLoop.now >= end else { return awaitOutcome(revision, until: end) }
      isInstalling = false
      if outcome == nil { log.warning("the installation of the bundle does not end") }
      onEvent?(.outcome(outcome ?? .postponed))
    }
  }

  private nonisolated static func outcome(_ path: String, since revision: Int64) -> BundleOutcome? {
    let files = SystemFiles()
    guard files.revision(of: path) != revision,
      let bytes = files.contents(of: path, limit: BundleOutcome.mostBytes)
    else { return nil }
    return String(validating: bytes, as: UTF8.self).flatMap(BundleOutcome.init)
  }

  // MARK: Threads

  private nonisolated static func wait() {
    var time = timespec(tv_sec: 0, tv_nsec: Int(pause * 1e9))
    nanosleep(&time, nil)
  }

  /// Calls `done` with the result of the work; nil if it does not begin.
  private func inBackground<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, done: @escaping (Result?) -> Void
  ) {
    do throws(EventLoopError) {
      try loop.inBackground(work) { done($0) }
    } catch {
      log.error("\(error)")
      done(nil)
    }
  }
}
