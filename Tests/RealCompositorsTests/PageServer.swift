import Foundation
import Synchronization

/// A web server with a single page in one colour, on a port of this machine; below `/away` it leads elsewhere.
final class PageServer: Sendable {
  /// The page's colour, which nothing of a browser or of the launcher has.
  static let color = (red: UInt8(0x12), green: UInt8(0xa5), blue: UInt8(0x4f))

  let port: UInt16
  private let listener: Int32
  private let page: String
  private let elsewhere: String
  private let asked = Mutex<[String]>([])

  /// The paths that were asked for.
  var requests: [String] { asked.withLock { $0 } }

  /// A server whose page says `words` in HTML, and which leads from `/away` to `elsewhere`. Its host is 127.0.0.`number`.
  init(_ words: String = "", number: UInt8 = 1, elsewhere: String = "/") throws {
    self.elsewhere = elsewhere
    page = "<!doctype html><title>x</title><body style=\"background:#12a54f\">\(words)</body>"
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = (UInt32(0x7f00_0000) + UInt32(number)).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard bind(listener, address, length) == 0, listen(listener, 8) == 0 else { return Int32(-1) }
        return getsockname(listener, address, &length)
      }
    }
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [self] in serve() }
  }

  func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  private func serve() {
    while true {
      let client = accept(listener, nil, nil)
      guard client >= 0 else { return }
      var bytes = [UInt8](repeating: 0, count: 8192)
      let count = max(0, read(client, &bytes, bytes.count))
      let words = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ", maxSplits: 2)
      if words.count > 1 { asked.withLock { $0.append(String(words[1])) } }
      let isAway = words.count > 1 && words[1].hasPrefix("/away")
      let answer =
        isAway
        ? "HTTP/1.1 302 Found\r\nLocation: \(elsewhere)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        : "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(page.utf8.count)\r\nConnection: close\r\n\r\n"
          + page
      _ = answer.withCString { write(client, $0, strlen($0)) }
      close(client)
    }
  }
}
