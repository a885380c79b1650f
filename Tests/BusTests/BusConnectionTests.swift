import EventLoop
import Foundation
import MessageBus
import TemporaryFiles
import Testing

@testable import Bus

/// Connections to a bus daemon that the test starts. It answers calls and passes on signals.
@MainActor
@Suite(.serialized, .enabled(if: MessageBus.isInstalled, "needs dbus-daemon"))
struct BusConnectionTests {
  private let loop: EventLoop
  private let directory: TemporaryDirectory
  private let daemon: MessageBus

  init() throws {
    loop = try EventLoop()
    directory = try TemporaryDirectory()
    daemon = try MessageBus(in: directory.path)
  }

  private func connect() throws -> BusConnection {
    setenv("DBUS_SESSION_BUS_ADDRESS", daemon.address, 1)
    return try BusConnection(.session, loop: loop)
  }

  private func wait(until condition: () -> Bool) throws {
    let limit = EventLoop.now + 60
    while !condition() && EventLoop.now < limit { try loop.step(timeout: 0.05) }
    #expect(condition())
  }

  private func daemonCall(_ method: String, _ arguments: [BusValue] = []) -> BusCall {
    BusCall(
      method, of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", destination: "org.freedesktop.DBus",
      arguments)
  }

  @Test func aCallIsAnswered() throws {
    let bus = try connect()
    var names: [String] = []
    bus.call(daemonCall("ListNames")) { answer in
      names = (try? answer.get())?.first?.elements.compactMap(\.text) ?? []
    }
    #expect(names.isEmpty)
    try wait { names.contains("org.freedesktop.DBus") }
  }

  @Test func aCallThatFailsSaysWhy() throws {
    let bus = try connect()
    var errors: [BusError] = []
    let report: (Result<[BusValue], BusError>) -> Void = { answer in
      if case .failure(let error) = answer { errors.append(error) }
    }
    bus.call(daemonCall("NoSuchMethod"), reply: report)
    bus.call(daemonCall("GetNameOwner", [.string("org.example.Nobody")]), reply: report)
    bus.call(BusCall("x", of: "not an interface", at: "no path"), reply: report)
    try wait { errors.count == 3 }
    #expect(errors.contains { $0.name == "org.freedesktop.DBus.Error.UnknownMethod" })
    #expect(errors.contains { $0.name == "org.freedesktop.DBus.Error.NameHasNoOwner" })
    #expect(errors.allSatisfy { !$0.isSilence && !"\($0)".isEmpty })
  }

  @Test func signalsThatPassTheFilterAreHeard() throws {
    let (bus, other) = (try connect(), try connect())
    var heard: [BusSignal] = []
    try bus.subscribe(
      BusSignalFilter(
        sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", member: "NameOwnerChanged")
    ) { heard.append($0) }
    // The daemon knows the filter once it has answered a later call.
    var isKnown = false
    bus.call(daemonCall("GetId")) { _ in isKnown = true }
    try wait { isKnown }
    other.call(daemonCall("RequestName", [.string("org.example.Rotunda"), .uint32(0)]))
    try wait { heard.contains { $0.arguments.first?.text == "org.example.Rotunda" } }
    #expect(heard.allSatisfy { $0.member == "NameOwnerChanged" })
  }

  @Test func otherSidesEndIsReportedOnce() throws {
    let bus = try connect()
    var (ends, answers) = (0, 0)
    bus.onDisconnect = { ends += 1 }
    var isUp = false
    bus.call(daemonCall("GetId")) { _ in isUp = true }
    try wait { isUp }
    daemon.stopAnswering()
    bus.call(daemonCall("GetId")) { if case .failure(let error) = $0, error.isSilence { answers += 1 } }
    daemon.kill()
    try wait { ends == 1 && answers == 1 }
    #expect(!bus.isOpen)
    bus.call(daemonCall("GetId")) { if case .failure = $0 { answers += 1 } }
    #expect(answers == 2)
  }

  /// Offers an object on another connection. Returns its unique name.
  private func offer(_ other: BusConnection, _ answer: @escaping (BusRequest) -> Void) throws -> String {
    let interface = BusInterface(
      "org.example.Echo", "Answers.",
      methods: [.init("Ask", inputs: [.init("text", "s")], outputs: [.init("bytes", "ay")], "Answers.")],
      signals: [], properties: [])
    try other.offer("/org/example", interface, admits: { _ in true }, properties: { [:] }, handler: answer)
    var name = ""
    other.call(daemonCall("RequestName", [.string("org.example.Echo"), .uint32(0)])) { _ in
      other.call(daemonCall("GetNameOwner", [.string("org.example.Echo")])) {
        name = (try? $0.get())?.first?.text ?? ""
      }
    }
    try wait { !name.isEmpty }
    return name
  }

  @Test func secretCallIsAnsweredInSecret() throws {
    let (bus, other) = (try connect(), try connect())
    var (senders, texts): ([String], [String]) = ([], [])
    let name = try offer(other) { request in
      senders.append(request.sender)
      texts += request.arguments.compactMap(\.text)
      request.answer(.success([.array(of: "y", [.byte(7)])]), isSecret: true)
    }
    var call = BusCall(
      "Ask", of: "org.example.Echo", at: "/org/example", destination: name, [.string("sesame")])
    call.isSecret = true
    var answer: [BusValue] = []
    bus.call(call) { answer = (try? $0.get()) ?? [] }
    try wait { !answer.isEmpty }
    #expect(answer == [.array(of: "y", [.byte(7)])] && texts == ["sesame"])
    #expect(senders.allSatisfy { $0.hasPrefix(":") && $0 != name } && senders.count == 1)
  }

  @Test func messageWithTooManyValuesIsRefused() throws {
    let (bus, other) = (try connect(), try connect())
    var sizes = [1000, 1 << 18]
    let name = try offer(other) {
      $0.answer(.success([.array(of: "y", [BusValue](repeating: .byte(1), count: sizes.removeFirst()))]))
    }
    var (counts, errors): ([Int], [BusError]) = ([], [])
    for _ in 0..<2 {
      bus.call(
        BusCall("Ask", of: "org.example.Echo", at: "/org/example", destination: name, [.string("")])
      ) { answer in
        switch answer {
        case .success(let values): counts.append(values.first?.elements.count ?? 0)
        case .failure(let error): errors.append(error)
        }
      }
    }
    try wait { counts.count + errors.count == 2 }
    #expect(counts == [1000] && errors == [BusError(errno: E2BIG)])
  }

  @Test func silentPeerTimesOut() throws {
    let bus = try connect()
    var isUp = false
    bus.call(daemonCall("GetId")) { _ in isUp = true }
    try wait { isUp }
    daemon.stopAnswering()
    var error: BusError?
    bus.call(daemonCall("GetId"), timeout: 0.1) { if case .failure(let failure) = $0 { error = failure } }
    try wait { error != nil }
    #expect(error?.isSilence == true)
  }

  @Test func connectionNeedsAListener() {
    #expect(throws: BusError.self) {
      _ = try BusConnection(.peer(address: "unix:path=/nonexistent/socket"), loop: loop)
    }
  }

  @Test func aCancelledSlotIsSilent() throws {
    let bus = try connect()
    let slot = bus.call(daemonCall("GetId")) { _ in Issue.record("a reply arrived") }
    slot?.cancel()
    slot?.cancel()
    var isUp = false
    bus.call(daemonCall("GetId")) { _ in isUp = true }
    try wait { isUp }
  }
}
