import Glibc
import Testing

@testable import GlobalTouch

@MainActor
struct PanelOpenerTests {
  /// The udev properties of devices, and whether the service may open them.
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
      #expect(PanelOpener.isPanel(of: "seat0") { properties[$0] } == isPanel, "\(name)")
    }
  }

  @Test(arguments: [
    (nil, "seat0", true), ("seat0", "seat0", true), ("seat1", "seat1", true), ("seat1", "seat0", false),
    (nil, "seat1", false), ("seat0", "seat1", false), ("", "seat0", false),
  ])
  func onlyPanelsOfTheSeatAreOpened(given: String?, wanted: String, isOpened: Bool) {
    var properties = ["ID_INPUT_TOUCHSCREEN": "1"]
    properties["ID_SEAT"] = given
    #expect(PanelOpener.isPanel(of: wanted) { properties[$0] } == isOpened)
  }

  @Test(arguments: [
    ("/dev/null", ENODEV), ("/etc/passwd", ENODEV), ("/dev", ENODEV), ("/dev/input/event99999", ENOENT),
    ("", ENOENT),
  ])
  func unknownDevicesAreNotTried(path: String, error: Int32) {
    var asked: [String] = []
    let result = PanelOpener.openPanel(path, of: "seat0") { path in
      asked.append(path)
      return 5
    }
    #expect(result == -error)
    #expect(asked.isEmpty)
  }

  @Test func devicesOpenReadOnlyWithoutLinks() throws {
    let descriptor = PanelOpener.openForReading("/dev/zero")
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    #expect(fcntl(descriptor, F_GETFL) & O_ACCMODE == O_RDONLY)
    #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
    let link = "/tmp/rotunda-panel-\(getpid())"
    try #require(symlink("/dev/zero", link) == 0)
    defer { unlink(link) }
    #expect(PanelOpener.openForReading(link) == -ELOOP)
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
