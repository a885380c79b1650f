import EventLoop
import Logging
import MQTTBridge

private let log = Log("bridge")

/// Keeps a kiosk connected to its broker: makes a new connection after each loss, with growing delays.
package final class BrokerLink {
  /// Called for each call to the launcher; `answered` must follow.
  package var onCall: (Int, LauncherCall) -> Void = { _, _ in }
  /// Called to read the state of the launcher; `read` must follow.
  package var onRead: () -> Void = {}
  /// Called when the broker has accepted the kiosk, or the connection is lost.
  package var onChange: (Bool) -> Void = { _ in }
  /// Called when an attempt fails or the connection is lost.
  package var onLoss: () -> Void = {}

  private let loop: EventLoop
  private let settings: BrokerSettings
  private var bridge: Bridge
  private var connection: BrokerConnection?
  private var reconnection = Reconnection()
  private var generator: any RandomNumberGenerator
  private var retry: Deadline?
  private var openedAt: Double?
  /// The last loss and the last complaint that the journal has. A broker can be away for days.
  private var lastLoss, lastComplaint: String?

  /// Seconds after which a connection counts as one that lasts. Two kiosks with one name end each other's
  /// connections earlier.
  private static let lasting = 60.0

  /// - Parameter generator: spreads the attempts of many kiosks.
  package init(
    _ settings: BrokerSettings, _ bridge: Bridge, loop: EventLoop,
    generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) throws(EventLoopError) {
    (self.settings, self.bridge, self.loop, self.generator) = (settings, bridge, loop, generator)
    retry = try loop.addDeadline { [weak self] in self?.connect() }
  }

  isolated deinit { retry?.cancel() }

  package var isConnected: Bool { openedAt != nil }

  /// Connects to the broker, from the next round of the loop on.
  package func start() { retry?.set(EventLoop.now) }

  /// Leaves the broker, as a kiosk that is turned off.
  package func stop() {
    retry?.cancel()
    guard let connection, openedAt != nil else { return }
    connection.publish(bridge.will)
    connection.leave()
    self.connection = nil
  }

  // MARK: The launcher

  package func read(_ report: LauncherReport?) { perform(bridge.read(report)) }
  package func happened(_ event: LauncherEvent) { perform(bridge.happened(event)) }
  package func answered(_ number: Int, _ answer: Bridge.Answer) { perform(bridge.answered(number, answer)) }

  private func perform(_ effects: [Bridge.Effect]) {
    for effect in effects {
      switch effect {
      case .publish(let publication): connection?.publish(publication)
      case .call(let number, let call): onCall(number, call)
      case .read: onRead()
      }
    }
  }

  // MARK: The broker

  private func connect() {
    do throws(BrokerError) {
      // The file may have changed since the last connection, as certificates do.
      let login = try settings.credentialsFile.map { path throws(BrokerError) in try BrokerLogin(file: path) }
      let connection = try BrokerConnection(settings, login: login, will: bridge.will, loop: loop)
      connection.onOpen = { [weak self] in self?.opened() }
      connection.onMessage = { [weak self] message in
        guard let self else { return }
        perform(bridge.received(message))
      }
      connection.onComplaint = { [weak self] in self?.complain($0) }
      connection.onLoss = { [weak self] in self?.lost($0) }
      self.connection = connection
    } catch {
      lost(error.description)
    }
  }

  private func complain(_ text: String) {
    if text != lastComplaint { log.warning("\(text)") }
    lastComplaint = text
  }

  private func opened() {
    openedAt = EventLoop.now
    (lastLoss, lastComplaint) = (nil, nil)
    log.info("connected to \(settings.host)")
    connection?.subscribe(to: bridge.topics.commandFilter)
    perform(bridge.connected())
    onChange(true)
  }

  private func lost(_ reason: String) {
    if let openedAt, EventLoop.now - openedAt >= Self.lasting { reconnection.reset() }
    let wasOpen = openedAt != nil
    (connection, openedAt) = (nil, nil)
    bridge.disconnected()
    let delay = reconnection.delay(using: &generator)
    if reason != lastLoss { log.warning("no connection to \(settings.host): \(reason)") }
    lastLoss = reason
    retry?.set(EventLoop.now + delay)
    if wasOpen { onChange(false) }
    onLoss()
  }
}
