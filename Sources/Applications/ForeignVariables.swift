import CLinux
import Glibc

/// The variables of this process that are not UTF-8 and so fit into no `String`: programs get them byte by byte.
package struct ForeignVariables {
  private var entries: [(name: String, assignment: [UInt8])] = []

  /// Those that this process has now.
  package init() {
    guard var next = clinux_environment() else { return }
    while let entry = next.pointee {
      next += 1
      guard String(validatingCString: entry) == nil else { continue }
      let bytes = Array(UnsafeBufferPointer(start: entry, count: strlen(entry))).map(UInt8.init(bitPattern:))
      guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), equals > 0 else { continue }
      entries.append((String(decoding: bytes[..<equals], as: UTF8.self), bytes))
    }
  }

  /// `NAME=value` of those whose names are passed on.
  package func assignments(where isPassedOn: (String) -> Bool) -> [[UInt8]] {
    entries.filter { isPassedOn($0.name) }.map(\.assignment)
  }
}
