import Bus
import Control
import EventLoop
import Glibc
import Logging
import MQTTBridge

private let log = Log("bridge")

/// The launcher on a message bus: its state, its signals, and calls to it. Waits for a bus or a launcher that
/// is not there.
package final class LauncherConnection {
  /// Called with the state of the launcher; nil if none answers.
  package var onState: (LauncherReport?) -> Void = { _ in }
  package var onEvent: (LauncherEvent) -> Void = { _ in }
  /// Called with the answer to a call.
  package var onAnswer: (Int, Bridge.Answer) -> Void = { _, _ in }

  private let loop: EventLoop
  private let place: BusConnection.Place
  private let name: String
  private let refresh: Double
  private var bus: BusConnection?
  private var reader: Deadline?
  private var retry: Deadline?
  private var failures = 0
  private var (isReading, latestReading) = (false, -Double.infinity)
  private var pictures: [Int: PictureReader] = [:]
  /// The problem that the journal has.
  private var lastProblem: String?

  /// Seconds between two readings, so that a burst of events wakes the launcher only a few times. Seconds for
  /// an answer. The first and the longest pause before another attempt to reach the bus, in seconds.
  private static let (pause, patience) = (0.5, 25.0)
  private static let (firstDelay, longestDelay) = (1.0, 30.0)

  /// - Parameters:
  ///   - seat: the launcher's seat.
  ///   - refresh: seconds until the state is read again, if nothing happens.
  package init(
    _ place: BusConnection.Place, seat: String, refresh: Double, loop: EventLoop
  ) throws(EventLoopError) {
    (self.place, self.loop, self.refresh) = (place, loop, refresh)
    name = ControlInterface.busName(seat: seat)
    reader = try loop.addDeadline { [weak self] in self?.readNow() }
    retry = try loop.addDeadline { [weak self] in self?.connect() }
  }

  isolated deinit {
    reader?.cancel()
    retry?.cancel()
    bus?.close()
  }

  package func start() { connect() }

  // MARK: The bus

  private static let daemon = "org.freedesktop.DBus"

  private func connect() {
    do throws(BusError) {
      let bus = try BusConnection(place, loop: loop)
      self.bus = bus
      bus.onDisconnect = { [weak self] in self?.lost("the bus went away") }
      try bus.subscribe(
        BusSignalFilter(sender: name, path: ControlInterface.path, interface: ControlInterface.name)
      ) { [weak self] in self?.receive($0) }
      try bus.subscribe(
        BusSignalFilter(sender: Self.daemon, interface: Self.daemon, member: "NameOwnerChanged")
      ) { [weak self] in self?.ownerChanged($0) }
      read()
    } catch {
      lost("there is no message bus: \(error)")
    }
  }

  private func lost(_ problem: String) {
    bus?.close()
    bus = nil
    isReading = false
    reader?.set(nil)
    retry?.set(EventLoop.now + min(Self.longestDelay, Self.firstDelay * Double(1 << min(failures, 5))))
    failures += 1
    leave(problem)
  }

  private func ownerChanged(_ signal: BusSignal) {
    guard signal.arguments.first?.text == name else { return }
    if signal.arguments.last?.text == "" { leave("the launcher ended") } else { read() }
  }

  /// Reports that no launcher answers.
  private func leave(_ problem: String) {
    if problem != lastProblem { log.info("\(problem)") }
    lastProblem = problem
    onState(nil)
  }

  // MARK: The state

  /// Reads the state soon. `onState` follows.
  package func read() {
    guard bus != nil else { return }
    let due = max(EventLoop.now, latestReading + Self.pause)
    reader?.set(min(reader?.time ?? .infinity, due))
  }

  private func readNow() {
    guard let bus, !isReading else { return }
    (isReading, latestReading) = (true, EventLoop.now)
    let call = BusCall(
      "GetAll", of: "org.freedesktop.DBus.Properties", at: ControlInterface.path, destination: name,
      [.string(ControlInterface.name)])
    bus.call(call) { [weak self] in self?.take($0) }
  }

  private func take(_ answer: Result<[BusValue], BusError>) {
    isReading = false
    reader?.set(min(reader?.time ?? .infinity, EventLoop.now + refresh))
    switch answer {
    case .success(let values):
      (failures, lastProblem) = (0, nil)
      onState(LauncherReport(values.first?.properties ?? [:]))
    // The launcher is there, and busy with others.
    case .failure(let error) where error.name == "org.freedesktop.DBus.Error.LimitsExceeded": break
    case .failure(let error): leave("no launcher answers: \(error)")
    }
  }

  private func receive(_ signal: BusSignal) {
    guard let event = LauncherEvent(signal) else { return }
    onEvent(event)
  }

  // MARK: Calls

  /// Calls the launcher. `onAnswer` follows, with the same number.
  package func call(_ number: Int, _ call: LauncherCall) {
    guard let bus else { return onAnswer(number, .refused(BusError(errno: ENOTCONN))) }
    var arguments = call.arguments
    var picture: PictureReader?
    if call == .screenshot {
      do throws(EventLoopError) {
        picture = try PictureReader(loop)
      } catch {
        return onAnswer(number, .refused(name: "org.freedesktop.DBus.Error.IOError", "\(error)"))
      }
      arguments = [.descriptor(picture?.writeEnd ?? -1)]
      pictures[number] = picture
    }
    let request = BusCall(
      call.method, of: ControlInterface.name, at: ControlInterface.path, destination: name, arguments)
    bus.call(request, timeout: Self.patience) { [weak self] answer in
      switch answer {
      case .failure(let error): self?.end(number, .refused(error))
      case .success: picture == nil ? self?.end(number, .done) : self?.await(picture, number)
      }
    }
    picture?.closeWriteEnd()
  }

  private func await(_ picture: PictureReader?, _ number: Int) {
    picture?.finish { [weak self] bytes in
      self?.end(
        number,
        bytes.map { .picture($0) }
          ?? .refused(name: "org.freedesktop.DBus.Error.IOError", "the picture cannot be read"))
    }
  }

  private func end(_ number: Int, _ answer: Bridge.Answer) {
    pictures.removeValue(forKey: number)?.cancel()
    onAnswer(number, answer)
  }
}

