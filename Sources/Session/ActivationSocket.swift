import Glibc

/// A listening socket that the service manager passes to a service (sd_listen_fds(3)).
package nonisolated enum ActivationSocket {
  /// The name of the panel service's socket: `FileDescriptorName=` of the socket's unit.
  static let panels = "rotunda-panels"
  /// The first descriptor that a service manager passes (SD_LISTEN_FDS_START).
  private static let firstNumber: Int32 = 3
  /// The most descriptors that a service manager passes.
  private static let most = 64

  /// Returns the descriptor of the socket `name` if `environment` passes it to process `processID`; otherwise
  /// nil.
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
