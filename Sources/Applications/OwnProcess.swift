import CLinux

/// This process, as others of its user see it.
package enum OwnProcess {
  /// Keeps them from its memory and its descriptors: see `clinux_forbid_inspection`.
  package static func forbidInspection() {
    OutOfMemoryScore.keepWithinReach()
    _ = clinux_forbid_inspection()
  }
}
