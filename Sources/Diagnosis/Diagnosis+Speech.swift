/// What the configuration wants heard, and whether the machine can do that.
extension Diagnosis {
  mutating func speech(_ machine: Machine) {
    let name = "speech"
    switch machine.speech {
    case nil: break
    case .ready: add(.good, name, "Speech Dispatcher says what is on the screen")
    case .noLibrary:
      add(
        .missing, name, "nothing is said: libspeechd is not installed",
        remedy: "apt install libspeechd2 speech-dispatcher speech-dispatcher-espeak-ng")
    case .noServer:
      add(
        .missing, name, "nothing is said: there is no speech-dispatcher to be started",
        remedy: "apt install speech-dispatcher speech-dispatcher-espeak-ng")
    case .noVoice:
      add(
        .note, name, "Speech Dispatcher has no voice of its own",
        remedy: "apt install speech-dispatcher-espeak-ng, or name another module in speechd.conf")
    }
  }

  mutating func sound(_ machine: Machine) {
    let name = "sound"
    switch machine.sound {
    case nil: break
    case .ready: add(.good, name, "ALSA's default device plays sounds")
    case .noLibrary:
      add(.missing, name, "nothing is heard: libasound is not installed", remedy: "apt install libasound2")
    case .noDevice:
      add(
        .missing, name, "nothing is heard: ALSA's default device cannot be opened",
        remedy: "see aplay -L, and whether the kiosk's user may use /dev/snd")
    }
  }
}
