import CInputStub
import EventLoop
import Glibc
import Synchronization
import Testing

@testable import GlobalTouch

/// Panels that another process opens. It may be slow, and the loop continues.
@MainActor
@Suite(.serialized)
struct PanelDescriptorsTests {
  /// A substitute for the service that opens panels when the test lets it.
  private final class Service: Sendable {
    let gate = Mutex(())
    let paths = Mutex<[String]>([])
    let asked = Mutex<[String]>([])
    /// A descriptor to return instead of a panel, so that a test can see when it is closed.
    let answer = Mutex<Int32?>(nil)

    func open(_ path: String) -> Int32 {
      asked.withLock { $0.append(path) }
      gate.withLock { _ in }
      return answer.withLock { $0 } ?? Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)
    }
  }

  private let service = Service()
  private let loop: EventLoop
  private let touch: GlobalTouch

  init() throws {
    input_stub_reset()
    loop = try EventLoop()
    let service = service
    touch = GlobalTouch(
      loop: loop, seat: "seat0",
      source: .init(paths: { service.paths.withLock { $0 } }, open: { service.open($0) }),
      isPanel: { $0.hasPrefix("/dev/input/") })
  }

  @discardableResult
  private func plug(_ path: String) -> Panels.Panel {
    service.paths.withLock { $0.append(path) }
    return Panels.Panel(path, path)
  }

  private func wait(_ condition: () -> Bool) throws -> Bool {
    for _ in 0..<400 where !condition() { try loop.step(timeout: 0.05) }
    return condition()
  }

  @Test func hangingServiceBlocksNothing() throws {
    plug("/dev/input/event0")
    var turns = 0
    let deadline = try loop.addDeadline { turns += 1 }
    service.gate._unsafeLock()
    touch.listen()
    touch.listen()
    deadline.set(EventLoop.now)
    #expect(try wait { turns == 1 && !service.asked.withLock { $0.isEmpty } })
    #expect(!touch.isListening)
    service.gate._unsafeUnlock()
    #expect(try wait { touch.availability == .available(panels: 1) })
    #expect(service.asked.withLock { $0.count } == 1)
    touch.ignore()
    #expect(input_stub_count().open_devices == 0)
  }

  @Test func lateDescriptorIsClosed() throws {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let made = socketpair(AF_UNIX, type, 0, &ends)
    try #require(made == 0)
    let (seen, given) = (ends[0], ends[1])
    defer { close(seen) }
    service.answer.withLock { $0 = given }
    plug("/dev/input/event0")
    service.gate._unsafeLock()
    touch.listen()
    touch.ignore()
    #expect(!hungUp(seen))
    service.gate._unsafeUnlock()
    #expect(try wait { hungUp(seen) })
    #expect(!touch.isListening)
  }

  /// Reports whether no process holds the other end of a connection.
  private func hungUp(_ end: Int32) -> Bool {
    var entry = pollfd(fd: end, events: 0, revents: 0)
    return poll(&entry, 1, 0) == 1 && entry.revents & Int16(POLLHUP) != 0
  }

  @Test func pluggedInPanelIsRequestedToo() throws {
    let first = plug("/dev/input/event0")
    touch.listen()
    #expect(try wait { touch.availability == .available(panels: 1) })
    plug("/dev/input/event1")
    // libinput notices when it has data to read.
    first.down(0, 0, 0)
    first.frame()
    #expect(try wait { touch.availability == .available(panels: 2) })
    touch.ignore()
    #expect(input_stub_count().open_devices == 0)
  }
}
