/// The USB devices that work on a kiosk. Hubs always do.
package struct USBPolicy: Hashable, Sendable {
  /// A kind of device, identified by the classes of its interfaces (USB-IF, "Defined Class Codes").
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case touch, keyboard, mouse, storage, sound, camera, printer, network, other

    /// The classes of its interfaces, as two hexadecimal digits.
    fileprivate var classes: [String] {
      switch self {
      // Human interface devices: only their driver can tell them apart, by their report descriptors.
      case .touch, .keyboard, .mouse: ["03"]
      case .storage: ["08"]
      case .sound: ["01"]
      case .camera: ["0e", "06"]
      case .printer: ["07"]
      // Modems and network adapters, their data interfaces, and wireless controllers.
      case .network: ["02", "0a", "e0"]
      // Vendor-specific and rare classes: old touch panels, serial adapters, card readers.
      case .other: ["00", "05", "0b", "0d", "0f", "10", "11", "12", "dc", "ef", "fe", "ff"]
      }
    }
  }

  /// The kinds that work; nil for all.
  package let kinds: Set<Kind>?

  /// A policy with which every device works.
  package static let any = USBPolicy(kinds: nil)

  package init(kinds: Set<Kind>?) {
    self.kinds = kinds
  }

  /// Parses a command-line value: `any`, or kinds separated by commas. Returns nil if a word is unknown.
  package init?(words: String) {
    if words == "any" {
      self = .any
    } else {
      let names = words.split(separator: ",", omittingEmptySubsequences: false)
      let kinds = names.compactMap { Kind(rawValue: String($0)) }
      guard kinds.count == names.count else { return nil }
      self.init(kinds: Set(kinds))
    }
  }

  /// The permitted words, for a message.
  package static let words = (["any"] + Kind.allCases.map(\.rawValue)).joined(separator: ", ")

  /// The path of the rules.
  package static let path = "/etc/udev/rules.d/90-rotunda-usb.rules"

  /// The udev(7) rules that enforce the policy; nil if every device works.
  ///
  /// An interface that is not authorized gets no driver (Documentation/usb/authorization.rst of the kernel).
  /// If it is authorized later, its driver must be probed. Keyboards and mice are distinguished from touch
  /// panels by their reports. They already have a driver then, so they are inhibited.
  var rules: String? {
    guard let kinds else { return nil }
    let allowed = Set(kinds.flatMap(\.classes)).union([Self.hub]).sorted().joined(separator: "|")
    var lines = [
      "# Written by rotunda setup; rotunda setup --usb any takes it away.",
      "# USB devices that work: \(kinds.map(\.rawValue).sorted().joined(separator: ", ")).",
      "ACTION==\"remove\", GOTO=\"rotunda_usb_end\"",
      "SUBSYSTEM==\"usb\", ATTR{interface_authorized_default}==\"1\", ATTR{interface_authorized_default}=\"0\"",
      "SUBSYSTEM!=\"usb\", GOTO=\"rotunda_usb_input\"",
      "ENV{DEVTYPE}!=\"usb_interface\", GOTO=\"rotunda_usb_end\"",
      "ATTR{bInterfaceClass}!=\"\(allowed)\", ATTR{authorized}=\"0\", GOTO=\"rotunda_usb_end\"",
      "ATTR{authorized}==\"0\", ATTR{authorized}=\"1\", RUN+=\"/bin/sh -c 'echo %k >/sys/bus/usb/drivers_probe'\"",
      "GOTO=\"rotunda_usb_end\"",
      "LABEL=\"rotunda_usb_input\"",
    ]
    // A touch panel's additional input devices stay active: a device that is also a touch panel is not
    // inhibited.
    for (kind, property) in [(Kind.keyboard, "ID_INPUT_KEYBOARD"), (.mouse, "ID_INPUT_MOUSE")]
    where !kinds.contains(kind) {
      lines.append(
        "SUBSYSTEM==\"input\", KERNEL==\"input[0-9]*\", SUBSYSTEMS==\"usb\", ENV{\(property)}==\"1\", "
          + "ENV{ID_INPUT_TOUCHSCREEN}!=\"1\", ATTR{inhibited}=\"1\"")
    }
    if !kinds.contains(.touch) {
      lines.append(
        "SUBSYSTEM==\"input\", KERNEL==\"input[0-9]*\", SUBSYSTEMS==\"usb\", ENV{ID_INPUT_TOUCHSCREEN}==\"1\", "
          + "ATTR{inhibited}=\"1\"")
    }
    lines.append("LABEL=\"rotunda_usb_end\"")
    return lines.joined(separator: "\n") + "\n"
  }

  private static let hub = "09"

  /// The mount directories of removable disks.
  private static let removable = ["/media/", "/mnt/", "/run/media/"]

  /// Returns the disk that the machine runs from and that the policy would disable, with its mount point; nil
  /// if there is none.
  ///
  /// - Parameters:
  ///   - disks: the names (`sda1`, `dm-0`) and device numbers (`8:1`) of USB disks, their partitions, and
  ///     devices on top of these.
  ///   - mounts: `/proc/self/mountinfo`, as proc(5) describes it.
  package func lostDisk(among disks: [(name: String, number: String)], mounts: String) -> (
    device: String, place: String
  )? {
    guard let kinds, !kinds.contains(.storage) else { return nil }
    for line in mounts.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 6, let end = words.firstIndex(of: "-"), end + 2 < words.count else { continue }
      let place = String(words[4])
      // File systems such as btrfs have their own device number, and name their device.
      let disk = disks.first { words[2] == $0.number || words[end + 2] == "/dev/\($0.name)" }
      if let disk, !Self.removable.contains(where: place.hasPrefix) { return ("/dev/\(disk.name)", place) }
    }
    return nil
  }
}
