import Bus
import EventLoop
import Glibc
import Logging
import Shell

private let log = Log("control")

/// The launcher's D-Bus service: accepts calls, answers them, and emits signals.
///
/// If the bus is missing, refuses, or is lost, only the journal reports it. The server waits for the bus
/// without periodic wake-ups.
package final class ControlServer {
  /// Called for each request; `answer` must follow.
  package var onCall: ((ControlCall) -> Void)?
  /// Returns the current values of all properties, by name.
  package var properties: () -> [String: BusValue] = { [:] }

  private let loop: EventLoop
  private let environment: [String: String]
  private let watch: PathWatch
  /// Whether the bus's socket is watched.
  private var isWaiting = false
  private let retry: Deadline
  private var place: BusConnection.Place?
  private var name = ControlInterface.name
  private var bus: BusConnection?
  private var limit = RateLimit()
  private var waiting: [Int: BusRequest] = [:]
  private var latest = 0
  private var failures = 0

  /// Seconds until the first attempt to reconnect, and the most attempts. Each delay is twice the one before.
  /// A restarted daemon is back within seconds. After that, the watch on its socket detects it.
  private static let (firstDelay, mostFailures) = (1.0, 6)
  /// The most calls that may wait for their answers.
  private static let mostWaiting = 32

  /// Creates a server that is not connected yet.
  package init(loop: EventLoop, environment: [String: String]) throws(EventLoopError) {
    self.loop = loop
    self.environment = environment
    watch = try PathWatch(loop: loop)
    var due: () -> Void = {}
    retry = try loop.addDeadline { due() }
    due = { [weak self] in self?.connect() }
    watch.onChange = { [weak self] in self?.socketChanged() }
  }

  /// Connects to a bus and requests the name; nil disconnects.
  package func connect(to place: BusConnection.Place?, name: String) {
    guard place != self.place || name != self.name else { return }
    (self.place, self.name) = (place, name)
    failures = 0
    leave()
    connect()
  }

  /// Returns a duplicate of the descriptor in a call's arguments.
  package func descriptor(of number: Int) -> Int32? {
    guard case .descriptor(let theirs)? = waiting[number]?.arguments.first else { return nil }
    let own = fcntl(theirs, F_DUPFD_CLOEXEC, 0)
    return own >= 0 ? own : nil
  }

  /// Answers a call. Does nothing if it was already answered, or its bus is gone.
  package func answer(_ number: Int, _ answer: ControlAnswer) {
    guard let request = waiting.removeValue(forKey: number) else { return }
    switch answer {
    case .done: request.answer(.success([]))
    case .photographed(let source): request.answer(.success([.string(source.rawValue)]))
    case .refused(let refusal): request.answer(.failure(BusError(refusal)))
    }
  }

  /// Sends a signal to all listeners.
  package func emit(_ signal: String, _ arguments: [BusValue]) {
    guard let bus else { return }
    // If sending fails, the bus is either about to close, which another event reports, or very busy.
    try? bus.emit(
      BusSignal(signal, of: ControlInterface.name, at: ControlInterface.path, arguments))
  }

  private func leave() {
    retry.set(nil)
    stopWaiting()
    bus?.close()
    bus = nil
    waiting = [:]
  }

  private func connect() {
    guard let place, bus == nil else { return }
    do throws(BusError) {
      let bus = try BusConnection(place, loop: loop, isPatient: true)
      self.bus = bus
      bus.onDisconnect = { [weak self] in self?.lost() }
      try bus.offer(
        ControlInterface.path, ControlInterface.table,
        admits: { [weak self] in self?.limit.admits($0, at: EventLoop.now) == true },
        properties: { [weak self] in self?.properties() ?? [:] },
        handler: { [weak self] in self?.handle($0) })
      bus.requestName(name) { [weak self] in self?.named($0) }
      stopWaiting()
    } catch {
      log.info("the launcher has no bus for calls: \(error)")
      bus?.close()
      bus = nil
      waitForSocket()
    }
  }

  private func named(_ result: Result<BusNameState, BusError>) {
    switch result {
    case .success(.owned):
      failures = 0
      log.info("can be called as \(name)")
    case .success(.queued):
      log.warning("cannot be called as \(name) until its current owner releases the name")
    case .failure(let error) where error.isSilence: break
    case .failure(let error):
      log.warning("cannot be called as \(name): \(error)")
      leave()
    }
  }

  private func lost() {
    log.info("the bus went away")
    bus = nil
    waiting = [:]
    failures += 1
    waitForSocket()
    guard failures <= Self.mostFailures else { return }
    retry.set(EventLoop.now + Self.firstDelay * Double(1 << (failures - 1)))
  }

  private func waitForSocket() {
    guard !isWaiting, let place, let socket = BusAddress.socket(of: place, environment) else { return }
    isWaiting = true
    // The socket may appear before the watch is in place.
    watch.observe(files: [socket], notifies: true)
  }

  private func stopWaiting() {
    isWaiting = false
    watch.stop()
  }

  private func socketChanged() {
    failures = 0
    retry.set(nil)
    connect()
  }

  private func handle(_ request: BusRequest) {
    guard let asked = ControlRequest(request.method, request.arguments) else {
      return request.answer(.failure(BusError(.invalid("the arguments are invalid"))))
    }
    guard waiting.count < Self.mostWaiting else { return request.answer(.failure(BusError(.busy))) }
    latest += 1
    waiting[latest] = request
    onCall?(ControlCall(latest, asked))
  }
}

/// Limits the rate of calls with a token bucket (that of RFC 2698, section 3, with one rate).
nonisolated struct RateLimit: Hashable {
  /// The size of the bucket, and the tokens that it gains per second.
  ///
  /// Enough for a person, and for a program that polls every second. Methods that start something cost more.
  static let (capacity, perSecond) = (40.0, 10.0)
  /// Returns the cost of a method in tokens.
  private static func cost(of method: String) -> Double {
    switch method {
    case "Open", "Reload", "Screenshot": 8
    case "Home", "ShowMessage", "Blank", "Unblank", "SetBrightness", "Lock": 4
    default: 1
    }
  }

  private var tokens = capacity
  private var latest = -Double.infinity

  /// Deducts the cost of a method. Returns false if there are not enough tokens at `time`, in seconds.
  mutating func admits(_ method: String, at time: Double) -> Bool {
    if time > latest {
      if latest > -.infinity { tokens = min(Self.capacity, tokens + (time - latest) * Self.perSecond) }
      latest = time
    }
    let cost = Self.cost(of: method)
    guard tokens >= cost else { return false }
    tokens -= cost
    return true
  }
}
