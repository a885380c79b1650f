import Applications
import Configuration
import EventLoop
import Logging
import Programs
import Shell
import Sound
import Speech

private let log = Log("speech")

/// What is heard: speech, and short sounds.
final class AudioOutput {
  private let starter: ProgramStarter
  private let speaker: Speaker
  private let player: SoundPlayer
  /// What is heard in the place of the usual sounds.
  private var tones: [SoundCue: Tone] = [:]
  /// The speech server that the launcher has started.
  private var server: (any StartedProgram)?

  init(_ loop: EventLoop, _ starter: ProgramStarter) throws(EventLoopError) {
    self.starter = starter
    (speaker, player) = (try Speaker(loop: loop), SoundPlayer(loop: loop))
    speaker.onUnreachable = { [weak self] in self?.startServer() }
  }

  /// Says this aloud, in place of what is being said; the language is a tag such as `de`, nil for the voice's
  /// own.
  func say(_ text: String, language: String?) { speaker.speak(text, language: language) }

  /// Says nothing any more.
  func hush() { speaker.stop() }

  func play(_ cue: SoundCue) {
    let tone: Tone =
      switch cue {
      case .tap: .tap
      case .settle: .settle
      case .error: .error
      }
    player.play(tones[cue] ?? tone)
  }

  /// Takes a theme's sounds.
  func apply(_ look: ThemeLook?) {
    let cues: [ThemeSound.Cue: SoundCue] = [.tap: .tap, .settle: .settle, .error: .error]
    tones = [:]
    for (cue, sound) in look?.sounds ?? [:] {
      guard let cue = cues[cue] else { continue }
      tones[cue] = Tone(
        sound.notes.map {
          Tone.Note(frequency: $0.frequency, start: $0.start, decay: $0.decay, loudness: $0.loudness)
        })
    }
  }

  /// The server is started when there is something to be said and none listens.
  private func startServer() {
    guard server == nil else { return }
    // In the foreground, so that it ends with the launcher; and without an end of its own. It does not start
    // in a locale that is not installed, as on many kiosks; the language comes with every text.
    let command = Command(
      ["speech-dispatcher", "--run-single", "--timeout", "0"], environment: ["LC_ALL": "C.UTF-8"])
    do throws(StartFailure) {
      let request = ProgramRequest(command, tile: "speech", title: "Speech Dispatcher")
      server = try starter.start(request) { [weak self] event in
        switch event {
        case .startFailed, .ended: self?.server = nil
        case .unlimited: break
        }
      }
    } catch {
      log.warning("Speech Dispatcher cannot be started: \(error)")
    }
  }
}
