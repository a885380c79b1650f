import Configuration

/// What an operator asks of the launcher from outside.
public enum ControlRequest: Hashable, Sendable {
  /// Read the configuration again.
  case reload
  /// End the visit: home, whatever has the screen.
  case home
  /// Open the tile with this identifier, wherever the visitor is.
  case open(tile: String)
  /// Say something on the screen for so many seconds; 0 until somebody touches it.
  case message(String, seconds: Int)
  /// Make the screen dark until somebody touches it.
  case blank
  /// Light it again.
  case unblank
  /// Take a picture of what the launcher shows.
  case screenshot

  /// By which name the configuration allows it.
  public var verb: ControlVerb {
    switch self {
    case .reload: .reload
    case .home: .home
    case .open: .open
    case .message: .message
    case .blank, .unblank: .blank
    case .screenshot: .screenshot
    }
  }
}

/// A request with the number that its answer carries.
public struct ControlCall: Hashable, Sendable {
  /// Tells calls that wait apart.
  public let number: Int
  /// What is asked.
  public let request: ControlRequest

  /// A call from its parts.
  public init(_ number: Int, _ request: ControlRequest) {
    (self.number, self.request) = (number, request)
  }
}

/// What became of a call.
public enum ControlAnswer: Hashable, Sendable {
  /// It is done, or under way.
  case done
  /// It is not, and why.
  case refused(ControlRefusal)
}

/// Why a request is not followed.
public enum ControlRefusal: Hashable, Sendable {
  /// The configuration does not allow it.
  case notAllowed(ControlVerb)
  /// There is no such tile, at least not now.
  case unknownTile
  /// The tile can not be opened as things are.
  case unavailable(String)
  /// What was asked is out of bounds, and how.
  case invalid(String)
  /// The configuration has errors, of which this is the first: what was in force stays.
  case configuration(String)
  /// The launcher is not what is seen.
  case notSeen
  /// The same is under way for somebody else.
  case busy
  /// Something outside of the launcher failed, and what.
  case failed(String)
}
