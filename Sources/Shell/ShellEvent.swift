import Configuration
import RotundaGeometry
import Gestures
import Programs
import Scene

/// What happened outside the shell.
public enum ShellEvent: Hashable, Sendable {
  /// The surface has this size in points, and so many pixels to a point.
  case resized(Size, scale: Double)
  /// Fingers (or a pressed pointer) did something.
  case touch(TouchFrame)
  /// Fingers did something on the touchscreen while a program may cover the launcher: seen beside the compositor, in
  /// points of the surface. Nothing is made of them while the launcher itself is seen.
  case globalTouch(TouchFrame)
  /// A swipe came out of the strip along this edge, which stays above programs.
  case stripSwiped(Edge)
  /// A key did something.
  case key(KeyEvent)
  /// A wheel or a touchpad scrolled.
  case scroll(ScrollEvent)
  /// The launcher gained or lost the keyboard.
  case focus(Bool)
  /// The moment named by `Shell.deadline` has come.
  case deadline
  /// A picture's pixels are in the atlas; `size` is what it measures.
  case pictureReady(Picture, size: PixelSize)
  /// So many points of the surface are a millimetre; nil when the screen does not tell its size.
  case measured(pointsPerMillimeter: Double?)
  /// Who stands before the screen reads these languages, best first; the launcher speaks with these words.
  case languages([String], Words)
  /// The shelves of the configuration that was read last, in another language.
  case shelves([LauncherShelf])
  /// Clocks show this.
  case wallTime(WallTime)
  /// What was kept of earlier PINs and of being locked; nil when nothing was. The first thing that is told.
  case remembered(AccessRecord?)
  /// A PIN was checked.
  case pinChecked(PINVerdict)
  /// A random number was drawn.
  case random(UInt64)
  /// The configuration was read again: this is what it says now, and what is wrong with it.
  case configuration(KioskConfiguration, shelves: [LauncherShelf], problems: [Diagnostic])
  /// The configuration was read again and could not be used; the one before stays in force.
  case configurationRefused([Diagnostic])
  /// What whoever looks after the machine may want to know changed.
  case system(SystemInformation)
  /// At most so many programs can be left running out of sight and be brought back; nil when any number can.
  case keepsPrograms(atMost: Int?)
  /// The launcher is there: what starts with it is to be started. The first time counts.
  case began
  /// A launcher before this one went down while its visitor was there: what `ShellEffect.keepPlace` said last.
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
  /// A program that runs out of sight can not be brought forward.
  case bringForwardFailed(ProgramID)
  /// A program could not be started.
  case startFailed(ProgramID, StartFailure)
  /// A program runs, but what it may have of the machine is not limited as its tile says, and why.
  case programUnlimited(ProgramID, reason: String)
  /// Whether the compositor tells, with `idle` and `active`, of touches in whatever window.
  case watchesIdle(Bool)
  /// Nobody has touched anything for as long as `ShellEffect.watchIdle` asked for.
  case idle
  /// Somebody is there again.
  case active
  /// It is this minute of the week by the local clock, Monday at midnight being 0; and the machine has slept for so many
  /// seconds since the last such event.
  case clock(minuteOfWeek: Int, slept: Double)
  /// What is known of the facts that tiles depend on.
  case facts([Fact: Bool])
  /// An operator asks for something from outside; `ShellEffect.answer` follows, sooner or later.
  case control(ControlCall)
  /// A program that the shell had started ended.
  case ended(ProgramID, ExitReason)
}
