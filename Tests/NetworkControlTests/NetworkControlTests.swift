import Bus
import EventLoop
import Foundation
import NetworkDaemons
import Networks
import Testing

@testable import NetworkControl

/// Networks through real daemons on a real bus.
@MainActor
@Suite(.serialized, .enabled(if: NetworkStage.isInstalled, "needs dbus-daemon and python3-dbusmock"))
struct NetworkControlTests {
  private let loop: EventLoop
  private let stage: NetworkStage

  init() throws {
    loop = try EventLoop()
    stage = try NetworkStage()
  }

  private func control(joinPatience: Double = 60) -> NetworkControl {
    setenv("DBUS_SYSTEM_BUS_ADDRESS", stage.address, 1)
    return NetworkControl(loop, joinPatience: joinPatience)
  }

  private func wait(_ what: String = "", until condition: () -> Bool) throws {
    let limit = EventLoop.now + 60
    while !condition() && EventLoop.now < limit { try loop.step(timeout: 0.05) }
    #expect(condition(), "\(what)")
  }

  /// Returns the first report of a control that knows the daemons.
  private func firstReport(_ control: NetworkControl) throws -> NetworksReport {
    try wait { control.answer(.list).radio != .searching }
    return control.answer(.list)
  }

  private func id(_ name: String, _ security: NetworkSecurity = .personal) throws -> NetworkID {
    NetworkID(try #require(NetworkName(Array(name.utf8))), security)
  }

  private func join(
    _ control: NetworkControl, _ id: NetworkID, _ password: String? = nil, isHidden: Bool = false
  ) throws -> JoinState? {
    _ = try firstReport(control)
    let secret = try password.map { try #require(NetworkSecret($0)) }
    _ = control.answer(.join(NetworkJoin(id, password: secret, isHidden: isHidden)))
    try wait { !control.isJoining }
    return control.answer(.list).join
  }

  private func names(_ report: NetworksReport) -> [String] { report.networks.map(\.id.name.shown) }

  // MARK: No daemon

  @Test func machineWithoutADaemonHasNoNetworks() throws {
    let control = control()
    #expect(try firstReport(control) == NetworksReport(.none))
    let museum = try id("Museum")
    #expect(control.answer(.join(NetworkJoin(museum))).join == .failed(museum, .failed))
  }

  @Test func machineWithoutABusHasNoNetworks() {
    stage.stopBus()
    #expect(control().answer(.list) == NetworksReport(.none))
  }

  // MARK: NetworkManager

  @Test func networksOfNetworkManagerAreListed() throws {
    try stage.startNetworkManager(.saved)
    let report = try firstReport(control())
    #expect(report.radio == .on && report.join == nil)
    #expect(
      names(report) == [
        "Museum", "Modern", "Office", "Guests", "Wrapped", "No address", "Slow", "Old",
      ])
    #expect(report.networks.map(\.strength) == [80, 55, 90, 60, 50, 30, 20, 10])
    #expect(report.networks.map(\.isKnown) == [true, true] + [Bool](repeating: false, count: 6))
    #expect(
      report.networks.map(\.id.security) == [
        .personal, .personal, .unsupported, .open, .open, .personal, .personal, .unsupported,
      ])
  }

  @Test(arguments: [
    (NetworkStage.Scenario.none, NetworksReport.Radio.none), (.unmanaged, .none), (.off, .off),
    (.blocked, .blocked),
  ]) func stateOfTheTransmitterIsKnown(scenario: NetworkStage.Scenario, radio: NetworksReport.Radio) throws {
    try stage.startNetworkManager(scenario)
    #expect(try firstReport(control()) == NetworksReport(radio))
  }

  @Test func transmitterIsSwitchedOn() throws {
    try stage.startNetworkManager(.off)
    let control = control()
    #expect(try firstReport(control).radio == .off)
    _ = control.answer(.turnOn)
    try wait { control.answer(.list).radio == .on }
  }

  @Test func rightPasswordJoinsAndIsSaved() throws {
    try stage.startNetworkManager()
    let (control, museum) = (control(), try id("Museum"))
    #expect(try join(control, museum, NetworkStage.password) == .joined(museum))
    try wait { control.answer(.list).connected?.id == museum }
    try wait("it is saved") { control.answer(.list).networks.first?.isKnown == true }
    let calls = stage.calls("networkmanager")
    #expect(calls.contains("Save") && !calls.contains("Delete"))
    #expect(calls.contains("memory") && calls.contains("wpa-psk"))
  }

  @Test func networkOfTheLatestKindIsJoined() throws {
    try stage.startNetworkManager()
    let modern = try id("Modern")
    #expect(try join(control(), modern, NetworkStage.password) == .joined(modern))
    #expect(stage.calls("networkmanager").contains("sae"))
  }

  @Test(arguments: [("Guests", nil), ("Wrapped", "owe")]) func openNetworkJoinsWithoutAPassword(
    name: String, kind: String?
  ) throws {
    try stage.startNetworkManager()
    let network = try id(name, .open)
    #expect(try join(control(), network) == .joined(network))
    #expect(stage.calls("networkmanager").contains("key-mgmt") == (kind != nil))
  }

