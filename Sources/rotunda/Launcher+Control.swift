import Bus
import Commands
import Configuration
import Control
import EventLoop
import Logging
import Shell
import State

private let log = Log("control")

/// Operators: taking their calls in, answering them, and telling them what happens.
extension Launcher {
  /// Can be called from now on, as the configuration says.
  func beginControl() {
    control.onCall = { [weak self] in self?.post(.control($0)) }
    control.properties = { [weak self] in self?.controlProperties ?? [:] }
    screenshots.onEnd = { [weak self] in self?.control.answer($0, $1) }
  }

  /// Follows what the configuration says about being called and about counting.
  func followControl(_ configuration: KioskConfiguration) {
    let place = configuration.control.bus.place(isKiosk: isInSession)
    control.follow(place, name: ControlInterface.busName(seat: ProcessEnvironment.current.seat))
    usage.apply(configuration.metrics)
  }

  /// Takes a picture for a call.
  func photograph(_ number: Int) {
    guard !screenshots.isBusy else { return control.answer(number, .refused(.busy)) }
    guard let descriptor = control.descriptor(of: number) else {
      return control.answer(number, .refused(.failed("the file could not be taken over")))
    }
    screenshots.take(number, into: descriptor)
  }

  func announce(_ announcement: Announcement) {
    usage.count(announcement)
    switch announcement {
    case .opened(let tile, _): control.tell("Opened", [.string(tile)])
    case .closed(let tile, let reason, _):
      control.tell("Closed", [.string(tile), .string(reason.text(in: .english))])
    case .failed(let tile): control.tell("Closed", [.string(tile), .string("It could not be started.")])
    case .idle(let nobody): control.tell("Idle", [.boolean(nobody)])
    case .visitEnded: break
    }
  }

  func report(_ message: Message) {
    let line = message.fullText(in: .english).line
    log.error("\(line)")
    control.tell("Error", [.string(line)])
  }

  private var controlProperties: [String: BusValue] {
    let status = shell.status
    return [
      "Version": .string(Help.versionNumber),
      "Configuration": .string(shell.configurationPath ?? ""),
      "Problems": .uint32(UInt32(clamping: status.problems)),
      "Screen": .string(status.screen.rawValue),
      "Tile": .string(status.tile ?? ""),
      "App": .string(status.program ?? ""),
      "Nobody": .boolean(status.isIdle),
      "Uptime": .uint64(UInt64(max(0, EventLoop.now - startedAt))),
      "Frames": .uint64(UInt64(max(0, session.frameClock.frames))),
      "LastError": .string(status.lastError ?? ""),
    ]
  }
}

extension ControlSettings.Bus {
  /// Which bus that is, for the launcher of a kiosk's session or any other.
  func place(isKiosk: Bool) -> BusConnection.Place? {
    switch self {
    case .automatic: isKiosk ? .system : .session
    case .system: .system
    case .session: .session
    case .none: nil
    }
  }
}
