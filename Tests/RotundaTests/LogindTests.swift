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
  /// The part of org.freedesktop.login1(5) that the launcher uses.
  private static let manager = BusInterface(
    "org.freedesktop.login1.Manager", "The machine.",
    methods: ["PowerOff", "Reboot", "Suspend"].map {
      BusInterface.Method($0, inputs: [.init("interactive", "b")], "Does it.")
    }, signals: [], properties: [])

  /// Announces that the machine is about to sleep or woke up.
  private func say(_ logind: StandInLogind, isAboutToSleep: Bool) throws {
    try logind.emit(
      BusSignal(
        "PrepareForSleep", of: Self.manager.name, at: "/org/freedesktop/login1", [.boolean(isAboutToSleep)]))
  }

  private func stage(_ action: String) throws -> (Kiosk, StandInLogind, MessageBus) {
    let files = try KioskFiles()
    let daemon = try MessageBus(files)
    let logind = try StandInLogind(daemon.address, Self.manager)
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
    #expect(logind.calls == [StandInLogind.call(method, [.boolean(false)])])
    #expect(!kiosk.launcher.output.contains("cannot be"))
    withExtendedLifetime(daemon) {}
  }

  @Test func wholeWindowIsRedrawnAfterSleep() throws {
    let (kiosk, logind, daemon) = try stage("suspend")
    try kiosk.awaitRest()
    let before = try #require(kiosk.compositor.window())
    // The launcher draws nothing when the machine is about to sleep.
    try say(logind, isAboutToSleep: true)
    try kiosk.awaitRest()
    #expect(kiosk.compositor.window()?.commits == before.commits)
    try say(logind, isAboutToSleep: false)
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
