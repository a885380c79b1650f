import Configuration
import Gestures
import Languages
import Programs
import RotundaGeometry
import Scene

/// What happened outside the shell.
package enum ShellEvent: Hashable, Sendable {
  /// The surface has this size in points, and so many pixels to a point.
  case resized(Size, scale: Double)
  /// Fingers (or a pressed pointer) did something.
  case touch(TouchFrame)
  /// Fingers did something on the touchscreen while a program may cover the launcher: seen beside the
  /// compositor, in points of the surface. Nothing is made of them while the launcher itself is seen.
  case globalTouch(TouchFrame)
  /// A swipe came out of the strip along this edge, which stays above programs.
  case stripSwiped(Edge)
  /// A key did something.
  case key(KeyEvent)
  /// Gamepads and remote controls did something, seen beside the compositor.
  case controller(ControllerEvent)
  /// A wheel or a touchpad scrolled.
  case scroll(ScrollEvent)
  /// The launcher gained or lost the keyboard.
  case focus(Bool)
  /// The moment named by `Shell.deadline` has come.
  case deadline
  /// A picture's pixels are in the atlas; `size` is what it measures, and `inset` how much of what was asked
  /// for is free at the left of it and above. `carets` are where one can stand in a line that is typed, in
  /// pixels from its left.
  case pictureReady(Picture, size: PixelSize, inset: PixelSize = PixelSize(0, 0), carets: [Int] = [])
  /// So many points of the surface are a millimeter; nil when the screen does not tell its size.
  case measured(pointsPerMillimeter: Double?)
  /// Who stands before the screen reads these languages, best first; the launcher speaks with these words.
  case languages([String], Localizer)
  /// The words of all languages that tiles are in.
  case readers([Localizer])
  /// The keyboards of the languages that `ShellEffect.readKeyboards` named.
  case keyboards([KeyboardLayout])
  /// The shelves of the configuration that was read last, in another language.
  case shelves([LauncherShelf])
  /// Clocks show this.
  case wallTime(WallTime)
  /// Whether the launcher before this one was locked. The first thing that is told.
  case remembered(isLocked: Bool)
  /// No PIN is checked for so many seconds.
  case pinWait(seconds: Double)
  /// A PIN was checked.
  case pinChecked(PINVerdict)
  /// The paths of the pictures in the directories that `ShellEffect.readPictures` named.
  case pictureFiles([String])
  /// A random number was drawn.
  case random(UInt64)
  /// A headset is plugged in, or none is; new where that has just become so.
  case headset(isPlugged: Bool, isNew: Bool)
  /// The configuration was read again: this is what it says now, and what is wrong with it.
  case configuration(KioskConfiguration, shelves: [LauncherShelf], problems: [Diagnostic])
  /// The configuration was read again and could not be used; the one before stays in force.
  case configurationRefused([Diagnostic])
  /// Facts for the operator changed.
  case system(SystemInformation)
  /// At most so many programs can be left running out of sight and be brought back; nil when any number can.
  case keepsPrograms(atMost: Int?)
  /// The launcher is there: what starts with it is to be started. The first time counts.
  case began
  /// A launcher before this one went down while its visitor was there: what `ShellEffect.keepPlace` said
  /// last.
  case place([String])
  /// Files and commands tell these values of controls.
  case values([ValueSource: String])
  /// Whether the compositor tells when a program has a window.
  case tellsWindows(Bool)
  /// A program has its first window.
  case windowAppeared(ProgramID)
  /// A program's last window has gone, and the program runs on.
  case windowsGone(ProgramID)
  /// Of the programs that run, these have been stopped or frozen.
  case halted(Set<ProgramID>)
  /// The machine is not switched off, started again or sent to sleep, and why.
  case powerFailed(PowerAction, reason: String)
  /// A program that runs out of sight cannot be brought forward.
  case bringForwardFailed(ProgramID)
  /// A program could not be started.
  case startFailed(ProgramID, StartFailure)
  /// A program runs, but what it may have of the machine is not limited as its tile says, and why.
  case programUnlimited(ProgramID, reason: String)
  /// Whether the compositor tells, with `idle` and `active`, of touches in whatever window.
  case watchesIdle(Bool)
  /// No one has touched anything for as long as `ShellEffect.watchIdle` asked for.
  case idle
  /// A visitor is back.
  case active
  /// It is this minute of the week by the local clock, Monday at midnight being 0; and the machine has slept
  /// for so many seconds since the last such event.
  case clock(minuteOfWeek: Int, slept: Double)
  /// What is known of the facts that tiles depend on.
  case facts([Fact: Bool])
  /// An operator asks for something from outside; `ShellEffect.answer` follows, sooner or later.
  case control(ControlCall)
  /// A fact for an operator who sets up the kiosk.
  case setUp(SetupFact)
  /// Something happened to the page for phones.
  case phone(PhoneFact)
  /// A program that the shell had started ended.
  case ended(ProgramID, ExitReason)
  /// The state of an editing session: it has begun, or `ShellEffect.edit` has changed something. The shelves
  /// are those of its configuration, for a trial.
  case edited(EditingState, shelves: [LauncherShelf])
  /// A step of changes was not made.
  case editRefused(EditRefusal)
  /// The edited file is on the disk. A `configuration` follows.
  case saved
  /// Nothing was saved.
  case saveRefused(SaveRefusal)
}

