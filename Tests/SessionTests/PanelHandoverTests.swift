import Foundation
import RealCompositors
import Testing

/// The panel socket's path through the real programs: service manager, session, compositor substitute,
/// launcher and a program.
@Suite(.serialized) struct PanelHandoverTests {
  /// Returns the output of the launcher in a session and of its program, with or without the panel service.
  private func run(servesPanels: Bool) throws -> [String] {
    let scratch = try Scratch()
    let program = try scratch.write(Self.standIn, to: "cage")
    chmod(program, 0o755)
    let probe = URL(filePath: SessionStage.binary).deletingLastPathComponent().path + "/LoopProbe"
    let socket = scratch.file("panels")
    let words = [
      "env", "PATH=\(scratch.path):/usr/bin:/bin", "XDG_RUNTIME_DIR=\(scratch.runtime)",
      "SCRATCH=\(scratch.path)",
      "PROBE=\(probe)", "SWIFT_BACKTRACE=enable=no",
    ]
    let activation =
      servesPanels
      ? ["systemd-socket-activate", "--seqpacket", "--listen=\(socket)", "--fdname=rotunda-panels"] : []
    let session = try ProcessGroup(
      activation + words + [SessionStage.binary, "session"], environment: ["PATH": "/usr/bin:/bin"],
      log: scratch.file("session.log"), directory: scratch.path)
    var service: ProcessGroup?
    if servesPanels {
      try session.wait(for: "the socket") { FileManager.default.fileExists(atPath: socket) ? true : nil }
      service = try ProcessGroup(
        [SessionStage.binary, "panels", socket], environment: environment(words),
        log: scratch.file("panels.log"),
        directory: scratch.path)
    }
    _ = try Patience.wait(for: "the session to end") { session.isRunning ? nil : try session.waitForExit() }
    if let service {
      let status = try Patience.wait(for: "the service to end with the launcher") {
        service.isRunning ? nil : try service.waitForExit()
      }
      #expect(status == 0)
    }
    return try String(contentsOfFile: scratch.file("seen"), encoding: .utf8).split(separator: "\n").map(
      String.init)
  }

  private func environment(_ words: [String]) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: words.dropFirst().map { word in
        let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
        return (parts[0], parts[1])
      })
  }

  /// Ends after its check, and the session ends with it.
  private static let standIn = """
    #!/bin/sh
    echo READY=1 >&"$ROTUNDA_SESSION_SOCKET"
    "$PROBE" panels /etc/passwd /dev/input/../../etc/passwd /dev/input/event99999 >"$SCRATCH/seen"
    """

  @Test func launcherGetsPanelsProgramsDoNot() throws {
    let seen = try run(servesPanels: true)
    #expect(
      seen.filter { $0.hasPrefix("panel") } == [-EINVAL, -EINVAL, -ENOENT].map { "panel \($0)" }, "\(seen)")
    let program = seen.filter { $0.hasPrefix("program: ") }
    #expect(program.contains { $0.hasPrefix("program: PATH=") })
    #expect(
      !program.contains { $0.contains("socket:") || $0.contains("ROTUNDA_SESSION") || $0.contains("LISTEN_") }
    )
  }

  @Test func withoutTheManagersSocketThereAreNoPanels() throws {
    #expect(try run(servesPanels: false).filter { $0 == "no panels" }.count == 3)
  }
}
