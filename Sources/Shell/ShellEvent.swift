import Configuration
import Gestures
import Languages
import Programs
import RotundaGeometry
import Scene

/// An event from outside the shell.
package enum ShellEvent: Hashable, Sendable {
  /// The surface has a size in points, and a scale in pixels per point.
  case resized(Size, scale: Double)
  /// Fingers (or a pressed pointer) touched the launcher.
  case touch(TouchFrame)
  /// An event for the keyboard over programs.
  case programKeyboard(ProgramKeyboardEvent)
  /// Fingers touched the screen while a program may cover the launcher, as read beside the compositor, in
  /// points of the surface. The shell ignores them while the launcher is visible.
  case globalTouch(TouchFrame)
  /// A visitor swiped out of the strip along an edge, which stays above programs.
  case stripSwiped(Edge)
  /// A key was pressed, repeated or released.
  case key(KeyEvent)
  /// A gamepad or a remote control sent input, as read beside the compositor.
  case controller(ControllerEvent)
  /// A wheel or a touchpad scrolled.
  case scroll(ScrollEvent)
  /// The launcher gained or lost the keyboard.
  case focus(Bool)
  /// The moment of `Shell.deadline` has come.
  case deadline
  /// A picture's pixels are in the atlas. `size` is the measured size, and `inset` the free margin at the
  /// left and above within the requested size. `carets` has the possible places of the caret in an edited
  /// line, in pixels from its left.
  case pictureReady(Picture, size: PixelSize, inset: PixelSize = PixelSize(0, 0), carets: [Int] = [])
  /// The physical scale of the surface, in points per millimeter; nil if the screen does not report its size.
  case measured(pointsPerMillimeter: Double?)
  /// The visitor's languages, best first, and the launcher's texts.
  case languages([String], Localizer)
  /// The texts of all languages of the tiles.
  case readers([Localizer])
  /// The keyboards of the languages in `ShellEffect.readKeyboards`.
  case keyboards([KeyboardLayout])
  /// The shelves of the latest configuration in another language.
  case shelves([LauncherShelf])
  /// The time of day.
  case wallTime(WallTime)
  /// Whether the previous launcher was locked. It is the first event.
  case remembered(isLocked: Bool)
  /// PINs are refused for a number of seconds.
  case pinWait(seconds: Double)
  /// A PIN was checked.
  case pinChecked(PINVerdict)
  /// The paths of the pictures in the directories of `ShellEffect.readPictures`.
  case pictureFiles([String])
  /// A random number.
  case random(UInt64)
  /// Whether a headset is plugged in. `isNew` says that this has just changed.
  case headset(isPlugged: Bool, isNew: Bool)
  /// The configuration was read again, with its shelves and problems.
  case configuration(KioskConfiguration, shelves: [LauncherShelf], problems: [Diagnostic])
  /// The configuration was read again, but is unusable. The previous one stays in effect.
  case configurationRefused([Diagnostic])
  /// Facts for the operator changed.
  case system(SystemInformation)
  /// The greatest number of programs that can run in the background and return; nil for any number.
  case keepsPrograms(atMost: Int?)
  /// The launcher is running and can start autostart programs. Only the first event counts.
  case began
  /// The previous launcher crashed during a visit. The value is that of its latest `ShellEffect.keepPlace`.
  case place([String])
  /// Values of controls from files and commands.
  case values([ValueSource: String])
  /// Whether the compositor reports programs' windows.
  case tellsWindows(Bool)
  /// A program's first window appeared.
  case windowAppeared(ProgramID)
  /// A program's last window disappeared, and the program continues.
  case windowsGone(ProgramID)
  /// The running programs that are stopped or frozen.
  case halted(Set<ProgramID>)
  /// The machine cannot turn off, reboot or sleep, for a reason.
  case powerFailed(PowerAction, reason: String)
  /// The compositor cannot raise a background program.
  case bringForwardFailed(ProgramID)
  /// A program could not be started.
  case startFailed(ProgramID, StartFailure)
  /// A program runs without the limits that its tile sets, for a reason.
  case programUnlimited(ProgramID, reason: String)
  /// Whether the compositor reports input in any window with `idle` and `active`.
  case watchesIdle(Bool)
  /// No input arrived for the time of `ShellEffect.watchIdle`.
  case idle
  /// A visitor is back.
  case active
  /// The minute of the week by the local clock; 0 is Monday at midnight. `slept` is the time for which the
  /// machine slept since the previous such event, in seconds.
  case clock(minuteOfWeek: Int, slept: Double)
  /// The known facts on which tiles depend.
  case facts([Fact: Bool])
  /// The result of `lookAtScreen`; nil if the compositor gives no copy.
  case screenSeen(ScreenLook?)
  /// An operator's request from outside. `ShellEffect.answer` follows later.
  case control(ControlCall)
  /// A fact for an operator who sets up the kiosk.
  case setUp(SetupFact)
  /// Something happened to the page for phones.
  case phone(PhoneFact)
  /// A bundle is on a USB stick, or something happened to one.
  case stick(StickFact)
  /// A program that the shell started ended.
  case ended(ProgramID, ExitReason)
  /// The state of an editing session: it has begun, or `ShellEffect.edit` has changed something. The shelves
  /// are those of its configuration, for a trial.
  case edited(EditingState, shelves: [LauncherShelf])
  /// A step of changes was refused.
  case editRefused(EditRefusal)
  /// The edited file was saved for the request with a number.
  case saved(Int)
  /// The edited file was not saved for the request with a number.
  case saveRefused(Int, SaveRefusal)
}

