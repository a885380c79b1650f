import Applications
import CLinux
import Glibc
import Supervision

/// What a compositor says about itself, and the kernel about its screens, before it is started.
enum CompositorAnswers {
  /// Milliseconds that a compositor gets for saying which options it has.
  private static let patience: Int32 = 2000
  /// Bytes of that which are read.
  private static let mostBytes = 1 << 14

  /// What the compositor that is installed answers to the question for its options; empty where it does not
  /// answer.
  static func help(of compositor: SessionCompositor) -> String {
    guard let command = compositor.helpCommand else { return "" }
    var bytes = [CChar](repeating: 0, count: mostBytes)
    let count = CStrings.with(command) { clinux_read_answer($0, &bytes, mostBytes, patience) }
    return String(decoding: bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The names of the screens that are connected, as compositors have them: "HDMI-A-1".
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
