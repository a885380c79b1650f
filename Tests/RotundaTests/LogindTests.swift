import Bus
import EventLoop
import Foundation
import MessageBus
import TestCompositor
import Testing

/// Power-off: the launcher's real call to the test's logind on a private bus.
@MainActor
@Suite(.serialized, .enabled(if: MessageBus.isInstalled, "needs dbus-daemon"))
struct LogindTests {
  /// A substitute for logind.
  @MainActor private final class Logind {
    let loop: EventLoop
    private let bus: BusConnection
    private(set) var calls: [String] = []
    private(set) var hasName = false
    /// The error that it returns, or nil to accept the request.
    var refusal: BusError?

    /// The part of org.freedesktop.login1(5) that the launcher uses.
    private static let manager = BusInterface(
      "org.freedesktop.login1.Manager", "The machine.",
      methods: ["PowerOff", "Reboot", "Suspend"].map {
        BusInterface.Method($0, inputs: [.init("interactive", "b")], "Does it.")
      }, signals: [], properties: [])

    init(_ address: String) throws {
      loop = try EventLoop()
      setenv("DBUS_SYSTEM_BUS_ADDRESS", address, 1)
      defer { unsetenv("DBUS_SYSTEM_BUS_ADDRESS") }
      bus = try BusConnection(.system, loop: loop)
      try bus.offer(
        "/org/freedesktop/login1", Self.manager, admits: { _ in true }, properties: { [:] }
      ) { [weak self] request in
        self?.calls.append("\(request.method) \(request.arguments)")
        request.answer(self?.refusal.map { .failure($0) } ?? .success([]))
      }
      bus.requestName("org.freedesktop.login1") { [weak self] answer in
        if case .success(.owned) = answer { self?.hasName = true }
      }
      try wait("its name") { hasName }
    }

    /// Announces that the machine is about to sleep or woke up.
    func say(isAboutToSleep: Bool) throws {
      try bus.emit(
        BusSignal(
          "PrepareForSleep", of: Self.manager.name, at: "/org/freedesktop/login1", [.boolean(isAboutToSleep)])
      )
      try loop.step(timeout: 0.05)
    }

    func wait(_ what: String, until condition: () -> Bool) throws {
      let limit = EventLoop.now + TestCompositor.patience
      while !condition() && EventLoop.now < limit { try loop.step(timeout: 0.05) }
      #expect(condition(), "waited for \(what)")
    }
  }

  private func stage(_ action: String) throws -> (Kiosk, Logind, MessageBus) {
    let files = try KioskFiles()
    let daemon = try MessageBus(files)
    let logind = try Logind(daemon.address)
    return (try kiosk(action, files, bus: daemon.address), logind, daemon)
  }

  private func kiosk(_ action: String, _ files: KioskFiles, bus: String) throws -> Kiosk {
    let tiles = """
      [kiosk]
      power-actions = true
      [[tile]]
      name = "red"
      icon = "\(files.path("red.png"))"
      action = "\(action)"
      """
    return try Kiosk(tiles: tiles, files: files, environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus])
  }

  @Test(arguments: [("poweroff", "PowerOff"), ("reboot", "Reboot"), ("suspend", "Suspend")])
  func powerTileAsksLogindWithoutAPassword(action: String, method: String) throws {
    let (kiosk, logind, daemon) = try stage(action)
    kiosk.tap()
    try logind.wait("the call") { !logind.calls.isEmpty }
    #expect(logind.calls == ["\(method) \([BusValue.boolean(false)])"])
    #expect(!kiosk.launcher.output.contains("cannot be"))
    withExtendedLifetime(daemon) {}
  }

  @Test func wholeWindowIsRedrawnAfterSleep() throws {
    let (kiosk, logind, daemon) = try stage("suspend")
    try kiosk.awaitRest()
    let before = try #require(kiosk.compositor.window())
    // The launcher draws nothing when the machine is about to sleep.
    try logind.say(isAboutToSleep: true)
    try kiosk.awaitRest()
    #expect(kiosk.compositor.window()?.commits == before.commits)
    try logind.say(isAboutToSleep: false)
    let after = try kiosk.compositor.waitForCommit(after: before.commits)
    let damage = try #require(after.bufferDamage.first)
    #expect(damage.width >= Int32(Kiosk.width) && damage.height >= Int32(Kiosk.height))
    #expect(after.pixels == before.pixels)
    withExtendedLifetime(daemon) {}
  }

  @Test func logindRefusalIsReported() throws {
    let (kiosk, logind, daemon) = try stage("poweroff")
    logind.refusal = BusError(
      name: "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired", message: "others are logged in")
    kiosk.tap()
    try logind.wait("the call") { !logind.calls.isEmpty }
    try kiosk.launcher.waitForOutput("others are logged in")
    try kiosk.awaitMessage()
    withExtendedLifetime(daemon) {}
  }

  @Test func missingBusPreventsPowerOffWithAMessage() throws {
    let files = try KioskFiles()
    let kiosk = try kiosk("poweroff", files, bus: "unix:path=\(files.path("no-bus"))")
    kiosk.tap()
    try kiosk.launcher.waitForOutput("The machine cannot be switched off")
    try kiosk.awaitMessage()
  }
}
