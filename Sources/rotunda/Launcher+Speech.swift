import Logging
import Programs
import Shell

private let log = Log("speech")

/// Saying things aloud.
extension Launcher {
  /// Whoever speaks is started when there is something to be said and nobody listens.
  func beginSpeech() {
    speaker.onUnreachable = { [weak self] in self?.startSpeechServer() }
  }

  private func startSpeechServer() {
    guard !startsSpeech else { return }
    // In the foreground, so that it ends with the launcher; and without an end of its own. A locale that is
    // not there, as on many kiosks, it does not start in; what language is spoken it is told with every text.
    let command = Command(
      ["speech-dispatcher", "--run-single", "--timeout", "0"], environment: ["LC_ALL": "C.UTF-8"])
    do throws(StartFailure) {
      let request = ProgramRequest(command, tile: "speech", title: "Speech Dispatcher")
      speechServer = try programs.start(request) { [weak self] event in
        switch event {
        case .startFailed, .ended: self?.speechServer = nil
        case .unlimited: break
        }
      }
    } catch {
      log.warning("Speech Dispatcher cannot be started: \(error)")
    }
  }

  private var startsSpeech: Bool { speechServer != nil }
}
