import Applications
import Display
import EventLoop
import FileSystem
import Freedesktop
import Glibc
import Logging
import Programs
import Rendering
import Scene
import Session
import Shell

private let log = Log("launcher")

/// Connects the shell, which decides, to everything that performs.
final class Launcher {
  /// Seconds that programs get to end by themselves when the launcher ends.
  private static let endGrace = 2.0
  /// The same when the compositor is gone, and with it their windows.
  private static let lostGrace = 0.3
  /// Frames that may fail in a row before the driver is taken to be beyond help.
  private static let mostFailures = 3

  private let loop: EventLoop
  private let programs: ProgramLauncher
  private let gallery: Gallery
  private let session: WaylandSession
  private let turns: ScreenTurns
  private let deadline: Deadline
  private let vitals: Vitals
  private var stage: Stage?
  private var shell: Shell
  private var effects: [ShellEffect] = []
  private var frame = SceneFrame()
  private var isEnding = false
  private var failedFrames = 0
  /// Programs that have not ended.
  private var running: [ProgramID: RunningProgram] = [:]
  private let source: ConfigurationSource
  /// The configuration file in force.
  private var configurationPath: String?

  init(_ options: Invocation.LaunchOptions, _ link: SessionLink) throws(LaunchError) {
    let environment = ProcessEnvironment.current
    source = ConfigurationSource(options.configuration, environment)
    loop = try Self.orThrow { () throws(EventLoopError) in try EventLoop() }
    let loop = loop
    programs = ProgramLauncher(loop: loop)
    let programs = programs
    // Before any thread starts: both block signals, and threads inherit that.
    try Self.orThrow { () throws(EventLoopError) in try programs.adoptOrphans() }
    let signals = try Self.orThrow { () throws(EventLoopError) in
      try [SIGTERM, SIGINT].map { signal throws(EventLoopError) in try EndSignal(signal, loop) }
    }
    // Drawing starts its warm-up while the rest is still being set up.
    gallery = try Gallery(
      loop: loop, languages: environment.languages,
      icons: IconLookup(
        files: SystemFiles(), directories: DataDirectories(environment: environment.variables)))
    let content = source.read()
    configurationPath = content.path
    shell = Shell(
      configuration: content.configuration, shelves: content.shelves, problems: content.problems)
    do throws(DisplayError) {
      session = try WaylandSession(loop: loop, options: WindowOptions(isFullscreen: !options.isWindowed))
    } catch {
      throw .display(error)
    }
    turns = ScreenTurns(session, content.configuration.homeStrip)
    let session = session
    vitals = try Self.orThrow { () throws(EventLoopError) in try Vitals(link, loop, session) }
    var due: () -> Void = {}
    deadline = try Self.orThrow { () throws(EventLoopError) in try loop.addDeadline { due() } }
    due = { [weak self] in self?.tell(.deadline) }
    for signal in signals { signal.onSignal = { [weak self] in self?.end(ExitStatus.success) } }
  }

  private static func orThrow<Value>(
    _ body: () throws(EventLoopError) -> Value
  ) throws(LaunchError) -> Value {
    do { return try body() } catch { throw .loop(error) }
  }

  /// Shows the launcher; returns the status to exit with.
  func run() throws(LaunchError) -> Int32 {
    session.onEvent = { [weak self] in self?.handle($0) }
    gallery.start { [weak self] in self?.tell(.pictureReady($0, size: $1)) }
    tell(.system(systemInformation(configurationPath)))
    tell(.keepsPrograms(atMost: turns.keptLimit))
    return try Self.orThrow { () throws(EventLoopError) in try loop.run() }
  }

  private func handle(_ event: WindowEvent) {
    switch event {
    case .configured(let window): configure(window)
    case .touch(let frame): tell(.touch(frame))
    case .key(let key): tell(.key(key))
    case .scroll(let scroll): tell(.scroll(scroll))
    case .focus(let hasFocus): tell(.focus(hasFocus))
    case .frame(let presentation): draw(for: presentation)
    case .closed: end(ExitStatus.success)
    case .stripSwiped(let edge): tell(.stripSwiped(edge))
    case .disconnected: lost()
    }
  }

  private func configure(_ window: WindowConfiguration) {
    if let stage { stage.resize(to: window) } else { buildStage(window) }
    tell(.measured(pointsPerMillimeter: window.pointsPerMillimeter))
    tell(.resized(window.size, scale: window.scale))
  }

  private func buildStage(_ window: WindowConfiguration) {
    do throws(GraphicsError) {
      let stage = try Stage(session, window)
      self.stage = stage
      gallery.renderer = stage.renderer
    } catch {
      log.error("\(error)")
      end(ExitStatus.system)
    }
  }

