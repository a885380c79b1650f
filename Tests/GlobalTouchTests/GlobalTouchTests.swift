import CInput
import CInputStub
import EventLoop
import RotundaGeometry
import Gestures
import Glibc
import Testing

@testable import GlobalTouch

@MainActor
@Suite(.serialized)
struct GlobalTouchTests {
  private typealias Panel = Panels.Panel

  @Test func panelFingerIsASurfaceFinger() throws {
    let panels = try Panels()
    let panel = Panel()
    panels.touch.listen()
    #expect(panels.touch.availability == .available(panels: 1))
    panel.down(3, 0.5, 0.5, at: 4_000_000)
    panel.frame()
    panel.motion(3, 0.25, 0.5, at: 4_008_000)
    panel.frame()
    panel.up(3, at: 4_016_500)
    panel.frame()
    #expect(
      try panels.told() == [
        .down(id: 0, at: Point(500, 250), milliseconds: 4000),
        .motion(id: 0, at: Point(250, 250), milliseconds: 4008), .up(id: 0, milliseconds: 4016),
      ])
    panels.touch.ignore()
  }

  @Test func frameHoldsSimultaneousEvents() throws {
    let panels = try Panels()
    let panel = Panel()
    panels.touch.listen()
    panel.down(0, 0, 0)
    panel.down(1, 1, 1)
    panel.frame()
    panel.up(0)
    panel.up(1)
    panel.frame()
    for _ in 0..<8 { try panels.loop.step(timeout: 0) }
    #expect(panels.frames.map(\.events.count) == [2, 2])
    panels.touch.ignore()
  }

  @Test func twoPanelsDoNotShareAContact() throws {
    let panels = try Panels()
    let (left, right) = (Panel("left", "/dev/input/event0"), Panel("right", "/dev/input/event1"))
    panels.touch.listen()
    #expect(panels.touch.availability == .available(panels: 2))
    left.down(0, 0, 0)
    left.frame()
    right.down(0, 1, 1)
    right.frame()
    left.up(0)
    left.frame()
    right.motion(0, 0.5, 1)
    right.frame()
    #expect(
      try panels.told() == [
        .down(id: 0, at: .zero, milliseconds: 0), .down(id: 1, at: Point(1000, 500), milliseconds: 0),
        .up(id: 0, milliseconds: 0), .motion(id: 1, at: Point(500, 500), milliseconds: 0),
      ])
    panels.touch.ignore()
  }

  @Test func laterPanelIsFollowed() throws {
    let panels = try Panels()
    panels.touch.listen()
    #expect(panels.touch.availability == .noPanels)
    let panel = Panel()
    panel.down(0, 1, 0)
    panel.frame()
    #expect(try panels.told() == [.down(id: 0, at: Point(1000, 0), milliseconds: 0)])
    #expect(panels.touch.availability == .available(panels: 1))
    panels.touch.ignore()
  }

  @Test func unpluggedPanelTakesItsFingersAlong() throws {
    let panels = try Panels()
    let (panel, other) = (Panel("going", "/dev/input/event0"), Panel("staying", "/dev/input/event1"))
    panels.touch.listen()
    panel.down(0, 0, 0)
    panel.frame()
    other.down(0, 0, 0)
    other.frame()
    _ = try panels.told()
    panel.unplug()
    #expect(try panels.told() == [.cancelContact(id: 0)])
    #expect(panels.touch.availability == .available(panels: 1))
    other.up(0)
    other.frame()
    #expect(try panels.told() == [.up(id: 1, milliseconds: 0)])
    other.unplug()
    #expect(try panels.told() == [])
    #expect(panels.touch.availability == .noPanels)
    panels.touch.ignore()
  }

  @Test func palmCancelsItsTouch() throws {
    let panels = try Panels()
    let panel = Panel()
    panels.touch.listen()
    panel.down(0, 0, 0)
    panel.down(1, 0, 0)
    panel.frame()
    panel.cancel(1)
    panel.frame()
    #expect(try panels.told().last == .cancelContact(id: 1))
    panels.touch.ignore()
  }

  @Test func aSlotIsUsedAgain() throws {
    let panels = try Panels()
    let panel = Panel()
    panels.touch.listen()
    for _ in 0..<3 {
      panel.down(0, 0, 0)
      panel.frame()
      panel.up(0)
      panel.frame()
      #expect(
        try panels.told() == [.down(id: 0, at: .zero, milliseconds: 0), .up(id: 0, milliseconds: 0)])
    }
    // The up event is lost, as after a buffer overrun in the kernel.
    panel.down(0, 0, 0)
    panel.down(0, 1, 0)
    panel.frame()
    #expect(
      try panels.told() == [
        .down(id: 0, at: .zero, milliseconds: 0), .cancelContact(id: 0),
        .down(id: 0, at: Point(1000, 0), milliseconds: 0),
      ])
    panels.touch.ignore()
  }

  @Test func aPanelOfOneContactHasNoSlots() throws {
    let panels = try Panels()
    let panel = Panel()
    panels.touch.listen()
    panel.down(-1, 0, 1)
    panel.frame()
    #expect(try panels.told() == [.down(id: 0, at: Point(0, 500), milliseconds: 0)])
    panels.touch.ignore()
  }

  @Test(arguments: PanelOrientation.allCases) func aTurnedScreenTurnsThePanel(_ orientation: PanelOrientation)
    throws
  {
    let panels = try Panels(PanelMapping(size: Size(1000, 500), orientation: orientation))
    let panel = Panel()
    panels.touch.listen()
    panel.down(0, 0.25, 0.125)
    panel.frame()
    let share: Point =
      switch orientation {
      case .normal: Point(0.25, 0.125)
      case .turned90: Point(0.875, 0.25)
      case .turned180: Point(0.75, 0.875)
      case .turned270: Point(0.125, 0.75)
      case .flipped: Point(0.75, 0.125)
      case .flipped90: Point(0.125, 0.25)
      case .flipped180: Point(0.25, 0.875)
      case .flipped270: Point(0.875, 0.75)
      }
    #expect(
      try panels.told() == [.down(id: 0, at: Point(share.x * 1000, share.y * 500), milliseconds: 0)])
    panels.touch.ignore()
  }

  /// A panel that is mounted upside down, and one that is a tenth too wide.
  @Test func theCalibrationComesBeforeTheScreensTurn() throws {
    let panels = try Panels(PanelMapping(size: Size(1000, 500), orientation: .turned90))
    let turned = Panel("turned", "/dev/input/event0", calibration: [-1, 0, 1, 0, -1, 1])
    let wide = Panel("wide", "/dev/input/event1", calibration: [1.5, 0, -0.25, 0, 1, 0])
    panels.touch.listen()
    turned.down(0, 0.75, 0.5)
    turned.frame()
    wide.down(0, 0.5, 0.25)
    wide.frame()
    wide.motion(0, 1, 0)
    wide.frame()
    #expect(
      try panels.told() == [
        .down(id: 0, at: Point(500, 125), milliseconds: 0),
        .down(id: 1, at: Point(750, 250), milliseconds: 0),
        .motion(id: 1, at: Point(1000, 500), milliseconds: 0),
      ])
    panels.touch.ignore()
  }

  @Test func nonFinitePlaceStartsNoTouch() throws {
    let panels = try Panels()
    let panel = Panel()
    panels.touch.listen()
    for bad in [Double.nan, .infinity, -.infinity] {
      panel.down(0, bad, 0)
      panel.motion(0, 0.5, 0.5)
      panel.up(0)
      panel.frame()
    }
    #expect(try panels.told().isEmpty)
    panel.down(0, -7, 1e9, at: .max)
    panel.frame()
    #expect(
      try panels.told() == [
        .down(id: 0, at: Point(0, 500), milliseconds: UInt32(truncatingIfNeeded: UInt64.max / 1000))
      ])
    panels.touch.ignore()
  }

  @Test func otherEventsAreIgnored() throws {
    let panels = try Panels()
    let panel = Panel()
    panels.touch.listen()
    for type: Int32 in [0, 300, 400, 800, 900, 12345] { panel.other(type) }
    #expect(try panels.told().isEmpty)
    panels.touch.ignore()
  }

  @Test func aPanelOfAnotherScreenIsLeftOut() throws {
    let panels = try Panels(PanelMapping(size: Size(1000, 500), output: "HDMI-A-1"))
    let here = Panel("here", "/dev/input/event0", output: "HDMI-A-1")
    let there = Panel("there", "/dev/input/event1", output: "DP-1")
    let anywhere = Panel("anywhere", "/dev/input/event2")
    panels.touch.listen()
    for panel in [there, here, anywhere] {
      panel.down(0, 0, 0)
      panel.frame()
    }
    #expect(
      try panels.told() == [
        .down(id: 0, at: .zero, milliseconds: 0), .down(id: 1, at: .zero, milliseconds: 0),
      ])
    // Without a screen name, the launcher accepts any panel.
    panels.touch.mapping.output = ""
    _ = try panels.told()
    there.down(1, 0, 0)
    there.frame()
    #expect(try panels.told() == [.down(id: 0, at: .zero, milliseconds: 0)])
    panels.touch.ignore()
  }

  @Test func aDeviceWithoutTouchIsSwitchedOff() throws {
    let panels = try Panels()
    _ = Panel("mouse", hasTouch: false)
    panels.touch.listen()
    #expect(panels.touch.availability == .noPanels)
    #expect(input_stub_count().disabled_devices == 1)
    panels.touch.ignore()
  }
}
