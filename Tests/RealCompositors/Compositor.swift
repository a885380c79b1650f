import Foundation

/// A real compositor with a private runtime directory, and the clients a test runs on it.
public final class Compositor {
  /// The compositors that Debian packages and the tests cover.
  public enum Kind: String, CaseIterable, Sendable {
    /// The kiosk compositor of an installed Rotunda.
    case cage
    /// Tiling; knows nearly all the wlroots protocols.
    case sway
    /// Stacking; headless only, with a screen of 1280×720. Not in every release: see `isInstalled`.
    case labwc
    /// The reference compositor; headless only, without any input device.
    case weston
    /// KDE's: knows wlr-layer-shell, but not wlr-foreign-toplevel-management; headless only, with
    /// `fakeInput`, and without pictures of its screen.
    case kwin

    /// Whether this machine has it.
    public var isInstalled: Bool {
      FileManager.default.isExecutableFile(atPath: "/usr/bin/\(self == .kwin ? "kwin_wayland" : rawValue)")
    }
  }

  /// Where a compositor draws to.
  public enum Output {
    /// Into memory, without input devices. cage ignores the size: its screen has 1280×720.
    case headless(width: Int, height: Int)
    /// Into a window that fills an X server's screen, with its touchscreen.
    case xServer(XServer)
  }

  /// Which compositor this is.
  public let kind: Kind
  /// The compositor's process.
  public let process: ProcessGroup
  /// What clients find in `WAYLAND_DISPLAY`.
  public let display: String
  /// Sockets, logs, pictures.
  public let scratch: Scratch

  /// The fingers on KWin's screen; nil for the others, which have their X server's touchscreen or none.
  public private(set) var fakeInput: FakeInput?

  /// The screen behind a compositor that draws into a window.
  private let server: XServer?
  private var clients: [ProcessGroup] = []
  private var pictures = 0

  /// Starts a compositor and waits until clients can connect and its screen has its size.
  ///
  /// - Parameter settings: lines that are added to sway's configuration.
  /// - Throws: `CompositorFailure` when it does not come up.
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
    // The socket is there before anybody listens: weston's for long, that of others for a moment.
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
  ///   - arguments: the program and its arguments.
  ///   - environment: added to `WAYLAND_DISPLAY`, `XDG_RUNTIME_DIR` and `HOME`.
  /// - Returns: the client, which ends no later than the compositor.
  /// - Throws: `CompositorFailure` when it cannot be started.
  public func run(_ arguments: [String], environment: [String: String] = [:]) throws -> ProcessGroup {
    let client = try ProcessGroup(
      arguments,
      environment: clientEnvironment.merging(environment) { $1 },
      log: scratch.file("client-\(clients.count).log"), directory: scratch.path)
    clients.append(client)
    return client
  }

  /// What the screen shows now. In an X server looking changes nothing; elsewhere the compositor is asked.
  ///
  /// - Throws: `CompositorFailure` when there is no picture.
  public func screenshot() throws -> Screenshot { try server?.picture() ?? photograph() }

  /// What the compositor says that it shows. For that it draws a frame, which frees clients that wait for
  /// one.
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

  /// Waits until the screen shows what `isRight` accepts.
  ///
  /// - Returns: that picture.
  /// - Throws: `CompositorFailure` when time runs out before that.
  @discardableResult
  public func wait(
    forPicture what: String, limit: Double = Patience.limit, until isRight: (Screenshot) -> Bool
  ) throws -> Screenshot {
    try process.wait(for: what, limit: limit) {
      // Right after a resize there may be no picture to take.
      guard let picture = try? screenshot(), isRight(picture) else { return nil }
      return picture
    }
  }

  /// Waits until the screen shows more than a few colors and stands still.
  ///
  /// - Parameter isRight: what else the picture has to be.
  /// - Returns: the picture that stood still.
  /// - Throws: `CompositorFailure` when that does not happen in time.
  public func waitForRest(until isRight: (Screenshot) -> Bool = { _ in true }) throws -> Screenshot {
    var last: Screenshot?
    var equal = 0
    return try wait(forPicture: "a picture that stands still") { picture in
      equal = picture == last ? equal + 1 : 0
      last = picture
      return equal >= Self.picturesAtRest && picture.colors(limit: Self.fewestColors) == Self.fewestColors
        && isRight(picture)
    }
  }

  /// So many further pictures in a row have to be equal: taking one takes some 50 ms.
  private static let picturesAtRest = 4
  /// A screen with fewer colors is blank, or has plain cards on it whose faces are not there yet.
  private static let fewestColors = 256

  /// Ends the clients and the compositor.
  public func end() {
    clients.forEach { $0.end() }
    process.end()
  }

  private var clientEnvironment: [String: String] {
    ["WAYLAND_DISPLAY": display, "XDG_RUNTIME_DIR": scratch.runtime, "HOME": scratch.path]
  }
}