// MARK: Words of the bus

nonisolated extension LauncherCall {
  fileprivate var method: String {
    switch self {
    case .home: "Home"
    case .reload: "Reload"
    case .blank: "Blank"
    case .unblank: "Unblank"
    case .brightness: "SetBrightness"
    case .lock: "Lock"
    case .screenshot: "Screenshot"
    case .open: "Open"
    case .message: "ShowMessage"
    }
  }

  fileprivate var arguments: [BusValue] {
    switch self {
    case .open(let tile): [.string(tile)]
    case .message(let text, let seconds): [.string(text), .uint32(seconds)]
    case .brightness(let percent): [.uint32(percent)]
    case .home, .reload, .blank, .unblank, .lock, .screenshot: []
    }
  }
}

nonisolated extension LauncherReport {
  /// Reads the properties. A launcher of another version may lack some.
  init(_ properties: [String: BusValue]) {
    func text(_ name: String) -> String { properties[name]?.text ?? "" }
    func number(_ name: String) -> Int { properties[name]?.integer ?? 0 }
    self.init(
      screen: text("Screen"), tile: text("Tile"), program: text("App"),
      isIdle: properties["Nobody"]?.truth == true, version: text("Version"), problems: number("Problems"),
      uptime: number("Uptime"), lastError: text("LastError"),
      brightness: properties["Brightness"]?.integer)
  }
}

nonisolated extension LauncherEvent {
  init?(_ signal: BusSignal) {
    let words = signal.arguments.map { $0.text ?? "" }
    switch (signal.member, words.count) {
    case ("Opened", 1): self = .opened(tile: words[0])
    case ("Closed", 2): self = .closed(tile: words[0], reason: words[1])
    case ("Failed", 1): self = .failed(tile: words[0])
    case ("Message", 1): self = .message(words[0])
    case ("Error", 1): self = .error(words[0])
    case ("Idle", 1): self = .idle(signal.arguments[0].truth == true)
    default: return nil
    }
  }
}

nonisolated extension Bridge.Answer {
  fileprivate static func refused(_ error: BusError) -> Bridge.Answer {
    .refused(name: error.name, error.message)
  }
}
