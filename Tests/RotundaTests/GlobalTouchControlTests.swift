import Foundation
import TestCompositor
import Testing

/// When the launcher reads touch panels beside the compositor. The test observes libinput's connection to
/// udev's socket.
@Suite(.serialized) struct GlobalTouchControlTests {
  private func kiosk(
    _ settings: String = "", arguments: [String] = [],
    _ change: (inout CompositorOptions) -> Void = { _ in }
  ) throws -> Kiosk {
    let files = try KioskFiles()
    return try Kiosk(
      carousel: settings, tiles: Kiosk.tile(.red, files, run: ["wait"]), files: files, arguments: arguments,
      change)
  }

  /// Counts the launcher's sockets.
  private func sockets(_ kiosk: Kiosk) throws -> Int {
    let directory = "/proc/\(kiosk.launcher.processID)/fd"
    return try FileManager.default.contentsOfDirectory(atPath: directory).count {
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(directory)/\($0)")
      return target?.hasPrefix("socket:") == true
    }
  }

  @Test func panelsAreReadOnlyOverAProgram() throws {
    let kiosk = try kiosk()
    try kiosk.awaitSleep()
    let atRest = try sockets(kiosk)
    for _ in 0..<2 {
      kiosk.tap()
      _ = try kiosk.files.report(.red)
      try waitUntil("the launcher to listen") { try sockets(kiosk) == atRest + 1 }
      try kiosk.files.forgetReport(.red)
      try kiosk.files.order("exit 0", to: .red)
      try waitUntil("the launcher to listen no more") { try sockets(kiosk) == atRest }
      try kiosk.awaitRest()
    }
  }

  @Test(arguments: [
    ("", true, false), ("[gestures]\nglobal-touch = true", true, true),
    ("[gestures]\nglobal-touch = true", false, true), ("[gestures]\nglobal-touch = false", false, false),
    ("[home-strip]\nenabled = false", true, true),
  ])
  func configurationAndStripDecideWhatIsRead(settings: String, hasStrip: Bool, isRead: Bool) throws {
    let kiosk = try kiosk(settings) { if hasStrip { $0.offered = CompositorOptions.everything } }
    // Picture decoders also use sockets.
    try kiosk.awaitSleep()
    let atRest = try sockets(kiosk)
    kiosk.tap()
    _ = try kiosk.files.report(.red)
    try kiosk.awaitSleep()
    #expect(try sockets(kiosk) == atRest + (isRead ? 1 : 0))
    try kiosk.files.order("exit 0", to: .red)
  }
}
