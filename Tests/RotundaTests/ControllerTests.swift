import CLinux
import Foundation
import Gestures
import Supervision
import TestCompositor
import Testing

/// The launcher with only a gamepad or a remote control, whose buttons a panel service reports.
@Suite(.serialized) struct ControllerTests {
  /// A substitute for the panel service. It connects to the launcher and answers with the test's controllers.
  private final class Service: @unchecked Sendable {
    private let connection: Int32
    private let lock = NSLock()
    private var socket: Int32 = -1
    private var asked: [String] = []
    private var mode: UInt8?

    init(at path: String) throws {
      connection = clinux_message_connect(path)
      try #require(connection >= 0)
      Thread { [self] in while answer() {} }.start()
    }

    /// Closes the connection, as a service that ends does.
    func end() {
      shutdown(connection, Int32(SHUT_RDWR))
      lock.withLock {
        if socket >= 0 { close(socket) }
        socket = -1
      }
    }

    deinit {
      end()
      close(connection)
    }

    var requests: [String] { lock.withLock { asked } }

    /// Waits for a request and answers it. Returns whether more may follow.
    private func answer() -> Bool {
      var bytes = [UInt8](repeating: 0, count: PanelRequest.mostBytes)
      var unwanted: Int32 = -1
      let count = clinux_receive(connection, &bytes, bytes.count, 1, &unwanted)
      guard count > 0, let request = PanelRequest(bytes: bytes.prefix(count)) else { return false }
      var ends: [Int32] = [-1, -1]
      let isWanted = request == .controllers && clinux_message_pair(&ends) == 0
      let answer = PanelAnswer(error: isWanted ? 0 : ENODEV).bytes
      guard clinux_send(connection, answer, answer.count, ends[1]) == answer.count else { return false }
      if ends[1] >= 0 { close(ends[1]) }
      lock.withLock {
        asked.append(request.path)
        if isWanted { socket = ends[0] }
      }
      return true
    }

    /// The last report of which program owns the screen: 0 is the launcher, 1 another program.
    var screen: UInt8? {
      lock.withLock {
        var byte: UInt8 = 0
        while socket >= 0, recv(socket, &byte, 1, Int32(MSG_DONTWAIT)) == 1 { mode = byte }
        return mode
      }
    }

    func tap(_ button: ControllerButton) throws {
      for phase in [KeyEvent.Phase.pressed, .released] {
        let bytes = try #require(ControllerEvent.button(button, phase).bytes)
        lock.withLock { _ = clinux_send(socket, bytes, bytes.count, -1) }
      }
    }
  }

  /// Starts the launcher and a service, and waits for the launcher's first request.
  private func start() throws -> (kiosk: Kiosk, service: Service, path: String) {
    let files = try KioskFiles()
    let path = files.path("panels")
    let listener = clinux_message_listen(path)
    try #require(listener >= 0)
    defer { close(listener) }
    // The service manager passes the socket to the session, which passes it to the launcher.
    _ = fcntl(listener, F_SETFD, 0)
    let kiosk = try Kiosk(files: files, environment: ["ROTUNDA_SESSION_PANELS": "\(listener)"])
    let service = try Service(at: path)
    try waitUntil("the launcher to ask for controllers") { service.screen == 0 }
    return (kiosk, service, path)
  }

  @Test(arguments: [ControllerButton.padGuide, .remoteHome])
  func gamepadOpensATileAndGoesHome(home: ControllerButton) throws {
    let (kiosk, service, _) = try start()
    try kiosk.awaitRest()
    try service.tap(.padRight)
    try kiosk.awaitCentered(.green)
    try service.tap(.padLeft)
    try kiosk.awaitCentered(.red)
    try service.tap(.padRight)
    try kiosk.awaitCentered(.green)
    try kiosk.awaitRest()
    try service.tap(.padSouth)
    let program = try kiosk.files.report(.green).processID
    try waitUntil("the service to know of the program") { service.screen == 1 }
    try service.tap(home)
    try waitUntil("the program to end") { kill(program, 0) != 0 }
    try kiosk.awaitCentered(.red)
    try waitUntil("the service to know of the launcher") { service.screen == 0 }
    #expect(service.requests.contains("controllers") && kiosk.launcher.exit == nil)
  }

  @Test func restartedServiceIsCalledAgain() throws {
    let (kiosk, service, path) = try start()
    service.end()
    let next = try Service(at: path)
    try waitUntil("the launcher to ask again") { next.screen == 0 }
    try kiosk.awaitRest()
    try next.tap(.padRight)
    try kiosk.awaitCentered(.green)
  }
}
