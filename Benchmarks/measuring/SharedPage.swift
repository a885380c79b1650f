import Foundation

/// Memory that a measured program shares with a preloaded library, through a file that both map.
public final class SharedPage<Content: BitwiseCopyable> {
  private let memory: UnsafeMutablePointer<Content>

  /// Creates the file. Its bytes are zero until `content` is set.
  public init(path: String) throws {
    let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let size = MemoryLayout<Content>.size
    guard descriptor >= 0, ftruncate(descriptor, off_t(size)) == 0,
      let page = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), page != MAP_FAILED
    else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    memory = page.assumingMemoryBound(to: Content.self)
  }

  deinit { munmap(memory, MemoryLayout<Content>.size) }

  /// The shared content.
  public var content: Content {
    get { memory.pointee }
    set { memory.pointee = newValue }
  }
}
