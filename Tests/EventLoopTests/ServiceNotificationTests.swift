import Foundation
import Testing

@testable import EventLoop

@Suite(.serialized)
struct ServiceNotificationTests {
  @Test(arguments: [
    (ServiceNotification.ready, "READY=1"), (.stopping, "STOPPING=1"), (.watchdog, "WATCHDOG=1"),
    (.failing, "WATCHDOG=trigger"), (.watchdogInterval(2.5), "WATCHDOG_USEC=2500000"),
    (.status("3 tiles"), "STATUS=3 tiles"),
    (.status("broken\nWATCHDOG=trigger\r\nx"), "STATUS=broken WATCHDOG=trigger x"),
  ])
  func aNotificationIsOneAssignment(notification: ServiceNotification, message: String) {
    #expect(notification.message == message)
  }

  @Test func itReachesTheSocketOfTheServiceManager() throws {
    var ends: [Int32] = [0]
    let path = "/tmp/rotunda-notify-\(getpid())"
    ends[0] = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    defer {
      close(ends[0])
      unlink(path)
      unsetenv("NOTIFY_SOCKET")
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(ends[0], $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
    #expect(!ServiceNotification.ready.send())
    setenv("NOTIFY_SOCKET", path, 1)
    #expect(ServiceNotification.ready.send())
    var buffer = [UInt8](repeating: 0, count: 100)
    let count = recv(ends[0], &buffer, buffer.count, Int32(MSG_DONTWAIT))
    #expect(String(decoding: buffer.prefix(max(0, count)), as: UTF8.self) == "READY=1")
  }

  @Test func theWatchdogIntervalIsTheServiceManagers() {
    #expect(ServiceNotification.watchdogInterval == nil)
    setenv("WATCHDOG_USEC", "2500000", 1)
    defer {
      unsetenv("WATCHDOG_USEC")
      unsetenv("WATCHDOG_PID")
    }
    #expect(ServiceNotification.watchdogInterval == 2.5)
    setenv("WATCHDOG_PID", "1", 1)
    #expect(ServiceNotification.watchdogInterval == nil)
  }
}
