import CSystemd

/// A file or directory that is watched for changes.
package final class FileWatch: EventSource {
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
  package func addFileWatch(
    _ path: String, _ kinds: FileChange.Kinds, handler: @escaping (FileChange) -> Void
  ) throws(EventLoopError) -> FileWatch {
    let watch = FileWatch(loop: self, handler: handler)
    try watch.open(self, path, kinds)
    return watch
  }
}

/// Something that happened to a watched file or in a watched directory.
package nonisolated struct FileChange: Hashable, Sendable {
  /// What happened, or what to watch for: the bits of inotify(7).
  package nonisolated struct Kinds: OptionSet, Hashable, Sendable {
    /// IN_* bits.
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// A file that was open for writing was closed.
    package static let written = Kinds(rawValue: UInt32(IN_CLOSE_WRITE))
    /// An entry was made in the directory; it may still be empty.
    package static let created = Kinds(rawValue: UInt32(IN_CREATE))
    /// An entry was moved or renamed into the directory.
    static let movedIn = Kinds(rawValue: UInt32(IN_MOVED_TO))
    /// An entry of the directory was deleted.
    package static let deleted = Kinds(rawValue: UInt32(IN_DELETE))
    /// An entry was moved or renamed out of the directory.
    static let movedOut = Kinds(rawValue: UInt32(IN_MOVED_FROM))
    /// Owner, permissions or times changed.
    package static let attributes = Kinds(rawValue: UInt32(IN_ATTRIB))
    /// The watched thing itself was deleted.
    static let selfDeleted = Kinds(rawValue: UInt32(IN_DELETE_SELF))
    /// The watched thing itself was moved; it is still watched.
    static let selfMoved = Kinds(rawValue: UInt32(IN_MOVE_SELF))
    /// The kernel gave up watching (deleted, unmounted); reported whether asked for or not.
    package static let ended = Kinds(rawValue: UInt32(IN_IGNORED))
    /// Changes were lost: look at everything again. Reported whether asked for or not.
    package static let overflow = Kinds(rawValue: UInt32(IN_Q_OVERFLOW))
  }

  package var kinds: Kinds
  /// The entry of the watched directory, or nil when the watched thing itself changed.
  package var name: String?

  package init(kinds: Kinds, name: String? = nil) {
    self.kinds = kinds
    self.name = name
  }
}
