import Glibc

/// Sockets that the service manager hands to a process (sd_listen_fds(3)), by what `FileDescriptorName=` of their units says.
package nonisolated enum ServiceSocket {
  /// At which the panel service comes to the session.
  static let panels = "rotunda-panels"
  /// At which launchers ask for programs.
  package static let programs = "rotunda-programs"

  /// The first descriptor that a service manager hands over (SD_LISTEN_FDS_START).
  private static let firstNumber: Int32 = 3
  /// A service manager that hands over more is none.
  private static let most = 64

  /// A socket's descriptor among those that `environment` names as process `processID`'s; nil when it is not there.
  package static func number(
    of name: String, in environment: [String: String], processID: Int32 = getpid()
  ) -> Int32? {
    guard environment["LISTEN_PID"].flatMap(Int32.init) == processID,
      let count = environment["LISTEN_FDS"].flatMap(Int.init), (1...most).contains(count)
    else { return nil }
    let names = (environment["LISTEN_FDNAMES"] ?? "").split(separator: ":", omittingEmptySubsequences: false)
    guard let index = names.prefix(count).firstIndex(where: { $0 == name }) else { return nil }
    return firstNumber + Int32(index)
  }
}
