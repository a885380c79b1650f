import Bus
import Commands
import Configuration
import Control
import EventLoop

/// A client of a running launcher, over a bus.
final class CtlClient {
  /// The reason why the launcher did not perform a request.
  enum Failure: Error {
    /// No launcher answers, or no bus is available.
    case unreachable(String)
    /// The caller lacks permission.
    case forbidden
    /// The launcher refused.
    case refused(BusError)
    /// The screenshot cannot be written.
    case unwritable(String)
    /// A screenshot was requested on a terminal.
    case onTerminal
  }

  let loop: EventLoop
  private(set) var connection: BusConnection?
  private let places: [BusConnection.Place]
  let name: String

  /// The time limit for an answer in seconds: a screenshot may go through a pipe to a slow reader.
  private static let patience = 25.0
  /// The bus errors when no connection owns a name.
  private static let absences: Set<String> = [
    "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
    "org.freedesktop.DBus.Error.Spawn.ServiceNotFound",
  ]

  convenience init(_ options: CtlOptions) throws(EventLoopError) {
    try self.init(bus: options.bus, seat: options.seat)
  }

  /// - Parameter bus: the launcher's bus; nil tries the machine's, and then the session's.
  init(bus: ControlSettings.Bus? = nil, seat: String = "seat0") throws(EventLoopError) {
    loop = try EventLoop()
    name = ControlInterface.busName(seat: seat)
    places =
      switch bus {
      case .system?: [.system]
      case .session?: [.session]
      default: [.system, .session]
      }
  }

  /// Calls a method of the launcher on the first bus that has one.
  func call(_ method: String, _ arguments: [BusValue] = []) throws(Failure) -> [BusValue] {
    try call(method, of: ControlInterface.name, arguments)
  }

  /// Returns all readable properties.
  func properties() throws(Failure) -> [String: BusValue] {
    let answer = try call("GetAll", of: "org.freedesktop.DBus.Properties", [.string(ControlInterface.name)])
    return answer.first?.properties ?? [:]
  }

  private func call(
    _ method: String, of interface: String, _ arguments: [BusValue]
  ) throws(Failure) -> [BusValue] {
    let call = BusCall(
      method, of: interface, at: ControlInterface.path, destination: name, arguments)
    var isForbidden = false
    var reason = "there is no message bus"
    for place in places {
      let answer: Result<[BusValue], BusError>
      do throws(BusError) {
        let bus = try BusConnection(place, loop: loop)
        connection = bus
        answer = wait(for: call, on: bus)
      } catch {
        continue
      }
      switch answer {
      case .success(let values): return values
      case .failure(let error) where Self.absences.contains(error.name): reason = "no launcher is running"
      case .failure(let error) where error.name == "org.freedesktop.DBus.Error.AccessDenied":
        isForbidden = true
      case .failure(let error) where error.isSilence: reason = "the launcher does not answer"
      // The connection failed: no bus listens at the socket.
      case .failure(let error) where error.isOfTheSystem: reason = "\(error)"
      case .failure(let error): throw .refused(error)
      }
    }
    throw isForbidden ? .forbidden : .unreachable(reason)
  }

  private func wait(for call: BusCall, on bus: BusConnection) -> Result<[BusValue], BusError> {
    var answer: Result<[BusValue], BusError>?
    bus.call(call, timeout: Self.patience) { answer = $0 }
    while answer == nil {
      do throws(EventLoopError) {
        try loop.step()
      } catch {
        return .failure(BusError(name: "rotunda.loop", message: "\(error)"))
      }
    }
    return answer ?? .success([])
  }
}
