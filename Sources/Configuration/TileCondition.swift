/// Something about the machine or the world that is so or not so.
public enum Fact: Hashable, Sendable {
  /// A program can be found.
  case command(String)
  /// There is something at an absolute path.
  case file(String)
  /// A host answers at a port, be it by refusing.
  case host(String, port: Int)
}

/// What must be so for a tile to be seen, or to be opened: all of it.
public struct TileCondition: Hashable, Sendable {
  /// What must be so.
  public var facts: [Fact] = []
  /// When it must be; nil is any time.
  public var times: WeekSchedule?

  /// A condition that always holds.
  public init() {}

  /// Whether it holds at a minute of the week. What is not known yet does not: a tile that comes is better than one that
  /// goes.
  public func holds(at minute: Int?, _ known: [Fact: Bool]) -> Bool {
    guard facts.allSatisfy({ known[$0] == true }) else { return false }
    guard let times, let minute else { return true }
    return times.contains(minute)
  }

  /// The port that is tried where none is named: that of HTTPS.
  public static let defaultPort = 443
}
