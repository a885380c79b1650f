import Display
import EventLoop
import Foundation
import FuzzTargets
import TestCompositor
import Wayland

/// A compositor's messages in a session that covers all events: the seeds of the session fuzzer.
///
/// Messages contain the client's object numbers. Record the sessions again when the client changes.
struct SessionRecording {
  private let compositor: TestCompositor
  private let relay: RecordingRelay
  private let client: FuzzedClient
  /// The recording so far: pieces after their lengths.
  private var bytes: [UInt8] = []

  /// Seconds that the client gets for each event, far more than it needs.
  private static let patience = 0.1

  private init(offered: [ProtocolInterface: UInt32]) throws {
    var options = CompositorOptions()
    options.offered = offered
    options.capabilities = [.touch, .pointer, .keyboard]
    compositor = try TestCompositor(options)
    relay = try RecordingRelay(to: compositor.connectClient())
    let loop = try EventLoop()
    let session = try WaylandSession(loop: loop, endpoint: .descriptor(relay.takeClientSocket()))
    client = FuzzedClient(session, loop)
    settle()
  }

  /// Writes the recordings into a directory.
  static func write(to directory: String) throws {
    for (name, offered) in [
      ("everything", CompositorOptions.everything), ("core", CompositorOptions.core),
      ("oldest", CompositorOptions.everything.mapValues { min($0, 4) }),
    ] {
      var recording = try SessionRecording(offered: offered)
      recording.play()
      try Data(recording.bytes).write(to: URL(filePath: directory).appending(path: "session-\(name)"))
      recording.client.end()
      recording.compositor.stop()
    }
  }

  private mutating func settle() {
    client.settle(waiting: Self.patience)
    add(relay.take())
  }

  private mutating func add(_ piece: [UInt8]) {
    guard !piece.isEmpty else { return }
    bytes += [UInt8(truncatingIfNeeded: piece.count), UInt8(truncatingIfNeeded: piece.count >> 8)] + piece
  }

  /// Records an action of the launcher: an empty piece and its number.
  private mutating func act(_ choice: UInt8) {
    bytes += [0, 0, choice]
    client.act(choice)
    settle()
  }

  private mutating func happen(_ event: (TestCompositor) -> Void) {
    event(compositor)
    settle()
  }

  private mutating func play() {
    happen { $0.touchDown(id: 1, x: 300, y: 200) }
    happen { $0.touchMotion(id: 1, x: 200, y: 200) }
    happen { $0.touchShape(id: 1, major: 12, minor: 8) }
    happen { $0.touchUp(id: 1) }
    happen { $0.touchDown(id: 2, x: 10, y: 20) }
    happen { $0.touchCancel() }
    happen { $0.pointerMotion(x: 100, y: 100) }
    happen { $0.pointerButton(isPressed: true) }
    happen { $0.pointerMotion(x: 150, y: 100) }
    happen { $0.pointerButton(isPressed: false) }
    happen { $0.pointerAxis(.verticalScroll, by: 10) }
    happen { $0.pointerLeave() }
    happen { $0.keyboardEnter() }
    happen { $0.press(106) }
    happen { $0.keyboardLeave() }
    happen { $0.resize(width: 800, height: 600) }
    happen { $0.changeOutput { $0.scale = 2 } }
    happen { $0.addOutput(OutputOptions(width: 1024, height: 768)) }
    happen { $0.removeOutput(1) }
    act(5)
    happen { $0.releaseFrame() }
    act(0)
    act(3)
    happen { _ = $0.addForeignToplevel(title: "Program", appID: "org.example.Program") }
    happen { $0.configureLayer(width: 640, height: 16) }
    happen { $0.closeLayer() }
    act(1)
    act(2)
    happen { $0.finishForeignToplevels() }
    happen { $0.setCapabilities([]) }
    happen { $0.withdraw(.wlSeat) }
    happen { $0.closeToplevel() }
  }
}
