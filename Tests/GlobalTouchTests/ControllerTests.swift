import CLinux
import EventLoop
import Foundation
import Gestures
import Testing

@testable import GlobalTouch
@testable import Session

/// Gamepads and remote controls from the device to the launcher. Pipes replace the devices, and all else is
/// real.
@MainActor
@Suite(.serialized)
struct ControllerTests {
  /// Devices that a test plugs in: files in a directory, each with a pipe.
  private final class Desk: @unchecked Sendable {
    let directory = "/tmp/rotunda-controllers-\(UUID().uuidString.prefix(8))"
    private let lock = NSLock()
    private var ends: [String: Int32] = [:]
    private var kinds: [String: ControllerDecoder] = [:]
    private var opened: [String] = []

    init() { mkdir(directory, 0o700) }
    deinit {
      for end in ends.values { close(end) }
      try? FileManager.default.removeItem(atPath: directory)
    }

    /// All paths that were opened.
    var paths: [String] { lock.withLock { opened } }

    var source: ControllerWatch.Source {
      ControllerWatch.Source(
        paths: { [directory] in
          ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted()
        },
        open: { self.open($0) }, describe: { _ in self.lock.withLock { self.kinds[self.opened.last ?? ""] } },
        directory: directory)
    }

    private func open(_ name: String) -> Int32 {
      lock.withLock {
        var pipe: [Int32] = [-1, -1]
        guard clinux_pipe(&pipe) == 0 else { return -errno }
        opened.append(name)
        ends[name] = pipe[1]
        return pipe[0]
      }
    }

    /// Plugs in a device. It is not a controller if `decoder` is nil.
    func plug(_ name: String, _ decoder: ControllerDecoder?) {
      lock.withLock { kinds[name] = decoder }
      _ = FileManager.default.createFile(atPath: "\(directory)/\(name)", contents: nil)
    }

    func isOpen(_ name: String) -> Bool { lock.withLock { ends[name] != nil } }

    func unplug(_ name: String) {
      unlink("\(directory)/\(name)")
      if let end = lock.withLock({ ends.removeValue(forKey: name) }) { close(end) }
    }

    /// Writes events in the kernel's format: a time, then type, code and value of each.
    func write(_ name: String, _ reports: [(UInt16, UInt16, Int32)]) {
      var bytes = Data()
      for (type, code, value) in reports {
        bytes.append(Data(count: 2 * MemoryLayout<Int>.size))
        withUnsafeBytes(of: type) { bytes.append(contentsOf: $0) }
        withUnsafeBytes(of: code) { bytes.append(contentsOf: $0) }
        withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
      }
      write(name, bytes)
    }

    func write(_ name: String, _ bytes: Data) {
      guard let end = lock.withLock({ ends[name] }) else { return }
      _ = bytes.withUnsafeBytes { Glibc.write(end, $0.baseAddress, $0.count) }
    }
  }

  private let desk = Desk()
  private let loop: EventLoop
  private let controllers: Controllers
  private final class Account { var events: [ControllerEvent] = [] }
  private let account = Account()

  init() throws {
    loop = try EventLoop()
    let source = desk.source
    controllers = Controllers(loop: loop) { ControllerSocket.open(source) }
    controllers.onEvent = { [account] in account.events.append($0) }
  }

  private func awaits(_ what: String, _ condition: () -> Bool) throws {
    let end = EventLoop.now + 20
    var isMet = condition()
    while !isMet, EventLoop.now < end {
      try loop.step(timeout: 0.02)
      isMet = condition()
    }
    #expect(isMet, "\(what)")
  }

  private func awaits(_ expected: [ControllerEvent]) throws {
    try awaits("\(expected)") { account.events.count >= expected.count }
    #expect(account.events == expected)
    account.events = []
  }

  private func plug(_ name: String, _ decoder: ControllerDecoder? = ControllerDecoder(.gamepad)) throws {
    desk.plug(name, decoder)
    try awaits("\(name) to be opened") { desk.isOpen(name) }
  }

  private func tap(_ button: ControllerButton) -> [ControllerEvent] {
    [.button(button, .pressed), .button(button, .released)]
  }

  private static let south: [(UInt16, UInt16, Int32)] = [(1, 0x130, 1), (0, 0, 0), (1, 0x130, 0), (0, 0, 0)]
  private static let guide: [(UInt16, UInt16, Int32)] = [(1, 0x13C, 1), (0, 0, 0), (1, 0x13C, 0), (0, 0, 0)]

  @Test func aButtonOfAGamepadReachesTheLauncher() throws {
    desk.plug("event0", ControllerDecoder(.gamepad))
    controllers.follow()
    try awaits("the gamepad to be opened") { desk.isOpen("event0") }
    desk.write("event0", Self.south)
    try awaits(tap(.padSouth))
    controllers.ignore()
  }

  @Test func aGamepadMayComeAndGo() throws {
    controllers.follow()
    for _ in 0..<2 {
      try plug("event0")
      desk.write("event0", [(1, 0x130, 1)])
      try awaits([.button(.padSouth, .pressed)])
      desk.unplug("event0")
      // The loss of the device releases its held buttons.
      try awaits([.button(.padSouth, .released)])
    }
    controllers.ignore()
  }

