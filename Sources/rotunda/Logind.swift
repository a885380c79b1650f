import Bus
import Configuration
import EventLoop
import State

/// The launcher's client of logind: it switches the machine off, restarts or suspends it, reports wake-ups,
/// and sets the brightness of a backlight. logind asks polkit for permission to end or suspend the machine.
final class Logind {
  /// Called when the machine wakes up.
  var onWake: (() -> Void)?

  private let loop: EventLoop
  private var bus: BusConnection?

  private static let name = "org.freedesktop.login1"
  private static let manager = "org.freedesktop.login1.Manager"
  private static let path = "/org/freedesktop/login1"
  private static let session = "org.freedesktop.login1.Session"
  /// The caller's session. For a process outside of sessions, the session that its user has on a screen.
  private static let ownSession = "/org/freedesktop/login1/session/auto"

  /// The time limit for logind's answers in seconds. It answers a suspend after the wake-up. Other programs
  /// may delay a shutdown for 5 seconds (InhibitDelayMaxSec= of logind.conf(5)).
  private static let patience = 15.0

  init(loop: EventLoop) {
    self.loop = loop
  }

  /// Requests an action. Calls `failed` with the reason if logind refuses.
  func perform(_ action: PowerAction, failed: @escaping (String) -> Void) {
    do throws(BusError) {
      let bus = try connect()
      // False: visitors cannot type a password at a kiosk.
      let call = BusCall(
        action.method, of: Self.manager, at: Self.path, destination: Self.name, [.boolean(false)])
      bus.call(call, timeout: Self.patience) { answer in
        if case .failure(let error) = answer { failed(Self.words(error)) }
      }
    } catch {
      failed("The message bus of the machine cannot be reached: \(error).")
    }
  }

  /// Sets the value of a backlight. Calls `done` with the error if that fails, otherwise with nil.
  ///
  /// logind permits it to the session on the first seat's screen, without polkit.
  func setBrightness(of backlight: String, to value: UInt32, done: @escaping (BusError?) -> Void) {
    do throws(BusError) {
      let bus = try connect()
      let call = BusCall(
        "SetBrightness", of: Self.session, at: Self.ownSession, destination: Self.name,
        [.string(Backlight.subsystem), .string(backlight), .uint32(value)])
      bus.call(call, timeout: Self.patience) { answer in
        switch answer {
        case .success: done(nil)
        case .failure(let error): done(error)
        }
      }
    } catch {
      done(error)
    }
  }

  /// Listens for wake-ups from now on. Has no effect without a message bus.
  func listen() {
    do throws(BusError) { _ = try connect() } catch {}
  }

  private func connect() throws(BusError) -> BusConnection {
    if let bus { return bus }
    let bus = try BusConnection(.system, loop: loop)
    bus.onDisconnect = { [weak self] in self?.bus = nil }
    let filter = BusSignalFilter(
      sender: Self.name, path: Self.path, interface: Self.manager, member: "PrepareForSleep")
    try bus.subscribe(filter) { [weak self] signal in
      // The argument is true before the machine sleeps.
      if signal.arguments == [.boolean(false)] { self?.onWake?() }
    }
    self.bus = bus
    return bus
  }

  private static func words(_ error: BusError) -> String {
    switch error.name {
    case "org.freedesktop.DBus.Error.AccessDenied",
      "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired":
      "logind does not allow the kiosk's user to do that: \(error)."
    case "org.freedesktop.DBus.Error.ServiceUnknown": "There is no logind on this machine."
    case _ where error.isSilence: "logind does not answer."
    default: "logind refuses: \(error)."
    }
  }
}

extension PowerAction {
  /// The method of logind that does it: org.freedesktop.login1(5).
  fileprivate var method: String {
    switch self {
    case .powerOff: "PowerOff"
    case .reboot: "Reboot"
    case .suspend: "Suspend"
    }
  }
}
