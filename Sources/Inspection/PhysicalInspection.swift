import Diagnosis
import FileSystem
import Freedesktop
import Setup

/// Checks a machine's protection against people with a keyboard and access to the power plug.
struct PhysicalInspection {
  private let files: SystemFiles
  /// The largest file to read. Settings and scripts are short.
  private static let largestFile = 1 << 20

  init(files: SystemFiles) {
    self.files = files
  }

  var access: Machine.PhysicalAccess {
    var access = Machine.PhysicalAccess()
    let words = text("/proc/cmdline").split { $0 == " " || $0 == "\n" }
    // initramfs-tools and dracut use different parameters, and each ignores the other's.
    access.hasNoEarlyShell = words.contains { $0.hasPrefix("panic=") } && words.contains("rd.shell=0")
    if files.kind(of: "/etc/default/grub")?.isFile == true {
      access.hasRecoveryEntry = !settings.contains("GRUB_DISABLE_RECOVERY=true")
      access.isMenuOpen = isMenuOpen
    }
    let usbGuard = "/etc/systemd/system/basic.target.wants/usbguard.service"
    access.allowsAnyUSB = ![USBPolicy.path, usbGuard].contains { files.kind(of: $0) != nil }
    return access
  }

  /// The lines of GRUB's settings, which are shell scripts. Later lines win, and a kiosk's come last.
  private var settings: [Substring] {
    let directory = "/etc/default/grub.d"
    let parts = files.names(in: directory).filter { $0.hasSuffix(".cfg") }.map { "\(directory)/\($0)" }
    return (["/etc/default/grub"] + parts).flatMap { text($0).split(separator: "\n") }
  }

  /// Only root can read the script, and a menu with a password. Their existence is enough.
  private var isMenuOpen: Bool? {
    if files.kind(of: BootPassword.path) != nil { return false }
    let menu = text("/boot/grub/grub.cfg")
    return menu.isEmpty ? nil : !menu.contains("password")
  }

  private func text(_ path: String) -> String {
    files.contents(of: path, limit: Self.largestFile).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
