import Bus
import Commands
import Configuration
import Control
import EventLoop
import Glibc
import Hosting
import Logging
import Shell
import State
import UsageCounts

private let log = Log("control")

/// Handles operators' requests, and signals and counts events of the kiosk.
final class OperatorService {
  /// The readable properties of a launcher.
  struct Properties {
    let status: ShellStatus
    let configurationPath: String?
    let frames: Int
    let isInputMethod: Bool
    /// The brightness of the screen in percent; nil without a brightness control.
    let brightness: Int?
  }

  private let control: ControlServer
  private let screenshots: ScreenshotService
  private let usage: UsageMetrics
  /// Whether the kiosk's session started the launcher.
  private let isInSession: Bool
  private let seat: String
  private let startedAt: Double
  /// Seconds from the launcher's start to its first frame; nil before that.
  private var firstFrame: Double?

  /// - Parameters:
  ///   - startedAt: the time of the launcher's start.
  ///   - lastEnd: the last launcher's end; nil if none ran before.
  init(
    _ loop: EventLoop, _ environment: ProcessEnvironment, _ window: WindowHost, isInSession: Bool,
    startedAt: Double, lastEnd: LauncherEnd?
  ) throws(EventLoopError) {
    self.startedAt = startedAt
    control = try ControlServer(loop: loop, environment: environment.variables)
    screenshots = try ScreenshotService(loop, window)
    (self.isInSession, seat) = (isInSession, environment.seat)
    var figures: () -> LauncherFigures = { LauncherFigures() }
    usage = UsageMetrics(
      loop, directory: environment.stateDirectory, seat: environment.seat, lastEnd: lastEnd
    ) { figures() }
    figures = { [weak self, clock = window.session.frameClock] in
      var result = LauncherFigures()
      result.frames = UInt64(max(0, clock.frames))
      result.lateFrames = UInt64(max(0, clock.lateFrames))
      result.firstFrame = self?.firstFrame
      return result
    }
  }

  /// Notes that the launcher's first frame is visible.
  func firstFrameShown() {
    firstFrame = EventLoop.now - startedAt
    usage.figuresChanged()
  }

  /// Accepts requests from now on, on the configured bus.
  func begin(_ onCall: @escaping (ControlCall) -> Void, properties: @escaping () -> Properties?) {
    control.onCall = onCall
    control.properties = { [weak self] in properties().flatMap { self?.values($0) } ?? [:] }
    screenshots.onEnd = { [weak self] in if $0 != Self.phoneCall { self?.control.answer($0, $1) } }
  }

  /// Applies the settings for control and for counting.
  func apply(_ configuration: KioskConfiguration) {
    let place = configuration.control.bus.place(isKiosk: isInSession)
    control.connect(to: place, name: ControlInterface.busName(seat: seat))
    usage.apply(configuration.metrics)
  }

  func answer(_ number: Int, _ answer: ControlAnswer) { control.answer(number, answer) }

  func takeScreenshot(_ number: Int) {
    guard !screenshots.isBusy else { return control.answer(number, .refused(.busy)) }
    guard let descriptor = control.descriptor(of: number) else {
      return control.answer(number, .refused(.failed("the file could not be taken over")))
    }
    screenshots.take(number, into: descriptor)
  }

  /// A phone's picture of the screen is no call. The widest is for a small screen.
  private static let (phoneCall, phoneWidth) = (-1, 720)

  /// Takes a small picture of the launcher for a phone; the descriptor is closed when it is written.
  func takePhonePicture(into descriptor: Int32) {
    guard !screenshots.isBusy else {
      close(descriptor)
      return
    }
    screenshots.take(Self.phoneCall, into: descriptor, isOwn: true, widest: Self.phoneWidth)
  }

  /// Ends a pending screenshot of the launcher, because the launcher has left the screen.
  func cancelScreenshot() { screenshots.cancel() }

  func emit(_ announcement: Announcement) {
    usage.count(announcement)
    switch announcement {
    case .opened(let tile, _): control.emit("Opened", [.string(tile)])
    case .closed(let tile, let reason, let isFailure):
      control.emit("Closed", [.string(tile), .string(reason.text(in: .english))])
      if isFailure { control.emit("Failed", [.string(tile)]) }
    case .failed(let tile):
      control.emit("Closed", [.string(tile), .string("It could not be started.")])
      control.emit("Failed", [.string(tile)])
    case .idle(let nobody): control.emit("Idle", [.boolean(nobody)])
    // The error is reported by itself.
    case .hung, .visitEnded: break
    }
  }

  /// Emits `Message` for a message of `ShowMessage`. Ignores other entries of the journal.
  func reportShown(_ message: Message) {
    if case .announcement(let text) = message { control.emit("Message", [.string(text)]) }
  }

  func logError(_ message: Message) {
    let line = message.fullText(in: .english).line
    log.error("\(line)")
    control.emit("Error", [.string(line)])
  }

  private func values(_ properties: Properties) -> [String: BusValue] {
    let status = properties.status
    var values: [String: BusValue] = [
      "Version": .string(Help.versionNumber),
      "Configuration": .string(properties.configurationPath ?? ""),
      "Problems": .uint32(UInt32(clamping: status.problems)),
      "ConfigurationWaiting": .boolean(status.isConfigurationWaiting),
      "Screen": .string(status.screen.rawValue),
      "Tile": .string(status.tile ?? ""),
      "App": .string(status.program ?? ""),
      "Keyboard": .boolean(properties.isInputMethod),
      "Nobody": .boolean(status.isIdle),
      "Uptime": .uint64(UInt64(max(0, EventLoop.now - startedAt))),
      "Frames": .uint64(UInt64(max(0, properties.frames))),
      "LastError": .string(status.lastError ?? ""),
    ]
    values["Brightness"] = properties.brightness.map { .uint32(UInt32(clamping: $0)) }
    return values
  }
}

extension ControlSettings.Bus {
  /// Returns the bus for a kiosk's launcher or for any other.
  fileprivate func place(isKiosk: Bool) -> BusConnection.Place? {
    switch self {
    case .automatic: isKiosk ? .system : .session
    case .system: .system
    case .session: .session
    case .none: nil
    }
  }
}