  @Test func wrongPasswordLeavesNothingBehind() throws {
    try stage.startNetworkManager()
    let (control, museum) = (control(), try id("Museum"))
    #expect(try join(control, museum, "wrong password") == .failed(museum, .wrongPassword))
    try wait { stage.calls("networkmanager").contains("Delete") }
    #expect(!stage.calls("networkmanager").contains("Save"))
    #expect(control.answer(.list).networks.allSatisfy { !$0.isKnown })
    #expect(try join(control, museum, NetworkStage.password) == .joined(museum))
  }

  @Test func savedNetworkNeedsNoPassword() throws {
    try stage.startNetworkManager(.saved)
    let (control, museum) = (control(), try id("Museum"))
    #expect(try join(control, museum) == .joined(museum))
    #expect(!stage.calls("networkmanager").contains("AddAndActivateConnection2"))
  }

  @Test func newPasswordReplacesASavedOne() throws {
    try stage.startNetworkManager(.saved)
    let (control, modern) = (control(), try id("Modern"))
    #expect(try join(control, modern) == .failed(modern, .wrongPassword))
    #expect(!stage.calls("networkmanager").contains("Delete"), "a saved connection stays")
    #expect(try join(control, modern, NetworkStage.password) == .joined(modern))
    try wait { stage.calls("networkmanager").contains("Save") }
    let calls = stage.calls("networkmanager")
    let update = try #require(calls.split(separator: "\n").first { $0.contains("Update2") })
    #expect(update.contains("manual") && update.contains("route-metric"), "a fixed address stays")
    #expect(!calls.contains("Delete"))
    #expect(try join(control, modern) == .joined(modern))
  }

  @Test func reasonsOfNetworkManagerAreTold() throws {
    try stage.startNetworkManager()
    let control = control(joinPatience: 1)
    let (silent, slow, unknown) = (try id("No address"), try id("Slow"), try id("Unknown"))
    #expect(try join(control, silent, NetworkStage.password) == .failed(silent, .noAddress))
    #expect(try join(control, slow, NetworkStage.password) == .failed(slow, .outOfRange))
    #expect(try join(control, unknown, NetworkStage.password) == .failed(unknown, .outOfRange))
  }

