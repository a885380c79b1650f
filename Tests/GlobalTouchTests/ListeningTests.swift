import CInputStub
import EventLoop
import RotundaGeometry
import Gestures
import Glibc
import Testing

@testable import GlobalTouch

/// When the launcher listens, when it does not, and what it does on errors.
@MainActor
@Suite(.serialized)
struct ListeningTests {
  private typealias Panel = Panels.Panel

  @Test func nothingIsOpenedBeforeItListens() throws {
    let panels = try Panels()
    _ = Panel()
    #expect(panels.touch.availability == .unknown)
    #expect(panels.asked.isEmpty)
    #expect(input_stub_count().contexts == 0)
  }

  @Test func nothingIsOpenWhenItNoLongerListens() throws {
    let panels = try Panels()
    let panel = Panel()
    for _ in 0..<3 {
      panels.touch.listen()
      #expect(input_stub_count().open_devices == 1)
      panel.down(0, 0, 0)
      panels.touch.ignore()
      #expect(input_stub_count().open_devices == 0)
      #expect(input_stub_count().events == 0)
      #expect(!panels.touch.isListening)
    }
    #expect(panels.asked.count == 3)
  }

  @Test func fingersDownAtTheEndAreLost() throws {
    let panels = try Panels()
    let panel = Panel()
    panels.touch.listen()
    panel.down(0, 0, 0)
    panel.frame()
    _ = try panels.told()
    panels.touch.ignore()
    #expect(try panels.told() == [.lost])
    panels.touch.ignore()
    #expect(try panels.told().isEmpty)
  }

  @Test func earlierFingerCountsAfterLandingAgain() throws {
    let panels = try Panels()
    let panel = Panel()
    panels.touch.listen()
    panel.motion(0, 0.5, 0.5)
    panel.frame()
    panel.up(0)
    panel.frame()
    #expect(try panels.told().isEmpty)
    panel.down(0, 0, 0)
    panel.frame()
    #expect(try panels.told().count == 1)
    panels.touch.ignore()
  }

  @Test func frameHandlerMayStopListening() throws {
    let panels = try Panels()
    let panel = Panel()
    panels.touch.listen()
    var count = 0
    panels.touch.onFrame = { [weak touch = panels.touch] _ in
      count += 1
      touch?.ignore()
    }
    for slot: Int32 in 0..<4 {
      panel.down(slot, 0, 0)
      panel.frame()
    }
    for _ in 0..<8 { try panels.loop.step(timeout: 0) }
    // The first finger, and its cancellation.
    #expect(count == 2)
    #expect(input_stub_count().events == 0)
  }

  @Test func namedSeatIsAssigned() throws {
    let panels = try Panels(seat: "seat-entrance")
    panels.touch.listen()
    let seat = withUnsafeBytes(of: input_stub_count().seat) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    #expect(seat == "seat-entrance")
    panels.touch.ignore()
  }

  @Test(arguments: [EACCES, EPERM]) func missingPermissionIsReported(errno: Int32) throws {
    let panels = try Panels()
    _ = Panel("one", "/dev/input/event3")
    panels.refusals = ["/dev/input/event3": errno]
    panels.touch.listen()
    #expect(panels.touch.availability == .forbidden)
    #expect(try panels.told().isEmpty)
    panels.touch.ignore()
    // A panel that becomes available meanwhile is used the next time.
    panels.refusals = [:]
    panels.touch.listen()
    #expect(panels.touch.availability == .available(panels: 1))
    panels.touch.ignore()
  }

  @Test func onePanelThatMayBeReadIsEnough() throws {
    let panels = try Panels()
    _ = Panel("one", "/dev/input/event3")
    _ = Panel("two", "/dev/input/event4")
    panels.refusals = ["/dev/input/event3": EACCES]
    panels.touch.listen()
    #expect(panels.touch.availability == .available(panels: 1))
    panels.touch.ignore()
  }

  @Test func lostDeviceIsNoPermissionProblem() throws {
    let panels = try Panels()
    _ = Panel("one", "/dev/input/event3")
    panels.refusals = ["/dev/input/event3": ENODEV]
    panels.touch.listen()
    #expect(panels.touch.availability == .noPanels)
    panels.touch.ignore()
  }

  @Test func aLibraryThatFailsIsLeftAlone() throws {
    for failure in 0..<4 {
      let panels = try Panels()
      let panel = Panel()
      input_stub_fail(failure == 0 ? 1 : 0, failure == 1 ? 1 : 0, failure == 2 ? 1 : 0, 0)
      panels.touch.listen()
      if failure == 2 {
        panels.touch.ignore()
        panels.touch.listen()
      }
      if failure == 3 {
        panel.down(0, 0, 0)
        panel.frame()
        _ = try panels.told()
        input_stub_fail(0, 0, 0, -EIO)
        panel.motion(0, 1, 1)
        panel.frame()
        #expect(try panels.told() == [.motion(id: 0, at: Point(1000, 500), milliseconds: 0), .lost])
      }
      #expect(panels.touch.availability == .broken, "failure \(failure)")
      #expect(!panels.touch.isListening)
      #expect(input_stub_count().contexts == 0)
      #expect(input_stub_count().open_devices == 0)
      // The next attempt succeeds.
      input_stub_fail(0, 0, 0, 0)
      panels.touch.listen()
      #expect(panels.touch.availability == .available(panels: 1))
      panels.touch.ignore()
    }
    #expect(input_stub_count().contexts == 0)
    #expect(input_stub_count().events == 0)
  }
}
