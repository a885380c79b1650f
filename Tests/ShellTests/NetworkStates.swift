import Networks

@testable import Shell

/// Reports about networks whose names are numbers.
enum NetworkStates {
  static func id(_ name: String, _ security: NetworkSecurity = .personal) -> NetworkID {
    guard let name = NetworkName(Array(name.utf8)) else { preconditionFailure("a name has 1 to 32 bytes") }
    return NetworkID(name, security)
  }

  /// A network in each state.
  static let all = NetworksReport(
    .on,
    [
      WirelessNetwork(id("1"), strength: 90), WirelessNetwork(id("2"), strength: 80, isKnown: true),
      WirelessNetwork(id("3", .open), strength: 40), WirelessNetwork(id("4", .unsupported), strength: 60),
    ])

  /// A report in each state.
  static var reports: [NetworksReport] {
    var reports = NetworksReport.Radio.allCases.map { NetworksReport($0) } + [all]
    let joins: [JoinState] =
      [.joining(id("1")), .joined(id("1"))] + JoinProblem.allCases.map { .failed(id("1"), $0) }
    reports += joins.map { NetworksReport(.on, all.networks, join: $0) }
    let used = WirelessNetwork(id("5"), strength: 99, isKnown: true, isConnected: true)
    return reports + [NetworksReport(.on, [used])]
  }
}
