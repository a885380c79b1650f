import CSystemd

/// A file or directory that is watched for changes.
public final class FileWatch: EventSource {
  private let handler: (FileChange) -> Void

  fileprivate init(loop: EventLoop, handler: @escaping (FileChange) -> Void) {
    self.handler = handler
    super.init(loop: loop)
  }

  fileprivate func open(
    _ loop: EventLoop, _ path: String, _ kinds: FileChange.Kinds
  ) throws(EventLoopError) {
    try open("watch \(path)") { source, userData in
      sd_event_add_inotify(
        loop.handle, source, path, kinds.rawValue,
        { _, event, userData in
          guard let event else { return 0 }
          let change = FileChange(event)
          return EventSource.enter(FileWatch.self, userData) { $0.handler(change) }
        }, userData)
    }
  }
}

nonisolated extension FileChange {
  /// The name follows the fixed part of the kernel's record and ends with a NUL.
  fileprivate init(_ event: UnsafePointer<inotify_event>) {
    let name = UnsafeRawPointer(event).advanced(by: MemoryLayout<inotify_event>.size)
    self.init(
      kinds: Kinds(rawValue: event.pointee.mask),
      name: event.pointee.len > 0 ? String(cString: name.assumingMemoryBound(to: CChar.self)) : nil)
  }
}

extension EventLoop {
  /// Calls `handler` for each change of one of `kinds` at `path`, which has to exist.
  ///
  /// Editors replace files rather than write them: to follow a file, watch its directory and compare names.
  @discardableResult
  public func addFileWatch(
    _ path: String, _ kinds: FileChange.Kinds, handler: @escaping (FileChange) -> Void
  ) throws(EventLoopError) -> FileWatch {
    let watch = FileWatch(loop: self, handler: handler)
    try watch.open(self, path, kinds)
    return watch
  }
}
