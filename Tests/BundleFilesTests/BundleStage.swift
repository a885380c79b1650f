import Archives
import Bundles
import Foundation
import TemporaryFiles
import Testing

@testable import BundleFiles

/// Bundles and the directories of a kiosk.
struct BundleStage {
  struct Said {
    let status: Int32
    let output: String
    let complaint: String
  }

  static let binary = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "rotunda").path
  static let tiles = "[kiosk]\npackaged = false\n[[tile]]\nname = \"Plan\"\nrun = [\"true\"]\n"

  let directory: TemporaryDirectory
  let key: [UInt8]
  let publicKey: [UInt8]

  /// A kiosk `hall-3` of the group `museum`, with one key.
  init() throws {
    directory = try TemporaryDirectory()
    (key, publicKey) = try BundleSignature.newKey()
    try directory.write("etc/keys/fleet.pem", publicKey)
    try directory.write("etc/rotunda.toml", "[bundle]\nmachine = \"hall-3\"\ngroups = [\"museum\"]\n")
  }

  func path(_ name: String) -> String { "\(directory.path)/\(name)" }

  var store: BundleStore { BundleStore(path("bundles")) }

  /// The files of a bundle with a number, one tile and further files.
  static func files(
    _ number: Int, manifest: String = "", tiles: String = tiles, _ more: [(String, String)] = []
  ) -> [(path: String, bytes: [UInt8])] {
    ([("bundle.toml", "number = \(number)\n\(manifest)\n"), ("all/tiles.toml", tiles)] + more).map {
      (path: $0.0, bytes: Array($0.1.utf8))
    }
  }

  func signed(_ files: [(path: String, bytes: [UInt8])]) throws -> [UInt8] {
    try BundleSignature.signed(ZipArchive.bytes(of: files), with: key)
  }

  var environment: [String: String] {
    [
      "PATH": "/usr/bin:/bin", "HOME": directory.path, "CONFIGURATION_DIRECTORY": path("etc"),
      "ROTUNDA_BUNDLES": path("bundles"), "STATE_DIRECTORY": path("pull"), "SWIFT_BACKTRACE": "enable=no",
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path("no-bus"))",
      "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(path("no-bus"))",
    ]
  }

  /// Runs the program, behind the words of another command if there are any.
  @discardableResult
  func run(_ words: [String], behind wrapper: [String] = []) throws -> Said {
    let (process, output, complaint) = (Process(), Pipe(), Pipe())
    let all = wrapper + [Self.binary, "bundle"] + words
    process.executableURL = URL(filePath: all[0])
    process.arguments = Array(all.dropFirst())
    process.environment = environment
    process.currentDirectoryURL = URL(filePath: directory.path)
    (process.standardOutput, process.standardError) = (output, complaint)
    try process.run()
    let said = try output.fileHandleForReading.readToEnd() ?? Data()
    let complaints = try complaint.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Said(
      status: process.terminationReason == .exit ? process.terminationStatus : -1,
      output: String(decoding: said, as: UTF8.self), complaint: String(decoding: complaints, as: UTF8.self))
  }

  func run(_ words: String...) throws -> Said { try run(words) }

  /// Installs a bundle without a trial.
  func install(_ number: Int, _ more: [(String, String)] = []) throws -> Said {
    let file = try directory.write("b\(number)", signed(Self.files(number, more)))
    return try run("install", "--force", file)
  }

  /// The number of the bundle in use, whose files must be complete.
  func inUse(_ names: [String] = ["bundle.toml", "all/tiles.toml"]) throws -> Int? {
    guard let number = store.current else { return nil }
    for name in names {
      #expect(FileManager.default.fileExists(atPath: "\(store.folder(of: number))/\(name)"), "\(name)")
    }
    let manifest = try String(contentsOfFile: "\(store.folder(of: number))/bundle.toml", encoding: .utf8)
    #expect(manifest.hasPrefix("number = \(number)\n"))
    return number
  }
}
