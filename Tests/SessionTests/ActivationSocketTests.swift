import Testing

@testable import Session

/// Sockets from a service manager, per sd_listen_fds(3).
struct ActivationSocketTests {
  private static let cases: [([String: String], Int32?)] = [
    (["LISTEN_PID": "7", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "rotunda-panels"], 3),
    (["LISTEN_PID": "7", "LISTEN_FDS": "3", "LISTEN_FDNAMES": "other::rotunda-panels"], 5),
    (["LISTEN_PID": "8", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "rotunda-panels"], nil),
    (["LISTEN_FDS": "1", "LISTEN_FDNAMES": "rotunda-panels"], nil),
    (["LISTEN_PID": "7", "LISTEN_FDNAMES": "rotunda-panels"], nil),
    (["LISTEN_PID": "7", "LISTEN_FDS": "1"], nil),
    (["LISTEN_PID": "7", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "other:rotunda-panels"], nil),
    (["LISTEN_PID": "7", "LISTEN_FDS": "0", "LISTEN_FDNAMES": "rotunda-panels"], nil),
    (["LISTEN_PID": "7", "LISTEN_FDS": "-1", "LISTEN_FDNAMES": "rotunda-panels"], nil),
    (["LISTEN_PID": "7", "LISTEN_FDS": "99999999999", "LISTEN_FDNAMES": "rotunda-panels"], nil),
    (["LISTEN_PID": "x", "LISTEN_FDS": "y", "LISTEN_FDNAMES": "z"], nil),
  ]

  @Test func socketIsKnownByNameToItsProcess() {
    for (environment, number) in Self.cases {
      #expect(
        ActivationSocket.number(named: "rotunda-panels", in: environment, processID: 7) == number,
        "\(environment)")
    }
  }
}