  @Test func heldDirectionRepeats() throws {
    controllers.follow()
    try plug("event0")
    desk.write("event0", [(3, 0x10, 1)])
    try awaits("two repeats") { account.events.count >= 3 }
    #expect(
      account.events.prefix(3) == [
        .button(.padRight, .pressed), .button(.padRight, .repeated), .button(.padRight, .repeated),
      ])
    controllers.ignore()
  }

  @Test func programButtonsStayWithTheProgram() throws {
    controllers.follow()
    try plug("event0")
    desk.write("event0", Self.south)
    try awaits(tap(.padSouth))
    controllers.isProgramSeen = true
    desk.write("event0", Self.south + Self.south + Self.guide)
    // One report is enough, however often the program is used.
    try awaits([.inUse] + tap(.padGuide))
    controllers.isProgramSeen = false
    desk.write("event0", Self.south)
    try awaits(tap(.padSouth))
    controllers.ignore()
  }

  @Test func aRemoteControlLeadsHome() throws {
    controllers.follow()
    try plug("event0", ControllerDecoder(.remoteControl))
    controllers.isProgramSeen = true
    desk.write("event0", [(1, 103, 1), (1, 103, 0), (1, 30, 1), (1, 30, 0), (1, 172, 1), (1, 172, 0)])
    try awaits(tap(.remoteHome))
    controllers.ignore()
  }

  @Test func otherDevicesAreClosedAtOnce() throws {
    controllers.follow()
    try plug("event0", nil)
    try plug("event1")
    desk.write("event0", Self.south)
    desk.write("event1", Self.guide)
    try awaits(tap(.padGuide))
    controllers.ignore()
  }

  @Test func hostileBytesEndNothing() throws {
    controllers.follow()
    try plug("event0")
    var random = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      desk.write("event0", Data((0..<240).map { _ in UInt8.random(in: 0...255, using: &random) }))
    }
    // An incomplete event.
    desk.write("event0", Data(count: 7))
    try plug("event1")
    desk.write("event1", Self.guide)
    try awaits("the other gamepad") { account.events.suffix(2) == tap(.padGuide)[...] }
    controllers.ignore()
  }

  @Test func nonsenseFromTheServiceEndsIt() throws {
    for nonsense: [UInt8] in [[1], [0x1E, 0, 1], [0x30, 1, 1, 9]] {
      var ends: [Int32] = [-1, -1]
      try #require(clinux_message_pair(&ends) == 0)
      let (own, other) = (ends[0], ends[1])
      defer { close(own) }
      let controllers = Controllers(loop: loop) { other }
      controllers.onEvent = { [account] in account.events.append($0) }
      controllers.follow()
      var byte: UInt8 = 9
      try awaits("the mode") { recv(own, &byte, 1, Int32(MSG_DONTWAIT)) == 1 }
      #expect(byte == 0)
      _ = clinux_send(own, nonsense, nonsense.count, -1)
      try awaits("the end") { recv(own, &byte, 1, Int32(MSG_DONTWAIT)) == 0 }
      controllers.ignore()
    }
    #expect(account.events.isEmpty)
  }

  /// The service that may open devices and the launcher that may not, with a real socket between them.
  @Test func serviceReportsAndEndsWithItsLauncher() throws {
    let path = "/tmp/rotunda-panels-\(UUID().uuidString.prefix(8))"
    let listener = clinux_message_listen(path)
    try #require(listener >= 0)
    defer { unlink(path) }
    desk.plug("event0", ControllerDecoder(.gamepad))
    let connection = clinux_message_connect(path)
    let (source, ended) = (desk.source, DispatchSemaphore(value: 0))
    Thread {
      PanelService(connection: connection, controllers: source) { _ in -ENODEV }.serve()
      ended.signal()
    }.start()
    do {
      let panels = SessionPanels(listener: listener)
      let controllers = Controllers(loop: loop) { panels.openControllers() }
      controllers.onEvent = { [account] in account.events.append($0) }
      controllers.follow()
      try awaits("the gamepad to be opened") { desk.isOpen("event0") }
      desk.write("event0", Self.guide)
      try awaits(tap(.padGuide))
      // A launcher needs only one. It requests panels on the same connection.
      #expect(panels.openControllers() == -EBUSY)
      #expect(panels.open("/dev/input/event1") == -ENODEV)
      controllers.ignore()
    }
    #expect(ended.wait(timeout: .now() + 20) == .success)
  }

  @Test func olderServiceOffersNoControllers() throws {
    let path = "/tmp/rotunda-panels-\(UUID().uuidString.prefix(8))"
    let listener = clinux_message_listen(path)
    try #require(listener >= 0)
    defer { unlink(path) }
    let connection = clinux_message_connect(path)
    Thread { PanelService(connection: connection) { _ in -ENODEV }.serve() }.start()
    #expect(SessionPanels(listener: listener).openControllers() == -EINVAL)
  }

  @Test(
    arguments: [
      (["ID_INPUT_JOYSTICK": "1"], true), (["ID_INPUT_KEY": "1"], true), ([:], false),
      (["ID_INPUT_KEY": "1", "ID_INPUT_KEYBOARD": "1"], false),
      (["ID_INPUT_JOYSTICK": "1", "ID_INPUT_KEYBOARD": "1"], false),
      (["ID_INPUT_KEY": "1", "ID_INPUT_MOUSE": "1"], false),
      (["ID_INPUT_JOYSTICK": "1", "ID_SEAT": "seat1"], false), (["ID_INPUT_TOUCHSCREEN": "1"], false),
    ] as [([String: String], Bool)])
  func keyboardsAreNotOpened(properties: [String: String], isOpened: Bool) {
    #expect(PanelOpener.isController(of: "seat0") { properties[$0] } == isOpened)
  }

  @Test func onlyADeviceIsAController() {
    #expect(PanelOpener.openController("/etc/passwd", of: "seat0") == -ENODEV)
    #expect(PanelOpener.openController("/dev/zero", of: "seat0") == -ENODEV)
    #expect(clinux_describe_controller(0).kind == Int32(clinux_no_controller))
  }
}
