import Credentials
import Editing
import Foundation
import NetworkDaemons
import Networks
import Testing

/// Requests about networks to the real editor's service, with real daemons behind it.
@Suite(.serialized) struct NetworkServiceTests {
  private static let operators = "[admin]\npin-file = \"/x\"\n"
  private static var installed: Bool { NetworkStage.isInstalled }

  private func id(_ name: String, _ security: NetworkSecurity = .personal) throws -> NetworkID {
    NetworkID(try #require(NetworkName(Array(name.utf8))), security)
  }

  private func ask(_ stage: EditorStage, _ order: NetworkOrder, ticket: PINTicket? = nil) -> NetworksReport {
    EditorServiceClient(socket: stage.path("editor-socket")).ask(NetworkRequest(ticket: ticket, order))
  }

  /// Returns the first list of a service that knows the daemons.
  private func list(_ stage: EditorStage, ticket: PINTicket? = nil) throws -> NetworksReport {
    let limit = Date.now + 60
    var report = ask(stage, .list, ticket: ticket)
    while report.radio == .searching, Date.now < limit { report = ask(stage, .list, ticket: ticket) }
    return report
  }

  private func join(_ stage: EditorStage, _ id: NetworkID, _ password: String) throws -> JoinState? {
    let secret = try #require(NetworkSecret(password))
    var report = ask(stage, .join(NetworkJoin(id, password: secret)))
    let limit = Date.now + 60
    while case .joining = report.join, Date.now < limit {
      usleep(50_000)
      report = ask(stage, .list)
    }
    return report.join
  }

  @Test(.enabled(if: installed, "needs dbus-daemon and python3-dbusmock"))
  func firstRunJoinsANetworkAndThenStops() throws {
    let network = try NetworkStage()
    try network.startNetworkManager()
    let stage = try EditorStage("# nothing yet\n", hasPIN: false, bus: network.address, logs: true)
    let museum = try id("Museum")
    #expect(try list(stage).networks.count == 8)
    #expect(try join(stage, museum, "wrong password") == .failed(museum, .wrongPassword))
    #expect(try join(stage, museum, NetworkStage.password) == .joined(museum))
    let limit = Date.now + 60
    while ask(stage, .list).connected == nil, Date.now < limit { usleep(50_000) }
    #expect(ask(stage, .list).connected?.id == museum)
    #expect(stage.save("[brand]\nname = \"A\"\n") == nil)
    #expect(ask(stage, .list) == NetworksReport(.forbidden), "the first run is over")
    #expect(ask(stage, .join(NetworkJoin(museum))) == NetworksReport(.forbidden))
    let log = try #require(stage.text("editor-log"))
    #expect(log.contains("joins a wireless network") && !log.contains("password\""))
    for secret in [NetworkStage.password, "wrong password", "Museum"] { #expect(!log.contains(secret)) }
  }

  @Test(.enabled(if: installed, "needs dbus-daemon and python3-dbusmock"))
  func setUpKioskNeedsATicket() throws {
    let network = try NetworkStage()
    try network.startIwd()
    let stage = try EditorStage(Self.operators, hasPIN: true, bus: network.address)
    #expect(ask(stage, .list) == NetworksReport(.forbidden))
    #expect(ask(stage, .list, ticket: PINTicket()) == NetworksReport(.forbidden))
    let ticket = try stage.ticket()
    #expect(try list(stage, ticket: ticket).networks.count == 6)
    #expect(!network.calls("iwd").contains("Connect"))
  }

  @Test(.enabled(if: installed, "needs dbus-daemon and python3-dbusmock"))
  func serviceSavesWhileANetworkIsJoined() throws {
    let network = try NetworkStage()
    try network.startNetworkManager()
    let stage = try EditorStage("# nothing yet\n", hasPIN: false, bus: network.address)
    let slow = try id("Slow")
    _ = try list(stage)
    #expect(
      ask(stage, .join(NetworkJoin(slow, password: NetworkSecret("right password")))).join == .joining(slow))
    #expect(stage.save("[brand]\nname = \"A\"\n") == nil)
  }

  @Test func kioskWithoutABusHasNoNetworks() throws {
    let stage = try EditorStage(nil, hasPIN: false, bus: "unix:path=/nonexistent/socket")
    #expect(ask(stage, .list) == NetworksReport(.none))
    #expect(
      EditorServiceClient(socket: "/nonexistent").ask(NetworkRequest(ticket: nil, .list)).radio == .none)
  }

  // MARK: Messages

  @Test func requestsSurviveARoundTrip() throws {
    let name = try #require(NetworkName([0x00, 0xFF, 0x0A, 0x20]))
    let secret = NetworkSecret("a\nb c\u{1F}d e")
    let orders: [NetworkOrder] = [
      .list, .stop, .turnOn, .join(NetworkJoin(NetworkID(name, .open))),
      .join(NetworkJoin(NetworkID(name, .personal), password: secret, isHidden: true)),
      .join(NetworkJoin(NetworkID(name, .personal))),
    ]
    for order in orders {
      for ticket in [nil, PINTicket()] {
        let request = NetworkRequest(ticket: ticket, order)
        #expect(NetworkRequest(bytes: request.bytes) == request)
        #expect(EditorRequest(bytes: request.bytes) == nil)
      }
    }
  }

  @Test(arguments: [
    "", "network", "network first", "network first\n", "network x\nlist\n", "network first\nlist",
    "save first\nlist\n",
    "network first\nlist\nx", "network first\njoin personal announced\n",
    "network first\njoin wep announced 41\n",
    "network first\njoin unsupported announced 41\n", "network first\njoin personal visible 41\n",
    "network first\njoin personal announced 4\n", "network first\njoin personal announced 41\nshort",
    "network first\njoin open announced 41\nlong enough", "network first\njoin personal announced 00\n",
    "network first\njoin  personal announced 41\n",
  ]) func otherRequestsAreRefused(text: String) {
    #expect(NetworkRequest(bytes: Array(text.utf8)) == nil)
  }

  @Test func reportsSurviveARoundTrip() throws {
    let (one, two) = (try id("a b\n"), try id("c", .open))
    let networks = [
      WirelessNetwork(one, strength: 100, isKnown: true, isConnected: true),
      WirelessNetwork(two, strength: 0),
    ]
    let joins: [JoinState?] =
      [nil, .joining(one), .joined(two)] + JoinProblem.allCases.map { JoinState.failed(one, $0) }
    for radio in NetworksReport.Radio.allCases {
      for join in joins {
        let report = NetworksReport(radio, networks, join: join)
        #expect(NetworksReport(bytes: report.bytes) == report)
      }
    }
    let many = (0..<NetworksReport.mostNetworks).compactMap { number in
      NetworkName([UInt8](repeating: UInt8(number + 1), count: 32)).map {
        WirelessNetwork(NetworkID($0, .unsupported), strength: 100, isKnown: true, isConnected: true)
      }
    }
    #expect(NetworksReport(.on, many).bytes.count <= NetworksReport.mostBytes)
  }

  @Test(arguments: [
    "", "on", "radio x\n", "radio on\nradio on\n", "radio on\nnetwork 5 open\n",
    "radio on\nnetwork x open 41\n",
    "radio on\nnetwork 5 new open 41\n", "radio on\njoin joined open\n", "radio on\njoin maybe open 41\n",
    "\n \n",
    "radio on\nnetwork 5 open 4x\n",
  ]) func otherReportsAreRefused(text: String) {
    #expect(NetworksReport(bytes: Array(text.utf8)) == nil)
  }
}
