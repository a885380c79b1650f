import CLinux
import Glibc
import Logging

private let log = Log("programs")

/// A group that the launcher may be in and programs must not be in.
///
/// That of the input devices: who is in it can read every key that is pressed, passwords included. The launcher has it
/// from its unit to see touches while a program has the screen.
struct WithheldGroup {
  private let name: String
  private let number: gid_t?
  private var hasWarned = false

  /// The group that owns `/dev/input` on every distribution with systemd.
  static let inputDevices = "input"

  /// The group of that name; nothing is withheld where there is none.
  init(named name: String = inputDevices) {
    self.name = name
    number = getgrnam(name)?.pointee.gr_gid
  }

  /// What `body` starts is not in the group, if the system lets that be.
  mutating func withhold<Result>(_ body: () -> Result) -> Result {
    guard let number else { return body() }
    let result = clinux_thread_leave_group(number)
    if result < 0 { warn(errno) }
    defer {
      if result > 0, clinux_thread_join_group(number) != 0 {
        log.warning("the launcher cannot return to the group \(name): \(String(cString: strerror(errno)))")
      }
    }
    return body()
  }

  private mutating func warn(_ errno: Int32) {
    guard !hasWarned else { return }
    hasWarned = true
    log.warning(
      "programs inherit the group \(name) and can read every key and touch: \(String(cString: strerror(errno)))"
    )
  }
}
