import Foundation
import TestCompositor
import Testing

/// Logs without a reader, and logs with too many lines.
@Suite(.serialized) struct LogTests {
  /// The reading end of a full stream.
  private final class FullStream {
    let (reading, writing): (Int32, Int32)

    /// Creates a pipe or a socket pair. The launcher inherits the writing end.
    init(isSocket: Bool) throws {
      var ends: [Int32] = [-1, -1]
      let result = isSocket ? socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) : pipe(&ends)
      try #require(result == 0)
      (reading, writing) = (ends[0], ends[1])
      _ = fcntl(reading, F_SETFD, FD_CLOEXEC)
      _ = fcntl(reading, F_SETFL, O_NONBLOCK)
      fill()
    }

    /// Writes until no byte fits.
    private func fill() {
      let flags = fcntl(writing, F_GETFL)
      _ = fcntl(writing, F_SETFL, flags | O_NONBLOCK)
      for size in [1024, 1] {
        let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: size)
        while write(writing, bytes, size) > 0 {}
      }
      // The launcher inherits a blocking descriptor.
      _ = fcntl(writing, F_SETFL, flags)
    }

    /// Returns all unread bytes.
    func drain() -> String {
      var (text, buffer) = ("", [UInt8](repeating: 0, count: 1 << 16))
      while true {
        let count = read(reading, &buffer, buffer.count)
        guard count > 0 else { return text }
        text += String(decoding: buffer[..<count], as: UTF8.self)
      }
    }

    deinit {
      close(reading)
      close(writing)
    }
  }

  @Test(arguments: [false, true]) func unreadLogBlocksNothing(isSocket: Bool) throws {
    let stream = try FullStream(isSocket: isSocket)
    let kiosk = try Kiosk(
      preparation: """
        exec bash -c 'exec 2>&\(stream.writing); exec "$0" "$@"' "$0" "$@"
        """)
    // Each start and end of a program writes to the log.
    for _ in 0..<2 {
      kiosk.tap()
      _ = try kiosk.files.report(.red)
      try kiosk.files.forgetReport(.red)
      try kiosk.files.order("exit 0", to: .red)
      try kiosk.awaitTile(.red)
      try kiosk.awaitRest()
    }
    #expect(!stream.drain().contains("dropped"))
    kiosk.tap()
    _ = try kiosk.files.report(.red)
    var text = ""
    try waitUntil("a report of the dropped lines") {
      text += stream.drain()
      return text.contains("lines were dropped")
    }
    kiosk.launcher.send(signal: SIGTERM)
    #expect(try kiosk.launcher.waitForExit() == .status(0))
  }

  @Test func fullLogDoesNotDelayTheEnd() throws {
    let stream = try FullStream(isSocket: false)
    let mistakes = (0..<400).map { "mistake-\($0) = 1\n" }.joined()
    let kiosk = try Kiosk(
      tiles: "\(mistakes)\n[[tile]]\nname = \"red\"\nicon = \"red.png\"\nrun = ['true']\n",
      preparation: """
        exec bash -c 'exec 2>&\(stream.writing); exec "$0" "$@"' "$0" "$@"
        """)
    kiosk.launcher.send(signal: SIGTERM)
    #expect(try kiosk.launcher.waitForExit() == .status(0))
  }

  @Test func logListsOnlyTheFirstErrors() throws {
    let mistakes = (0..<1000).map { "mistake-\($0) = 1\n" }.joined()
    let kiosk = try Kiosk(
      tiles: "\(mistakes)\n[[tile]]\nname = \"red\"\nicon = \"red.png\"\nrun = ['true']\n")
    try kiosk.launcher.waitForOutput("950 more problems are not listed here")
    #expect(kiosk.launcher.output.components(separatedBy: "mistake-").count <= 2 * 50 + 1)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can take the journal's place"))
  func hangingJournalBlocksNothing() throws {
    let files = try KioskFiles()
    try FileManager.default.createDirectory(atPath: files.path("journal"), withIntermediateDirectories: false)
    let journal = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    defer { close(journal) }
    let address = try #require(UnixAddress(files.path("journal/socket")))
    try #require(address.withPointer { bind(journal, $0, $1) } == 0)
    // Fills the journal's socket, which no one reads.
    let flood = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | O_NONBLOCK, 0)
    defer { close(flood) }
    while address.withPointer({ sendto(flood, "x", 1, 0, $0, $1) }) >= 0 {}
    let kiosk = try Kiosk(
      files: files, environment: ["JOURNAL_STREAM": "1:2"],
      preparation: """
        exec unshare --mount sh -ec 'mkdir -p /run/systemd; mount -t tmpfs none /run/systemd
        mkdir /run/systemd/journal; mount --bind "\(files.path("journal"))" /run/systemd/journal
        exec "$0" "$@"' "$0" "$@"
        """)
    for _ in 0..<2 {
      kiosk.tap()
      _ = try files.report(.red)
      try files.forgetReport(.red)
      try files.order("exit 0", to: .red)
      try kiosk.awaitTile(.red)
      try kiosk.awaitRest()
    }
    try kiosk.launcher.waitForOutput("dropped")
    kiosk.launcher.send(signal: SIGTERM)
    #expect(try kiosk.launcher.waitForExit() == .status(0))
  }
}

/// The address of a Unix socket.
private struct UnixAddress {
  private var address = sockaddr_un()

  init?(_ path: String) {
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < room else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  }

  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
