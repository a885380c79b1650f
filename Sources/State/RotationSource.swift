import Configuration
import ConfigurationFile
import RotundaGeometry
import Threads

/// Reads the configured rotation before the compositor starts: some compositors accept it only then.
package nonisolated struct RotationSource: Sendable {
  private let file: String?
  private let loader: ConfigurationLoader
  private let kept: KeptConfiguration?

  /// Seconds in which the configuration's files must answer. Otherwise the picture is not rotated yet. The
  /// launcher does not wait for them either, and rotates the picture later if possible.
  private static let patience = 0.5

  /// Creates a source. `file` is the configuration file; nil for the default locations.
  package init(_ file: String?, _ environment: ProcessEnvironment) {
    self.file = file
    loader = ConfigurationLoader(environment: environment.variables)
    kept = KeptConfiguration(environment)
  }

  /// The rotation in the configuration, or in the last good one if the current has errors; nil if not set.
  /// Blocks for at most `patience`.
  package var rotation: ScreenRotation? {
    let answer = Monitor<Answer?>(nil)
    do {
      _ = try WorkerThread(name: "rotation") {
        let rotation = read()
        answer.withLock { $0 = Answer(rotation: rotation) }
        answer.wakeUp()
      }
    } catch {
      return read()
    }
    var isLate = false
    let found: Answer = answer.wait(seconds: { _ in Self.patience }) { answer in
      defer { isLate = true }
      return answer ?? (isLate ? Answer() : nil)
    }
    return found.rotation
  }

  private struct Answer: Sendable {
    var rotation: ScreenRotation?
  }

  private func read() -> ScreenRotation? {
    let loaded = loader.load(file)
    let isGood = loaded.isReadable && !loaded.diagnostics.contains { $0.severity == .error }
    guard !isGood, let archive = kept?.read() else { return loaded.configuration.screen.rotation }
    return loader.load(archive).configuration.screen.rotation
  }
}
