import Foundation
import TemporaryFiles

/// A Mosquitto on a port of its own, on this machine.
package final class MQTTBroker {
  package static let isInstalled =
    [program, publisher, subscriber].allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
  private static let program = "/usr/sbin/mosquitto"
  private static let publisher = "/usr/bin/mosquitto_pub"
  fileprivate static let subscriber = "/usr/bin/mosquitto_sub"
  /// The configuration of a broker without users and encryption.
  package static let open = "allow_anonymous true"

  package let port: Int
  /// Options of the clients of Mosquitto, for a broker that requires some.
  package var clientOptions: [String] = []
  package let directory: TemporaryDirectory
  private var process: Process?

  /// Starts a broker.
  ///
  /// The broker keeps every message for a subscriber that is slower than a crowd. Its default drops them
  /// after 1,000, and then a busy machine would lose some.
  ///
  /// - Parameter configuration: lines after the listener.
  package init(_ configuration: String = open) throws {
    directory = try TemporaryDirectory()
    port = try Self.freePort()
    try configure(configuration)
    try start()
  }

  private func configure(_ lines: String) throws {
    let first = "user root\nlistener \(port) 127.0.0.1\nmax_queued_messages 0"
    try directory.write("mosquitto.conf", "\(first)\n\(lines)\n")
  }

  /// Ends the broker, and starts it with another configuration.
  package func restart(_ configuration: String) throws {
    kill()
    try configure(configuration)
    try start()
  }

  deinit { kill() }

  package var processIdentifier: Int32 { process?.processIdentifier ?? -1 }

  /// Starts the broker, or restarts it at the same port.
  package func start() throws {
    let process = Process()
    process.executableURL = URL(filePath: Self.program)
    process.arguments = ["-c", "\(directory.path)/mosquitto.conf"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    self.process = process
    let limit = Date.now + 30
    while !Self.accepts(port) {
      guard Date.now < limit, process.isRunning else { throw CocoaError(.featureUnsupported) }
      usleep(10_000)
    }
  }

  package func kill() {
    guard let process, process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Publishes a message with QoS 1, and waits until the broker has it.
  package func publish(_ topic: String, _ payload: [UInt8], isRetained: Bool = false) throws {
    let file = try directory.write("payload-\(UUID())", payload)
    defer { try? FileManager.default.removeItem(atPath: file) }
    let process = Process()
    process.executableURL = URL(filePath: Self.publisher)
    process.arguments =
      ["-h", "127.0.0.1", "-p", "\(port)", "-q", "1", "-t", topic, "-f", file]
      + (isRetained ? ["-r"] : []) + clientOptions
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Publishes messages through one connection, as fast as the broker takes them.
  package func publishLines(_ topic: String, _ lines: [String]) throws {
    let process = Process()
    let input = Pipe()
    process.executableURL = URL(filePath: Self.publisher)
    process.arguments = ["-h", "127.0.0.1", "-p", "\(port)", "-q", "1", "-t", topic, "-l"] + clientOptions
    process.standardInput = input
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(lines.map { "\($0)\n" }.joined().utf8))
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  package func publish(_ topic: String, _ text: String, isRetained: Bool = false) throws {
    try publish(topic, Array(text.utf8), isRetained: isRetained)
  }

  private static func address(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    return address
  }

  private static func withSocket<Result>(
    _ port: Int, _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = address(port)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private static func accepts(_ port: Int) -> Bool { withSocket(port) { connect($0, $1, $2) == 0 } }

  private static func freePort() throws -> Int {
    let port = withSocket(0) { descriptor, address, size -> Int in
      var (own, length) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
      guard bind(descriptor, address, size) == 0 else { return 0 }
      let result = withUnsafeMutablePointer(to: &own) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
      }
      return result == 0 ? Int(in_port_t(bigEndian: own.sin_port)) : 0
    }
    guard port > 0 else { throw CocoaError(.featureUnsupported) }
    return port
  }
}

/// A client that writes each message of some topics into a file. It finds a restarted broker again.
package final class MQTTSubscriber {
  /// A message, with its payload in hexadecimal digits.
  package struct Message: Hashable, Sendable {
    package let isRetained: Bool
    package let topic: String
    package let payload: [UInt8]

    package var text: String { String(decoding: payload, as: UTF8.self) }
    /// The payload as a JSON object; nil for any other.
    package var object: [String: Any]? {
      (try? JSONSerialization.jsonObject(with: Data(payload))) as? [String: Any]
    }
  }

  private let process = Process()
  private let path: String

  /// Subscribes to a filter. Messages that the broker kept come first.
  package init(_ broker: MQTTBroker, _ filter: String) throws {
    path = try broker.directory.write("messages-\(UUID())", "")
    let output = try FileHandle(forWritingTo: URL(filePath: path))
    process.executableURL = URL(filePath: MQTTBroker.subscriber)
    process.arguments =
      ["-h", "127.0.0.1", "-p", "\(broker.port)", "-q", "1", "-t", filter, "-F", "%r %t %x"]
      + broker.clientOptions
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  deinit {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// The number of messages until now.
  package var size: Int {
    ((try? Data(contentsOf: URL(filePath: path))) ?? Data()).count { $0 == UInt8(ascii: "\n") }
  }

  /// The value of a hexadecimal digit in lower case.
  private static func value(_ digit: UInt8) -> UInt8 {
    digit < UInt8(ascii: "a") ? digit - UInt8(ascii: "0") : digit - UInt8(ascii: "a") + 10
  }

  /// All messages until now. The client writes a long one in several parts, and the last line may lack some.
  package var messages: [Message] {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let complete = text.lastIndex(of: "\n").map { text[..<$0] } ?? ""
    return complete.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      guard words.count >= 3 else { return nil }
      let digits = Array(words[words.count - 1].utf8)
      let bytes = stride(from: 0, to: digits.count - 1, by: 2).map {
        Self.value(digits[$0]) << 4 | Self.value(digits[$0 + 1])
      }
      return Message(
        isRetained: words[0] == "1", topic: words[1..<words.count - 1].joined(separator: " "), payload: bytes)
    }
  }
}
