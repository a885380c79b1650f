import CLinux
import Foundation
import Testing

@testable import GlobalTouch
@testable import Session

/// The panel service and the launcher, with a real socket between them and fake devices.
struct PanelServiceTests {
  private let path = "/tmp/rotunda-panels-\(UUID().uuidString.prefix(8))"
  private let listener: Int32

  /// The paths that a service was asked to open, and whether it has ended.
  private final class Account: @unchecked Sendable {
    private let lock = NSLock()
    private var names: [String] = []
    private let end = DispatchSemaphore(value: 0)
    var paths: [String] { lock.withLock { names } }
    func add(_ path: String) { lock.withLock { names.append(path) } }
    func finish() { end.signal() }
    /// Whether the service ends in time.
    var ends: Bool { end.wait(timeout: .now() + 20) == .success }
  }

  init() throws {
    listener = clinux_message_listen(path)
    try #require(listener >= 0)
  }

  /// Starts a service on its own thread, connected to the socket.
  private func start() throws -> Account {
    let account = Account()
    let connection = clinux_message_connect(path)
    try #require(connection >= 0)
    Thread {
      PanelService(connection: connection) { path in
        account.add(path)
        return switch path {
        case "/dev/input/event1": Glibc.open("/dev/zero", O_RDONLY | O_CLOEXEC)
        case "/dev/input/event3": -EACCES
        // A keyboard.
        default: -ENODEV
        }
      }.serve()
      account.finish()
    }.start()
    return account
  }

  /// Creates a launcher at the socket, which stays open after the launcher ends.
  private func launcher() -> SessionPanels { SessionPanels(listener: dup(listener)) }

  private func end() {
    close(listener)
    unlink(path)
  }

  @Test func panelDescriptorIsNotInherited() throws {
    defer { end() }
    let account = try start()
    let panels = launcher()
    let descriptor = panels.open("/dev/input/event1")
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
    var byte: UInt8 = 1
    #expect(read(descriptor, &byte, 1) == 1 && byte == 0)
    #expect(write(descriptor, &byte, 1) == -1)
    #expect(account.paths == ["/dev/input/event1"])
  }

  @Test func forbiddenDeviceIsRefusedWithTheReason() throws {
    defer { end() }
    _ = try start()
    let panels = launcher()
    #expect(panels.open("/dev/input/event2") == -ENODEV)
    #expect(panels.open("/dev/input/event3") == -EACCES)
  }

  @Test func otherFilesAreNotTried() throws {
    defer { end() }
    let account = try start()
    let panels = launcher()
    for path in [
      "/etc/passwd", "/dev/input/../../etc/passwd", "/dev/input/event1/../event2", "/dev/input/mouse0",
      "/dev/input/event" + String(repeating: "1", count: 100),
    ] {
      #expect(panels.open(path) == -EINVAL, "\(path)")
    }
    #expect(account.paths.isEmpty)
  }

  @Test func withoutServiceNothingOpensOrWaits() {
    defer { end() }
    #expect(launcher().open("/dev/input/event1") == -EPERM)
  }

  @Test func silentServiceTimesOutAndEnds() throws {
    defer { end() }
    let silent = clinux_message_connect(path)
    try #require(silent >= 0)
    defer { close(silent) }
    #expect(launcher().open("/dev/input/event1") == -EPERM)
    var bytes = [UInt8](repeating: 0, count: 128)
    var descriptor: Int32 = -1
    #expect(clinux_receive(silent, &bytes, bytes.count, 1, &descriptor) == 17)
    #expect(clinux_receive(silent, &bytes, bytes.count, 1, &descriptor) == 0)
  }

  @Test func nonsensicalResponseIsRefused() throws {
    defer { end() }
    for answer: [UInt8] in [[0, 0, 0, 0], [1, 2, 3], [0, 0, 0, 0x80], [UInt8](repeating: 1, count: 9)] {
      let odd = clinux_message_connect(path)
      try #require(odd >= 0)
      defer { close(odd) }
      // A response before the request has the same effect as one after it.
      #expect(clinux_send(odd, answer, answer.count, -1) == answer.count)
      #expect(launcher().open("/dev/input/event1") == -EPERM, "\(answer)")
    }
  }

  @Test func aServiceThatIsStartedAgainIsFound() throws {
    defer { end() }
    let panels = launcher()
    for _ in 0..<3 {
      // This service ends before the first request.
      close(clinux_message_connect(path))
      _ = try start()
      #expect(panels.open("/dev/input/event2") == -ENODEV)
      // This one ends with the request.
      let next = clinux_message_connect(path)
      close(next)
    }
  }

  @Test func serviceEndsWithItsLauncher() throws {
    defer { end() }
    for _ in 0..<3 {
      let account = try start()
      do {
        let panels = launcher()
        #expect(panels.open("/dev/input/event2") == -ENODEV)
      }
      #expect(account.ends)
    }
  }

  @Test func nonsenseEndsTheService() throws {
    defer { end() }
    let account = try start()
    let odd = clinux_accept(listener)
    try #require(odd >= 0)
    defer { close(odd) }
    let long = [UInt8](repeating: 47, count: 1000)
    // With an unexpected descriptor.
    #expect(clinux_send(odd, long, long.count, 0) == long.count)
    #expect(account.ends)
    #expect(account.paths.isEmpty)
  }

  @Test func onlyAPanelOfTheSeatIsOpened() {
    defer { end() }
    #expect(PanelService.openPanel("/etc/passwd", of: "seat0") == -ENODEV)
    #expect(PanelService.openPanel("/dev/zero", of: "seat0") == -ENODEV)
    #expect(PanelService.openPanel("/dev/input/event99999", of: "seat0") == -ENOENT)
    #expect(clinux_is_touch_panel(listener) == 0)
  }

  @Test func serviceFailsWithoutALauncher() throws {
    end()
    let error = #expect(throws: PanelService.Failure.self) {
      _ = try PanelService(socket: path, seat: "seat0")
    }
    #expect(error == .unreachable(errno: ENOENT))
    #expect(throws: PanelService.Failure.unreachable(errno: ENAMETOOLONG)) {
      _ = try PanelService(socket: "/" + String(repeating: "a", count: 200), seat: "seat0")
    }
  }

  /// A process that takes over the socket's path gets no panel. Therefore the service need not trust any
  /// directory.
  @Test(.enabled(if: geteuid() == 0, "only root can be another user")) func aSocketOfAnotherUserIsNotServed()
    throws
  {
    defer { end() }
    #expect(seteuid(65534) == 0)
    let strange = "/tmp/rotunda-strange-\(UUID().uuidString.prefix(8))"
    let other = clinux_message_listen(strange)
    #expect(seteuid(0) == 0)
    try #require(other >= 0)
    defer {
      close(other)
      unlink(strange)
    }
    #expect(throws: PanelService.Failure.stranger) { _ = try PanelService(socket: strange, seat: "seat0") }
  }
}
