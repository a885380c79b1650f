import Display
import EventLoop
import Foundation
import RotundaGeometry
import RealCompositors
import Testing
import Wayland

/// A window on another project's compositor.
@MainActor
@Suite(.serialized)
struct WestonSessionTests {
  let loop: EventLoop

  init() throws {
    loop = try EventLoop()
  }

  private nonisolated static let hasWeston = FileManager.default.isExecutableFile(atPath: "/usr/bin/weston")

  private func start(_ options: WindowOptions = WindowOptions()) throws -> (Compositor, WaylandSession) {
    let compositor = try Compositor(.weston, on: .headless(width: 800, height: 480))
    let path = "\(compositor.scratch.runtime)/\(compositor.display)"
    return (compositor, try WaylandSession(loop: loop, endpoint: .path(path), options: options))
  }

  /// Turns the loop until `condition` holds. Returns false after a time-out.
  private func wait(until condition: () -> Bool) throws -> Bool {
    let limit = EventLoop.now + 60
    while !condition() && EventLoop.now < limit { try loop.step(timeout: 0.05) }
    return condition()
  }

  @Test func missingCompositorErrorNamesTheSocket() {
    let path = "/tmp/no-compositor-here"
    #expect(throws: DisplayError.connection(.noSocket(path: path))) {
      try WaylandSession(loop: loop, endpoint: .path(path))
    }
  }

  @Test(.enabled(if: hasWeston, "weston is not installed"))
  func aWindowIsConfiguredDrawnAndDrawnAgain() throws {
    let (compositor, session) = try start()
    defer { compositor.end() }
    var configurations: [WindowConfiguration] = []
    var predictions: [Double] = []
    let painter = try Painter(session)
    session.onEvent = { event in
      switch event {
      case .configured(let configuration): configurations.append(configuration)
      case .frame(let time):
        predictions.append(time)
        #expect(configurations.last != nil)
        #expect(!session.frameClock.isOutstanding)
        if predictions.count < 5 { session.frameClock.request() }
        guard let configuration = configurations.last else { return }
        session.frameClock.present { painter.paint(configuration) }
        #expect(session.frameClock.isOutstanding)
      default: break
      }
    }
    #expect(try wait { predictions.count >= 5 && !session.frameClock.isOutstanding })
    #expect(configurations.last?.size == Size(800, 480))
    #expect(configurations.last?.isFullscreen == true)
    #expect(zip(predictions, predictions.dropFirst()).allSatisfy { $0 < $1 })
    let count = predictions.count
    for _ in 0..<5 { try loop.step(timeout: 0.02) }
    #expect(predictions.count == count, "no further frame was requested")
    // weston starts with a black screen that fades away.
    try compositor.wait(forPicture: "the color") { $0.bytes.prefix(3).elementsEqual([0x20, 0x40, 0x80]) }
    session.close()
  }

  @Test(.enabled(if: hasWeston, "weston is not installed"))
  func unchangedFrameComesWithTheNextRefresh() throws {
    let (compositor, session) = try start()
    defer { compositor.end() }
    let painter = try Painter(session)
    var configuration: WindowConfiguration?
    var frames = 0
    session.onEvent = { event in
      switch event {
      case .configured(let new): configuration = new
      case .frame:
        frames += 1
        if frames < 6 { session.frameClock.request() }
        if let configuration, frames == 1 { session.frameClock.present { painter.paint(configuration) } }
      default: break
      }
    }
    #expect(try wait { frames >= 6 })
    session.close()
  }

  @Test(.enabled(if: hasWeston, "weston is not installed"))
  func aWindowHasTheSizeOfItsOptions() throws {
    let (compositor, session) = try start(WindowOptions(isFullscreen: false, size: Size(320, 200)))
    defer { compositor.end() }
    var configuration: WindowConfiguration?
    session.onEvent = { if case .configured(let new) = $0 { configuration = new } }
    #expect(try wait { configuration != nil })
    #expect(configuration?.size == Size(320, 200))
    #expect(configuration?.isFullscreen == false)
    session.close()
  }

  @Test(.enabled(if: hasWeston, "weston is not installed"))
  func deadCompositorIsReportedOnce() throws {
    let (compositor, session) = try start()
    var reasons: [ConnectionError] = []
    session.onEvent = { if case .disconnected(let reason) = $0 { reasons.append(reason) } }
    try loop.step(timeout: 0)
    compositor.end()
    #expect(try wait { !reasons.isEmpty })
    let start = EventLoop.now
    try loop.step(timeout: 0.2)
    // A busy loop on the closed socket would return at once.
    #expect(EventLoop.now - start >= 0.19)
    #expect(reasons.count == 1)
    session.close()
  }
}
