import CLinux
import FileSystem

/// What the compositor is called: the protocol does not say.
public enum CompositorName {
  /// Longer than what the kernel keeps of a name (TASK_COMM_LEN, 16 bytes).
  private static let limit = 64

  /// The name of the process at the other end of a connection; nil where that can not be seen.
  public static func ofProcess(behind socket: Int32) -> String? {
    let process = clinux_peer(socket)
    guard process > 0, let bytes = try? SystemFiles().read("/proc/\(process)/comm", limit: limit) else {
      return nil
    }
    let name = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return name.isEmpty ? nil : name
  }
}
