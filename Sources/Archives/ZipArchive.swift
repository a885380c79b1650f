import CZip

/// A zip archive in memory. Its information about its files is not trusted.
package struct ZipArchive: ~Copyable {
  /// The reason why something is not an archive, or cannot be packed.
  package struct Fault: Error, Hashable {
    package let message: String
  }

  /// A file in an archive.
  package struct Entry {
    /// Nil if the name is not UTF-8.
    package var name: String?
    package var size: UInt64
    /// Type and permissions in Unix form; 0 if unknown.
    package var mode: UInt32
    package var isEncrypted: Bool
  }

  private let archive: OpaquePointer
  /// A copy, because libzip reads it as long as the archive is open.
  private let bytes: UnsafeMutableRawBufferPointer

  /// Opens an archive.
  package init(_ contents: [UInt8]) throws(Fault) {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, contents.count), alignment: 1)
    bytes.copyBytes(from: contents)
    var words = [CChar](repeating: 0, count: Int(CZIP_WORDS))
    guard let archive = czip_open(bytes.baseAddress, contents.count, &words) else {
      bytes.deallocate()
      throw Fault(message: Self.text(words))
    }
    (self.archive, self.bytes) = (archive, bytes)
  }

  deinit {
    czip_close(archive)
    bytes.deallocate()
  }

  /// Whether libzip is installed.
  package static var isInstalled: Bool { czip_is_there() }

  package var count: Int { Int(max(0, czip_count(archive))) }

  package func entry(at index: Int) -> Entry? {
    var entry = czip_entry()
    guard czip_look(archive, Int64(index), &entry) else { return nil }
    return Entry(
      name: entry.name.flatMap { String(validatingCString: $0) }, size: entry.size, mode: entry.mode,
      isEncrypted: entry.is_encrypted)
  }

  /// Returns the content of a file; nil if it is damaged or larger than `size`.
  package func contents(at index: Int, size: Int) -> [UInt8]? {
    var count: Int64 = -1
    let contents = [UInt8](unsafeUninitializedCapacity: size) { buffer, used in
      count = czip_read(archive, Int64(index), buffer.baseAddress, size)
      used = Int(max(0, count))
    }
    return count < 0 ? nil : contents
  }

  private static func text(_ words: [CChar]) -> String {
    String(decoding: words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Creates an archive of files. The same files result in the same bytes.
  package static func bytes(of files: [(path: String, bytes: [UInt8])]) throws(Fault) -> [UInt8] {
    var words = [CChar](repeating: 0, count: Int(CZIP_WORDS))
    guard let archive = czip_begin(&words) else { throw Fault(message: text(words)) }
    var copies: [UnsafeMutableRawBufferPointer] = []
    defer { for copy in copies { copy.deallocate() } }
    for file in files {
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, file.bytes.count), alignment: 1)
      copy.copyBytes(from: file.bytes)
      copies.append(copy)
      guard czip_add(archive, file.path, copy.baseAddress, file.bytes.count) else {
        czip_close(archive)
        throw Fault(message: "'\(file.path)' cannot be packed")
      }
    }
    var result: [UInt8] = []
    let isDone = withUnsafeMutablePointer(to: &result) { result in
      czip_finish(
        archive,
        { context, bytes, count in
          context?.assumingMemoryBound(to: [UInt8].self).pointee
            .append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
        }, result)
    }
    guard isDone else { throw Fault(message: "cannot be packed") }
    return result
  }
}
