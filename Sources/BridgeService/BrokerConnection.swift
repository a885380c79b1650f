import CMosquitto
import EventLoop
import Glibc
import MQTTBridge

/// A broker, and what it needs to know about the kiosk.
package nonisolated struct BrokerSettings: Hashable, Sendable {
  /// The encryption of a connection.
  package struct Encryption: Hashable, Sendable {
    /// The file with trusted authorities; nil for those of the machine.
    package var authorityFile: String?
    /// The files with the kiosk's own certificate and its key; nil for none.
    package var certificateFile, keyFile: String?

    package init(authorityFile: String? = nil, certificateFile: String? = nil, keyFile: String? = nil) {
      (self.authorityFile, self.certificateFile, self.keyFile) = (authorityFile, certificateFile, keyFile)
    }

    /// Names a file that cannot be read. The library only says that something is wrong.
    func checkFiles() throws(BrokerError) {
      for file in [authorityFile, certificateFile, keyFile].compactMap(\.self) where access(file, R_OK) != 0 {
        throw BrokerError("\(file): \(String(cString: strerror(errno)))")
      }
    }
  }

  package var host: String
  package var port: Int
  /// The name of the connection, unique at the broker.
  package var client: String
  /// nil connects without encryption.
  package var encryption: Encryption?
  /// The file with user and password; nil for none.
  package var credentialsFile: String?

  package init(
    host: String, port: Int, client: String, encryption: Encryption? = nil, credentialsFile: String? = nil
  ) {
    (self.host, self.port, self.client) = (host, port, client)
    (self.encryption, self.credentialsFile) = (encryption, credentialsFile)
  }
}

/// One connection to a broker, on an event loop. After it is lost, make another one.
final class BrokerConnection {
  /// Called when the broker has accepted the connection.
  var onOpen: () -> Void = {}
  var onMessage: (BrokerMessage) -> Void = { _ in }
  /// Called for warnings that do not end the connection.
  var onComplaint: (String) -> Void = { _ in }
  /// Called once, when the connection is lost or refused, with the reason. Never within another call.
  var onLoss: (String) -> Void = { _ in }

  private let client: OpaquePointer
  private var connection: ConnectionSource?
  private var pulse: Deadline?
  private var isOpen = false
  private var problem: String?
  private let startedAt = EventLoop.now

  /// Seconds without traffic until a ping, between checks of that, and until the broker must accept.
  private static let (keepAlive, pause, patience) = (60, 15.0, 30.0)
  /// The messages that the broker may leave unconfirmed. With more of them, it takes none.
  private static let mostUnconfirmed: Int32 = 500
  /// The machine's certificates, by their hashes.
  private static let authorities = "/etc/ssl/certs"

  /// Begins to connect. Throws if that is impossible.
  init(
    _ settings: BrokerSettings, login: BrokerLogin?, will: Bridge.Publication, loop: EventLoop
  ) throws(BrokerError) {
    try settings.encryption?.checkFiles()
    let context = Context()
    var reason: UnsafePointer<CChar>?
    let client = Self.connect(settings, login, will, context, &reason)
    guard let client else {
      throw BrokerError(
        ([reason.map { String(cString: $0) } ?? ""] + context.complaints).joined(separator: "; "))
    }
    (self.client, self.context) = (client, context)
    context.owner = self
    do throws(EventLoopError) {
      connection = try loop.addConnection(
        cmqtt_socket(client),
        beforeWait: { [weak self] in self?.awaited ?? .readable },
        afterWait: { [weak self] in self?.handle($0) })
      pulse = try loop.addDeadline { [weak self] in self?.work() }
      pulse?.set(EventLoop.now + Self.pause)
    } catch {
      throw BrokerError("\(error)")
    }
  }

  /// Finds the connection for the library's callbacks. Keeps complaints until there is a connection.
  private final class Context {
    weak var owner: BrokerConnection?
    var complaints: [String] = []
  }

  private let context: Context

  isolated deinit {
    connection?.cancel()
    pulse?.cancel()
    cmqtt_free(client)
  }

  // MARK: Requests

  func subscribe(to filter: String) { note(cmqtt_subscribe(client, filter)) }

  func publish(_ publication: Bridge.Publication) {
    guard cmqtt_unconfirmed(client) < Self.mostUnconfirmed else {
      return lose("the broker confirms no messages")
    }
    note(
      cmqtt_publish(
        client, publication.topic, publication.payload, publication.payload.count, publication.isRetained))
  }

  /// Leaves the broker, which then does not publish the will.
  func leave() {
    cmqtt_leave(client)
    stop()
  }

  // MARK: Events

  private var awaited: DescriptorEvents {
    cmqtt_wants_write(client) ? [.readable, .writable] : .readable
  }

