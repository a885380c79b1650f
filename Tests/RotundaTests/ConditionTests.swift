import Foundation
import TestCompositor
import Testing

/// Tiles that depend on the machine's programs, files and network. `IdleTests` covers files, `HourTests`
/// hours.
@Suite(.serialized) struct ConditionTests {
  private func kiosk(_ condition: String, environment: (KioskFiles) -> [String: String] = { _ in [:] }) throws
    -> Kiosk
  {
    let files = try KioskFiles()
    let tiles =
      Kiosk.tile(.red, files, run: ["wait"]) + "\n" + Kiosk.tile(.green, files, run: ["wait"])
      + "\n\(condition)\n"
    return try Kiosk(tiles: tiles, files: files, environment: environment(files))
  }

  private func awaitNoGreen(_ kiosk: Kiosk) throws {
    try kiosk.compositor.waitForWindow("no green tile") { window in
      window.pixels.map { Kiosk.place(of: .green, in: $0) == nil } ?? false
    }
  }

  @Test func tileFollowsTheProgramItNeeds() throws {
    let kiosk = try kiosk("visible-when = { command = \"plan-viewer\" }") { files in
      try? FileManager.default.createDirectory(
        atPath: files.path("bin"), withIntermediateDirectories: false)
      return ["PATH": "\(files.path("bin")):/usr/bin:/bin"]
    }
    try kiosk.awaitRest()
    #expect(kiosk.place(of: .green) == nil)
    // A file without the executable bit is not a program.
    try kiosk.files.write("#!/bin/sh\n", to: "bin/plan-viewer")
    try kiosk.awaitRest()
    #expect(kiosk.place(of: .green) == nil)
    try #require(chmod(kiosk.files.path("bin/plan-viewer"), 0o755) == 0)
    try kiosk.awaitTile(.green)
    try FileManager.default.removeItem(atPath: kiosk.files.path("bin/plan-viewer"))
    try awaitNoGreen(kiosk)
  }

  /// Whether this machine has IPv6's address `::1`. Containers often lack it.
  private static let speaksIPv6: Bool = {
    let socket = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_addr = in6addr_loopback
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0
      }
    }
  }()

  /// A refused connection to a local port without a listener also counts as an answer.
  @Test(arguments: ["127.0.0.1:1", "localhost:1"] + (speaksIPv6 ? ["[::1]:1"] : []))
  func tileAppearsWhenItsHostAnswers(host: String) throws {
    try kiosk("visible-when = { host = \"\(host)\" }").awaitTile(.green)
  }

  /// RFC 6761 reserves names with this ending, therefore no host has them.
  @Test func tileOfAnAbsentHostIsDim() throws {
    let kiosk = try kiosk("enabled-when = { host = \"nobody.invalid\" }")
    kiosk.drag(by: (-300, 0), samples: 12)
    try kiosk.awaitRest()
    #expect(kiosk.place(of: .green) == nil, "it is dim")
    kiosk.tap()
    try kiosk.awaitMessage()
    #expect(!FileManager.default.fileExists(atPath: kiosk.files.reportPath(.green)))
  }
}