  @Test func hiddenNetworkIsJoinedByName() throws {
    try stage.startNetworkManager()
    let (control, backstage, nowhere) = (control(), try id("Backstage"), try id("Nowhere"))
    #expect(try join(control, backstage, NetworkStage.password, isHidden: true) == .joined(backstage))
    #expect(
      try join(control, nowhere, NetworkStage.password, isHidden: true) == .failed(nowhere, .outOfRange))
  }

  @Test func attemptCanBeStopped() throws {
    try stage.startNetworkManager()
    let (control, slow, museum) = (control(), try id("Slow"), try id("Museum"))
    _ = try firstReport(control)
    let password = NetworkSecret(NetworkStage.password)
    #expect(control.answer(.join(NetworkJoin(slow, password: password))).join == .joining(slow))
    #expect(control.answer(.stop).join == nil && !control.isJoining)
    try wait { stage.calls("networkmanager").contains("Delete") }
    // Another attempt ends an earlier one.
    _ = control.answer(.join(NetworkJoin(slow, password: password)))
    #expect(try join(control, museum, NetworkStage.password) == .joined(museum))
  }

  @Test func daemonThatRestartsIsFoundAgain() throws {
    try stage.startNetworkManager()
    let (control, slow) = (control(), try id("Slow"))
    #expect(try firstReport(control).radio == .on)
    _ = control.answer(.join(NetworkJoin(slow, password: NetworkSecret(NetworkStage.password))))
    stage.stopNetworkManager()
    try wait { control.answer(.list) == NetworksReport(.none, join: .failed(slow, .failed)) }
    try stage.startNetworkManager()
    try wait { control.answer(.list).radio == .on }
  }

  @Test func hangingDaemonHangsNothing() throws {
    try stage.startNetworkManager()
    let control = control()
    #expect(try firstReport(control).radio == .on)
    stage.suspendNetworkManager()
    for _ in 0..<100 { #expect(control.answer(.list).radio == .on) }
    try wait("its calls time out") { control.answer(.list).radio == .none }
  }

  @Test func attemptOfAHangingDaemonIsWithdrawn() throws {
    try stage.startNetworkManager()
    let (control, slow) = (control(joinPatience: 8), try id("Slow"))
    _ = try firstReport(control)
    _ = control.answer(.join(NetworkJoin(slow, password: NetworkSecret(NetworkStage.password))))
    try wait { stage.calls("networkmanager").contains("AddAndActivateConnection2") }
    stage.suspendNetworkManager()
    try wait("the list times out") { control.answer(.list).radio == .none }
    try wait { !control.isJoining }
    stage.resumeNetworkManager()
    try wait { stage.calls("networkmanager").contains("Delete") }
  }

  @Test func hostileListsAreBounded() throws {
    try stage.startNetworkManager(.hostile)
    let report = try firstReport(control())
    #expect(report.networks.count == NetworksReport.mostNetworks)
    let shown = names(report)
    #expect(shown.contains("0xfffe0001"))
    #expect(shown.contains("line\u{FFFD}feed") && shown.contains("\u{FFFD}gnirts"))
    #expect(shown.contains("Museum\u{FFFD}") && shown.contains("Museum") && shown.contains("0x20"))
    #expect(!shown.contains { $0.contains("ad hoc") || $0.contains("yyy") || $0.isEmpty })
  }

  // MARK: iwd

  @Test func networksOfIwdAreListed() throws {
    try stage.startIwd()
    let report = try firstReport(control())
    #expect(names(report) == ["Saved", "Museum", "Guests", "Office", "Far", "Slow"])
    #expect(report.networks.map(\.strength) == [94, 100, 88, 82, 76, 70])
    #expect(report.networks.map(\.isKnown) == [true, false, false, false, false, false])
    #expect(report.networks[3].id.security == .unsupported && report.networks[2].id.security == .open)
    #expect(stage.calls("iwd").contains("Scan"))
  }

  @Test(arguments: [(NetworkStage.Scenario.none, NetworksReport.Radio.none), (.off, .off)])
  func stateOfIwdsDeviceIsKnown(scenario: NetworkStage.Scenario, radio: NetworksReport.Radio) throws {
    try stage.startIwd(scenario)
    let control = control()
    #expect(try firstReport(control) == NetworksReport(radio))
    guard radio == .off else { return }
    _ = control.answer(.turnOn)
    try wait { control.answer(.list).radio == .on }
  }

  @Test func iwdGetsThePasswordFromItsAgent() throws {
    try stage.startIwd()
    let (control, museum, guests) = (control(), try id("Museum"), try id("Guests", .open))
    #expect(try join(control, museum, "wrong password") == .failed(museum, .wrongPassword))
    #expect(try join(control, museum, NetworkStage.password) == .joined(museum))
    try wait { control.answer(.list).connected?.id == museum }
    #expect(try join(control, guests) == .joined(guests))
  }

  @Test func savedNetworkOfIwdIsJoinedOrForgotten() throws {
    try stage.startIwd()
    let (control, saved) = (control(), try id("Saved"))
    #expect(try join(control, saved) == .joined(saved))
    #expect(try join(control, saved, "wrong password") == .failed(saved, .wrongPassword))
    #expect(stage.calls("iwd").contains("Forget"))
    #expect(try join(control, saved) == .failed(saved, .failed), "the agent gives no password unasked")
  }

  @Test func reasonsOfIwdAreTold() throws {
    try stage.startIwd()
    let control = control(joinPatience: 1)
    let (far, slow, backstage) = (try id("Far"), try id("Slow"), try id("Backstage"))
    #expect(try join(control, far, NetworkStage.password) == .failed(far, .outOfRange))
    #expect(try join(control, slow, NetworkStage.password) == .failed(slow, .outOfRange))
    try wait { stage.calls("iwd").contains("Disconnect") }
    #expect(try join(control, backstage, NetworkStage.password, isHidden: true) == .joined(backstage))
  }

  @Test func onlyIwdGetsAPassword() throws {
    try stage.startIwd()
    let (control, slow) = (control(), try id("Slow"))
    _ = try join(control, try id("Museum"), NetworkStage.password)
    _ = control.answer(.join(NetworkJoin(slow, password: NetworkSecret(NetworkStage.password))))
    let stranger = try BusConnection(.system, loop: loop)
    var (owners, answers): ([String], [Result<[BusValue], BusError>]) = ([], [])
    stranger.call(
      BusCall(
        "ListNames", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus",
        destination: "org.freedesktop.DBus")
    ) { owners = (try? $0.get())?.first?.elements.compactMap(\.text) ?? [] }
    try wait { !owners.isEmpty }
    let unique = owners.filter { $0.hasPrefix(":") }
    for owner in unique {
      stranger.call(
        BusCall(
          "RequestPassphrase", of: "net.connman.iwd.Agent", at: "/org/rotunda/Agent", destination: owner,
          [.objectPath("/net/connman/iwd/0/4/n5")]), timeout: 2
      ) { answers.append($0) }
    }
    try wait { answers.count == unique.count }
    #expect(
      answers.contains {
        if case .failure(let error) = $0 { error.name.hasSuffix("Canceled") } else { false }
      })
    for answer in answers { #expect((try? answer.get()) == nil) }
  }

  @Test func iwdWorksWhereNetworkManagerHasNoDevice() throws {
    try stage.startNetworkManager(.unmanaged)
    try stage.startIwd()
    #expect(names(try firstReport(control())).contains("Far"))
  }

  @Test func iwdThatRestartsIsFoundAgain() throws {
    try stage.startIwd()
    let (control, museum) = (control(), try id("Museum"))
    #expect(try join(control, museum, NetworkStage.password) == .joined(museum))
    stage.stopIwd()
    try wait { control.answer(.list).radio == .none }
    try stage.startIwd()
    try wait { control.answer(.list).radio == .on }
    #expect(try join(control, museum, NetworkStage.password) == .joined(museum))
  }
}