extension ShellEvent {
  /// Whether a visitor does something with the launcher, or it comes to the front: then tiles are to show how
  /// their programs are.
  var mayShowChangedPrograms: Bool {
    switch self {
    case .touch, .key, .controller, .scroll, .focus, .active: true
    default: false
    }
  }
}

/// What the shell wants done outside.
package enum ShellEffect: Hashable, Sendable {
  /// Start a program; answer with `startFailed` or, when it has ended, `ended`.
  case start(ProgramID, ProgramRequest)
  /// Ask a program to end, and end it when it does not; `ended` follows.
  case stop(ProgramID)
  /// A program goes on out of sight: nothing needs to be done where the launcher comes to the front over it.
  case keep(ProgramID)
  /// Bring the window of a program to the front that runs out of sight; answer with `bringForwardFailed`
  /// where that cannot be done.
  case bringForward(ProgramID)
  /// Read the configuration again; answer with `configuration` or `configurationRefused`.
  case reloadConfiguration
  /// This configuration is in force from now on.
  case configurationTaken(KioskConfiguration)
  /// The carousel rests at another place: the open folders, from the outermost on, and the tile in the
  /// middle, by their identifiers. A launcher that starts after this one went down is given them with
  /// `place`.
  case keepPlace([String])
  /// Count a PIN as wrong, and when that is safe compare it with what it has to be, not on the thread that
  /// draws; answer with `pinChecked`.
  case checkPIN(PIN, PINSetting)
  /// Keep for the next start whether the launcher is locked.
  case keepLock(Bool)
  /// Read the keyboards of the languages with these tags, not on the thread that draws; answer with
  /// `keyboards`.
  case readKeyboards([String])
  /// Look which pictures are in these directories; answer with `pictureFiles`.
  case readPictures([String])
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
  case setLanguage(String?)
  /// Switch the machine off, start it again or send it to sleep; answer with `powerFailed` when it is not.
  case power(PowerAction)
  /// Log something normal.
  case log(Message)
  /// Tell when there has been no input for so many seconds, with `ShellEvent.idle`; nil for never.
  case watchIdle(after: Double?)
  /// Turn the screen on or off where that can be done; what is shown is black while it is to be off.
  case setScreen(isOn: Bool)
  /// Log that something went wrong, and tell those who look after the machine.
  case logError(Message)
  /// Speak this, in place of what is being spoken; the language is a tag such as `de`, nil for the voice's
  /// own.
  case speak(String, language: String?)
  /// Speak no more.
  case stopSpeaking
  /// Speak in this way from now on: each -100 to 100, 0 being the voice's own.
  case setVoice(rate: Int, pitch: Int)
  /// Set the machine's mixer.
  case setVolume(percent: Int)
  /// Have this heard.
  case play(SoundCue)
  /// Tell those who look after the machine, and count.
  case emit(Announcement)
  /// A call from outside has been dealt with.
  case answer(Int, ControlAnswer)
  /// Find out or do something for an operator who sets up the kiosk; answer with `setUp`.
  case setUp(SetupRequest)
  /// Start or stop the page for phones; answer with `phone`.
  case phone(PhoneRequest)
  /// Take a picture of what is seen, for the call with this number, and answer it.
  case photograph(Int)
  /// Ask something of the editing session; answer with `edited` or `editRefused`, except after `end`.
  case edit(EditingRequest)
  /// Write the edited file as a whole, and in the first run a new PIN; answer with `saved` or `saveRefused`.
  case save(edited: String, newPIN: PIN? = nil)
}
