import CInput

/// A touch panel that the kernel knows, as udev describes it. Nothing is opened to learn this.
public nonisolated struct TouchDevice: Hashable, Sendable {
  /// Its name, for people.
  public var name: String
  /// Its device, `/dev/input/event…`.
  public var path: String
  /// The seat that it is given to (logind's).
  public var seat: String
  /// The screen it belongs to, by udev's WL_OUTPUT; nil when nobody said.
  public var output: String?
  /// Whether udev takes it for a keyboard as well.
  public var isKeyboard: Bool

  /// All panels of all seats, by their paths.
  public static func all() -> [TouchDevice] {
    guard let udev = udev_new(), let search = udev_enumerate_new(udev) else { return [] }
    defer {
      udev_enumerate_unref(search)
      udev_unref(udev)
    }
    udev_enumerate_add_match_subsystem(search, "input")
    udev_enumerate_add_match_property(search, "ID_INPUT_TOUCHSCREEN", "1")
    guard udev_enumerate_scan_devices(search) >= 0 else { return [] }
    var found: [TouchDevice] = []
    var entry = udev_enumerate_get_list_entry(search)
    while let current = entry {
      if let device = udev_device_new_from_syspath(udev, udev_list_entry_get_name(current)) {
        if let panel = TouchDevice(device) { found.append(panel) }
        udev_device_unref(device)
      }
      entry = udev_list_entry_get_next(current)
    }
    return found.sorted { $0.path < $1.path }
  }

  /// The device's event node; nil for its other ones, such as `js0` and the parent of all of them.
  private init?(_ device: OpaquePointer) {
    guard let path = udev_device_get_devnode(device).map({ String(cString: $0) }),
      path.hasPrefix("/dev/input/event")
    else { return nil }
    func property(_ name: String, of device: OpaquePointer? = device) -> String? {
      device.flatMap { udev_device_get_property_value($0, name) }.map { String(cString: $0) }
    }
    let quoted = property("NAME", of: udev_device_get_parent_with_subsystem_devtype(device, "input", nil))
    name = quoted.map { String($0.drop { $0 == "\"" }.prefix { $0 != "\"" }) } ?? "a touch panel"
    self.path = path
    seat = property("ID_SEAT") ?? PanelOpener.defaultSeat
    output = property("WL_OUTPUT")
    isKeyboard = property("ID_INPUT_KEYBOARD") == "1"
  }
}
