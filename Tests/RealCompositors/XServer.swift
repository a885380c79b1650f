import Foundation

/// An X server with an invisible screen of any size, and with a touchscreen that the test controls.
///
/// It needs neither a virtual terminal nor a graphics card. It uses the `dummy` video driver and the
/// `inputtest` driver, both from Debian packages.
public final class XServer {
  /// The screen's size in pixels.
  public let width, height: Int
  /// The value of `DISPLAY`.
  public let display: String
  /// The server's process.
  public let process: ProcessGroup
  /// The touchscreen, which covers the whole screen.
  public let touchscreen: Touchscreen
  /// A keyboard with 105 keys.
  public let keyboard: TypingKeyboard
  /// A mouse, whose pointer is at the last touch.
  public let mouse: Mouse
  let scratch: Scratch

  /// Starts the server and waits until it accepts touches.
  ///
  /// - Parameters:
  ///   - width: The width in pixels, an even number.
  ///   - height: The height in pixels.
  /// - Throws: `CompositorFailure` if it does not start.
  public init(width: Int, height: Int) throws {
    self.width = width
    self.height = height
    scratch = try Scratch()
    let (touchSocket, keySocket) = (scratch.file("touch"), scratch.file("keys"))
    let mouseSocket = scratch.file("mouse")
    // A relative path: Xorg accepts an absolute one only from root.
    _ = try scratch.write(
      Self.configuration(
        width: width, height: height, touchSocket: touchSocket, keySocket: keySocket, mouseSocket: mouseSocket
      ),
      to: "xorg.conf")
    let numberFile = scratch.file("display")
    process = try ProcessGroup(
      [
        "sh", "-c", "exec \"$@\" 3>display", "sh",
        "/usr/lib/xorg/Xorg", "-config", "xorg.conf", "-logfile", scratch.file("Xorg.log"), "-displayfd", "3",
        "-nolisten", "tcp", "-noreset", "-novtswitch", "-sharevts",
      ],
      environment: ["HOME": scratch.path, "XDG_RUNTIME_DIR": scratch.runtime],
      log: scratch.file("output.log"), directory: scratch.path)
    display = try process.wait(for: "an X display number") {
      let text = (try? String(contentsOfFile: numberFile, encoding: .utf8)) ?? ""
      return text.hasSuffix("\n") ? ":" + text.dropLast() : nil
    }
    touchscreen = try process.wait(for: "the touchscreen's socket") {
      try? Touchscreen(socketPath: touchSocket, width: width, height: height)
    }
    keyboard = try process.wait(for: "the keyboard's socket") {
      try? TypingKeyboard(socketPath: keySocket)
    }
    mouse = try process.wait(for: "the mouse's socket") { try? Mouse(socketPath: mouseSocket) }
  }

  /// Makes the only window as large as the screen, as a window manager would.
  ///
  /// - Throws: `CompositorFailure` if no window appears.
  public func fillWithOnlyWindow(of compositor: ProcessGroup) throws {
    let connection = try XConnection(display: display)
    let window = try compositor.wait(for: "its window") { try connection.windows().first }
    try connection.resize(window, width: width, height: height)
  }

  /// Takes a picture of the screen without the compositor. A picture by the compositor would make it draw a
  /// frame.
  ///
  /// - Throws: `CompositorFailure` if the server ended.
  public func picture() throws -> Screenshot {
    try XConnection(display: display).picture(width: width, height: height)
  }

  private static func configuration(
    width: Int, height: Int, touchSocket: String, keySocket: String, mouseSocket: String
  ) -> String {
    """
    Section "ServerFlags"
      Option "AutoAddDevices" "false"
      Option "BlankTime" "0"
    EndSection
    Section "Device"
      Identifier "card"
      Driver "dummy"
      VideoRam \(max(16384, width * height * 8 / 1024))
    EndSection
    Section "Monitor"
      Identifier "monitor"
      HorizSync 1-1000
      VertRefresh 1-1000
      # The dummy driver shows nothing, so only the sizes matter.
      Modeline "screen" 200 \(width) \(width + 2) \(width + 4) \(width + 6) \
    \(height) \(height + 1) \(height + 2) \(height + 3)
    EndSection
    Section "Screen"
      Identifier "screen"
      Device "card"
      Monitor "monitor"
      DefaultDepth 24
      SubSection "Display"
        Depth 24
        Modes "screen"
        Virtual \(width) \(height)
      EndSubSection
    EndSection
    Section "InputDevice"
      Identifier "touchscreen"
      Driver "inputtest"
      Option "SocketPath" "\(touchSocket)"
      Option "DeviceType" "Touch"
      Option "TouchCount" "10"
    EndSection
    Section "InputDevice"
      Identifier "keyboard"
      Driver "inputtest"
      Option "SocketPath" "\(keySocket)"
      Option "DeviceType" "Keyboard"
    EndSection
    Section "InputDevice"
      Identifier "mouse"
      Driver "inputtest"
      Option "SocketPath" "\(mouseSocket)"
      Option "DeviceType" "Pointer"
    EndSection
    Section "ServerLayout"
      Identifier "layout"
      Screen "screen"
      InputDevice "touchscreen"
      InputDevice "keyboard" "CoreKeyboard"
      InputDevice "mouse"
    EndSection
    """
  }
}
