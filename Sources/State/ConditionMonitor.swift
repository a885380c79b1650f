import Configuration
import EventLoop
import FileSystem
import Freedesktop
import Glibc
import Logging

private let log = Log("conditions")

/// Monitors the facts that tiles depend on: files and programs on each change, hosts at intervals.
package final class ConditionMonitor {
  /// Reports whether a host answers at a port. Called on a background thread.
  package typealias HostQuestion = @Sendable (_ host: String, _ port: Int) -> Bool

  /// Called with all known facts when one of them changes.
  package var onChange: (([Fact: Bool]) -> Void)?
  /// Whether the tiles are visible. Hosts are checked only then.
  package var isSeen = false {
    didSet { if isSeen != oldValue { schedule() } }
  }

  /// Seconds between two checks of a host.
  private static let interval = 30.0
  private let loop: EventLoop
  private let searchPath: String
  private let answers: HostQuestion
  private let watch: PathWatch
  /// Checks files on threads, because file systems may be slow.
  private let survey: BackgroundSurvey<Fact, Bool>
  private let deadline: Deadline
  private var facts: Set<Fact> = []
  private var known: [Fact: Bool] = [:]
  private var asked: Set<Fact> = []
  /// The time of the last check of hosts.
  private var latest = -Double.infinity

  /// Creates a monitor.
  ///
  /// - Parameters:
  ///   - searchPath: where to look for commands; nil for the default path.
  ///   - answers: checks a host.
  package init(
    _ loop: EventLoop, searchPath: String?, answers: @escaping HostQuestion = Reachability.answers
  ) throws(EventLoopError) {
    (self.loop, self.answers) = (loop, answers)
    let searchPath = searchPath ?? ProgramSearch.defaultSearchPath
    self.searchPath = searchPath
    let programs = ProgramSearch(files: SystemFiles(), searchPath: searchPath)
    survey = try BackgroundSurvey(loop: loop) { fact in
      switch fact {
      case .command(let name): programs.path(of: name) != nil
      case .file(let path): SystemFiles().kind(of: path) != nil
      case .host: false
      }
    }
    watch = try PathWatch(loop: loop)
    var due: () -> Void = {}
    deadline = try loop.addDeadline { due() }
    due = { [weak self] in self?.askHosts() }
    watch.onChange = { [weak self] in self?.look() }
    survey.onAnswers = { [weak self] in self?.answered($0) }
  }

  /// Monitors these facts from now on.
  package func follow(_ facts: Set<Fact>) {
    guard facts != self.facts else { return }
    self.facts = facts
    known = known.filter { facts.contains($0.key) }
    latest = -.infinity
    let directories =
      facts.contains(where: \.isCommand) ? searchPath.split(separator: ":").map(String.init) : []
    let files = facts.compactMap(\.path)
    if files.isEmpty && directories.isEmpty {
      watch.stop()
    } else {
      // Reports changes that happen before the watch is in place.
      watch.observe(files: files, directories: directories, notifies: true)
    }
    look()
    schedule()
  }

  /// Waits at most `seconds` for the facts about files. For use at start-up: tiles then do not appear or
  /// disappear right afterward.
  package func wait(seconds: Double) { survey.wait(seconds: seconds) }

  /// Checks files and programs.
  private func look() {
    survey.ask(facts.filter { !$0.isHost })
  }

  private func answered(_ answers: [Fact: Bool]) {
    let before = known
    for (fact, answer) in answers where facts.contains(fact) { known[fact] = answer }
    if known != before { onChange?(known) }
  }

  private func schedule() {
    let hasHosts = facts.contains(where: \.isHost)
    deadline.set(isSeen && hasHosts ? max(EventLoop.now, latest + Self.interval) : nil)
  }

  private func askHosts() {
    latest = EventLoop.now
    for fact in facts where !asked.contains(fact) {
      guard case .host(let name, let port) = fact else { continue }
      do throws(EventLoopError) {
        try loop.inBackground { [answers] in
          answers(name, port)
        } done: { [weak self] answers in
          self?.answered(fact, answers)
        }
        asked.insert(fact)
      } catch {
        log.warning("\(error)")
      }
    }
    schedule()
  }

  private func answered(_ fact: Fact, _ answers: Bool) {
    asked.remove(fact)
    guard facts.contains(fact), known[fact] != answers else { return }
    known[fact] = answers
    onChange?(known)
  }
}

extension Fact {
  fileprivate var isHost: Bool { if case .host = self { true } else { false } }

  /// Whether the fact is about a command in the search path.
  fileprivate var isCommand: Bool {
    if case .command(let name) = self { !name.contains("/") } else { false }
  }

  fileprivate var path: String? {
    switch self {
    case .file(let path): path
    case .command(let name): name.hasPrefix("/") ? name : nil
    case .host: nil
    }
  }
}

/// Checks whether a host answers. Blocks for name resolution and the network, so do not call it on the loop's
/// thread.
package nonisolated enum Reachability {
  /// The time limit in milliseconds for each address: more than any healthy connection needs.
  private static let patience: Int32 = 3000
  /// The most addresses to try.
  private static let mostAddresses = 4

  /// Reports whether one of the host's addresses accepts or refuses the connection: both are answers.
  @Sendable package static func answers(_ host: String, _ port: Int) -> Bool {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "\(port)", &hints, &list) == 0 else { return false }
    defer { freeaddrinfo(list) }
    var next = list
    for _ in 0..<Self.mostAddresses {
      guard let address = next?.pointee else { return false }
      if Self.answers(address) { return true }
      next = address.ai_next
    }
    return false
  }

  private static func answers(_ address: addrinfo) -> Bool {
    let flags = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let socket = socket(address.ai_family, flags, address.ai_protocol)
    guard socket >= 0 else { return false }
    defer { close(socket) }
    if connect(socket, address.ai_addr, address.ai_addrlen) == 0 || errno == ECONNREFUSED { return true }
    guard errno == EINPROGRESS else { return false }
    var state = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
    guard poll(&state, 1, patience) > 0 else { return false }
    var (error, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size)
    return error == 0 || error == ECONNREFUSED
  }
}
