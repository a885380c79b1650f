import Foundation
import Testing

private let canChangeGroups = geteuid() == 0 && getgrnam("input") != nil

/// Only the launcher may read input devices, and no program that it starts.
@Suite(.serialized, .enabled(if: canChangeGroups, "only root changes groups")) struct WithheldGroupTests {
  private static let nobody = "65534"
  private static let another = "4242"

  /// Returns the probe's lines and its log. It runs as the user nobody in `groups`, with options of
  /// setpriv(1).
  private func probe(groups: [String], _ options: [String] = []) throws -> (lines: [String], log: String) {
    let probe = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("LoopProbe").path
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
    process.arguments =
      ["--reuid", Self.nobody, "--regid", Self.nobody, "--groups", groups.joined(separator: ",")] + options
      + [probe, "groups"]
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    let log = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (
      String(decoding: text, as: UTF8.self).split(separator: "\n").map {
        $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }, String(decoding: log, as: UTF8.self)
    )
  }

  private var input: String { "\(getgrnam("input").pointee.gr_gid)" }

  @Test func programsCannotJoinTheGroup() throws {
    let (lines, log) = try probe(
      groups: [input, Self.another], ["--inh-caps", "+setgid", "--ambient-caps", "+setgid"])
    let program = ["Groups: \(Self.another)", "CapEff: 0000000000000000", "CapAmb: 0000000000000000"]
    #expect(lines.prefix(6) == program[...] + program)
    // The process that reads touches stays in the group.
    let groups = [UInt32(input), UInt32(Self.another)].compactMap { $0 }.sorted()
    #expect(lines.last == "launcher \(groups)")
    #expect(!log.contains("inherit"))
  }

  @Test func missingCapabilityIsReportedOnce() throws {
    let (lines, log) = try probe(groups: [input])
    #expect(lines.filter { $0 == "Groups: \(input)" }.count == 2)
    #expect(log.components(separatedBy: "programs inherit the group input").count == 2)
  }

  @Test func nonMembersReportNothing() throws {
    let (lines, log) = try probe(groups: [Self.another])
    #expect(lines.filter { $0 == "Groups: \(Self.another)" }.count == 2)
    #expect(!log.contains("inherit"))
  }
}
