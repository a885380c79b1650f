import Configuration
import ConfigurationFile
import RotundaGeometry
import Threads

/// The rotation that the configuration asks for, read before the compositor starts: some compositors take it
/// only then.
package nonisolated struct RotationSource: Sendable {
  private let file: String?
  private let loader: ConfigurationLoader
  private let kept: KeptConfiguration?

  /// Seconds that the configuration's files get to answer. Without one the picture is not turned, and the
  /// launcher, which does not wait for them either, turns it later where it can.
  private static let patience = 0.5

  /// `file` is the configuration file; nil looks in the usual places.
  package init(_ file: String?, _ environment: ProcessEnvironment) {
    self.file = file
    loader = ConfigurationLoader(environment: environment.variables)
    kept = KeptConfiguration(environment)
  }

  /// What the configuration says, or the last good one where there is an error in it; nil where it says
  /// nothing.
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
