import CLinux
import Glibc

/// A session and process group as containment: what setsid(2) gives everywhere.
///
/// A process that starts a session of its own escapes it. The number stays this session's as long as its leader has
/// not been reaped, so nobody else is ever signalled.
struct ProcessSession: ProcessContainment {
  /// The process id of its leader.
  let leader: Int32

  func members() -> [Int32] {
    ProcessStatus.all().filter { isMember($0) }.map(\.processID)
  }

  private func isMember(_ status: ProcessStatus) -> Bool {
    !status.isZombie && (status.session == leader || status.group == leader)
  }

  func send(signal: Int32) {
    // In one call first: a process that forks meanwhile cannot slip through.
    killpg(leader, signal)
    for status in ProcessStatus.all() where isMember(status) && status.group != leader {
      send(signal: signal, to: status.processID)
    }
  }

  /// The descriptor pins the process, and the second look makes sure that it is the right one.
  private func send(signal: Int32, to processID: Int32) {
    let descriptor = clinux_pidfd_open(processID)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard let status = ProcessStatus(of: processID), isMember(status) else { return }
    _ = clinux_pidfd_send_signal(descriptor, signal)
  }
}
