import Glibc

/// Where compositors are connected to and take commands: what programs of tiles have another socket for, or no business with.
nonisolated enum CompositorSockets {
  /// How their names in XDG_RUNTIME_DIR begin: Wayland's own with its lock, and where sway, i3, Hyprland and niri take commands.
  private static let prefixes = ["wayland-", "sway-ipc.", "i3", "hypr", "niri."]

  /// Those in a runtime directory, but for the one that a program is given as `display`, its `WAYLAND_DISPLAY`. None where it is given
  /// none: it would look for a compositor there.
  static func hidden(in runtime: String, from display: String?) -> [String] {
    guard let display, let directory = opendir(runtime) else { return [] }
    defer { closedir(directory) }
    let given = display.hasPrefix("/") ? display : "\(runtime)/\(display)"
    var result: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      let path = "\(runtime)/\(name)"
      if prefixes.contains(where: name.hasPrefix), path != given { result.append(path) }
    }
    return result.sorted()
  }
}
