import CInput

/// A touch panel that libinput follows.
struct TouchPanel {
  /// What tells its contacts from those of others.
  let number: Int32
  /// Its name, for people.
  let name: String
  /// The screen it belongs to, by udev's WL_OUTPUT; empty when nobody said.
  let output: String

  init(_ device: OpaquePointer, number: Int32) {
    self.number = number
    name = libinput_device_get_name(device).map { String(cString: $0) } ?? "unnamed"
    output = libinput_device_get_output_name(device).map { String(cString: $0) } ?? ""
  }

  /// Whether its touches are on the screen of that name.
  func belongs(to output: String) -> Bool {
    self.output.isEmpty || output.isEmpty || self.output == output
  }
}