  private func tell(_ event: ShellEvent) {
    // What the shell decides now would only be in the way: a program that starts would have to be waited for.
    guard !isEnding else { return }
    shell.handle(event, at: EventLoop.now, into: &effects)
    perform()
  }

  private func draw(for presentation: Double) {
    guard stage != nil, let window = session.window.configuration else { return }
    shell.advance(to: presentation, drawnAt: EventLoop.now, into: &frame, effects: &effects)
    do throws(GraphicsError) {
      // No reference beside the property: when this throws, a new stage is built, on the same EGL display, and the
      // old one must not outlive that and terminate it.
      try stage?.show(frame, scale: window.scale, on: session.frameClock)
      failedFrames = 0
    } catch {
      rebuild(window, after: error)
    }
    // What the shell asks for comes first: it knows which picture is urgent.
    perform()
    gallery.requestMissing()
  }

  /// A driver that was reset or suspended takes its context with it; the pictures are drawn again.
  private func rebuild(_ window: WindowConfiguration, after error: GraphicsError) {
    failedFrames += 1
    guard failedFrames <= Self.mostFailures else {
      log.error("nothing can be drawn: \(error)")
      return end(ExitStatus.system)
    }
    log.warning("drawing starts anew: \(error)")
    stage = nil
    buildStage(window)
    session.frameClock.request()
  }

  private func perform() {
    while !effects.isEmpty {
      let due = effects
      effects.removeAll(keepingCapacity: true)
      for effect in due { perform(effect) }
    }
    turns.give(to: shell.programOnScreen)
    deadline.set(shell.deadline)
    vitals.isCovered = shell.isCovered
    if shell.wantsFrame { session.frameClock.request() }
  }

  private func perform(_ effect: ShellEffect) {
    switch effect {
    case .start(let program, let command): start(program, command)
    case .draw(let picture, let order): gallery.request(picture, order: order)
    case .stop(let program): running[program]?.stop(grace: Self.endGrace)
    case .keep: break
    case .bringForward(let program): bringForward(program)
    case .reloadConfiguration: reloadConfiguration()
    case .comeForward: session.comeForward(isCovered: !running.isEmpty)
    case .report(let message): log.error("\(message.english.line)")
    }
  }

  private func start(_ program: ProgramID, _ command: Command) {
    do throws(StartFailure) {
      running[program] = try programs.start(command) { [weak self] reason in self?.ended(program, reason) }
    } catch {
      shell.handle(.startFailed(program, error), at: EventLoop.now, into: &effects)
    }
  }

  private func ended(_ program: ProgramID, _ reason: ExitReason) {
    running[program] = nil
    tell(.ended(program, reason))
  }

  private func bringForward(_ program: ProgramID) {
    guard !session.bringForward(program: program.number) else { return }
    shell.handle(.bringForwardFailed(program), at: EventLoop.now, into: &effects)
  }

  /// Reads the configuration again. A kiosk keeps what it has when there is nothing better.
  private func reloadConfiguration() {
    let content = source.read()
    guard content.isReadable else {
      return shell.handle(.configurationRefused(content.problems), at: EventLoop.now, into: &effects)
    }
    shell.handle(
      .configuration(content.configuration, shelves: content.shelves, problems: content.problems),
      at: EventLoop.now, into: &effects)
    turns.take(content.configuration.homeStrip)
    configurationPath = content.path
    shell.handle(.system(systemInformation(content.path)), at: EventLoop.now, into: &effects)
  }

  private func systemInformation(_ path: String?) -> SystemInformation {
    SystemInformation(
      version: Usage.versionNumber, configurationPath: path,
      compositor: CompositorName.ofProcess(behind: session.connection.fileDescriptor),
      protocols: Set(session.registry.globals.map(\.interface)).sorted())
  }

  /// The compositor is gone: whoever supervises the launcher starts both again.
  private func lost() {
    log.error("the compositor went away")
    end(ExitStatus.compositorLost, grace: Self.lostGrace)
  }

  private func end(_ status: Int32, grace: Double = endGrace) {
    guard !isEnding else { return }
    isEnding = true
    vitals.stop()
    programs.stopAll(grace: grace) { [loop] in loop.stop(status: status) }
  }
}

/// A signal that ends the launcher, blocked before there is a launcher to end.
private final class EndSignal {
  var onSignal: () -> Void = {}

  init(_ signal: Int32, _ loop: EventLoop) throws(EventLoopError) {
    try loop.addSignal(signal) { self.onSignal() }
  }
}