extension ShellEvent {
  /// Whether a visitor uses the launcher, or it comes to the front. Tiles then show the state of their
  /// programs.
  var mayShowChangedPrograms: Bool {
    switch self {
    case .touch, .key, .controller, .scroll, .focus, .active: true
    default: false
    }
  }
}

/// A request of the shell to the host.
package enum ShellEffect: Hashable, Sendable {
  /// Start a program. Answer with `startFailed`, or with `ended` after its end.
  case start(ProgramID, ProgramRequest)
  /// Ask a program to end, and end it if it does not. `ended` follows.
  case stop(ProgramID)
  /// A program continues in the background. The host needs no action if the launcher comes to the front over
  /// it.
  case keep(ProgramID)
  /// Raise the window of a background program. Answer with `bringForwardFailed` if that is impossible.
  case bringForward(ProgramID)
  /// Read the configuration again. Answer with `configuration` or `configurationRefused`.
  case reloadConfiguration
  /// A configuration applies from now on.
  case configurationTaken(KioskConfiguration)
  /// The carousel rests at another place: the identifiers of the open folders, from the outermost on, and of
  /// the middle tile. After a crash, the next launcher receives them with `place`.
  case keepPlace([String])
  /// Count a PIN as wrong, and once that is stored, compare it with the correct one, not on the drawing
  /// thread. Answer with `pinChecked`.
  /// `givesRight` says that the right PIN gives the right to save the configuration.
  case checkPIN(PIN, PINSetting, givesRight: Bool)
  /// Store whether the launcher is locked, for the next start.
  case keepLock(Bool)
  /// Read the keyboards of languages by their tags, not on the drawing thread. Answer with `keyboards`.
  case readKeyboards([String])
  /// Draw a picture for the keyboard over programs; answer with `ProgramKeyboardEvent.pictureReady`.
  case drawProgramKey(Picture)
  /// Type into the program on the screen.
  case type(ProgramStroke)
  /// List the pictures in directories. Answer with `pictureFiles`.
  case readPictures([String])
  /// Generate a random number. Answer with `random`.
  case readRandom
  /// Inspect whether programs are stopped or frozen. Answer with `halted`.
  case lookAtPrograms
  /// Look at the screen, as visitors see it. Answer with `screenSeen`.
  case lookAtScreen
  /// Collect facts about the machine. Answer with `system`.
  case readSystem
  /// End, for a restart of the launcher.
  case restart
  /// End the kiosk for a login on the console.
  case leaveToConsole
  /// Read the clock. Answer with `wallTime`.
  case readWallTime
  /// Read the value of a control. Answer with `values`.
  case readValue(ValueSource)
  /// Draw a picture, the lowest order first. Answer with `pictureReady`.
  case draw(Picture, order: Int)
  /// Bring the launcher's window to the front.
  case comeForward
  /// Use the language with a tag, or nil for the kiosk's own. Answer with `languages` and `shelves`.
  case setLanguage(String?)
  /// Turn the machine off, reboot it, or put it to sleep. Answer with `powerFailed` on failure.
  case power(PowerAction)
  /// Log something normal.
  case log(Message)
  /// Report with `ShellEvent.idle` after a number of seconds without input; nil for never.
  case watchIdle(after: Double?)
  /// Turn the screen on or off if possible. Frames are black while it should be off.
  case setScreen(isOn: Bool)
  /// Log an error, and report it to operators.
  case logError(Message)
  /// Speak a text instead of the present one. The language is a tag such as `de`; nil for the voice's own.
  case speak(String, language: String?)
  /// Stop speaking.
  case stopSpeaking
  /// Set the voice's rate and pitch, each from -100 to 100. 0 is the voice's own.
  case setVoice(rate: Int, pitch: Int)
  /// Set the volume of the machine's mixer, in percent.
  case setVolume(percent: Int)
  /// Play a sound.
  case play(SoundCue)
  /// Report an event to operators, and count it.
  case emit(Announcement)
  /// Answer a call from outside.
  case answer(Int, ControlAnswer)
  /// Answer a question or perform a step for an operator who sets up the kiosk. Answer with `setUp`.
  case setUp(SetupRequest)
  /// Start or stop the page for phones; answer with `phone`.
  case phone(PhoneRequest)
  /// Look for a bundle on a USB stick, or install one; answer with `stick`.
  case stick(StickRequest)
  /// Take a picture of the screen for the call with a number, and answer the call.
  case photograph(Int)
  /// Set the brightness of the screen in percent for the call with a number, and answer the call.
  case setBrightness(Int, percent: Int)
  /// Send a request to the editing session. Answer with `edited` or `editRefused`, except after `end`.
  case edit(EditingRequest)
  /// Write the edited file. Answer with `saved` or `saveRefused`.
  case save(SaveRequest)
}
