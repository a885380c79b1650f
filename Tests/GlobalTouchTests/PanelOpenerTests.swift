import Glibc
import Testing

@testable import GlobalTouch

@MainActor
struct PanelOpenerTests {
  /// What udev says about devices, and whether they may be opened.
  private static let devices: [(String, [String: String], Bool)] = [
    ("touch screen", ["ID_INPUT": "1", "ID_INPUT_TOUCHSCREEN": "1"], true),
    (
      "touch screen with a home key", ["ID_INPUT": "1", "ID_INPUT_TOUCHSCREEN": "1", "ID_INPUT_KEY": "1"],
      true
    ),
    ("keyboard", ["ID_INPUT": "1", "ID_INPUT_KEY": "1", "ID_INPUT_KEYBOARD": "1"], false),
    ("touch screen and keyboard", ["ID_INPUT_TOUCHSCREEN": "1", "ID_INPUT_KEYBOARD": "1"], false),
    ("mouse", ["ID_INPUT": "1", "ID_INPUT_MOUSE": "1"], false),
    ("touchpad", ["ID_INPUT": "1", "ID_INPUT_TOUCHPAD": "1"], false),
    ("tablet", ["ID_INPUT": "1", "ID_INPUT_TABLET": "1"], false),
    ("switched off by a rule", ["ID_INPUT": "1", "ID_INPUT_TOUCHSCREEN": "0"], false),
    ("emptied by a rule", ["ID_INPUT": "1", "ID_INPUT_TOUCHSCREEN": ""], false),
    ("unknown", [:], false),
  ]

  @Test func onlyTouchPanelsAreOpened() {
    for (name, properties, isPanel) in Self.devices {
      #expect(PanelOpener.isPanel { properties[$0] } == isPanel, "\(name)")
    }
  }

  @Test func whatIsNoDeviceOfUdevsIsNotOpened() {
    #expect(PanelOpener.openPanel("/dev/null") == -ENODEV)
    #expect(PanelOpener.openPanel("/etc/passwd") == -ENODEV)
    #expect(PanelOpener.openPanel("/dev") == -ENODEV)
    #expect(PanelOpener.openPanel("/dev/input/event99999") == -ENOENT)
    #expect(PanelOpener.openPanel("") == -ENOENT)
  }

  @Test func aRefusalIsForgottenWhenTheDeviceOpens() {
    var answer: Int32 = -EACCES
    let opener = PanelOpener { _ in answer }
    #expect(opener.descriptor("/dev/input/event0") == -EACCES)
    #expect(opener.refusals == ["/dev/input/event0": EACCES])
    answer = 5
    #expect(opener.descriptor("/dev/input/event0") == 5)
    #expect(opener.refusals.isEmpty)
    answer = -EBUSY
    #expect(opener.descriptor("/dev/input/event0") == -EBUSY)
    #expect(opener.refusals.isEmpty)
  }
}
