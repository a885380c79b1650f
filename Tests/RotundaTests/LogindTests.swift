import Bus
import EventLoop
import Foundation
import Testing

/// Switching the machine off: the launcher's real call, to a logind of the test's on a bus of its own.
@MainActor
@Suite(.serialized, .enabled(if: MessageBus.isInstalled, "needs dbus-daemon"))
struct LogindTests {
  /// Answers in logind's place.
  @MainActor private final class Logind {
    let loop: EventLoop
    private let bus: BusConnection
    private(set) var calls: [BusCall] = []
    private(set) var hasName = false
    /// What it says; nil does what is asked.
    var refusal: BusError?

    init(_ address: String) throws {
      loop = try EventLoop()
      setenv("DBUS_SYSTEM_BUS_ADDRESS", address, 1)
      defer { unsetenv("DBUS_SYSTEM_BUS_ADDRESS") }
      bus = try BusConnection(.system, loop: loop)
      try bus.offer("/org/freedesktop/login1") { [weak self] call in
        self?.calls.append(call)
        if let refusal = self?.refusal { return .failure(refusal) }
        return .success([])
      }
      bus.takeName("org.freedesktop.login1") { [weak self] answer in
        if case .success = answer { self?.hasName = true }
      }
      try wait("its name") { hasName }
    }

    func wait(_ what: String, until condition: () -> Bool) throws {
      let limit = EventLoop.now + 20
      while !condition() && EventLoop.now < limit { try loop.step(timeout: 0.05) }
      #expect(condition(), "waited for \(what)")
    }
  }

  private func stage(_ action: String) throws -> (Kiosk, Logind, MessageBus) {
    let files = try KioskFiles()
    let daemon = try MessageBus(files)
    let logind = try Logind(daemon.address)
    let tiles = """
      [kiosk]
      power-actions = true
      [[tile]]
      name = "red"
      icon = "\(files.path("red.png"))"
      action = "\(action)"
      """
    let kiosk = try Kiosk(
      tiles: tiles, files: files, environment: ["DBUS_SYSTEM_BUS_ADDRESS": daemon.address])
    return (kiosk, logind, daemon)
  }

  @Test(arguments: [("poweroff", "PowerOff"), ("reboot", "Reboot"), ("suspend", "Suspend")])
  func aTileAsksLogindAndNobodyForAPassword(action: String, method: String) throws {
    let (kiosk, logind, daemon) = try stage(action)
    kiosk.tap()
    try logind.wait("the call") { !logind.calls.isEmpty }
    #expect(
      logind.calls == [
        BusCall(
          method, of: "org.freedesktop.login1.Manager", at: "/org/freedesktop/login1", [.boolean(false)])
      ])
    #expect(!kiosk.launcher.output.contains("cannot be"))
    withExtendedLifetime(daemon) {}
  }

  @Test func whatLogindRefusesIsSaid() throws {
    let (kiosk, logind, daemon) = try stage("poweroff")
    logind.refusal = BusError(
      name: "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired", message: "others are logged in")
    kiosk.tap()
    try logind.wait("the call") { !logind.calls.isEmpty }
    try kiosk.launcher.waitForOutput("others are logged in")
    try kiosk.awaitMessage()
    withExtendedLifetime(daemon) {}
  }
}
