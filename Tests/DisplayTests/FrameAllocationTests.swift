import CAllocations
import Display
import TestCompositor
import Testing

/// What handing a frame over takes from the heap, and hearing that it was seen: nothing but what libwayland itself needs.
@MainActor
@Suite(.serialized, .enabled(if: allocations_are_counted()))
struct FrameAllocationTests {
  @Test(arguments: [false, true]) func aFrameTakesNoMemory(tellsWhenSeen: Bool) throws {
    allocations_leave_out("libwayland-client")
    let stage = try SessionStage { if tellsWhenSeen { $0.offered = CompositorOptions.everything } }
    defer { stage.end() }
    try stage.show()
    let configuration = try #require(stage.configurations.last)
    let size = (width: configuration.pixelWidth, height: configuration.pixelHeight)
    let pictures = try #require(SharedPictures(stage.session))
    let clock = stage.session.frameClock
    var (shown, before, taken) = (0, UInt(0), UInt?.none)
    stage.session.onEvent = { event in
      guard case .frame = event else { return }
      clock.request()
      guard let picture = pictures.next(width: size.width, height: size.height) else { return }
      clock.present {
        pictures.show(picture, frame: shown, x: 0, y: 0, width: size.width, height: size.height)
        return true
      }
      shown += 1
      // By then all that serves again is there.
      if shown == 60 { before = allocation_count() }
      if shown == 120 { taken = allocation_count() - before }
    }
    clock.request()
    #expect(try stage.wait { taken != nil })
    #expect(taken == 0)
  }
}