  private func handle(_ events: DescriptorEvents) {
    if problem == nil, events.contains(.writable) { note(cmqtt_write(client)) }
    if problem == nil, events.allowReading { note(cmqtt_read(client)) }
    // The library overlooks a reset during its handshake, and the socket would wake the loop forever.
    if problem == nil, !events.isDisjoint(with: [.hangup, .failure]) {
      lose("the broker ended the connection")
    }
    report()
  }

  private func work() {
    if !isOpen, EventLoop.now - startedAt >= Self.patience { lose("the broker does not answer") }
    if problem == nil { note(cmqtt_work(client)) }
    pulse?.set(EventLoop.now + Self.pause)
    report()
  }

  /// Remembers why the connection is lost.
  private func note(_ reason: UnsafePointer<CChar>?) {
    if let reason { lose(String(cString: reason)) }
  }

  private func lose(_ reason: String) { if problem == nil { problem = reason } }

  /// Reports the loss, outside of the library's callbacks.
  private func report() {
    guard let problem, connection != nil else { return }
    stop()
    onLoss(problem)
  }

  private func stop() {
    connection?.cancel()
    pulse?.cancel()
    (connection, pulse) = (nil, nil)
  }

  fileprivate func answered(_ refusal: String?) {
    if let refusal { return lose("the broker refuses the connection: \(refusal)") }
    isOpen = true
    onOpen()
  }
}

/// The reason why a broker cannot be reached.
package nonisolated struct BrokerError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

// MARK: The library

extension BrokerConnection {
  private static func connect(
    _ settings: BrokerSettings, _ login: BrokerLogin?, _ will: Bridge.Publication, _ context: Context,
    _ reason: inout UnsafePointer<CChar>?
  ) -> OpaquePointer? {
    let encryption = settings.encryption
    let texts = SecretTexts([
      settings.host, settings.client, login?.user, login?.password, encryption?.authorityFile,
      encryption?.authorityFile == nil ? authorities : nil, encryption?.certificateFile, encryption?.keyFile,
      will.topic, String(decoding: will.payload, as: UTF8.self),
    ])
    var raw = cmqtt_settings()
    (raw.host, raw.client, raw.port) = (texts[0], texts[1], Int32(settings.port))
    (raw.user, raw.password, raw.keep_alive) = (texts[2], texts[3], Int32(keepAlive))
    raw.is_encrypted = encryption != nil
    (raw.authority_file, raw.authority_directory) = (texts[4], texts[5])
    (raw.certificate_file, raw.key_file) = (texts[6], texts[7])
    (raw.will_topic, raw.will) = (texts[8], texts[9])
    // The library copies all texts.
    return withExtendedLifetime(texts) { cmqtt_connect(&raw, events(context), &reason) }
  }

  private static func events(_ context: Context) -> cmqtt_events {
    cmqtt_events(
      context: Unmanaged.passUnretained(context).toOpaque(),
      answered: { context, refusal in
        let refusal = refusal.map { String(cString: $0) }
        BrokerConnection.enter(context) { $0.answered(refusal) }
      },
      subscribed: { context, isGranted in
        if !isGranted {
          BrokerConnection.enter(context) { $0.onComplaint("the broker lets the kiosk take no commands") }
        }
      },
      message: { context, topic, payload, count, isRetained in
        guard let topic else { return }
        // One byte more shows that a payload is too long.
        let count = min(count, BridgeCommand.longestPayload + 1)
        let message = BrokerMessage(
          topic: String(cString: topic), payload: Array(UnsafeBufferPointer(start: payload, count: count)),
          isRetained: isRetained)
        BrokerConnection.enter(context) { $0.onMessage(message) }
      },
      complained: { context, text in
        let text = text.map { String(cString: $0) } ?? ""
        BrokerConnection.enter(context, orElse: { $0.complaints.append(text) }) { $0.onComplaint(text) }
      })
  }

  private nonisolated static func enter(
    _ context: UnsafeMutableRawPointer?, orElse: @MainActor (Context) -> Void = { _ in },
    _ body: @MainActor (BrokerConnection) -> Void
  ) {
    guard let context else { return }
    nonisolated(unsafe) let pointer = context
    MainActor.assumeIsolated {
      let context = Unmanaged<Context>.fromOpaque(pointer).takeUnretainedValue()
      if let owner = context.owner { body(owner) } else { orElse(context) }
    }
  }
}

/// Texts for C, which are wiped when they are released: one of them can be a password.
private final class SecretTexts {
  private let texts: [UnsafeMutablePointer<CChar>?]

  init(_ texts: [String?]) { self.texts = texts.map { $0.flatMap { strdup($0) } } }

  subscript(index: Int) -> UnsafePointer<CChar>? { UnsafePointer(texts[index]) }

  isolated deinit {
    for text in texts {
      guard let text else { continue }
      explicit_bzero(text, strlen(text))
      free(text)
    }
  }
}
