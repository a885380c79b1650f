import Artwork
import Display
import EventLoop
import Rendering

/// Why the launcher cannot be shown.
enum LaunchError: Error, CustomStringConvertible {
  case display(DisplayError)
  case graphics(GraphicsError)
  case artwork(ArtworkFailure)
  case loop(EventLoopError)

  /// What `body` returns; its errors as those of a launch.
  static func ofLoop<Value>(
    _ body: () throws(EventLoopError) -> Value
  ) throws(LaunchError) -> Value {
    do { return try body() } catch { throw .loop(error) }
  }

  /// One line for the journal.
  var description: String {
    switch self {
    case .display(let error): "\(error)"
    case .graphics(let error): "\(error)"
    case .artwork(let error): "\(error)"
    case .loop(let error): "\(error)"
    }
  }

  /// What the process exits with.
  @MainActor var exitStatus: Int32 {
    if case .display = self { ExitStatus.unavailable } else { ExitStatus.system }
  }
}
