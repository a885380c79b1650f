import CLinux

/// Protection of this process from other processes of the same user.
package enum OwnProcess {
  /// Forbids access to the process's memory and descriptors: see `clinux_forbid_inspection`.
  package static func forbidInspection() {
    OutOfMemoryScore.keepWithinReach()
    _ = clinux_forbid_inspection()
  }
}
