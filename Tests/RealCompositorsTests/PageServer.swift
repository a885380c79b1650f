import Foundation
import Synchronization

/// A web server on a port of this machine, and an ear for datagrams on the port of the same number.
final class PageServer: Sendable {
  /// A page's color, which nothing of a browser or of the launcher has.
  static let color = (red: UInt8(0x12), green: UInt8(0xa5), blue: UInt8(0x4f))

  /// What is sent back.
  struct Answer {
    var status = "200 OK"
    var type = "text/html"
    var headers: [String] = []
    var body = ""

    /// A page in the server's color that says `words` in HTML.
    static func page(_ words: String) -> Answer {
      Answer(
        body: "<!doctype html><title>x</title><body style=\"background:#12a54f;margin:0\">\(words)</body>")
    }

    static func redirect(_ code: String = "302", to address: String) -> Answer {
      Answer(status: "\(code) Elsewhere", headers: ["Location: \(address)"])
    }

    fileprivate var bytes: String {
      let lines =
        [
          "HTTP/1.1 \(status)", "Content-Type: \(type)", "Content-Length: \(body.utf8.count)",
          "Connection: close",
        ]
        + headers
      return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
    }
  }

  /// What is heard of a connection without a request for a page, and of a datagram.
  static let connection = "(connection)"
  static let datagram = "(datagram)"

  let host: String
  let port: UInt16
  private let listener: Int32
  private let ear: Int32
  private let asked = Mutex<[String]>([])

  /// The paths that were asked for, and what else was heard.
  var requests: [String] { asked.withLock { $0 } }

  /// Host and port, as addresses have them.
  var place: String { "\(host):\(port)" }

  /// A server whose page says `words` in HTML. Its host is 127.0.0.`number`.
  convenience init(_ words: String = "", number: UInt8 = 1) throws {
    try self.init(number: number) { _ in .page(words) }
  }

  /// A server that answers to a path.
  ///
  /// - Parameters:
  ///   - number: the last number of its host, which is 127.0.0.`number`; nil listens on every address of this
  ///     machine.
  ///   - port: 0 takes one that is free.
  init(number: UInt8?, port wanted: UInt16 = 0, answer: @escaping @Sendable (String) -> Answer) throws {
    host = number.map { "127.0.0.\($0)" } ?? "localhost"
    let (stream, datagrams) = (Int32(SOCK_STREAM.rawValue), Int32(SOCK_DGRAM.rawValue))
    listener = try Self.socket(stream, number, port: wanted)
    guard listen(listener, 64) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    port = Self.port(of: listener)
    ear = try Self.socket(datagrams, number, port: port)
    Thread.detachNewThread { [self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        Thread.detachNewThread { self.serve(client, answer) }
      }
    }
    Thread.detachNewThread { [self] in
      var bytes = [UInt8](repeating: 0, count: 2048)
      while recv(ear, &bytes, bytes.count, 0) > 0 { asked.withLock { $0.append(Self.datagram) } }
    }
  }

  func stop() {
    for descriptor in [listener, ear] { shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  private static func socket(_ kind: Int32, _ number: UInt8?, port: UInt16) throws -> Int32 {
    let family = number == nil ? AF_INET6 : AF_INET
    let descriptor = Glibc.socket(family, kind, 0)
    var result: Int32
    if let number {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = (UInt32(0x7f00_0000) + UInt32(number)).bigEndian
      result = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    } else {
      // One of version 6 hears version 4 too.
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      result = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
        }
      }
    }
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return descriptor
  }

  private static func port(of descriptor: Int32) -> UInt16 {
    // Family and port stand at the same place in addresses of both versions.
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    _ = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    return UInt16(bigEndian: address.sin6_port)
  }

  private func serve(_ client: Int32, _ answer: (String) -> Answer) {
    defer { close(client) }
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = max(0, read(client, &bytes, bytes.count))
    let words = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ", maxSplits: 2)
    guard words.count > 1, words[1].hasPrefix("/") else {
      asked.withLock { $0.append(Self.connection) }
      return
    }
    let path = String(words[1])
    asked.withLock { $0.append(path) }
    var rest = answer(path).bytes.utf8[...]
    while !rest.isEmpty {
      // Not to be ended by a browser that hangs up.
      let sent = Array(rest).withUnsafeBytes {
        send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return }
      rest = rest.dropFirst(sent)
    }
    // What was not read would have the answer thrown away.
    shutdown(client, Int32(SHUT_WR))
    while read(client, &bytes, bytes.count) > 0 {}
  }
}
