import Configuration
import Editing
import FileSystem
import Glibc
import Logging

private let log = Log("setup-web")

/// Keeps the unsaved changes of a session for the next one. The page ends with the right to save, perhaps in
/// the middle of an operator's work.
struct UnsavedEdits {
  /// Seconds for which changes are kept. Later they would surprise another operator.
  static let lifetime = 86_400

  private let file: AtomicFile

  init(_ path: String) { file = AtomicFile(path) }

  /// The steps of the last session; empty if it saved all of them, or if it was too long ago.
  func read() -> [[Edit]] {
    var status = stat()
    guard stat(file.path, &status) == 0 else { return [] }
    let age = time(nil) - status.st_mtim.tv_sec
    guard (0...Self.lifetime).contains(age), let bytes = file.read(limit: EditScript.mostBytes),
      let steps = EditScript.steps(of: bytes)
    else {
      log.warning("unsaved changes are not restored: they are too old, or cannot be read")
      file.remove()
      return []
    }
    return steps
  }

  /// Keeps steps in the place of earlier ones.
  func keep(_ steps: [[Edit]]) {
    guard !steps.isEmpty else { return file.remove() }
    let bytes = EditScript.bytes(of: steps)
    let fault = bytes.count > EditScript.mostBytes ? "they are too many" : file.replace(with: bytes)
    if let fault { log.error("unsaved changes are not kept for a later session: \(fault)") }
  }
}
