import Configuration
import Programs
import Scene

/// What the shell wants done outside.
public enum ShellEffect: Hashable, Sendable {
  /// Start a program; answer with `startFailed` or, when it has ended, `ended`.
  case start(ProgramID, ProgramRequest)
  /// Ask a program to end, and end it when it does not; `ended` follows.
  case stop(ProgramID)
  /// A program goes on out of sight: nothing needs to be done where the launcher comes to the front over it.
  case keep(ProgramID)
  /// Bring the window of a program to the front that runs out of sight; answer with `bringForwardFailed` where that
  /// can not be done.
  case bringForward(ProgramID)
  /// Read the configuration again; answer with `configuration` or `configurationRefused`.
  case reloadConfiguration
  /// This configuration is in force from now on.
  case configurationTaken(KioskConfiguration)
  /// The carousel rests at another place: the open folders, from the outermost on, and the tile in the middle, by their
  /// identifiers. A launcher that starts after this one went down is given them with `place`.
  case keepPlace([String])
  /// Keep the record, and when it is safe compare a PIN with a hash, not on the thread that draws; answer with
  /// `pinChecked`.
  case checkPIN(PIN, PINHash, record: AccessRecord)
  /// Keep this for the next start.
  case keepRecord(AccessRecord)
  /// Draw a random number; answer with `random`.
  case readRandom
  /// Look whether programs have been stopped or frozen; answer with `halted`.
  case lookAtPrograms
  /// Look the machine over; answer with `system`.
  case readSystem
  /// End, to be started again.
  case restart
  /// End the kiosk for a login on the console.
  case leaveToConsole
  /// Look at the clock; answer with `wallTime`.
  case readWallTime
  /// Look up where the value of a control is found; answer with `values`.
  case readValue(ValueSource)
  /// Draw a picture, the lowest order first; answer with `pictureReady`.
  case draw(Picture, order: Int)
  /// Bring the launcher's window to the front.
  case comeForward
  /// Speak the language with this tag, or nil for the kiosk's own: answer with `languages` and `shelves`.
  case speak(String?)
  /// Switch the machine off, start it again or send it to sleep; answer with `powerFailed` when it is not.
  case power(PowerAction)
  /// Tell the journal of something normal.
  case note(Message)
  /// Tell when nobody has touched anything for so many seconds, with `ShellEvent.idle`; nil for never.
  case watchIdle(after: Double?)
  /// Turn the screen on or off where that can be done; what is shown is black while it is to be off.
  case setScreen(isOn: Bool)
  /// Tell the journal.
  case report(Message)
  /// Say this aloud, in place of what is being said; the language is a tag such as `de`, nil for the voice's own.
  case say(String, language: String?)
  /// Say nothing any more.
  case hush
  /// Have this heard.
  case play(SoundCue)
  /// Tell those who look after the machine, and count.
  case announce(Announcement)
  /// A call from outside has been dealt with.
  case answer(Int, ControlAnswer)
  /// Take a picture of what is seen, for the call with this number, and answer it.
  case photograph(Int)
}
