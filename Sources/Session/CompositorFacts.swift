import Applications
import Glibc
import Supervision

/// The options of a compositor and the names of connected screens, before it starts.
enum CompositorFacts {
  /// The time limit in milliseconds for a compositor to print its options.
  private static let patience: Int32 = 2000
  /// The most bytes of them to read.
  private static let mostBytes = 1 << 14

  /// Returns the installed compositor's list of options; empty if it prints none.
  static func help(of compositor: SessionCompositor) -> String {
    guard let command = compositor.helpCommand else { return "" }
    return ProgramOutput.read(command, mostBytes: mostBytes, milliseconds: patience) ?? ""
  }

  /// Returns the names of the connected screens, as compositors use them: "HDMI-A-1".
  static func connectedScreens(in directory: String = "/sys/class/drm") -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      // card0-HDMI-A-1
      guard name.hasPrefix("card"), let dash = name.firstIndex(of: "-"),
        isConnected("\(directory)/\(name)/status")
      else { continue }
      names.append(String(name[name.index(after: dash)...]))
    }
    return names.sorted()
  }

  private static func isConnected(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "connected\n"
  }
}
