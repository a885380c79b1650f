import Bundles
import Foundation
import LongCheck
import Testing

@testable import BundleFiles

/// A web server with TLS, whose certificate only the tests trust.
private final class BundleServer {
  let port: String
  private let process = Process()
  private let stage: BundleStage

  init(_ stage: BundleStage, serving file: String) throws {
    self.stage = stage
    let certificate = [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
      "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", stage.path("server.key"), "-out",
      stage.path("server.pem"),
    ]
    let maker = Process()
    maker.executableURL = URL(filePath: "/usr/bin/openssl")
    maker.arguments = certificate
    maker.standardError = FileHandle.nullDevice
    try maker.run()
    maker.waitUntilExit()
    let output = Pipe()
    process.executableURL = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "Server/serve")
    process.arguments = [stage.path("server.pem"), stage.path("server.key"), file, stage.path("requests")]
    process.standardOutput = output
    try process.run()
    var line = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8),
      !byte.isEmpty
    {
      line += byte
    }
    port = String(decoding: line, as: UTF8.self)
    try #require(UInt16(port) != nil)
  }

  deinit {
    // The tests' runner may ignore SIGTERM, and so would the server.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// The requests so far: path, Range, If-Range, If-None-Match, the report and its reason.
  func requests() throws -> [[String]] {
    try String(contentsOfFile: stage.path("requests"), encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// Fetches a path. The process sees the server's certificate as the only one that it trusts.
  func fetch(_ path: String, isTrusted: Bool = true) throws -> BundleStage.Said {
    try stage.directory.write(
      "etc/rotunda.toml",
      "[bundle]\nmachine = \"hall-3\"\naddress = \"https://localhost:\(port)/\(path)\"\n")
    let trust = "mount --bind '\(stage.path("server.pem"))' /etc/ssl/certs/ca-certificates.crt; exec \"$@\""
    let unshare = ["/usr/bin/unshare", "--mount"] + (geteuid() == 0 ? [] : ["--map-root-user"])
    return try stage.run(["fetch"], behind: isTrusted ? unshare + ["/bin/sh", "-c", trust, "-"] : [])
  }
}

/// Downloads from good, slow and lying servers.
@Suite struct DownloadTests {
  private let stage: BundleStage
  private let server: BundleServer
  private let bytes: Data

  init() throws {
    stage = try BundleStage()
    let more = [("all/a.txt", (0..<60_000).map { "\($0 * 7919 % 10_007) " }.joined())]
    bytes = Data(try stage.signed(BundleStage.files(7, more)))
    server = try BundleServer(stage, serving: try stage.directory.write("served", bytes))
  }

  /// The downloaded file; nil if it is not complete.
  private var fetched: Data? { try? Data(contentsOf: URL(filePath: stage.path("pull/bundle"))) }

  private var rest: Data? { try? Data(contentsOf: URL(filePath: stage.path("pull/bundle.part"))) }

  @Test func fileIsFetchedOnce() throws {
    #expect(try server.fetch("good").status == 0 && fetched == bytes && rest == nil)
    #expect(try server.fetch("good").status == 0 && fetched == bytes && rest == nil)
    let requests = try server.requests()
    #expect(requests.map { $0[3] } == ["", "\"v1\""])
    #expect(requests.first?[4].hasPrefix("machine=hall-3; version=") == true)
    #expect(try stage.run("install", "--force", stage.path("pull/bundle")).status == 0)
  }

  @Test func pullsAreCountedForMonitoring() throws {
    #expect(try stage.install(4).status == 0)
    for path in ["good", "missing", "good", "good"] { _ = try server.fetch(path) }
    let export = { try String(contentsOfFile: stage.path("pull/rotunda-pull.prom"), encoding: .utf8) }
    let lines = try export().split(separator: "\n")
    for line in [
      "rotunda_bundle_pulls_total{result=\"fetched\"} 1",
      "rotunda_bundle_pulls_total{result=\"unchanged\"} 2",
      "rotunda_bundle_pulls_total{result=\"failed\"} 1", "rotunda_bundle_number 4", "# EOF",
    ] { #expect(lines.contains(Substring(line)), "\(lines)") }
    // Damaged counts start from zero.
    try stage.directory.write("pull/pulls", "rotunda pulls 1\nfetched -1\n")
    #expect(try server.fetch("good").status == 0)
    #expect(
      try export().contains("{result=\"fetched\"} 0\nrotunda_bundle_pulls_total{result=\"unchanged\"} 1\n"))
  }

  @Test func redirectionIsFollowed() throws {
    #expect(try server.fetch("moved").status == 0 && fetched == bytes)
  }

  @Test func interruptedDownloadContinues() throws {
    let first = try server.fetch("cut")
    #expect(first.status == 75 && fetched == nil && rest == bytes.prefix(bytes.count / 2), "\(first)")
    #expect(try server.fetch("cut").status == 0 && fetched == bytes && rest == nil)
    #expect(try server.requests().last?[1] == "bytes=\(bytes.count / 2)-")
  }

  @Test func changedFileStartsAgain() throws {
    #expect(try server.fetch("changed").status == 75 && server.fetch("changed").status == 0)
    #expect(fetched == bytes)
  }

  /// A weak tag does not stand for the same bytes.
  @Test func restWithoutAStrongTagIsNotContinued() throws {
    #expect(try server.fetch("weak").status == 75 && server.fetch("weak").status == 0)
    #expect(try server.requests().last?[1] == "" && fetched == bytes)
  }

  @Test func errorOfTheServerKeepsTheRest() throws {
    #expect(try server.fetch("broken").status == 75 && server.fetch("broken").status == 75)
    #expect(rest == bytes.prefix(bytes.count / 2) && fetched == nil)
  }

  /// The download was complete, and the power went before it got its name.
  @Test func completeRestStartsAgain() throws {
    try stage.directory.write("pull/bundle.part", bytes)
    try stage.directory.write("pull/bundle.part.etag", "\"v1\"")
    #expect(try server.fetch("good").status == 75)
    #expect(try server.fetch("good").status == 0 && fetched == bytes)
  }

  /// The server sends other bytes than the ones that it promised. The signature shows that, and the file is
  /// fetched again.
  @Test func lyingServerChangesNothing() throws {
    #expect(try stage.install(1).status == 0)
    #expect(try server.fetch("lying").status == 75 && server.fetch("lying").status == 0)
    let said = try stage.run("install", "--force", stage.path("pull/bundle"))
    #expect(try said.status == 65 && stage.inUse() == 1)
    #expect(try server.fetch("good").status == 0 && fetched == bytes)
    let last = try #require(try server.requests().last)
    #expect(last[3].isEmpty && last[4].contains("kept=1; refused=unsigned"), "\(last)")
  }

  @Test func pageInsteadOfABundleIsRefused() throws {
    #expect(try server.fetch("page").status == 0)
    #expect(
      try stage.run("install", "--force", stage.path("pull/bundle")).complaint.contains("is not a bundle"))
  }

  @Test(arguments: [
    ("missing", "404"), ("plain", "disabled"), ("loop", "redirects"), ("endless", "too long"),
  ])
  func badAnswerIsRefused(path: String, word: String) throws {
    let said = try server.fetch(path)
    #expect(said.status == 75 && said.complaint.contains(word) && fetched == nil, "\(said)")
  }

  @Test func unknownCertificateIsRefused() throws {
    let said = try server.fetch("good", isTrusted: false)
    #expect(said.status == 75 && said.complaint.contains("certificate") && fetched == nil, "\(said)")
  }

  @Test func withoutAnAddressNothingHappens() throws {
    #expect(try stage.run("fetch").status == 0 && fetched == nil)
  }

  /// The failure of a bundle is in the next request.
  @Test func failureIsReported() throws {
    var record = BundleRecord()
    _ = record.begin(6)
    _ = record.goBack("tile “é” did not start")
    let headers = BundleReport(record, machine: "hall-3", version: "1").headers
    #expect(
      headers == [
        "Rotunda-Bundle: machine=hall-3; version=1; failed=6",
        "Rotunda-Bundle-Reason: tile ??? did not start",
      ])
    try stage.directory.write("bundles/record", record.text)
    #expect(try server.fetch("good").status == 0)
    #expect(try server.requests().last?[5] == "tile ??? did not start")
  }

  @Test(.enabled(if: LongCheck.isOn, "waits for a time-out"))
  func slowServerIsLeft() throws {
    let said = try server.fetch("slow")
    #expect(said.status == 75 && fetched == nil, "\(said)")
  }
}
