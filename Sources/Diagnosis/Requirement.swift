/// A part of the system that a kiosk needs: how to detect it, and the effect of its absence.
///
/// The check works in any file tree: this machine's, or that of an image. Therefore `rotunda setup`,
/// `rotunda doctor` and a session that cannot start report the same parts.
package struct Requirement: Hashable, Sendable {
  /// Its name, in a word. Staff also read it out to the operator as a code.
  package var name: String
  /// The effect of its absence.
  package var loss: String
  /// The Debian package that contains it.
  package var package: String
  /// Whether a kiosk cannot start without it.
  package var isEssential: Bool
  /// Whether it is needed only for access to the machine's screen. A compositor in a window works without it.
  package var isForScreen = false
  /// It is installed if one of these paths exists. `*` matches any characters of one name.
  private var places: [String]
  /// Only machines with one of these paths need it; every machine if empty.
  private var onlyBeside: [String] = []

  /// Reports whether a file tree has it, or does not need it. `names` lists a directory of that tree.
  private func isMet(names: (String) -> [String]) -> Bool {
    if !onlyBeside.isEmpty, !onlyBeside.contains(where: { Self.exists($0, names) }) { return true }
    return places.contains { Self.exists($0, names) }
  }

  /// Returns the unmet requirements of a kiosk in `compositor`, the essential ones first.
  package static func missing(for compositor: String, names: (String) -> [String]) -> [Requirement] {
    all(for: compositor).filter { !$0.isMet(names: names) }
  }

  /// Returns the first of `compositors` that a file tree has.
  package static func installed(of compositors: [String], names: (String) -> [String]) -> String? {
    compositors.first { program($0).isMet(names: names) }
  }

  /// Returns the Debian command that installs missing parts in the tree below `root`.
  package static func remedy(_ missing: [Requirement], root: String = "/") -> String {
    let inside = root == "/" ? "" : "chroot \(root) "
    return "\(inside)apt-get install " + missing.map(\.package).joined(separator: " ")
  }

  // MARK: Paths

  private static func exists(_ pattern: String, _ names: (String) -> [String]) -> Bool {
    var directories = [""]
    let parts = pattern.split(separator: "/")
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      guard isLast || part.contains("*") else {
        directories = directories.map { "\($0)/\(part)" }
        continue
      }
      directories = directories.flatMap { directory in
        names(directory.isEmpty ? "/" : directory).filter { matches($0, part) }.map { "\(directory)/\($0)" }
      }
      if directories.isEmpty { return false }
    }
    return true
  }

  /// Reports whether a name matches a pattern with at most one `*`.
  private static func matches(_ name: String, _ pattern: Substring) -> Bool {
    guard let star = pattern.firstIndex(of: "*") else { return name == pattern }
    let (head, tail) = (pattern[..<star], pattern[pattern.index(after: star)...])
    return name.utf8.count >= head.utf8.count + tail.utf8.count && name.hasPrefix(head)
      && name.hasSuffix(tail)
  }
}

// MARK: The table

extension Requirement {
  /// Returns the requirements of a kiosk in `compositor`. The Debian packages `Depends:` on the same.
  static func all(for compositor: String) -> [Requirement] {
    [program(compositor)] + [bus, login, polkit] + useful
  }

  private static func program(_ compositor: String) -> Requirement {
    Requirement(
      name: "compositor", loss: "the compositor '\(compositor)' is not installed", package: compositor,
      isEssential: true,
      places: ["/usr/bin", "/usr/local/bin", "/bin"].map { "\($0)/\(compositor)" })
  }

  private static let bus = Requirement(
    name: "bus", loss: "the system has no message bus, which logind and the compositor need",
    package: "dbus", isEssential: true, isForScreen: true,
    places: ["/usr/bin/dbus-daemon", "/usr/bin/dbus-broker-launch"])

  private static let login = Requirement(
    name: "login", loss: "without logind's PAM module the kiosk gets no login session and no seat",
    package: "libpam-systemd", isEssential: true, isForScreen: true,
    places: ["/usr/lib", "/usr/lib/*", "/usr/lib64", "/lib/*", "/lib64"].map {
      "\($0)/security/pam_systemd.so"
    })

  private static let polkit = Requirement(
    name: "polkit", loss: "without polkit logind does not give the screen to the kiosk's session",
    package: "polkitd", isEssential: true, isForScreen: true,
    places: ["/usr/lib/polkit-1/polkitd", "/usr/libexec/polkitd", "/usr/lib/policykit-1/polkitd"])

  /// A kiosk starts without these, but shows less.
  private static let useful = [
    Requirement(
      name: "kernel", loss: "the kernel has no modules for graphics cards, like Debian's cloud kernel",
      package: "linux-image-$(dpkg --print-architecture)", isEssential: false,
      places: ["/lib/modules/*/kernel/drivers/gpu/drm", "/usr/lib/modules/*/kernel/drivers/gpu/drm"],
      // These paths do not exist if the kernel is in another place or has no modules.
      onlyBeside: ["/lib/modules/*/kernel/drivers", "/usr/lib/modules/*/kernel/drivers"]),
    Requirement(
      name: "graphics", loss: "without Mesa's drivers the processor draws everything",
      package: "libgl1-mesa-dri", isEssential: false,
      places: ["/usr/lib/*", "/usr/lib64", "/usr/lib"].flatMap {
        ["\($0)/dri/*_dri.so", "\($0)/libgallium*.so", "\($0)/libEGL_nvidia.so.0"]
      }),
    Requirement(
      name: "fonts", loss: "without a font the screen has no text", package: "fonts-dejavu-core",
      isEssential: false, places: ["/usr/share/fonts/*", "/usr/local/share/fonts/*"]),
    Requirement(
      name: "icons", loss: "without a loader for SVG most icons cannot be read", package: "librsvg2-common",
      isEssential: false,
      places: ["/usr/lib/*", "/usr/lib64", "/usr/lib"].flatMap { directory in
        ["svg", "glycin"].map { "\(directory)/gdk-pixbuf-2.0/2.10.0/loaders/libpixbufloader-\($0).so" }
      }),
  ]
}
