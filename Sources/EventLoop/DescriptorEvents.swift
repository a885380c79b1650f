import CSystemd

/// What a descriptor is ready for: the bits of epoll(7).
public nonisolated struct DescriptorEvents: OptionSet, Hashable, Sendable {
  /// EPOLL* bits.
  public let rawValue: UInt32

  /// Events from EPOLL* bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// EPOLLIN: reading does not wait.
  public static let readable = DescriptorEvents(rawValue: EPOLLIN.rawValue)
  /// EPOLLOUT: writing does not wait.
  public static let writable = DescriptorEvents(rawValue: EPOLLOUT.rawValue)
  /// EPOLLHUP, reported whether asked for or not: the other end is gone.
  public static let hangup = DescriptorEvents(rawValue: EPOLLHUP.rawValue)
  /// EPOLLERR, reported whether asked for or not.
  public static let failure = DescriptorEvents(rawValue: EPOLLERR.rawValue)
}
