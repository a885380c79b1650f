import Foundation

/// A real compositor with a private runtime directory, and the test's clients on it.
public final class Compositor {
  /// The compositors that Debian packages and the tests cover.
  public enum Kind: String, CaseIterable, Sendable {
    /// The kiosk compositor of an installed Rotunda.
    case cage
    /// A tiling compositor that supports nearly all wlroots protocols.
    case sway
    /// A stacking compositor. Its headless screen has 1280×720. Not every release has it: see
    /// `isInstalled`.
    case labwc
    /// The reference compositor; headless only, without input devices.
    case weston
    /// KDE's compositor. It supports wlr-layer-shell, but not wlr-foreign-toplevel-management. Headless only,
    /// with `fakeInput` and without screenshots.
    case kwin

    /// Whether this machine has the compositor.
    public var isInstalled: Bool {
      FileManager.default.isExecutableFile(atPath: "/usr/bin/\(self == .kwin ? "kwin_wayland" : rawValue)")
    }
  }

  /// The target that a compositor draws to.
  public enum Output {
    /// Memory, without input devices. cage ignores the size: its screen has 1280×720.
    case headless(width: Int, height: Int)
    /// A window that fills an X server's screen, with its touchscreen.
    case xServer(XServer)
  }

  /// The compositor's kind.
  public let kind: Kind
  /// The compositor's process.
  public let process: ProcessGroup
  /// The value of `WAYLAND_DISPLAY` for clients.
  public let display: String
  /// The directory for sockets, logs and pictures.
  public let scratch: Scratch

  /// Touches on KWin's screen. Nil for the other compositors, which have their X server's touchscreen or
  /// none.
  public private(set) var fakeInput: FakeInput?

  /// The X server of a compositor that draws into a window.
  private let server: XServer?
  private var clients: [ProcessGroup] = []
  private var pictures = 0

  /// Starts a compositor. Waits until clients can connect and the screen has its size.
  ///
  /// - Parameter settings: The first lines of sway's configuration, or labwc's `rc.xml`.
  /// - Throws: `CompositorFailure` if the compositor does not start.
  public init(_ kind: Kind, on output: Output, settings: String = "") throws {
    self.kind = kind
    if case .xServer(let server) = output { self.server = server } else { server = nil }
    scratch = try Scratch()
    process = try ProcessGroup(
      try Self.command(kind, output, scratch, settings: settings),
      environment: Self.environment(kind, output, scratch), log: scratch.file("\(kind).log"))
    let runtime = scratch.runtime
    display = try process.wait(for: "a Wayland socket") {
      try FileManager.default.contentsOfDirectory(atPath: runtime)
        .first { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") }
    }
    // The socket exists before the compositor listens: for long in weston, briefly in the others.
    let path = "\(runtime)/\(display)"
    try process.wait(for: "its socket") { (try? connectToSocket(path)).map { close($0) } }
    if case .headless(let width, let height) = output, kind == .kwin {
      let path = scratch.file(Self.fingersSocket)
      fakeInput = try process.wait(for: "its fake input") {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return try FakeInput(socketPath: path, width: width, height: height)
      }
    }
    if let server {
      try server.fillWithOnlyWindow(of: process)
      try process.wait(for: "a screen of \(server.width)×\(server.height)") {
        let picture = try? photograph()
        return picture?.width == server.width && picture?.height == server.height ? true : nil
      }
    }
  }

  deinit {
    end()
  }

  /// Starts a client of this compositor.
  ///
  /// - Parameters:
  ///   - arguments: The program and its arguments.
  ///   - environment: Additions to `WAYLAND_DISPLAY`, `XDG_RUNTIME_DIR` and `HOME`.
  /// - Returns: The client, which ends no later than the compositor.
  /// - Throws: `CompositorFailure` if it cannot be started.
  public func run(_ arguments: [String], environment: [String: String] = [:]) throws -> ProcessGroup {
    let client = try ProcessGroup(
      arguments,
      environment: clientEnvironment.merging(environment) { $1 },
      log: scratch.file("client-\(clients.count).log"), directory: scratch.path)
    clients.append(client)
    return client
  }

  /// Takes a picture of the screen. In an X server this changes nothing. Elsewhere the compositor takes it.
  ///
  /// - Throws: `CompositorFailure` if no picture is available.
  public func screenshot() throws -> Screenshot { try server?.picture() ?? photograph() }

  /// Asks the compositor for a picture. It draws a frame for that, which releases clients that wait for one.
  private func photograph() throws -> Screenshot {
    guard kind != .kwin else { throw CompositorFailure("KWin hands out no pictures without a session bus") }
    pictures += 1
    let name = "picture-\(pictures)"
    let picture = scratch.file("\(name).ppm")
    defer { try? FileManager.default.removeItem(atPath: picture) }
    let tool = try ProcessGroup(
      kind == .weston ? Self.westonScreenshot(to: picture) : ["grim", "-t", "ppm", picture],
      environment: clientEnvironment, log: scratch.file("\(name).log"), directory: scratch.path)
    guard try tool.waitForExit() == 0, let data = FileManager.default.contents(atPath: picture) else {
      throw CompositorFailure("no screenshot: \(tool.output)")
    }
    return try Screenshot(ppm: data)
  }

  /// Waits until the screen shows a picture that `isRight` accepts.
  ///
  /// - Returns: That picture.
  /// - Throws: `CompositorFailure` after the time-out.
  @discardableResult
  public func wait(
    forPicture what: String, limit: Double = Patience.limit, until isRight: (Screenshot) -> Bool
  ) throws -> Screenshot {
    try process.wait(for: what, limit: limit) {
      // Right after a resize, a picture may not be available.
      guard let picture = try? screenshot(), isRight(picture) else { return nil }
      return picture
    }
  }

  /// Waits until the screen shows more than a few colors and does not change.
  ///
  /// - Parameters:
  ///   - colors: The fewest colors. A program's window may have fewer than the launcher's.
  ///   - isRight: An additional condition for the picture.
  /// - Returns: The picture at rest.
  /// - Throws: `CompositorFailure` after the time-out.
  public func waitForRest(
    colors: Int = Compositor.fewestColors, until isRight: (Screenshot) -> Bool = { _ in true }
  ) throws -> Screenshot {
    var last: Screenshot?
    var equal = 0
    return try wait(forPicture: "a picture that stands still") { picture in
      equal = picture == last ? equal + 1 : 0
      last = picture
      return equal >= Self.picturesAtRest && picture.colors(limit: colors) == colors
        && isRight(picture)
    }
  }

  /// The number of equal pictures in a row that prove rest. Each takes about 50 ms.
  private static let picturesAtRest = 4
  /// A screen with fewer colors is blank, or shows plain cards without their faces.
  public static let fewestColors = 256

  /// Ends the clients and the compositor.
  public func end() {
    clients.forEach { $0.end() }
    process.end()
  }

  private var clientEnvironment: [String: String] {
    ["WAYLAND_DISPLAY": display, "XDG_RUNTIME_DIR": scratch.runtime, "HOME": scratch.path]
  }
}
