import Bus
import EventLoop
import Glibc
import TestCompositor
import Testing

/// A substitute for logind on a private bus, with one of its interfaces.
@MainActor final class StandInLogind {
  private static let name = "org.freedesktop.login1"
  private let loop: EventLoop
  private let bus: BusConnection
  /// The calls so far, in the form of `call`.
  private(set) var calls: [String] = []
  private var hasName = false
  /// The error that it returns, or nil to accept the request.
  var refusal: BusError?

  /// - Parameters:
  ///   - address: the address of the bus.
  ///   - path: the path of the object, after that of logind.
  ///   - perform: performs an accepted request.
  init(
    _ address: String, _ interface: BusInterface, at path: String = "",
    perform: @escaping (BusRequest) -> Void = { _ in }
  ) throws {
    loop = try EventLoop()
    setenv("DBUS_SYSTEM_BUS_ADDRESS", address, 1)
    defer { unsetenv("DBUS_SYSTEM_BUS_ADDRESS") }
    bus = try BusConnection(.system, loop: loop)
    try bus.offer("/org/freedesktop/login1\(path)", interface, admits: { _ in true }, properties: { [:] }) {
      [weak self] request in
      self?.calls.append(Self.call(request.method, request.arguments))
      if let refusal = self?.refusal { return request.answer(.failure(refusal)) }
      perform(request)
      request.answer(.success([]))
    }
    bus.requestName(Self.name) { [weak self] answer in
      if case .success(.owned) = answer { self?.hasName = true }
    }
    try wait("its name") { hasName }
  }

  /// Returns a call as a text.
  static func call(_ method: String, _ arguments: [BusValue]) -> String { "\(method) \(arguments)" }

  func emit(_ signal: BusSignal) throws {
    try bus.emit(signal)
    try loop.step(timeout: 0.05)
  }

  func wait(_ what: String, until condition: () -> Bool) throws {
    let limit = EventLoop.now + TestCompositor.patience
    while !condition() && EventLoop.now < limit { try loop.step(timeout: 0.05) }
    #expect(condition(), "waited for \(what)")
  }
}
