import Foundation
import TestCompositor
import Testing

/// Programs on compositors that separate them from the launcher (`wp_security_context_v1`): sway since 1.9
/// and labwc.
@Suite(.serialized) struct SecurityContextTests {
  private static func kiosk(_ files: KioskFiles) throws -> Kiosk {
    try Kiosk(files: files, environment: ["XDG_RUNTIME_DIR": files.path("r")]) {
      $0.offered[.wpSecurityContextManagerV1] = 1
    }
  }

  /// Waits until the contexts meet a condition and returns them.
  private static func contexts(
    _ kiosk: Kiosk, _ what: String, _ isRight: ([SecurityContext]) -> Bool
  ) throws -> [SecurityContext] {
    var contexts: [SecurityContext] = []
    try waitUntil(what) {
      contexts = kiosk.compositor.securityContexts
      return isRight(contexts)
    }
    return contexts
  }

  /// Connects to a socket and reports success.
  private static func connect(_ path: String) -> Bool {
    let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(client) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path) - 1
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(room)) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(client, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }

  @Test func compositorRecognizesATilesProgram() throws {
    let files = try KioskFiles()
    let kiosk = try Self.kiosk(files)
    #expect(kiosk.compositor.securityContexts.isEmpty)
    kiosk.tap()
    let report = try files.report(.red)
    let name = try #require(report.environment["WAYLAND_DISPLAY"])
    #expect(name.hasPrefix("rotunda/display/"), "the sandbox of WebKitGTK finds no absolute path")
    let path = files.path("r/\(name)")
    let contexts = try Self.contexts(kiosk, "a context") { !$0.isEmpty }
    #expect(contexts.count == 1)
    #expect(contexts[0].engine == "org.rotunda" && contexts[0].app == "red")
    #expect(contexts[0].instance.hasPrefix("\(kiosk.launcher.processID)-"))
    #expect(Self.connect(path))
    #expect(
      try Self.contexts(kiosk, "the program") { $0.first?.programs == 1 }.first?.isClosed == false)

    // No connection succeeds after the program's end.
    try files.order("exit 0", to: .red)
    _ = try Self.contexts(kiosk, "the context's end") { $0.first?.isClosed == true }
    #expect(!Self.connect(path))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  /// The second start of a tile creates another instance of the same program.
  @Test func eachStartHasASocketOfItsOwn() throws {
    let files = try KioskFiles()
    let kiosk = try Self.kiosk(files)
    kiosk.tap()
    let first = try files.report(.red)
    try files.order("exit 0", to: .red)
    _ = try Self.contexts(kiosk, "the first one's end") { $0.first?.isClosed == true }
    try files.forgetReport(.red)
    try kiosk.awaitCentered(.red)
    kiosk.tap()
    let second = try files.report(.red)
    #expect(first.environment["WAYLAND_DISPLAY"] != second.environment["WAYLAND_DISPLAY"])
    let contexts = try Self.contexts(kiosk, "the second one") { $0.count == 2 }
    #expect(contexts[0].app == contexts[1].app && contexts[0].instance != contexts[1].instance)
  }

  /// Without a place for its socket, a program would find the compositor's own. Therefore it does not start.
  @Test func programWithoutSocketDoesNotStart() throws {
    let files = try KioskFiles()
    try files.write("", to: "r")
    let kiosk = try Self.kiosk(files)
    kiosk.tap()
    try kiosk.awaitMessage()
    #expect(kiosk.launcher.output.contains("there is no Wayland socket"))
    #expect(!FileManager.default.fileExists(atPath: files.reportPath(.red)))
    // The program starts when the directory is valid again.
    try FileManager.default.removeItem(atPath: files.path("r"))
    try kiosk.awaitMessage(isShown: false)
    kiosk.tap()
    _ = try files.report(.red)
  }
}
