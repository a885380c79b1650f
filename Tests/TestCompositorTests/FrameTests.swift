import TestCompositor
import Testing
import Wayland

@MainActor
@Suite(.serialized)
struct FrameTests {
  private func connected(_ frames: CompositorOptions.Frames) throws -> (TestCompositor, ShmClient) {
    var options = CompositorOptions()
    options.frames = frames
    options.offered = CompositorOptions.everything
    let compositor = try TestCompositor(options)
    return (compositor, try ShmClient(compositor))
  }

  @Test func manualClockShowsFramesOnRequest() throws {
    let (compositor, client) = try connected(.manual)
    defer { compositor.stop() }
    var times: [UInt32] = []
    client.surface.frame().onEvent = { event in if case .done(let time) = event { times.append(time) } }
    try client.draw([0, 0, 0, 255], width: 4, height: 4)
    try client.connection.roundtrip()
    #expect(times.isEmpty)
    #expect(compositor.waitingFrameCallbacks == 1)
    compositor.releaseFrame(atNanoseconds: 5_000_000_000)
    try client.connection.roundtrip()
    #expect(times == [5000])
    #expect(compositor.waitingFrameCallbacks == 0)
    client.connection.close()
  }

  @Test func anAutomaticClockShowsFramesByItself() throws {
    let (compositor, client) = try connected(.automatic(perSecond: 500))
    defer { compositor.stop() }
    var frames = 0
    for _ in 0..<5 {
      var isDone = false
      client.surface.frame().onEvent = { _ in isDone = true }
      try client.draw([0, 0, 0, 255], width: 4, height: 4)
      while !isDone { try client.connection.dispatch(waitingMilliseconds: 10_000) }
      frames += 1
    }
    #expect(frames == 5)
    client.connection.close()
  }

  @Test func presentationFeedbackTellsTimeAndRefresh() throws {
    let (compositor, client) = try connected(.manual)
    defer { compositor.stop() }
    let presentation = try client.registry.bind(WpPresentation.self)
    let feedback = presentation.feedback(surface: client.surface)
    var seen: (UInt32, UInt32, UInt32)?
    feedback.onEvent = { event in
      if case .presented(_, let seconds, let nanoseconds, let refresh, _, _, _) = event {
        seen = (seconds, nanoseconds, refresh)
      }
    }
    try client.draw([0, 0, 0, 255], width: 4, height: 4)
    try client.connection.roundtrip()
    compositor.releaseFrame(atNanoseconds: 7_000_000_123)
    try client.connection.roundtrip()
    #expect(seen ?? (0, 0, 0) == (7, 123, 16_666_666))
    #expect(!feedback.isAlive)
    client.connection.close()
  }

  @Test func aFrameThatIsNeverSeenIsDiscarded() throws {
    let (compositor, client) = try connected(.manual)
    defer { compositor.stop() }
    let feedback = try client.registry.bind(WpPresentation.self).feedback(surface: client.surface)
    var isDiscarded = false
    feedback.onEvent = { event in if case .discarded = event { isDiscarded = true } }
    client.surface.commit()
    try client.connection.roundtrip()
    compositor.discardFeedback()
    try client.connection.roundtrip()
    #expect(isDiscarded)
    client.connection.close()
  }
}
