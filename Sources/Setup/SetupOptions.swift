import Diagnosis

/// The options of setup.
package struct SetupOptions: Hashable, Sendable {
  /// The direction of setup.
  package enum Direction: Hashable, Sendable {
    /// Turns the machine into a kiosk.
    case close
    /// Reverts the machine.
    case undo
  }

  /// The user of the kiosk.
  package var user: String
  /// The kiosk's compositor; nil for the first installed one that a session can start.
  package var compositor: String?
  package var direction: Direction
  /// Whether to print the changes only.
  package var isDryRun: Bool
  /// Whether to continue if an essential requirement is missing.
  package var isForced: Bool
  /// The root of the file tree to change.
  package var root: String
  /// The password for editing boot entries; nil keeps the current state.
  package var bootPassword: BootPassword?
  /// The USB devices that work; nil keeps the current state.
  package var usb: USBPolicy?
  /// Whether the configuration requests the keyboard over programs, which some compositors cannot show.
  package var wantsKeyboard = false

  /// Creates options, by default for the package's user and this machine.
  package init(
    user: String = SetupOptions.standardUser, compositor: String? = nil, direction: Direction = .close,
    isDryRun: Bool = false, isForced: Bool = false, root: String = "/",
    bootPassword: BootPassword? = nil, usb: USBPolicy? = nil
  ) {
    self.user = user
    self.compositor = compositor
    self.direction = direction
    self.isDryRun = isDryRun
    self.isForced = isForced
    self.root = root
    self.bootPassword = bootPassword
    self.usb = usb
  }

  /// The user that systemd/sysusers.d creates.
  package static let standardUser = "rotunda"

  /// The user that programs of tiles run as. systemd/sysusers.d creates it too.
  package static let visitor = "rotunda-visitor"
  /// The maximum length of a user name in bytes, as in `useradd(8)`.
  private static let longestName = 32

  /// Reports whether a user name is valid: Debian's rules for `useradd`, without the dollar sign.
  package static func isUserName(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard let first = bytes.first, bytes.count <= longestName else { return false }
    func isLetter(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "_")
    }
    func isFurther(_ byte: UInt8) -> Bool {
      isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }
    return isLetter(first) && bytes.allSatisfy(isFurther)
  }
}

/// The password for GRUB: without it, only the default boot entry starts.
package enum BootPassword: Hashable, Sendable {
  /// The password must still be read.
  case unknown
  /// The hash, as grub-mkpasswd-pbkdf2(1) prints it.
  case hash(String)
  /// No password.
  case absent
}

/// The reason why a machine cannot be set up.
package enum SetupProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The service or setup's files are missing.
  case notInstalled(missing: String)
  /// A kiosk could not start on this machine because of these missing requirements. Nothing was changed.
  case cannotStart(missing: [Requirement], root: String)
  /// Setup could not restore the node at this path.
  case inTheWay(path: String)
  /// The record of the earlier state is invalid.
  case unreadableRecord(path: String, line: Int)
  /// The machine runs from a USB disk that would stop working: its device and mount point.
  case disksOnUSB(device: String, place: String)
  /// A file could not be changed.
  case failed(path: String, reason: String)
  /// A system command failed.
  case commandFailed(command: String, reason: String)

  package var description: String {
    switch self {
    case .notInstalled(let missing): "Rotunda is not installed here: there is no \(missing)"
    case .cannotStart(let missing, let root):
      "a kiosk cannot start here, and nothing was changed:\n"
        + missing.map { "  \($0.name): \($0.loss)\n" }.joined()
        + "To fix this: \(Requirement.remedy(missing, root: root))"
    case .inTheWay(let path): "\(path) is neither a file nor a link; move it first"
    case .unreadableRecord(let path, let line):
      "\(path), line \(line): not what setup writes; nothing was changed"
    case .disksOnUSB(let device, let place):
      "\(place) is on \(device), a USB disk: '--usb' has to name storage, and nothing was changed"
    case .failed(let path, let reason): "\(path): \(reason)"
    case .commandFailed(let command, let reason): "'\(command)': \(reason)"
    }
  }
}
