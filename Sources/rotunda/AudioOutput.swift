import Applications
import Configuration
import EventLoop
import Logging
import Programs
import Shell
import Sound
import Speech

private let log = Log("speech")

/// The launcher's audio: speech, and short sounds.
final class AudioOutput {
  private let starter: ProgramStarter
  private let speaker: Speaker
  private let player: SoundPlayer
  private let mixer: Mixer
  private let headset: HeadsetWatch
  /// A theme's sounds, which replace the default ones.
  private var tones: [SoundCue: Tone] = [:]
  private var files: [SoundCue: SoundFile] = [:]
  /// The speech server that the launcher started.
  private var server: (any StartedProgram)?

  init(_ loop: EventLoop, _ starter: ProgramStarter) throws(EventLoopError) {
    self.starter = starter
    (speaker, player) = (try Speaker(loop: loop), SoundPlayer(loop: loop))
    (mixer, headset) = (Mixer(loop: loop), HeadsetWatch(loop: loop))
    speaker.onUnreachable = { [weak self] in self?.startServer() }
  }

  /// Speaks a text and interrupts the current one. The language is a tag such as `de`; nil means the voice's
  /// default.
  func speak(_ text: String, language: String?) { speaker.speak(text, language: language) }

  /// Sets the rate and pitch of the voice.
  func setVoice(rate: Int, pitch: Int) { speaker.setVoice(rate: rate, pitch: pitch) }
  /// Sets the volume of all output.
  func setVolume(percent: Int) { mixer.set(percent: percent) }

  /// Stops speaking.
  func stopSpeaking() { speaker.stop() }

  func play(_ cue: SoundCue) {
    let usual: Tone? =
      switch cue {
      case .tap, .back: .tap
      case .settle: .settle
      case .error: .error
      case .question: .question
      case .attract: nil
      }
    let tone = tones[cue] ?? usual
    if let file = files[cue] {
      player.play(.file(file, otherwise: tone))
    } else if let tone {
      player.play(.tone(tone))
    }
  }

  /// Reports when a headset is plugged in or unplugged, if wanted. The first call reports the present state.
  func watchHeadset(_ isWanted: Bool, onChange: @escaping (_ isPlugged: Bool, _ isFirst: Bool) -> Void) {
    headset.onChange = onChange
    headset.isOn = isWanted
  }

  /// Applies a theme's sounds.
  func apply(_ look: ThemeLook?) {
    (tones, files) = ([:], [:])
    player.forgetFiles()
    for (cue, file) in look?.soundFiles ?? [:] {
      files[Self.cue(cue)] = SoundFile(path: file.path, revision: file.revision)
    }
    for (cue, sound) in look?.sounds ?? [:] {
      tones[Self.cue(cue)] = Tone(
        sound.notes.map {
          Tone.Note(frequency: $0.frequency, start: $0.start, decay: $0.decay, loudness: $0.loudness)
        })
    }
  }

  private static func cue(_ cue: ThemeSound.Cue) -> SoundCue {
    switch cue {
    case .tap: .tap
    case .settle: .settle
    case .error: .error
    case .back: .back
    case .attract: .attract
    case .question: .question
    }
  }

  /// Starts the server: the launcher has something to say and no server answers.
  private func startServer() {
    guard server == nil else { return }
    // Run in the foreground, to end with the launcher, and without an idle time-out. The server does not
    // start in a locale that is not installed, as on many kiosks. Each text carries its own language.
    let command = Command(
      ["speech-dispatcher", "--run-single", "--timeout", "0"], environment: ["LC_ALL": "C.UTF-8"])
    do throws(StartFailure) {
      var request = ProgramRequest(command, tile: "speech", title: "Speech Dispatcher")
      request.isProtected = false
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
