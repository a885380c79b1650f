import Foundation
import RealCompositors
import TestCompositor
import Testing

/// The launcher ends on request at any time.
@Suite(.serialized) struct EndTests {
  @Test func tapDuringTheEndOpensNothing() throws {
    let files = try KioskFiles()
    // Leaves a background process that ignores SIGTERM. The launcher takes two seconds at its end to kill it.
    let script =
      "trap '' TERM; sleep 60 & [ -e \(files.path("again")) ] && exec sleep 60; : >\(files.path("again"))"
    let icon = files.path("red.png")
    let manager = try NotifySocket(files.path("notify"))
    let kiosk = try Kiosk(
      tiles: "[[tile]]\nname = \"A\"\nicon = \"\(icon)\"\nrun = ['/bin/sh', '-c', \"\(script)\"]\n",
      environment: ["NOTIFY_SOCKET": manager.path])
    kiosk.tap()
    try kiosk.launcher.waitForOutput("left 1 others behind")
    kiosk.launcher.send(signal: SIGTERM)
    try manager.wait(for: "STOPPING=1")
    kiosk.tap()
    #expect(try kiosk.launcher.waitForExit() == .status(0))
    #expect(kiosk.launcher.output.components(separatedBy: " started: ").count == 2)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func programEndsWithItsLauncher(signal: Int32) throws {
    let kiosk = try Kiosk()
    kiosk.tap()
    let program = try kiosk.files.report(.red).processID
    kiosk.launcher.send(signal: signal)
    #expect(try kiosk.launcher.waitForExit() == .status(0))
    #expect(kill(program, 0) == -1 && errno == ESRCH)
  }

  @Test(arguments: [true, false])
  func endlessPictureDoesNotDelayTheEnd(isTold: Bool) throws {
    let files = try KioskFiles()
    let filter = String(repeating: "<feMorphology operator='dilate' radius='300'/>", count: 400)
    let slow = try files.write(
      """
      <svg xmlns='http://www.w3.org/2000/svg' width='600' height='600'>
      <filter id='f' x='0' y='0' width='1' height='1'><feTurbulence baseFrequency='0.1'/>\(filter)</filter>
      <rect width='600' height='600' filter='url(#f)'/></svg>
      """, to: "slow.svg")
    let red = files.path("red.png")
    let kiosk = try Kiosk(
      carousel: "tile-size = [400, 460]",
      tiles: [("A", red), ("B", slow)].map {
        "[[tile]]\nname = \"\($0)\"\nicon = \"\($1)\"\nrun = ['true']\n"
      }
      .joined())
    if isTold { kiosk.launcher.send(signal: SIGTERM) } else { kiosk.compositor.disconnect() }
    #expect(try kiosk.launcher.waitForExit() == .status(isTold ? 0 : 75))
  }
}
