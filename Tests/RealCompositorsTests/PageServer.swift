import Foundation
import Synchronization

/// A web server on a local port, which also receives datagrams on the same port number.
final class PageServer: Sendable {
  /// A page's color, which appears in no browser and not in the launcher.
  static let color = (red: UInt8(0x12), green: UInt8(0xa5), blue: UInt8(0x4f))

  /// The response to a request.
  struct Answer {
    var status = "200 OK"
    var type = "text/html"
    var headers: [String] = []
    var body = ""

    /// Returns a page in the server's color with `words` as HTML.
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

  /// The records for a connection without a page request, and for a datagram.
  static let connection = "(connection)"
  static let datagram = "(datagram)"

  let host: String
  let port: UInt16
  private let listener: Int32
  private let ear: Int32
  private let asked = Mutex<[String]>([])

  /// The requested paths, and the records of other traffic.
  var requests: [String] { asked.withLock { $0 } }

  /// Host and port, as in an address.
  var place: String { "\(host):\(port)" }

  /// Starts a server whose page has `words` as HTML. Its host is 127.0.0.`number`.
  convenience init(_ words: String = "", number: UInt8 = 1) throws {
    try self.init(number: number) { _ in .page(words) }
  }

  /// Starts a server that answers each path with `answer`.
  ///
  /// - Parameters:
  ///   - number: The last number of its host, 127.0.0.`number`, or nil to listen on all addresses.
  ///   - port: The port, or 0 for any free port.
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
      // An IPv6 socket also accepts IPv4.
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
    // Family and port are at the same offset in addresses of both versions.
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
      // A browser that closes the connection must not end the tests.
      let sent = Array(rest).withUnsafeBytes {
        send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return }
      rest = rest.dropFirst(sent)
    }
    // A close with unread data would discard the response.
    shutdown(client, Int32(SHUT_WR))
    while read(client, &bytes, bytes.count) > 0 {}
  }
}
