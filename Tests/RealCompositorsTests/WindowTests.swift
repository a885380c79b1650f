import Foundation
import LongCheck
import RealCompositors
import Testing

/// The state that a tile shows for its program's windows, on compositors that report windows. Of Debian's
/// packages, sway does. The launcher waits ten seconds for a window, so only `make check-long` runs this.
@Suite(
  .serialized,
  .enabled(
    if: LongCheck.isOn, "takes long: make check-long"))
struct WindowTests {
  /// Reports whether the picture has the amber mark of a tile whose program lacks its window. Blending rounds
  /// colors.
  private static func saysLate(_ picture: Screenshot) -> Bool {
    var count = 0
    for y in 0..<picture.height {
      for x in 0..<picture.width where isAmber(picture[x, y]) { count += 1 }
    }
    return count > 30
  }

  private static func isAmber(_ pixel: (red: UInt8, green: UInt8, blue: UInt8)) -> Bool {
    abs(Int(pixel.red) - 0xf2) < 4 && abs(Int(pixel.green) - 0xb8) < 4 && abs(Int(pixel.blue) - 0x4b) < 4
  }

  /// A window that appears late, covers the screen, and closes while its program keeps running.
  @Test func tileShowsWhetherItsProgramHasAWindow() throws {
    let kiosk = try RealKiosk(.sway) { scratch in
      """
      [[tile]]
      name = "cover"
      on-home = "keep"
      run = ["sh", "-c", "mkfifo \\"$0\\"; echo $$ >>\\"$1\\"; read word <\\"$0\\"; weston-simple-egl -f & echo $! >>\\"$1\\"; wait; sleep 1000", "\(scratch.file("go"))", "\(scratch.file("opened"))"]

      """
    }
    try kiosk.repeating("the program's start", until: { kiosk.opened.count == 1 }, kiosk.tapMiddle)
    let program = try #require(pid_t(kiosk.opened[0]))
    _ = try kiosk.compositor.wait(forPicture: "the mark for a late window", limit: 60, until: Self.saysLate)
    let go = try FileHandle(forWritingTo: URL(filePath: kiosk.compositor.scratch.file("go")))
    try go.write(contentsOf: Data("go\n".utf8))
    try go.close()
    let client = try kiosk.launcher.wait(for: "the window's process") {
      kiosk.opened.count == 2 ? pid_t(kiosk.opened[1]) : nil
    }
    // weston-simple-egl is black around its triangle, unlike any part of the launcher.
    _ = try kiosk.compositor.wait(forPicture: "the window") { $0[20, 20] == (0, 0, 0) }
    kill(client, SIGKILL)
    _ = try kiosk.compositor.wait(
      forPicture: "the mark for a closed window", limit: 60, until: Self.saysLate)
    #expect(kill(program, 0) == 0 && kiosk.launcher.isRunning && kiosk.opened.count == 2)
  }
}
