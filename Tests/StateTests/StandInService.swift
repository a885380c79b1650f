import CLinux
import Foundation
import Testing

/// A service at a socket of its own that keeps the messages it gets, and answers them on another thread.
final class StandInService: @unchecked Sendable {
  private let listener: Int32
  private let lock = NSLock()
  private var kept: [String] = []

  var messages: [String] { lock.withLock { kept } }

  init(_ path: String, answer: @escaping @Sendable (String) -> String) throws {
    listener = clinux_message_listen(path)
    try #require(listener >= 0)
    Thread { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        var (bytes, unwanted) = ([UInt8](repeating: 0, count: 4096), Int32(-1))
        let count = clinux_receive(connection, &bytes, bytes.count, 1, &unwanted)
        let message = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        lock.withLock { kept.append(message) }
        let said = Array(answer(message).utf8)
        _ = clinux_send(connection, said, said.count, -1)
        close(connection)
      }
    }.start()
  }

  func end() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }
}
