import Diagnosis

/// What is asked of setup.
package struct SetupOptions: Hashable, Sendable {
  /// Which way it goes.
  package enum Direction: Hashable, Sendable {
    /// Make a kiosk of the machine.
    case close
    /// Take that back.
    case undo
  }

  /// Who the kiosk runs as.
  package var user: String
  /// What it runs in; nil for the first that is installed of those that a session can start.
  package var compositor: String?
  package var direction: Direction
  /// Whether it is only said what would change.
  package var isDryRun: Bool
  /// Whether a kiosk is made also where something is missing that it cannot start without.
  package var isForced: Bool
  /// The tree that is changed.
  package var root: String
  /// What is asked of who edits what the boot loader starts; nil leaves that as it is.
  package var bootPassword: BootPassword?
  /// Which USB devices work; nil leaves that as it is.
  package var usb: USBPolicy?
  /// Whether the configuration wants the launcher's keyboard over programs, which not every compositor shows.
  package var wantsKeyboard = false

  /// The user who comes with the package, and this machine.
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

  /// The user whom systemd/sysusers.d makes.
  package static let standardUser = "rotunda"

  /// The user whose the programs of tiles are, whom systemd/sysusers.d makes too.
  package static let visitor = "rotunda-visitor"
  /// The longest user name, in bytes, as of `useradd(8)`.
  private static let longestName = 32

  /// Whether a user can have this name: what `useradd` of Debian takes, without the dollar sign.
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

/// The password without which GRUB starts what it always starts, and nothing else.
package enum BootPassword: Hashable, Sendable {
  /// It is still to be asked for.
  case unknown
  /// Its hash, as grub-mkpasswd-pbkdf2(1) prints it.
  case hash(String)
  /// There is to be none.
  case absent
}

/// Why a machine cannot be set up.
package enum SetupProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The service, or what closes the system around it, is not there.
  case notInstalled(missing: String)
  /// A kiosk could not start on this machine: what it lacks. Nothing was changed.
  case cannotStart(missing: [Requirement], root: String)
  /// Something stands in the way that setup would not put back.
  case inTheWay(path: String)
  /// The record of what was before cannot be understood.
  case unreadableRecord(path: String, line: Int)
  /// The machine runs from a USB disk that would no longer work: its device, and where it is mounted.
  case disksOnUSB(device: String, place: String)
  /// A file could not be changed.
  case failed(path: String, reason: String)
  /// A command that makes or removes a user did not.
  case commandFailed(command: String, reason: String)

  package var description: String {
    switch self {
    case .notInstalled(let missing): "Rotunda is not installed here: there is no \(missing)"
    case .cannotStart(let missing, let root):
      "a kiosk cannot start here, and nothing was changed:\n"
        + missing.map { "  \($0.name): \($0.loss)\n" }.joined()
        + "What helps: \(Requirement.remedy(missing, root: root))"
    case .inTheWay(let path): "\(path) is neither a file nor a link; it has to be moved first"
    case .unreadableRecord(let path, let line):
      "\(path), line \(line): not what setup writes; nothing was changed"
    case .disksOnUSB(let device, let place):
      "\(place) is on \(device), a USB disk: '--usb' has to name storage, and nothing was changed"
    case .failed(let path, let reason): "\(path): \(reason)"
    case .commandFailed(let command, let reason): "'\(command)': \(reason)"
    }
  }
}
