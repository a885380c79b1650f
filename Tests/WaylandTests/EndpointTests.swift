import Foundation
import Testing

@testable import Wayland

@MainActor
@Suite(.serialized)
struct EndpointTests {
  /// Runs `body` with these Wayland variables and no others.
  private func withEnvironment(_ values: [String: String], _ body: () throws -> Void) rethrows {
    let names = ["WAYLAND_SOCKET", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"]
    let old = names.map { ($0, ProcessInfo.processInfo.environment[$0]) }
    for name in names { unsetenv(name) }
    for (name, value) in values { setenv(name, value, 1) }
    defer {
      for (name, value) in old {
        if let value { setenv(name, value, 1) } else { unsetenv(name) }
      }
    }
    try body()
  }

  @Test(arguments: [
    ([:], ConnectionError.noRuntimeDirectory),
    (["XDG_RUNTIME_DIR": "relative"], .noRuntimeDirectory),
    (["XDG_RUNTIME_DIR": "/nonexistent"], .noSocket(path: "/nonexistent/wayland-0")),
    (["XDG_RUNTIME_DIR": "/nonexistent", "WAYLAND_DISPLAY": "x"], .noSocket(path: "/nonexistent/x")),
    (["WAYLAND_DISPLAY": "/nonexistent/y"], .noSocket(path: "/nonexistent/y")),
    (["WAYLAND_SOCKET": "twelve"], .badDescriptor("twelve")),
    (["WAYLAND_SOCKET": "987654"], .badDescriptor("987654")),
    (["WAYLAND_SOCKET": "-1"], .badDescriptor("-1")),
  ])
  func connectionErrorNamesItsCause(environment: [String: String], expected: ConnectionError) {
    withEnvironment(environment) {
      #expect(throws: expected) { _ = try Connection() }
    }
  }

  @Test func aDescriptorThatIsNoSocketIsRefused() throws {
    let file = try #require(FileHandle(forReadingAtPath: "/dev/null"))
    #expect(throws: ConnectionError.badDescriptor(String(file.fileDescriptor))) {
      _ = try Connection(to: .descriptor(file.fileDescriptor))
    }
  }

  @Test func aSocketWithoutListenerIsRefused() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "rotunda-\(getpid()).socket").path()
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { unlink(path) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) }
    }
    #expect(bound == 0)
    close(listener)
    #expect(throws: ConnectionError.refused(path: path)) { _ = try Connection(to: .path(path)) }
  }

  @Test func errorsReadAsOneLine() {
    let error = ProtocolError(interface: "wl_surface", objectID: 7, code: 2, message: "invalid size")
    #expect(
      "\(ConnectionError.refusedByProtocol(error))"
        == "the Wayland compositor ended the connection: protocol error 2 of wl_surface#7: invalid size")
    #expect("\(ConnectionError.noRuntimeDirectory)".contains("XDG_RUNTIME_DIR"))
    #expect("\(RegistryError.tooOld(interface: "wl_seat", offered: 1, needed: 5))".contains("version 1"))
  }
}
