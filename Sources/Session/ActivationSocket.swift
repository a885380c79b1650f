import Glibc

/// A socket that the service manager listens at and hands to a service (sd_listen_fds(3)).
package nonisolated enum ActivationSocket {
  /// What the session's unit calls the one that the panel service comes to: `FileDescriptorName=` of the
  /// socket's unit.
  static let panels = "rotunda-panels"
  /// The first descriptor that a service manager hands over (SD_LISTEN_FDS_START).
  private static let firstNumber: Int32 = 3
  /// A service manager that hands over more is none.
  private static let most = 64

  /// The socket's descriptor among those that `environment` names as process `processID`'s; nil when it is
  /// not there.
  package static func number(
    named name: String, in environment: [String: String], processID: Int32 = getpid()
  ) -> Int32? {
    guard environment["LISTEN_PID"].flatMap(Int32.init) == processID,
      let count = environment["LISTEN_FDS"].flatMap(Int.init), (1...most).contains(count)
    else { return nil }
    let names = (environment["LISTEN_FDNAMES"] ?? "").split(separator: ":", omittingEmptySubsequences: false)
    guard let index = names.prefix(count).firstIndex(where: { $0 == name }) else { return nil }
    return firstNumber + Int32(index)
  }
}
