import EventLoop
import Hosting
import Rendering
import Shell
import Testing

/// The window host's decisions: when a driver counts as broken, and which frame a screenshot shows.
@MainActor
@Suite(.serialized) struct WindowHostTests {
  @Test func fourthFailedFrameEndsTheLauncher() throws {
    let stage = try HostFixture()
    defer { stage.end() }
    stage.outcomes = Array(repeating: .failure(.contextLost), count: 10)
    #expect(try stage.wait { !stage.source.ends.isEmpty })
    #expect(stage.source.ends == [.undrawable])
    #expect(stage.source.frames == 4)
    #expect(stage.targets == 4, "each of the first three failures builds a new target")
  }

  @Test func successfulFrameForgivesFailures() throws {
    let stage = try HostFixture()
    defer { stage.end() }
    let failures: [Result<Bool, GraphicsError>] = Array(repeating: .failure(.surfaceLost), count: 3)
    stage.outcomes = failures + [.success(true)] + failures
    #expect(try stage.wait { stage.source.frames >= 9 })
    #expect(stage.source.ends.isEmpty)
    #expect(stage.targets == 7)
  }

  @Test func aWindowIsMeasuredBeforeItsFirstFrame() throws {
    let stage = try HostFixture()
    defer { stage.end() }
    #expect(try stage.wait { stage.source.frames > 0 })
    let sizes = stage.source.events.filter { if case .resized = $0 { true } else { false } }
    #expect(sizes.count == 1)
  }

  @Test func theDeadlineIsPostedOnce() throws {
    let stage = try HostFixture()
    defer { stage.end() }
    stage.source.wantsFrames = false
    stage.source.onFrameEnded = {}
    stage.host.wait(until: EventLoop.now + 0.01, wantsFrame: false)
    #expect(try stage.wait { stage.source.events.contains(.deadline) })
    try stage.loop.step(timeout: 0.05)
    #expect(stage.source.events.count { $0 == .deadline } == 1)
  }

  @Test func lostCompositorEndsTheLauncher() throws {
    let stage = try HostFixture()
    #expect(try stage.wait { stage.source.frames > 0 })
    stage.compositor.stop()
    #expect(try stage.wait { !stage.source.ends.isEmpty })
    #expect(stage.source.ends == [.compositorLost])
    stage.host.session.close()
  }

  @Test func screenshotIsTakenOfAShownFrame() throws {
    let stage = try HostFixture()
    defer { stage.end() }
    var shots: [(frame: Int, shot: Screenshot)] = []
    #expect(try stage.wait { stage.source.frames >= 2 })
    let frames = stage.source.frames
    stage.outcomes = [.success(false), .failure(.contextLost), .success(true)]
    stage.host.captureNextFrame { shots.append((stage.source.frames, $0)) }
    #expect(try stage.wait { stage.source.frames >= frames + 6 })
    #expect(shots.map(\.frame) == [frames + 3])
    #expect(shots.first?.shot.pixels == [1, 2, 3, 255])
  }

  @Test func canceledScreenshotIsNotTaken() throws {
    let stage = try HostFixture()
    defer { stage.end() }
    #expect(try stage.wait { stage.source.frames > 0 })
    let frames = stage.source.frames
    stage.host.captureNextFrame { _ in Issue.record("the request was canceled") }
    stage.host.captureNextFrame(nil)
    #expect(try stage.wait { stage.source.frames >= frames + 3 })
  }
}
