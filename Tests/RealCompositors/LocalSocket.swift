import Foundation

/// Connects to a Unix socket.
///
/// - Throws: `CompositorFailure` if no process listens.
func connectToSocket(_ path: String) throws -> Int32 {
  let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  let room = MemoryLayout.size(ofValue: address.sun_path) - 1
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(room)) }
  let result = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
  guard result == 0 else {
    let reason = String(cString: strerror(errno))
    close(descriptor)
    throw CompositorFailure("cannot connect to \(path): \(reason)")
  }
  return descriptor
}

/// Writes all bytes.
///
/// - Throws: `CompositorFailure` if the peer closed the connection.
func writeAll(_ data: Data, to descriptor: Int32) throws {
  var rest = data[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes {
      Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    guard count > 0 else { throw CompositorFailure("cannot write to a socket: errno \(errno)") }
    rest = rest.dropFirst(count)
  }
}

/// Reads exactly `count` bytes.
///
/// - Throws: `CompositorFailure` if the peer closed the connection.
func readAll(_ count: Int, from descriptor: Int32) throws -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: count)
  var filled = 0
  while filled < count {
    let got = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress! + filled, count - filled) }
    guard got > 0 else { throw CompositorFailure("a socket ended \(count - filled) bytes too early") }
    filled += got
  }
  return bytes
}

extension Data {
  /// Appends an integer, lowest byte first.
  mutating func append(littleEndian value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}

extension Array<UInt8> {
  /// Returns the integer at an offset, lowest byte first.
  func integer<Value: FixedWidthInteger>(at offset: Int, as type: Value.Type) -> Value {
    self[offset..<offset + MemoryLayout<Value>.size].reversed().reduce(0) { $0 << 8 | Value($1) }
  }
}
