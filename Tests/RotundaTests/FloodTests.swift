import Foundation
import Testing

/// A compositor that sends a flood of errors, which no real compositor does.
@Suite struct FloodTests {
  /// A compositor socket for the launcher that sends arbitrary bytes.
  private final class Server: Sendable {
    private let listener: Int32

    init(at path: String) throws {
      listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      let size = socklen_t(MemoryLayout<sockaddr_un>.size)
      let isBound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) }
      }
      try #require(isBound == 0 && listen(listener, 1) == 0)
    }

    deinit { close(listener) }

    /// Sends all bytes to the first client, then closes the connection.
    func send(_ bytes: [UInt8]) {
      Thread { [self] in
        let client = accept(listener, nil, nil)
        var rest = bytes[...]
        // A client that closed its end must not end the tests.
        let noSignal = Int32(MSG_NOSIGNAL)
        while !rest.isEmpty {
          let count = rest.withUnsafeBytes { Glibc.send(client, $0.baseAddress, $0.count, noSignal) }
          guard count > 0 else { break }
          rest = rest.dropFirst(count)
        }
        close(client)
      }.start()
    }
  }

  /// `wl_display.delete_id` (1, 1) events for numbers that no object has.
  private static func forgetting(_ count: UInt32) -> [UInt8] {
    var bytes: [UInt8] = []
    for number in 0..<count {
      let words: [UInt32] = [1, 12 << 16 | 1, 1000 + number]
      for word in words { withUnsafeBytes(of: word.littleEndian) { bytes += $0 } }
    }
    return bytes
  }

  @Test func repeatedProtocolErrorsLogTenLines() throws {
    let files = try KioskFiles()
    let server = try Server(at: files.path("compositor"))
    server.send(Self.forgetting(10_000))
    let outcome = try Outcome(
      Kiosk.binary,
      ["--config", files.write("[[tile]]\nname = \"One\"\nrun = [\"true\"]\n", to: "rotunda.toml")],
      environment: ["WAYLAND_DISPLAY": files.path("compositor"), "XDG_RUNTIME_DIR": files.directory.path])
    #expect(outcome.status != 0)
    let lines = outcome.errors.split(separator: "\n").filter { $0.contains("received delete_id") }
    #expect((1...10).contains(lines.count), "\(lines.count)")
    #expect(lines.last?.contains("more of this kind is left out") == true)
  }
}
